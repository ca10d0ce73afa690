package workload

import "hopyard/core/simtime"

// Parts are the tasks of a job in S1's sense: its work in pieces that run one
// after another, each on all that the job holds, or all at once, each on its
// share of it. The job's run time follows from them.
//
// Source: S1, section 4 (3); algorithms.md 8. INFERRED: what is left over when
// a job's nodes are split evenly goes to the first parts.
type Parts struct {
	Parallel bool
	Work     []simtime.Duration // of each part, on one node (or task) of speed 1
}
