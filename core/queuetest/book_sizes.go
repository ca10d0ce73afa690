package queuetest

import (
	"fmt"
	"maps"

	"hopyard/core/elastic"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// readSize processes a change of a running job's size. From the event Freeze on,
// the frozen nodes can belong to no other job. From the event Grow on, they belong
// to the job.
func (b *book) readSize(l *jobRecord, j *workload.Job, e *trace.Event) error {
	switch e.Kind {
	case trace.Freeze:
		return b.freeze(l, j, e)
	case trace.Stage:
		// A shrinking job goes through stages 6 and 7 only.
		if shrinks := l.frozen == nil && e.Of == 6; !shrinks && e.Of != l.stage+1 {
			return fmt.Errorf("s%d follows s%d", e.Of, l.stage)
		}
		l.stage = e.Of
		if e.Of >= elastic.Signal {
			b.pace(l, j, false)
		}
	case trace.Grow:
		if l.frozen == nil || l.stage != 6 {
			return fmt.Errorf("after s%d, with %v frozen", l.stage, l.frozen)
		}
		for n, tasks := range l.frozen {
			l.held[n] += tasks
		}
		if !same(l.held, e.Placement) {
			return fmt.Errorf("goes on on %v and holds %v", e.Placement, l.held)
		}
		// The job was counted twice on nodes on which it already had tasks. Now it
		// counts once.
		for n := range l.frozen {
			if l.held[n] > l.frozen[n] {
				b.users[n]--
			}
		}
		l.frozen, l.stage = nil, 0
		b.pace(l, j, true)
		b.look(l)
	case trace.Rollback:
		if !same(l.frozen, e.Placement) {
			return fmt.Errorf("gives back %v, frozen are %v", e.Placement, l.frozen)
		}
		b.give(j, e.Placement)
		l.frozen, l.stage = nil, 0
		b.pace(l, j, true)
	case trace.Shrink:
		return b.shrink(l, j, e)
	}
	return nil
}

func (b *book) freeze(l *jobRecord, j *workload.Job, e *trace.Event) error {
	if l.frozen != nil || len(e.Placement) == 0 {
		return fmt.Errorf("while %v are frozen for it, or of nothing", l.frozen)
	}
	if to := l.tasks() + int32(e.Placement.Tasks()); to > j.Elastic.Max {
		return fmt.Errorf("would hold %d, at most %d", to, j.Elastic.Max)
	}
	l.frozen, l.stage = nodesOf(e.Placement), 1
	return b.take(j, e.Placement)
}

func (b *book) shrink(l *jobRecord, j *workload.Job, e *trace.Event) error {
	if l.frozen != nil {
		return fmt.Errorf("while it grows")
	}
	rest := maps.Clone(l.held)
	for n, tasks := range e.Placement.All {
		if rest[n] -= tasks; rest[n] < 0 {
			return fmt.Errorf("gives back %v and holds %v", e.Placement, l.held)
		}
		if rest[n] == 0 {
			delete(rest, n)
		} else if !j.Whole() {
			b.users[n]++ // the job keeps tasks on the node
		}
	}
	l.held, l.stage = rest, 0
	if l.tasks() < j.Elastic.Min {
		return fmt.Errorf("keeps %d, at least %d", l.tasks(), j.Elastic.Min)
	}
	b.give(j, e.Placement)
	b.pace(l, j, true)
	b.look(l)
	return nil
}

// tasks returns the number of tasks that the job holds.
func (l *jobRecord) tasks() int32 {
	sum := int32(0)
	for _, tasks := range l.held {
		sum += tasks
	}
	return sum
}
