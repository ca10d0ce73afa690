package slurm

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/topology"
)

// maxBlockLevel is the largest level of aggregated blocks: 2^15 base blocks (Slurm's
// own limit).
const maxBlockLevel = 15

// addBlock records a base block with its host list, which may be empty: Slurm keeps
// the place of such a block for nodes that join later.
func (r *reader) addBlock(line int, name, nodes string) {
	d := r.named(line, "block", name)
	if d == nil {
		return
	}
	d.hosts = r.hosts(line, "nodes", nodes)
	d.order = len(r.blocks)
	r.blocks = append(r.blocks, d)
}

// blockSizes records the list of block sizes.
func (r *reader) blockSizes(line int, list []string) {
	if r.sizeLine != 0 {
		r.Errorf(line, "the block sizes are given twice, first in line %d; remove one", r.sizeLine)
		return
	}
	r.sizeLine = line
	for _, text := range list {
		size, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || size < 1 || size > topology.MaxNodes {
			r.Errorf(line, "%s is not the size of a block; write whole numbers of nodes from 1 to %d, as in 18,36", excerpt(text), topology.MaxNodes)
			return
		}
		r.sizes = append(r.sizes, size)
	}
}

// checkBlocks reports errors that concern the blocks together.
func (r *reader) checkBlocks() {
	switch {
	case len(r.blocks) > 0 && len(r.switches) > 0:
		r.Errorf(r.blocks[0].line, "block %s stands beside switches; a machine is a tree of switches or a row of blocks, remove the others", r.blocks[0].name)
	case r.sizeLine > 0 && len(r.blocks) == 0 && !r.lost:
		r.Errorf(r.sizeLine, "there are block sizes but no blocks; add lines as in BlockName=b0 Nodes=n[0-3]")
	case len(r.blocks) > 0 && !slices.ContainsFunc(r.blocks, func(d *device) bool { return len(d.hosts) > 0 }) && r.Count() == 0:
		r.Errorf(r.blocks[0].line, "no block has nodes; write them as in BlockName=b0 Nodes=n[0-3]")
	}
	for _, size := range r.sizes {
		if base := r.sizes[0]; size%base != 0 || bits.OnesCount(uint(size/base)) != 1 || size/base > 1<<maxBlockLevel {
			r.Errorf(r.sizeLine, "block size %d is not %d times a power of two up to %d; each size joins 2, 4, 8 … of the smallest blocks", size, base, 1<<maxBlockLevel)
		}
	}
}

// buildBlocks returns the machine made of the blocks: a switch for each block that
// has nodes, below a spine.
func (r *reader) buildBlocks() topology.Topology {
	layout := &topology.Blocks{Starts: []topology.NodeID{0}, Levels: []int{0, 1, 2, 3, 4}} // levels as in Slurm if no sizes are given
	var nodes, switches []string
	var listed []int32
	var counts []int
	for _, d := range r.blocks {
		if layout.Size == 0 {
			layout.Size = int32(len(d.hosts))
		}
		nodes = append(nodes, d.hosts...)
		layout.Starts = append(layout.Starts, topology.NodeID(len(nodes)))
		if len(d.hosts) > 0 {
			counts = append(counts, len(d.hosts))
			switches = append(switches, d.name)
			listed = append(listed, int32(d.order))
		}
	}
	if r.sizes != nil {
		layout.Size, layout.Levels = int32(r.sizes[0]), nil
		for _, size := range r.sizes {
			layout.Levels = append(layout.Levels, bits.TrailingZeros(uint(size/r.sizes[0])))
		}
		slices.Sort(layout.Levels)
		layout.Levels = slices.Compact(layout.Levels)
	}
	levels := [][]int{counts}
	if len(counts) > 1 {
		levels = [][]int{{len(counts)}, counts}
		switches = slices.Insert(switches, 0, r.spine())
		listed = slices.Insert(listed, 0, int32(len(r.blocks)))
	}
	t, err := topology.NewTree(levels)
	return r.made(blockTree{evenTree{t, names{topology.NewNames(nodes, switches), listed}}, layout}, err)
}

// spine returns the name of the switch above the blocks: "spine", with a number if
// a block has this name.
func (r *reader) spine() string {
	name := "spine"
	for i := 2; r.found[name] != nil; i++ {
		name = fmt.Sprint("spine", i)
	}
	return name
}

// blockTree is a machine made of blocks.
type blockTree struct {
	evenTree
	blocks *topology.Blocks
}

// Blocks implements topology.Blocked.
func (t blockTree) Blocks() *topology.Blocks { return t.blocks }
