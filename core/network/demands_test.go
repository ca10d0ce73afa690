package network_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// machine returns a machine of the given kind, with routes. It panics if there is
// an error.
func machine(kind string, a ...int) topology.Routed {
	var t topology.Routed
	var err error
	switch kind {
	case "torus":
		t, err = topology.NewTorus(a...)
	case "mesh":
		t, err = topology.NewMesh(a...)
	case "fat-tree":
		t, err = topology.NewFatTree(a[0], a[1])
	case "star":
		t, err = topology.NewStar(a[0])
	case "hypercube":
		t, err = topology.NewHypercube(a[0])
	case "dragonfly":
		t, err = topology.NewDragonfly(a[0], a[1], a[2])
	case "pgft": // for each level: the number of children, of parents and of parallel links
		h := len(a) / 3
		t, err = topology.NewPGFT(a[:h], a[h:2*h], a[2*h:])
	}
	if err != nil {
		panic(err)
	}
	return t
}

var machines = []struct {
	kind string
	of   []int
}{
	{"torus", []int{5}},
	{"torus", []int{4, 6}},
	{"torus", []int{2, 1, 3, 5}},
	{"torus", []int{8, 8}},
	{"mesh", []int{2, 7}},
	{"mesh", []int{3, 4, 5}},
	{"hypercube", []int{5}},
	{"star", []int{9}},
	{"fat-tree", []int{3, 3}},
	{"pgft", []int{4, 8, 1, 4, 1, 1}},
	{"pgft", []int{4, 3, 2, 2, 2, 3, 1, 1, 1}},
	{"pgft", []int{4, 4, 3, 1, 2, 2, 1, 2, 1}},
	{"dragonfly", []int{5, 4, 2}},
}

// somewhere draws a placement on some of the n nodes of a machine, with 1 to 3
// tasks on each node used.
func somewhere(r *rand.Rand, n int) (p cluster.Placement) {
	share := 1 + r.IntN(n)
	for i := range n {
		if r.IntN(n) < share || i == n-1 && p == nil {
			p = p.Append(topology.NodeID(i), topology.NodeID(i), int32(1+r.IntN(3)/2*r.IntN(3)))
		}
	}
	return p
}

// drawnOut computes the same demands as AppendDemands in another way, for
// comparison: it routes every flow separately and adds in floating point.
func drawnOut(t topology.Routed, p cluster.Placement, c *workload.Comm, speed, seconds, bandwidth float64) map[topology.LinkID]float64 {
	var home []topology.NodeID
	for n, tasks := range p.All {
		home = append(home, slices.Repeat([]topology.NodeID{n}, int(tasks))...)
	}
	sent, got := map[int32]int64{}, map[int32]int64{}
	load, busiest := map[topology.LinkID]float64{}, int64(0)
	flows := network.AppendFlows(nil, c, len(home))
	for _, f := range flows {
		sent[f.From] += f.Weight
		got[f.To] += f.Weight
		busiest = max(busiest, sent[f.From], got[f.To])
	}
	for _, f := range flows {
		per := float64(c.Bytes) / seconds
		if c.Share > 0 {
			per = float64(c.Share) / 1000 * bandwidth / float64(busiest)
		}
		for _, l := range t.AppendRoute(nil, home[f.From], home[f.To]) {
			load[l] += float64(f.Weight) * per * speed
		}
	}
	return load
}

// TestDemands compares the demands of all patterns on all kinds of machines with
// those of drawnOut. This includes all-to-all, for which AppendDemands uses closed
// formulas.
func TestDemands(t *testing.T) {
	for _, m := range machines {
		shape := machine(m.kind, m.of...)
		r := rand.New(rand.NewPCG(3, uint64(shape.NumNodes())))
		for round := range 150 {
			p := somewhere(r, shape.NumNodes())
			c := &workload.Comm{Pattern: workload.Pattern(1 + r.IntN(int(workload.NumPatterns)-1)), Seed: int64(round)}
			if round%3 == 0 {
				c.Pattern = workload.AllToAll
			}
			if c.Pattern == workload.Matrix {
				c.Matrix = make([]int32, p.Tasks()*p.Tasks())
				for i := range c.Matrix {
					c.Matrix[i] = int32(r.IntN(3))
				}
			}
			if c.Share = int64(1 + r.IntN(1000)); r.IntN(2) == 0 {
				c.Share, c.Bytes = 0, int64(1+r.IntN(1e9))
			}
			speed := int64(500 * (1 + r.IntN(4)))
			got := network.AppendDemands(nil, shape, p, c, speed, 20*simtime.Second, 4e9)
			want := drawnOut(shape, p, c, float64(speed)/1000, 20, 4e9)
			err := agree(got, want)
			if err != nil {
				t.Fatalf("%s %v, %v on %v (%d tasks): %v", m.kind, m.of, c.Pattern, p, p.Tasks(), err)
			}
		}
	}
}

func agree(got []network.Demand, want map[topology.LinkID]float64) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d links; want %d", len(got), len(want))
	}
	for i, d := range got {
		if i > 0 && got[i-1].Link >= d.Link {
			return fmt.Errorf("links %d and %d are not ascending", got[i-1].Link, d.Link)
		}
		if w := want[d.Link]; math.Abs(d.Weight-w) > 1e-12*w {
			return fmt.Errorf("link %d: %v; want %v", d.Link, d.Weight, w)
		}
	}
	return nil
}

// TestDemandsByHand checks the meaning of Share, Bytes and speed with examples
// computed by hand.
func TestDemandsByHand(t *testing.T) {
	star := machine("star", 4)
	whole := cluster.Placement{{First: 0, Last: 2, Tasks: 1}}
	tasks := cluster.Placement{{First: 0, Last: 0, Tasks: 2}, {First: 3, Last: 3, Tasks: 1}}
	for _, c := range []struct {
		what  string
		p     cluster.Placement
		c     workload.Comm
		speed int64
		want  []float64 // loads of the links used
	}{
		{"a ring keeps every node's links half busy", whole, workload.Comm{Pattern: workload.Ring, Share: 500}, 1000, []float64{50, 50, 50, 50, 50, 50}},
		{"on nodes of speed 2 twice as busy", whole, workload.Comm{Pattern: workload.Ring, Share: 500}, 2000, []float64{100, 100, 100, 100, 100, 100}},
		{"the master sends to two, who answer", whole, workload.Comm{Pattern: workload.MasterWorker, Share: 1000}, 1000, []float64{100, 100, 50, 50, 50, 50}},
		{"each flow carries 30 bytes in 10 s", whole, workload.Comm{Pattern: workload.AllToAll, Bytes: 30}, 1000, []float64{6, 6, 6, 6, 6, 6}},
		{"two tasks of a node talk without a link", tasks, workload.Comm{Pattern: workload.AllToAll, Bytes: 30}, 1000, []float64{6, 6, 6, 6}},
		{"task 0 is the second on its node's link", tasks, workload.Comm{Pattern: workload.Ring, Share: 1000}, 1000, []float64{100, 100, 100, 100}},
		{"nobody talks", whole, workload.Comm{Share: 1000}, 1000, nil},
		{"alone", cluster.Placement{{First: 1, Last: 1, Tasks: 1}}, workload.Comm{Pattern: workload.AllToAll, Share: 1000}, 1000, nil},
	} {
		var got []float64
		for _, d := range network.AppendDemands(nil, star, c.p, &c.c, c.speed, 10*simtime.Second, 100) {
			got = append(got, d.Weight)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v; want %v", c.what, got, c.want)
		}
	}
	if got := network.AppendDemands(nil, star, whole, &workload.Comm{Pattern: workload.Ring, Bytes: 5}, 1000, 0, 100); got != nil {
		t.Errorf("a run of no time demands %v", got)
	}
}
