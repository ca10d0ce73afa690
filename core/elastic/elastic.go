// Package elastic is how running jobs grow, after S2: the stages of a growth
// and what they cost, whether it pays, and who grows first. It decides and
// computes; the engine lets it happen.
package elastic

import "hopyard/core/simtime"

// GrowthPolicy is how running malleable jobs change their size.
type GrowthPolicy struct {
	Growth GrowthOrder // who takes what is free
	Method Method
	Idle   bool // only while no job waits at all, instead of: only what no waiting job can use
	Shrink bool // jobs above their minimum give nodes back when the first waiting job could then start (ours)
	Costs  Costs
}

// GrowthOrder says which running job grows first.
type GrowthOrder uint8

// The orders of growth. Source: SOURCES.md S2.5; Always is S2 itself, which
// has the flow triggered by whatever is free, and knows no test of gain. By
// Resubmit it is what S2 argues against, without any care (SOURCES.md S2.6).
const (
	NoGrowth      GrowthOrder = iota
	QueueFirst                // in the order in which they were queued
	SmallestFirst             // the one that holds least
	SteepestFirst             // the one whose speedup gains most by one node or task more
	ShortestFirst             // the one with least left to run, by its progress and its walltime
	Always                    // in queue order, and whether or not it pays: all that is spare
	NumGrowthRules
)

// String is the name of the rule in scenarios.
func (g GrowthOrder) String() string {
	return [...]string{"off", "queue", "smallest", "steepest", "shortest", "always"}[g]
}

// Method is how a job comes to its new size.
type Method uint8

// The methods.
const (
	Expand   Method = iota // S2: without stopping
	Resubmit               // what S2 argues against: killed, and submitted anew for the new size
)

// String is the name of the method in scenarios.
func (m Method) String() string { return [...]string{"expand", "resubmit"}[m] }

// NumStages is the number of S2's stages, s1 to s7.
const NumStages = 7

// Signal is the stage in which all tasks are told of the new size: they compute
// until it is done, and stand still from then on to rebuild.
//
// Source: S2, claim 1, s6 and s7 (SOURCES.md S2.2): tasks know of the growth by
// the signal and by nothing before it.
const Signal = 6

// Costs are how long the stages of a growth from p to p' last. While s1 to s6
// pass the job computes on what it had; in s7 it stands still.
//
// Source: S2 names the stages; SOURCES.md S2.3 has the terms (INFERRED).
type Costs struct {
	Stages    [NumStages]simtime.Duration // fixed, by stage from s1
	Launch    simtime.Duration            // s3, for every doubling of p'-p
	Rebuild   simtime.Duration            // s7, for every doubling of p'
	Bandwidth int64                       // bytes a second of each node or task, at which data move in s7
	Restart   simtime.Duration            // Resubmit: before the job computes again
}

// Sides returns how long the stages last in which the job computes as before,
// and how long those in which it stands still. Cost: O(1).
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
