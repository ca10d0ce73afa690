package deadline_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/policies"
	"hopyard/core/queue/deadline"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// checkDeadline checks that a run keeps the contract of every discipline, and that
// it keeps S1's promises about shares (CheckShares).
func checkDeadline(t *testing.T, c engine.Config) {
	t.Helper()
	if err := queuetest.Check(c, policies.NoPromise); err != nil {
		t.Fatal(err)
	}
	if err := queuetest.CheckShares(c); err != nil {
		t.Fatal(err)
	}
}

func TestDeadlineContract(t *testing.T) {
	for seed := range soaktest.Seeds(200) {
		r := rand.New(rand.NewPCG(seed, 12))
		c := allotted(r, 40, 1+r.IntN(4))
		if seed%4 == 0 { // some jobs run beyond their walltimes, some have run time 0, some depend on other jobs
			for i := range c.Jobs {
				j := &c.Jobs[i]
				j.Overrun = i%2 == 0
				if i%7 == 0 {
					j.Walltime = 0
				}
				if i > 0 && i%5 == 0 {
					j.After, j.Think = workload.JobID(r.IntN(i)), simtime.Duration(r.IntN(9)-1)*simtime.Second
				}
			}
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) { checkDeadline(t, c) })
	}
}

// TestDeadlineReallotted checks that runs keep the contracts if allotments change.
func TestDeadlineReallotted(t *testing.T) {
	for seed := range soaktest.Seeds(400) {
		r := rand.New(rand.NewPCG(seed, 16))
		c := reallotted(r, allotted(r, 40, 1+r.IntN(4)))
		t.Run(fmt.Sprint(seed), func(t *testing.T) { checkDeadline(t, c) })
	}
}

// TestDeadlineShared checks that runs keep the contracts if the allocator may
// refuse a job that a share would hold. The reasons are nodes shared by tasks of
// many sizes, users who are allotted more than the machine has, and
// shape-constrained allocators.
func TestDeadlineShared(t *testing.T) {
	tree, _ := topology.NewFatTree(2, 4)
	for i, a := range []alloc.Allocator{alloc.FirstFit{}, alloc.BestFit{}, alloc.Contiguous{}, alloc.MinHopUnits{}, alloc.SDM{}, alloc.MinHops{}} {
		for seed := range soaktest.Seeds(60) {
			r := rand.New(rand.NewPCG(seed, 13))
			c := allotted(r, 40, 1+r.IntN(4))
			c.Allocator = a
			c.Machine = cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{workload.Cores: 4, workload.Memory: 1000}, Speed: 1000})
			d := c.Queue.(deadline.DeadlinePolicy)
			for k := range d.Allotments.Users {
				d.Allotments.Users[k].Nodes = max(d.Allotments.Users[k].Nodes, 8)
				d.Allotments.Users[k].Usable = max(d.Allotments.Users[k].Usable, 8)
			}
			for k := range c.Jobs {
				if j := &c.Jobs[k]; i != 3 && r.IntN(2) == 0 {
					j.Nodes, j.Tasks = 0, int32(1+r.IntN(16))
					j.PerTask = workload.Resources{workload.Cores: int64(1 + r.IntN(2)), workload.Memory: int64(r.IntN(400))}
				}
			}
			t.Run(fmt.Sprintf("%T/%d", a, seed), func(t *testing.T) { checkDeadline(t, c) })
		}
	}
}

// TestDeadlineChanges checks that runs keep the contracts if jobs grow and shrink,
// nodes fail and allotments change. Jobs are requeued, stopped or restarted from a
// checkpoint.
func TestDeadlineChanges(t *testing.T) {
	kinds := map[trace.EventKind]int{}
	for seed := range soaktest.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 14))
		c := allotted(r, 30, 1+r.IntN(3))
		if seed%5 == 1 {
			c = reallotted(rand.New(rand.NewPCG(seed, 17)), c)
		}
		for i := range c.Jobs {
			if j := &c.Jobs[i]; r.IntN(2) == 0 {
				j.Elastic = &workload.Elastic{Min: 1, Max: j.Nodes + int32(r.IntN(5)), Data: int64(r.IntN(100))}
			}
		}
		c.Elastic = &elastic.GrowthPolicy{Growth: elastic.GrowthOrder(1 + r.IntN(4)), Method: elastic.Method(r.IntN(2)), Idle: r.IntN(2) == 0, Shrink: r.IntN(2) == 0}
		if seed%3 == 0 {
			c.Elastic.Costs.Stages = [elastic.NumStages]simtime.Duration{1000, 2000, 1000, 500, 500, 1000, 1000}
		}
		if seed%2 == 0 {
			c.Faults = &faults.Timetable{Lost: faults.NodeLossRule(r.IntN(3)), Every: 5 * simtime.Second, Drawn: faults.RandomFailures{MTBF: 200 * simtime.Second, Repair: 20 * simtime.Second, Seed: int64(seed)}}
		}
		if err := queuetest.CheckShares(c); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		log, _ := engine.Run(c)
		for _, e := range log {
			kinds[e.Kind]++
		}
	}
	for _, k := range []trace.EventKind{trace.Requeue, trace.Fail, trace.AtRisk, trace.Grow, trace.Rollback, trace.Shrink, trace.Down, trace.Allot} {
		if kinds[k] == 0 {
			t.Errorf("%v never happened", k)
		}
	}
}
