package metrics_test

import (
	"math"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/network"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

func job(id, submit, nodes, wall, run int) workload.Job {
	return workload.Job{
		Request: workload.Request{ID: workload.JobID(id - 1), Number: int64(id), Submit: simtime.Time(submit * 1000), Nodes: int32(nodes), Walltime: simtime.Duration(wall * 1000)},
		Runtime: simtime.Duration(run * 1000), After: workload.NoJob,
	}
}

func star(t *testing.T, n int, cores int64) *cluster.Machine {
	t.Helper()
	topo, err := topology.NewStar(n)
	if err != nil {
		t.Fatal(err)
	}
	return cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{workload.Cores: cores}, Speed: 1000})
}

// TestFigures checks the figures of a small run on four nodes against values
// computed by hand. Job 1 takes all nodes for 100 s. Job 2 takes two nodes; it
// waits for 90 s and runs for 3 s. Job 3 takes four nodes; it waits for 83 s (from
// 20 s to 103 s), and is killed after running for 10 s. Two nodes are free for 3 s
// while job 3 waits.
func TestFigures(t *testing.T) {
	m := star(t, 4, 2)
	jobs := []workload.Job{job(1, 0, 4, 100, 100), job(2, 10, 2, 5, 3), job(3, 20, 4, 10, 20)}
	log, err := engine.Run(engine.Config{Machine: m, Jobs: jobs, Queue: queue.FCFS{}, Allocator: alloc.FirstFit{}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{
		"jobs": 3, "killed": 1, "rejected": 0, "makespan": 113,
		"mean_wait": (0 + 90 + 83) / 3.0, "max_wait": 90,
		"mean_response": (100 + 93 + 93) / 3.0,
		"mean_slowdown": (1 + 31 + 9.3) / 3.0,
		// With tau = 10 s, the response time of 93 s is divided by 10 s, although
		// the job ran for only 3 s.
		"mean_bounded_slowdown": (1 + 9.3 + 9.3) / 3.0,
		"utilization":           (4*100 + 2*3 + 4*10) / (4 * 113.0),
		"mean_pairwise_hops":    (6 + 1 + 6) / 3.0,
		"mean_max_hops":         1, "mean_hops_per_pair": 1,
		"fragmentation": 2 * 3 / (4 * 113.0),
		// From 10 s to 103 s at least one job waits.
		"lost_capacity": 2 * 3 / (4 * 93.0), "memory_use": 0, "disk_use": 0,
		// Two nodes are busy for 113 s, and two for 110 s. The mean is 111.5 s, and
		// the deviation 1.5 s.
		"balance":  1.5 / 111.5,
		"p95_wait": 90, "p99_wait": 90, "overtaken": 0, "max_slowdown": 9.3,
		"mean_pairwise_distance": 2, "mean_max_distance": 2,
		"comm_slowdown": 0, "max_link_load": 0, "mean_link_load": 0,
		"node_hours": (4*100 + 2*3 + 4*10) / 3600.0, "availability": 1,
	}
	sum := (&metrics.Subject{Machine: m, Jobs: jobs}).Summarize(log)
	for _, f := range sum.List() {
		if w, known := want[f.Key]; math.Abs(f.Value-w) > 1e-12 || !known && f.If == "" {
			t.Errorf("%s is %v, want %v", f.Key, f.Value, w)
		}
	}
	for _, f := range sum.Shown() {
		if _, known := want[f.Key]; !known {
			t.Errorf("%s is shown, and says nothing of this run", f.Key)
		}
	}
	if !strings.Contains(string(sum.JSON()), `"max_wait": 90,`) {
		t.Errorf("the JSON is %s", sum.JSON())
	}
}

// TestBookmark copies a meter at each event of a small run. Each copy must return
// the same figures as the original after reading the remaining events.
func TestBookmark(t *testing.T) {
	m := star(t, 4, 1)
	jobs := []workload.Job{job(1, 0, 4, 100, 100), job(2, 10, 2, 5, 3), job(3, 20, 4, 10, 20)}
	log, _ := engine.Run(engine.Config{Machine: m, Jobs: jobs, Queue: queue.EASY{}, Allocator: alloc.FirstFit{}})
	first := metrics.NewMeter(m, jobs)
	for i := range log {
		first.Read(&log[i])
	}
	whole := first.Figures()
	meter := metrics.NewMeter(m, jobs)
	for i := range log {
		mark := *meter
		for k := i; k < len(log); k++ {
			mark.Read(&log[k])
		}
		if got := mark.Figures(); got != whole {
			t.Fatalf("read on from event %d: %+v, want %+v", i, got, whole)
		}
		meter.Read(&log[i])
	}
}

// TestSeries checks the state of the machine after each change in a small run.
func TestSeries(t *testing.T) {
	m := star(t, 4, 1)
	jobs := []workload.Job{job(1, 0, 4, 100, 100), job(2, 10, 2, 5, 3), job(3, 20, 4, 10, 20)}
	log, _ := engine.Run(engine.Config{Machine: m, Jobs: jobs, Queue: queue.FCFS{}, Allocator: alloc.FirstFit{}})
	want := []metrics.Point{
		{Time: 0, Busy: 4, Running: 1}, {Time: 10_000, Busy: 4, Waiting: 1, Running: 1}, {Time: 20_000, Busy: 4, Waiting: 2, Running: 1},
		{Time: 100_000, Busy: 2, Free: 2, Waiting: 1, Running: 1}, {Time: 103_000, Busy: 4, Running: 1}, {Time: 113_000},
	}
	got := metrics.Series(m, jobs, network.Model{}, log)
	if len(got) != len(want) {
		t.Fatalf("%d points, want %d: %+v", len(got), len(want), got)
	}
	for i := range want {
		want[i].Hops = got[i].Hops
		if got[i] != want[i] {
			t.Errorf("point %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

// TestJobsTable checks the table of jobs. In particular, a node list must be in
// quotes if and only if it contains commas.
func TestJobsTable(t *testing.T) {
	m := star(t, 4, 4)
	jobs := []workload.Job{job(1, 0, 1, 100, 100), job(2, 0, 1, 10, 10), job(3, 0, 1, 100, 100)}
	jobs[2].Deadline, jobs[2].User, jobs[2].Priority = 40_000, `bob, "the"`, 3
	jobs[2].Nodes, jobs[2].Tasks, jobs[2].PerTask = 0, 6, workload.Resources{workload.Cores: 1}
	log, err := engine.Run(engine.Config{Machine: m, Jobs: jobs, Queue: queue.FCFS{}, Allocator: alloc.FirstFit{}})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := metrics.WriteJobs(&out, m, jobs, log); err != nil {
		t.Fatal(err)
	}
	want := metrics.JobsHeader + "\n1,0,0,100,completed,1,0,0,0,0,0,0,1,100,0,0,,,0,,0\n2,0,0,10,completed,1,1,0,0,0,0,0,1,10,0,0,,,0,,0\n" +
		"3,0,0,100,completed,2,2-3,1,1,6,0,0,1,150,0,0,40,0,0,\"bob, \"\"the\"\"\",3\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	jobs = []workload.Job{job(1, 0, 2, 10, 10)}
	log, _ = engine.Run(engine.Config{Machine: m, Jobs: jobs, Queue: queue.EASY{}, Allocator: gap{}})
	out.Reset()
	if err := metrics.WriteJobs(&out, m, jobs, log); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"0,2"`) {
		t.Errorf("no quoted node list in\n%s", out.String())
	}
}

// gap is an allocator that places jobs of two nodes on nodes 0 and 2, and other
// jobs by first fit.
type gap struct{ alloc.FirstFit }

func (g gap) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if want := (cluster.Placement{}).Append(0, 0, 1).Append(2, 2, 1); r.Nodes == 2 && free.Has(r, want) {
		return want, why.Reason{Code: why.FitsNow}
	}
	return g.FirstFit.Allocate(r, free, dst)
}
