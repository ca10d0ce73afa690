package topology

import (
	"fmt"
	"slices"
)

// Flat is a machine without a network: every two nodes are one link apart.
type Flat struct{ nodes int }

// NewFlat returns a flat machine of n nodes. Error: n outside 1..MaxNodes.
func NewFlat(n int) (Flat, error) {
	if n < 1 || n > MaxNodes {
		return Flat{}, fmt.Errorf("%w: %d nodes; use 1 to %d", ErrShape, n, MaxNodes)
	}
	return Flat{n}, nil
}

// NumNodes is the number of nodes.
func (t Flat) NumNodes() int { return t.nodes }

// Distance is 1 between any two nodes.
func (t Flat) Distance(a, b NodeID) int64 { return int64(t.Hops(a, b)) }

// Hops is 1 between any two nodes.
func (t Flat) Hops(a, b NodeID) int {
	if a == b {
		return 0
	}
	return 1
}

// NumSwitches is 0: a flat machine has only nodes.
func (t Flat) NumSwitches() int { return 0 }

// DeviceDistance is the distance between two nodes.
func (t Flat) DeviceDistance(d DeviceID, n NodeID) int64 { return t.Distance(NodeID(d), n) }

// DeviceName names a node.
func (t Flat) DeviceName(d DeviceID) string { return nodeName(NodeID(d)) }

// Torus is a grid whose dimensions wrap around; every node is its own router.
// Nodes are numbered row-major, the last coordinate fastest.
type Torus struct {
	dims  []int
	nodes int
}

// NewTorus returns a torus with the given numbers of nodes along each
// dimension. Errors: no dimension, more than 8, a side below 1, or more than
// MaxNodes nodes.
func NewTorus(dims ...int) (Torus, error) {
	if len(dims) < 1 || len(dims) > 8 {
		return Torus{}, fmt.Errorf("%w: a torus of %d dimensions; use 1 to 8", ErrShape, len(dims))
	}
	n := 1
	for i, d := range dims {
		if d < 1 || n > MaxNodes/d {
			return Torus{}, fmt.Errorf("%w: torus dims[%d] is %d; sides are 1 or more and their product at most %d", ErrShape, i, d, MaxNodes)
		}
		n *= d
	}
	return Torus{slices.Clone(dims), n}, nil
}

// NumNodes is the product of the sides.
func (t Torus) NumNodes() int { return t.nodes }

// Dims are the sides; do not change them.
func (t Torus) Dims() []int { return t.dims }

// Wraps is true.
func (t Torus) Wraps() bool { return true }

// Distance is the number of links on a shortest path. Cost: O(dimensions).
// Source: algorithms.md 3.5 (L1 with wrap-around).
func (t Torus) Distance(a, b NodeID) int64 {
	sum := 0
	for i := len(t.dims) - 1; i >= 0; i-- {
		side := t.dims[i]
		d := int(a)%side - int(b)%side
		if d < 0 {
			d = -d
		}
		sum += min(d, side-d)
		a, b = a/NodeID(side), b/NodeID(side)
	}
	return int64(sum)
}

// Hops equals Distance: in a direct network hops are links (format.md).
func (t Torus) Hops(a, b NodeID) int { return int(t.Distance(a, b)) }

// NumSwitches is 0: every node holds its router.
func (t Torus) NumSwitches() int { return 0 }

// DeviceDistance is the distance between two nodes.
func (t Torus) DeviceDistance(d DeviceID, n NodeID) int64 { return t.Distance(NodeID(d), n) }

// DeviceName names a node by number and coordinates, "node 7 (1,3)".
func (t Torus) DeviceName(d DeviceID) string {
	coords, n := "", int(d)
	for _, side := range slices.Backward(t.dims) {
		coords = fmt.Sprintf(",%d", n%side) + coords
		n /= side
	}
	return fmt.Sprintf("node %d (%s)", d, coords[1:])
}

func nodeName(n NodeID) string { return fmt.Sprintf("node %d", n) }
