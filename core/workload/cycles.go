package workload

import "iter"

// Cycles yields one job of each ring of jobs that, through the jobs
// that they follow, wait for their own end. jobs[i] must be
// the job that others call i in After. Every job follows one other at most, so
// that a walk along them which comes by its own steps has found a ring.
// Cost: O(jobs); nothing is allocated if no job follows another.
func Cycles(jobs []Job) iter.Seq[JobID] {
	return func(yield func(JobID) bool) {
		var walk []int32 // by job: the walk that came by, from 1
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
