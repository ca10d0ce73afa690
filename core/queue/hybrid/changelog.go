package hybrid

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// changelog is what has come and gone on the nodes since the reservations were
// worked out that are still kept, by a clock that ticks with every change.
type changelog struct {
	clock  int
	formed []former
	nodes  []topology.NodeID // on which something was
	first  []int32           // by node: its latest former part, or none
	births []birth
	lost   bool // it is not known what has changed
}

// former is what a job had of a node, or was to have.
type former struct {
	part
	node        topology.NodeID
	from, until simtime.Time // from is 0 of a job that ran
	born, died  int
	running     bool
	turn        queue.QueuePlace // of a reservation
	next        int32            // another of the node, or none
}

// birth is when what began, or was reserved, at a time of the clock will end.
type birth struct {
	until simtime.Time
	born  int
}

// mostFormer bounds the changelog.
const mostFormer = 1024

// began notes that something holds nodes, or is to hold them, until an instant.
func (c *changelog) began(until simtime.Time) {
	c.clock++
	if len(c.births) == mostFormer {
		c.lose()
	}
	c.births = append(c.births, birth{until, c.clock})
}

// gone notes what was on a node; the clock has ticked.
func (c *changelog) gone(n topology.NodeID, x former) {
	if len(c.formed) == mostFormer {
		c.lose()
	}
	for int(n) >= len(c.first) {
		c.first = append(c.first, none)
	}
	x.died, x.node = c.clock, n
	c.link(x)
}

// lose forgets all changes, and that there were any.
func (c *changelog) lose() {
	c.trim(c.clock)
	c.lost = true
}

// trim forgets what died, or was born, until a time of the clock.
func (c *changelog) trim(until int) {
	for _, n := range c.nodes {
		c.first[n] = none
	}
	c.nodes = c.nodes[:0]
	kept := c.births[:0]
	for _, x := range c.births {
		if x.born > until {
			kept = append(kept, x)
		}
	}
	c.births = kept
	formed := c.formed
	c.formed = formed[:0]
	for _, x := range formed {
		if x.died > until {
			c.link(x)
		}
	}
}

func (c *changelog) link(x former) {
	x.next = c.first[x.node]
	if x.next == none {
		c.nodes = append(c.nodes, x.node)
	}
	c.first[x.node] = int32(len(c.formed))
	c.formed = append(c.formed, x)
}
