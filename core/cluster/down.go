package cluster

import (
	"fmt"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Down takes nodes out of the machine: none of their resources are free until Up is
// called. It panics if a job uses one of them; a job may block one, as exclusive jobs
// do. The parameter size is added to the
// result of Held. It is the number of nodes or tasks that the nodes could hold, and
// matters where counting alone decides whether a job fits. Cost: O(runs), or
// O(nodes) where nodes are shared.
func (s *State) Down(p Placement, size int32) {
	whole := workload.Request{Nodes: int32(p.Nodes())}
	idle := p
	if s.m.blocks != nil {
		idle, _ = p.Minus(s.blockedAmong(p, -1))
	}
	if !s.Has(&whole, idle) {
		panic(fmt.Sprintf("cluster: nodes %v are taken out of the machine while some are in use", p))
	}
	s.Take(&whole, idle)
	if s.down.Len() == 0 {
		s.down = topology.NewNodeSet(s.m.NumNodes())
	}
	for _, run := range p {
		s.down.AddRange(run.First, run.Last)
	}
	s.held += size
	s.changes++
}

// Up returns nodes that are down to the machine. All of their resources are free
// again, except on nodes that a running job blocks. The parameter size must be the same as in the call of Down. Cost: the cost
// of Down.
func (s *State) Up(p Placement, size int32) {
	for _, run := range p {
		if s.down.CountRange(run.First, run.Last) < run.Nodes() {
			panic(fmt.Sprintf("cluster: nodes %v are brought back, not all of which were down", p))
		}
		s.down.RemoveRange(run.First, run.Last)
	}
	idle := p
	if s.m.blocks != nil {
		idle, _ = p.Minus(s.blockedAmong(p, 1))
	}
	s.Give(&workload.Request{Nodes: int32(p.Nodes())}, idle)
	s.held -= size
	s.changes++
}

// OutOfUse returns the set of nodes that are down. The caller must not change it.
// No job uses these nodes. Cost: O(1).
func (s *State) OutOfUse() *topology.NodeSet { return &s.down }
