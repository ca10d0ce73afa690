package alloc

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// Ordered is an Allocator that visits the nodes in an order that depends only on
// the machine, and takes as much as fits on each until it has enough. Its choice
// therefore depends only on the number of free slots of each node.
type Ordered interface {
	Monotone
	// Order returns the nodes of a machine in order of preference, or nil if they
	// are visited by number.
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

// orderBy returns the nodes ordered by decreasing keys, where the first key is the
// most significant, and then by number.
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
