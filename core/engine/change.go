package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/faults"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// changes holds the changes of the machine and the heartbeat monitor of its nodes.
//
// A node fails silently: until the resource system misses the node's heartbeats,
// its jobs stand still, and more jobs may be started on it. Then the node leaves
// the machine, and its jobs are killed or put back into the queue, as the timetable
// says. If the node recovers before that, the node and its jobs have stood still in
// the meantime, and nothing else happens (INFERRED). A link that fails carries
// nothing until it recovers: a job that needs the link stands still and keeps
// everything that it holds.
//
// If a node moves to another partition of the machine, the resource system knows
// that at once, without heartbeats. The jobs on the node are killed or put back
// into the queue in the same way.
//
// Source: SOURCES.md S2.7; S2, scheme 1 and claim 2 (the resource system keeps the
// state of all resources by heartbeats), scheme 2 and claim 3 (new resources come
// online, resources are divided anew). LIMITATIONS: nothing monitors links; routes
// are static and still lead over a link that is down.
type changes struct {
	*faults.Cursor
	watch faults.Watch
	told  bool // whether the trace already lists the nodes that are offline from the start; true if there are none
}

func newChanges(p *faults.Timetable, nodes int) *changes {
	return &changes{faults.NewCursor(p, nodes), faults.NewWatch(p.Heartbeat), len(p.Offline) == 0}
}

func (c *changes) clone() *changes { return &changes{c.Cursor.Clone(), c.watch.Clone(), c.told} }

// Down returns the set of nodes that do not work, and the set of nodes that the
// resource system knows to be down and does not allocate. A node that recovered
// before its heartbeats were missed is in neither set. The caller must not change
// the sets.
func (e *Engine) Down() (failed, noticed *topology.NodeSet) {
	if e.changes == nil {
		return new(topology.NodeSet), new(topology.NodeSet)
	}
	return e.changes.Cursor.Down(), e.state.OutOfUse()
}

// LinksDown returns the links that do not work, in ascending order. The caller must
// not change them.
func (e *Engine) LinksDown() []topology.LinkID {
	if e.changes == nil {
		return nil
	}
	return e.changes.Links()
}

// changeAt returns the time of the machine's next change. It returns simtime.Never
// if no change is left. It also does so if no change can affect a job any more;
// otherwise a run with endless random failures would never end.
func (e *Engine) changeAt() simtime.Time {
	c := e.changes
	switch {
	case c == nil || !e.unfinished():
		return simtime.Never
	case !c.told:
		return 0
	}
	return min(c.At(), c.watch.Due())
}

// unfinished reports whether a change of the machine may still affect a job. If no
// job runs and no other event is left, only the recovery of a node can still affect
// a job, namely a waiting job.
func (e *Engine) unfinished() bool {
	return e.state.NumRunning() > 0 || e.next < e.known || len(e.follow) > 0 || len(e.gone) > 0 ||
		e.queue.Wake() != simtime.Never || e.gateAt() != simtime.Never || e.commandAt() != simtime.Never || e.sharesAt() != simtime.Never || e.stageAt() != simtime.Never || e.queue.Len() > 0 && e.changes.Returns()
}

// change applies the machine's next change if it is due now, and reports whether it
// applied a change. At the same instant, listed changes come first, then randomly
// drawn changes, then nodes that missed their heartbeats.
func (e *Engine) change() bool {
	c := e.changes
	if c == nil {
		return false
	}
	if !c.told {
		c.told = true
		e.log(trace.Event{Kind: trace.Notice, Job: workload.NoJob, Placement: e.cfg.Faults.Offline})
		return true
	}
	for c.At() <= e.now {
		switch x := c.Next(); {
		case x.Nodes == nil:
			e.changeLinks(x)
			return true
		case len(x.Nodes) > 0 && x.Up:
			e.comeUp(x)
			return true
		case len(x.Nodes) > 0 && x.Divides:
			e.goAway(x.Nodes)
			return true
		case len(x.Nodes) > 0:
			e.goDown(x.Nodes)
			return true
		}
	}
	if c.watch.Due() <= e.now {
		e.notice(c.watch.Missed(e.now))
		return true
	}
	return false
}

// changeLinks makes a link fail or recover. It also applies the changes of other
// links that are listed for the same instant and are of the same kind, such as the
// opposite direction of the link and its parallel cables.
func (e *Engine) changeLinks(x faults.MachineChange) {
	for {
		kind, capacity := trace.LinkDown, 0.0
		if x.Up {
			kind, capacity = trace.LinkUp, network.Capacity(e.network.routed, x.Link, e.network.model.Bandwidth)
		}
		e.log(trace.Event{Kind: kind, Job: workload.NoJob, Of: int32(x.Link)})
		e.network.SetCapacity(x.Link, capacity)
		if !e.changes.NextIsSameLinkEvent(x) {
			return
		}
		if x = e.changes.Next(); x.Nodes != nil { // the next change had no effect, because its link was already in that state
			return
		}
	}
}

// broken reports whether at least one node of a placement does not work.
func (e *Engine) broken(p cluster.Placement) bool {
	if e.changes == nil || e.changes.Cursor.Down().Len() == 0 {
		return false
	}
	for _, run := range p {
		if e.changes.Cursor.Down().CountRange(run.First, run.Last) > 0 {
			return true
		}
	}
	return false
}

// stranded reports whether the job of a slot stands still for good: the job needs a
// node or a link that does not work, and nothing will recover. Such a job is killed
// at the end of its walltime, even if it may overrun.
func (e *Engine) stranded(slot cluster.Slot) bool {
	c := &e.progress[slot]
	return e.changes != nil && c.rate == 0 && !c.paused && !e.changes.Returns() && e.changes.watch.Due() == simtime.Never
}

// strand schedules an ending that kills the job of a slot now.
func (e *Engine) strand(slot cluster.Slot) {
	job, c := e.state.Job(slot), &e.progress[slot]
	e.turn++
	c.at, c.killed, c.turn = e.now, true, e.turn
	e.ends.push(ending{at: e.now, start: job.Start, rank: c.place.Key, id: job.Request.ID, slot: slot, killed: true, turn: c.turn})
}
