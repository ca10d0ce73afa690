package recording

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

// resize is a change of the nodes that a running job holds, or a stage of such a
// change.
type resize struct {
	step      int32
	kind      trace.EventKind // Freeze, Stage, Grow, Rollback or Shrink; Suspend or Resume, with the nodes of the job
	of        int32
	placement cluster.Placement // after a Grow or Shrink, all nodes that the job holds; otherwise the nodes of the event, such as those that a Freeze sets aside
}

// change processes an event of a running job's growth or shrinking in step i.
func (r *RecordedRun) change(i int32, at simtime.Time, e *message.Event) {
	c := resize{i, e.Kind, e.Of, e.Placement}
	limit := r.StepTime(r.Lives[e.Job].Start).Add(r.Jobs[e.Job].Walltime)
	switch e.Kind {
	case trace.Freeze:
		r.Growths.begin(e.Job, i, at, e.Placement)
		r.startBars(draw.Bar{Job: e.Job, Kind: draw.SetAside, Begin: i + 1, Start: at, Limit: limit}, e.Placement)
	case trace.Stage:
		r.Growths.stage(e.Job, i, at, e.Of)
	case trace.Rollback:
		r.endFreeze(e.Job, i, at, draw.Requeued)
	case trace.Grow, trace.Shrink:
		held, since := r.holds(e.Job)
		r.endBars(e.Job, held, draw.Resized, since+1, i+1, at)
		if e.Kind == trace.Grow {
			r.Growths.stage(e.Job, i, at, draw.Stages)
			r.endFreeze(e.Job, i, at, draw.Resized)
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

// suspend processes a suspension in step i, or its end. Meanwhile, the bars of the job are
// a line.
func (r *RecordedRun) suspend(i int32, at simtime.Time, e *message.Event) {
	held, since := r.holds(e.Job)
	l := &r.Lives[e.Job]
	if e.Kind == trace.Suspend {
		r.endBars(e.Job, held, draw.Paused, since+1, i+1, at)
		r.Bars.Put(draw.Bar{Job: e.Job, Kind: draw.Suspended, Begin: i + 1, Start: at, Limit: simtime.Never}, held)
	} else {
		still, _ := r.Stood(e.Job, l, i)
		still += at.Sub(r.StepTime(since))
		r.Bars.Stop(e.Job, draw.Suspended, draw.Resized, since+1, i+1, at)
		r.startBars(draw.Bar{Job: e.Job, Begin: i + 1, Start: at, Limit: r.StepTime(l.Start).Add(r.Jobs[e.Job].Walltime + still)}, held)
	}
	if r.sizes == nil {
		r.sizes = map[workload.JobID][]resize{}
	}
	r.sizes[e.Job] = append(r.sizes[e.Job], resize{i, e.Kind, 0, held})
}

// Stood returns how long the suspensions of an attempt of a job lasted that had ended by a
// step, and the step since which the job is suspended then, or -1.
func (r *RecordedRun) Stood(id workload.JobID, l *Life, step int32) (still simtime.Duration, since int32) {
	since = -1
	for _, c := range r.sizes[id] {
		switch {
		case c.step > step || c.step < l.Start || l.End >= 0 && c.step > l.End:
		case c.kind == trace.Suspend:
			since = c.step
		case c.kind == trace.Resume:
			still += r.StepTime(c.step).Sub(r.StepTime(since))
			since = -1
		}
	}
	return still, since
}

// Resized reports whether a step changes the size of a job or contains a stage of
// such a change.
func (r *RecordedRun) Resized(id workload.JobID, step int32) bool {
	return slices.ContainsFunc(r.sizes[id], func(s resize) bool {
		return s.step == step && s.kind != trace.Suspend && s.kind != trace.Resume
	})
}

// endFreeze ends the bars of the nodes that are set aside for a job's growth, if
// the job is growing.
func (r *RecordedRun) endFreeze(id workload.JobID, i int32, at simtime.Time, how draw.BarEnding) {
	if g := r.Growths.end(id, i, at); g != nil {
		r.Bars.Stop(id, draw.SetAside, how, g.Begin+1, i+1, at)
		r.freeLanes(id, g.Placement)
	}
}

// holds returns the nodes that a job holds after the steps read so far, and the
// step since which it has held them.
func (r *RecordedRun) holds(id workload.JobID) (cluster.Placement, int32) {
	return r.Placement(id, &r.Lives[id], math.MaxInt32)
}

// Placement returns the nodes that a job held at a step of the given attempt, and
// the step since which it had held them. If the attempt ended earlier, it returns
// the nodes held last. If the attempt never started, it returns nil.
func (r *RecordedRun) Placement(id workload.JobID, l *Life, step int32) (cluster.Placement, int32) {
	for _, c := range slices.Backward(r.sizes[id]) {
		if (c.kind == trace.Grow || c.kind == trace.Shrink || c.kind == trace.Ready || c.kind == trace.Suspend || c.kind == trace.Resume) && c.step <= step && l.Start <= c.step && (l.End < 0 || c.step <= l.End) {
			return c.placement, c.step
		}
	}
	if l.Start < 0 {
		return nil, -1
	}
	for _, e := range r.StepEvents(int(l.Start)) {
		if e.Job == id && e.Kind == trace.Start {
			return e.Placement, l.Start
		}
	}
	return nil, -1
}

// freshSpeeds adds the speed at the beginning of each attempt, for jobs that
// started several times. That is full speed, which the engine does not report.
func (r *RecordedRun) freshSpeeds() {
	for id := range r.past {
		if r.Speeds == nil || len(r.Speeds[id]) == 0 {
			continue
		}
		for _, l := range append(r.past[id], r.Lives[id]) {
			at := r.StepTime(l.Start)
			k, _ := slices.BinarySearchFunc(r.Speeds[id], at, func(s draw.SpeedSpan, at simtime.Time) int { return cmp.Compare(s.From, at) })
			r.Speeds[id] = slices.Insert(r.Speeds[id], k, draw.SpeedSpan{From: at, Part: 1})
		}
	}
}

// steps calls yield for each event of a job with the step of the event. A step of
// -1 means that the event did not happen.
func (r *RecordedRun) steps(id workload.JobID, yield func(step int32)) {
	each := func(l *Life) {
		yield(l.Submit)
		yield(l.Start)
		yield(l.End)
	}
	for i := range r.past[int32(id)] {
		each(&r.past[int32(id)][i])
	}
	each(&r.Lives[id])
	for _, c := range r.sizes[id] {
		yield(c.step)
	}
	for _, step := range r.risks[int32(id)] {
		yield(step)
	}
}
