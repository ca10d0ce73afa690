package message

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Schedule is a fingerprint of a schedule, that is, of the nodes that each job
// holds at each time. Runs with the same schedule have equal fingerprints, even if
// the reasons for the decisions or the order of simultaneous events differ. The
// zero value is the fingerprint of an empty schedule.
type Schedule uint64

// Add adds an event to the fingerprint. It ignores all events except starts and
// changes of size.
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

// Schedule returns the fingerprint of a run.
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

// Other is an alternative pair of policies that replaces the policies of a Load.
type Other struct{ Queue, Allocator string }
