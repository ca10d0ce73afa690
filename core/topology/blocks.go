package topology

// Blocks describes how the nodes of a machine form blocks that jobs prefer to fill,
// such as racks with a network of their own. Consecutive base blocks form larger
// blocks, whose sizes are powers of two: on level l, 2^l base blocks, aligned to
// multiples of 2^l. The last block of a level may be incomplete. Do not change the
// fields.
//
// Source: Slurm, topology.conf(5), topology/block; SOURCES.md TOPO.9.
type Blocks struct {
	Size   int32    // number of nodes of a full base block
	Starts []NodeID // first node of each base block, and at the end the number of nodes; a base block may be empty
	Levels []int    // levels that exist, ascending; the first is 0
}

// Len returns the number of base blocks.
func (b *Blocks) Len() int { return len(b.Starts) - 1 }

// Blocked describes a machine whose nodes form blocks.
type Blocked interface {
	Nester
	// Blocks returns the blocks. The caller must not change them.
	Blocks() *Blocks
}

// Listed describes a machine whose switches were listed in an order of their own,
// such as the lines of a file.
type Listed interface {
	Nester
	// SwitchOrder returns for each switch of Nesting its position in the list. The
	// caller must not change it.
	SwitchOrder() []int32
}
