package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Row is a line of S1's job table, which has one table for each user: a job
// that waits or runs, what it holds and what is expected of it. Priority and
// submit time are the job's own.
//
// Source: S1, section 3 (table 1 is an image; the columns are those of the
// text); amount and estimate are step 1 of section 4.
type Row struct {
	Job     workload.JobID
	User    string
	Need    int32 // nodes that it asks for, in S1's terms
	Holding int32 // nodes that it is charged for now; 0 while it waits

	// What it is charged to; their sum is Holding.
	Usable, Reserve, System int32

	Due      simtime.Time     // the deadline, 0 if it has none
	Latest   simtime.Time     // when its slack ends: deadline less estimate; Never without a deadline
	Amount   int64            // of computation, 0 if not told
	Estimate simtime.Duration // of its run time
	AtRisk   bool             // its slack had ended, and it could not be started
}

// Table is S1's job table, users in the order of the allotments, of each the
// running jobs, then the waiting ones in the order in which they are taken. It
// is nil under other disciplines. Cost: O(jobs · log jobs) that wait or run.
func (q *Queue) Table(now simtime.Time, state *cluster.State) []Row { return nil }
