package metrics

import (
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// stretch is a time in which a job held so many cores, and the work of which is
// kept so far; before it lies the one before. Stretches never change, so that
// copies of a Meter share them.
type stretch struct {
	from, to simtime.Time
	cores    int64
	before   *stretch
}

// coreTime is what a job held since an instant, within the window, in
// core-milliseconds.
func (s *stretch) coreTime(since simtime.Time, w *window) float64 {
	return float64(float64(s.cores) * w.overlap(max(s.from, since), s.to))
}

// lose takes out what was done since an instant, and returns what is left and
// how much that was, in core-milliseconds. Cost: O(stretches since then).
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

// hold notes that a job of which t is known holds so many cores from now on.
func (t *standing) hold(now simtime.Time, cores int64) {
	if t.cores > 0 && now > t.since {
		t.done = &stretch{t.since, now, t.cores, t.done}
	}
	t.since, t.cores = now, cores
}

// lose counts the work of a job that is in vain by an event that stops it: since
// what is kept, or all of it. Cost: O(stays of the job).
func (m *Meter) lose(t *standing, e *trace.Event) {
	t.hold(e.Time, 0)
	since := simtime.Time(0)
	if e.Kind == trace.Requeue {
		since = keptUntil(e)
	}
	kept, lost := t.done.lose(since, &m.window)
	t.done = kept
	m.lostTime += lost
}

// coresOf are those that the job of an event holds with a placement.
func (m *Meter) coresOf(e *trace.Event) int64 { return m.holds(e, e.Placement)[workload.Cores] }
