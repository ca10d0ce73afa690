// Package alloc chooses nodes for jobs: one allocator a file, and the contract
// that all of them keep. Allocators are pure: equal arguments give equal results,
// and nothing is changed.
//
// What an allocator prefers is said here; how the best set of nodes is found
// without trying them all is said below, in nearest, tree, grid and graph, which
// know no allocator. So SDM and MDM are a few lines on every machine, and a search
// is tested against its definition alone.
//
// Cost: each allocator says its own, from O(runs) for FirstFit to
// O(devices·(nodes + size²)) for SDM on a network that nothing is known of.
//
// Source: SOURCES.md S0, S4, NEAR and PLACE; each file names its section.
package alloc

import (
	"cmp"
	"errors"
	"iter"
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// An Allocator picks nodes for one job out of what is free. It appends runs
// to dst, which is empty and may have room, and returns it. The reason is OK
// if and only if exactly the size asked for is returned; otherwise the
// placement is nil.
type Allocator interface {
	Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason)
}

// ShapeConstrained is an Allocator that may refuse a job although enough is free,
// because not every set of nodes will do. Queue policies then ask it, instead of
// counting, whether a job would fit later.
type ShapeConstrained interface {
	Allocator
	// Capacity is how many nodes (or tasks of r) the allocator could hand out
	// to jobs of any size: the number that S0's capacity test compares.
	Capacity(r *workload.Request, free *cluster.Free) int32
}

// Monotone is an Allocator whose choice stays the same when nodes that it did
// not choose, or parts of nodes that it left over, become less free.
type Monotone interface {
	Allocator
	Monotone()
}

// Restricted is an Allocator that works on some machines or for some jobs only.
// Where Accepts has an error, Allocate refuses with why.NotPlaceable; a scenario
// should report the error instead of letting its jobs wait for ever.
type Restricted interface {
	Allocator
	// Accepts is nil, or says why jobs like r cannot be placed on m.
	Accepts(m topology.Topology, r *workload.Request) error
}

// ErrMachine is wrapped by the errors about an allocator that cannot work on a
// kind of machine, or for a kind of job.
var ErrMachine = errors.New("allocator does not fit")

// Candidate is one placement under consideration. The lowest Cost wins, then
// the lowest Tie, then the highest Speed, then the earlier candidate.
type Candidate struct {
	Placement cluster.Placement
	Cost      int64
	Tie       int64             // what its allocator weighs among equal costs; 0 if nothing
	Speed     int64             // total speed of its cores, thousandths
	Device    topology.DeviceID // what it is centred on, or NoDevice
}

// NoDevice stands where a candidate is not centred on anything.
const NoDevice = nearest.NoDevice

// Ranker is an Allocator that can list what it chose from.
type Ranker interface {
	Allocator
	// Candidates yields every candidate in the allocator's own fixed order.
	// Each has a placement of its own. It is for people and for tests, off
	// the hot path.
	Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate]
}

// Judge is an Allocator whose placements can be weighed against each other
// whatever was free when they were made: by S4's measures of SDM and MDM, say.
type Judge interface {
	Allocator
	// Judge is what a placement that it made of free is as a Candidate.
	Judge(r *workload.Request, free *cluster.Free, p cluster.Placement) Candidate
}

// tooFew is the refusal that every allocator begins with.
func tooFew(r *workload.Request, free *cluster.Free) (why.Reason, bool) {
	have := free.Count(r)
	return lacks(r, have), have < r.Size()
}

// lacks is the refusal because too little is free.
func lacks(r *workload.Request, have int32) why.Reason {
	return why.Reason{Code: why.TooFewFree, Need: r.Size(), Have: have, Blocker: workload.NoJob}
}

// fits is the grant that every allocator ends with.
func fits(r *workload.Request, have int32) why.Reason {
	return why.Reason{Code: why.FitsNow, Need: r.Size(), Have: have, Blocker: workload.NoJob}
}

// place is the answer of an allocator: what choose returns if enough is free, and
// where that is nil, that r does not go together with the machine or the shape of
// what is free.
func place(r *workload.Request, free *cluster.Free, choose func() cluster.Placement) (cluster.Placement, why.Reason) {
	reason, short := tooFew(r, free)
	if short {
		return nil, reason
	}
	p := choose()
	if p == nil {
		reason.Code = why.NotPlaceable
		return nil, reason
	}
	return p, fits(r, reason.Have)
}

// whereEnough yields what all does if enough is free for r; nil is nothing.
func whereEnough(r *workload.Request, free *cluster.Free, all func() iter.Seq[Candidate]) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		if _, short := tooFew(r, free); short {
			return
		}
		if candidates := all(); candidates != nil {
			candidates(yield)
		}
	}
}

// Explain lists the best n placements that a chooses from, distinct and best
// first; the first is what Allocate returns. An allocator that does not weigh
// candidates has the chosen one only. It is for people: it makes all
// candidates, and keeps n of them. Cost: that of making them, and O(n) for
// each.
func Explain(a Allocator, r *workload.Request, free *cluster.Free, n int) []Candidate {
	ranker, ok := a.(Ranker)
	if !ok {
		where, reason := a.Allocate(r, free, nil)
		if !reason.OK() {
			return nil
		}
		return []Candidate{{Placement: where, Device: NoDevice}}
	}
	var best []Candidate
	for c := range ranker.Candidates(r, free) {
		best = keep(best, c, n)
	}
	return best
}

// Against compares two candidates: below 0 if c is better than d, 0 if only
// their order decides.
func (c *Candidate) Against(d *Candidate) int {
	return cmp.Or(cmp.Compare(c.Cost, d.Cost), cmp.Compare(c.Tie, d.Tie), cmp.Compare(d.Speed, c.Speed))
}

// keep puts a candidate behind those that are as good or better, unless its
// placement is among them, and drops what then is worse than n others.
func keep(best []Candidate, c Candidate, n int) []Candidate {
	at := len(best)
	for at > 0 && c.Against(&best[at-1]) < 0 {
		at--
	}
	if at == n {
		return best
	}
	same := slices.IndexFunc(best, func(b Candidate) bool { return slices.Equal(b.Placement, c.Placement) })
	switch {
	case 0 <= same && same < at:
		return best
	case same >= 0:
		best = slices.Delete(best, same, same+1)
	case len(best) == n:
		best = best[:n-1]
	}
	return slices.Insert(best, at, c)
}

// Keyed is an Allocator that takes those nodes first of which a key is largest.
// Among equal ones it may look at more.
type Keyed interface {
	Allocator
	// Key is that of each node before the job is placed.
	Key(r *workload.Request, free *cluster.Free) func(topology.NodeID) int64
}

// only yields what a allocates. It costs what its last node has of the key, counted
// below zero, where nodes have keys.
func only(a Allocator, r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		p, reason := a.Allocate(r, free, nil)
		if !reason.OK() {
			return
		}
		c := Candidate{Placement: p, Device: NoDevice}
		if k, is := a.(Keyed); is {
			key, first := k.Key(r, free), true
			for n := range p.All {
				if cost := -key(n); first || cost > c.Cost {
					c.Cost, first = cost, false
				}
			}
		}
		yield(c)
	}
}
