package metrics

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

const hour = 3600 // in seconds

// sizes sums up the gains in speed of the jobs that changed their size.
type sizes struct {
	gain  float64
	grown int64
}

// add adds the node-hours of a job, and how often it was stopped or changed its size.
func (s *sizes) add(d *Disciplines, m *cluster.Machine, j *workload.Job, o *Outcome, use *Use) {
	d.Growths += int64(o.Growths)
	d.Resubmissions += int64(o.Resubmits)
	d.Requeues += int64(o.Losses)
	d.Preemptions += int64(o.Preemptions)
	d.Suspensions += int64(o.Suspensions)
	d.NodeHoursSuspended += use.Suspended / hour
	if o.State == Failed && !o.Cancelled {
		d.Requeues-- // if a job fails, Losses counts this loss too, but the job does not return to the queue
	}
	d.NodeHours += use.Held / hour
	d.NodeHoursLost += use.Lost / hour
	d.NodeHoursFrozen += use.Frozen / hour
	if o.State == Completed && o.Growths+o.Resubmits > 0 && o.Ran > 0 {
		s.grown++
		s.gain += float64(m.RunTime(j.Runtime, o.Placement)) / float64(o.Ran)
	}
}

// readMachine counts failures, rollbacks and shrinks, and computes the availability
// of the nodes between the first submission and the end of the makespan.
func (d *Disciplines) readMachine(m *cluster.Machine, log []trace.Event, first, until simtime.Time, w *window) {
	gone := 0.0
	if len(log) > 0 {
		gone = d.readChanges(m, log, first, until, w)
	}
	if all := float64(float64(m.NumNodes()) * float64(until-first)); until > first && all > 0 {
		d.Availability = 1 - gone/all
	}
}

// readChanges counts failures, rollbacks and shrinks. It returns the node-milliseconds
// during which nodes were down.
func (d *Disciplines) readChanges(m *cluster.Machine, log []trace.Event, first, until simtime.Time, w *window) (gone float64) {
	var down []simtime.Time // for each node, the time since which it has been down; simtime.Never if it works
	count := func(from, to simtime.Time) {
		gone += max(0, float64(min(to, until)-max(from, first)))
	}
	for i := range log {
		e := &log[i]
		switch e.Kind {
		case trace.Rollback:
			if w.has(e.Job) {
				d.Rollbacks++
			}
		case trace.Shrink:
			if w.has(e.Job) {
				d.Shrinks++
			}
		case trace.Down, trace.Notice: // for nodes that are absent from the beginning, the trace has a Notice event but no Down event
			if down == nil {
				down = make([]simtime.Time, m.NumNodes())
				for n := range down {
					down[n] = simtime.Never
				}
			}
			for n := range e.Placement.All {
				down[n] = min(down[n], e.Time)
			}
			if e.Kind == trace.Down && w.holds(e.Time) {
				d.Failures += int64(e.Placement.Nodes())
			}
		case trace.Up, trace.Join:
			for n := range e.Placement.All {
				if down != nil && down[n] != simtime.Never {
					count(down[n], e.Time)
					down[n] = simtime.Never
				}
			}
		}
	}
	for _, from := range down {
		if from != simtime.Never {
			count(from, until)
		}
	}
	return gone
}
