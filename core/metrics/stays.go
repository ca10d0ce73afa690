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
	r := newStays(len(jobs))
	for i := range log {
		if e := &log[i]; e.Job != workload.NoJob {
			r.read(e)
		}
	}
	if len(log) > 0 {
		r.endAll(log[len(log)-1].Time)
	}
	return r.out
}

type stays struct {
	out    []Stay
	held   []int32 // by job: the place of its stay in open, from 1; 0 where it holds nothing
	open   []Stay  // few: of the jobs that run
	unused []int32 // places of open
	frozen map[workload.JobID]Stay
}

func newStays(jobs int) stays {
	return stays{out: make([]Stay, 0, jobs), held: make([]int32, jobs), frozen: map[workload.JobID]Stay{}}
}

// read takes in an event of a job.
func (r *stays) read(e *trace.Event) {
	switch e.Kind {
	case trace.Start:
		r.begin(e.Job, e.Placement, e.Time)
	case trace.Freeze:
		r.frozen[e.Job] = Stay{Job: e.Job, Placement: e.Placement, From: e.Time, Frozen: true}
	case trace.Grow:
		r.end(e.Job, e.Time)
		r.begin(e.Job, e.Placement, e.Time)
	case trace.Shrink:
		var rest cluster.Placement
		if at := r.held[e.Job]; at > 0 {
			rest, _ = r.open[at-1].Placement.Minus(e.Placement)
		}
		r.leave(e.Job, e.Time)
		r.begin(e.Job, rest, e.Time)
	case trace.Rollback:
		r.thaw(e.Job, e.Time)
	case trace.End, trace.Kill, trace.Fail, trace.Requeue:
		r.end(e.Job, e.Time)
	}
}

// begin notes what a job, which holds nothing, holds from now on.
func (r *stays) begin(id workload.JobID, p cluster.Placement, now simtime.Time) {
	at := int32(len(r.open))
	if last := len(r.unused) - 1; last >= 0 {
		at, r.unused = r.unused[last], r.unused[:last]
	} else {
		r.open = append(r.open, Stay{})
	}
	r.open[at] = Stay{Job: id, Placement: p, From: now}
	r.held[id] = at + 1
}

// end ends all that a job holds.
func (r *stays) end(id workload.JobID, now simtime.Time) {
	r.leave(id, now)
	r.thaw(id, now)
}

// endAll ends what is held at the end of the trace. Cost: O(jobs).
func (r *stays) endAll(now simtime.Time) {
	for id := range r.held {
		r.end(workload.JobID(id), now)
	}
}

// thaw ends what is frozen for a job.
func (r *stays) thaw(id workload.JobID, now simtime.Time) {
	if s, ok := r.frozen[id]; ok {
		r.close(&s, now)
		delete(r.frozen, id)
	}
}

// leave ends what a job runs on.
func (r *stays) leave(id workload.JobID, now simtime.Time) {
	if at := r.held[id]; at > 0 {
		r.close(&r.open[at-1], now)
		r.held[id], r.unused = 0, append(r.unused, at-1)
	}
}

func (r *stays) close(s *Stay, now simtime.Time) {
	if len(s.Placement) > 0 {
		s.To = now
		r.out = append(r.out, *s)
	}
}
