package queuetest_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// leafConfig returns a configuration under SlurmTreeLimited on a machine with leaf
// switches of 4, 4 and 5 nodes.
func leafConfig(t *testing.T) engine.Config {
	t.Helper()
	network, err := slurm.Parse("SwitchName=a Nodes=n[0-3]\nSwitchName=b Nodes=n[4-7]\nSwitchName=c Nodes=n[8-12]\nSwitchName=ab Switches=a,b\nSwitchName=r Switches=ab,c\n")
	if err != nil {
		t.Fatal(err)
	}
	return engine.Config{Machine: cluster.NewMachine(network.Topology, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}), Allocator: alloc.SlurmTreeLimited{}, Queue: queue.EASY{}}
}

// leafJob returns a job that runs for its whole walltime. Times are in seconds.
func leafJob(id int, submit, nodes, walltime, switches, wait int32) workload.Job {
	return workload.Job{Request: workload.Request{
		ID: workload.JobID(id), Number: int64(id), Submit: simtime.Time(submit) * 1000, Nodes: nodes, Walltime: simtime.Duration(walltime) * 1000,
		Network: workload.NetworkRequest{Switches: switches, SwitchWait: simtime.Duration(wait) * 1000},
	}, Runtime: simtime.Duration(walltime) * 1000, After: workload.NoJob}
}

// starts returns the start and the placement of each job.
func starts(t *testing.T, c engine.Config) ([]simtime.Time, []cluster.Placement) {
	t.Helper()
	events, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	at, where := make([]simtime.Time, len(c.Jobs)), make([]cluster.Placement, len(c.Jobs))
	for _, x := range events {
		if x.Kind == trace.Start {
			at[x.Job], where[x.Job] = x.Time, x.Placement
		}
	}
	return at, where
}

// TestSwitchWait checks that a job waits for few leaf switches until its wait ends,
// and what is said meanwhile.
func TestSwitchWait(t *testing.T) {
	for _, x := range []struct {
		switches, wait, ends int32 // ends: end of the first job
		start                simtime.Time
		where                string
	}{
		{0, 0, 900, 10, "3,7"},
		{2, 100, 900, 10, "3,7"},
		{1, 100, 900, 110, "3,7"},
		{1, 0, 900, 10, "3,7"},
		{1, 100, 60, 60, "0-1"},
		{1, 100, 110, 110, "0-1"},
	} {
		c := leafConfig(t)
		c.Jobs = []workload.Job{leafJob(0, 0, 3, x.ends, 0, 0), leafJob(1, 0, 3, 900, 0, 0), leafJob(2, 0, 5, 900, 0, 0), leafJob(3, 10, 2, 900, x.switches, x.wait)}
		at, where := starts(t, c)
		if at[3] != x.start*1000 || where[3].String() != x.where {
			t.Errorf("%d switches for %d s: starts at %v on %v, want %v on %s", x.switches, x.wait, at[3], where[3], x.start, x.where)
		}
	}
	c := leafConfig(t)
	c.Jobs = []workload.Job{leafJob(0, 0, 3, 500, 0, 0), leafJob(1, 0, 3, 900, 0, 0), leafJob(2, 0, 5, 900, 0, 0), leafJob(3, 10, 2, 900, 1, 100)}
	e, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for e.Now() < 10_000 {
		e.Step()
	}
	want := queue.Decision{Job: 3, Promised: 500_000, Why: why.Reason{Code: why.TooManySwitches, Need: 1, Have: 2, Blocker: workload.NoJob, At: 110_000}}
	if got := e.Pending(); len(got) != 1 || got[0] != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := want.Why.English(why.Names{}), "waits until 110 for a placement on at most 1 leaf switch (2 free)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSwitchWaits runs random workloads with limits on leaf switches under every
// discipline. A job may start on more leaf switches only after its wait, and the
// disciplines must keep their promises. A limit of two or more may refuse a job
// although it would accept it if less were free, so a shadow time may pass.
func TestSwitchWaits(t *testing.T) {
	late := 0
	for seed := range soaktest.Seeds(400) {
		r := rand.New(rand.NewPCG(seed, 77))
		c := leafConfig(t)
		most, at := 1+r.Int32N(2), int32(0)
		for i := range 5 + r.IntN(20) {
			at += r.Int32N(60)
			j := leafJob(i, at, 1+r.Int32N(8), 1+r.Int32N(400), 0, 0)
			if r.IntN(2) == 0 {
				j.Network = workload.NetworkRequest{Switches: 1 + r.Int32N(most), SwitchWait: simtime.Duration(r.IntN(200)) * 1000}
			}
			j.Runtime = simtime.Duration(1 + r.Int64N(int64(j.Walltime)))
			c.Jobs = append(c.Jobs, j)
		}
		for _, x := range queuetest.Policies {
			c.Queue = x.Policy
			promise := x.Promise
			if most > 1 && promise != policies.AllPromises {
				promise = policies.NoPromise
			}
			if x.Name == "manual" { // nothing starts
				continue
			}
			if err := queuetest.Check(c, promise); err != nil {
				t.Fatalf("seed %d, %s: %v", seed, x.Name, err)
			}
			at, where := starts(t, c)
			for i, j := range c.Jobs {
				if n := leaves(c.Machine.Topology, where[i]); j.Network.Switches > 0 && n > j.Network.Switches {
					if late++; at[i] < j.Submit.Add(j.Network.SwitchWait) {
						t.Fatalf("seed %d, %s: job %d starts at %v on %d leaf switches", seed, x.Name, i, at[i], n)
					}
				}
			}
		}
	}
	if late < 50 {
		t.Errorf("only %d jobs started after their wait", late)
	}
}

// leaves returns the number of leaf switches of a placement.
func leaves(m topology.Topology, p cluster.Placement) (n int32) {
	for _, v := range topology.Nesting(m) {
		if v.Leaf && slices.ContainsFunc(p, func(x cluster.NodeRun) bool { return x.First <= v.Last && x.Last >= v.First }) {
			n++
		}
	}
	return n
}
