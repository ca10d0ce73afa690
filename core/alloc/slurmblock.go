package alloc

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// SlurmBlock is an Allocator that follows Slurm's topology/block. A job of k nodes
// needs n = ⌈k/Blocks.Size⌉ base blocks. It is placed in a block of the lowest level
// whose blocks have at least n, or in the whole machine if there is none. Of the
// blocks with enough free nodes, it takes the one with the fewest; of equal ones the
// last. In that block it uses only as many blocks of the next lower level as would
// hold the job if they were idle. It refuses the job (why.NotPlaceable) if these
// have too few free nodes, even if enough are free elsewhere. It fills base blocks
// by best fit: the one with the fewest free nodes that holds the rest, otherwise the
// one with the most; of equal ones the last. A job with segments
// (workload.NetworkRequest) is placed segment by segment. An exclusive job leaves out
// base blocks in which another job has a node. Cost: O(segments · base
// blocks taken · base blocks) and O(nodes/64).
//
// Source: SOURCES.md PLACE.5; Slurm's topology guide, "Block Topology", and
// sbatch(1). The order among equal blocks is from Slurm's source code; a test
// compares with choices that Slurm made. LIMITATIONS: only jobs of whole nodes. Not
// modelled: node weights and required nodes.
type SlurmBlock struct{ wholeCapacity }

// KeepsBlocks implements BlockKeeper.
func (SlurmBlock) KeepsBlocks() {}

// Accepts implements Restricted.
func (SlurmBlock) Accepts(m topology.Topology, r *workload.Request) error {
	if _, ok := m.(topology.Blocked); !ok {
		return fmt.Errorf("%w: slurm-block needs blocks (a slurm machine with blocks); use slurm-tree or contiguous on this machine", ErrMachine)
	}
	return wholeSegments("slurm-block", r)
}

// Allocate implements Allocator.
func (a SlurmBlock) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return place(r, free, func() cluster.Placement {
		if a.Accepts(free.Machine().Topology, r) != nil {
			return nil
		}
		s := newBlockSearch(r, free)
		if !s.segments(-1) {
			return nil
		}
		return s.appendTo(dst)
	})
}

// Candidates implements Ranker: it yields a placement for each block, of the level
// that the first segment needs, that can hold the job. The cost is the number of
// free nodes in the block, Tie makes the last of equal blocks the first, and Speed
// is 0.
func (a SlurmBlock) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		if _, short := tooFew(r, free); short || a.Accepts(free.Machine().Topology, r) != nil {
			return
		}
		s := newBlockSearch(r, free)
		for i := range s.blocksOf(s.per) {
			s = newBlockSearch(r, free)
			cost := int64(s.freeIn(i*s.per, (i+1)*s.per))
			if !s.segments(i) {
				continue
			}
			first := s.layout.Starts[min(i*s.per, s.layout.Len()-1)]
			if !yield(Candidate{Placement: s.appendTo(nil), Cost: cost, Tie: -int64(first), Device: s.device(i, free)}) {
				return
			}
		}
	}
}

// device returns the switch of a block, or NoDevice if several base blocks form it.
func (s *blockSearch) device(block int, free *cluster.Free) topology.DeviceID {
	h, ok := free.Machine().Topology.(topology.Hierarchy)
	if !ok || s.per > 1 {
		return NoDevice
	}
	leaves := h.Levels() - 1
	return h.SwitchDevice(leaves, h.DomainOf(leaves, s.layout.Starts[block]))
}

// blockSearch places one job on a machine with blocks.
type blockSearch struct {
	r      *workload.Request
	layout *topology.Blocks
	free   []int32          // free nodes of each base block
	idle   topology.NodeSet // nodes that are free and not taken
	taken  topology.NodeSet

	inUse int32 // base blocks that an exclusive job leaves out because other jobs have nodes in them

	size   int32 // nodes of each segment
	count  int32 // number of segments
	per    int   // base blocks of the block for a segment
	lower  int   // base blocks of a block of the level below
	most   int   // number of such lower blocks that a segment may use
	around int   // base blocks of the block that must hold all segments; 0 if they need not share one
}

func newBlockSearch(r *workload.Request, free *cluster.Free) *blockSearch {
	s := &blockSearch{r: r, layout: free.Machine().Topology.(topology.Blocked).Blocks(), idle: free.IdleFor(r).Clone(), size: r.Nodes, count: 1}
	s.taken = topology.NewNodeSet(free.Machine().NumNodes())
	segmented := r.Network.Segment > 0 && r.Network.Segment <= r.Nodes
	if segmented {
		s.size, s.count = r.Network.Segment, r.Nodes/r.Network.Segment
	}
	s.free = make([]int32, s.layout.Len())
	if r.Network.Exclusive {
		s.leaveOut(free)
	}
	s.recount()
	s.per, s.lower = s.level(s.size)
	s.most = roundUp(int(s.size), s.lower*int(s.layout.Size))
	if segmented && r.Network.Consolidate {
		nodes := r.Nodes
		if r.Network.Spread { // each segment fills base blocks of its own
			nodes = int32(roundUp(int(s.size), int(s.layout.Size))) * s.layout.Size * s.count
		}
		s.around, _ = s.level(nodes)
	}
	return s
}

// leaveOut removes the nodes of base blocks in which other jobs have nodes.
func (s *blockSearch) leaveOut(free *cluster.Free) {
	for i := range s.free {
		if !free.Vacant(s.layout.Starts[i], s.layout.Starts[i+1]-1) {
			s.removeBlock(i)
			s.inUse++
		}
	}
}

// recount counts the free nodes of each base block.
func (s *blockSearch) recount() {
	for i := range s.free {
		s.free[i] = int32(s.idle.CountRange(s.layout.Starts[i], s.layout.Starts[i+1]-1))
	}
}

// level returns two sizes of blocks, in base blocks: per, that of the smallest block
// that holds the given nodes if it is idle, and lower, that of the largest block that
// does not hold them, or of a base block.
func (s *blockSearch) level(nodes int32) (per, lower int) {
	needed := bits.Len(uint(roundUp(int(nodes), int(s.layout.Size)) - 1)) // smallest level, existing or not, with enough base blocks
	per, lower = s.layout.Len(), 1
	for _, l := range slices.Backward(s.layout.Levels) {
		if l >= needed {
			per = 1 << l
		} else {
			lower = max(lower, 1<<l)
		}
	}
	return per, lower
}

func roundUp(a, b int) int { return (a + b - 1) / b }

// blocksOf returns the number of blocks that consist of the given number of base
// blocks. The last one may be incomplete.
func (s *blockSearch) blocksOf(per int) int { return roundUp(s.layout.Len(), per) }

// freeIn returns the number of free nodes in the base blocks from index first to
// index end-1.
func (s *blockSearch) freeIn(first, end int) (n int32) {
	for i := first; i < min(end, len(s.free)); i++ {
		n += s.free[i]
	}
	return n
}

// segments places all segments and reports whether there was room. If the given
// block is not -1, the first segment is placed there.
func (s *blockSearch) segments(block int) bool {
	if block >= 0 && !s.suits(block, true) {
		return false
	}
	for i := range s.count {
		if i > 0 || block < 0 {
			block = s.choose(i == 0)
		}
		if block < 0 {
			return false
		}
		if s.around > 0 && i == 0 {
			first := s.firstAround(block)
			s.keep(first, first+s.around)
		}
		used, ok := s.fill(block)
		if !ok {
			return false
		}
		if s.r.Network.Spread {
			for _, b := range used {
				s.removeBlock(b)
			}
		}
		s.recount()
	}
	return true
}

// firstAround returns the first base block of the block that must hold all segments
// if the given block holds one of them.
func (s *blockSearch) firstAround(block int) int { return block * s.per / s.around * s.around }

// keep removes all nodes outside of the base blocks from index first to index
// end-1.
func (s *blockSearch) keep(first, end int) {
	for i := range s.free {
		if i < first || i >= end {
			s.removeBlock(i)
		}
	}
}

// removeBlock removes the free nodes of a base block.
func (s *blockSearch) removeBlock(i int) {
	if first, end := s.layout.Starts[i], s.layout.Starts[i+1]; first < end {
		s.idle.RemoveRange(first, end-1)
	}
}

// choose returns the block for the next segment: of those that suit it the one with
// the fewest free nodes, of equal ones the last. It returns -1 if none suits.
func (s *blockSearch) choose(first bool) int {
	best, fewest := -1, int32(0)
	for i := range s.blocksOf(s.per) {
		if n := s.freeIn(i*s.per, (i+1)*s.per); s.suits(i, first) && (best < 0 || n <= fewest) {
			best, fewest = i, n
		}
	}
	return best
}

// suits reports whether a block has room for a segment. For the first segment, the
// block that must hold all segments must also have enough free nodes.
func (s *blockSearch) suits(block int, first bool) bool {
	if first && s.around > 0 {
		if at := s.firstAround(block); s.freeIn(at, at+s.around) < s.r.Nodes {
			return false
		}
	}
	return s.holds(block)
}

// divided reports whether the number of lower blocks is limited.
func (s *blockSearch) divided() bool { return s.per != s.lower*s.most }

// holds reports whether a block has room for a segment within the number of lower
// blocks that a segment may use.
func (s *blockSearch) holds(block int) bool { return s.room(block) >= s.size }

// room returns the number of free nodes of a block that a segment may use: those in
// the lower blocks with the most, as many as it may use.
func (s *blockSearch) room(block int) (n int32) {
	if !s.divided() {
		return s.freeIn(block*s.per, (block+1)*s.per)
	}
	lower := s.per / s.lower // lower blocks of a block; Slurm leaves out an incomplete one at the end of the machine
	var counts []int32
	for j := block * lower; j < min((block+1)*lower, s.blocksOf(s.lower)); j++ {
		counts = append(counts, s.freeIn(j*s.lower, (j+1)*s.lower))
	}
	slices.Sort(counts)
	for _, c := range counts[max(0, len(counts)-s.most):] {
		n += c
	}
	return n
}

// fill takes the nodes of a segment in a block, and returns the base blocks that it
// used. It reports false if there is no room on as many lower blocks as the segment
// may use.
func (s *blockSearch) fill(block int) (used []int, ok bool) {
	first, end := block*s.per, min((block+1)*s.per, s.layout.Len())
	inUse, open := make([]bool, end-first), make([]bool, s.blocksOf(s.lower)) // base blocks and lower blocks
	lower := make([]int32, len(open))                                         // free nodes of each lower block before the segment is placed
	for b := first; b < end; b++ {
		lower[b/s.lower] += s.free[b]
	}
	opened := 0
	for left := s.size; left > 0; {
		best := -1
		for b := first; b < end; b++ {
			if !inUse[b-first] && (best < 0 || s.better(b, best, left, open, lower)) {
				best = b
			}
		}
		if best < 0 || s.divided() && !open[best/s.lower] && opened == s.most {
			return nil, false
		}
		if !open[best/s.lower] {
			open[best/s.lower] = true
			opened++
		}
		inUse[best-first] = true
		used = append(used, best)
		k := min(left, s.free[best])
		s.take(best, k)
		left -= k
	}
	return used, true
}

// better reports whether base block a is better than base block b, which has a lower
// index, for the rest of a segment; a wins ties. If the number of lower blocks is
// limited, a base block in a lower block that the segment already uses is better;
// next, one in the lower block that fits better.
func (s *blockSearch) better(a, b int, left int32, open []bool, lower []int32) bool {
	if inA, inB := a/s.lower, b/s.lower; s.divided() && inA != inB {
		if open[inA] != open[inB] {
			return open[inA]
		}
		if d := compareFit(lower[inA], lower[inB], left); d != 0 {
			return d > 0
		}
	}
	return compareFit(s.free[a], s.free[b], left) >= 0
}

// compareFit compares two numbers of free nodes. The result is positive if the first
// is better: enough is better than too few, of two that are enough the smaller is
// better, and otherwise the larger.
func compareFit(a, b, need int32) int {
	if a >= need && b >= need {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

// take takes the first k free nodes of a base block.
func (s *blockSearch) take(b int, k int32) {
	at := s.layout.Starts[b]
	for ; k > 0; k-- {
		n, _ := s.idle.Next(at)
		s.taken.AddRange(n, n)
		s.idle.RemoveRange(n, n)
		at = n + 1
	}
}

// appendTo appends the nodes that were taken to a placement.
func (s *blockSearch) appendTo(dst cluster.Placement) cluster.Placement {
	return dst.AppendIdle(&s.taken, 0, s.r.Nodes)
}
