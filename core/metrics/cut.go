package metrics

import (
	"math"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Trim defines the part of a run that the figures leave out. The beginning is left
// out because the machine is still filling up, and the end because it drains after
// the last submission. The fields First and Last are the fractions of the jobs that
// are left out at the beginning and at the end of the list. The remaining jobs are
// the counted jobs.
//
// Figures of jobs cover only the counted jobs. Figures over time cover the time
// from the submission of the first counted job to the submission of the last
// counted job. Both submission times are those in the list of jobs. The makespan
// lasts from this first submission to the last end of the counted jobs. The zero
// Trim leaves out nothing.
//
// Source: Law and Kelton's warm-up deletion, applied to both ends; SOURCES.md
// METRIC.4.
type Trim struct{ First, Last float64 }

// window is the part of a run that the figures cover. It consists of the jobs from
// low to high-1, and the time between the fields from and to. The zero window is
// the whole run.
type window struct {
	on        bool
	low, high workload.JobID
	from, to  simtime.Time
}

// windowOf returns the window that remains of a run after a Trim. If no job would
// remain, the window contains only the first job after the trimmed beginning.
func windowOf(jobs []workload.Job, c Trim) window {
	n := len(jobs)
	if c == (Trim{}) || n == 0 {
		return window{}
	}
	low := min(int(math.Floor(float64(c.First*float64(n)))), n-1)
	high := max(n-int(math.Floor(float64(c.Last*float64(n)))), low+1)
	return window{true, workload.JobID(low), workload.JobID(high), jobs[low].Submit, jobs[high-1].Submit}
}

// has reports whether the window contains a job.
func (w *window) has(id workload.JobID) bool { return !w.on || w.low <= id && id < w.high }

// overlap returns how much of the given time span lies in the window, in
// milliseconds.
func (w *window) overlap(from, to simtime.Time) float64 {
	if w.on {
		from, to = max(from, w.from), min(to, w.to)
	}
	return float64(max(0, to-from))
}

// holds reports whether a time lies in the window, including the ends of the
// window.
func (w *window) holds(t simtime.Time) bool { return !w.on || w.from <= t && t <= w.to }
