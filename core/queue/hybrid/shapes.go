package hybrid

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// shapes is the list of the different kinds of tasks that jobs ask for. For each
// kind it counts how many tasks fit now. A count is updated only on the nodes that
// were taken or given back since the count was last needed.
type shapes struct {
	all     []shape
	changed []cluster.Placement // placements taken or given back, in order
	epoch   int                 // version number; counts with another version number are invalid
	changes int                 // number of state changes that have been reported here
}

// shape is one kind of task.
type shape struct {
	like  *workload.Request
	slots []int32 // by node: number of tasks that fit
	total int64
	epoch int
	seen  int // number of entries of shapes.changed that the count includes
}

const (
	maxShapes  = 256
	maxChanged = 4096
)

// of returns the index of r's shape. It returns none for a whole-node job. It also
// returns none if the shape is new and there are already maxShapes shapes.
func (s *shapes) of(r *workload.Request) int32 {
	if r.Whole() {
		return none
	}
	for i := range s.all {
		if s.all[i].like.PerTask == r.PerTask {
			return int32(i)
		}
	}
	if len(s.all) == maxShapes {
		return none
	}
	s.all = append(s.all, shape{like: r, epoch: -1})
	return int32(len(s.all) - 1)
}

// note records that a placement was taken or given back.
func (s *shapes) note(p cluster.Placement) {
	s.changes++
	if len(s.changed) == maxChanged {
		s.renew()
	}
	s.changed = append(s.changed, p)
}

// renew invalidates all counts.
func (s *shapes) renew() {
	s.changed = s.changed[:0]
	s.epoch++
}

// sync invalidates all counts if the state changed without being reported by note.
func (s *shapes) sync(state *cluster.State) {
	if s.changes != state.Changes() {
		s.renew()
		s.changes = state.Changes()
	}
}

// fits reports whether w fits now. Cost: O(1) for whole nodes, and if too little is
// free in total; otherwise O(nodes changed since the shape was last counted).
func (s *shapes) fits(w *queue.Waiting, free *cluster.Free) bool {
	at := factsOf(w).shape
	if w.Whole() || at == none || int(at) >= len(s.all) {
		return free.Fits(w.Request)
	}
	return !free.Lacks(w.Request) && s.count(&s.all[at], free) >= int64(w.Need())
}

func (s *shapes) count(x *shape, free *cluster.Free) int64 {
	if x.epoch != s.epoch || len(s.changed)-x.seen > 256 {
		if x.slots == nil {
			x.slots = make([]int32, free.Machine().NumNodes())
		}
		x.total, x.epoch = 0, s.epoch
		for n := range x.slots {
			x.slots[n] = free.Slots(x.like, topology.NodeID(n))
			x.total += int64(x.slots[n])
		}
	} else {
		for _, p := range s.changed[x.seen:] {
			for n := range p.All {
				k := free.Slots(x.like, n)
				x.total += int64(k - x.slots[n])
				x.slots[n] = k
			}
		}
	}
	x.seen = len(s.changed)
	return x.total
}

// clone returns the same shapes without counts.
func (s *shapes) clone() shapes {
	c := shapes{all: slices.Clone(s.all), changes: -1}
	for i := range c.all {
		c.all[i] = shape{like: c.all[i].like, epoch: -1}
	}
	return c
}
