package slurmsched

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
)

// unchanged takes nothing back.
func unchanged() {}

// leastTime sets the walltime of a job that may be shortened to its minimum, for the
// backfill scheduler to plan and start it. A job with a deadline is planned with its
// whole walltime. The returned function undoes this.
//
// Source: SOURCES.md SLURM.17.
func (p *pass) leastTime(w *queue.Waiting) (restore func()) {
	if w.TimeMin == 0 || w.TimeMin >= w.Walltime || p.config.Deadlines && w.Deadline != 0 {
		return unchanged
	}
	return p.shorten(w, w.TimeMin)
}

// timeLeft gives a job that may be shortened, and that starts now, the time until its
// deadline in whole minutes as its walltime, if that is less. The returned function takes
// this back.
//
// Source: SOURCES.md SLURM.17.
func (p *pass) timeLeft(w *queue.Waiting) (restore func()) {
	if w.TimeMin == 0 || !p.config.Deadlines || w.Deadline == 0 {
		return unchanged
	}
	left := w.Deadline.Sub(p.Now()) / simtime.Minute * simtime.Minute
	if left = max(left, w.TimeMin); left >= w.Walltime {
		return unchanged
	}
	return p.shorten(w, left)
}

// shorten gives a waiting job another walltime until the returned function is called. A
// job that starts meanwhile keeps it.
func (p *pass) shorten(w *queue.Waiting, wall simtime.Duration) (restore func()) {
	f, request := factorsIn(w), w.Request
	limits, short := f.limits, *request
	short.Walltime, w.Request = wall, &short
	if limits != nil {
		l := *limits
		l.minutes = minutesOf(wall)
		f.limits = &l
	}
	return func() { w.Request, f.limits = request, limits }
}
