package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Subject holds the information that the figures need in addition to the trace.
type Subject struct {
	Machine  *cluster.Machine
	Jobs     []workload.Job
	Network  network.Model
	Allotted []Allotted // initial shares of the users; nil if the run has no user shares
	Cut      Trim       // part of the run that the figures leave out
}

// Allotted is the number of the machine's nodes that are allotted to a user.
type Allotted struct {
	User  string
	Nodes int32
}

// Summarize returns the figures of a whole trace. Cost: O(events + jobs·log jobs +
// nodes), plus the cost of cluster.Spread for each placement and, if jobs share a
// network, the cost of computing their demands.
func (s *Subject) Summarize(log []trace.Event) Figures {
	r := NewSummary(s)
	r.Read(log)
	return r.Figures()
}

// Summary reads a trace while the run goes on and returns the figures at the end.
// In this way, most of the work of Summarize is done during the run.
type Summary struct {
	subject *Subject
	meter   *Meter
	loads   *loads
	out     outcomes
	stays   stays
	before  overtaken
	seldom  []trace.Event // all events other than submissions, starts, ends and kills
	last    simtime.Time  // time of the last event
	any     bool          // whether any event has been read
}

// NewSummary returns a summary that has read no events. Cost: O(jobs + nodes).
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

// Read processes the next events.
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
			if r.out.all[e.Job].Starts == 1 {
				r.before.read(e)
			}
		case trace.Submit, trace.End, trace.Kill:
		default:
			// Events of the machine count even if they happen before the window,
			// because a node that fails before the window may still be down in the
			// window.
			r.seldom = append(r.seldom, *e)
		}
	}
}

// Meter returns the meter that the summary uses. The meter can return most figures
// at any time, and a copy of it serves as a bookmark.
func (r *Summary) Meter() *Meter { return r.meter }

// Outcomes returns what has happened to each job so far, indexed by JobID. The
// caller must not change the result.
func (r *Summary) Outcomes() []Outcome { return r.out.all }

// Figures returns the figures of all events read. It may be called only once. Cost:
// O(jobs·log jobs + nodes), plus O(node ranges of all placements).
func (r *Summary) Figures() Figures {
	s, f := r.subject, r.meter.Figures()
	if r.any {
		r.stays.endAll(r.last)
	}
	out, all := r.out.all, r.stays.out
	w := &r.meter.window
	counted, low := out, workload.JobID(0)
	first, until := r.meter.first, r.meter.until()
	if w.on {
		counted, low, first, until = out[w.low:w.high], w.low, w.from, w.to
	}
	waits := waitsOf(counted)
	f.P95Wait = percentile(waits, 95)
	f.P99Wait = percentile(waits, 99)
	f.Overtaken = r.before.often
	busy := newBusyTimes(s.Machine)
	for i := range all {
		if id := all[i].Job; out[id].Ended() {
			busy.add(&s.Jobs[id], &all[i], w)
		}
	}
	f.Balance = busy.balance(s.Machine)
	f.MaxLinkLoad, f.MeanLinkLoad = r.loads.figures()
	if host := hostLevel(s.Machine); host > 0 {
		f.SlotFragmentation = slotFragmentation(s.Machine, host, s.Jobs, all, r.seldom, first, until)
	}
	use := usesOf(s.Machine, s.Jobs, r.seldom, all)
	sums := newTotals(s.Allotted)
	for i := range counted {
		id := low + workload.JobID(i)
		sums.add(s.Machine, &s.Jobs[id], &counted[i], &use[id])
	}
	f.Disciplines = sums.finish(s, r.seldom, first, until, w)
	return f
}
