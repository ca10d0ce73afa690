package alloc

import (
	"cmp"
	"slices"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Level is what MDM's search from a device reaches at one distance.
type Level struct {
	Distance int64
	Reached  cluster.Placement // the slots there that suit the job
	Taken    cluster.Placement // those of them that it takes: the faster, then the lower ones
}

// Levels is MDM's search outwards from a device, level by level, until it has
// enough; distances at which nothing suits the job are left out. All that is taken
// is the device's candidate, and the last distance its cost. It is for people.
// Cost: O(nodes·log nodes).
//
// Source: S4, appendix; SOURCES.md S4.3.
func (MDM) Levels(r *workload.Request, free *cluster.Free, d topology.DeviceID) []Level {
	return new(levelSearch).from(r, free, d)
}

// levelSearch is Levels, apart for the page, which sends it to those who ask.
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
