package topology_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/topology"
)

var _, _, _ topology.Searchable = topology.Dragonfly{}, &topology.Graph{}, &topology.UnevenTree{}

// outwards returns the distance from a core device to every node. It uses only
// AppendWays and Anchor, and relaxes links until no distance changes.
func outwards(m topology.Searchable, from topology.DeviceID) []int64 {
	const far = 1 << 40
	away := make([]int64, m.NumSwitches()+m.NumNodes())
	for d := range away {
		away[d] = far
	}
	away[from] = 0
	for changed := true; changed; {
		changed = false
		for d := range away {
			if away[d] == far {
				continue
			}
			for _, w := range m.AppendWays(nil, topology.DeviceID(d)) {
				if away[d]+w.Weight < away[w.To] {
					away[w.To], changed = away[d]+w.Weight, true
				}
			}
		}
	}
	nodes := make([]int64, m.NumNodes())
	for n := range nodes {
		core, _, down := m.Anchor(topology.NodeID(n))
		nodes[n] = away[core] + down
	}
	return nodes
}

// TestWaysLeadAsFarAsDistances searches with AppendWays and Anchor from every core
// device. The search must find the same distances as the machine reports, and
// AppendWays must return links in the order of their destinations.
func TestWaysLeadAsFarAsDistances(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	machines := []topology.Searchable{
		must(topology.NewDragonfly(3, 2, 2)), must(topology.NewDragonfly(6, 3, 1)), must(topology.NewDragonfly(1, 4, 3)), must(topology.NewDragonfly(9, 2, 2)),
		must(topology.NewDragonfly(4, 5, 1)), must(topology.NewUnevenTree([]int32{-1, 0, 0, 2, 2}, []int32{0, 3, 0, 2, 4})),
		must(topology.NewUnevenTree([]int32{-1}, []int32{3})),
	}
	for range 60 {
		machines = append(machines, randomWalked(r))
	}
	for _, m := range machines {
		for n := range topology.NodeID(m.NumNodes()) {
			core, up, down := m.Anchor(n)
			self := topology.DeviceID(m.NumSwitches() + int(n))
			if core != self && (int(core) >= m.NumSwitches() || down != m.DeviceDistance(core, n)) || core == self && up+down != 0 {
				t.Fatalf("%T: node %d hangs on %d, %d up and %d down", m, n, core, up, down)
			}
			if core != self {
				for b := range topology.NodeID(m.NumNodes()) {
					if b != n && m.Distance(n, b) != up+m.DeviceDistance(core, b) {
						t.Fatalf("%T: node %d hangs on %d, %d up, and is %d from %d", m, n, core, up, m.Distance(n, b), b)
					}
				}
				continue
			}
		}
		for d := range topology.DeviceID(m.NumSwitches() + m.NumNodes()) {
			if n := int(d) - m.NumSwitches(); n >= 0 {
				if core, _, _ := m.Anchor(topology.NodeID(n)); core != d {
					continue
				}
			}
			ways := m.AppendWays(nil, d)
			if !slices.IsSortedFunc(ways, func(a, b topology.CoreLink) int { return int(a.To - b.To) }) {
				t.Fatalf("%T: ways of %d are %v", m, d, ways)
			}
			for n, away := range outwards(m, d) {
				if want := m.DeviceDistance(d, topology.NodeID(n)); away != want {
					t.Fatalf("%T: node %d is %d from %d by its ways, want %d", m, n, away, d, want)
				}
			}
		}
	}
}

// randomWalked returns a connected random graph: a random tree of devices with
// additional links. In half of the graphs the two directions differ.
func randomWalked(r *rand.Rand) topology.Searchable {
	for {
		nodes, switches := 1+r.IntN(9), r.IntN(5)
		seen := map[[2]topology.DeviceID]bool{}
		var links []topology.GraphLink
		join := func(a, b topology.DeviceID, there, back int64) {
			if a == b || seen[[2]topology.DeviceID{a, b}] {
				return
			}
			seen[[2]topology.DeviceID{a, b}], seen[[2]topology.DeviceID{b, a}] = true, true
			links = append(links, topology.GraphLink{From: a, To: b, Weight: there}, topology.GraphLink{From: b, To: a, Weight: back})
		}
		uneven := r.IntN(2)
		for d := 1; d < nodes+switches; d++ {
			w := 1 + r.Int64N(3)
			join(topology.DeviceID(d), topology.DeviceID(r.IntN(d)), w, w+int64(uneven)*r.Int64N(2))
		}
		for range r.IntN(6) {
			w := 1 + r.Int64N(3)
			join(topology.DeviceID(r.IntN(nodes+switches)), topology.DeviceID(r.IntN(nodes+switches)), w, w+int64(uneven)*r.Int64N(2))
		}
		g, err := topology.NewGraph(nodes, switches, links)
		if err == nil {
			return g
		}
		panic(fmt.Sprint(nodes, switches, links, err))
	}
}
