package queue

import (
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// heldJob is a submitted job that may not start yet. No discipline sees it.
type heldJob struct {
	request *workload.Request
	place   QueuePlace
	why     why.Reason
}

// Detain adds a new job that may not start yet. It keeps its place in the order of
// submissions until Release lets it join the waiting jobs.
func (q *Queue) Detain(r *workload.Request, reason why.Reason, now simtime.Time) {
	q.detained = append(q.detained, heldJob{r, q.enters(r, now), reason})
}

// Redetain replaces the reason for which a job is detained. Cost: O(detained jobs).
func (q *Queue) Redetain(id workload.JobID, reason why.Reason) {
	q.detained[q.detention(id)].why = reason
}

// Release lets a detained job join the waiting jobs. Its time in the queue counts
// from now. A scheduling pass must follow. Cost: O(detained jobs).
//
// Source: Slurm's job age counts from the time at which a job becomes eligible
// (SOURCES.md SLURM.2).
func (q *Queue) Release(id workload.JobID, now simtime.Time) {
	i := q.detention(id)
	x := q.detained[i]
	q.detained = slices.Delete(q.detained, i, i+1)
	x.place.joined = now
	q.last, q.lastPlace = id, q.admit(x.request, x.place, false)
}

func (q *Queue) detention(id workload.JobID) int {
	return slices.IndexFunc(q.detained, func(x heldJob) bool { return x.request.ID == id })
}
