package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/hybrid"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// mixed draws a small machine with different kinds of nodes, and jobs that ask for
// nodes or for tasks. Some jobs follow others, are killed, overrun, or have a run
// time of 0.
func mixed(r *rand.Rand) engine.Config {
	tree, _ := topology.NewFatTree(2, 4)
	spec := func(cores, gpus, speed int64) cluster.Spec {
		return cluster.Spec{Resources: workload.Resources{workload.Cores: cores, workload.Memory: 1000 * cores, workload.GPUs: gpus}, Speed: speed}
	}
	m := cluster.NewMachine(tree, spec(4, 0, 1000))
	m.SetGroup(8, 11, spec(8, 2, 1500))
	m.SetGroup(12, 12, spec(16, 4, 700))
	jobs := randomJobs(r, 25, 10)
	for i := range jobs {
		j := &jobs[i]
		switch r.IntN(5) {
		case 0, 1:
			j.Nodes, j.Tasks = 0, int32(1+r.IntN(20))
			j.PerTask = workload.Resources{workload.Cores: int64(1 + r.IntN(3)), workload.Memory: int64(r.IntN(2000))}
			if r.IntN(3) == 0 {
				j.Tasks, j.PerTask[workload.GPUs] = int32(1+r.IntN(6)), 1
			}
		case 2:
			if i > 0 {
				j.After, j.Think = workload.JobID(r.IntN(i)), simtime.Duration(r.IntN(9)-1)*simtime.Second
			}
		}
		if r.IntN(12) == 0 {
			j.Runtime = 0
		}
	}
	return engine.Config{Machine: m, Jobs: jobs, Allocator: alloc.FirstFit{}}
}

func TestContract(t *testing.T) {
	for _, p := range queuetest.Policies {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range soaktest.Seeds(150) {
				r := rand.New(rand.NewPCG(seed, 1))
				c := mixed(r)
				c.Queue = p.Policy
				if err := queuetest.Check(c, p.Promise); err != nil {
					t.Fatalf("mixed machine, seed %d: %v", seed, err)
				}
				c = engine.Config{Machine: flatMachine(12), Jobs: randomJobs(r, 40, 12), Queue: p.Policy, Allocator: alloc.FirstFit{}}
				if err := queuetest.Check(c, p.Promise); err != nil {
					t.Fatalf("flat machine, seed %d: %v", seed, err)
				}
				if shareNodes(&c); seed%4 != 0 {
					continue
				}
				if err := queuetest.Check(c, p.Promise); err != nil {
					t.Fatalf("shared nodes, seed %d: %v", seed, err)
				}
			}
		})
	}
}

// TestContractLongQueue checks the rules that every discipline must obey, with
// hundreds of waiting jobs. After each step it asks for the reasons why the jobs
// wait.
func TestContractLongQueue(t *testing.T) {
	for _, p := range queuetest.Policies {
		n := 300
		if _, ok := p.Policy.(hybrid.HybridPolicy); ok {
			n = 80 // fewer jobs, because asking for the reasons recomputes every reservation
		}
		c := engine.Config{Machine: flatMachine(12), Jobs: randomJobs(rand.New(rand.NewPCG(9, 9)), n, 12), Queue: p.Policy, Allocator: alloc.FirstFit{}}
		for i := range c.Jobs {
			c.Jobs[i].Submit /= 10
		}
		if err := queuetest.Check(c, p.Promise); err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
	}
}

// TestOverrun checks workloads in which jobs run beyond their walltimes. No
// resource may be held twice, and every job must end. Promised starts may be
// delayed.
func TestOverrun(t *testing.T) {
	for _, p := range queuetest.Policies {
		for seed := range soaktest.Seeds(100) {
			c := mixed(rand.New(rand.NewPCG(seed, 2)))
			for i := range c.Jobs {
				c.Jobs[i].Overrun = i%2 == 0
				if i%7 == 0 {
					c.Jobs[i].Walltime = 0
				}
			}
			c.Queue = p.Policy
			if err := queuetest.Check(c, policies.NoPromise); err != nil {
				t.Fatalf("%s, seed %d: %v", p.Name, seed, err)
			}
		}
	}
}

// TestTapeSeek checks for every step that the engine returned by Seek equals an
// engine that runs up to the same step. Half of the cases are in counting mode (a
// job fits if enough units are free), in which the recording remembers placements.
func TestTapeSeek(t *testing.T) {
	for seed := range uint64(28) {
		c := mixed(rand.New(rand.NewPCG(seed, 3)))
		if counted := seed%2 == 0; counted {
			tree, _ := topology.NewFatTree(2, 4)
			c.Machine = cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000})
			c.Jobs, c.Allocator = randomJobs(rand.New(rand.NewPCG(seed, 4)), 60, 16), alloc.SDM{}
			if seed%4 == 0 {
				c.Jobs = randomJobs(rand.New(rand.NewPCG(seed, 4)), 60, 12)
				shareNodes(&c)
			}
			c.Jobs[7].Nodes, c.Jobs[7].Reject = 0, workload.ErrWorkload
		}
		c.Queue = queuetest.Policies[seed/2%uint64(len(queuetest.Policies))].Policy
		tape, err := engine.Record(c)
		if err != nil {
			t.Fatal(err)
		}
		if tape.Counted() != (seed%2 == 0 && !queue.ReservesNodes(c.Queue) && queue.Weighing(c.Queue, c.Allocator) == nil) {
			t.Errorf("seed %d: counting decides: %v", seed, tape.Counted())
		}
		forward, _ := engine.New(c)
		for n := range tape.Len() {
			for s, ok := forward.Step(); ok && len(s.Events) == 0; s, ok = forward.Step() {
			}
			back := tape.Seek(n + 1)
			if a, b := picture(forward), picture(back); a != b {
				t.Fatalf("seed %d, step %d: wound back\n%s\nforward\n%s", seed, n+1, b, a)
			}
			if m := tape.Mark(n); tape.Find(m.Time, m.Ordinal) != n+1 {
				t.Fatalf("seed %d: step %d is found at %d", seed, n+1, tape.Find(m.Time, m.Ordinal))
			}
		}
	}
}

// picture returns a text that shows all of an engine's observable state.
func picture(e *engine.Engine) string {
	var text strings.Builder
	text.WriteString(fmt.Sprint(e.Now(), e.Pending(), e.State().Limits()))
	for _, job := range e.State().AppendRunning(nil) {
		text.WriteString(fmt.Sprintf("\njob %d on %v until %v", job.Request.Number, job.Placement, job.Limit))
	}
	return text.String()
}
