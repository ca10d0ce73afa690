package grid

import (
	"math/bits"

	"hopyard/core/alloc/nearest"
)

// hypercube implements geometry for hypercubes. They have many short sides, which
// makes it slow to sum along one dimension after the other.
//
// The number of slots at distance r from x follows from the numbers at distances
// r-1 and r-2. Add up the slots at distance r-1 from each neighbour of x. This
// counts a slot at distance r from x r times, once for each neighbour of x that is
// one step nearer to the slot. It counts a slot at distance r-2 from x dims-r+2
// times, once for each neighbour of x that is one step farther from the slot.
type hypercube struct {
	*FreeGrid
	dims    int
	at      [][]int64   // at[r][n]: slots at distance r from node n
	sums    [][]int64   // sums[r][n]: slots within distance r of node n
	parting [][]int64   // parting[r][n]: sum of the slots within r, r-2, r-4 and so on of node n
	low     [][][]int32 // low[a][r]: the numbers that differ from a in exactly r bits, ascending; a and they have the lower half of a node's bits
	over    []int64     // scratch memory: for each dimension, the number of chosen slots on the side opposite to the centre
}

// newHypercube prepares the counts. Cost: O(nodes).
func newHypercube(s *FreeGrid) *hypercube {
	dims, own := bits.Len(uint(s.nodes))-1, [][]int64{s.room}
	c := &hypercube{FreeGrid: s, dims: dims, at: own, sums: own, parting: own, over: make([]int64, dims)}
	c.low = make([][][]int32, 1<<(dims/2))
	for a := range c.low {
		c.low[a] = make([][]int32, dims/2+1)
		for b := range c.low {
			r := bits.OnesCount(uint(a ^ b))
			c.low[a][r] = append(c.low[a][r], int32(b))
		}
	}
	return c
}

// count implements geometry. Cost: O(dims·nodes) for each radius that was not
// requested before.
func (c *hypercube) count(r int) []int64 {
	for len(c.sums) <= r {
		c.widen()
	}
	return c.sums[r]
}

// widen counts the slots at the next distance.
func (c *hypercube) widen() {
	r := len(c.at)
	near, here := c.at[r-1], make([]int64, c.nodes)
	for i := range c.dims {
		flip := 1 << i
		for base := 0; base < c.nodes; base += 2 * flip {
			addTimes(here[base:base+flip], near[base+flip:base+2*flip], 1)
			addTimes(here[base+flip:base+2*flip], near[base:base+flip], 1)
		}
	}
	sum, parting := make([]int64, c.nodes), make([]int64, c.nodes)
	for x := range here {
		if r > 1 {
			here[x] -= int64(c.dims-r+2) * c.at[r-2][x]
			parting[x] = c.parting[r-2][x]
		}
		here[x] /= int64(r)
		sum[x] = c.sums[r-1][x] + here[x]
		parting[x] += sum[x]
	}
	c.at, c.sums, c.parting = append(c.at, here), append(c.sums, sum), append(c.parting, parting)
}

// across returns the number of slots within r of x that are on the other side of a
// dimension. The parameter flip is the bit of the dimension. The nodes within r-1
// of x's neighbour in this dimension include all of these nodes. In addition they
// include the nodes within r-2 of x on x's own side. So across(x, r) equals the
// slots within r-1 of the neighbour, minus those within r-2 of x, plus across(x,
// r-2). The table parting contains these numbers already added up.
func (c *hypercube) across(x, flip, r int) int64 {
	switch {
	case r < 1:
		return 0
	case r < 2:
		return c.parting[0][x^flip]
	}
	return c.parting[r-1][x^flip] - c.parting[r-2][x]
}

// shell implements geometry.
func (c *hypercube) shell(x, r int) {
	size := len(c.low)
	for base := 0; base < c.nodes && c.left > 0; base += size {
		rest := r - bits.OnesCount(uint(base^x&^(size-1)))
		if 0 <= rest && 1<<rest <= size {
			for _, n := range c.low[x&(size-1)][rest] {
				c.take(base + int(n))
			}
		}
	}
}

// sum implements geometry. Each dimension divides the slots into two sides. The
// distance between two slots is the number of dimensions in which they are on
// different sides. Cost: O(dims) for each of the given slots.
func (c *hypercube) sum(x, r int, last []nearest.NodeSlots) int64 {
	for i := range c.over {
		c.over[i] = c.across(x, 1<<i, r-1)
	}
	for _, s := range last {
		for apart := uint(s.Node) ^ uint(x); apart != 0; apart &= apart - 1 {
			c.over[bits.TrailingZeros(apart)] += int64(s.Slots)
		}
	}
	sum := int64(0)
	for _, k := range c.over {
		sum += k * (c.n - k)
	}
	return sum
}
