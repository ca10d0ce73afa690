package alloc_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// directed is a random graph whose links have different weights in the two
// directions, or exist in one direction only. It holds the plain data from which
// the machine is built. The reference implementation below uses only this data.
type directed struct {
	nodes, switches int
	links           []topology.GraphLink
	pairs           topology.Pairs
	cores           []int64 // free cores by node
	speed           []int64 // speed of each node's cores
	tasks           int32
}

// drawDirected returns a random graph in which there is a path from every device to
// every other.
func drawDirected(r *rand.Rand, longest int64) *directed {
	d := &directed{nodes: 2 + r.IntN(7), switches: r.IntN(5), pairs: topology.Pairs(r.IntN(2))}
	devices := d.nodes + d.switches
	seen := map[[2]int]bool{}
	join := func(a, b int) {
		if a != b && !seen[[2]int{a, b}] {
			seen[[2]int{a, b}] = true
			d.links = append(d.links, topology.GraphLink{From: topology.DeviceID(a), To: topology.DeviceID(b), Weight: 1 + r.Int64N(longest)})
		}
	}
	order := r.Perm(devices)
	for i, a := range order {
		join(a, order[(i+1)%devices])
	}
	for range r.IntN(2 * devices) {
		join(r.IntN(devices), r.IntN(devices))
	}
	free := int32(0)
	for range d.nodes {
		k := r.Int64N(4)
		free += int32(k)
		d.cores, d.speed = append(d.cores, k), append(d.speed, 1000+500*r.Int64N(3))
	}
	d.tasks = 1 + r.Int32N(max(free, 1))
	if free == 0 {
		d.cores[0] = 1
	}
	return d
}

// machine returns the graph as a partly occupied machine, and the job to be placed.
func (d *directed) machine() (*cluster.Free, *workload.Request) {
	g := must(topology.NewGraph(d.nodes, d.switches, d.links))
	g.SetPairs(d.pairs)
	m := cluster.NewMachine(g, cluster.Spec{Resources: workload.Resources{4}, Speed: 1000})
	for n, speed := range d.speed {
		m.SetGroup(topology.NodeID(n), topology.NodeID(n), cluster.Spec{Resources: workload.Resources{4}, Speed: speed})
	}
	free := cluster.NewFree(m)
	for n, k := range d.cores {
		if k < 4 {
			free.Take(&workload.Request{Tasks: int32(4 - k), PerTask: workload.Resources{1}}, cluster.Placement{{First: topology.NodeID(n), Last: topology.NodeID(n), Tasks: int32(4 - k)}})
		}
	}
	return free, &workload.Request{Tasks: d.tasks, PerTask: workload.Resources{1}}
}

// away returns the distances between all devices, by the Floyd-Warshall algorithm.
func (d *directed) away() [][]int64 {
	devices := d.nodes + d.switches
	away := make([][]int64, devices)
	for a := range away {
		away[a] = slices.Repeat([]int64{1 << 40}, devices)
		away[a][a] = 0
	}
	for _, l := range d.links {
		away[l.From][l.To] = l.Weight
	}
	for k := range devices {
		for a := range devices {
			for b := range devices {
				away[a][b] = min(away[a][b], away[a][k]+away[k][b])
			}
		}
	}
	return away
}

// window is the result of the reference for one device: the number of cores on each
// node, and the two costs. The field open is set if the node number broke a tie for
// the last core, because a core on another node was equally near and fast.
type window struct {
	takes             []int32
	sum, reach, speed int64
	open              bool
}

// windows returns the reference result for each device. It follows S4's appendix
// core by core, and uses only the distances between devices.
func (d *directed) windows() []window {
	away := d.away()
	apart := func(a, b int) int64 {
		there, back := away[d.switches+a][d.switches+b], away[d.switches+b][d.switches+a]
		if d.pairs == topology.BothWays {
			return there + back
		}
		return max(there, back)
	}
	var all []window
	for from := range away {
		type core struct{ node, fast, far int64 }
		var cores []core
		for n, k := range d.cores {
			for range k {
				cores = append(cores, core{int64(n), d.speed[n], away[from][d.switches+n]})
			}
		}
		slices.SortStableFunc(cores, func(a, b core) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(b.fast, a.fast)) })
		w := window{takes: make([]int32, d.nodes)}
		last := cores[d.tasks-1]
		for _, c := range cores[d.tasks:] {
			w.open = w.open || c.far == last.far && c.fast == last.fast && c.node != last.node
		}
		for i, a := range cores[:d.tasks] {
			w.takes[a.node]++
			w.speed += a.fast
			w.reach = max(w.reach, a.far)
			for _, b := range cores[:i] {
				if a.node != b.node {
					w.sum += apart(int(a.node), int(b.node))
				}
			}
		}
		all = append(all, w)
	}
	return all
}

// best returns the window with the least cost, then the largest speed, then the
// first device.
func best(all []window, cost func(window) int64) window {
	least := all[0]
	for _, w := range all {
		if cmp.Or(cmp.Compare(cost(w), cost(least)), cmp.Compare(least.speed, w.speed)) < 0 {
			least = w
		}
	}
	return least
}

// directedMethods lists SDM and MDM, each with the cost that it minimizes.
var directedMethods = []struct {
	alloc.Ranker
	cost func(window) int64
}{
	{alloc.SDM{}, func(w window) int64 { return w.sum }},
	{alloc.MDM{}, func(w window) int64 { return w.reach }},
}

// TestDirectedGraphs compares SDM and MDM on directed graphs with an independent
// reference. The distance of a node from a device is that of the direction from the
// device to the node. The distance of a pair of nodes is the larger of the
// distances in its two directions, or their sum.
func TestDirectedGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	for i := range soaktest.Rounds(4000) {
		d := drawDirected(r, 1+r.Int64N(6))
		free, q := d.machine()
		all := d.windows()
		for _, method := range directedMethods {
			want := best(all, method.cost)
			got, reason := method.Allocate(q, free, nil)
			if !reason.OK() || !slices.Equal(got, placementOf(want.takes)) {
				t.Fatalf("case %d, %T: %+v\ngot  %v\nwant %v", i, method.Ranker, *d, got, placementOf(want.takes))
			}
			if first := alloc.Explain(method.Ranker, q, free, 1)[0]; first.Cost != method.cost(want) || first.Speed != want.speed {
				t.Fatalf("case %d, %T: %+v\nthe first of the candidates is %+v, want the cost %d and the speed %d", i, method.Ranker, *d, first, method.cost(want), want.speed)
			}
			if judged := method.Ranker.(alloc.PlacementJudge).Judge(q, free, got); judged.Cost != method.cost(want) {
				t.Fatalf("case %d, %T: %+v\n%v is judged at %d, want %d", i, method.Ranker, *d, got, judged.Cost, method.cost(want))
			}
		}
	}
}

// renumbered returns the same graph with its nodes and switches in random order.
// Node n becomes node to[n].
func (d *directed) renumbered(r *rand.Rand) (out *directed, to []int) {
	to, moved := r.Perm(d.nodes), r.Perm(d.switches)
	device := func(x topology.DeviceID) topology.DeviceID {
		if int(x) < d.switches {
			return topology.DeviceID(moved[x])
		}
		return topology.DeviceID(d.switches + to[int(x)-d.switches])
	}
	out = &directed{nodes: d.nodes, switches: d.switches, pairs: d.pairs, tasks: d.tasks, cores: make([]int64, d.nodes), speed: make([]int64, d.nodes)}
	for _, l := range d.links {
		out.links = append(out.links, topology.GraphLink{From: device(l.From), To: device(l.To), Weight: l.Weight})
	}
	r.Shuffle(len(out.links), func(i, j int) { out.links[i], out.links[j] = out.links[j], out.links[i] })
	for n, at := range to {
		out.cores[at], out.speed[at] = d.cores[n], d.speed[n]
	}
	return out, to
}

// TestRenumberingChangesNoCost renumbers the nodes of a directed graph. It checks
// that a placement keeps its figures under the new numbers. If node numbers decide
// no tie between equally near cores, the choices of SDM and MDM must also keep
// their costs.
func TestRenumberingChangesNoCost(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 2))
	decided := 0
	for i := range soaktest.Rounds(4000) {
		d := drawDirected(r, topology.MaxWeight) // so large that no two paths have equal lengths
		other, to := d.renumbered(r)
		free, q := d.machine()
		again, _ := other.machine()
		var p, moved cluster.Placement
		takes, there := make([]int32, d.nodes), make([]int32, d.nodes)
		for n := range d.nodes {
			takes[n] = r.Int32N(3)
			there[to[n]] = takes[n]
		}
		p, moved = placementOf(takes), placementOf(there)
		if a, b := cluster.Spread(free.Machine(), p), cluster.Spread(again.Machine(), moved); a != b {
			t.Fatalf("case %d: %+v\n%v has %+v, and %v of the same nodes %+v", i, *d, p, a, moved, b)
		}
		if slices.ContainsFunc(d.windows(), func(w window) bool { return w.open }) {
			continue
		}
		decided++
		for _, method := range directedMethods {
			a, b := alloc.Explain(method.Ranker, q, free, 1)[0], alloc.Explain(method.Ranker, q, again, 1)[0]
			if a.Cost != b.Cost || a.Tie != b.Tie || a.Speed != b.Speed {
				t.Fatalf("case %d, %T: %+v\ncost %d and speed %d under its numbers, %d and %d under others", i, method.Ranker, *d, a.Cost, a.Speed, b.Cost, b.Speed)
			}
		}
	}
	if decided < soaktest.Rounds(1000) {
		t.Errorf("%d cases without ties are too few to tell", decided)
	}
}
