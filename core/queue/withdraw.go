package queue

import (
	"slices"

	"hopyard/core/why"
	"hopyard/core/workload"
)

// Withdrawer is a PolicyState that counts the jobs that wait.
type Withdrawer interface {
	PolicyState
	// Withdraw records that a job that was admitted leaves the queue without a start.
	// It may be admitted again.
	Withdraw(w *Waiting)
}

// Waits reports whether a job waits, also in a stopped queue or because it is
// detained. Cost: O(waiting jobs).
func (q *Queue) Waits(id workload.JobID) bool {
	if q.detention(id) >= 0 || q.inStopped(id) >= 0 {
		return true
	}
	for w := range q.line.all {
		if w.ID == id {
			return true
		}
	}
	return false
}

func (q *Queue) inStopped(id workload.JobID) int {
	return slices.IndexFunc(q.gates.held, func(w Waiting) bool { return w.ID == id })
}

// Withdraw removes a waiting job, which never starts. All promises are made anew. A
// scheduling pass must follow. Cost: O(waiting jobs).
func (q *Queue) Withdraw(id workload.JobID) {
	if i := q.detention(id); i >= 0 {
		q.detained = slices.Delete(q.detained, i, i+1)
		return
	}
	q.remove(id)
}

// Hold detains a waiting job that is not detained yet. All promises are made anew. A
// scheduling pass must follow. Cost: O(waiting jobs).
func (q *Queue) Hold(id workload.JobID, reason why.Reason) {
	w := q.remove(id)
	q.detained = append(q.detained, heldJob{w.Request, w.place, reason})
}

// Replace gives a waiting job a new request with the same ID. The job keeps its time in
// the queue, and its place among jobs that are equal in the order. All promises are made anew. A scheduling pass must follow. Cost: O(waiting
// jobs).
func (q *Queue) Replace(r *workload.Request) {
	if i := q.detention(r.ID); i >= 0 {
		q.detained[i].request, q.detained[i].place = r, q.placeOf(r, q.detained[i].place)
		return
	}
	last := q.last == r.ID
	w := q.remove(r.ID)
	at := q.admit(r, q.placeOf(r, w.place), false)
	if last {
		q.last, q.lastPlace = r.ID, at
	}
}

// placeOf returns the place of a job that was at the given place and has changed.
func (q *Queue) placeOf(r *workload.Request, at QueuePlace) QueuePlace {
	now := QueuePlace{Key: q.cfg.Order.key(r, at.arrival), arrival: at.arrival, joined: at.joined}
	if own := q.cfg.Own; own != nil {
		now.Key, now.tie = own.Key(r)
	}
	return now
}

// remove takes a job out of the waiting jobs or the jobs of stopped queues, and returns
// it.
func (q *Queue) remove(id workload.JobID) (out Waiting) {
	if i := q.inStopped(id); i >= 0 {
		out = q.gates.held[i]
		q.gates.held = slices.Delete(q.gates.held, i, i+1)
	} else {
		out = q.removeFromLine(id)
	}
	if x, counts := q.own.(Withdrawer); counts {
		x.Withdraw(&out)
	}
	if q.last == id {
		q.last = workload.NoJob
	}
	q.disturbed = true
	q.Unplan()
	return out
}

func (q *Queue) removeFromLine(id workload.JobID) (out Waiting) {
	line := &q.line
	for i := range line.blocks {
		for _, x := range line.blocks[i].jobs {
			if x.ID == id && !x.gone {
				out = *x.Waiting
				q.own.Leave(x.Request)
				line.take(i, x.Waiting)
				line.sweep(i, i+1)
				return out
			}
		}
	}
	return out
}
