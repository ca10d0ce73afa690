package alloc

import (
	"cmp"
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Level is one step of MDM's outward search from a device: all slots at one
// distance.
type Level struct {
	Distance int64
	Reached  cluster.Placement // all slots at this distance that suit the job
	Taken    cluster.Placement // the slots among them that the job takes: faster nodes first, then lower numbers
}

// Levels returns the steps of MDM's outward search from a device, one for each
// distance, until enough slots are found. Distances without suitable slots are
// omitted. All taken slots together form the candidate of the device, and the last
// distance is its cost. Levels is meant for display. Cost: O(nodes·log nodes).
//
// Source: S4, appendix; SOURCES.md S4.3.
func (MDM) Levels(r *workload.Request, free *cluster.Free, d topology.DeviceID) []Level {
	return new(levelSearch).from(r, free, d)
}

// levelSearch implements Levels. It is a separate type so that the build can move
// its code to the part of the page's program that is loaded on demand
// (tools/build/parts.go).
type levelSearch struct{}

func (*levelSearch) from(r *workload.Request, free *cluster.Free, d topology.DeviceID) (levels []Level) {
	m := free.Machine()
	distances := nearest.DistancesOf(m)
	if d < 0 || int(d) >= distances.Devices {
		return nil
	}
	var nodes []topology.NodeID
	for n := range topology.NodeID(m.NumNodes()) {
		if free.Slots(r, n) > 0 {
			nodes = append(nodes, n)
		}
	}
	slices.SortStableFunc(nodes, func(a, b topology.NodeID) int { return cmp.Compare(distances.From(d, a), distances.From(d, b)) })
	for left := r.Size(); left > 0 && len(nodes) > 0; {
		level, end := Level{Distance: distances.From(d, nodes[0])}, 0
		for ; end < len(nodes) && distances.From(d, nodes[end]) == level.Distance; end++ {
			level.Reached = level.Reached.Append(nodes[end], nodes[end], free.Slots(r, nodes[end]))
		}
		var taken []nearest.NodeSlots
		for _, n := range nearest.FasterFirst(nodes[:end], m) {
			if k := min(free.Slots(r, n), left); k > 0 {
				taken = append(taken, nearest.NodeSlots{Node: n, Slots: k})
				left -= k
			}
		}
		level.Taken = nearest.Append(nil, taken)
		levels, nodes = append(levels, level), nodes[end:]
	}
	return levels
}
