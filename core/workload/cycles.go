package workload

import "iter"

// Cycles yields one job of each cycle. In a cycle, each job follows another job of
// the cycle, so that every job waits for its own end. The indices of jobs must be
// the JobIDs used in After. Since every job follows at most one other job, it
// suffices to walk along After: a walk that returns to a job of the same walk has
// found a cycle. Cost: O(jobs); nothing is allocated if no job follows another.
func Cycles(jobs []Job) iter.Seq[JobID] {
	return func(yield func(JobID) bool) {
		var walk []int32 // number of the walk that visited each job, counted from 1
		for i := range jobs {
			if jobs[i].After == NoJob {
				continue
			}
			if walk == nil {
				walk = make([]int32, len(jobs))
			}
			at := JobID(i)
			for at != NoJob && walk[at] == 0 {
				walk[at] = int32(i + 1)
				at = jobs[at].After
			}
			if at != NoJob && walk[at] == int32(i+1) && !yield(at) {
				return
			}
		}
	}
}
