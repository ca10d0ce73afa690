package faults

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// Cursor goes through what happens to a machine, change by change: the listed
// events in their order and the drawn ones between them. What it says depends
// on the plan alone, never on the jobs, so that all disciplines meet the same
// failures.
//
// A node works or does not; a change that changes nothing is left out. Who
// speaks last of a node decides: a listed failure of a node that is down
// already keeps it down until the list brings it back, and a listed return ends
// a drawn failure.
type Cursor struct {
	plan   *Timetable
	nodes  int
	next   int // of plan.Events
	lastUp int // one past the last of them that brings something back
	down   topology.NodeSet
	links  []topology.LinkID // that are down, ascending
	drawing
}

// NewCursor is the beginning of a plan, which Check has passed, on a machine of
// so many nodes. Cost: O(nodes/64 + events).
func NewCursor(p *Timetable, nodes int) *Cursor {
	c := &Cursor{plan: p, nodes: nodes, down: topology.NewNodeSet(nodes), drawing: newDrawing(p.Drawn)}
	for _, run := range p.Offline {
		c.down.AddRange(run.First, run.Last)
	}
	for i := range p.Events {
		if p.Events[i].Up {
			c.lastUp = i + 1
		}
	}
	return c
}

// Clone returns an independent copy. Cost: O(nodes/64 + what is down).
func (c *Cursor) Clone() *Cursor {
	d := *c
	d.down, d.links, d.repairs = c.down.Clone(), slices.Clone(c.links), slices.Clone(c.repairs)
	return &d
}

// Down is the set of nodes that do not work; do not change it.
func (c *Cursor) Down() *topology.NodeSet { return &c.down }

// Links are those that do not work, ascending; do not change them.
func (c *Cursor) Links() []topology.LinkID { return c.links }

// At is when the machine next changes, or simtime.Never. Cost: O(1).
func (c *Cursor) At() simtime.Time {
	at := c.drawing.at(c.nodes - c.down.Len())
	if c.next < len(c.plan.Events) {
		at = min(at, c.plan.Events[c.next].At)
	}
	return at
}

// Returns reports whether a node or a link is to come back some day. Cost: O(1).
func (c *Cursor) Returns() bool { return len(c.repairs) > 0 || c.next < c.lastUp }

// Goes reports whether the next change goes with a listed link's: it is another
// link's, listed for the same instant and direction.
func (c *Cursor) Goes(with MachineChange) bool {
	if c.next == len(c.plan.Events) {
		return false
	}
	e := &c.plan.Events[c.next]
	return e.Nodes == nil && e.Up == with.Up && e.At == with.At
}

// Next is the change at At, with those nodes only that it changes: perhaps
// none; so is a link's that changes nothing. Listed events come before drawn ones of their instant. Cost: O(nodes of
// the event + what is down).
func (c *Cursor) Next() MachineChange {
	at := c.At()
	if c.next == len(c.plan.Events) || c.plan.Events[c.next].At > at {
		n, up := c.drawing.next(&c.down, c.nodes)
		c.set(n, up)
		return MachineChange{At: at, Up: up, Nodes: cluster.Placement{{First: n, Last: n, Tasks: 1}}}
	}
	e := c.plan.Events[c.next]
	c.next++
	if e.Nodes == nil {
		if !c.cut(e.Link, e.Up) {
			e.Nodes = cluster.Placement{}
		}
		return e
	}
	c.drawing.until(float64(at), c.nodes-c.down.Len())
	changed, said := cluster.Placement{}, topology.NewNodeSet(c.nodes)
	for n := range e.Nodes.All {
		said.AddRange(n, n)
		if c.down.Has(n) == e.Up {
			c.set(n, e.Up)
			changed = changed.Append(n, n, 1)
		}
	}
	c.drawing.forget(&said)
	e.Nodes = changed
	return e
}

func (c *Cursor) set(n topology.NodeID, up bool) {
	if up {
		c.down.RemoveRange(n, n)
	} else {
		c.down.AddRange(n, n)
	}
}

// cut takes a link out of use, or back into it, and reports whether it was not.
func (c *Cursor) cut(l topology.LinkID, up bool) bool {
	i, is := slices.BinarySearch(c.links, l)
	switch {
	case up != is:
		return false
	case up:
		c.links = slices.Delete(c.links, i, i+1)
	default:
		c.links = slices.Insert(c.links, i, l)
	}
	return true
}
