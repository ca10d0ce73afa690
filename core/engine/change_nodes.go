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

// goDown makes nodes fail. Jobs on them stand still; where failures are noticed at
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

// comeUp makes nodes recover, or join from another division. Nodes that had been
// noticed as down become free. Jobs on the other nodes continue, unless another of
// their nodes is down.
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

// notice takes nodes out of the machine that were found to be down.
func (e *Engine) notice(p cluster.Placement) {
	e.log(trace.Event{Kind: trace.Notice, Job: workload.NoJob, Placement: p})
	e.takeOut(p)
}

// goAway moves nodes to another division of the machine.
//
// Source: S2, claim 3 (SOURCES.md S2.1). INFERRED: jobs on them lose them, as they
// lose nodes that fail.
func (e *Engine) goAway(p cluster.Placement) {
	e.log(trace.Event{Kind: trace.Leave, Job: workload.NoJob, Placement: p})
	e.takeOut(p)
}

// takeOut takes nodes out of the machine. Jobs that hold some of them are taken off
// first, and their growths are given up. A growth that loses only frozen nodes is
// rolled back, and its job runs on.
func (e *Engine) takeOut(p cluster.Placement) {
	for _, slot := range e.jobsOn(p) {
		e.lose(slot, common(e.state.Job(slot).Placement, p))
	}
	for i := 0; i < len(e.growths); { // growths of jobs that lose no other node
		if !e.loseGrowth(e.growths[i].slot, p) {
			i++
		}
	}
	e.remove(p)
	e.queue.Unplan()
}

// remove takes nodes out of the free nodes. No job may hold them.
func (e *Engine) remove(p cluster.Placement) {
	if len(p) > 0 {
		e.state.Down(p, e.cfg.size(p))
	}
}

// lose applies the timetable's rule for lost nodes to the job of a slot: the job
// fails, or it goes back into the queue with its last checkpoint or with nothing.
func (e *Engine) lose(slot cluster.Slot, lost int32) {
	job := e.state.Job(slot)
	reason := why.Reason{Code: why.NodeLost, Need: lost, Have: int32(job.Placement.Nodes()), Blocker: workload.NoJob}
	switch e.cfg.Faults.Lost {
	case faults.Kill:
		e.fail(slot, reason)
	case faults.Checkpoint:
		kept, by := e.saved(slot)
		reason.At = by
		e.requeue(slot, kept, reason)
	default:
		e.requeue(slot, 0, reason)
	}
}

// saved returns the part of its whole work that the job of a slot keeps if it is
// stopped now, which is the part in its last checkpoint, and the time at which that
// was written.
func (e *Engine) saved(slot cluster.Slot) (part float64, by simtime.Time) {
	if c := e.update(slot); c.saved > 0 {
		return c.saved, c.wrote
	}
	before := e.again[e.state.Job(slot).Request.ID]
	return before.done, before.by
}

// fail takes a job off the machine for good, because of a failure.
func (e *Engine) fail(slot cluster.Slot, reason why.Reason) {
	e.abandonGrowth(slot, reason)
	e.leaveSharing(slot)
	e.progress[slot].turn = 0 // makes its ending stale
	job := e.state.End(slot)
	e.queue.Ended(job, e.now)
	e.log(trace.Event{Kind: trace.Fail, Job: job.Request.ID, Why: reason, Placement: job.Placement})
	e.followUp(job.Request.ID)
}

// jobsOn returns the running jobs that hold one of the nodes p, by JobID. Cost:
// O(running jobs and their runs).
func (e *Engine) jobsOn(p cluster.Placement) (slots []cluster.Slot) {
	for _, l := range e.state.Limits() {
		if common(e.state.Job(l.Slot).Placement, p) > 0 {
			slots = append(slots, l.Slot)
		}
	}
	slices.SortFunc(slots, func(a, b cluster.Slot) int {
		return cmp.Compare(e.state.Job(a).Request.ID, e.state.Job(b).Request.ID)
	})
	return slots
}

// common returns the number of nodes that two placements share. Cost: O(runs).
func common(p, q cluster.Placement) (nodes int32) {
	for len(p) > 0 && len(q) > 0 {
		if first, last := max(p[0].First, q[0].First), min(p[0].Last, q[0].Last); first <= last {
			nodes += int32(last-first) + 1
		}
		if p[0].Last < q[0].Last {
			p = p[1:]
		} else {
			q = q[1:]
		}
	}
	return nodes
}

// split divides nodes into those in a set and the others.
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
