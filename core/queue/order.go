package queue

import "hopyard/core/workload"

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
