package queuetest

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// work is the completed part of a job's work, as a fraction. The true value lies
// between the fields low and high. They differ if the book cannot know whether a
// job computed at some time (checkpoints take time).
type work struct {
	low, high float64
	since     simtime.Time // the instant for which the fields low and high are valid
	rate      float64      // fraction of the work done per millisecond of computing on the job's current nodes
	part      float64      // fraction of full speed, below 1 if jobs share the network
	computes  bool
	dead      bool       // the job lost a node and stands still until the failure is noticed
	owed      float64    // milliseconds at full speed that a restart still takes
	run       []work     // the state after each earlier change in this run
	kept      [2]float64 // values of the fields low and high at the last stop
}

// begin lets a job compute, starting from the work that it has kept.
func (b *book) begin(l *jobRecord, j *workload.Job) {
	w := &l.work
	*w = work{low: w.kept[0], high: w.kept[1], since: b.now, part: 1, kept: w.kept}
	if l.resized && b.c.Network.Kind == network.None {
		w.owed = float64(b.c.Elastic.Costs.Restart)
	}
	b.pace(l, j, true)
	b.look(l)
}

// pace updates the completed work of a job to now. The parameter computes tells
// whether the job computes from now on; if so, its speed follows from the resources
// that it holds now.
func (b *book) pace(l *jobRecord, j *workload.Job, computes bool) {
	w := &l.work
	w.bring(b, b.now)
	w.computes = computes
	all := b.workOn(l, j)
	if w.rate = 0; all > 0 {
		w.rate = 1 / all
	}
	w.note()
}

// look stops the work of a job if one of its nodes does not work. It resumes the
// work if the node returns before the failure is noticed.
func (b *book) look(l *jobRecord) {
	l.work.bring(b, b.now)
	l.work.dead = slices.ContainsFunc(slices.Collect(maps.Keys(l.held)), func(n topology.NodeID) bool { return b.dead[n] })
	l.work.note()
}

// note appends the current values to the field run.
func (w *work) note() {
	at := *w
	at.run = nil
	w.run = append(w.run, at)
}

// workOn returns how long the job needs for all of its work, in milliseconds, with
// what it holds now.
func (b *book) workOn(l *jobRecord, j *workload.Job) float64 {
	slowest := int64(math.MaxInt64)
	for n := range l.held {
		slowest = min(slowest, b.c.Machine.Spec(n).Speed)
	}
	if j.Parts != nil {
		return math.Ceil(partsOn(j.Parts, float64(l.tasks())) * 1000 / float64(slowest))
	}
	run := float64((int64(j.Runtime)*1000 + slowest - 1) / slowest)
	if x := j.Elastic; x != nil && l.tasks() != j.Size() {
		run *= x.Speedup.At(j.Size()) / x.Speedup.At(l.tasks())
	}
	return run
}

// partsOn returns how long the parts of a job take, in milliseconds. The parameter
// n is the number of nodes or tasks, each with speed 1.
func partsOn(p *workload.Parts, n float64) (all float64) {
	work := p.Work
	for len(work) > 0 {
		k := 1.0 // number of concurrent parts
		if p.Parallel {
			k = min(n, float64(len(work)))
		}
		longest := 0.0
		for i, t := range work[:int(k)] {
			on := math.Floor((n + k - 1 - float64(i)) / k) // the first parts get the remainder
			took := math.Ceil(float64(t) / on)
			if x := p.Nested(len(p.Work) - len(work) + i); x != nil {
				took = partsOn(x, on)
			}
			longest = max(longest, took)
		}
		all, work = all+longest, work[int(k):]
	}
	return all
}

// bring updates the completed work to the instant now.
func (w *work) bring(b *book, now simtime.Time) {
	span := float64(now.Sub(w.since)) * w.part
	w.since = now
	restart := min(span, w.owed)
	span -= restart
	w.owed -= restart
	if (!w.computes || w.dead) && b.c.Network.Kind == network.None {
		return
	}
	w.high += span * w.rate
	if p := b.c.Faults; p != nil && p.Lost == faults.Checkpoint && p.Cost > 0 && p.Every > 0 {
		period := float64(p.Every + p.Cost)
		span = max(0, span-float64(p.Cost)*(1+math.Ceil(span/period)))
	}
	w.low += span * w.rate
}

// readSpeeds processes the speed changes of one step. They concern jobs that share
// the network.
func (b *book) readSpeeds(now simtime.Time, speeds []engine.SpeedChange) {
	b.now = now
	if b.c.Network.Kind == network.None {
		return
	}
	for _, s := range speeds {
		if l := &b.jobs[s.Job]; l.state == trace.Start {
			l.work.bring(b, b.now)
			l.work.part = s.Part
			l.work.note()
		}
	}
}

// keep records the work that a stopped job need not do again.
func (b *book) keep(l *jobRecord, e *trace.Event) {
	w := &l.work
	at := e.Why.At
	if at == 0 || at == simtime.Never {
		w.kept = [2]float64{}
		return
	}
	if at <= w.run[0].since {
		return // no work of this run is kept
	}
	then := w.run[0]
	for _, x := range w.run {
		if x.since <= at {
			then = x
		}
	}
	then.bring(b, at)
	w.kept = [2]float64{then.low, then.high}
}

// checkWork checks that a job that ends has done all of its work exactly once, and
// that a killed job has not.
func (b *book) checkWork(l *jobRecord, j *workload.Job, e *trace.Event) error {
	w := &l.work
	w.bring(b, e.Time)
	all := b.workOn(l, j)
	slack := 3.0 // in milliseconds; ends are rounded to whole milliseconds
	for range w.run {
		slack += 1e-3
	}
	if all == 0 {
		return nil
	}
	tolerance := slack/all + 1e-9
	switch {
	case e.Kind == trace.End && w.high < 1-tolerance:
		return fmt.Errorf("ends after %.9f of its work (3 ms are %.9f)", w.high, 3/all)
	case e.Kind == trace.End && w.low > 1+tolerance:
		return fmt.Errorf("ends after %.9f of its work: some was done twice", w.low)
	case e.Kind == trace.Kill && w.low > 1+tolerance:
		return fmt.Errorf("is killed after %.9f of its work", w.low)
	}
	return nil
}

// checkKept checks the reported instant up to which a stopped job keeps its work.
func (b *book) checkKept(l *jobRecord, e *trace.Event) error {
	if e.Why.Code == why.Preempted && b.c.Faults == nil && e.Why.At != 0 {
		return fmt.Errorf("keeps what it had done by %v without checkpoints", e.Why.At)
	}
	if (e.Why.Code == why.NodeLost || e.Why.Code == why.Preempted && b.c.Faults != nil) && b.c.Faults.Lost != faults.Checkpoint && e.Why.At > 0 && e.Why.At != simtime.Never {
		return fmt.Errorf("keeps what it had done by %v without checkpoints", e.Why.At)
	}
	if e.Why.At > e.Time && e.Why.At != simtime.Never {
		return fmt.Errorf("keeps what it had done by %v, later than now", e.Why.At)
	}
	return nil
}
