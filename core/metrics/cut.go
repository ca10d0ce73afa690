package metrics

import (
	"math"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Trim leaves the beginning and the end of a run out of its figures: the machine
// fills from nothing, and empties after the last submission. First and Last are
// the parts of the jobs, in the order of the list, that are left out at each end.
// Figures of jobs are then over the jobs between, and figures over time from the
// first submission of these, as listed, to the last. Makespan is from that first
// submission to the last end of these jobs. The zero Cut leaves out nothing.
//
// Source: Law and Kelton's warm-up deletion, read for both ends; SOURCES.md
// METRIC.4.
type Trim struct{ First, Last float64 }

// window is the part of a run that figures are of: the jobs from low to before
// high, and the time from from to to. The zero window is the whole run.
type window struct {
	on        bool
	low, high workload.JobID
	from, to  simtime.Time
}

// windowOf returns what a cut leaves of a run. A cut that leaves no job leaves the
// first after its beginning.
func windowOf(jobs []workload.Job, c Trim) window {
	n := len(jobs)
	if c == (Trim{}) || n == 0 {
		return window{}
	}
	low := min(int(math.Floor(float64(c.First*float64(n)))), n-1)
	high := max(n-int(math.Floor(float64(c.Last*float64(n)))), low+1)
	return window{true, workload.JobID(low), workload.JobID(high), jobs[low].Submit, jobs[high-1].Submit}
}

// has reports whether a job is counted.
func (w *window) has(id workload.JobID) bool { return !w.on || w.low <= id && id < w.high }

// overlap is how long, in milliseconds, a stretch of time lies in the window.
func (w *window) overlap(from, to simtime.Time) float64 {
	if w.on {
		from, to = max(from, w.from), min(to, w.to)
	}
	return float64(max(0, to-from))
}

// holds reports whether an instant lies in the window, its ends included.
func (w *window) holds(t simtime.Time) bool { return !w.on || w.from <= t && t <= w.to }
