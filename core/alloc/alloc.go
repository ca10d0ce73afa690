// Package alloc chooses nodes for jobs. Each file holds one allocator; this file
// holds the contract that all of them keep.
//
// An [Allocator] receives a job and a cluster.Free, which records what is free, and
// returns a placement or the reason for a refusal. Allocators are pure functions:
// equal arguments give equal results, and nothing is changed. Optional interfaces
// describe further properties of an allocator. A [ShapeConstrained] allocator may
// refuse a job although enough is free. A [Restricted] allocator works only on some
// machines or for some jobs. A [Ranker] can list the placements that it considered:
//
//	where, reason := alloc.SDM{}.Allocate(job, free, nil)
//	best := alloc.Explain(alloc.SDM{}, job, free, 5) // the five best candidates
//
// The comment of each allocator states which placements it prefers. The subpackages
// nearest, tree, grid and graph find the best set of nodes without trying all sets.
// They do not depend on the allocators. The code of an allocator such as SDM or MDM
// is therefore only a few lines long and the same for all machines, and each search
// can be tested on its own against its definition.
//
// Each allocator documents its own cost, from O(runs) for FirstFit to
// O(devices·(nodes + size²)) for SDM on a network without any known structure.
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

// Allocator is a rule that chooses nodes for one job from what is free. It appends
// the ranges of chosen nodes to dst, an empty slice that may have spare capacity,
// and returns the result. The reason is OK if and only if the placement has exactly
// the size that the job asked for; otherwise the placement is nil.
type Allocator interface {
	Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason)
}

// ShapeConstrained is an Allocator that may refuse a job although enough is free,
// because only some sets of nodes are acceptable. To find out whether a job would
// fit later, a queue policy therefore asks the allocator instead of comparing
// counts of free nodes.
type ShapeConstrained interface {
	Allocator
	// Capacity returns the total number of nodes (or tasks of r) that the allocator
	// could allocate to jobs of suitable sizes. S0's capacity test uses this
	// number.
	Capacity(r *workload.Request, free *cluster.Free) int32
}

// SwitchLimiter is an Allocator that refuses a placement on more leaf switches than
// the job accepts (NetworkRequest.Switches). It knows no time: the queue removes the
// limit from the request once the job has waited long enough.
type SwitchLimiter interface {
	ShapeConstrained
	LimitsSwitches()
}

// BlockKeeper is an Allocator that can place exclusive jobs
// (NetworkRequest.Exclusive): in base blocks in which no other job has a node.
type BlockKeeper interface {
	Allocator
	KeepsBlocks()
}

// wholeCapacity implements Capacity for allocators that can give everything that is
// free to some jobs. Embed it.
type wholeCapacity struct{}

// Capacity implements ShapeConstrained: it returns everything that is free, because
// sufficiently small jobs, or those that ask for no domain, can use all of it.
func (wholeCapacity) Capacity(r *workload.Request, free *cluster.Free) int32 { return free.Count(r) }

// Monotone is an Allocator whose choice stays the same when nodes that it did not
// choose, or parts of nodes that it left free, become occupied.
type Monotone interface {
	Allocator
	Monotone()
}

// LowestFirst is an Allocator that gives some jobs one task on each of the
// lowest-numbered nodes that have room for one. Which nodes these jobs get follows from
// the set of these nodes alone (OnLowest).
type LowestFirst interface {
	Allocator
	// LowestFirst reports whether r is such a job.
	LowestFirst(r *workload.Request) bool
}

// OnLowest returns the allocation of a LowestFirst allocator for r, given the set of all
// nodes that have room for a task of r. Cost: O(runs + nodes/4096 + size/64).
func OnLowest(r *workload.Request, room *topology.NodeSet, dst cluster.Placement) (cluster.Placement, why.Reason) {
	have := int32(room.Len())
	if have < r.Size() {
		return nil, lacks(r, have)
	}
	return dst.AppendIdle(room, 0, r.Size()), fits(r, have)
}

// Restricted is an Allocator that works only on some machines or for some jobs.
// Where Accepts returns an error, Allocate refuses with why.NotPlaceable. A
// scenario should report the error instead of letting its jobs wait for ever.
type Restricted interface {
	Allocator
	// Accepts returns nil if jobs like r can be placed on m, otherwise an error
	// that gives the reason.
	Accepts(m topology.Topology, r *workload.Request) error
}

// ErrMachine is wrapped by errors about an allocator that does not support a kind
// of machine or a kind of job.
var ErrMachine = errors.New("allocator does not fit")

// Candidate is one placement under consideration. The lowest Cost wins, then the
// lowest Tie, then the highest Speed, then the earlier candidate.
type Candidate struct {
	Placement cluster.Placement
	Cost      int64
	Tie       int64             // the allocator's own tie-breaker among candidates of equal cost; 0 if it has no tie-breaker
	Speed     int64             // total speed of the chosen cores, in thousandths of the reference core's speed
	Device    topology.DeviceID // the device around which the placement was chosen, or NoDevice
}

// NoDevice is the Device of a candidate that was not chosen around a device.
const NoDevice = nearest.NoDevice

// Ranker is an Allocator that can list the candidates it chooses from.
type Ranker interface {
	Allocator
	// Candidates yields every candidate in the allocator's own fixed order, each
	// with its own copy of the placement. It is meant for display and tests and is
	// not optimized.
	Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate]
}

// PlacementJudge is an Allocator that can compare placements made at different
// times, regardless of what was free at each time. For example, SDM and MDM compare
// placements by the costs that S4 defines.
type PlacementJudge interface {
	Allocator
	// Judge returns placement p, which the allocator chose from free, as a
	// Candidate with its cost.
	Judge(r *workload.Request, free *cluster.Free, p cluster.Placement) Candidate
}

// tooFew reports whether too little is free for r. It also returns the reason for a
// refusal. Every allocator makes this check first.
func tooFew(r *workload.Request, free *cluster.Free) (why.Reason, bool) {
	have := free.Count(r)
	return lacks(r, have), have < r.Size()
}

// lacks returns the reason for refusing r because too little is free. The number of
// free nodes or tasks is given.
func lacks(r *workload.Request, have int32) why.Reason {
	return why.Reason{Code: why.TooFewFree, Need: r.Size(), Have: have, Blocker: workload.NoJob}
}

// fits returns the reason for a successful allocation. The number of free nodes or
// tasks is given.
func fits(r *workload.Request, have int32) why.Reason {
	return why.Reason{Code: why.FitsNow, Need: r.Size(), Have: have, Blocker: workload.NoJob}
}

// place returns the results of Allocate for an allocator. If too little is free for
// r, it refuses r. Otherwise it calls the given function, which chooses the
// placement. If the function returns nil, the reason is why.NotPlaceable: r cannot
// be placed on this machine, or not on what is free.
func place(r *workload.Request, free *cluster.Free, choose func() cluster.Placement) (cluster.Placement, why.Reason) {
	reason, short := tooFew(r, free)
	if short {
		return nil, reason
	}
	p := choose()
	if p == nil {
		reason.Code, reason.Have = why.NotPlaceable, free.Room(r)
		return nil, reason
	}
	return p, fits(r, reason.Have)
}

// whereEnough yields the candidates of the given function if enough is free for r,
// and nothing otherwise. The function may return nil if there are no candidates.
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

// Explain returns the best n distinct placements among the candidates of a, the
// best first. The first placement is the result of Allocate. If the allocator does
// not rank candidates, Explain returns only the chosen placement. Explain is meant
// for display: it generates all candidates and keeps n of them. Cost: the cost of
// generating the candidates, and O(n) for each.
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

// Against compares two candidates. The result is negative if c is better than d,
// and positive if c is worse. If it is 0, the candidates are equal, and the earlier
// one wins.
func (c *Candidate) Against(d *Candidate) int {
	return cmp.Or(cmp.Compare(c.Cost, d.Cost), cmp.Compare(c.Tie, d.Tie), cmp.Compare(d.Speed, c.Speed))
}

// keep inserts candidate c into the sorted list best, after all candidates that are
// at least as good, and cuts the list to n candidates. If the placement of c is
// already in the list, only the better of the two candidates stays.
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

// KeyedAllocator is an Allocator that prefers the nodes with the largest key. It
// may apply further criteria to nodes with equal keys.
type KeyedAllocator interface {
	Allocator
	// Key returns a function that gives the key of each node. Keys are computed
	// from what is free before the job is placed.
	Key(r *workload.Request, free *cluster.Free) func(topology.NodeID) int64
}

// onlyCandidate yields the placement that a chooses as the only candidate. If a is
// a KeyedAllocator, the cost of the candidate is the negated smallest key of its
// nodes.
func onlyCandidate(a Allocator, r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		p, reason := a.Allocate(r, free, nil)
		if !reason.OK() {
			return
		}
		c := Candidate{Placement: p, Device: NoDevice}
		if k, is := a.(KeyedAllocator); is {
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
