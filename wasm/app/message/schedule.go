package message

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Schedule is a mark of when which jobs held which nodes. Runs whose marks are
// the same have the same schedule, whatever the reasons, and in whatever order
// things were done within an instant. The zero value is that of nothing.
type Schedule uint64

// Add takes in an event.
func (s *Schedule) Add(at simtime.Time, kind trace.EventKind, job workload.JobID, p cluster.Placement) {
	if kind != trace.Start && kind != trace.Grow && kind != trace.Shrink {
		return
	}
	const offset, prime = 14695981039346656037, 1099511628211
	mark := uint64(offset)
	put := func(v int64) { mark = (mark ^ uint64(v)) * prime; mark ^= mark >> 29 }
	put(int64(at))
	put(int64(kind))
	put(int64(job))
	for _, r := range p {
		put(int64(r.First))
		put(int64(r.Last))
		put(int64(r.Tasks))
	}
	*s += Schedule(mark)
}

// Schedule is the mark of a run.
func (m *Loaded) Schedule() Schedule {
	var s Schedule
	at := 0
	for i := range m.Steps {
		for range m.Steps[i].Events {
			e := &m.Events[at]
			s.Add(m.Steps[i].Time, e.Kind, e.Job, e.Placement)
			at++
		}
	}
	return s
}

// Other is a policy to be tried in place of that of a Load.
type Other struct{ Queue, Allocator string }
