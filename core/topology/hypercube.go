package topology

import (
	"fmt"
	"math/bits"
)

// Hypercube is a network in which two nodes are joined if their numbers differ in
// exactly one bit. Every node has its own router. It equals the mesh in which all
// sides are 2; bit 0 is the last coordinate.
type Hypercube struct{ dims []int }

// NewHypercube returns a hypercube of 2^dims nodes. Error: dims outside 1..20.
func NewHypercube(dims int) (Hypercube, error) {
	if dims < 1 || dims > 20 {
		return Hypercube{}, fmt.Errorf("%w: a hypercube of %d dimensions; use 1 to 20", ErrShape, dims)
	}
	t := Hypercube{make([]int, dims)}
	for i := range t.dims {
		t.dims[i] = 2
	}
	return t, nil
}

// NumNodes returns 2 to the power of the number of dimensions.
func (t Hypercube) NumNodes() int { return 1 << len(t.dims) }

// Dims returns a side of 2 for each dimension. The caller must not change the
// slice.
func (t Hypercube) Dims() []int { return t.dims }

// Wraps returns false.
func (t Hypercube) Wraps() bool { return false }

// Distance returns the number of bits in which the nodes differ. Cost: O(1).
func (t Hypercube) Distance(a, b NodeID) int64 { return int64(t.Hops(a, b)) }

// Hops returns the same as Distance, since in a direct network hops are links
// (SOURCES.md TOPO.1).
func (t Hypercube) Hops(a, b NodeID) int { return bits.OnesCount32(uint32(a ^ b)) }

// NumSwitches returns 0, since every node contains its router.
func (t Hypercube) NumSwitches() int { return 0 }

// DeviceDistance returns the distance between two nodes.
func (t Hypercube) DeviceDistance(d DeviceID, n NodeID) int64 { return t.Distance(NodeID(d), n) }

// DeviceName returns the name of a node by its number and bits: "node 5 (0101)".
func (t Hypercube) DeviceName(d DeviceID) string {
	return fmt.Sprintf("node %d (%0*b)", d, len(t.dims), d)
}

// NumLinks returns the number of directed links. Each node has one outgoing link
// per dimension: link n·dims+i leads from node n along bit i.
func (t Hypercube) NumLinks() int { return len(t.dims) << len(t.dims) }

// Link returns the description of a link, which changes one bit of the node number.
// Cost: O(1).
func (t Hypercube) Link(l LinkID) Link {
	n, i := int(l)/len(t.dims), int(l)%len(t.dims)
	return Link{From: DeviceID(n), To: DeviceID(n ^ 1<<i)}
}

// AppendRoute appends the dimension-order route (E-cube routing). The route
// corrects one bit after another, beginning with the lowest; torus and mesh use the
// same order. Cost: O(links).
func (t Hypercube) AppendRoute(dst []LinkID, a, b NodeID) []LinkID {
	for wrong := uint32(a ^ b); wrong != 0; wrong &= wrong - 1 {
		i := bits.TrailingZeros32(wrong)
		dst = append(dst, LinkID(int(a)*len(t.dims)+i))
		a ^= 1 << i
	}
	return dst
}
