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
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// crossing is an allocator that places every job on one node of each leaf switch of
// a two-level tree, so that all jobs share the links above the leaves. If the last
// leaves are full, it works like first fit.
type crossing struct{ alloc.FirstFit }

func (crossing) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	first, reason := alloc.FirstFit{}.Allocate(r, free, nil)
	if !reason.OK() {
		return nil, reason
	}
	width, at := topology.NodeID(free.Machine().NumNodes())/topology.NodeID(r.Nodes), topology.NodeID(0)
	for leaf := range topology.NodeID(r.Nodes) {
		n, ok := free.Idle().Next(max(leaf*width, at))
		if !ok {
			return first, reason
		}
		dst, at = dst.Append(n, n, 1), n+1
	}
	return dst, reason
}

var maxMin = network.Model{Kind: network.MaxMin, Bandwidth: network.DefaultBandwidth}

func talker(id, submit, nodes, run, share int) workload.Job {
	s := simtime.Duration(simtime.Second)
	return workload.Job{
		Request: workload.Request{ID: workload.JobID(id - 1), Number: int64(id), Submit: simtime.Time(submit) * simtime.Time(s), Nodes: int32(nodes), Walltime: 1000 * s},
		Runtime: simtime.Duration(run) * s, After: workload.NoJob,
		Comm: &workload.Comm{Pattern: workload.Ring, Share: int64(share)},
	}
}

func endTimes(t *testing.T, c engine.Config) []float64 {
	t.Helper()
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, len(c.Jobs))
	for _, e := range log {
		if e.Kind == trace.End || e.Kind == trace.Kill {
			out[e.Job] = e.Time.Sub(0).Seconds()
		}
	}
	return out
}

// TestTwoJobsShareALink runs two jobs, each of which alone would use a link fully.
// While both run, they must share the link. Job 1 runs alone for 4 s and then does
// 6 s of work at half speed. Job 2 then has 4 s of work left, and does this work
// alone. Source: SOURCES.md NET.2.
func TestTwoJobsShareALink(t *testing.T) {
	tree, _ := topology.NewFatTree(2, 2)
	c := engine.Config{
		Machine: cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}),
		Jobs:    []workload.Job{talker(1, 0, 2, 10, 1000), talker(2, 4, 2, 10, 1000)},
		Queue:   queue.EASY{}, Allocator: crossing{}, Network: maxMin,
	}
	if got := endTimes(t, c); !slices.Equal(got, []float64{16, 20}) {
		t.Errorf("jobs end at %v, want 16 and 20", got)
	}
	c.Jobs[0].Comm.Share, c.Jobs[1].Comm.Share = 500, 500
	if got := endTimes(t, c); !slices.Equal(got, []float64{10, 14}) {
		t.Errorf("at half the load jobs end at %v, want 10 and 14: the link is just full", got)
	}
	c.Network = network.Model{}
	c.Jobs[0].Comm.Share, c.Jobs[1].Comm.Share = 1000, 1000
	if got := endTimes(t, c); !slices.Equal(got, []float64{10, 14}) {
		t.Errorf("without a network jobs end at %v, want 10 and 14", got)
	}
}

// TestSlowedBeyondTheWalltime checks a job that is so slow that it does not finish
// within its walltime: it must be killed at its walltime, or run on if it may
// overrun.
func TestSlowedBeyondTheWalltime(t *testing.T) {
	tree, _ := topology.NewFatTree(2, 2)
	c := engine.Config{
		Machine: cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}),
		Jobs:    []workload.Job{talker(1, 0, 2, 10, 1000), talker(2, 0, 2, 10, 1000)},
		Queue:   queue.EASY{}, Allocator: crossing{}, Network: maxMin,
	}
	c.Jobs[0].Walltime = 12 * simtime.Second
	// Job 1 is killed at 12 s. By then job 2 has done 6 s of its work.
	if got := endTimes(t, c); !slices.Equal(got, []float64{12, 16}) {
		t.Errorf("jobs end at %v, want 12 and 16", got)
	}
	c.Jobs[0].Overrun = true
	if got := endTimes(t, c); !slices.Equal(got, []float64{20, 20}) {
		t.Errorf("jobs end at %v, want 20 and 20", got)
	}
}

// TestDistanceStretches checks that under the distance model only the length of the
// flows matters. Two nodes under different leaves are 4 links apart, and the
// nearest nodes are 2 links apart. Half of the run time is communication, which
// must take twice as long. Source: SOURCES.md NET.3.
func TestDistanceStretches(t *testing.T) {
	tree, _ := topology.NewFatTree(2, 2)
	c := engine.Config{
		Machine: cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}),
		Jobs:    []workload.Job{talker(1, 0, 2, 10, 500), talker(2, 0, 2, 10, 500)},
		Queue:   queue.EASY{}, Allocator: crossing{}, Network: network.Model{Kind: network.Distance},
	}
	if got := endTimes(t, c); !slices.Equal(got, []float64{15, 15}) {
		t.Errorf("jobs end at %v, want 15 and 15", got)
	}
	c.Allocator = alloc.FirstFit{}
	if got := endTimes(t, c); !slices.Equal(got, []float64{10, 10}) {
		t.Errorf("packed, jobs end at %v, want 10 and 10", got)
	}
}

// talkative draws a workload in which most jobs communicate.
func talkative(r *rand.Rand, jobs, nodes int) []workload.Job {
	out := make([]workload.Job, jobs)
	at := simtime.Time(0)
	for i := range out {
		at = at.Add(simtime.Duration(r.IntN(20)) * simtime.Second)
		run := simtime.Duration(r.IntN(60_000))
		out[i] = workload.Job{
			Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Submit: at, Nodes: 1 + r.Int32N(int32(nodes)), Walltime: run + simtime.Duration(r.IntN(60_000))},
			Runtime: run, After: workload.NoJob, Overrun: r.IntN(3) == 0,
		}
		if r.IntN(4) > 0 {
			out[i].Comm = &workload.Comm{Pattern: workload.Pattern(r.IntN(int(workload.Matrix))), Share: 1 + r.Int64N(1500), Seed: int64(i)}
		}
	}
	return out
}

// fluid computes the ends of jobs from their known starts, in seconds as
// floating-point numbers. It recomputes the network sharing whenever a job starts
// or ends.
func fluid(c *engine.Config, log []trace.Event) []float64 {
	type running struct {
		id   workload.JobID
		left float64
		net  []network.Demand
	}
	routed := c.Machine.Topology.(topology.Routed)
	ends := make([]float64, len(c.Jobs))
	starts := slices.DeleteFunc(slices.Clone(log), func(e trace.Event) bool { return e.Kind != trace.Start })
	var on []running
	now := 0.0
	for len(starts)+len(on) > 0 {
		sharing := network.NewSharing(network.Capacities(routed, c.Network.Bandwidth))
		rates := make([]float64, len(on))
		for i := range on {
			rates[i] = 1
			if len(on[i].net) > 0 {
				sharing.Add(on[i].net, 1)
			}
		}
		sharing.Settle()
		act := network.Var(0)
		next := math.Inf(1)
		limit := func(i int) float64 {
			j := &c.Jobs[on[i].id]
			if j.Overrun {
				return math.Inf(1)
			}
			for _, e := range log {
				if e.Kind == trace.Start && e.Job == on[i].id {
					return e.Time.Add(j.Walltime).Sub(0).Seconds()
				}
			}
			panic("never started")
		}
		for i := range on {
			if len(on[i].net) > 0 {
				rates[i] = sharing.Rate(act)
				act++
			}
			next = min(next, now+on[i].left/rates[i], limit(i))
		}
		if len(starts) > 0 {
			next = min(next, starts[0].Time.Sub(0).Seconds())
		}
		var still []running
		for i := range on {
			on[i].left -= rates[i] * (next - now)
			if on[i].left <= 1e-9 || next >= limit(i)-1e-9 {
				ends[on[i].id] = next
			} else {
				still = append(still, on[i])
			}
		}
		on, now = still, next
		for len(starts) > 0 && starts[0].Time.Sub(0).Seconds() <= now {
			j := &c.Jobs[starts[0].Job]
			on = append(on, running{starts[0].Job, j.Runtime.Seconds(), network.AppendDemands(nil, routed, starts[0].Placement, j.Comm, 1000, j.Runtime, c.Network.Bandwidth)})
			starts = starts[1:]
		}
	}
	return ends
}

// TestEndsUnderSharing compares the ends of jobs with those that fluid computes
// from the starts alone. Since the engine rounds ends up, the tolerance is one tick
// for each change of speed before the end.
func TestEndsUnderSharing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	tree, _ := topology.NewFatTree(2, 4)
	torus, _ := topology.NewTorus(4, 4)
	for round := range 60 {
		topo := []topology.Topology{tree, torus}[round%2]
		c := engine.Config{
			Machine: cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}),
			Jobs:    talkative(r, 30, 12), Network: maxMin,
			Queue: []queue.Policy{queue.EASY{}, queue.FCFS{}, queue.Conservative{}}[round%3], Allocator: []alloc.Allocator{alloc.FirstFit{}, alloc.MDM{}}[round/2%2],
		}
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		want := fluid(&c, log)
		slowed := 0
		for _, e := range log {
			if e.Kind != trace.End && e.Kind != trace.Kill {
				continue
			}
			if got := e.Time.Sub(0).Seconds(); math.Abs(got-want[e.Job]) > 0.03 {
				t.Fatalf("round %d: job %d ends at %v, by the fluid model at %v", round, c.Jobs[e.Job].Number, got, want[e.Job])
			}
			slowed++
		}
		if slowed != len(c.Jobs) {
			t.Fatalf("round %d: %d of %d jobs ended", round, slowed, len(c.Jobs))
		}
	}
}

// TestSharingOnTape checks a recorded run of jobs that share a network: after a
// seek to any step, the engine must continue as recorded.
func TestSharingOnTape(t *testing.T) {
	tree, _ := topology.NewFatTree(2, 4)
	c := engine.Config{
		Machine: cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}),
		Jobs:    talkative(rand.New(rand.NewPCG(8, 8)), 200, 12), Queue: queue.EASY{}, Allocator: alloc.SDM{}, Network: maxMin,
	}
	tape, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	log, _ := engine.Run(c)
	if !slices.EqualFunc(tape.Log(), log, sameEvent) {
		t.Fatal("a tape and a run differ")
	}
	for n := 0; n <= tape.Len(); n += 7 {
		at := len(log)
		if n < tape.Len() {
			at = int(tape.Mark(n).First)
		}
		var rest []trace.Event
		e := tape.Seek(n)
		for s, ok := e.Step(); ok; s, ok = e.Step() {
			rest = append(rest, s.Events...)
		}
		if !slices.EqualFunc(rest, log[at:], sameEvent) {
			t.Fatalf("from step %d on the run goes another way", n)
		}
	}
}

func sameEvent(a, b trace.Event) bool {
	return a.Time == b.Time && a.Kind == b.Kind && a.Job == b.Job && a.Of == b.Of && a.Why == b.Why && slices.Equal(a.Placement, b.Placement)
}

// TestSharingNeedsLinks checks that New refuses network sharing on a machine
// without links.
func TestSharingNeedsLinks(t *testing.T) {
	flat, _ := topology.NewFlat(4)
	_, err := engine.New(engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Speed: 1000}), Queue: queue.EASY{}, Allocator: alloc.FirstFit{}, Network: maxMin})
	if err == nil {
		t.Error("a flat machine was accepted")
	}
}
