package pending

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/slurmstate"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// sameStarts checks that the scenario of a queue starts every job when and where the
// queue itself does, and returns the number of starts after now.
func sameStarts(t *testing.T, name string, c *LiveQueue) (later int) {
	t.Helper()
	live, err := c.Scenario()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s, err := scenario.Parse(live.Text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !bytes.Equal(s.Canonical(), live.Text) {
		t.Errorf("%s: not in canonical form", name)
	}
	config, err := s.Config()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	number := map[int64]string{}
	for id, n := range live.Jobs {
		if number[n] != "" {
			t.Errorf("%s: jobs %s and %s have the id %d", name, id, number[n], n)
		}
		number[n] = id
	}
	want := starts(t, c.config, c.JobName)
	got := starts(t, config, func(id workload.JobID) string { return number[config.Jobs[id].Number] })
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s: starts\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(got) < len(config.Running) {
		t.Errorf("%s: %d starts of %d running jobs", name, len(got), len(config.Running))
	}
	for _, x := range got {
		if !strings.Contains(x, " at 0 on") {
			later++
		}
	}
	return later
}

// starts returns when, where and why the jobs of a run start, at most in 30,000 steps.
func starts(t *testing.T, config engine.Config, name func(workload.JobID) string) (all []string) {
	t.Helper()
	e, err := engine.New(config)
	if err != nil {
		t.Fatal(err)
	}
	for range 30_000 {
		s, more := e.Step()
		if !more {
			break
		}
		for i := range s.Events {
			if x := &s.Events[i]; x.Kind == trace.Start {
				all = append(all, fmt.Sprintf("%s at %v on %v: %v", name(x.Job), x.Time, x.Placement, x.Why.Code))
			}
		}
	}
	return all
}

// TestScenarioOfRecordings compares the starts of all jobs of the recorded state, from
// each of Slurm's formats and combinations of them.
func TestScenarioOfRecordings(t *testing.T) {
	for _, names := range []string{"squeue.json sinfo.json", "squeue.json sinfo.json show-partition.txt", "squeue-l.txt sinfo-N-l.txt", "squeue.txt", "squeue-all.txt sinfo-all.txt slurm.conf", "show-job.txt show-node.txt show-partition.txt sprio-l.txt", "squeue-r.txt show-node-o.txt"} {
		var files []slurmstate.File
		for name := range strings.FieldsSeq(names) {
			data, err := os.ReadFile(filepath.Join("../slurmstate/testdata/formats", name))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, slurmstate.File{Name: name, Data: data})
		}
		snapshot, err := slurmstate.Read(files)
		if err != nil {
			t.Fatalf("%s: %v", names, err)
		}
		c, err := New(snapshot)
		if err != nil {
			t.Fatalf("%s: %v", names, err)
		}
		later := sameStarts(t, names, c)
		t.Logf("%s: %d jobs, %d run, %d start later, %d take no part", names, len(c.jobs), len(c.config.Running), later, len(c.left))
	}
}

// TestScenarioOfRandomQueues compares the starts of random queues: shared and whole nodes,
// several partitions, nodes of different kinds, drained and down ones, topology.conf.
func TestScenarioOfRandomQueues(t *testing.T) {
	later, running := 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 77))
		s, conf := randomQueue(r)
		if r.IntN(3) == 0 {
			reserveSome(r, s)
		}
		c, err := NewOn(s, conf)
		if err != nil {
			if !strings.Contains(err.Error(), "no usable node") {
				t.Fatalf("seed %d: %v", seed, err)
			}
			continue
		}
		later += sameStarts(t, fmt.Sprint("seed ", seed), c)
		running += len(c.config.Running)
	}
	if later < 1000 || running < 1000 {
		t.Errorf("only %d starts after now, %d running jobs", later, running)
	}
	t.Logf("%d running jobs, %d starts after now", running, later)
}

// reserveSome adds reservations to the state of a cluster, and lets some jobs use them.
func reserveSome(r *rand.Rand, s *slurmstate.Snapshot) {
	for k := range 1 + r.IntN(3) {
		x := slurmstate.ReservationInfo{Name: fmt.Sprint("r", k), Start: s.Now - 3000 + r.Int64N(20_000), Users: []string{"u0"}}
		x.End = x.Start + 60*(1+r.Int64N(200))
		for i := range s.Nodes {
			if r.IntN(2) == 0 {
				x.Nodes = append(x.Nodes, s.Nodes[i].Name)
			}
		}
		for _, flag := range []string{"MAINT", "OVERLAP", "FLEX"} {
			if r.IntN(4) == 0 {
				x.Flags = append(x.Flags, flag)
			}
		}
		s.Reservations = append(s.Reservations, x)
	}
	for i := range s.Jobs {
		if j := &s.Jobs[i]; r.IntN(5) == 0 {
			j.Reservation = s.Reservations[r.IntN(len(s.Reservations))].Name
		}
	}
}

// randomQueue returns a random state of a cluster and, for some, a topology.conf.
func randomQueue(r *rand.Rand) (*slurmstate.Snapshot, string) {
	s := &slurmstate.Snapshot{Now: 1_000_000}
	n := 3 + r.IntN(14)
	free := make([]int64, n)
	for i := range n {
		x := slurmstate.Node{Name: fmt.Sprint("node", i), CPUs: 8, MemoryMiB: 1000, State: slurmstate.NodeMixed}
		if r.IntN(4) == 0 {
			x.CPUs, x.GPUs = 16, 2
		}
		switch r.IntN(12) {
		case 0:
			x.Drained = true
		case 1:
			x.State = slurmstate.NodeDown
		}
		free[i] = x.CPUs
		s.Nodes = append(s.Nodes, x)
	}
	if r.IntN(5) > 0 {
		for k, name := range []string{"batch", "debug", "long"} {
			p := slurmstate.Partition{Name: name, Default: k == 0, Tier: 1 + r.Int64N(3), State: slurmstate.PartitionUp}
			for i := range n {
				if k == 0 || r.IntN(3) > 0 {
					p.Nodes = append(p.Nodes, s.Nodes[i].Name)
				}
			}
			s.Partitions = append(s.Partitions, p)
		}
	}
	for i := range 40 {
		j := slurmstate.JobInfo{
			ID: fmt.Sprint(100 + i), Name: fmt.Sprint("run ", i), User: fmt.Sprint("u", r.IntN(4)), Account: "acct", QOS: "normal", State: "PENDING", Reason: "Priority",
			Priority: 1 + r.Int64N(50), Limit: 60 * (1 + r.Int64N(300)), Submit: s.Now - r.Int64N(5000), Nodes: 1 + r.Int64N(int64(n)), Partitions: []string{[]string{"batch", "debug", "long"}[r.IntN(3)]},
		}
		switch r.IntN(12) {
		case 0:
			j.ID = fmt.Sprintf("77_%d", i)
		case 1:
			j.Reason = "Dependency"
		case 2:
			j.Reason, j.Eligible = "BeginTime", s.Now+r.Int64N(20_000)
		}
		cpus := 1 + r.Int64N(8)
		j.CPUs, j.Exclusive = j.Nodes*cpus, r.IntN(3) == 0
		if r.IntN(3) == 0 {
			j.MemoryMiB = 1 + r.Int64N(500)
		}
		if i < 15 {
			j.State, j.Reason, j.Nodes, j.Start = "RUNNING", "", 0, s.Now-r.Int64N(j.Limit)
			for k := range n {
				if have := free[k]; r.IntN(4) == 0 && (have >= cpus && !j.Exclusive || have == s.Nodes[k].CPUs) {
					j.NodeList = append(j.NodeList, s.Nodes[k].Name)
					if free[k] -= cpus; j.Exclusive {
						free[k] = 0
					}
					j.Nodes++
				}
			}
			if j.CPUs = cpus * j.Nodes; j.Nodes == 0 {
				continue
			}
		}
		s.Jobs = append(s.Jobs, j)
	}
	conf := ""
	if r.IntN(3) == 0 {
		half := n / 2
		conf = fmt.Sprintf("SwitchName=s1 Nodes=node[%d-%d]\nSwitchName=s0 Nodes=node[0-%d]\nSwitchName=top Switches=s[0-1]\n", half, n-1, half-1)
	}
	return s, conf
}
