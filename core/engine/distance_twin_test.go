package engine_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/network"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// anyMachine draws a machine whose links have weights. The two directions between a
// pair of nodes may have different distances.
func anyMachine(r *rand.Rand) *cluster.Machine {
	var shape topology.Topology
	switch r.IntN(6) {
	case 0:
		shape, _ = topology.NewFatTree(1+r.IntN(3), 2+r.IntN(2))
	case 1:
		shape, _ = topology.NewTorus(1+r.IntN(4), 1+r.IntN(4))
	case 2:
		shape, _ = topology.NewMesh(1+r.IntN(4), 1+r.IntN(4))
	case 3:
		shape, _ = topology.NewDragonfly(2+r.IntN(2), 1+r.IntN(3), 1+r.IntN(2))
	case 4:
		shape, _ = topology.NewStar(1 + r.IntN(6))
	default:
		n := 2 + r.IntN(5)
		var links []topology.GraphLink
		for i := range topology.DeviceID(n) { // a one-way ring with some additional links in the other direction
			links = append(links, topology.GraphLink{From: i, To: (i + 1) % topology.DeviceID(n), Weight: 1 + r.Int64N(4)})
			if back := topology.DeviceID(r.IntN(n)); back != i && back != (i+1)%topology.DeviceID(n) {
				links = append(links, topology.GraphLink{From: i, To: back, Weight: 1 + r.Int64N(4)})
			}
		}
		shape, _ = topology.NewGraph(n, 0, links)
	}
	m := cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{int64(1 + r.IntN(5))}, Speed: int64(500 * (1 + r.IntN(4))), Sockets: 1})
	if r.IntN(3) == 0 {
		m.SetWithin(cluster.OnNodeDistance{Core: r.Int64N(3), Socket: r.Int64N(3)})
	}
	return m
}

// aTalker draws a communicating job that fits on m.
func aTalker(r *rand.Rand, m *cluster.Machine) workload.Job {
	j := workload.Job{
		Request: workload.Request{Number: 1, Walltime: simtime.Duration(1 << 40)},
		Runtime: simtime.Duration(1 + r.IntN(100_000)), After: workload.NoJob, Overrun: true,
		Comm: &workload.Comm{Pattern: workload.Pattern(r.IntN(int(workload.Matrix))), Share: 1 + r.Int64N(1000), Seed: r.Int64N(9)},
	}
	if r.IntN(2) == 0 {
		j.Nodes = 1 + r.Int32N(int32(m.NumNodes()))
	} else {
		j.PerTask = workload.Resources{1}
		j.Tasks = 1 + r.Int32N(int32(m.TotalCores()))
	}
	return j
}

// meanOver returns the mean length of a job's flows, computed in the simplest way,
// and whether the job has any flows.
func meanOver(m *cluster.Machine, p cluster.Placement, c *workload.Comm, length func(from, to topology.NodeID) int64) (mean float64, flows bool) {
	var home []topology.NodeID
	for n, tasks := range p.All {
		for range tasks {
			home = append(home, n)
		}
	}
	sum, count := int64(0), int64(0)
	for _, f := range network.AppendFlows(nil, c, len(home)) {
		sum += f.Weight * length(home[f.From], home[f.To])
		count += f.Weight
	}
	return float64(sum) / float64(max(count, 1)), count > 0
}

// TestDistanceFormula checks, on random machines, that the distance model
// multiplies a run time by (1 - share) + share·F, including the case in which all
// tasks are on one node.
func TestDistanceFormula(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 9))
	below := 0
	for range 3000 {
		m := anyMachine(r)
		j := aTalker(r, m)
		a := []alloc.Allocator{alloc.FirstFit{}, alloc.Random{Seed: r.Int64()}, alloc.SDM{}, alloc.LeastLoaded{}}[r.IntN(4)]
		c := engine.Config{Machine: m, Jobs: []workload.Job{j}, Queue: queue.EASY{}, Allocator: a, Network: network.Model{Kind: network.Distance}}
		p, _ := a.Allocate(&j.Request, cluster.NewFree(m), nil)
		nearest := int64(math.MaxInt64)
		for x := range topology.NodeID(m.NumNodes()) {
			for y := range topology.NodeID(m.NumNodes()) {
				if x != y {
					nearest = min(nearest, m.Distance(x, y))
				}
			}
		}
		if nearest == math.MaxInt64 {
			nearest = 1
		}
		mean, flows := meanOver(m, p, j.Comm, func(from, to topology.NodeID) int64 {
			if from == to && j.Tasks > 0 {
				return m.Within().Core
			}
			return m.Distance(from, to)
		})
		share, f := float64(j.Comm.Share)/1000, mean/float64(nearest)
		if !flows {
			f = 1
		}
		want := float64(m.RunTime(j.Runtime, p)) * ((1 - share) + share*f) / 1000
		if got := endTimes(t, c)[0]; got < want-1e-6 || got > want+0.001+1e-6 {
			t.Fatalf("%T %v: job %+v, %+v of run time %v on %v ends at %v; the formula says %v (F %v)", m.Topology, m.Topology, j.Request, *j.Comm, j.Runtime, p, got, want, f)
		}
		if f < 1 {
			below++
		}
	}
	if below < 300 {
		t.Errorf("only %d of the cases had tasks nearer than two nodes", below)
	}
}

// TestDistanceOnOneNode checks a job of 4 tasks on one node that spends half of its
// time on communication. Within a node, messages take no time, so the job must take
// half of its run time. Then the test checks other shares of communication and
// other distances within a node.
func TestDistanceOnOneNode(t *testing.T) {
	star, _ := topology.NewStar(4)
	m := cluster.NewMachine(star, cluster.Spec{Resources: workload.Resources{4}, Speed: 1000})
	j := talker(1, 0, 0, 100, 500)
	j.Tasks, j.PerTask = 4, workload.Resources{1}
	c := engine.Config{Machine: m, Jobs: []workload.Job{j}, Queue: queue.EASY{}, Allocator: alloc.FirstFit{}, Network: network.Model{Kind: network.Distance}}
	if got := endTimes(t, c); !slices.Equal(got, []float64{50}) {
		t.Errorf("half of it communication on one node, the job ends at %v, want 50", got)
	}
	c.Jobs[0].Comm.Share = 1000
	if got := endTimes(t, c); !slices.Equal(got, []float64{0}) {
		t.Errorf("all of it communication on one node, the job ends at %v, want 0", got)
	}
	m.SetWithin(cluster.OnNodeDistance{Core: 1})
	if got := endTimes(t, c); !slices.Equal(got, []float64{50}) { // the distance within a node is half the distance between two nodes
		t.Errorf("with cores apart, it ends at %v, want 50", got)
	}
	c.Jobs[0].Comm.Share = 3000
	m.SetWithin(cluster.OnNodeDistance{})
	if got := endTimes(t, c); !slices.Equal(got, []float64{0}) { // the run time would be negative, and counts as 0
		t.Errorf("with a share of 3, it ends at %v, want 0", got)
	}
}

// TestLatency checks the example of scenarios/README.md. First, a job runs alone on
// its links, and the latency of its hops must delay it. Then another job takes half
// of the bandwidth of the links. Now both the latency and the other job must delay
// it.
func TestLatency(t *testing.T) {
	star, _ := topology.NewStar(4)
	c := engine.Config{
		Machine: cluster.NewMachine(star, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}),
		Jobs:    []workload.Job{talker(1, 0, 2, 100, 500)},
		Queue:   queue.EASY{}, Allocator: alloc.FirstFit{}, Network: maxMin,
	}
	c.Network.Latency = 200
	if got := endTimes(t, c); !slices.Equal(got, []float64{110}) {
		t.Errorf("alone on the links the job ends at %v, want 110", got)
	}
	tree, _ := topology.NewFatTree(2, 2) // the messages of both jobs take 3 hops and cross the links of the root
	c.Machine = cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
	c.Allocator, c.Jobs = crossing{}, []workload.Job{talker(1, 0, 2, 100, 1000), talker(2, 0, 2, 100, 1000)}
	if got := endTimes(t, c); !slices.Equal(got, []float64{260, 260}) { // 100·(2 + 0.2·1·3)
		t.Errorf("beside another job they end at %v, want 260", got)
	}
	c.Network.Latency = 0
	if got := endTimes(t, c); !slices.Equal(got, []float64{200, 200}) {
		t.Errorf("without latency they end at %v, want 200", got)
	}
}

// TestLatencyTwin checks how latency delays a job. If the links let a job run at
// speed x, it must take 1/x + delay seconds for each second at full speed. Only one
// job runs at a time. Its expected end is the engine's end without latency, plus
// the delay by the formula.
func TestLatencyTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 7))
	late := 0
	for range 1500 {
		m := anyMachine(r)
		j := aTalker(r, m)
		c := engine.Config{Machine: m, Jobs: []workload.Job{j}, Queue: queue.EASY{}, Allocator: alloc.Random{Seed: r.Int64()}, Network: maxMin}
		idle := endTimes(t, c)[0]
		c.Network.Latency = 1 + r.Int64N(2000)
		p, _ := c.Allocator.Allocate(&j.Request, cluster.NewFree(m), nil)
		hops, _ := meanOver(m, p, j.Comm, func(from, to topology.NodeID) int64 {
			if from == to {
				return 0
			}
			return int64(m.Hops(from, to))
		})
		speed := float64(m.Speed(p)) / 1000
		want := idle + float64(m.RunTime(j.Runtime, p))/1000*float64(c.Network.Latency)/1000*float64(j.Comm.Share)/1000*speed*hops
		if got := endTimes(t, c)[0]; math.Abs(got-want) > 0.0021 {
			t.Fatalf("%T: %+v on %v with latency %d ends at %v; the formula says %v", m.Topology, *j.Comm, p, c.Network.Latency, got, want)
		}
		if want > idle {
			late++
		}
	}
	if late < 500 {
		t.Errorf("only %d jobs were late", late)
	}
}
