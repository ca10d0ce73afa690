package topology

// Blocks describes how the nodes of a machine form blocks in which jobs are
// preferably placed, such as racks with a network of their own. A block of level l
// consists of 2^l consecutive base blocks, the first of which has an index divisible
// by 2^l. The last block of a level may be incomplete. Do not change the fields.
//
// Source: Slurm, topology.conf(5), topology/block; SOURCES.md TOPO.9.
type Blocks struct {
	Size   int32    // nodes in a complete base block
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
