package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Subject is what a trace is about: all that figures need to know beside it.
type Subject struct {
	Machine  *cluster.Machine
	Jobs     []workload.Job
	Network  network.Model
	Allotted []Allotted // what users may use at the beginning; nil if that is not laid down
	Cut      Trim       // what of the run is left out of the figures
}

// Allotted is a user's share of the machine.
type Allotted struct {
	User  string
	Nodes int32
}

// Summarize returns the figures of a whole trace of a run in which nobody is
// allotted anything. Cost: as Subject.Summarize.
func Summarize(m *cluster.Machine, jobs []workload.Job, net network.Model, log []trace.Event) Figures {
	s := Subject{Machine: m, Jobs: jobs, Network: net}
	return s.Summarize(log)
}

// Summarize returns the figures of a whole trace. Cost: O(events + jobs·log
// jobs + nodes), the spread of each placement and, with a network that jobs
// share, their demands.
func (s *Subject) Summarize(log []trace.Event) Figures {
	r := NewSummary(s)
	r.Read(log)
	return r.Figures()
}

// Summary reads a trace to its end, as it comes, and then tells its figures: most
// of what Summarize does may be done while the run goes on.
type Summary struct {
	subject *Subject
	meter   *Meter
	loads   *loads
	out     outcomes
	stays   stays
	before  overtaken
	seldom  []trace.Event // all but submissions, starts and ends
	last    simtime.Time  // of an event
	any     bool          // there was one
}

// NewSummary returns a summary that has read nothing. Cost: O(jobs + nodes).
func NewSummary(s *Subject) *Summary {
	w := windowOf(s.Jobs, s.Cut)
	r := &Summary{
		subject: s, meter: NewMeter(s.Machine, s.Jobs), loads: newLoads(s.Machine, s.Jobs, s.Network),
		out: newOutcomes(s.Jobs), stays: newStays(len(s.Jobs)), before: newOvertaken(len(s.Jobs)),
	}
	r.meter.cut(w)
	if r.loads != nil {
		r.loads.window = w
	}
	r.before.window = w
	return r
}

// Read takes in the next events.
func (r *Summary) Read(events []trace.Event) {
	for i := range events {
		e := &events[i]
		r.meter.Read(e)
		r.loads.read(e)
		r.last, r.any = e.Time, true
		if e.Job != workload.NoJob {
			r.out.read(e)
			r.stays.read(e)
		}
		switch e.Kind {
		case trace.Start:
			r.before.read(e)
		case trace.Submit, trace.End, trace.Kill:
		default:
			// Of the machine all: what fails before the window may be down in it.
			r.seldom = append(r.seldom, *e)
		}
	}
}

// Meter is what reads the figures that can be asked for at any time; a copy of it is
// a bookmark.
func (r *Summary) Meter() *Meter { return r.meter }

// Outcomes is what has become of each job so far, by JobID; do not change it.
func (r *Summary) Outcomes() []Outcome { return r.out.all }

// Figures are those of what has been read; it is to be called once. Cost: O(jobs·log
// jobs + nodes) and the runs of all placements.
func (r *Summary) Figures() Figures {
	s, f := r.subject, r.meter.Figures()
	if r.any {
		r.stays.endAll(r.last)
	}
	out, all := r.out.all, r.stays.out
	w := &r.meter.window
	counted, jobs := out, s.Jobs
	if w.on {
		counted, jobs = out[w.low:w.high], s.Jobs[w.low:w.high]
	}
	waits := waitsOf(counted)
	f.P95Wait = percentile(waits, 95)
	f.P99Wait = percentile(waits, 99)
	f.Overtaken = r.before.often
	f.Balance = balance(s.Machine, s.Jobs, out, all, w)
	f.MaxLinkLoad, f.MeanLinkLoad = r.loads.figures()
	use := usesOf(s.Machine, s.Jobs, r.seldom, all)
	if w.on {
		use = use[w.low:w.high]
	}
	about := *s
	about.Jobs = jobs
	first, until := r.meter.first, r.meter.until()
	if w.on {
		first, until = w.from, w.to
	}
	f.readDeadlines(jobs, counted)
	f.readPriorities(jobs, counted)
	f.readUsers(&about, counted, use, r.seldom, first, until)
	f.readSizes(&about, counted, use)
	f.readMachine(s.Machine, r.seldom, first, until, w)
	return f
}
