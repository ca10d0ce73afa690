package queuetest_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload"
)

// blockConfig returns a configuration under SlurmBlock on a machine of five blocks
// with 4, 4, 4, 3 and 4 nodes.
func blockConfig(t *testing.T) engine.Config {
	t.Helper()
	network, err := slurm.Parse("BlockName=b0 Nodes=n[0-3]\nBlockName=b1 Nodes=n[4-7]\nBlockName=b2 Nodes=n[8-11]\nBlockName=b3 Nodes=n[12-14]\nBlockName=b4 Nodes=n[15-18]\nBlockSizes=4,8\n")
	if err != nil {
		t.Fatal(err)
	}
	return engine.Config{Machine: cluster.NewMachine(network.Topology, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}), Allocator: alloc.SlurmBlock{}, Queue: queue.EASY{}}
}

// blockJob returns a job that runs for its whole walltime. Times are in seconds.
func blockJob(id int, submit, nodes, walltime int32, exclusive bool) workload.Job {
	j := leafJob(id, submit, nodes, walltime, 0, 0)
	j.Network = workload.NetworkRequest{Exclusive: exclusive}
	return j
}

// TestExclusiveStarts checks a few exclusive jobs by hand: they start only in blocks
// without other jobs, and block the rest of them until they end.
func TestExclusiveStarts(t *testing.T) {
	for _, x := range []struct {
		name  string
		jobs  []workload.Job
		start simtime.Time // of the last job, in seconds
		where string
	}{
		{"a block to itself", []workload.Job{blockJob(0, 0, 2, 100, true)}, 0, "12-13"},
		{"no other job enters", []workload.Job{blockJob(0, 0, 2, 100, true), blockJob(1, 1, 1, 50, false)}, 1, "15"},
		{"it enters no block in use", []workload.Job{blockJob(0, 0, 2, 100, false), blockJob(1, 1, 1, 50, true)}, 1, "15"},
		{"it waits while each block is in use", []workload.Job{
			blockJob(0, 0, 1, 900, true), blockJob(1, 0, 3, 900, true), blockJob(2, 0, 3, 900, true), blockJob(3, 0, 3, 100, true), blockJob(4, 0, 3, 200, true), blockJob(5, 1, 1, 50, true)}, 100, "4"},
		{"another job waits for nodes that are blocked", []workload.Job{
			blockJob(0, 0, 1, 900, true), blockJob(1, 0, 1, 900, true), blockJob(2, 0, 1, 900, true), blockJob(3, 0, 1, 900, true), blockJob(4, 0, 1, 200, true), blockJob(5, 1, 1, 50, false)}, 200, "0"},
		{"it may pass the head within a block of its own", []workload.Job{
			blockJob(0, 0, 9, 100, false), blockJob(1, 1, 12, 50, true), blockJob(2, 2, 1, 30, true)}, 2, "12"},
	} {
		c := blockConfig(t)
		c.Jobs = x.jobs
		at, where := starts(t, c)
		if last := len(x.jobs) - 1; at[last] != x.start*1000 || where[last].String() != x.where {
			t.Errorf("%s: starts at %v on %v, want %v on %s", x.name, at[last], where[last], x.start, x.where)
		}
	}
}

// TestExclusiveBlocks runs random workloads with exclusive jobs under the disciplines
// that accept them, in some cases with failures. No two jobs may be in one block at
// one time if one of them is exclusive, and the disciplines must keep their promises
// as they do without exclusive jobs.
func TestExclusiveBlocks(t *testing.T) {
	blocked := 0
	for seed := range soaktest.Seeds(2000) {
		r := rand.New(rand.NewPCG(seed, 78))
		c := blockConfig(t)
		at := int32(0)
		for i := range 5 + r.IntN(20) {
			at += r.Int32N(60)
			j := blockJob(i, at, 1+r.Int32N(9), 1+r.Int32N(400), r.IntN(2) == 0)
			j.Runtime = simtime.Duration(1 + r.Int64N(int64(j.Walltime)))
			if r.IntN(4) == 0 {
				j.Network.Segment = 1 + r.Int32N(3)
				j.Nodes = j.Network.Segment * (1 + r.Int32N(3))
			}
			c.Jobs = append(c.Jobs, j)
		}
		if seed%3 == 0 {
			c.Faults = listed(r, c.Machine.Topology, false)
			c.Faults.Lost = faults.NodeLossRule(r.IntN(2))
		}
		for _, x := range queuetest.Policies {
			if _, refuses := x.Policy.(queue.UsedNodesOnly); refuses || x.Name == "manual" {
				continue
			}
			c.Queue = x.Policy
			promise := x.Promise
			switch p := x.Policy.(type) {
			case queue.EASY:
				if p.Nodes { // as DepthBackfill
					promise = policies.NoPromise
				}
			case queue.DepthBackfill, queue.ConservativeRebuild: // may make a promised job wait longer, whose shape then does not fit
				promise = policies.NoPromise
			}
			if c.Faults != nil {
				promise = policies.NoPromise
			}
			if err := queuetest.Check(c, promise); err != nil {
				t.Fatalf("seed %d, %s: %v", seed, x.Name, err)
			}
			n, err := sharedBlocks(c)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, x.Name, err)
			}
			blocked += n
		}
	}
	if blocked < 1000 {
		t.Errorf("only %d nodes were blocked after a step", blocked)
	}
}

// sharedBlocks runs c and checks after each step, node by node, that an exclusive job
// shares no block with another job, and that exactly the nodes are idle that are up,
// not in use, and not in a block of an exclusive job. It returns the sum of the nodes
// that were blocked after each step.
func sharedBlocks(c engine.Config) (blocked int, err error) {
	e, err := engine.New(c)
	if err != nil {
		return 0, err
	}
	blocks := c.Machine.Topology.(topology.Blocked).Blocks()
	for _, ok := e.Step(); ok; _, ok = e.Step() {
		running := e.State().AppendRunning(nil)
		for i := range blocks.Len() {
			jobs, alone := 0, false
			for _, j := range running {
				for n := blocks.Starts[i]; n < blocks.Starts[i+1]; n++ {
					if j.Placement.On(n) > 0 {
						jobs, alone = jobs+1, alone || j.Request.Network.Exclusive
						break
					}
				}
			}
			if alone && jobs > 1 {
				return 0, fmt.Errorf("at %v, %d jobs are in block %d, one of them exclusive", e.Now(), jobs, i)
			}
			for n := blocks.Starts[i]; n < blocks.Starts[i+1]; n++ {
				_, used := e.State().Holder(n)
				down := e.State().OutOfUse().Has(n)
				if idle := e.State().Idle().Has(n); idle != (!used && !down && !alone) {
					return 0, fmt.Errorf("at %v, node %d of block %d: idle %v, used %v, down %v, exclusive %v", e.Now(), n, i, idle, used, down, alone)
				}
				if alone && !used && !down {
					blocked++
				}
			}
		}
	}
	return blocked, nil
}
