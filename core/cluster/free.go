package cluster

import (
	"math"
	"slices"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Free describes the free resources of each node of a machine. Whole-node jobs take
// idle nodes; jobs of tasks take parts of nodes. The method Slots counts for both
// kinds of jobs.
type Free struct {
	m     *Machine
	idle  topology.NodeSet     // nodes that no job uses
	avail []workload.Resources // free resources of each node; nil until the first job of tasks starts
	total workload.Resources   // sum of avail; unused while avail is nil
	seats []*seats             // binding of tasks to the sockets of each node; nil while no tasks are bound
	// nodes that a job may not use because of its limits; empty if there are none
	barred  topology.NodeSet
	down    topology.NodeSet // nodes that are out of use; empty if there are none
	scratch Scratch
	spare   int64            // result of SpareWatts; 0 if the machine has no cap
	asleep  topology.NodeSet // result of Asleep
}

// NewFree returns a machine on which everything is free.
func NewFree(m *Machine) *Free {
	return &Free{m: m, idle: topology.FullNodeSet(m.NumNodes()), spare: m.spare()}
}

// Machine returns the machine whose free resources f describes.
func (f *Free) Machine() *Machine { return f.m }

// Idle returns the set of nodes that no job uses. The caller must not change it.
func (f *Free) Idle() *topology.NodeSet { return &f.idle }

// IdleFor returns the nodes that the whole-node job r may use now: the idle nodes
// that have the resources it needs. The caller must not change the set. Cost: O(1)
// for a job that may use any node, otherwise O(idle nodes).
func (f *Free) IdleFor(r *workload.Request) *topology.NodeSet {
	if !f.m.Selects(r) {
		return &f.idle
	}
	set := f.idle.Clone()
	for n := range f.idle.All {
		if f.m.Slots(r, n) == 0 {
			set.RemoveRange(n, n)
		}
	}
	return &set
}

// For returns f restricted to the nodes that r may use, or f itself if r may use
// all of them. Cost: O(1), or the cost of Clone.
func (f *Free) For(r *workload.Request) *Free {
	if !f.m.Selects(r) {
		return f
	}
	c := f.Clone()
	c.idle = *f.IdleFor(r)
	return c
}

// Slots returns how many tasks of r fit on node n now. For a whole-node job it
// returns 1 if the node is idle and has the resources that the job needs. Cost:
// O(1), but O(log blocks) for an exclusive job, for which only nodes of vacant blocks
// count.
func (f *Free) Slots(r *workload.Request, n topology.NodeID) int32 {
	switch {
	case r.Network.Exclusive && f.inUse(n):
		return 0
	case f.avail != nil && !r.Whole():
		return slots(&f.avail[n], &r.PerTask)
	case f.idle.Has(n):
		return f.m.Slots(r, n)
	}
	return 0
}

// Available returns the free resources of node n. Cost: O(1).
func (f *Free) Available(n topology.NodeID) workload.Resources {
	switch {
	case f.idle.Has(n):
		return f.m.Spec(n).Resources
	case f.avail == nil:
		return workload.Resources{}
	}
	return f.avail[n]
}

// Left returns the free resources of node n, like Available, but without copying
// them. The caller must not change them. Cost: O(1).
func (f *Free) Left(n topology.NodeID) *workload.Resources {
	switch {
	case f.idle.Has(n):
		return &f.m.Spec(n).Resources
	case f.avail == nil:
		return &nothing
	}
	return &f.avail[n]
}

var nothing workload.Resources

// Count returns how much of r fits on the machine now: the number of suitable idle
// nodes for a whole-node job, otherwise the number of tasks. It stops counting
// tasks at the number that r needs, because a larger number does not change any
// decision. Cost: the cost of IdleFor for whole nodes, O(nodes) for tasks.
func (f *Free) Count(r *workload.Request) int32 {
	if r.Whole() {
		return int32(f.IdleFor(r).Len())
	}
	sum := int32(0)
	if f.avail == nil {
		for n := range f.idle.All {
			if sum += min(f.m.Slots(r, n), r.Tasks); sum >= r.Tasks {
				break
			}
		}
		return sum
	}
	for n := range f.avail {
		if sum += min(slots(&f.avail[n], &r.PerTask), r.Tasks); sum >= r.Tasks {
			break
		}
	}
	return sum
}

// Room returns the same number as Count, but does not stop at the number that r
// needs, so that people can read how much is free. Cost: O(nodes).
func (f *Free) Room(r *workload.Request) int32 {
	if r.Whole() {
		return f.Count(r)
	}
	sum := int64(0)
	for n := range topology.NodeID(f.m.NumNodes()) {
		sum += int64(f.Slots(r, n))
	}
	return int32(min(sum, math.MaxInt32))
}

// Fits reports whether enough is free for r, wherever on the machine it is.
func (f *Free) Fits(r *workload.Request) bool { return !f.Lacks(r) && f.Count(r) >= r.Size() }

// Lacks reports whether the total free amount of some resource is too small for r.
// If it returns true, r certainly does not fit; if it returns false, r may still
// not fit. Cost: O(1).
func (f *Free) Lacks(r *workload.Request) bool {
	switch {
	case r.Whole():
		return r.Nodes > int32(f.idle.Len())
	case f.avail == nil:
		return false
	}
	for k, need := range r.PerTask {
		if need*int64(r.Tasks) > f.total[k] {
			return true
		}
	}
	return false
}

// LacksBoth reports whether the total free amount of some resource is too small for
// r and another job together. If it returns true, the jobs certainly do not fit
// together; if it returns false, they may still not fit. Cost: O(1).
func (f *Free) LacksBoth(r, other *workload.Request) bool {
	switch {
	case r.Whole() && other.Whole():
		return r.Nodes+other.Nodes > int32(f.idle.Len())
	case r.Whole() || other.Whole() || f.avail == nil:
		return false
	}
	for k := range f.total {
		if r.PerTask[k]*int64(r.Tasks)+other.PerTask[k]*int64(other.Tasks) > f.total[k] {
			return true
		}
	}
	return false
}

// Has reports whether the whole placement is free for r; for an exclusive job, its
// base blocks must be vacant, and the machine's power cap must hold. Cost: O(runs) for whole-node jobs that may use any
// node, otherwise O(nodes).
func (f *Free) Has(r *workload.Request, p Placement) bool {
	selects := f.m.Selects(r)
	if r.Network.Exclusive && !f.vacantFor(p) || f.m.capped && f.m.JobWatts(r, p) > f.spare {
		return false
	}
	for _, run := range p {
		if r.Whole() && !selects {
			if f.idle.CountRange(run.First, run.Last) < run.Nodes() {
				return false
			}
			continue
		}
		for n := run.First; n <= run.Last; n++ {
			if f.Slots(r, n) < run.Tasks {
				return false
			}
		}
	}
	return true
}

// Take subtracts the resources of r on placement p from the free resources; for an
// exclusive job, those of its base blocks. The caller must have made sure that the
// placement is free.
func (f *Free) Take(r *workload.Request, p Placement) { f.take(r, p, false) }

// take implements Take. If frozen is true, the placement is set aside for the
// growth of r.
func (f *Free) take(r *workload.Request, p Placement, frozen bool) {
	if f.m.socketed && !r.Whole() {
		f.bindTasks(r, p, frozen)
	}
	if !r.Whole() {
		f.trackNodes()
	}
	if f.m.capped {
		f.spare -= f.m.JobWatts(r, p)
	}
	if r.Network.Exclusive {
		p = f.Claim(r, p)
	}
	for _, run := range p {
		f.idle.RemoveRange(run.First, run.Last)
		if f.avail == nil {
			continue
		}
		for n := run.First; n <= run.Last; n++ {
			if r.Whole() {
				f.move(&f.avail[n], -1)
				f.avail[n] = workload.Resources{}
				continue
			}
			for k, need := range r.PerTask {
				f.avail[n][k] -= need * int64(run.Tasks)
				f.total[k] -= need * int64(run.Tasks)
			}
		}
	}
}

// Give adds the resources of r on placement p to the free resources. It reverses
// Take.
func (f *Free) Give(r *workload.Request, p Placement) { f.give(r, p, false) }

// give implements Give. If frozen is true, the placement was set aside for the
// growth of r.
func (f *Free) give(r *workload.Request, p Placement, frozen bool) {
	if f.seats != nil && !r.Whole() {
		f.releaseTasks(r, p, frozen)
	}
	if f.m.capped {
		f.spare += f.m.JobWatts(r, p)
	}
	if r.Network.Exclusive {
		p = f.Claim(r, p)
	}
	for _, run := range p {
		if f.avail == nil {
			f.idle.AddRange(run.First, run.Last)
			continue
		}
		for n := run.First; n <= run.Last; n++ {
			spec := &f.m.Spec(n).Resources
			if r.Whole() {
				f.avail[n] = *spec
				f.move(spec, 1)
			} else {
				for k, need := range r.PerTask {
					f.avail[n][k] += need * int64(run.Tasks)
					f.total[k] += need * int64(run.Tasks)
				}
			}
			if f.avail[n] == *spec {
				f.idle.AddRange(n, n)
			}
		}
	}
}

// move adds the given resources to the total of the free resources, or subtracts
// them if sign is -1.
func (f *Free) move(part *workload.Resources, sign int64) {
	for k, have := range part {
		f.total[k] += sign * have
	}
}

// trackNodes starts to track the free resources of each node. Until the first job of
// tasks starts, a node is either idle or entirely in use, so the set of idle nodes
// is enough.
func (f *Free) trackNodes() {
	if f.avail != nil {
		return
	}
	f.avail, f.total = make([]workload.Resources, f.m.NumNodes()), workload.Resources{}
	for n := range f.idle.All {
		f.avail[n] = f.m.Spec(n).Resources
		f.move(&f.avail[n], 1)
	}
}

// Clone returns an independent copy. Cost: O(nodes).
func (f *Free) Clone() *Free {
	return &Free{m: f.m, idle: f.idle.Clone(), avail: slices.Clone(f.avail), total: f.total, seats: slices.Clone(f.seats), barred: f.barred.Clone(), down: f.down.Clone(), spare: f.spare, asleep: f.asleep.Clone()}
}

// CopyFrom makes f equal to g, reusing f's memory.
func (f *Free) CopyFrom(g *Free) {
	f.m = g.m
	f.total = g.total
	f.idle.CopyFrom(&g.idle)
	if f.spare = g.spare; f.asleep.Len() > 0 || g.asleep.Len() > 0 {
		f.asleep = g.asleep.Clone()
	}
	if f.barred.Len() > 0 || g.barred.Len() > 0 {
		f.barred = g.barred.Clone()
	}
	if f.down.Len() > 0 || g.down.Len() > 0 {
		f.down.CopyFrom(&g.down)
	}
	if g.avail == nil {
		f.avail = nil
	} else {
		f.avail = append(f.avail[:0], g.avail...)
	}
	if g.seats == nil {
		f.seats = nil
	} else {
		f.seats = append(f.seats[:0], g.seats...)
	}
}

// Intersect reduces f to the resources that are free in both f and g. If f and g
// describe two spans of time, the result is what is free throughout both. Tasks
// stay bound to the sockets they have in f. Cost: O(nodes), or O(nodes/64) if only
// whole-node jobs have run.
func (f *Free) Intersect(g *Free) {
	f.spare = min(f.spare, g.spare)
	if f.avail == nil && g.avail == nil {
		f.idle.Intersect(&g.idle)
		return
	}
	f.trackNodes()
	f.total = workload.Resources{}
	for n := range topology.NodeID(f.m.NumNodes()) {
		if have := g.Available(n); f.avail[n] != have {
			for k := range have {
				f.avail[n][k] = min(f.avail[n][k], have[k])
			}
		}
		f.move(&f.avail[n], 1)
		if !g.idle.Has(n) && f.idle.Has(n) {
			f.idle.RemoveRange(n, n)
		}
	}
}

// SameIdle reports whether the same nodes are idle in f and g. Cost: O(nodes/64).
func (f *Free) SameIdle(g *Free) bool {
	return f.idle.Len() == g.idle.Len() && f.idle.Within(&g.idle)
}

// Exceeds reports whether some node has more of some resource free in f than in g.
// Both must describe the same machine. Cost: O(nodes).
func (f *Free) Exceeds(g *Free) bool {
	if f.spare > g.spare {
		return true
	}
	for n := range topology.NodeID(f.m.NumNodes()) {
		if f.idle.Has(n) && !g.idle.Has(n) {
			return true
		}
		if f.avail == nil && g.avail == nil {
			continue
		}
		had := g.Available(n)
		for k, have := range f.Available(n) {
			if have > had[k] {
				return true
			}
		}
	}
	return false
}

// Total returns the sum of the free resources of all nodes. Cost: O(1), but O(idle
// nodes) until the first job of tasks starts.
func (f *Free) Total() workload.Resources {
	if f.avail != nil {
		return f.total
	}
	var sum workload.Resources
	for n := range f.idle.All {
		for k, have := range f.m.Spec(n).Resources {
			sum[k] += have
		}
	}
	return sum
}

// Put sets the free resources of node n, and whether the node is idle. Cost: O(1),
// but O(nodes) the first time that a node is partly free.
func (f *Free) Put(n topology.NodeID, have workload.Resources, idle bool) {
	if !idle && f.avail == nil && have != (workload.Resources{}) {
		f.trackNodes()
	}
	if f.avail != nil {
		f.move(&f.avail[n], -1)
		f.avail[n] = have
		f.move(&have, 1)
	}
	if idle {
		f.idle.AddRange(n, n)
	} else {
		f.idle.RemoveRange(n, n)
	}
}

// Bar removes all free resources of node n, and records that a limit on the job is
// the reason. Cost: the cost of Put.
func (f *Free) Bar(n topology.NodeID) {
	if f.barred.Len() == 0 {
		f.barred = topology.NewNodeSet(f.m.NumNodes())
	}
	f.barred.AddRange(n, n)
	f.Put(n, workload.Resources{}, false)
}

// BarOutside calls Bar for all nodes that are not in a set. Cost: O(nodes/64), plus
// O(nodes outside the set) if jobs of tasks have started.
func (f *Free) BarOutside(set *topology.NodeSet) {
	all := topology.NodeID(f.m.NumNodes())
	if set.Len() == int(all) {
		return
	}
	f.idle.Intersect(set)
	if f.barred.Len() == 0 {
		f.barred = topology.NewNodeSet(int(all))
	}
	for n := set.NextGap(0); n < all; {
		next, more := set.Next(n)
		if !more {
			next = all
		}
		f.barred.AddRange(n, next-1)
		for ; f.avail != nil && n < next; n++ {
			if have := &f.avail[n]; !have.IsZero() {
				f.move(have, -1)
				*have = workload.Resources{}
			}
		}
		n = set.NextGap(next)
	}
}

// IsBarred reports whether node n has no free resources because Bar was called for
// it.
func (f *Free) IsBarred(n topology.NodeID) bool { return f.barred.Len() > 0 && f.barred.Has(n) }
