package queue

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Order is a sort order of the waiting jobs. Ties are broken by submit time, and
// then by the order in the file.
type Order uint8

// The orders of scheduler.order.
const (
	SubmitOrder   Order = iota
	ShortestFirst       // by walltime
	LongestFirst        // by walltime
	SmallestFirst       // by nodes or tasks
	LargestFirst        // by nodes or tasks
	PriorityFirst       // higher priority first
)

// String returns the name of the order in scenarios.
func (o Order) String() string {
	return [...]string{"submit", "shortest", "longest", "smallest", "largest", "priority"}[o]
}

// key returns the ascending sort key of a job. The parameter arrival is the number
// of earlier submissions.
func (o Order) key(r *workload.Request, arrival int64) int64 {
	switch o {
	case ShortestFirst:
		return int64(r.Walltime)
	case LongestFirst:
		return -int64(r.Walltime)
	case SmallestFirst:
		return int64(r.Size())
	case LargestFirst:
		return -int64(r.Size())
	case PriorityFirst:
		return -r.Priority
	}
	return arrival
}

// An Ordering is an order that is not among the constants above, for example an
// order that a user has written as a program. Ties are broken as under SubmitOrder.
type Ordering interface {
	// Key returns the sort key of a job, which is computed when the job enters the
	// queue. Jobs with smaller keys come first. The second result, tie, is the sort
	// key among jobs with equal keys.
	Key(r *workload.Request) (key, tie int64)
}

// A Reordering is an Ordering that is recomputed before each pass.
type Reordering interface {
	Ordering
	// Keys returns the keys of the waiting jobs at an instant, in the same order as
	// the parameter waiting.
	Keys(now simtime.Time, waiting []*Waiting) []int64
}

// enters returns the place of a job that enters the queue.
func (q *Queue) enters(r *workload.Request, now simtime.Time) QueuePlace {
	at := QueuePlace{Key: q.cfg.Order.key(r, q.arrived), arrival: q.arrived, joined: now}
	if own := q.cfg.Own; own != nil {
		at.Key, at.tie = own.Key(r)
	}
	q.arrived++
	return at
}

// reorder sorts the waiting jobs for the current instant, if the order changes with
// time. Cost: O(waiting jobs), plus a sort if the order has changed.
func (p *Pass) reorder() {
	own, ok := p.queue.cfg.Own.(Reordering)
	if !ok {
		return
	}
	waiting := make([]*Waiting, 0, p.queue.line.n)
	for w := range p.queue.line.all {
		waiting = append(waiting, w)
	}
	keys, i := own.Keys(p.now, waiting), -1
	p.queue.line.rekey(func(*Waiting) int64 {
		i++
		return keys[i]
	})
	p.onlyArrival = false // a job that the last pass refused may now be the first job
}
