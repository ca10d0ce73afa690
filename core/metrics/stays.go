package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Stay is a stretch of time in which a job held a placement that did not
// change. Most jobs have one.
type Stay struct {
	Job       workload.JobID
	Placement cluster.Placement
	From, To  simtime.Time
	Frozen    bool // set aside for the job to grow, and idle
}

// Stays returns who held what, and when, ordered by when it ended; what is held
// at the end of the trace comes last, by JobID. Cost: O(events + jobs).
func Stays(jobs []workload.Job, log []trace.Event) []Stay {
	r := stays{out: make([]Stay, 0, len(jobs)), held: make([]Stay, len(jobs)), frozen: map[workload.JobID]Stay{}}
	for i := range log {
		if e := &log[i]; e.Job != workload.NoJob {
			r.read(e)
		}
	}
	if len(log) > 0 {
		for id := range jobs {
			r.end(workload.JobID(id), log[len(log)-1].Time)
		}
	}
	return r.out
}

type stays struct {
	out    []Stay
	held   []Stay // by job; without a placement where it holds nothing
	frozen map[workload.JobID]Stay
}

func (r *stays) read(e *trace.Event) {
	s := &r.held[e.Job]
	switch e.Kind {
	case trace.Start:
		*s = Stay{Job: e.Job, Placement: e.Placement, From: e.Time}
	case trace.Freeze:
		r.frozen[e.Job] = Stay{Job: e.Job, Placement: e.Placement, From: e.Time, Frozen: true}
	case trace.Grow:
		r.end(e.Job, e.Time)
		*s = Stay{Job: e.Job, Placement: e.Placement, From: e.Time}
	case trace.Shrink:
		rest, _ := s.Placement.Minus(e.Placement)
		r.close(s, e.Time)
		*s = Stay{Job: e.Job, Placement: rest, From: e.Time}
	case trace.Rollback:
		r.thaw(e.Job, e.Time)
	case trace.End, trace.Kill, trace.Fail, trace.Requeue:
		r.end(e.Job, e.Time)
	}
}

// end ends all that a job holds.
func (r *stays) end(id workload.JobID, now simtime.Time) {
	r.close(&r.held[id], now)
	r.thaw(id, now)
}

// thaw ends what is frozen for a job.
func (r *stays) thaw(id workload.JobID, now simtime.Time) {
	if s, ok := r.frozen[id]; ok {
		r.close(&s, now)
		delete(r.frozen, id)
	}
}

func (r *stays) close(s *Stay, now simtime.Time) {
	if len(s.Placement) > 0 {
		s.To = now
		r.out = append(r.out, *s)
	}
	s.Placement = nil
}
