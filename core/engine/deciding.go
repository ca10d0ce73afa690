package engine

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Deciding is an engine in the middle of a step: something has happened, and
// the scheduling pass that answers it has not been run. It is for asking what
// the pass will decide, and what another rule would.
type Deciding struct {
	*Engine
	Trigger queue.Trigger
	Job     workload.JobID // that was submitted or ended, or NoJob
}

// Deciding returns an engine of its own in the middle of step i, from 0. It begins
// with before, an engine as Seek(i) gives it, which is used up; nil: with one of
// its own. Cost: that of Seek without, a few steps with it.
func (t *Recording) Deciding(i int, before *Engine) *Deciding {
	if before == nil {
		before = t.Seek(i)
	}
	d := &Deciding{Engine: before}
	t.walk(before, t.takenAfter(i), t.marks[i].taken-1)
	d.queue.Ask(d.cfg.Allocator) // what other rules do was not done before
	d.Trigger, d.Job, _ = d.begin()
	return d
}

// Walk takes an engine that is as it is after the first from steps on to what it
// is after to, which is no fewer. Cost: the steps between.
func (t *Recording) Walk(e *Engine, from, to int) { t.walk(e, t.takenAfter(from), t.takenAfter(to)) }

func (t *Recording) walk(e *Engine, from, to int32) {
	for ; from < to; from++ {
		e.Step()
	}
}

// takenAfter is how many engine steps the first n steps are.
func (t *Recording) takenAfter(n int) int32 {
	if n == 0 {
		return 0
	}
	return t.marks[min(n, len(t.marks))-1].taken
}

// Clone returns an independent copy.
func (d *Deciding) Clone() *Deciding { return &Deciding{d.Engine.Clone(), d.Trigger, d.Job} }

// Decide runs the pass and returns the whole step. It is to be called once. Of
// a copy, the events begin with the pass.
func (d *Deciding) Decide() (s Step) {
	defer queue.Caught(func(f *queue.Failure) {
		d.fails(f)
		s = d.step(d.Trigger, d.Job)
	})
	d.settled(d.Trigger)
	return d.step(d.Trigger, d.Job)
}

// Under has another policy run the pass, with the same waiting jobs in the same
// order. What the policy of the run keeps for itself is gone.
func (d *Deciding) Under(p queue.Policy) { d.queue.Under(p) }

// Reorder has the waiting jobs stand by another order. It is for policies that
// keep nothing of their own.
func (d *Deciding) Reorder(order queue.Order) { d.queue.Reorder(order) }

// Foresee tells the scheduler what nobody can know: walltimes are as long as the
// jobs will run, if nothing comes between. All promises are made anew. It
// reports false, and does nothing, if the policy keeps something of its own that
// walltimes have gone into.
func (d *Deciding) Foresee() bool {
	if _, keeps := d.cfg.Queue.(queue.Stateful); keeps {
		return false
	}
	for _, l := range slices.Clone(d.state.Limits()) {
		finish := d.progress[l.Slot].finish
		if !d.cfg.Jobs[d.state.Job(l.Slot).Request.ID].Overrun {
			finish = min(finish, l.At) // it is killed then
		}
		if finish != simtime.Never {
			d.state.Extend(l.Slot, max(finish, d.now))
		}
	}
	d.queue.Revise(func(r *workload.Request) simtime.Duration { return min(r.Walltime, d.cfg.Jobs[r.ID].Runtime) })
	return true
}
