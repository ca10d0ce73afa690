package topology

import "iter"

// Rings describes how the nodes of a machine form rings. Ring i consists of the
// consecutive nodes from Starts[i] to Starts[i+1]-1, in the order of the ring. Do
// not change the field.
//
// Source: Slurm, topology.yaml(5), topology/ring; SOURCES.md TOPO.10.
type Rings struct {
	Starts []NodeID // first node of each ring, and at the end the number of nodes
}

// Len returns the number of rings.
func (r *Rings) Len() int { return len(r.Starts) - 1 }

// Ringed describes a machine whose nodes form rings.
type Ringed interface {
	Topology
	// Rings returns the rings. The caller must not change them.
	Rings() *Rings
}

// Pod is a three-dimensional torus, of which a machine may have several, with the
// boxes of nodes that jobs may get. Its cells are numbered with the coordinate x
// changing fastest, then y, then z. Do not change the fields.
//
// Source: Slurm, topology.yaml(5), topology/torus3d; SOURCES.md TOPO.11.
type Pod struct {
	Dims  [3]int   // cells along x, y and z
	Nodes []NodeID // node of each cell; NoNode if it has none
	Boxes []Box    // by size; of equal sizes as listed
}

// NoNode is the entry in Pod.Nodes for a cell without a node.
const NoNode NodeID = -1

// Box is a shape of nodes that a Pod can give to a job. Its possible positions form a
// grid: they start at Seed and repeat every Spacing cells along each axis, around the
// torus.
type Box struct {
	Dims, Seed, Spacing [3]int
	Overlaps            bool // its places overlap each other, or those of another box of the same size
}

// Size returns the number of cells of the box.
func (b *Box) Size() int { return b.Dims[0] * b.Dims[1] * b.Dims[2] }

// Cell returns the number of the cell with the given coordinates, which may go
// beyond the sides once around the torus.
func (p *Pod) Cell(at [3]int) int {
	return at[0]%p.Dims[0] + p.Dims[0]*(at[1]%p.Dims[1]+p.Dims[1]*(at[2]%p.Dims[2]))
}

// NodesIn yields the nodes of the box of the given size at a place, in the order of
// its cells. Each cell must have a node.
func (p *Pod) NodesIn(at, size [3]int) iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		for i := range size[0] * size[1] * size[2] {
			cell := p.Cell([3]int{at[0] + i%size[0], at[1] + i/size[0]%size[1], at[2] + i/(size[0]*size[1])})
			if !yield(p.Nodes[cell]) {
				return
			}
		}
	}
}

// Anchors yields the places of the box on a torus of the given size, z changing
// fastest, then y, then x.
func (b *Box) Anchors(dims [3]int) iter.Seq[[3]int] {
	return func(yield func([3]int) bool) {
		at := b.Seed
		for {
			if !yield(at) {
				return
			}
			axis := 2
			for ; axis >= 0; axis-- {
				if at[axis] = (at[axis] + b.Spacing[axis]) % dims[axis]; at[axis] != b.Seed[axis] {
					break
				}
			}
			if axis < 0 {
				return
			}
		}
	}
}

// PodMachine describes a machine that consists of pods.
type PodMachine interface {
	Topology
	// Pods returns the pods. The caller must not change them.
	Pods() []Pod
}
