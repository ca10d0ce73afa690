package recording

import (
	"math"
	"slices"

	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Cover returns a copy of the beginning of a run: the first n steps and, if events
// is not negative, that many events of the next step. The copy contains no data of
// the future, so nothing that is made from it can reveal the future. Its Last is
// the current time until Reach extends it. Cost: that of NewRun.
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
	l.About, l.Notes = "", nil // these describe what the run is to show; goals only ask
	l.Goals = slices.Clone(r.Goals)
	for i := range l.Goals {
		l.Goals[i].Made = nil // conditions are evaluated on the whole run
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
	if l.Curve = slices.Clone(r.Curve[:past]); past > 0 { // the current value may still change within this instant
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
			l.Jobs[i].Parts = nil // they would reveal when the job ends
		}
	}
	covered := NewRun(&l, c)
	covered.Covered, covered.Ended, covered.Clock, covered.Subject = true, n == r.Len(), r.Clock, r.About
	return covered
}

// endedBefore reports for each job whether its last life ended within the first n
// steps.
func (r *RecordedRun) endedBefore(n int32) []bool {
	ended := make([]bool, len(r.Jobs))
	for i := range r.Lives {
		ended[i] = r.Lives[i].End >= 0 && r.Lives[i].End < n
	}
	return ended
}

// FirstReach returns the end of a covered run's time axis before any event: the
// time at which the first job would end if it ran for its whole walltime from its
// submission.
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

// Reach extends the time axis of a covered run to the latest time that is known in
// a state: the walltime limits of the running jobs, and the ends of the promised
// runs.
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
