// Package longrun summarizes runs that are too long to be viewed step by step, such
// as a workload archive of some 100,000 jobs.
//
// An [Overview] divides the time of a run into equal bins. For each bin it shows
// how busy the machine was and how much work waited. Worst and Peak find the times
// with the most unmet demand. [NewOverview] builds it from a finished trace; a
// [Survey] builds it while the run goes on.
//
// A [JobTable] has a row for each job and for each user. [NewTable] builds it from
// the outcomes that package metrics computes. A [Filter] selects rows: Sorted lists
// them, Spreads counts them in histograms, and Most finds the row with the largest
// value.
//
// The package reads jobs and traces only, and does not import the engine.
package longrun

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Bin summarizes the state of the machine during one part of a run.
type Bin struct {
	Busy    float64 // mean fraction of all cores that jobs held
	Demand  float64 // mean number of cores that waiting jobs asked for
	Waiting int32   // largest number of jobs that waited at the same time
}

// Overview describes a run in bins of equal width.
type Overview struct {
	From  simtime.Time
	Width simtime.Duration // width of a bin, at least 1
	Bins  []Bin
}

// To returns the end of the last bin.
func (o *Overview) To() simtime.Time {
	return o.From.Add(simtime.Duration(len(o.Bins)) * o.Width)
}

// At returns the index of the bin that contains time t. If no bin contains it, At
// returns the index of the nearest bin.
func (o *Overview) At(t simtime.Time) int {
	return min(max(int(t.Sub(o.From)/o.Width), 0), len(o.Bins)-1)
}

// NewOverview divides a whole run into at most n+1 bins of equal width, or into one
// bin if all events of the run have the same time. A waiting job adds the number of
// cores that it asks for to the demand. Cost: O(events + n), plus O(nodes of the
// placement) for each start if nodes differ.
func NewOverview(m *cluster.Machine, jobs []workload.Job, log []trace.Event, n int) Overview {
	if len(log) == 0 {
		return Overview{Width: 1, Bins: make([]Bin, 1)}
	}
	w := NewSurvey(m, jobs, log[0].Time, log[len(log)-1].Time, n)
	w.Read(log)
	return w.Overview()
}

// Survey builds the overview of a time span while the run goes on.
type Survey struct {
	machine      *cluster.Machine
	jobs         []workload.Job
	held         []int64 // cores that each job holds, by JobID
	overview     Overview
	at           simtime.Time
	busy, demand int64 // cores that running jobs hold, and cores that waiting jobs ask for
	waiting      int32
}

// NewSurvey returns an empty survey of a time span, given by its first and last
// time. It has at most n+1 bins of equal width. Cost: O(jobs + n).
func NewSurvey(m *cluster.Machine, jobs []workload.Job, first, last simtime.Time, n int) *Survey {
	o := Overview{From: first, Width: max((last.Sub(first)+simtime.Duration(n)-1)/simtime.Duration(n), 1)}
	o.Bins = make([]Bin, int(last.Sub(first)/o.Width)+1)
	return &Survey{machine: m, jobs: jobs, held: make([]int64, len(jobs)), overview: o, at: first}
}

// Read processes the next events. It skips events after the end of the span.
func (w *Survey) Read(events []trace.Event) {
	for i := range events {
		if events[i].Time <= w.overview.To() {
			w.read(&events[i])
		}
	}
}

// Overview returns the overview of the events read so far. Bins after the last of
// these events are empty. Cost: O(bins).
func (w *Survey) Overview() Overview {
	o := w.overview
	o.Bins = slices.Clone(o.Bins)
	total := float64(max(w.machine.TotalCores(), 1))
	for i := range o.Bins {
		o.Bins[i].Busy /= float64(o.Width) * total
		o.Bins[i].Demand /= float64(o.Width)
	}
	return o
}

// Parts returns the number of bins that lie entirely before the last event read.
func (w *Survey) Parts() int { return w.overview.At(w.at) }

func (w *Survey) read(e *trace.Event) {
	w.advance(e.Time)
	if e.Job == workload.NoJob {
		return
	}
	j := &w.jobs[e.Job]
	switch e.Kind {
	case trace.Submit:
		w.wait(j, 1)
	case trace.Start:
		w.wait(j, -1)
		w.hold(e.Job, coresOf(w.machine, j, e.Placement))
	case trace.Grow, trace.Resume:
		w.hold(e.Job, coresOf(w.machine, j, e.Placement))
	case trace.Shrink:
		w.hold(e.Job, w.held[e.Job]-coresOf(w.machine, j, e.Placement))
	case trace.Requeue:
		w.wait(j, 1)
		w.hold(e.Job, 0)
	case trace.End, trace.Kill, trace.Fail, trace.Suspend:
		w.hold(e.Job, 0)
	}
}

func (w *Survey) wait(j *workload.Job, by int32) {
	w.waiting += by
	w.demand += int64(by) * asked(w.machine, j)
	b := &w.overview.Bins[w.overview.At(w.at)]
	b.Waiting = max(b.Waiting, w.waiting)
}

func (w *Survey) hold(id workload.JobID, cores int64) {
	w.busy += cores - w.held[id]
	w.held[id] = cores
}

// advance adds the current state to the bins, from the current time up to the given
// time.
func (w *Survey) advance(to simtime.Time) {
	o := &w.overview
	for w.at < to {
		k := o.At(w.at)
		end := min(to, o.From.Add(simtime.Duration(k+1)*o.Width))
		b, span := &o.Bins[k], float64(end.Sub(w.at))
		b.Busy += span * float64(w.busy)
		b.Demand += span * float64(w.demand)
		b.Waiting = max(b.Waiting, w.waiting)
		w.at = end
	}
}

// coresOf returns the number of cores that a placement of a job holds.
func coresOf(m *cluster.Machine, j *workload.Job, p cluster.Placement) int64 {
	if !j.Whole() {
		return int64(p.Tasks()) * j.PerTask[workload.Cores]
	}
	if m.Uniform() {
		return int64(p.Nodes()) * m.Spec(0).Resources[workload.Cores]
	}
	sum := int64(0)
	for _, r := range p {
		for n := r.First; n <= r.Last; n++ {
			sum += m.Spec(n).Resources[workload.Cores]
		}
	}
	return sum
}

// asked returns the number of cores that a job asks for. If nodes differ, each node
// that the job asks for counts as the mean number of cores per node.
func asked(m *cluster.Machine, j *workload.Job) int64 {
	if !j.Whole() {
		return int64(j.Tasks) * j.PerTask[workload.Cores]
	}
	return int64(j.Nodes) * m.TotalCores() / int64(max(m.NumNodes(), 1))
}

// Worst returns the time span in which waiting jobs asked for the most core-time,
// or the first of several such spans. The span has the given length, rounded down
// to whole bins, but at least one bin. Cost: O(bins).
func (o *Overview) Worst(length simtime.Duration) (from, to simtime.Time) {
	n := min(max(int(length/o.Width), 1), len(o.Bins))
	sum, best, at := 0.0, -1.0, 0
	for i := range o.Bins {
		sum += o.Bins[i].Demand
		if i >= n {
			sum -= o.Bins[i-n].Demand
		}
		if i >= n-1 && sum > best {
			best, at = sum, i-n+1
		}
	}
	from = o.From.Add(simtime.Duration(at) * o.Width)
	return from, from.Add(simtime.Duration(n) * o.Width)
}

// Peak compares the bins between two times. It returns the start of the bin in
// which waiting jobs asked for the most cores. If several bins share the maximum,
// it returns the start of the first. Cost: O(bins).
func (o *Overview) Peak(from, to simtime.Time) simtime.Time {
	best := o.At(from)
	for i := best + 1; i <= o.At(to-1); i++ {
		if o.Bins[i].Demand > o.Bins[best].Demand {
			best = i
		}
	}
	return o.From.Add(simtime.Duration(best) * o.Width)
}
