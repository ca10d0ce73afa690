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
	// manyJobs is from how many jobs on a trace is told by windows. To send, read
	// and draw so many takes Chromium about 0.2 s; it grows with the jobs.
	manyJobs = 2000
	// overviewBins is how many parts the overview of a run has.
	overviewBins = 1200
	// sketchBins is about how many parts its overview has while it is recorded.
	sketchBins = 240
	// windowJobs is about how many jobs are submitted in a window of its own choice.
	windowJobs = 1500
	// maxHeavy is how many of the heaviest users are told of.
	maxHeavy = 6
	// maxWindowSteps is how many steps a window has at most: a longer one ends
	// sooner.
	maxWindowSteps = 12_000
)

// large reports whether the page gets a window instead of the run.
func (r *Replay) large() bool {
	return !r.asked.Entire && r.scenario.SWF != "" && len(r.config.Jobs) > manyJobs
}

// window is a part of the run, which the page takes for a run of its own.
type window struct {
	from, to    simtime.Time
	wanted      simtime.Time     // to as it was asked for
	head        []int32          // steps before the window of which something is told
	first, last int              // the window's steps
	jobs        []workload.JobID // that are told of, ascending
}

// step is the run's number of steps of a number of the window's.
func (w *window) step(n int) int {
	switch {
	case n > len(w.head):
		return min(w.first+n-len(w.head), w.last)
	case n == len(w.head) || n <= 0:
		return w.first
	}
	return int(w.head[n-1]) + 1
}

// here is the window's number of steps of a number of the run's.
func (w *window) here(n int) int { return min(max(n, w.first), w.last) - w.first + len(w.head) }

// name is the window's name of a job, NoJob for one that it does not tell of.
func (w *window) name(id workload.JobID) workload.JobID {
	if at, ok := slices.BinarySearch(w.jobs, id); ok {
		return workload.JobID(at)
	}
	return workload.NoJob
}

// job is the run's name of a job of the window.
func (w *window) job(id workload.JobID) workload.JobID {
	if id < 0 || int(id) >= len(w.jobs) {
		return workload.NoJob
	}
	return w.jobs[id]
}

// newWindow is the part of the run between two instants. Cost: O(events).
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
			there[e.Job] = stays(e.Kind)
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

// stays reports whether a job still waits or runs after an event.
func stays(k trace.EventKind) bool {
	switch k {
	case trace.End, trace.Kill, trace.Fail, trace.Reject:
		return false
	}
	return true
}

// eventsBefore is how many events the first n steps have.
func (r *Replay) eventsBefore(n int) int {
	if n < r.tape.Len() {
		return int(r.tape.Mark(n).First)
	}
	return len(r.tape.Log())
}

// survey makes the overview and the table of the run, once.
func (r *Replay) survey() {
	if r.table != nil {
		return
	}
	r.overview = longrun.NewOverview(r.config.Machine, r.config.Jobs, r.tape.Log(), overviewBins)
	r.table = longrun.NewTable(r.config.Jobs, r.summary.Outcomes())
}

// aim makes the window that was asked for, or the one around what was worst.
func (r *Replay) aim() {
	r.survey()
	o := &r.overview
	from, to := max(r.asked.From, o.From), min(r.asked.To, o.To())
	if r.asked.To <= 0 || to <= from {
		from, to = o.Worst(r.usual())
	}
	if at := r.asked.At; r.asked.To <= 0 && at >= 0 && (at < from || at > to) { // a moment of its own
		half := to.Sub(from) / 2
		from = max(at.Add(-half), o.From)
		to = from.Add(2 * half)
	}
	r.window = r.newWindow(from, to)
}

// usual is the length of a window in which about windowJobs jobs come, in whole
// days or hours.
func (r *Replay) usual() simtime.Duration {
	span := r.overview.To().Sub(r.overview.From)
	length := simtime.Duration(float64(span) * windowJobs / float64(len(r.config.Jobs)))
	unit := simtime.Day
	if length < unit {
		unit = simtime.Hour
	}
	return max(length/unit*unit, min(unit, span))
}

// addSketch tells what the run was like so far.
func (r *Replay) addSketch(p *message.Progress) {
	o := r.sketch.Overview()
	p.Parts = int32(len(o.Bins))
	for _, b := range o.Bins[:r.sketch.Parts()] {
		p.Busy, p.Waiting = append(p.Busy, uint8(100*min(b.Busy, 1)+0.5)), append(p.Waiting, b.Waiting)
	}
}

// addArchive tells what the whole run is like.
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

// arrive is where the window is entered: where it was asked for, or where most
// waits.
func (r *Replay) arrive() int32 {
	w := r.window
	if at := r.asked.At; at >= w.from && at <= w.to {
		return int32(w.here(r.tape.Find(at, r.asked.Ordinal)))
	}
	peak := r.overview.Peak(w.from, w.to).Add(r.overview.Width / 2)
	return int32(w.here(r.tape.Find(peak, math.MaxInt32)))
}
