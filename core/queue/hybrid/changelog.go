package hybrid

import (
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// changelog is the history of what was added to and removed from the nodes since
// the oldest kept reservation was computed. Its clock ticks with every change.
type changelog struct {
	clock  int
	formed []former
	nodes  []topology.NodeID // nodes with an entry in first
	first  []int32           // by node: index in formed of its most recent former part, or none
	births []birth
	lost   bool // the changes are unknown
}

// former is a part of a node that a job held or had reserved.
type former struct {
	node        topology.NodeID
	from, until simtime.Time // from is 0 for a job that was running
	born, died  int
	running     bool
	turn        queue.QueuePlace // for a reservation: the place of its job
	next        int32            // index of an earlier former part of the same node, or none
}

// birth is the record of a job start or of a new reservation. It contains the clock
// time of the event and the instant at which the job ends.
type birth struct {
	until simtime.Time
	born  int
}

// mostFormer is the maximum number of former parts, and of births, in the
// changelog.
const mostFormer = 1024

// began records that a job has started or reserved nodes, and that it holds them
// until the given instant.
func (c *changelog) began(until simtime.Time) {
	c.clock++
	if len(c.births) == mostFormer {
		c.lose()
	}
	c.births = append(c.births, birth{until, c.clock})
}

// gone records that the part x has been removed from node n. The caller has already
// advanced the clock.
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

// lose forgets all changes and marks them as unknown.
func (c *changelog) lose() {
	c.trim(c.clock)
	c.lost = true
}

// trim forgets everything that was removed or added up to the given clock time.
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
