package recording

import (
	"math"
	"slices"

	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Cover is the beginning of a run as one that knows nothing of what comes later:
// its first n steps, and of the next one the first events, unless they are
// negative. Whatever is made of it tells nothing of the future, since it is not in
// it. Its Last is now until Reach says more. Cost: that of NewRun.
func (r *RecordedRun) Cover(n, events int, c *i18n.Catalog) *RecordedRun {
	l := *r.Loaded
	end := r.First[n]
	if events >= 0 {
		end += int32(events)
		l.Steps = slices.Clone(r.Steps[:n+1])
		l.Steps[n].Events = int32(events)
	} else {
		l.Steps = r.Steps[:n]
	}
	l.Events = r.Events[:end]
	now := simtime.Time(0)
	if k := len(l.Steps); k > 0 {
		now = l.Steps[k-1].Time
	}
	l.About, l.Notes = "", nil // which tell what the run is to show; goals only ask
	l.Goals = slices.Clone(r.Goals)
	for i := range l.Goals {
		l.Goals[i].Made = nil // what there is to make is told of the whole run
	}
	l.Whole, l.Figures = nil, nil
	l.Speeds = nil
	for _, s := range r.Loaded.Speeds {
		if int(s.Step) < n {
			l.Speeds = append(l.Speeds, s)
		}
	}
	past := 0
	for past < len(r.Curve) && r.Curve[past].Time < now {
		past++
	}
	if l.Curve = slices.Clone(r.Curve[:past]); past > 0 { // what holds from now on may still be decided
		last := l.Curve[past-1]
		last.Time = now
		l.Curve = append(l.Curve, last)
	}
	l.Sparks = make([]message.Spark, len(r.Sparks))
	for i, s := range r.Sparks {
		l.Sparks[i] = s[:len(s)*n/max(r.Len(), 1)]
	}
	ended := r.endedBefore(int32(n))
	l.Jobs = slices.Clone(r.Jobs)
	for i := range l.Jobs {
		if !ended[i] {
			l.Jobs[i].Parts = nil // they would tell when the job ends
		}
	}
	covered := NewRun(&l, c)
	covered.Covered, covered.Ended, covered.Clock, covered.Subject = true, n == r.Len(), r.Clock, r.About
	return covered
}

// endedBefore are the jobs whose last life ended in the first n steps.
func (r *RecordedRun) endedBefore(n int32) []bool {
	ended := make([]bool, len(r.Jobs))
	for i := range r.Lives {
		ended[i] = r.Lives[i].End >= 0 && r.Lives[i].End < n
	}
	return ended
}

// FirstReach returns where the axis of a covered run ends before anything has happened:
// where the first job would end if it used its whole walltime from its submission on.
func (r *RecordedRun) FirstReach() simtime.Time {
	const unknown = simtime.Time(simtime.Hour)
	if len(r.Jobs) == 0 {
		return unknown
	}
	first := &r.Jobs[0]
	for i := range r.Jobs {
		if r.Jobs[i].Submit < first.Submit {
			first = &r.Jobs[i]
		}
	}
	if first.Walltime >= simtime.Forever/4 {
		return unknown
	}
	return first.Submit.Add(first.Walltime)
}

// Reach makes the axis of a covered run reach as far as is known in a state: to the
// walltimes of the running jobs, and to the ends of what was promised.
func (r *RecordedRun) Reach(s *message.State) {
	const far = simtime.Time(math.MaxInt64 / 4)
	for i := range s.Running {
		if limit := s.Running[i].Limit; limit < far {
			r.Last = max(r.Last, limit)
		}
	}
	for i := range s.Queue {
		if w := &s.Queue[i]; w.Promised < far && r.Jobs[w.Job].Walltime < simtime.Forever/4 {
			r.Last = max(r.Last, w.Promised.Add(r.Jobs[w.Job].Walltime))
		}
	}
}
