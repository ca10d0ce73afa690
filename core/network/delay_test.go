package network_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// TestDelay compares Delay on all kinds of machines with a sum over single flows:
// the latency, times the mean number of hops, times the fraction of the time in
// which the busiest process communicates.
func TestDelay(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 4))
	for _, m := range machines {
		shape := machine(m.kind, m.of...)
		speed := int64(500 * (1 + r.IntN(4)))
		whole := cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{8}, Speed: speed})
		for range 60 {
			p := somewhere(r, shape.NumNodes())
			run := simtime.Duration(1 + r.IntN(100_000))
			c := &workload.Comm{Pattern: workload.Pattern(r.IntN(int(workload.Matrix))), Seed: r.Int64N(9)}
			net := network.Model{Kind: network.MaxMin, Bandwidth: 1 + r.Int64N(1_000_000), Latency: r.Int64N(3) * r.Int64N(1000)}
			if r.IntN(2) == 0 {
				c.Share = 1 + r.Int64N(1500)
			} else {
				c.Bytes = 1 + r.Int64N(1_000_000)
			}
			var home []topology.NodeID
			for n, tasks := range p.All {
				for range tasks {
					home = append(home, n)
				}
			}
			sends, receives := make([]int64, len(home)), make([]int64, len(home))
			hops, weight, most := 0.0, 0.0, int64(0)
			for _, f := range network.AppendFlows(nil, c, len(home)) {
				if a, b := home[f.From], home[f.To]; a != b {
					hops += float64(f.Weight) * float64(shape.Hops(a, b))
				}
				weight += float64(f.Weight)
				sends[f.From] += f.Weight
				receives[f.To] += f.Weight
				most = max(most, sends[f.From], receives[f.To])
			}
			share := float64(c.Share) / 1000
			if c.Share == 0 {
				share = float64(c.Bytes) * float64(most) / run.Seconds() / float64(net.Bandwidth)
			}
			want := 0.0
			if weight > 0 {
				want = float64(net.Latency) / 1000 * share * float64(speed) / 1000 * hops / weight
			}
			if got := network.Delay(whole, p, c, speed, run, net); math.Abs(got-want) > 1e-9*max(1, want) {
				t.Fatalf("%s %v: %+v of %v on %v under %+v: %v, want %v", m.kind, m.of, *c, run, p, net, got, want)
			}
		}
	}
}

// TestDelayBackwards checks that Delay counts the flows in both directions. The
// graph has different distances in the two directions between nodes.
func TestDelayBackwards(t *testing.T) {
	var links []topology.GraphLink
	for i := range topology.DeviceID(4) {
		links = append(links, topology.GraphLink{From: i, To: (i + 1) % 4, Weight: int64(1 + i)})
	}
	g, err := topology.NewGraph(4, 0, links)
	if err != nil {
		t.Fatal(err)
	}
	m := cluster.NewMachine(g, cluster.Spec{Resources: workload.Resources{2}, Speed: 1000})
	p := cluster.Placement{{First: 0, Last: 0, Tasks: 2}, {First: 1, Last: 1, Tasks: 1}}
	for _, pattern := range []workload.Pattern{workload.AllToAll, workload.MasterWorker, workload.Ring} {
		c := &workload.Comm{Pattern: pattern, Share: 1000}
		sum, hops, weight := int64(0), int64(0), int64(0)
		home := []topology.NodeID{0, 0, 1}
		for _, f := range network.AppendFlows(nil, c, 3) {
			if a, b := home[f.From], home[f.To]; a != b {
				sum += g.Distance(a, b)
				hops += int64(g.Hops(a, b))
			}
			weight++
		}
		if num, den := network.MeanDistance(cluster.NewFree(m), &workload.Request{Tasks: 3, PerTask: workload.Resources{1}}, p, c); num != sum || den != weight {
			t.Errorf("%v: distance %d/%d, want %d/%d", pattern, num, den, sum, weight)
		}
		if num, den := network.MeanHops(m, p, c); num != hops || den != weight {
			t.Errorf("%v: hops %d/%d, want %d/%d", pattern, num, den, hops, weight)
		}
	}
}

// TestLate checks that Late returns the rate unchanged, bit for bit, if there is no
// delay.
func TestLate(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 1000 {
		rate, delay := r.Float64(), r.Float64()*3
		if network.Late(rate, 0) != rate || network.Late(0, delay) != 0 {
			t.Fatal("a job without delay is late, or one that stands still goes on")
		}
		if got, want := 1/network.Late(rate, delay), 1/rate+delay; math.Abs(got-want) > 1e-9*want {
			t.Fatalf("rate %v, delay %v: a second takes %v, want %v", rate, delay, got, want)
		}
	}
}
