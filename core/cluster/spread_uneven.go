package cluster

import (
	"sort"

	"hopyard/core/topology"
)

// subtree describes the part of a placement under one switch of a tree.
type subtree struct {
	block
	// Two sums over the nodes, where the depth of a node is its number of links
	// from the root: the sum of depth times weight, and the sum of depth times
	// squared weight.
	depths, squareDepths int64
	deepest              int64 // number of links from the switch to its deepest node; 0 if it has no nodes
}

// unevenTree returns the sums of hops and distances over all pairs of a placement,
// and the largest distance, on a tree whose leaves differ in depth.
//
// Depths are counted in links from the root. The distance from a to b is the depth
// of a plus the depth of b, minus twice the depth of their lowest common switch.
// The depth of this switch equals the number of switches other than the root that
// contain both nodes. Cost: O(switches·log runs + runs).
func unevenTree(list []topology.Nested, p Placement, byTasks bool) (hops, distance, farthest int64) {
	all := make([]subtree, len(list))
	for i := len(list) - 1; i >= 0; i-- { // the list contains each switch before its children
		s, u := &list[i], &all[i]
		if s.Leaf && u.fill(s, p, byTasks) > 1 {
			farthest = max(farthest, 2)
		}
		if u.deepest == 0 || i == 0 {
			continue
		}
		distance -= 2 * u.pairs()
		above := &all[s.Parent]
		above.weight += u.weight
		above.squares += u.squares
		above.depths += u.depths
		above.squareDepths += u.squareDepths
		if above.deepest > 0 {
			farthest = max(farthest, above.deepest+u.deepest+1)
		}
		above.deepest = max(above.deepest, u.deepest+1)
	}
	root := &all[0]
	distance += root.weight*root.depths - root.squareDepths
	return distance - root.pairs(), distance, farthest
}

// fill counts the nodes of a placement under leaf switch s, and returns their
// number.
func (u *subtree) fill(s *topology.Nested, p Placement, byTasks bool) (nodes int64) {
	first := sort.Search(len(p), func(i int) bool { return p[i].Last >= s.First })
	for _, r := range p[first:] {
		if r.First > s.Last {
			break
		}
		k, n := int64(1), int64(min(r.Last, s.Last)-max(r.First, s.First))+1
		if byTasks {
			k = int64(r.Tasks)
		}
		u.add(k, n)
		nodes += n
	}
	if nodes > 0 {
		u.deepest = 1
	}
	depth := int64(s.Level) + 1
	u.depths, u.squareDepths = depth*u.weight, depth*u.squares
	return nodes
}
