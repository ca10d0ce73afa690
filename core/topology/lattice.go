package topology

import (
	"fmt"
	"slices"
)

// lattice is the common part of torus and mesh: nodes at integer coordinates, each
// with its own router, numbered in row-major order with the last coordinate
// changing fastest.
//
// Two neighbours are joined by one cable, which consists of two links, one in each
// direction. The cables along a dimension are numbered by the node at their lower
// end. Cable k consists of links 2k (towards higher coordinates) and 2k+1, counted
// after the links of the preceding dimensions.
type lattice struct {
	dims  []int
	axes  []axis
	nodes int
	links int
	wraps bool
}

// axis is a dimension of a lattice.
type axis struct {
	side   int
	stride int  // difference between the numbers of neighbouring nodes along the dimension
	ring   bool // whether a cable joins the two ends of the dimension. It is false for a side of 2, because the two nodes are joined already.
	first  int  // the first link of the dimension
}

func newLattice(kind string, wraps bool, dims []int) (lattice, error) {
	if len(dims) < 1 || len(dims) > 8 {
		return lattice{}, fmt.Errorf("%w: a %s of %d dimensions; use 1 to 8", ErrShape, kind, len(dims))
	}
	n := 1
	for i, d := range dims {
		if d < 1 || n > MaxNodes/d {
			return lattice{}, fmt.Errorf("%w: %s dims[%d] is %d; sides are 1 or more and their product at most %d", ErrShape, kind, i, d, MaxNodes)
		}
		n *= d
	}
	t := lattice{dims: slices.Clone(dims), axes: make([]axis, len(dims)), nodes: n, wraps: wraps}
	stride := n
	for i, side := range dims {
		stride /= side
		t.axes[i] = axis{side, stride, wraps && side > 2, t.links}
		cables := n
		if !t.axes[i].ring {
			cables -= n / side
		}
		t.links += 2 * cables
	}
	return t, nil
}

// NumNodes returns the product of the sides.
func (t lattice) NumNodes() int { return t.nodes }

// Dims returns the sides. The caller must not change the slice.
func (t lattice) Dims() []int { return t.dims }

// Wraps reports whether the two ends of each dimension are joined.
func (t lattice) Wraps() bool { return t.wraps }

// Distance returns the number of links on a shortest path. Cost: O(dimensions).
// Source: SOURCES.md TOPO.3 (the L1 distance; on a torus with wrap-around).
func (t lattice) Distance(a, b NodeID) int64 {
	sum := 0
	for _, side := range slices.Backward(t.dims) {
		d := int(a)%side - int(b)%side
		if d < 0 {
			d = -d
		}
		if t.wraps {
			d = min(d, side-d)
		}
		sum += d
		a, b = a/NodeID(side), b/NodeID(side)
	}
	return int64(sum)
}

// Hops returns the same as Distance, since in a direct network hops are links
// (SOURCES.md TOPO.1).
func (t lattice) Hops(a, b NodeID) int { return int(t.Distance(a, b)) }

// NumSwitches returns 0, since every node contains its router.
func (t lattice) NumSwitches() int { return 0 }

// DeviceDistance returns the distance between two nodes, because the only devices
// are nodes.
func (t lattice) DeviceDistance(d DeviceID, n NodeID) int64 { return t.Distance(NodeID(d), n) }

// DeviceName returns the name of a node by its number and coordinates: "node 7
// (1,3)".
func (t lattice) DeviceName(d DeviceID) string {
	coords, n := "", int(d)
	for _, side := range slices.Backward(t.dims) {
		coords = fmt.Sprintf(",%d", n%side) + coords
		n /= side
	}
	return fmt.Sprintf("node %d (%s)", d, coords[1:])
}
