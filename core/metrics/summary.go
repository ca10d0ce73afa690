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
	return &Summary{
		subject: s, meter: NewMeter(s.Machine, s.Jobs), loads: newLoads(s.Machine, s.Jobs, s.Network),
		out: newOutcomes(s.Jobs), stays: newStays(len(s.Jobs)), before: newOvertaken(len(s.Jobs)),
	}
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
	waits := waitsOf(out)
	f.P95Wait = percentile(waits, 95)
	f.P99Wait = percentile(waits, 99)
	f.Overtaken = r.before.often
	f.Balance = balance(s.Machine, s.Jobs, out, all)
	f.MaxLinkLoad, f.MeanLinkLoad = r.loads.figures()
	use := usesOf(s.Machine, s.Jobs, r.seldom, all)
	f.readDeadlines(s.Jobs, out)
	f.readPriorities(s.Jobs, out)
	f.readUsers(s, out, use, r.seldom, r.meter.first, r.meter.until())
	f.readSizes(s, out, use)
	f.readMachine(s.Machine, r.seldom, r.meter.first, r.meter.until())
	return f
}
