package app

import (
	"cmp"
	"math"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// resize is a change of what a running job holds.
type resize struct {
	step      int32
	kind      trace.Kind // Freeze, Stage, Grow, Rollback or Shrink
	of        int32
	placement cluster.Placement // what it holds after Grow or Shrink; what is set aside for it
}

// change takes in a change of what a running job holds, in step i.
func (r *Run) change(i int32, at simtime.Time, e *message.Event) {
	c := resize{i, e.Kind, e.Of, e.Placement}
	limit := r.StepTime(r.lives[e.Job].start).Add(r.Jobs[e.Job].Walltime)
	switch e.Kind {
	case trace.Freeze:
		r.growths.begin(e.Job, i, at, e.Placement)
		r.startBars(draw.Bar{Job: e.Job, Kind: draw.SetAside, Begin: i + 1, Start: at, Limit: limit}, e.Placement)
	case trace.Stage:
		r.growths.stage(e.Job, i, at, e.Of)
	case trace.Rollback:
		r.thaw(e.Job, i, at, draw.Requeued)
	case trace.Grow, trace.Shrink:
		held, since := r.holds(e.Job)
		r.endBars(e.Job, held, draw.Resized, since+1, i+1, at)
		if e.Kind == trace.Grow {
			r.growths.stage(e.Job, i, at, draw.Stages)
			r.thaw(e.Job, i, at, draw.Resized)
		} else {
			c.placement, _ = held.Minus(e.Placement)
		}
		r.startBars(draw.Bar{Job: e.Job, Begin: i + 1, Start: at, Limit: limit}, c.placement)
	}
	if r.sizes == nil {
		r.sizes = map[workload.JobID][]resize{}
	}
	r.sizes[e.Job] = append(r.sizes[e.Job], c)
}

// thaw ends what was set aside for a job, if anything is.
func (r *Run) thaw(id workload.JobID, i int32, at simtime.Time, how draw.Ending) {
	if g := r.growths.end(id, i, at); g != nil {
		r.Bars.Stop(id, draw.SetAside, how, g.begin+1, i+1, at)
		r.freeLanes(id, g.placement)
	}
}

// holds is what a running job holds as far as the run has been read, and since
// which step.
func (r *Run) holds(id workload.JobID) (cluster.Placement, int32) {
	return r.placement(id, &r.lives[id], math.MaxInt32)
}

// placement is what a job held in a life as of a step, its last if it has ended
// by then, and since which step; nil if it had not started.
func (r *Run) placement(id workload.JobID, l *life, step int32) (cluster.Placement, int32) {
	for _, c := range slices.Backward(r.sizes[id]) {
		if (c.kind == trace.Grow || c.kind == trace.Shrink) && c.step <= step && l.start <= c.step && (l.end < 0 || c.step <= l.end) {
			return c.placement, c.step
		}
	}
	if l.start < 0 {
		return nil, -1
	}
	for _, e := range r.StepEvents(int(l.start)) {
		if e.Job == id && e.Kind == trace.Start {
			return e.Placement, l.start
		}
	}
	return nil, -1
}

// freshSpeeds lets each life of a job that started several times begin at full
// speed: of that the engine says nothing.
func (r *Run) freshSpeeds() {
	for id := range r.past {
		if r.speeds == nil || len(r.speeds[id]) == 0 {
			continue
		}
		for _, l := range append(r.past[id], r.lives[id]) {
			at := r.StepTime(l.start)
			k, _ := slices.BinarySearchFunc(r.speeds[id], at, func(s draw.Speed, at simtime.Time) int { return cmp.Compare(s.From, at) })
			r.speeds[id] = slices.Insert(r.speeds[id], k, draw.Speed{From: at, Part: 1})
		}
	}
}

// steps calls yield with the steps of a job's events, -1 among them.
func (r *Run) steps(id workload.JobID, yield func(step int32)) {
	each := func(l *life) {
		yield(l.submit)
		yield(l.start)
		yield(l.end)
	}
	for i := range r.past[int32(id)] {
		each(&r.past[int32(id)][i])
	}
	each(&r.lives[id])
	for _, c := range r.sizes[id] {
		yield(c.step)
	}
	for _, step := range r.risks[int32(id)] {
		yield(step)
	}
}
