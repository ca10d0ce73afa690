package message

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Schedule is a fingerprint of when each job held which nodes. Two runs with equal
// fingerprints have the same schedule, whatever the reasons for it and the order of
// events within an instant. The zero value is the fingerprint of an empty schedule.
type Schedule uint64

// Add adds an event to the fingerprint. Only starts and changes of size count.
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

// Other is a policy to run in place of the one of a Load.
type Other struct{ Queue, Allocator string }
