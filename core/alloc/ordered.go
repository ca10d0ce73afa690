package alloc

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// Ordered is an Allocator that goes through the nodes in an order that depends on
// the machine alone, and takes of each as much as it has room for, until it has
// enough. So its choice follows from how many slots there are on every node.
type Ordered interface {
	Monotone
	// Order is the nodes of a machine, the preferred ones first; nil if they are
	// taken by their numbers.
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

// orderBy is the nodes by falling keys, the first key first, then by number.
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
