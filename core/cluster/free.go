package cluster

import (
	"slices"

	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Free is what is free on each node of a machine. Whole-node jobs take idle
// nodes; jobs of tasks take parts of nodes. Both go through Slots.
type Free struct {
	m     *Machine
	idle  topology.NodeSet     // nodes that nobody uses
	avail []workload.Resources // by node; nil until the first job of tasks starts
	total workload.Resources   // sum of avail; unused while that is nil
	seats []*seats             // by node; nil while no tasks are bound to sockets
	// nodes that a job may not have because of its limits; empty if there are none
	barred  topology.NodeSet
	scratch Scratch
}

// NewFree returns a machine on which everything is free.
func NewFree(m *Machine) *Free {
	return &Free{m: m, idle: topology.FullNodeSet(m.NumNodes())}
}

// Machine is the machine of which parts are free.
func (f *Free) Machine() *Machine { return f.m }

// Idle is the set of nodes that nobody uses; do not change it.
func (f *Free) Idle() *topology.NodeSet { return &f.idle }

// IdleFor is the nodes that a job of whole nodes may have now: those that nobody
// uses and that have what its nodes must have; do not change it. Cost: O(1) for
// a job that may have any, else O(idle nodes).
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

// For is f with what is free for r only; f itself if that is all. Cost: O(1), or
// that of Clone.
func (f *Free) For(r *workload.Request) *Free {
	if !f.m.Selects(r) {
		return f
	}
	c := f.Clone()
	c.idle = *f.IdleFor(r)
	return c
}

// Slots is how many tasks of r fit on node n now; for a whole-node job 1 if
// the node is idle and has what the job's nodes must have. Cost: O(1).
func (f *Free) Slots(r *workload.Request, n topology.NodeID) int32 {
	switch {
	case f.avail != nil && !r.Whole():
		return slots(&f.avail[n], &r.PerTask)
	case f.idle.Has(n):
		return f.m.Slots(r, n)
	}
	return 0
}

// Available is what is free on node n. Cost: O(1).
func (f *Free) Available(n topology.NodeID) workload.Resources {
	switch {
	case f.idle.Has(n):
		return f.m.Spec(n).Resources
	case f.avail == nil:
		return workload.Resources{}
	}
	return f.avail[n]
}

// Left is Available, which is not to be changed. Cost: O(1), without a copy.
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

// Count is how much of r fits on the machine now: idle nodes for a whole-node
// job, tasks otherwise. It stops counting tasks at r's size, because more
// decides nothing. Cost: that of IdleFor for whole nodes, O(nodes) for tasks.
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

// Fits reports whether there is room for r, wherever it is.
func (f *Free) Fits(r *workload.Request) bool { return !f.Lacks(r) && f.Count(r) >= r.Size() }

// Lacks reports that r cannot fit because all nodes together have too little
// of something; it may be wrong only in saying no. Cost: O(1).
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

// LacksBoth reports that r cannot fit beside another job, wherever that one
// is put; it may be wrong only in saying no. Cost: O(1).
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

// Has reports whether all of the placement is free for r. Cost: O(runs) for
// idle nodes, O(nodes) otherwise.
func (f *Free) Has(r *workload.Request, p Placement) bool {
	selects := f.m.Selects(r)
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

// Take removes the placement of r from what is free. The caller has made sure
// that it is free.
func (f *Free) Take(r *workload.Request, p Placement) { f.take(r, p, false) }

// take is Take, for what is frozen too.
func (f *Free) take(r *workload.Request, p Placement, frozen bool) {
	if f.m.socketed && !r.Whole() {
		f.sit(r, p, frozen)
	}
	if !r.Whole() {
		f.share()
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

// Give returns the placement of r to what is free.
func (f *Free) Give(r *workload.Request, p Placement) { f.give(r, p, false) }

// give is Give, for what is frozen too.
func (f *Free) give(r *workload.Request, p Placement, frozen bool) {
	if f.seats != nil && !r.Whole() {
		f.rise(r, p, frozen)
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

// move adds to the total, or takes from it.
func (f *Free) move(part *workload.Resources, sign int64) {
	for k, have := range part {
		f.total[k] += sign * have
	}
}

// share begins to count resources node by node: until the first job of tasks,
// a node is either idle or taken whole.
func (f *Free) share() {
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
	return &Free{m: f.m, idle: f.idle.Clone(), avail: slices.Clone(f.avail), total: f.total, seats: slices.Clone(f.seats), barred: f.barred.Clone()}
}

// CopyFrom makes f equal to g, reusing f's memory.
func (f *Free) CopyFrom(g *Free) {
	f.m = g.m
	f.total = g.total
	f.idle.CopyFrom(&g.idle)
	if f.barred.Len() > 0 || g.barred.Len() > 0 {
		f.barred = g.barred.Clone()
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

// Meet keeps in f only what is free in g as well: what is free throughout two
// spans of time. Tasks sit as they did in f. Cost: O(nodes).
func (f *Free) Meet(g *Free) {
	if f.avail == nil && g.avail == nil {
		for n := range f.idle.All {
			if !g.idle.Has(n) {
				f.idle.RemoveRange(n, n)
			}
		}
		return
	}
	f.share()
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

// Exceeds reports whether f has more of anything on some node than g, of the
// same machine, has. Cost: O(nodes).
func (f *Free) Exceeds(g *Free) bool {
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

// Total is what is free on all nodes together. Cost: O(1), but O(idle nodes)
// until the first job of tasks.
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

// Put makes have what is free on node n, and says whether the node is idle.
// Cost: O(1), but O(nodes) the first time that a node is left partly free.
func (f *Free) Put(n topology.NodeID, have workload.Resources, idle bool) {
	if !idle && f.avail == nil && have != (workload.Resources{}) {
		f.share()
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

// Bar makes nothing of node n free, and remembers that limits are the reason.
// Cost: that of Put.
func (f *Free) Bar(n topology.NodeID) {
	if f.barred.Len() == 0 {
		f.barred = topology.NewNodeSet(f.m.NumNodes())
	}
	f.barred.AddRange(n, n)
	f.Put(n, workload.Resources{}, false)
}

// IsBarred reports whether limits are the reason why nothing of node n is free.
func (f *Free) IsBarred(n topology.NodeID) bool { return f.barred.Len() > 0 && f.barred.Has(n) }
