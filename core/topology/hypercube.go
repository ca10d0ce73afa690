package topology

import (
	"fmt"
	"math/bits"
)

// Hypercube joins the nodes whose numbers differ in one bit; every node is its
// own router. It is the mesh of sides of 2: bit 0 is the last coordinate.
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

// NumNodes is 2 to the number of dimensions.
func (t Hypercube) NumNodes() int { return 1 << len(t.dims) }

// Dims are as many sides of 2 as there are dimensions; do not change them.
func (t Hypercube) Dims() []int { return t.dims }

// Wraps is false.
func (t Hypercube) Wraps() bool { return false }

// Distance is the number of bits in which the nodes differ. Cost: O(1).
func (t Hypercube) Distance(a, b NodeID) int64 { return int64(t.Hops(a, b)) }

// Hops equals Distance: in a direct network hops are links (SOURCES.md TOPO.1).
func (t Hypercube) Hops(a, b NodeID) int { return bits.OnesCount32(uint32(a ^ b)) }

// NumSwitches is 0: every node holds its router.
func (t Hypercube) NumSwitches() int { return 0 }

// DeviceDistance is the distance between two nodes.
func (t Hypercube) DeviceDistance(d DeviceID, n NodeID) int64 { return t.Distance(NodeID(d), n) }

// DeviceName names a node by number and bits, "node 5 (0101)".
func (t Hypercube) DeviceName(d DeviceID) string {
	return fmt.Sprintf("node %d (%0*b)", d, len(t.dims), d)
}

// NumLinks is the number of directed links, as many from each node as there
// are dimensions: link n·dims+i leaves node n along bit i.
func (t Hypercube) NumLinks() int { return len(t.dims) << len(t.dims) }

// Link is the link that changes one bit. Cost: O(1).
func (t Hypercube) Link(l LinkID) Link {
	n, i := int(l)/len(t.dims), int(l)%len(t.dims)
	return Link{From: DeviceID(n), To: DeviceID(n ^ 1<<i)}
}

// AppendRoute appends the route of dimension order: it corrects one bit after
// the other, the lowest first, as torus and mesh do (E-cube routing). Cost:
// O(links).
func (t Hypercube) AppendRoute(dst []LinkID, a, b NodeID) []LinkID {
	for wrong := uint32(a ^ b); wrong != 0; wrong &= wrong - 1 {
		i := bits.TrailingZeros32(wrong)
		dst = append(dst, LinkID(int(a)*len(t.dims)+i))
		a ^= 1 << i
	}
	return dst
}
