package engine_test

import (
	"fmt"
	"math"

	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// books are records of a run that are kept from the steps alone, independently of
// the engine's state. They hold the number of tasks of each job on each node. They
// also hold how much of its work each job has done, as the integral of its speed.
type books struct {
	c     engine.Config
	jobs  []entry
	after simtime.Time
	seen  [trace.NumKinds]int // number of events by kind
}

type entry struct {
	holds, frozen []int32 // number of tasks on each node
	runs, over    bool
	start         simtime.Time
	rate, done    float64          // rate: relative to full speed; done: milliseconds on one node of speed 1
	restarts      simtime.Duration // remaining delay before the job computes after a restart
	outgrown      bool
}

func newBooks(c engine.Config) *books {
	b := &books{c: c, jobs: make([]entry, len(c.Jobs))}
	for i := range b.jobs {
		n := c.Machine.NumNodes()
		b.jobs[i].holds, b.jobs[i].frozen = make([]int32, n), make([]int32, n)
	}
	return b
}

func size(tasks []int32) (sum int32) {
	for _, k := range tasks {
		sum += k
	}
	return sum
}

// speed returns how much of its work a job does per millisecond.
func (b *books) speed(id int) float64 {
	x := &b.jobs[id]
	slowest := int64(math.MaxInt64)
	for n, k := range x.holds {
		if k > 0 {
			slowest = min(slowest, b.c.Machine.Spec(topology.NodeID(n)).Speed)
		}
	}
	s := x.rate * float64(slowest) / 1000
	if e := b.c.Jobs[id].Elastic; e != nil {
		s *= e.Speedup.At(size(x.holds)) / e.Speedup.At(b.c.Jobs[id].Size())
	}
	return s
}

// pass advances all running jobs to the given time.
func (b *books) pass(now simtime.Time) {
	for id := range b.jobs {
		x := &b.jobs[id]
		if !x.runs {
			continue
		}
		span := now.Sub(b.after)
		waits := min(span, x.restarts)
		x.restarts -= waits
		x.done += float64(span-waits) * b.speed(id)
	}
	b.after = now
}

func add(to []int32, p cluster.Placement, sign int32) {
	for n, k := range p.All {
		to[n] += sign * k
	}
}

// read records a step. It returns an error if the step contradicts the earlier
// records.
func (b *books) read(s engine.Step) error {
	if s.Time > b.after {
		b.pass(s.Time)
	}
	for i := range s.Events {
		if e := &s.Events[i]; e.Job != workload.NoJob {
			if err := b.event(e); err != nil {
				return fmt.Errorf("%v: job %d: %v: %w", e.Time, b.c.Jobs[e.Job].Number, e.Kind, err)
			}
		}
	}
	for _, x := range s.Speeds {
		b.jobs[x.Job].rate = x.Part
	}
	return b.fits()
}

func (b *books) event(e *trace.Event) error {
	j, x := &b.c.Jobs[e.Job], &b.jobs[e.Job]
	b.seen[e.Kind]++
	switch e.Kind {
	case trace.Start:
		if x.runs || x.over {
			return fmt.Errorf("it runs or is over")
		}
		add(x.holds, e.Placement, 1)
		x.runs, x.start, x.rate, x.done, x.restarts = true, e.Time, 1, 0, 0
		if x.outgrown {
			x.restarts = b.c.Elastic.Costs.Restart
		}
	case trace.Freeze:
		if size(x.frozen) > 0 {
			return fmt.Errorf("it grows already")
		}
		add(x.frozen, e.Placement, 1)
	case trace.Grow:
		for n, k := range x.frozen {
			x.holds[n] += k
			x.frozen[n] = 0
		}
		add(x.holds, e.Placement, -1)
		if size(x.holds) != 0 {
			return fmt.Errorf("%v is not what it held and what was frozen", e.Placement)
		}
		add(x.holds, e.Placement, 1)
	case trace.Rollback:
		add(x.frozen, e.Placement, -1)
	case trace.Shrink:
		add(x.holds, e.Placement, -1)
	case trace.End, trace.Kill, trace.Requeue, trace.Fail:
		return b.leaves(e)
	}
	if e.Kind != trace.Submit && j.Elastic != nil && j.Elastic.Max < size(x.holds)+size(x.frozen) {
		return fmt.Errorf("it has %d, and may have %d", size(x.holds)+size(x.frozen), j.Elastic.Max)
	}
	if j.Elastic != nil && x.runs && size(x.holds) < j.Elastic.Min {
		return fmt.Errorf("it has %d, and needs %d", size(x.holds), j.Elastic.Min)
	}
	return nil
}

// leaves records that a job leaves the machine. It returns an error if the job
// keeps some of its tasks, or ends with incomplete work.
func (b *books) leaves(e *trace.Event) error {
	j, x := &b.c.Jobs[e.Job], &b.jobs[e.Job]
	add(x.holds, e.Placement, -1)
	for n := range x.holds {
		if x.holds[n] != 0 || x.frozen[n] != 0 {
			return fmt.Errorf("it keeps tasks on node %d", n)
		}
	}
	x.runs, x.over, x.outgrown = false, e.Kind != trace.Requeue, e.Why.Code == why.Outgrown
	const slack = 50 // tolerance in milliseconds, because ends are rounded up to ticks
	switch {
	case e.Kind == trace.End && (x.done < float64(j.Runtime)-1e-3 || x.done > float64(j.Runtime)+slack):
		return fmt.Errorf("it has done %v of %v ms", x.done, int64(j.Runtime))
	case e.Kind == trace.Kill && x.done > float64(j.Runtime)+slack:
		return fmt.Errorf("it has done %v of %v ms", x.done, int64(j.Runtime))
	}
	return nil
}

// fits returns an error if the jobs on some node hold more than the node has.
func (b *books) fits() error {
	for n := range topology.NodeID(b.c.Machine.NumNodes()) {
		left, whole, any := b.c.Machine.Spec(n).Resources, 0, 0
		for id := range b.jobs {
			k := b.jobs[id].holds[n] + b.jobs[id].frozen[n]
			if k == 0 {
				continue
			}
			any++
			if b.c.Jobs[id].Whole() {
				whole++
			}
			for r, need := range b.c.Jobs[id].PerTask {
				left[r] -= need * int64(k)
			}
		}
		if whole > 1 || whole == 1 && any > 1 {
			return fmt.Errorf("%v: node %d is held twice", b.after, n)
		}
		for r, have := range left {
			if have < 0 {
				return fmt.Errorf("%v: node %d holds too much of %v", b.after, n, workload.Resource(r))
			}
		}
	}
	return nil
}

// agrees compares the records with the engine's state.
func (b *books) agrees(e *engine.Engine) error {
	held := int32(0)
	if _, noticed := e.Down(); noticed.Len() > 0 {
		for n := range noticed.All {
			for id := range b.jobs {
				if b.jobs[id].holds[n]+b.jobs[id].frozen[n] > 0 {
					return fmt.Errorf("%v: job %d holds node %d, which is down", b.after, b.c.Jobs[id].Number, n)
				}
			}
		}
	}
	for _, r := range e.State().AppendRunning(nil) {
		x := &b.jobs[r.Request.ID]
		holds, frozen := make([]int32, len(x.holds)), make([]int32, len(x.holds))
		add(holds, r.Placement, 1)
		add(frozen, r.Frozen, 1)
		for n := range holds {
			if holds[n] != x.holds[n] || frozen[n] != x.frozen[n] {
				return fmt.Errorf("%v: job %d holds %v and %v on node %d, by the events %v and %v", b.after, r.Request.Number, holds[n], frozen[n], n, x.holds[n], x.frozen[n])
			}
		}
		held += size(holds) + size(frozen)
	}
	if e.State().OutOfUse().Len() == 0 && held != e.State().Held() {
		return fmt.Errorf("%v: %d are held, Held says %d", b.after, held, e.State().Held())
	}
	frozen := int32(0)
	for _, g := range e.Growths() {
		frozen += int32(g.Frozen.Tasks())
		if g.Since > e.Now() || g.Until < e.Now() || g.Stage < 1 || g.Stage > 7 {
			return fmt.Errorf("%v: growth %+v", b.after, g)
		}
	}
	for id := range b.jobs {
		frozen -= size(b.jobs[id].frozen)
	}
	if frozen != 0 {
		return fmt.Errorf("%v: %d frozen nodes leaked", b.after, frozen)
	}
	return nil
}
