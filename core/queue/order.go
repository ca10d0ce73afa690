package queue

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Order says who is before whom among waiting jobs. Ties end in submit time,
// then file order.
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

// String is the name of the order in scenarios.
func (o Order) String() string {
	return [...]string{"submit", "shortest", "longest", "smallest", "largest", "priority"}[o]
}

// key is what the order sorts by, ascending; arrival counts submissions.
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

// An Ordering is an order that is not one of the table's, such as one that the
// user has written. Ties end as under SubmitOrder.
type Ordering interface {
	// Key is what a job is sorted by from when it enters the queue: ascending, the
	// second number where the first is the same.
	Key(r *workload.Request) (key, tie int64)
}

// A Reordering is an Ordering that is made anew before each pass.
type Reordering interface {
	Ordering
	// Keys are those of the waiting jobs at an instant, in their order.
	Keys(now simtime.Time, waiting []*Waiting) []int64
}

// enters is the place of a job that enters the queue.
func (q *Queue) enters(r *workload.Request, now simtime.Time) QueuePlace {
	at := QueuePlace{Key: q.cfg.Order.key(r, q.arrived), arrival: q.arrived, joined: now}
	if own := q.cfg.Own; own != nil {
		at.Key, at.tie = own.Key(r)
	}
	q.arrived++
	return at
}

// reorder puts the waiting jobs into the order of now, if that changes.
// Cost: O(waiting jobs), and sorting them if their order has changed.
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
	p.onlyArrival = false // who was refused may be first now
}
