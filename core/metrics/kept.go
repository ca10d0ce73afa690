package metrics

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// stretch is a time span in which a job held a fixed number of cores. Work done in
// the span has not been lost so far. A stretch contains a pointer to the job's
// previous stretch. Stretches never change, so that copies of a Meter can share
// them.
type stretch struct {
	from, to simtime.Time
	cores    int64
	before   *stretch
}

// coreTime returns the core-milliseconds that the job held during this stretch. It
// counts only time within the window, and not before the given time.
func (s *stretch) coreTime(since simtime.Time, w *window) float64 {
	return float64(float64(s.cores) * w.overlap(max(s.from, since), s.to))
}

// lose removes the work that a job has done since the given time from the job's
// stretches. It returns the last remaining stretch and the lost core-milliseconds.
// Cost: O(stretches since that time).
func (s *stretch) lose(since simtime.Time, w *window) (kept *stretch, lost float64) {
	for s != nil && s.from >= since {
		lost += s.coreTime(s.from, w)
		s = s.before
	}
	if s != nil && s.to > since {
		lost += s.coreTime(since, w)
		s = &stretch{s.from, since, s.cores, s.before}
	}
	return s, lost
}

// hold records that the job holds the given number of cores from now on.
func (t *jobHistory) hold(now simtime.Time, cores int64) {
	if t.cores > 0 && now > t.since {
		t.done = &stretch{t.since, now, t.cores, t.done}
	}
	t.since, t.cores = now, cores
}

// lose counts the work that a job loses when an event stops it. If the event is a
// Requeue that names a checkpoint, the work since this checkpoint is lost.
// Otherwise all work of the job is lost. Cost: O(stretches of the job).
func (m *Meter) lose(t *jobHistory, e *trace.Event) {
	t.hold(e.Time, 0)
	since := simtime.Time(0)
	if e.Kind == trace.Requeue {
		since = keptUntil(e)
	}
	kept, lost := t.done.lose(since, &m.window)
	t.done = kept
	m.lostTime += lost
}

// coresOf returns the number of cores of the event's placement.
func (m *Meter) coresOf(e *trace.Event) int64 { return m.holds(e, e.Placement)[workload.Cores] }
