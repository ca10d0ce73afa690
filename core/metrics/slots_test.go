package metrics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/metrics"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// rack returns n nodes of the given slots in a rack. Some nodes have twice as many if
// uneven is set.
func rack(t *testing.T, n int, slots int64, uneven bool) *cluster.Machine {
	t.Helper()
	var nodes []topology.LabelledNode
	for i := range n {
		nodes = append(nodes, topology.LabelledNode{Name: fmt.Sprintf("n%02d", i), Labels: []string{"r"}})
	}
	topo, err := topology.NewLevelTree([]string{"rack"}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	m := cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{workload.Cores: slots}, Speed: 1000})
	if uneven {
		m.SetGroup(0, 0, cluster.Spec{Resources: workload.Resources{workload.Cores: 2 * slots}, Speed: 1000})
	}
	return m
}

const hostLevel = 2 // below the rack

func tasks(id, submit, tasks, cores, run int) workload.Job {
	j := job(id, submit, 0, run, run)
	j.Tasks, j.PerTask = int32(tasks), workload.Resources{workload.Cores: int64(cores)}
	return j
}

// TestSlotFragmentation checks the example of SOURCES.md METRIC.5, and runs jobs on
// machines for which there is no such figure.
func TestSlotFragmentation(t *testing.T) {
	slice := tasks(2, 0, 2, 1, 20)
	slice.Network.Slice, slice.Network.SliceLevel = 2, hostLevel
	jobs := []workload.Job{tasks(1, 0, 1, 3, 10), slice}
	of := func(m *cluster.Machine) float64 {
		log, err := engine.Run(engine.Config{Machine: m, Jobs: jobs, Queue: queue.FCFS{}, Allocator: alloc.FirstFit{}})
		if err != nil {
			t.Fatal(err)
		}
		return (&metrics.Subject{Machine: m, Jobs: jobs}).Summarize(log).SlotFragmentation
	}
	m := rack(t, 2, 4, false)
	log := []trace.Event{
		{Kind: trace.Submit, Job: 0}, {Kind: trace.Submit, Job: 1},
		{Kind: trace.Start, Job: 0, Placement: cluster.Placement{{First: 0, Last: 0, Tasks: 1}}},
		{Kind: trace.Start, Job: 1, Placement: cluster.Placement{{First: 1, Last: 1, Tasks: 2}}},
		{Kind: trace.End, Job: 0, Time: 10_000, Placement: cluster.Placement{{First: 0, Last: 0, Tasks: 1}}},
		{Kind: trace.End, Job: 1, Time: 20_000, Placement: cluster.Placement{{First: 1, Last: 1, Tasks: 2}}},
	}
	if got := (&metrics.Subject{Machine: m, Jobs: jobs}).Summarize(log).SlotFragmentation; math.Abs(got-1.0/3) > 1e-12 {
		t.Errorf("%v, want 1/3", got)
	}
	if got := of(m); got != 0 {
		t.Errorf("%v under first fit, which leaves 3 slots on a node or none", got)
	}
	if got := of(star(t, 2, 4)); got != 0 {
		t.Errorf("%v on a star, which has no named levels", got)
	}
	jobs = []workload.Job{tasks(1, 0, 1, 1, 10)}
	if got := of(rack(t, 2, 1, false)); got != 0 {
		t.Errorf("%v on nodes of one slot", got)
	}
}

// TestSlotFragmentationEqualsTheDefinition compares the figure of random runs, also
// with failing nodes, with one that looks at every node and job in every second.
func TestSlotFragmentationEqualsTheDefinition(t *testing.T) {
	some := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		m := rack(t, 1+r.IntN(5), int64(4+r.IntN(6)), r.IntN(2) == 0)
		var jobs []workload.Job
		at := 0
		for id := range 2 + r.IntN(12) {
			at += r.IntN(6)
			j := tasks(id+1, at, 1+r.IntN(2), 1+r.IntN(2), 1+r.IntN(30))
			switch r.IntN(4) {
			case 0:
				j.Network.Slice, j.Network.SliceLevel = j.Tasks, hostLevel
			case 1:
				j.Network.Gather, j.Network.Level = workload.GatherRequired, hostLevel
			case 2:
				j.Tasks, j.PerTask, j.Nodes = 0, workload.Resources{}, 1
			}
			jobs = append(jobs, j)
		}
		c := engine.Config{Machine: m, Jobs: jobs, Queue: queue.EASY{}, Allocator: alloc.BestFit{}}
		if r.IntN(2) == 0 {
			node := cluster.Placement{{First: 0, Last: 0, Tasks: 1}}
			c.Faults = &faults.Timetable{Events: []faults.MachineChange{{At: 5000, Nodes: node}, {At: 19_000, Up: true, Nodes: node}}}
		}
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		want := definition(m, jobs, log)
		got := (&metrics.Subject{Machine: m, Jobs: jobs}).Summarize(log).SlotFragmentation
		if math.Abs(got-want) > 1e-9 || got < 0 || got > 1 {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
		if got > 0 {
			some++
		}
	}
	if some < 100 {
		t.Errorf("only %d runs have fragments", some)
	}
}

// definition computes the figure second by second. All times are whole seconds.
func definition(m *cluster.Machine, jobs []workload.Job, log []trace.Event) float64 {
	held := make([]int64, m.NumNodes())
	gone := make([]bool, m.NumNodes())
	var fragments, free float64
	first, last := simtime.Time(-1), simtime.Time(0)
	for i := range log {
		if k := log[i].Kind; k == trace.Submit && first < 0 {
			first = log[i].Time
		} else if k == trace.End || k == trace.Kill {
			last = log[i].Time
		}
	}
	next := 0
	for now := simtime.Time(0); now < last; now += 1000 {
		for ; next < len(log) && log[next].Time == now; next++ {
			e := &log[next]
			sign := int64(0)
			switch e.Kind {
			case trace.Start:
				sign = 1
			case trace.End, trace.Kill, trace.Requeue:
				sign = -1
			case trace.Notice:
				for n := range e.Placement.All {
					gone[n] = true
				}
			case trace.Up:
				for n := range e.Placement.All {
					gone[n] = false
				}
			}
			if sign == 0 || e.Job == workload.NoJob {
				continue
			}
			j := &jobs[e.Job]
			for n, tasks := range e.Placement.All {
				if j.Nodes > 0 {
					held[n] += sign * m.Spec(n).Resources[workload.Cores]
				} else {
					held[n] += sign * int64(tasks) * j.PerTask[workload.Cores]
				}
			}
		}
		if now < first {
			continue
		}
		for n := range held {
			have := m.Spec(topology.NodeID(n)).Resources[workload.Cores]
			left := have - held[n]
			if gone[n] {
				continue
			}
			free += float64(left)
			for i := range jobs {
				j := &jobs[i]
				need := j.PerTask[workload.Cores]
				if j.Nodes > 0 {
					need = have
				} else if j.Network.SliceLevel == hostLevel || j.Network.Level == hostLevel {
					need *= int64(j.Tasks)
				}
				if left < need {
					fragments += float64(left) / float64(len(jobs))
				}
			}
		}
	}
	if free == 0 {
		return 0
	}
	return fragments / free
}
