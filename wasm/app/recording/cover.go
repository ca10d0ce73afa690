package recording

import (
	"math"
	"slices"

	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Cover returns a copy of the beginning of the run, without its future. The copy
// contains the first n steps. If events is not negative, it also contains the next
// step with only that number of its events. The copy contains no data about the
// future, so nothing derived from it can reveal the future. The time axis of the
// copy (its field Last) ends at the current time; Reach extends it. Cost: as
// NewRun.
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
	l.About, l.Notes = "", nil // these texts may describe what happens later; goals do not
	l.Goals = slices.Clone(r.Goals)
	for i := range l.Goals {
		l.Goals[i].Made = nil // conditions are evaluated on the complete run
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
	if l.Curve = slices.Clone(r.Curve[:past]); past > 0 { // the latest value may still change at the current time
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
			l.Jobs[i].Parts = nil // the parts would reveal when the job ends
		}
	}
	covered := NewRun(&l, c)
	covered.Covered, covered.Ended, covered.Clock, covered.Subject = true, n == r.Len(), r.Clock, r.About
	return covered
}

// endedBefore reports for each job whether its latest attempt ended within the
// first n steps.
func (r *RecordedRun) endedBefore(n int32) []bool {
	ended := make([]bool, len(r.Jobs))
	for i := range r.Lives {
		ended[i] = r.Lives[i].End >= 0 && r.Lives[i].End < n
	}
	return ended
}

// FirstReach returns the end of the time axis for a run with a hidden future,
// before its first event. That is the time at which the first submitted job would
// end if it started at its submission and ran for its walltime. If this job has no
// walltime, the axis ends at one hour.
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

// Reach extends the time axis of a run with a hidden future, so that it includes
// all times that are known in a state: the walltime limits of running jobs, and the
// times at which jobs would end if they started as promised and ran for their
// walltimes.
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
