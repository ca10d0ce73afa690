package engine

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Deciding is an engine in the middle of a step: the event has happened, and its
// scheduling pass has not been run yet. With it a caller can find out what the pass
// will decide, and what another policy would decide.
type Deciding struct {
	*Engine
	Trigger queue.Trigger
	Job     workload.JobID // job that was submitted or ended, or NoJob
}

// Deciding returns an independent engine in the middle of step i (from 0). The
// caller may pass an engine in the state that Seek(i) returns. Deciding then
// advances this engine, and the caller must not use it again. If the caller passes
// nil, Deciding calls Seek. Cost: a few steps, and that of Seek if it is called.
func (t *Recording) Deciding(i int, before *Engine) *Deciding {
	if before == nil {
		before = t.Seek(i)
	}
	d := &Deciding{Engine: before}
	t.walk(before, t.takenAfter(i), t.marks[i].taken-1)
	d.queue.SetAllocator(d.cfg.powered(d.cfg.Allocator)) // the remembered placements are valid only for the recorded policy
	d.Trigger, d.Job, _ = d.begin()
	return d
}

// Walk advances an engine by whole steps. The two numbers count recorded steps from
// the beginning of the run. Before the call, the engine must be in the state after
// the first number of steps. After the call, it is in the state after the second
// number of steps, which must not be smaller. Cost: that of the steps between.
func (t *Recording) Walk(e *Engine, from, to int) { t.walk(e, t.takenAfter(from), t.takenAfter(to)) }

func (t *Recording) walk(e *Engine, from, to int32) {
	for ; from < to; from++ {
		e.Step()
	}
}

// takenAfter returns how many engine steps the first n recorded steps comprise.
func (t *Recording) takenAfter(n int) int32 {
	if n == 0 {
		return 0
	}
	return t.marks[min(n, len(t.marks))-1].taken
}

// Clone returns an independent copy.
func (d *Deciding) Clone() *Deciding { return &Deciding{d.Engine.Clone(), d.Trigger, d.Job} }

// Decide runs the pass and returns the whole step. Call it once. If d is a clone,
// the step holds only the events of the pass.
func (d *Deciding) Decide() (s Step) {
	defer queue.Caught(func(f *queue.Failure) {
		d.fails(f)
		s = d.step(d.Trigger, d.Job)
	})
	d.finishStep(d.Trigger)
	return d.step(d.Trigger, d.Job)
}

// UsePolicy makes another policy run the pass, with the same waiting jobs in the
// same order. The state of the original policy is lost.
func (d *Deciding) UsePolicy(p queue.Policy) { d.queue.Under(p) }

// Reorder sorts the waiting jobs by another order. It is meant for policies without
// state.
func (d *Deciding) Reorder(order queue.Order) { d.queue.Reorder(order) }

// Foresee gives the scheduler perfect knowledge: it replaces each walltime by the
// time that the job will actually run if nothing intervenes. All promises are
// recomputed. If the policy keeps state that may depend on walltimes, Foresee does
// nothing and returns false.
func (d *Deciding) Foresee() bool {
	if _, keeps := d.cfg.Queue.(queue.Stateful); keeps {
		return false
	}
	for _, l := range slices.Clone(d.state.Limits()) {
		finish := d.progress[l.Slot].finish
		if !d.JobNow(d.state.Job(l.Slot).Request.ID).Overrun {
			finish = min(finish, l.At) // the time at which the job would be killed
		}
		if finish != simtime.Never {
			d.state.Extend(l.Slot, max(finish, d.now))
		}
	}
	d.queue.Revise(func(r *workload.Request) simtime.Duration { return min(r.Walltime, d.JobNow(r.ID).Runtime) })
	return true
}
