package queuetest

import (
	"fmt"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// book keeps what is free on each node in the plainest way, apart from the
// engine's own state.
type book struct {
	c     engine.Config
	free  []workload.Resources
	users []int // jobs on each node
	start []simtime.Time
	state []trace.Kind
	seen  []bool
}

func newBook(c engine.Config) *book {
	b := &book{c: c, users: make([]int, c.Machine.NumNodes()), start: make([]simtime.Time, len(c.Jobs)), state: make([]trace.Kind, len(c.Jobs)), seen: make([]bool, len(c.Jobs))}
	for n := range topology.NodeID(c.Machine.NumNodes()) {
		b.free = append(b.free, c.Machine.Spec(n).Resources)
	}
	return b
}

func (b *book) read(e *trace.Event) error {
	if e.Job == workload.NoJob {
		return nil
	}
	j := &b.c.Jobs[e.Job]
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("job %d: %v: %s", j.Number, e.Kind, fmt.Sprintf(format, args...))
	}
	switch e.Kind {
	case trace.Submit:
		if b.seen[e.Job] {
			return wrong("twice")
		}
		if b.seen[e.Job] = true; e.Time < j.Submit && j.After == workload.NoJob {
			return wrong("before its submit time %v", j.Submit)
		}
	case trace.AtRisk:
		if !b.seen[e.Job] || b.state[e.Job] != trace.Submit {
			return wrong("while it is not waiting")
		}
		return nil
	case trace.Start:
		if !b.seen[e.Job] || b.state[e.Job] != trace.Submit {
			return wrong("while it is not waiting")
		}
		if !e.Why.OK() {
			return wrong("for the reason %v, which refuses", e.Why.Code)
		}
		b.start[e.Job] = e.Time
		return b.take(e, j)
	case trace.End, trace.Kill:
		run := min(j.Walltime, b.runtime(e, j))
		if j.Overrun {
			run = b.runtime(e, j)
		}
		if want := b.start[e.Job].Add(run); e.Time != want {
			return wrong("at %v, must be at %v", e.Time, want)
		}
		if b.state[e.Job] != trace.Start {
			return wrong("while it is not running")
		}
		b.give(e, j)
	}
	b.state[e.Job] = e.Kind
	return nil
}

func (b *book) runtime(e *trace.Event, j *workload.Job) simtime.Duration {
	speed := b.c.Machine.Speed(e.Placement)
	return simtime.Duration((int64(j.Runtime)*1000 + speed - 1) / speed)
}

func (b *book) take(e *trace.Event, j *workload.Job) error {
	b.state[e.Job] = trace.Start
	last := topology.NodeID(-1)
	for n, tasks := range e.Placement.All {
		if n <= last || tasks < 1 || j.Whole() && (tasks != 1 || b.users[n] > 0) {
			return fmt.Errorf("job %d: node %d is out of order or taken", j.Number, n)
		}
		last = n
		b.users[n]++
		if j.Whole() {
			b.users[n] += 1 << 20 // nobody else's
			continue
		}
		for k, need := range j.PerTask {
			if b.free[n][k] -= need * int64(tasks); b.free[n][k] < 0 || b.users[n] > 1<<20 {
				return fmt.Errorf("job %d: node %d has too little of %v, or is another's", j.Number, n, workload.Resource(k))
			}
		}
	}
	if e.Placement.Tasks() != int(j.Size()) {
		return fmt.Errorf("job %d: asked for %d, was given %d", j.Number, j.Size(), e.Placement.Tasks())
	}
	return nil
}

func (b *book) give(e *trace.Event, j *workload.Job) {
	for n, tasks := range e.Placement.All {
		b.users[n]--
		if j.Whole() {
			b.users[n] -= 1 << 20
			continue
		}
		for k, need := range j.PerTask {
			b.free[n][k] += need * int64(tasks)
		}
	}
}

// checkEnd reports what the run left undone.
func (b *book) checkEnd() error {
	for i, s := range b.state {
		if s != trace.End && s != trace.Kill && s != trace.Reject {
			return fmt.Errorf("job %d never ended (last event: %v)", b.c.Jobs[i].Number, s)
		}
	}
	if i := slices.IndexFunc(b.users, func(u int) bool { return u != 0 }); i >= 0 {
		return fmt.Errorf("node %d is still used after the end", i)
	}
	return nil
}
