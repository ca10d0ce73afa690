// Package lowerbound says what no scheduler can be better than: lower bounds for the
// mean wait and for the end of a run, each with how it was proven. They hold for
// one who knows all that will come and puts every job wherever there is room by
// counting nodes, or cores; whoever must keep to shapes, or cannot know, is no
// better.
//
// Source: SOURCES.md BOUND.1.
package lowerbound

import (
	"hopyard/core/engine"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Proof is how a bound was proven.
type Proof uint8

// The proofs, the strongest last.
const (
	None    Proof = iota // nothing is known: the bound is 0
	Area                 // work over machine
	Longest              // the submission of a job and its run time
	Exact                // a search of all orders of the jobs
)

// MostExact is for how many jobs all orders are searched.
const MostExact = 8

// Bounds are what no schedule of a run is below.
type Bounds struct {
	Jobs   int              // that are counted: those that are not rejected
	Wait   simtime.Duration // the sum of all waits
	WaitBy Proof
	End    simtime.Time // of the last job
	EndBy  Proof
	Last   workload.JobID // of Longest: the job
}

// Of are the bounds of a simulation, and false if what it has in it makes none of
// the proofs hold: jobs that talk, grow, follow others or do not come, machines
// that change. Cost: O(jobs log jobs), and a search of up to 8! orders.
func Of(c *engine.Config) (Bounds, bool) {
	x, ok := reduce(c)
	if !ok {
		return Bounds{}, false
	}
	b := Bounds{Jobs: len(x.jobs), Last: workload.NoJob}
	if b.Wait = x.areaWait(); b.Wait > 0 {
		b.WaitBy = Area
	}
	if b.End = x.areaEnd(); b.End > 0 {
		b.EndBy = Area
	}
	for i := range x.jobs {
		if j := &x.jobs[i]; j.submit.Add(j.run) > b.End || j.submit.Add(j.run) == b.End && b.EndBy == Area {
			b.End, b.EndBy, b.Last = j.submit.Add(j.run), Longest, j.id
		}
	}
	if len(x.jobs) > MostExact {
		return b, true
	}
	if wait := x.bestWait(); wait >= b.Wait {
		b.Wait, b.WaitBy = wait, Exact
	}
	if end := x.bestEnd(b.End); end > b.End {
		b.End, b.EndBy, b.Last = end, Exact, workload.NoJob
	}
	return b, true
}

// instance is what the proofs are about: jobs of a width, on so many of the same.
type instance struct {
	wide int64
	jobs []job
}

type job struct {
	id     workload.JobID
	submit simtime.Time
	run    simtime.Duration // at least
	width  int64
}

// reduce counts nodes, or cores where not all jobs want whole nodes. A job runs
// at least as long as on the fastest nodes, and to its walltime at most.
func reduce(c *engine.Config) (x instance, ok bool) {
	if c.Elastic != nil || c.Faults != nil || len(c.Gates) > 0 {
		return x, false
	}
	whole := true
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if j.After != workload.NoJob || j.Comm != nil && c.Network.Kind != network.None {
			return x, false
		}
		whole = whole && (j.Whole() || j.Reject != nil)
	}
	fastest, least := spread(c)
	if x.wide = int64(c.Machine.NumNodes()); !whole {
		x.wide = int64(cores(c))
	}
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if j.Reject != nil {
			continue
		}
		y := job{j.ID, j.Submit, c.Machine.RunTime(j.Runtime, fastest), int64(j.Nodes)}
		if !j.Overrun {
			y.run = min(y.run, j.Walltime)
		}
		switch {
		case whole:
		case j.Whole():
			y.width *= least
		default:
			y.width = int64(j.Tasks) * j.PerTask[workload.Cores]
		}
		x.jobs = append(x.jobs, y)
	}
	return x, len(x.jobs) > 0 && x.wide > 0
}
