// Package elastic models how running malleable jobs grow, after S2: the stages of a
// growth and their costs, whether a growth pays off, and which job grows first.
//
// The package only computes and decides; core/engine carries the growth out. A
// growth passes through seven stages, s1 to s7. While s1 to s6 pass, the job
// computes on its old nodes; in s7 it stands still. [Costs.Schedule] returns how
// long each stage lasts, [Sides] sums them up, a [Comparison] holds what the
// scheduler knows about the job with and without the change, and [Comparison.Test]
// returns a [GrowthVerdict]. [GrowthOrder.Before] orders several jobs that could
// grow:
//
//	stages := costs.Schedule(4, 8, data) // from 4 to 8 nodes
//	setup, stop := elastic.Sides(&stages)
//	c := elastic.Comparison{Left: left, Limit: limit, Setup: setup, Stop: stop, Factor: 0.5}
//	if c.Test().Grows() { … }
package elastic

import "hopyard/core/simtime"

// GrowthPolicy is the part of a policy that decides how running malleable jobs
// change their size.
type GrowthPolicy struct {
	Growth GrowthOrder // order in which jobs take free nodes
	Method Method
	Idle   bool // jobs grow only while no job waits; otherwise they may take what no waiting job can use
	Shrink bool // jobs above their minimum return nodes if the first waiting job could then start (our extension)
	Costs  Costs
}

// GrowthOrder is the rule that decides which running job grows first.
type GrowthOrder uint8

// The growth orders. Always is S2 itself: a growth is triggered whenever anything
// is free, without a test whether it pays off. Always with the method Resubmit is
// the approach that S2 argues against (SOURCES.md S2.6), without any precaution.
//
// Source: SOURCES.md S2.5.
const (
	NoGrowth      GrowthOrder = iota
	QueueFirst                // the job that was queued first
	SmallestFirst             // the job with the fewest nodes or tasks
	SteepestFirst             // the job whose speedup increases most with one more node or task
	ShortestFirst             // the job with the least time left, by its progress and walltime
	Always                    // in queue order, all spare nodes, whether or not the growth pays off
	NumGrowthRules
)

// String returns the name of the rule in scenarios.
func (g GrowthOrder) String() string {
	return [...]string{"off", "queue", "smallest", "steepest", "shortest", "always"}[g]
}

// Method is the way in which a job changes to its new size.
type Method uint8

// The methods.
const (
	Expand   Method = iota // S2: without stopping the job
	Resubmit               // the job is killed and submitted again with the new size; S2 argues against this
)

// String returns the name of the method in scenarios.
func (m Method) String() string { return [...]string{"expand", "resubmit"}[m] }

// NumStages is the number of stages in S2, s1 to s7.
const NumStages = 7

// Signal is the stage in which all tasks are notified of the new size. The job
// computes until this stage ends, and then stands still to rebuild.
//
// Source: S2, claim 1, s6 and s7 (SOURCES.md S2.2): tasks learn of the growth from
// the signal and not before.
const Signal = 6

// Costs are the durations of the stages of a growth from p to p' nodes or tasks.
// During s1 to s6 the job computes on its old nodes; during s7 it stands still.
//
// Source: S2 names the stages; SOURCES.md S2.3 has the terms (INFERRED).
type Costs struct {
	Stages    [NumStages]simtime.Duration // fixed part of each stage, from s1
	Launch    simtime.Duration            // s3: for every doubling of p'-p
	Rebuild   simtime.Duration            // s7: for every doubling of p'
	Bandwidth int64                       // s7: bytes per second that each node or task can move
	Restart   simtime.Duration            // Resubmit: time before the job computes again
}

// Sides returns the total length of the stages in which the job computes as before,
// and that of the stages in which it stands still. Cost: O(1).
func Sides(stages *[NumStages]simtime.Duration) (setup, stop simtime.Duration) {
	for i, d := range stages {
		if i < Signal {
			setup += d
		} else {
			stop += d
		}
	}
	return setup, stop
}
