package topologytest

import (
	"fmt"

	"hopyard/core/topology"
)

// Distances checks DeviceDistance, Distance and Hops against a search from every
// device. The last parameter is a function that returns the length of a link; nil
// means that every link has length 1. If there are several shortest paths, Hops may
// be the number of switches on any of them. Cost: O(devices·(devices² + links)).
func Distances(m topology.Routed, length func(topology.LinkID) int64) error {
	for d := range topology.DeviceID(m.NumSwitches() + m.NumNodes()) {
		away := search(m, length, d)
		for n := range topology.NodeID(m.NumNodes()) {
			want := away[m.NumSwitches()+int(n)]
			if got := m.DeviceDistance(d, n); !want.reached || got != want.distance {
				return fmt.Errorf("from %s to %s: device distance %d, want %d", m.DeviceName(d), nodeName(m, n), got, want.distance)
			}
			a := topology.NodeID(int(d) - m.NumSwitches())
			if a < 0 {
				continue
			}
			if got := m.Distance(a, n); got != want.distance {
				return fmt.Errorf("from %s to %s: distance %d, want %d", nodeName(m, a), nodeName(m, n), got, want.distance)
			}
			if got := m.Hops(a, n); got < want.fewest || got > want.most {
				return fmt.Errorf("from %s to %s: %d hops, want %d to %d", nodeName(m, a), nodeName(m, n), got, want.fewest, want.most)
			}
		}
	}
	return nil
}

// reach is the result of a search for one device: its distance, and the fewest and
// most hops on shortest paths to it. Hops are switches, or links if the machine has
// no switches.
type reach struct {
	reached      bool
	distance     int64
	fewest, most int
}

// search runs Dijkstra's algorithm with a linear scan instead of a heap.
func search(m topology.Routed, length func(topology.LinkID) int64, from topology.DeviceID) []reach {
	away := make([]reach, m.NumSwitches()+m.NumNodes())
	out := make([][]topology.LinkID, len(away))
	for l := range topology.LinkID(m.NumLinks()) {
		d := m.Link(l).From
		out[d] = append(out[d], l)
	}
	hop := func(d topology.DeviceID) int {
		if int(d) < m.NumSwitches() {
			return 1
		}
		return 0
	}
	away[from] = reach{reached: true, fewest: hop(from), most: hop(from)}
	done := make([]bool, len(away))
	for {
		at := -1
		for d, r := range away {
			if r.reached && !done[d] && (at < 0 || r.distance < away[at].distance) {
				at = d
			}
		}
		if at < 0 {
			return away
		}
		done[at] = true
		for _, l := range out[at] {
			to, step, hops := m.Link(l).To, int64(1), hop(m.Link(l).To)
			if length != nil {
				step = length(l)
			}
			if m.NumSwitches() == 0 {
				hops = 1
			}
			next := reach{true, away[at].distance + step, away[at].fewest + hops, away[at].most + hops}
			switch old := &away[to]; {
			case !old.reached || next.distance < old.distance:
				*old = next
			case next.distance == old.distance:
				old.fewest, old.most = min(old.fewest, next.fewest), max(old.most, next.most)
			}
		}
	}
}

func nodeName(m topology.Devices, n topology.NodeID) string {
	return m.DeviceName(topology.DeviceID(m.NumSwitches() + int(n)))
}
