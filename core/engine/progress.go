package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"slices"
)

// progress is the state of the work of one running job. Engine.progress holds it by
// slot.
type progress struct {
	finish simtime.Time     // time at which the job's work will be done if nothing changes
	at     simtime.Time     // time of the job's scheduled ending; not after its walltime, unless it may overrun
	killed bool             // whether this ending kills the job
	turn   int64            // number of this ending (see ending.turn)
	place  queue.QueuePlace // place in the queue from which the job started
	notice *notice          // the decision to stop it at the end of its walltime; nil if there is none

	left  float64      // work left at the time since, in milliseconds at full speed on the job's present nodes
	since simtime.Time // time of the last update
	rate  float64      // speed since then, relative to full speed; 0 while the job stands still
	act   network.Var  // the job's activity in the network sharing, or alone
	delay float64      // additional seconds per second at full speed that the latency of messages costs

	shrank simtime.Time     // time at which the job last gave nodes back, or -1
	paused bool             // whether the job is paused for its growth or restart; compute ends the pause
	phase  simtime.Duration // phase of the job's checkpoint cycle (faults.CheckpointCycle) at the time since
	still  simtime.Duration // how long the job has been suspended since its start, without the present suspension
	saved  float64          // fraction of the job's whole work in the last checkpoint written since the job started
	wrote  simtime.Time     // time at which this checkpoint was written
}

// alone is the activity of a job that does not take part in the network sharing, so
// that no other job can slow it down.
const alone network.Var = -1

// shared is a network whose links the running jobs share.
type shared struct {
	*network.Sharing
	routed  topology.Routed
	model   network.Model
	slots   []cluster.Slot // slot of each activity, indexed by Var
	demands []network.Demand
}

func newShared(t topology.Routed, m network.Model) *shared {
	return &shared{Sharing: network.NewSharing(network.Capacities(t, m.Bandwidth)), routed: t, model: m}
}

func (s *shared) clone() *shared {
	return &shared{Sharing: s.Sharing.Clone(), routed: s.routed, model: s.model, slots: append([]cluster.Slot(nil), s.slots...)}
}

// setGoing begins the execution of the job that has just started in a slot. It returns
// 1 if the job waits until its nodes are up, otherwise 0.
func (e *Engine) setGoing(slot cluster.Slot, place queue.QueuePlace) (waking int32) {
	for int(slot) >= len(e.progress) {
		e.progress = append(e.progress, progress{})
	}
	e.progress[slot] = progress{place: place, act: alone, rate: 1, since: e.now, shrank: -1}
	if e.sleep != nil && e.await(slot) {
		return 1
	}
	if e.again != nil {
		if wait := e.again[e.state.Job(slot).Request.ID].restart; wait > 0 {
			e.restart(slot, wait)
			return 0
		}
	}
	e.compute(slot, e.work(slot))
	return 0
}

// work returns the time that the job of a slot takes from its last start to its
// end, in milliseconds at full speed on its present nodes. Work that the job kept
// from before a stop is not included.
func (e *Engine) work(slot cluster.Slot) float64 {
	running := e.state.Job(slot)
	job := e.JobNow(running.Request.ID)
	work := e.workOn(job, running.Placement)
	if e.again == nil {
		return work
	}
	return work * (1 - e.again[job.ID].done)
}

// workOn returns the time that a whole job takes on a placement, in milliseconds at
// full speed.
func (e *Engine) workOn(job *workload.Job, p cluster.Placement) float64 {
	if job.Parts == nil && job.Elastic == nil {
		return float64(e.cfg.Machine.RunTime(job.Runtime, p))
	}
	size := int32(p.Tasks())
	if job.Parts != nil && size != job.Size() {
		return float64(e.cfg.Machine.RunTime(job.Parts.RunTime(size), p))
	}
	run := float64(e.cfg.Machine.RunTime(job.Runtime, p))
	if x := job.Elastic; x != nil && size != job.Size() {
		run = float64(run * x.Speedup.At(job.Size()) / x.Speedup.At(size))
	}
	return run
}

// compute lets the job of a slot compute from now on with the given amount of work
// left. If one of its nodes is down, the job stands still instead.
func (e *Engine) compute(slot cluster.Slot, left float64) {
	c := e.update(slot)
	c.left, c.paused = left, false
	if e.broken(e.state.Job(slot).Placement) {
		e.halt(slot)
		return
	}
	running := e.state.Job(slot)
	job := e.JobNow(running.Request.ID)
	if e.network != nil && job.Comm != nil && left > 0 && e.joinSharing(slot, job) {
		return
	}
	run, rate := ticks(left), 1.0
	if e.cfg.Network.Kind == network.Distance && job.Comm != nil {
		switch long := e.stretched(run, job, running); {
		case long == 0: // the job only communicates, and that takes no time
			c.left, run = 0, 0
		case long != run:
			run, rate = long, float64(run)/float64(long)
		}
	}
	if rate != c.rate {
		e.pace(slot, rate)
	}
	c.finish = e.now.Add(e.cfg.rhythm.Span(c.phase, run))
	e.due(slot)
}

// pause makes the job of a slot stand still and returns the work that is left. A
// call of compute with that amount resumes the job. The walltime continues to run.
// A caller that changes what the job holds must pause the job first.
func (e *Engine) pause(slot cluster.Slot) float64 {
	c := e.update(slot)
	c.paused = true
	e.halt(slot)
	return c.left
}

// halt makes the job of a slot stand still. The caller must have updated its
// progress.
func (e *Engine) halt(slot cluster.Slot) {
	e.leaveSharing(slot)
	c := &e.progress[slot]
	c.finish = simtime.Never
	if c.rate != 0 {
		e.pace(slot, 0)
	}
	e.due(slot)
}

// update brings the progress of a slot's job up to now.
func (e *Engine) update(slot cluster.Slot) *progress {
	c := &e.progress[slot]
	left := e.remaining(slot)
	if c.rate > 0 && e.cfg.rhythm.Every > 0 {
		phase, _, written := e.cfg.rhythm.After(c.phase, e.now.Sub(c.since))
		if written >= 0 {
			c.saved, c.wrote = e.part(slot, c.left-float64(c.rate*float64(written))), e.now.Add(-phase)
		}
		c.phase = phase
	}
	c.left, c.since = left, e.now
	return c
}

// remaining returns the work that the job of a slot still has to do, in
// milliseconds at full speed on its present nodes.
func (e *Engine) remaining(slot cluster.Slot) float64 {
	c := &e.progress[slot]
	_, computed, _ := e.cfg.rhythm.After(c.phase, e.now.Sub(c.since))
	return max(0, c.left-float64(c.rate*float64(computed)))
}

// joinSharing adds a job to the network sharing. It returns false if the job needs
// no link. At the end of the step, settle computes when the job ends.
func (e *Engine) joinSharing(slot cluster.Slot, job *workload.Job) bool {
	n, p := e.network, e.state.Job(slot).Placement
	n.demands = network.AppendDemands(n.demands[:0], n.routed, p, job.Comm, e.cfg.Machine.Speed(p), job.Runtime, n.model.Bandwidth)
	if len(n.demands) == 0 {
		return false
	}
	act := n.Add(append([]network.Demand(nil), n.demands...), 1)
	for int(act) >= len(n.slots) {
		n.slots = append(n.slots, 0)
	}
	n.slots[act] = slot
	c := &e.progress[slot]
	c.act, c.rate, c.finish = act, 0, simtime.Never
	c.delay = network.Delay(e.cfg.Machine, p, job.Comm, e.cfg.Machine.Speed(p), job.Runtime, n.model)
	return true
}

// stretched returns the run time of a job under the distance model. It multiplies
// the given run time by (1 - share) + share·F and rounds up to a tick. F is the
// mean distance of the job's flows divided by the shortest distance between two
// nodes. F may be less than 1 if processes share a node; a result below 0 counts as
// 0. Source: SOURCES.md NET.3, which has no term for contention.
func (e *Engine) stretched(run simtime.Duration, job *workload.Job, running *cluster.Running) simtime.Duration {
	num, den := network.Stretch(&e.state.Free, running.Request, running.Placement, job.Comm, e.cfg.nearest)
	share := float64(job.Comm.Share) / 1000
	longer := float64(share) * (float64(num)/float64(den) - 1)
	return ticks(max(0, float64(run)+float64(float64(run)*longer)))
}

// leaveSharing removes the job of a slot from the network sharing if it takes part
// in the sharing.
func (e *Engine) leaveSharing(slot cluster.Slot) {
	if c := &e.progress[slot]; c.act != alone {
		e.network.Remove(c.act)
		c.act = alone
	}
}

// settle updates the speeds of the jobs that share the network and reschedules
// their ends. It visits only jobs whose speed changed.
func (e *Engine) settle() {
	if e.network == nil {
		return
	}
	for _, act := range e.network.Settle() {
		slot := e.network.slots[act]
		c := e.update(slot)
		e.pace(slot, network.Late(e.network.Rate(act), c.delay))
		if c.finish = simtime.Never; c.rate > 0 { // all links that the job needs are up
			c.finish = e.now.Add(e.cfg.rhythm.Span(c.phase, ticks(c.left/c.rate)))
		}
		e.due(slot)
	}
}

// ticks rounds a time up to whole milliseconds. It ignores an excess of less than a
// millionth of a millisecond, which is a rounding error.
func ticks(ms float64) simtime.Duration {
	if ms >= float64(simtime.Max) {
		return simtime.Duration(simtime.Max)
	}
	whole := simtime.Duration(ms)
	if ms-float64(whole) > 1e-6 {
		whole++
	}
	return whole
}

// due schedules the end of a slot's job: at the time when its work is done, or at
// its walltime if that comes first and the job may not overrun.
func (e *Engine) due(slot cluster.Slot) {
	job, c := e.state.Job(slot), &e.progress[slot]
	x := ending{at: c.finish, start: job.Start, rank: c.place.Key, id: job.Request.ID, slot: slot}
	if limit := job.Ready.Add(job.Request.Walltime + c.still); c.finish > limit && !e.JobNow(x.id).Overrun {
		x.at, x.killed = limit, true
	}
	if c.turn > 0 && c.at == x.at && c.killed == x.killed {
		return // the end is unchanged: for example, the job still ends at its walltime
	}
	c.at, c.killed = x.at, x.killed
	e.turn++
	c.turn, x.turn = e.turn, e.turn
	e.ends.push(x)
}

// endsAt returns the time of the next end of a job, or simtime.Never. It discards
// stale endings.
func (e *Engine) endsAt() simtime.Time {
	for len(e.ends) > 0 {
		x := &e.ends[0]
		if e.progress[x.slot].turn == x.turn {
			return x.at
		}
		if slices.Contains(e.gone, x.turn) {
			return x.at
		}
		e.ends.pop()
	}
	return simtime.Never
}
