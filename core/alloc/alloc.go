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
// Source: S0, S4, the Maui guide, Slurm, and the papers that each file names.
package alloc

import (
	"errors"
	"iter"

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
	return why.Reason{Code: why.TooFewFree, Need: r.Size(), Have: have, Blocker: workload.NoJob}, have < r.Size()
}

// fits is the grant that every allocator ends with.
func fits(r *workload.Request, have int32) why.Reason {
	return why.Reason{Code: why.FitsNow, Need: r.Size(), Have: have, Blocker: workload.NoJob}
}
