package alloc

import (
	"cmp"
	"iter"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// spot is a node and tasks on it (1 for a whole-node job).
type spot struct {
	node  topology.NodeID
	tasks int32
}

// appendSpots appends spots of different nodes, in any order, to a placement;
// it sorts them.
func appendSpots(dst cluster.Placement, spots []spot) cluster.Placement {
	slices.SortFunc(spots, byNode)
	for _, s := range spots {
		dst = dst.Append(s.node, s.node, s.tasks)
	}
	return dst
}

func byNode(a, b spot) int { return cmp.Compare(a.node, b.node) }

// ascending yields the elements of s in order, which it reorders. Cost: O(n)
// for n elements, and O(log n) for each that is asked for: less than sorting
// where few are.
func ascending[T any](s []T, compare func(a, b T) int) iter.Seq[T] {
	down := func(i int) {
		for {
			least := i
			for c := 2*i + 1; c <= 2*i+2 && c < len(s); c++ {
				if compare(s[c], s[least]) < 0 {
					least = c
				}
			}
			if least == i {
				return
			}
			s[i], s[least] = s[least], s[i]
			i = least
		}
	}
	return func(yield func(T) bool) {
		for i := len(s)/2 - 1; i >= 0; i-- {
			down(i)
		}
		for len(s) > 0 {
			first, last := s[0], len(s)-1
			if !yield(first) {
				return
			}
			s[0] = s[last]
			s = s[:last]
			down(0)
		}
	}
}
