package alloc

import (
	"iter"

	"hopyard/core/alloc/nearest"
	"hopyard/core/alloc/nearest/graph"
	"hopyard/core/alloc/nearest/grid"
	"hopyard/core/alloc/nearest/tree"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// searchOf returns the fastest search for the nearest slots that works on the
// machine. Enough must be free for r.
func searchOf(r *workload.Request, free *cluster.Free) nearest.Search {
	if c := treeOrGrid(r, free); c != nil {
		return c
	}
	if t, ok := free.Machine().Topology.(topology.Searchable); ok {
		if s, ok := graph.New(t, r, free); ok {
			return s
		}
	}
	return nearest.NewExhaustive(r, free)
}

// treeOrGrid returns the search for a tree or a grid, or nil on other machines.
func treeOrGrid(r *workload.Request, free *cluster.Free) nearest.CompactSearch {
	if free.Machine().Levels() != nil {
		return tree.NewSearch(r, free)
	}
	if t, ok := free.Machine().Topology.(topology.Grid); ok {
		return grid.NewManhattan(grid.NewFree(t, r, free, true))
	}
	return nil
}

// sumSearchOf returns the fastest search that minimizes the sum of distances for r.
// If tasks on the same node may have a distance above 0, that is the exhaustive
// search, because no other search includes this distance in the sum.
func sumSearchOf(r *workload.Request, free *cluster.Free) nearest.Search {
	if insideCounts(r, free) {
		return nearest.NewExhaustive(r, free)
	}
	return searchOf(r, free)
}

// compactSearchOf returns the fastest search that finds the least sum of distances
// among the sets with the least reach (the distance from the centre to the farthest
// slot).
func compactSearchOf(r *workload.Request, free *cluster.Free) nearest.CompactSearch {
	if !insideCounts(r, free) {
		if c := treeOrGrid(r, free); c != nil {
			return c
		}
	}
	return nearest.NewExhaustive(r, free)
}

// insideCounts reports whether tasks of r on one node may have a distance above 0.
func insideCounts(r *workload.Request, free *cluster.Free) bool {
	return !r.Whole() && free.Machine().Within() != (cluster.OnNodeDistance{})
}

// centred yields for each device the placement on the slots nearest to it. The cost
// is the sum of pairwise distances if bySum is true, otherwise the reach, which is
// the distance from the device to the farthest slot.
func centred(r *workload.Request, free *cluster.Free, bySum bool) iter.Seq[Candidate] {
	return whereEnough(r, free, func() iter.Seq[Candidate] {
		if bySum {
			return candidates(sumSearchOf(r, free).All(true), r, free)
		}
		return candidates(searchOf(r, free).All(false), r, free)
	})
}

// candidates converts sets of slots to candidates for r, and adds their total
// speeds.
func candidates(all iter.Seq[nearest.Set], r *workload.Request, free *cluster.Free) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		for c := range unweighed(all) {
			c.Speed = speedOf(c.Placement, r, free)
			if !yield(c) {
				return
			}
		}
	}
}

// unweighed converts sets of slots to candidates, and leaves their speeds at 0.
func unweighed(all iter.Seq[nearest.Set]) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		for s := range all {
			if !yield(Candidate{Placement: nearest.Append(nil, s.Nodes), Cost: s.Cost, Device: s.Centre}) {
				return
			}
		}
	}
}

// speedOf returns the total speed of the cores of a placement, in thousandths of
// the reference core.
func speedOf(p cluster.Placement, r *workload.Request, free *cluster.Free) (speed int64) {
	for n, k := range p.All {
		speed += int64(k) * nearest.SlotSpeed(r, free.Machine().Spec(n))
	}
	return speed
}
