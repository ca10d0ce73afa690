package alloc

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// Ordered is an Allocator that visits the nodes in an order that depends only on
// the machine. It takes as many slots as possible from each node until the job has
// enough. Its choice therefore depends only on the number of free slots of each
// node.
type Ordered interface {
	Monotone
	// Order returns the nodes of a machine in the order in which they are visited,
	// or nil for the order of their numbers.
	Order(m *cluster.Machine) []topology.NodeID
}

// Order implements Ordered.
func (FirstFit) Order(*cluster.Machine) []topology.NodeID { return nil }

// Order implements Ordered.
func (FastestFirst) Order(m *cluster.Machine) []topology.NodeID {
	return orderBy(m, fastest(m))
}

// Order implements Ordered.
func (MinResource) Order(m *cluster.Machine) []topology.NodeID {
	return orderBy(m, least(m)...)
}

// orderBy returns the nodes ordered by decreasing keys and then by number. The
// first key is the most significant.
func orderBy(m *cluster.Machine, keys ...func(topology.NodeID) int64) []topology.NodeID {
	order := make([]topology.NodeID, m.NumNodes())
	for n := range order {
		order[n] = topology.NodeID(n)
	}
	slices.SortStableFunc(order, func(a, b topology.NodeID) int {
		for _, key := range keys {
			if by := cmp.Compare(key(b), key(a)); by != 0 {
				return by
			}
		}
		return 0
	})
	if slices.IsSorted(order) {
		return nil
	}
	return order
}
