package engine

import (
	"hopyard/core/queue"
	"hopyard/core/workload"
)

// Priorities are the priorities of the waiting jobs with their parts, in queue
// order; nil where the discipline does not weigh. Cost: O(waiting jobs), and
// O(running jobs) where fair share counts.
func (e *Engine) Priorities() []queue.Priority { return e.queue.Priorities(e.now) }

// Filters says of a waiting job how many nodes each condition excludes now;
// nil if it does not wait. Cost: that of Pending, and O(nodes).
func (e *Engine) Filters(job workload.JobID) []queue.Excluded {
	return e.queue.Filters(job, e.now, e.state)
}
