package simworker

import (
	"math"
	"slices"

	"hopyard/core/longrun"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

const (
	// manyJobs is the greatest number of jobs of a trace that is sent to the page
	// as a whole. Chromium takes about 0.2 s to transfer, decode and draw that many
	// jobs, and the time grows with the number of jobs.
	manyJobs = 2000
	// overviewBins is the number of intervals into which the overview divides a
	// run.
	overviewBins = 1200
	// sketchBins is the approximate number of intervals of the overview that is
	// shown during the recording.
	sketchBins = 240
	// windowJobs is the approximate number of jobs that arrive during a window, if
	// the worker chooses the window.
	windowJobs = 1500
	// maxHeavy is the greatest number of users that are listed. The users with the
	// most node time come first.
	maxHeavy = 6
	// maxWindowSteps is the greatest number of steps of a window. A window that
	// would have more steps ends earlier.
	maxWindowSteps = 12_000
)

// large reports whether the page receives only a window of the run, because the run
// is long.
func (r *Replay) large() bool {
	return !r.asked.Entire && r.scenario.SWF != "" && len(r.config.Jobs) > manyJobs
}

// window is the part of a long run that the page receives. To the page it looks
// like a complete run, with its own step and job numbers.
type window struct {
	from, to    simtime.Time
	wanted      simtime.Time     // the end that was requested; it is later than to if the window was cut short
	head        []int32          // indices of those steps before the window whose events are sent in addition
	first, last int              // steps of the run in the window, last excluded
	jobs        []workload.JobID // IDs in the run of the jobs that are sent, in ascending order
}

// step converts a number of steps in the window to the number of steps in the run.
func (w *window) step(n int) int {
	switch {
	case n > len(w.head):
		return min(w.first+n-len(w.head), w.last)
	case n == len(w.head) || n <= 0:
		return w.first
	}
	return int(w.head[n-1]) + 1
}

// here converts a number of steps in the run to the number of steps in the window.
func (w *window) here(n int) int { return min(max(n, w.first), w.last) - w.first + len(w.head) }

// name converts a job's ID in the run to its ID in the window. It returns NoJob if
// the window does not include the job.
func (w *window) name(id workload.JobID) workload.JobID {
	if at, ok := slices.BinarySearch(w.jobs, id); ok {
		return workload.JobID(at)
	}
	return workload.NoJob
}

// job converts a job's ID in the window to its ID in the run, and an invalid ID to
// NoJob.
func (w *window) job(id workload.JobID) workload.JobID {
	if id < 0 || int(id) >= len(w.jobs) {
		return workload.NoJob
	}
	return w.jobs[id]
}

// newWindow returns the window between two instants. Cost: O(events).
func (r *Replay) newWindow(from, to simtime.Time) *window {
	w := &window{from: from, to: to, wanted: to}
	w.first = r.tape.Find(from-1, math.MaxInt32)
	if w.last = r.tape.Find(to, math.MaxInt32); w.last-w.first > maxWindowSteps {
		w.last = w.first + maxWindowSteps
		w.to = r.tape.Mark(w.last).Time
	}
	log := r.tape.Log()
	cut, end := r.eventsBefore(w.first), r.eventsBefore(w.last)
	there := make([]bool, len(r.config.Jobs))
	for i := range log[:cut] {
		if e := &log[i]; e.Job != workload.NoJob {
			there[e.Job] = !e.Kind.Final()
		}
	}
	for i := range w.first {
		if slices.ContainsFunc(r.tape.Events(i), func(e trace.Event) bool { return e.Job == workload.NoJob || there[e.Job] }) {
			w.head = append(w.head, int32(i))
		}
	}
	for i := cut; i < end; i++ {
		if id := log[i].Job; id != workload.NoJob {
			there[id] = true
		}
	}
	for id, told := range there {
		if told {
			w.jobs = append(w.jobs, workload.JobID(id))
		}
	}
	return w
}

// eventsBefore returns the number of events of the first n steps.
func (r *Replay) eventsBefore(n int) int {
	if n < r.tape.Len() {
		return int(r.tape.Mark(n).First)
	}
	return len(r.tape.Log())
}

// survey makes the overview and the job table of the run, if this has not been done
// yet.
func (r *Replay) survey() {
	if r.table != nil {
		return
	}
	r.overview = longrun.NewOverview(r.config.Machine, r.config.Jobs, r.tape.Log(), overviewBins)
	r.table = longrun.NewTable(r.config.Jobs, r.summary.Outcomes())
}

// aim sets the window. It is the requested window or, if none was requested, the
// window with the most waiting time.
func (r *Replay) aim() {
	r.survey()
	o := &r.overview
	from, to := max(r.asked.From, o.From), min(r.asked.To, o.To())
	if r.asked.To <= 0 || to <= from {
		from, to = o.Worst(r.usual())
	}
	if at := r.asked.At; r.asked.To <= 0 && at >= 0 && (at < from || at > to) { // the requested moment is outside the window that was chosen
		half := to.Sub(from) / 2
		from = max(at.Add(-half), o.From)
		to = from.Add(2 * half)
	}
	r.window = r.newWindow(from, to)
}

// usual returns the length of a window in which about windowJobs jobs arrive, in
// whole days or hours.
func (r *Replay) usual() simtime.Duration {
	span := r.overview.To().Sub(r.overview.From)
	length := simtime.Duration(float64(span) * windowJobs / float64(len(r.config.Jobs)))
	unit := simtime.Day
	if length < unit {
		unit = simtime.Hour
	}
	return max(length/unit*unit, min(unit, span))
}

// addSketch adds the overview of the part of the run that has been recorded.
func (r *Replay) addSketch(p *message.Progress) {
	o := r.sketch.Overview()
	p.Parts = int32(len(o.Bins))
	for _, b := range o.Bins[:r.sketch.Parts()] {
		p.Busy, p.Waiting = append(p.Busy, uint8(100*min(b.Busy, 1)+0.5)), append(p.Waiting, b.Waiting)
	}
}

// addArchive adds the description of the whole run to the message.
func (r *Replay) addArchive(m *message.Loaded) {
	w := r.window
	a := &message.Archive{
		Jobs: int32(len(r.config.Jobs)), Steps: int32(r.tape.Len()), From: w.from, To: w.to, Wanted: w.wanted, Asked: r.asked.To > 0,
		Head: int32(len(w.head)), First: int32(w.first), Overview: r.overview, Users: int32(len(r.table.Users)),
	}
	for i := range r.overview.Bins {
		a.Used += r.overview.Bins[i].Busy / float64(len(r.overview.Bins))
	}
	waits, started, held := 0.0, int32(0), 0.0
	for i := range r.table.Users {
		u := &r.table.Users[i]
		waits, started, held = waits+u.Wait, started+u.Started, held+u.NodeTime
	}
	a.Wait = simtime.Duration(waits / float64(max(started, 1)))
	for _, u := range r.table.Users[:min(len(r.table.Users), maxHeavy)] {
		a.Heavy = append(a.Heavy, message.Heavy{Name: u.Name, Jobs: u.Jobs, Part: u.NodeTime / max(held, 1)})
	}
	a.Altered = r.altered()
	m.Archive = a
}

// arrive returns the number of steps after which the page shows the window first:
// at the requested moment or, if that is not in the window, when the waiting jobs
// request the most cores.
func (r *Replay) arrive() int32 {
	w := r.window
	if at := r.asked.At; at >= w.from && at <= w.to {
		return int32(w.here(r.tape.Find(at, r.asked.Ordinal)))
	}
	peak := r.overview.Peak(w.from, w.to).Add(r.overview.Width / 2)
	return int32(w.here(r.tape.Find(peak, math.MaxInt32)))
}
