// Package elastic models how running malleable jobs grow, after S2: the stages of a
// growth and their costs, whether a growth pays off, and which job grows first.
//
// The package only computes and decides; core/engine carries out the growth. A
// growth passes through seven stages, s1 to s7. During s1 to s6 the job computes on
// its old nodes; during s7 it stands still. [Costs.Schedule] returns the length of
// each stage, and [Sides] sums them up. A [Comparison] holds what the scheduler
// knows about the job with and without the change, and [Comparison.Test] returns a
// [GrowthVerdict]. [GrowthOrder.Before] orders several jobs that could grow:
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
	Idle   bool // jobs grow only while no job waits; if not set, they may also take nodes that no waiting job can use
	Shrink bool // jobs above their minimum size return nodes if the first waiting job could then start (our extension)
	Costs  Costs
}

// GrowthOrder is the rule that decides which running job grows first.
type GrowthOrder uint8

// The growth orders. Always is the rule of S2: a growth is triggered whenever
// anything is free, without a test whether it pays off. Always together with the
// method Resubmit is the approach that S2 argues against (SOURCES.md S2.6), without
// any precaution.
//
// Source: SOURCES.md S2.5.
const (
	NoGrowth      GrowthOrder = iota
	QueueFirst                // the job that came first in the queue
	SmallestFirst             // the job with the fewest nodes or tasks
	SteepestFirst             // the job whose speedup increases most with one more node or task
	ShortestFirst             // the job with the least time left, estimated from its progress and walltime
	Always                    // in the order of the queue; a job takes all spare nodes, whether or not the growth pays off
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
	Expand   Method = iota // the method of S2: the job grows without being killed
	Resubmit               // the job is killed and submitted again with the new size; S2 argues against this
)

// String returns the name of the method in scenarios.
func (m Method) String() string { return [...]string{"expand", "resubmit"}[m] }

// NumStages is the number of stages of a growth in S2, s1 to s7.
const NumStages = 7

// Signal is the stage in which all tasks are notified of the new size. The job
// computes until the end of this stage. Then it stands still while it rebuilds.
//
// Source: S2, claim 1, s6 and s7 (SOURCES.md S2.2): tasks learn of the growth only
// from the signal.
const Signal = 6

// Costs contains the durations of the stages of a growth from p to p' nodes or
// tasks.
//
// Source: S2 names the stages; SOURCES.md S2.3 has the terms (INFERRED).
type Costs struct {
	Stages    [NumStages]simtime.Duration // fixed part of each stage, beginning with s1
	Launch    simtime.Duration            // time in s3 for every doubling of p'-p
	Rebuild   simtime.Duration            // time in s7 for every doubling of p'
	Bandwidth int64                       // bytes per second that each node or task can move in s7
	Restart   simtime.Duration            // method Resubmit: time after the start until the job computes again
}

// Sides returns the total length of the stages in which the job computes as before,
// and the length of the stage in which it stands still. Cost: O(1).
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
