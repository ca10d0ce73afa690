package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/network"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TestResubmitKnowsShapes checks that a job is not killed to restart with a size
// that the allocator could never place. Here a node without GPUs lies between the
// other nodes, so that no contiguous placement of that size exists.
func TestResubmitKnowsShapes(t *testing.T) {
	spec := cluster.Spec{Resources: workload.Resources{workload.Cores: 1, workload.GPUs: 1}, Speed: 1000}
	m := flatMachine(8)
	m.SetGroup(0, 7, spec)
	spec.Resources[workload.GPUs] = 0
	m.SetGroup(5, 5, spec)
	request := workload.Request{Tasks: 3, PerTask: workload.Resources{workload.GPUs: 1}, Walltime: 100_000, Elastic: &workload.Elastic{Min: 2, Max: 8}}
	first, job := request, request
	first.ID, first.Elastic, job.ID, first.Tasks, first.Walltime, job.Tasks = 0, nil, 1, 5, 10_000, 2
	c := engine.Config{
		Machine: m, Queue: queue.EASY{}, Allocator: alloc.Contiguous{}, Elastic: &elastic.GrowthPolicy{Growth: elastic.QueueFirst, Method: elastic.Resubmit},
		Jobs: []workload.Job{{Request: first, Runtime: 10_000, After: workload.NoJob}, {Request: job, Runtime: 90_000, After: workload.NoJob}},
	}
	if err := queuetest.Check(c, policies.NoPromise); err != nil {
		t.Error(err)
	}
}

// growing draws a workload in which about half of the jobs are malleable, together
// with a growth policy.
func growing(r *rand.Rand) engine.Config {
	c := engine.Config{Machine: flatMachine(12), Jobs: randomJobs(r, 30, 8), Allocator: alloc.FirstFit{}}
	switch r.IntN(5) {
	case 0:
		c = mixed(r)
	case 4:
		tree, _ := topology.NewFatTree(2, 4)
		c.Machine = cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
		c.Network = network.Model{Kind: network.PerformanceModel(1 + r.IntN(2)), Bandwidth: 1000}
		for i := range c.Jobs {
			c.Jobs[i].Comm = &workload.Comm{Pattern: workload.Pattern(r.IntN(int(workload.Matrix))), Share: 1 + r.Int64N(1500), Seed: int64(i)}
		}
	case 1:
		c.Allocator = alloc.Contiguous{}
	}
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if r.IntN(2) == 0 {
			continue
		}
		j.Walltime *= simtime.Duration(1 + r.IntN(4))
		x := &workload.Elastic{Min: 1 + int32(r.IntN(int(j.Size()))), Max: j.Size() + int32(r.IntN(8)), Moldable: r.IntN(3) == 0, Data: int64(r.IntN(3)) * 1000}
		switch r.IntN(3) {
		case 0:
			x.Speedup = workload.Speedup{Model: workload.Amdahl, Serial: r.Float64() / 3}
		case 1:
			x.Speedup = workload.Speedup{Model: workload.Downey, Parallelism: 1 + 20*r.Float64(), Sigma: 2 * r.Float64()}
		}
		j.Elastic = x
	}
	p := &elastic.GrowthPolicy{Growth: elastic.GrowthOrder(r.IntN(int(elastic.NumGrowthRules))), Idle: r.IntN(4) == 0, Shrink: r.IntN(2) == 0}
	slow := 1 + r.IntN(5)
	for i := range p.Costs.Stages {
		p.Costs.Stages[i] = simtime.Duration(slow * r.IntN(3) * r.IntN(1000) * r.IntN(2))
	}
	p.Costs.Launch, p.Costs.Rebuild = simtime.Duration(r.IntN(300)), simtime.Duration(r.IntN(300))
	p.Costs.Bandwidth, p.Costs.Restart = 1000, simtime.Duration(r.IntN(5000))
	if r.IntN(4) == 0 {
		p.Method = elastic.Resubmit
	}
	c.Elastic = p
	if r.IntN(3) == 0 {
		c.Faults = failing(r, c.Machine.NumNodes())
	}
	return c
}

// failing draws a few failures of one or two nodes, all of which recover.
func failing(r *rand.Rand, nodes int) *faults.Timetable {
	p := &faults.Timetable{Lost: faults.NodeLossRule(r.IntN(2))}
	if r.IntN(2) == 0 {
		p.Heartbeat = faults.Heartbeat{Period: simtime.Duration(1+r.IntN(5)) * simtime.Second, Misses: 2}
	}
	at := simtime.Time(0)
	for range 20 {
		at = at.Add(simtime.Duration(r.IntN(8_000)))
		n := topology.NodeID(r.IntN(nodes - 1))
		where := cluster.Placement{{First: n, Last: n + topology.NodeID(r.IntN(2)), Tasks: 1}}
		p.Events = append(p.Events, faults.MachineChange{At: at, Nodes: where})
		at = at.Add(simtime.Duration(r.IntN(20_000)))
		p.Events = append(p.Events, faults.MachineChange{At: at, Up: true, Nodes: where})
	}
	return p
}

// checkGrowth runs c and keeps independent records, which it returns. From step
// cloneAt on it also runs a clone of the engine, which must take the same steps.
func checkGrowth(c engine.Config, cloneAt int) (*books, error) {
	e, err := engine.New(c)
	if err != nil {
		return nil, err
	}
	b := newBooks(c)
	var clone *engine.Engine
	var rest, same []trace.Event
	steps := 0
	for s, ok := e.Step(); ok; s, ok = e.Step() {
		if err := b.read(s); err != nil {
			return nil, err
		}
		if err := b.agrees(e); err != nil {
			return nil, err
		}
		if clone != nil {
			rest = append(rest, s.Events...)
		}
		if steps++; steps == cloneAt {
			clone = e.Clone()
		}
		if steps > 20000 {
			return nil, fmt.Errorf("at %v it does not come to an end", s.Time)
		}
	}
	if clone != nil {
		for s, ok := clone.Step(); ok; s, ok = clone.Step() {
			same = append(same, s.Events...)
		}
		if trace.Hash(rest) != trace.Hash(same) {
			return nil, fmt.Errorf("a clone of step %d goes another way", cloneAt)
		}
	}
	for id := range b.jobs {
		if !b.jobs[id].over {
			return nil, fmt.Errorf("job %d never ended", id+1)
		}
	}
	if held := e.State().Held(); held != 0 && e.State().OutOfUse().Len() == 0 {
		return nil, fmt.Errorf("%d are held at the end", held)
	}
	return b, nil
}

// TestGrowthBooks checks under every discipline that nothing is held twice, that
// frozen nodes are always given back or used, that no work is lost or done twice,
// and that a clone takes the same steps.
func TestGrowthBooks(t *testing.T) {
	for _, p := range queuetest.Policies {
		t.Run(p.Name, func(t *testing.T) {
			var seen [trace.NumKinds]int
			for seed := range soaktest.Seeds(200) {
				r := rand.New(rand.NewPCG(seed, 7))
				c := growing(r)
				c.Queue = p.Policy
				b, err := checkGrowth(c, r.IntN(100))
				if err != nil {
					t.Fatalf("seed %d, %+v: %v", seed, *c.Elastic, err)
				}
				for kind, n := range b.seen {
					seen[kind] += n
				}
			}
			for _, kind := range []trace.EventKind{trace.Grow, trace.Rollback, trace.Shrink, trace.Requeue} {
				switch rigid := queuetest.Rigid(p.Policy) && kind != trace.Requeue; {
				case rigid && seen[kind] > 0:
					t.Errorf("%v %d times, though jobs keep their size", kind, seen[kind])
				case !rigid && seen[kind] < 5:
					t.Errorf("%v only %d times", kind, seen[kind])
				}
			}
		})
	}
}

// FuzzGrowth makes the checks of TestGrowthBooks with random workloads.
func FuzzGrowth(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(50))
	f.Fuzz(func(t *testing.T, seed uint64, policy, cloneAt uint8) {
		c := growing(rand.New(rand.NewPCG(seed, 8)))
		c.Queue = queuetest.Policies[int(policy)%len(queuetest.Policies)].Policy
		if _, err := checkGrowth(c, int(cloneAt)); err != nil {
			t.Fatalf("%+v: %v", *c.Elastic, err)
		}
	})
}

// TestGrowthKeepsPromises checks that no promise becomes later because a job grows,
// gives nodes back, or starts with less than it asked for. Under conservative
// backfilling this must hold for all promises, and under the other disciplines for
// the promise to the head of the queue.
func TestGrowthKeepsPromises(t *testing.T) {
	for _, p := range []struct {
		policy queue.Policy
		all    bool
	}{{queue.EASY{}, false}, {queue.Conservative{}, true}, {queue.ConservativeRebuild{}, false}, {queue.DepthBackfill{Depth: 2}, false}} {
		grown, promises := 0, 0
		for seed := range soaktest.Seeds(250) {
			c := growing(rand.New(rand.NewPCG(seed, 9)))
			c.Queue, c.Elastic.Method, c.Faults = p.policy, elastic.Expand, nil
			for i := range c.Jobs {
				c.Jobs[i].Runtime = c.Jobs[i].Walltime // exact walltimes
			}
			e, err := engine.New(c)
			if err != nil {
				t.Fatal(err)
			}
			promised := map[workload.JobID]simtime.Time{}
			for s, ok := e.Step(); ok; s, ok = e.Step() {
				for i := range s.Events {
					if x := &s.Events[i]; x.Kind == trace.Grow {
						grown++
					}
				}
				for i, d := range e.Pending() {
					if d.Promised == simtime.Never || i > 0 && !p.all {
						continue
					}
					if was, ok := promised[d.Job]; ok && d.Promised > was {
						t.Fatalf("%T, seed %d: at %v job %d is promised %v, and was promised %v", p.policy, seed, s.Time, c.Jobs[d.Job].Number, d.Promised, was)
					}
					promised[d.Job] = d.Promised
					promises++
				}
			}
		}
		if grown < 20 || promises < 1000 {
			t.Errorf("%T: only %d growths, %d promises", p.policy, grown, promises)
		}
	}
}

// TestGrowthTape checks a recorded run with growth: after a seek to any step, the
// engine must continue as recorded.
func TestGrowthTape(t *testing.T) {
	for seed := range uint64(20) {
		c := growing(rand.New(rand.NewPCG(seed, 10)))
		c.Queue = queue.EASY{}
		tape, err := engine.Record(c)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n <= tape.Len(); n += 7 {
			e := tape.Seek(n)
			log := append([]trace.Event(nil), tape.Log()...)
			if n > 0 {
				log = log[:int(tape.Mark(n-1).First)+len(tape.Events(n-1))]
			} else {
				log = log[:0]
			}
			for s, ok := e.Step(); ok; s, ok = e.Step() {
				log = append(log, s.Events...)
			}
			if trace.Hash(log) != trace.Hash(tape.Log()) {
				t.Fatalf("seed %d: from step %d of %d it goes another way", seed, n, tape.Len())
			}
		}
	}
}

// TestWithoutGrowth checks that without a growth policy malleable jobs keep their
// size and the trace is the same as for rigid jobs.
func TestWithoutGrowth(t *testing.T) {
	for seed := range uint64(50) {
		c := growing(rand.New(rand.NewPCG(seed, 11)))
		c.Queue, c.Elastic = queue.EASY{}, nil
		for i := range c.Jobs {
			if c.Jobs[i].Elastic != nil {
				c.Jobs[i].Elastic.Moldable = false
			}
		}
		malleable, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.Jobs {
			c.Jobs[i].Elastic = nil
		}
		rigid, _ := engine.Run(c)
		if trace.Hash(malleable) != trace.Hash(rigid) {
			t.Errorf("seed %d", seed)
		}
	}
}
