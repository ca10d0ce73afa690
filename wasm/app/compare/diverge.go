package compare

import (
	"slices"

	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
)

// DivergenceKind is the way in which the runs' decisions about a job differ.
type DivergenceKind uint8

// The kinds of divergence.
const (
	PartStart DivergenceKind = iota // some runs start the job, and other runs do not
	PartOrder                       // a run that does not start the job takes another decision instead
	PartPlace                       // all runs start the job, but on different nodes
)

// Divergence is an instant at which the runs decide differently. Its Moment is that
// of the first decision that is not the same in all runs.
type Divergence struct {
	recording.Moment
	At   int // number of moments on the clock up to and including this one
	Kind DivergenceKind
	Job  workload.JobID // job about which this first decision is taken
}

// decision is an event in which a policy decides something: it starts or rejects a
// job, or lets a job grow or shrink.
type decision struct {
	recording.Moment
	*message.Event
}

func decides(kind trace.EventKind) bool {
	return kind == trace.Start || kind == trace.Reject || kind == trace.Freeze || kind == trace.Shrink
}

// decisions reads the decisions of a run, one instant after the other.
type decisions struct {
	run  *recording.RecordedRun
	step int
	here []decision // decisions of the current instant, sorted by job and kind; equal ones in the order of the run
}

// ahead skips steps without decisions. It returns false at the end of the run.
func (d *decisions) ahead() bool {
	for ; d.step < d.run.Len(); d.step++ {
		for i := range d.run.StepEvents(d.step) {
			if decides(d.run.StepEvents(d.step)[i].Kind) {
				return true
			}
		}
	}
	return false
}

// take collects the run's decisions at the instant of the given moment.
func (d *decisions) take(at recording.Moment) {
	d.here = d.here[:0]
	for ; d.step < d.run.Len() && d.run.Steps[d.step].Time == at.Time; d.step++ {
		events := d.run.StepEvents(d.step)
		for i := range events {
			if decides(events[i].Kind) {
				d.here = append(d.here, decision{d.run.Moment(d.step), &events[i]})
			}
		}
	}
	slices.SortStableFunc(d.here, compareDecisions)
}

func compareDecisions(a, b decision) int {
	if a.Job != b.Job {
		return int(a.Job) - int(b.Job)
	}
	return int(a.Kind) - int(b.Kind)
}

// same reports whether the run also takes decision x at the current instant.
func (d *decisions) same(x *decision) bool {
	i, _ := slices.BinarySearchFunc(d.here, *x, compareDecisions)
	for ; i < len(d.here) && compareDecisions(d.here[i], *x) == 0; i++ {
		if slices.Equal(d.here[i].Placement, x.Placement) {
			return true
		}
	}
	return false
}

// about reports whether the run takes any decision about a job at the current
// instant.
func (d *decisions) about(job workload.JobID) bool {
	return slices.ContainsFunc(d.here, func(x decision) bool { return x.Job == job })
}

// diverge returns the instants at which the decisions of the runs differ, in
// ascending order. All runs must have the same jobs. The order of the decisions
// within an instant does not matter. Cost: O(events of all runs).
func diverge(runs []*recording.RecordedRun) []Divergence {
	if len(runs) < 2 {
		return nil
	}
	lanes := make([]decisions, len(runs))
	for i, r := range runs {
		lanes[i].run = r
	}
	var out []Divergence
	for {
		at, found := recording.Moment{}, false
		for i := range lanes {
			if d := &lanes[i]; d.ahead() {
				if next := d.run.Moment(d.step); !found || next.Time < at.Time {
					at, found = next, true
				}
			}
		}
		if !found {
			return out
		}
		for i := range lanes {
			lanes[i].take(at)
		}
		if d, differs := part(lanes); differs {
			out = append(out, d)
		}
	}
}

// part compares the decisions that were collected for an instant, and returns the
// divergence. It returns false if all runs take the same decisions.
func part(lanes []decisions) (Divergence, bool) {
	var first *decision
	odd := make([]bool, len(lanes)) // by run: whether it takes a decision that at least one other run does not take
	for i := range lanes {
		for k := range lanes[i].here {
			x := &lanes[i].here[k]
			if !slices.ContainsFunc(lanes, func(d decisions) bool { return !d.same(x) }) {
				continue
			}
			odd[i] = true
			if first == nil || x.Moment.Before(first.Moment) {
				first = x
			}
		}
	}
	if first == nil {
		return Divergence{}, false
	}
	d := Divergence{Moment: first.Moment, Job: first.Job, Kind: PartPlace}
	for i := range lanes {
		if lanes[i].about(d.Job) {
			continue
		}
		if d.Kind == PartPlace {
			d.Kind = PartStart
		}
		if odd[i] {
			d.Kind = PartOrder
		}
	}
	return d, true
}

// Divergences returns the instants at which the runs decide differently.
func (c *ComparePanel) Divergences() []Divergence { return c.parts }

// Here returns the divergence at the moment on the clock, or nil.
func (c *ComparePanel) Here() *Divergence {
	i, found := slices.BinarySearchFunc(c.parts, c.At, func(d Divergence, at int) int { return d.At - at })
	if !found {
		return nil
	}
	return &c.parts[i]
}
