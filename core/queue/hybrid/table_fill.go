package hybrid

import (
	"cmp"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// filling is a substitute for an allocator that goes through the nodes in a fixed
// order. The choice of such an allocator follows from the number of free slots of
// each node. Therefore the allocator need not be called for reservations, and no
// set of free resources is needed.
type filling struct {
	order []topology.NodeID // nil if the nodes are taken by ascending number
	place []int32           // by node: its index in order
	takes []take
}

// take is a number of tasks taken on a node.
type take struct {
	node  topology.NodeID
	tasks int32
}

// newFilling returns the substitute for an allocator, or nil if the allocator has
// no fixed order.
func newFilling(a alloc.Allocator, m *cluster.Machine) *filling {
	if o, ok := a.(alloc.Ordered); ok {
		f := &filling{order: o.Order(m)}
		if f.order != nil {
			f.place = make([]int32, len(f.order))
			for i, n := range f.order {
				f.place[n] = int32(i)
			}
		}
		return f
	}
	return nil
}

// nodes appends to dst the nodes of the set that come first in the order. The
// parameter size is the number of nodes to append; the set must have enough nodes.
func (f *filling) nodes(set *topology.NodeSet, size int32, dst cluster.Placement) cluster.Placement {
	if f.order == nil {
		return dst.AppendIdle(set, 0, size)
	}
	f.takes = f.takes[:0]
	for i := 0; int32(len(f.takes)) < size; i++ {
		if n := f.order[i]; set.Has(n) {
			f.takes = append(f.takes, take{n, 1})
		}
	}
	return f.placed(dst)
}

// tasks appends to dst the free slots that come first in the order of the nodes.
// The parameter size is the number of slots to append; there must be enough slots.
func (f *filling) tasks(slots []int32, size int32, dst cluster.Placement) cluster.Placement {
	if f.order == nil {
		for n := 0; size > 0; n++ {
			if k := min(slots[n], size); k > 0 {
				dst = dst.Append(topology.NodeID(n), topology.NodeID(n), k)
				size -= k
			}
		}
		return dst
	}
	f.takes = f.takes[:0]
	for i := 0; size > 0; i++ {
		n := f.order[i]
		if k := min(slots[n], size); k > 0 {
			f.takes = append(f.takes, take{n, k})
			size -= k
		}
	}
	return f.placed(dst)
}

// placed appends the nodes and tasks in takes to a placement.
func (f *filling) placed(dst cluster.Placement) cluster.Placement {
	slices.SortFunc(f.takes, func(a, b take) int { return cmp.Compare(a.node, b.node) })
	for _, x := range f.takes {
		dst = dst.Append(x.node, x.node, x.tasks)
	}
	return dst
}

// before reports whether one node comes before another in the order.
func (f *filling) before(n, m topology.NodeID) bool {
	if f.order == nil {
		return n < m
	}
	return f.place[n] < f.place[m]
}
