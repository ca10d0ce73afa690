package faults

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// Cursor iterates over the changes of a machine in order of time, both the listed
// and the random ones. The changes depend only on the timetable and not on the
// jobs, so that runs under all disciplines have the same failures.
//
// A node either works or does not. A change that would not alter the state of a
// node is left out. Listed events override random ones: a listed failure of a node
// that is already down by chance keeps it down until a listed recovery, and a
// listed recovery ends a random failure.
type Cursor struct {
	plan   *Timetable
	nodes  int
	next   int // index of the next event in plan.Events
	lastUp int // index after the last event in which a node or link recovers
	down   topology.NodeSet
	links  []topology.LinkID // links that do not work, in ascending order
	drawing
}

// NewCursor returns a cursor at the beginning of a timetable for a machine with the
// given number of nodes. The timetable must have passed Check. Cost: O(nodes/64 +
// events).
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

// Clone returns an independent copy. Cost: O(nodes/64 + nodes and links that are
// down).
func (c *Cursor) Clone() *Cursor {
	d := *c
	d.down, d.links, d.repairs = c.down.Clone(), slices.Clone(c.links), slices.Clone(c.repairs)
	return &d
}

// Down returns the set of nodes that do not work. The caller must not change it.
func (c *Cursor) Down() *topology.NodeSet { return &c.down }

// Links returns the links that do not work, in ascending order. The caller must not
// change them.
func (c *Cursor) Links() []topology.LinkID { return c.links }

// At returns the time of the next change, or simtime.Never. Cost: O(1).
func (c *Cursor) At() simtime.Time {
	at := c.drawing.at(c.nodes - c.down.Len())
	if c.next < len(c.plan.Events) {
		at = min(at, c.plan.Events[c.next].At)
	}
	return at
}

// Returns reports whether at least one node or link will still recover. Cost: O(1).
func (c *Cursor) Returns() bool { return len(c.repairs) > 0 || c.next < c.lastUp }

// NextIsSameLinkEvent reports whether the next listed event is a link event of the
// same kind (failure or recovery) at the same instant as the given change.
func (c *Cursor) NextIsSameLinkEvent(with MachineChange) bool {
	if c.next == len(c.plan.Events) {
		return false
	}
	e := &c.plan.Events[c.next]
	return e.Nodes == nil && e.Up == with.Up && e.At == with.At
}

// Next returns the change that takes place at the time returned by At, and advances
// the cursor. It returns only nodes whose state changes; there may be none. For a
// link whose state does not change, Nodes is empty but not nil. At the same
// instant, listed events come before random ones. Cost: O(nodes of the event +
// nodes and links that are down).
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

// cut makes a link fail or, if up is set, recover. It reports whether the state of
// the link changed.
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
