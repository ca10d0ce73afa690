package simworker

import (
	"maps"
	"slices"

	"hopyard/core/topology"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// maxSummed is the number of nodes of the largest placement whose pairs are listed.
// It has 1,128 pairs.
const maxSummed = 48

// sum groups the pairs of nodes of a candidate placement by their distance. It
// returns nil if the placement has more than maxSummed nodes. It also returns nil
// if the distances do not add up to the candidate's cost, as they do for the
// allocator SDM.
func (r *searching) sum(c *message.Candidate) []message.DistanceGroup {
	t := r.config.Machine.Topology
	n := c.Placement.Nodes()
	if n < 2 || n > maxSummed {
		return nil
	}
	nodes := make([]topology.NodeID, 0, n)
	for _, run := range c.Placement {
		for x := run.First; x <= run.Last; x++ {
			nodes = append(nodes, x)
		}
	}
	routed, _ := t.(topology.Routed)
	var cable []int32
	if routed != nil {
		shape := draw.ShapeOf(t)
		cable = shape.Cabling(routed)
	}
	all, total := map[int64]*message.DistanceGroup{}, int64(0)
	for i, a := range nodes {
		for _, b := range nodes[i+1:] {
			d := int64(t.Distance(a, b))
			total += d
			if total > c.Cost {
				return nil
			}
			of := all[d]
			if of == nil {
				of = &message.DistanceGroup{Distance: d}
				all[d] = of
			}
			of.Pairs++
			if cable != nil {
				for _, l := range routed.AppendRoute(nil, a, b) {
					if way := cable[l]; way >= 0 && !slices.Contains(of.Ways, way) {
						of.Ways = append(of.Ways, way)
					}
				}
			}
		}
	}
	if total != c.Cost {
		return nil
	}
	sum := make([]message.DistanceGroup, 0, len(all))
	for _, d := range slices.Sorted(maps.Keys(all)) {
		of := all[d]
		for _, a := range nodes {
			if slices.ContainsFunc(nodes, func(b topology.NodeID) bool {
				return a < b && int64(t.Distance(a, b)) == d || b < a && int64(t.Distance(b, a)) == d
			}) {
				of.Nodes = of.Nodes.Append(a, a, 1)
			}
		}
		sum = append(sum, *of)
	}
	return sum
}
