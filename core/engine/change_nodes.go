package engine

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/faults"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// goDown makes nodes fail. The jobs on them stand still. If failures are noticed at
// once, the jobs lose these nodes.
func (e *Engine) goDown(p cluster.Placement) {
	e.log(trace.Event{Kind: trace.Down, Job: workload.NoJob, Placement: p})
	if e.changes.watch.AtOnce() {
		e.notice(p)
		return
	}
	e.changes.watch.Fail(p, e.now)
	for _, slot := range e.jobsOn(p) {
		e.update(slot)
		e.halt(slot)
	}
}

// comeUp makes nodes recover, or join from another partition. Nodes whose failure
// had been noticed become free. On the other nodes, the jobs continue, unless
// another node of the job is still down.
func (e *Engine) comeUp(x faults.MachineChange) {
	p, kind := x.Nodes, trace.Up
	if x.Divides {
		kind = trace.Join
	}
	e.log(trace.Event{Kind: kind, Job: workload.NoJob, Placement: p})
	known, unknown := split(p, e.state.OutOfUse())
	if len(known) > 0 {
		size := e.cfg.size(known)
		e.state.Up(known, size)
		if e.cfg.exclusive { // a node may come back into a block that the plan reserves for an exclusive job
			e.queue.Unplan()
		}
		e.queue.NodesReturned(known, size, e.now)
	}
	if len(unknown) == 0 {
		return
	}
	e.changes.watch.Back(unknown, e.now)
	e.resume()
	for _, slot := range e.jobsOn(unknown) {
		if c := &e.progress[slot]; !c.paused && !e.broken(e.state.Job(slot).Placement) {
			e.compute(slot, c.left)
		}
	}
}

// notice takes nodes out of the machine because the resource system has noticed
// that they are down.
func (e *Engine) notice(p cluster.Placement) {
	e.log(trace.Event{Kind: trace.Notice, Job: workload.NoJob, Placement: p})
	e.takeOut(p)
}

// goAway moves nodes to another partition of the machine.
//
// Source: S2, claim 3 (SOURCES.md S2.1). INFERRED: the jobs on these nodes are
// treated as if the nodes had failed.
func (e *Engine) goAway(p cluster.Placement) {
	e.log(trace.Event{Kind: trace.Leave, Job: workload.NoJob, Placement: p})
	e.takeOut(p)
}

// takeOut takes nodes out of the machine. Jobs that hold some of these nodes are
// stopped first, and their growths are given up. If a growing job loses only nodes
// that are frozen for its growth, the growth is rolled back and the job runs on.
func (e *Engine) takeOut(p cluster.Placement) {
	for _, slot := range append(e.jobsOn(p), e.suspendedOn(p)...) {
		e.lose(slot, e.state.Job(slot).Placement.Common(p))
	}
	for i := 0; i < len(e.growths); { // growths of jobs that lose only frozen nodes
		if !e.loseGrowth(e.growths[i].slot, p) {
			i++
		}
	}
	e.remove(p)
	e.queue.Unplan()
}

// remove removes nodes from the free nodes. No job may hold these nodes.
func (e *Engine) remove(p cluster.Placement) {
	if len(p) > 0 {
		e.state.Down(p, e.cfg.size(p))
	}
}

// lose applies the timetable's rule for lost nodes to the job of a slot. The job
// either fails, or returns to the queue with the progress of its last checkpoint or
// with no progress.
func (e *Engine) lose(slot cluster.Slot, lost int32) {
	job := e.state.Job(slot)
	reason := why.Reason{Code: why.NodeLost, Need: lost, Have: int32(job.Placement.Nodes()), Blocker: workload.NoJob}
	switch e.cfg.Faults.Lost {
	case faults.Kill:
		e.fail(slot, reason)
		e.releaseAfter(job.Request.ID, true)
	case faults.Checkpoint:
		kept, by := e.saved(slot)
		reason.At = by
		e.requeue(slot, kept, reason)
	default:
		e.requeue(slot, 0, reason)
	}
}

// saved returns the fraction of its whole work that the job of a slot keeps if it
// is stopped now, and the time at which the checkpoint with this progress was
// written.
func (e *Engine) saved(slot cluster.Slot) (part float64, by simtime.Time) {
	if c := e.update(slot); c.saved > 0 {
		return c.saved, c.wrote
	}
	before := e.again[e.state.Job(slot).Request.ID]
	return before.done, before.by
}

// fail ends a job for good. The jobs that depend on its end are not released yet.
func (e *Engine) fail(slot cluster.Slot, reason why.Reason) {
	e.abandonGrowth(slot, reason)
	e.leaveSharing(slot)
	e.progress[slot].turn = 0 // so that the job's scheduled ending is ignored
	job, back, waking := e.takeOff(slot)
	e.queue.Ended(job, e.now)
	e.log(trace.Event{Kind: trace.Fail, Job: job.Request.ID, Of: waking, Why: reason, Placement: back})
	e.followUp(job.Request.ID)
}

// jobsOn returns the running jobs that hold at least one of the given nodes, by
// JobID. Cost: O(running jobs + ranges of nodes in their placements).
func (e *Engine) jobsOn(p cluster.Placement) (slots []cluster.Slot) {
	for _, l := range e.state.Limits() {
		if e.state.Job(l.Slot).Placement.Common(p) > 0 {
			slots = append(slots, l.Slot)
		}
	}
	slices.SortFunc(slots, func(a, b cluster.Slot) int {
		return cmp.Compare(e.state.Job(a).Request.ID, e.state.Job(b).Request.ID)
	})
	return slots
}

// split divides nodes into the nodes that are in the set and the nodes that are
// not.
func split(p cluster.Placement, set *topology.NodeSet) (in, out cluster.Placement) {
	for n := range p.All {
		if set.Has(n) {
			in = in.Append(n, n, 1)
		} else {
			out = out.Append(n, n, 1)
		}
	}
	return in, out
}
