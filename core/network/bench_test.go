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

// plan is a machine for benchmarks. A link is identified by the two devices that it
// joins. Links are numbered in the order of their first use.
type plan struct {
	links map[[2]int]topology.LinkID
	route func(p *plan, a, b int) []topology.LinkID
}

func (p *plan) link(from, to int) topology.LinkID {
	l, ok := p.links[[2]int{from, to}]
	if !ok {
		l = topology.LinkID(len(p.links))
		p.links[[2]int{from, to}] = l
	}
	return l
}

// walk returns the route that passes the given devices.
func (p *plan) walk(devices ...int) (route []topology.LinkID) {
	for i := range len(devices) - 1 {
		route = append(route, p.link(devices[i], devices[i+1]))
	}
	return route
}

// plans are benchmark machines of 1,024 nodes. Two use D-mod-k routing: a fat tree
// of 32 leaf switches with 32 nodes each under 32 roots, and a tree of three levels
// with full bisection. The third is a torus of 32x32 with dimension-order routing.
var plans = []struct {
	name  string
	route func(p *plan, a, b int) []topology.LinkID
}{
	{"tree2", func(p *plan, a, b int) []topology.LinkID {
		up, down := 2000+a/32, 2000+b/32
		if up == down {
			return p.walk(a, up, b)
		}
		return p.walk(a, up, 3000+b%32, down, b)
	}},
	{"tree3", func(p *plan, a, b int) []topology.LinkID {
		leaf := func(n int) int { return 2000 + n/16 }
		middle := func(n int) int { return 3000 + n/128*8 + b%8 }
		switch {
		case a/16 == b/16:
			return p.walk(a, leaf(a), b)
		case a/128 == b/128:
			return p.walk(a, leaf(a), middle(b), leaf(b), b)
		}
		return p.walk(a, leaf(a), middle(a), 4000+b%64, middle(b), leaf(b), b)
	}},
	{"torus", func(p *plan, a, b int) []topology.LinkID {
		devices := []int{a}
		for side := 1; side <= 32; side *= 32 {
			for a/side%32 != b/side%32 {
				step := 1
				if (b/side%32-a/side%32+32)%32 > 16 {
					step = 31
				}
				a += ((a/side+step)%32 - a/side%32) * side
				devices = append(devices, a)
			}
		}
		return p.walk(devices...)
	}},
}

// transfers draws flows between random pairs of 1,024 nodes, with sizes over two
// orders of magnitude. The parameter gap is the average time in seconds between the
// starts of two flows; if it is 0, all flows start at the same time. If permuted is
// set, every node sends and receives equally often.
func transfers(p *plan, flows int, gap float64, permuted bool) (capacity []float64, out []network.Transfer) {
	r := rand.New(rand.NewPCG(1, uint64(flows)))
	now, to := 0.0, r.Perm(1024)
	for i := range flows {
		a, b := r.IntN(1024), r.IntN(1024)
		if permuted {
			if a = i % 1024; a == 0 {
				to = r.Perm(1024)
			}
			b = to[a]
		}
		if a == b {
			b = (a + 1) % 1024
		}
		out = append(out, network.Transfer{Start: now, Bytes: 1e7 * math.Pow(100, r.Float64()), Route: p.route(p, a, b)})
		now += gap * r.ExpFloat64()
	}
	for range p.links {
		capacity = append(capacity, 1e9)
	}
	return capacity, out
}

func BenchmarkReplay(b *testing.B) {
	for _, c := range []struct {
		name     string
		flows    int
		gap      float64
		permuted bool
	}{
		{"at=once", 4000, 0, false},
		{"at=poisson", 4000, 1e-3, false},
		{"at=once", 10000, 0, true},
	} {
		for _, shape := range plans {
			p := &plan{map[[2]int]topology.LinkID{}, shape.route}
			capacity, flows := transfers(p, c.flows, c.gap, c.permuted)
			b.Run(fmt.Sprintf("%s/flows=%d/%s", shape.name, c.flows, c.name), func(b *testing.B) {
				for b.Loop() {
					network.Replay(capacity, flows, nil)
				}
			})
		}
	}
}

// BenchmarkAllToAll measures the time to compute the link loads of an all-to-all
// among 128 nodes, which are either every eighth of 1,024 nodes or random nodes.
func BenchmarkAllToAll(b *testing.B) {
	two, _ := topology.NewPGFT([]int{32, 32}, []int{1, 32}, []int{1, 1})
	three, _ := topology.NewPGFT([]int{16, 8, 8}, []int{1, 8, 8}, []int{1, 1, 1})
	torus, _ := topology.NewTorus(32, 32)
	var every, random cluster.Placement
	for n := range topology.NodeID(128) {
		every = every.Append(8*n, 8*n, 1)
	}
	drawn := rand.New(rand.NewPCG(1, 1)).Perm(1024)[:128]
	slices.Sort(drawn)
	for _, n := range drawn {
		random = random.Append(topology.NodeID(n), topology.NodeID(n), 1)
	}
	c := &workload.Comm{Pattern: workload.AllToAll, Share: 500}
	for _, m := range []struct {
		name string
		t    topology.Routed
	}{{"tree2", two}, {"tree3", three}, {"torus", torus}} {
		for _, p := range []struct {
			name  string
			where cluster.Placement
		}{{"every8th", every}, {"random", random}} {
			b.Run(m.name+"/"+p.name, func(b *testing.B) {
				b.ReportAllocs()
				var dst []network.Demand
				for b.Loop() {
					dst = network.AppendDemands(dst[:0], m.t, p.where, c, 1000, simtime.Second, network.DefaultBandwidth)
				}
			})
		}
	}
}
