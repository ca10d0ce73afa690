package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// PlacementSpan is a stay: a time span in which a job held an unchanged placement.
// Most jobs have a single stay.
type PlacementSpan struct {
	Job       workload.JobID
	Placement cluster.Placement
	From, To  simtime.Time
	Frozen    bool // whether the nodes are idle and set aside for the job to grow
}

// Stays returns all stays of jobs on nodes, ordered by the times at which they end.
// Stays that have not ended at the end of the trace come last, by JobID. Cost:
// O(events + jobs).
func Stays(jobs []workload.Job, log []trace.Event) []PlacementSpan {
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
	out    []PlacementSpan
	held   []int32         // for each job, index of its stay in the field open, plus 1; 0 if the job holds nothing
	open   []PlacementSpan // stays of running jobs; the list is short because only running jobs are in it
	unused []int32         // indexes of unused elements of the field open
	frozen map[workload.JobID]PlacementSpan
}

func newStays(jobs int) stays {
	return stays{out: make([]PlacementSpan, 0, jobs), held: make([]int32, jobs), frozen: map[workload.JobID]PlacementSpan{}}
}

// read processes an event of a job.
func (r *stays) read(e *trace.Event) {
	switch e.Kind {
	case trace.Start:
		r.begin(e.Job, e.Placement, e.Time)
	case trace.Freeze:
		r.frozen[e.Job] = PlacementSpan{Job: e.Job, Placement: e.Placement, From: e.Time, Frozen: true}
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
	case trace.Suspend:
		r.leave(e.Job, e.Time)
	case trace.Resume:
		r.begin(e.Job, e.Placement, e.Time)
	case trace.End, trace.Kill, trace.Fail, trace.Requeue:
		r.end(e.Job, e.Time)
	}
}

// begin opens a stay for a job that holds no nodes yet.
func (r *stays) begin(id workload.JobID, p cluster.Placement, now simtime.Time) {
	at := int32(len(r.open))
	if last := len(r.unused) - 1; last >= 0 {
		at, r.unused = r.unused[last], r.unused[:last]
	} else {
		r.open = append(r.open, PlacementSpan{})
	}
	r.open[at] = PlacementSpan{Job: id, Placement: p, From: now}
	r.held[id] = at + 1
}

// end closes all stays of a job, including the stay on frozen nodes.
func (r *stays) end(id workload.JobID, now simtime.Time) {
	r.leave(id, now)
	r.thaw(id, now)
}

// endAll closes all open stays at the end of the trace. Cost: O(jobs).
func (r *stays) endAll(now simtime.Time) {
	for id := range r.held {
		r.end(workload.JobID(id), now)
	}
}

// thaw closes a job's stay on frozen nodes.
func (r *stays) thaw(id workload.JobID, now simtime.Time) {
	if s, ok := r.frozen[id]; ok {
		r.close(&s, now)
		delete(r.frozen, id)
	}
}

// leave closes the stay on the nodes on which a job runs.
func (r *stays) leave(id workload.JobID, now simtime.Time) {
	if at := r.held[id]; at > 0 {
		r.close(&r.open[at-1], now)
		r.held[id], r.unused = 0, append(r.unused, at-1)
	}
}

func (r *stays) close(s *PlacementSpan, now simtime.Time) {
	if len(s.Placement) > 0 {
		s.To = now
		r.out = append(r.out, *s)
	}
}
