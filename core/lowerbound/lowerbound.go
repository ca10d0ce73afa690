// Package lowerbound computes limits that no scheduler can beat: lower bounds for
// the sum of all waits and for the end of the last job of a run. A student can
// compare a schedule with them and see how much could still be gained.
//
// [Of] takes the configuration of a run and returns [Bounds]. It first reduces the
// configuration to a simpler problem (reduce). In this problem, each job has a
// submission time, a run time and a width, and the machine consists of equal nodes
// or cores. The bounds therefore hold even for a scheduler that knows the future
// and may place a job wherever enough nodes (or cores) are free. A real scheduler
// knows less and must respect the shapes of placements, so it cannot do better.
//
// Each bound comes with the [Proof] behind it. Area bounds compare the work with
// the size of the machine (area.go). For at most [MaxExactJobs] jobs, a search of
// all orders finds the optimum itself (search.go).
//
// Source: SOURCES.md BOUND.1.
package lowerbound

import (
	"hopyard/core/engine"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Proof is the method by which a bound was proven.
type Proof uint8

// The proofs, the strongest last.
const (
	None    Proof = iota // no bound is known; the value is 0
	Area                 // total work divided by the size of the machine
	Longest              // largest sum of a job's submission time and run time
	Exact                // search of all orders of the jobs
)

// MaxExactJobs is the largest number of jobs for which all orders are searched.
const MaxExactJobs = 8

// Bounds are lower bounds that hold for every schedule of a run.
type Bounds struct {
	Jobs   int              // number of jobs that are counted: all but the rejected ones
	Wait   simtime.Duration // lower bound for the sum of all waits
	WaitBy Proof
	End    simtime.Time // lower bound for the end of the last job
	EndBy  Proof
	Last   workload.JobID // job that determines End if EndBy is Longest, otherwise workload.NoJob
}

// Of returns the bounds of a simulation. It returns false if the proofs do not hold
// for the configuration. This is so if jobs communicate over a modelled network,
// grow, or follow other jobs; if the machine or its queues change; or if no job is
// accepted at all. Cost: O(jobs log jobs), plus a search of up to 8! orders.
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
	if len(x.jobs) > MaxExactJobs {
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

// instance is the reduced problem to which the proofs apply. The machine consists
// of identical nodes or cores; the field wide is their number. Each job needs a
// fixed number of them, its width.
type instance struct {
	wide int64
	jobs []job
}

type job struct {
	id     workload.JobID
	submit simtime.Time
	run    simtime.Duration // lower bound of the job's run time
	width  int64
}

// reduce converts a configuration to an instance. Widths are numbers of nodes if
// all jobs ask for whole nodes, and numbers of cores otherwise. The run time of a
// job is its time on the fastest nodes. It is at most the walltime, unless the job
// may run longer than its walltime. reduce returns false if the proofs do not hold
// for the configuration (see Of).
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
