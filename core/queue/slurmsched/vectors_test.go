package slurmsched

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// vectorMachine returns nodes of 4 cores.
func vectorMachine(nodes int) *cluster.Machine {
	flat, err := topology.NewFlat(nodes)
	if err != nil {
		panic(err)
	}
	return cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 4}, Speed: 1000})
}

// vectorJob returns a job of whole nodes that uses all of its walltime. Times are in
// seconds.
func vectorJob(partition string, nodes int32, submit, wall int64) workload.Job {
	return workload.Job{Request: workload.Request{
		Submit: simtime.Time(submit * 1000), Nodes: nodes, Walltime: simtime.Duration(wall) * simtime.Second, Queue: partition,
	}, Runtime: simtime.Duration(wall) * simtime.Second, After: workload.NoJob}
}

// vectorRun returns the starts of a run, as "2 at 5 on 0-3".
func vectorRun(t *testing.T, c SlurmConfig, nodes int, jobs ...workload.Job) string {
	t.Helper()
	for i := range jobs {
		jobs[i].ID, jobs[i].Number = workload.JobID(i), int64(i+1)
	}
	log, err := engine.Run(engine.Config{Machine: vectorMachine(nodes), Allocator: alloc.FirstFit{}, Queue: SlurmPolicy{c}, Jobs: jobs})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range log {
		if e.Kind == trace.Start {
			out = append(out, fmt.Sprintf("%d at %v on %v", e.Job+1, e.Time, e.Placement))
		}
	}
	return strings.Join(out, ", ")
}

// nodes returns a placement of a run of nodes.
func nodes(first, last topology.NodeID) cluster.Placement {
	return cluster.Placement{}.Append(first, last, 1)
}

// TestMainScheduler checks the vector of SOURCES.md SLURM.1 and others like it: 8
// nodes, and no backfill scheduler.
func TestMainScheduler(t *testing.T) {
	three := func(a, b, c string) []workload.Job {
		return []workload.Job{vectorJob(a, 6, 0, 100), vectorJob(b, 4, 1, 100), vectorJob(c, 1, 2, 100)}
	}
	urgent := three("", "", "")
	urgent[2].Priority = 10
	batch, debug := Partition{Name: "batch"}, Partition{Name: "debug", Nodes: nodes(6, 7)}
	higher := debug
	higher.Tier = 1
	left, right := Partition{Name: "left", Nodes: nodes(0, 3)}, Partition{Name: "right", Nodes: nodes(4, 7)}
	for _, v := range []struct {
		name       string
		partitions []Partition
		jobs       []workload.Job
		want       string
	}{
		{"a higher tier comes first", []Partition{batch, higher}, three("batch", "batch", "debug"), "1 at 0 on 0-5, 3 at 2 on 6, 2 at 100 on 0-3"},
		{"a closed partition takes its nodes along", []Partition{batch, debug}, three("batch", "batch", "debug"), "1 at 0 on 0-5, 2 at 100 on 0-3, 3 at 100 on 6"},
		{"other nodes stay open", []Partition{left, right}, []workload.Job{vectorJob("left", 4, 0, 100), vectorJob("left", 1, 1, 100), vectorJob("right", 4, 2, 100)}, "1 at 0 on 0-3, 3 at 2 on 4-7, 2 at 100 on 0"},
		{"no partitions", nil, three("", "", ""), "1 at 0 on 0-5, 2 at 100 on 0-3, 3 at 100 on 4"},
		{"a higher priority", nil, urgent, "1 at 0 on 0-5, 3 at 2 on 6, 2 at 100 on 0-3"},
	} {
		c := UsualConfig()
		c.Partitions, c.Backfill.Off = v.partitions, true
		if got := vectorRun(t, c, 8, v.jobs...); got != v.want {
			t.Errorf("%s: %s, want %s", v.name, got, v.want)
		}
	}
}

// TestPriorities checks the vector of SOURCES.md SLURM.2 and the examples of Slurm's
// manual, on 10 nodes of 4 cores. The partitions A and B have the priorities 20 and
// 10, and so have the QOS.
func TestPriorities(t *testing.T) {
	size := Priority{Size: 100}
	small, timed, both := size, size, size
	small.Small, timed.ByTime, both.Small, both.ByTime = true, true, true, true
	for _, v := range []struct {
		name     string
		weights  Priority
		nodes    int32
		tasks    int32
		minutes  int64
		waited   int64 // seconds
		in       string
		own      int64
		priority int64
	}{
		{"size and age", Priority{Age: 1000, Size: 100}, 5, 0, 10, 300, "A", 0, 350},
		{"more than max_age", Priority{Age: 1000, Size: 100}, 5, 0, 10, 2000, "A", 0, 1050},
		{"partition A", Priority{Partition: 5000}, 1, 0, 10, 0, "A", 0, 5000},
		{"partition B", Priority{Partition: 5000}, 1, 0, 10, 0, "B", 0, 2500},
		{"QOS A", Priority{QOS: 5000}, 1, 0, 10, 0, "A", 0, 5000},
		{"QOS B", Priority{QOS: 5000}, 1, 0, 10, 0, "B", 0, 2500},
		{"all nodes", size, 10, 0, 10, 0, "A", 0, 100},
		{"8 tasks", size, 0, 8, 10, 0, "A", 0, 15},         // (1/10 + 8/40)/2
		{"small, 1 node", small, 1, 0, 10, 0, "A", 0, 90},  // (9/10 + 36/40)/2
		{"small, 5 nodes", small, 5, 0, 10, 0, "A", 0, 50}, // (5/10 + 20/40)/2
		{"small, 8 tasks", small, 0, 8, 10, 0, "A", 0, 85}, // (9/10 + 32/40)/2
		{"relative, all nodes for a minute", timed, 10, 0, 1, 0, "A", 0, 100},
		{"relative, 5 nodes", timed, 5, 0, 10, 0, "A", 0, 5}, // 20/10/40
		{"relative, 8 tasks", timed, 0, 8, 10, 0, "A", 0, 2}, // more than the 4 of a node: 8/10/40
		{"relative and small, 5 nodes", both, 5, 0, 10, 0, "A", 0, 95},
		{"the job's own", size, 10, 0, 10, 0, "A", -30, 70},
		{"at least 1", size, 10, 0, 10, 0, "A", -130, 1},
		{"at most 2^32 - 1", Priority{Size: math.MaxUint32}, 10, 0, 10, 0, "A", 1, math.MaxUint32},
	} {
		c := UsualConfig()
		c.Partitions = []Partition{{Name: "A", Priority: 20}, {Name: "B", Priority: 10}}
		c.QOS = []QOS{{Name: "A", Priority: 20}, {Name: "B", Priority: 10}}
		c.Priority = v.weights
		c.Priority.MaxAge, c.Priority.Period = 1000*simtime.Second, simtime.Minute
		s := SlurmPolicy{c}.NewState(&queue.Config{Machine: vectorMachine(10)}).(*state)
		r := &workload.Request{Nodes: v.nodes, Tasks: v.tasks, PerTask: workload.Resources{workload.Cores: 1}, Walltime: simtime.Duration(v.minutes) * simtime.Minute, Queue: v.in, QOS: v.in, Priority: v.own}
		parts := s.parts(s.factorsOf(r, 0), simtime.Time(v.waited*1000))
		if got := sum(&parts); got != v.priority {
			t.Errorf("%s: %d, want %d", v.name, got, v.priority)
		}
	}
}

// vectorAccount returns an account. Users are written as "name shares use".
func vectorAccount(name, parent string, shares, use int64, users ...string) Account {
	a := Account{Name: name, Parent: parent, Shares: shares, Usage: use}
	for _, text := range users {
		var u User
		if _, err := fmt.Sscan(text, &u.Name, &u.Shares, &u.Usage); err != nil {
			panic(err)
		}
		a.Users = append(a.Users, u)
	}
	return a
}

// TestFairTree checks the vector of SOURCES.md SLURM.3, what Slurm's page about Fair
// Tree says in words, and how use is counted.
func TestFairTree(t *testing.T) {
	const parent = FromParent
	for _, v := range []struct {
		name     string
		accounts []Account
		ranks    string // of all users in their order: their factors times their number
	}{
		{"the vector", []Account{vectorAccount("A", "", 1, 0, "a 1 30"), vectorAccount("B", "", 1, 0, "b 1 10", "c 1 0")}, "1 2 3"},
		{"no use", []Account{vectorAccount("A", "", 1, 0, "a 1 0"), vectorAccount("B", "", 9, 0, "b 1 0", "c 5 0")}, "3 3 3"},
		{"UserB uses more than UserA, but its account less than Acct12", []Account{
			vectorAccount("Acct1", "", 1, 0), vectorAccount("Acct12", "Acct1", 1, 10, "UserA 1 5"), vectorAccount("Acct16", "Acct1", 1, 0, "UserB 1 8")}, "1 2"},
		{"shares 3 to 1", []Account{vectorAccount("A", "", 1, 0, "a 3 20", "b 1 10")}, "2 1"},
		{"users tied", []Account{vectorAccount("A", "", 1, 0, "a 1 5", "b 2 10", "c 1 10", "d 1 2")}, "3 3 1 4"},
		{"a user and an account tied", []Account{vectorAccount("A", "", 1, 0, "a 1 10"), vectorAccount("B", "A", 1, 0, "b 1 7", "c 1 3")}, "3 1 3"},
		{"accounts tied", []Account{vectorAccount("A", "", 1, 0, "a 1 7", "b 1 3"), vectorAccount("B", "", 1, 0, "c 1 8", "d 1 2")}, "3 4 1 3"}, // merged, the order would be d, b, a, c
		{"no shares", []Account{vectorAccount("A", "", 1, 0, "a 0 0", "b 1 10")}, "1 2"},
		{"a user of its parent's share", []Account{vectorAccount("A", "", 1, 0, "a -1 90", "b 1 5", "c 1 5")}, "3 2 2"},
		{"an account of its parent's share", []Account{vectorAccount("A", "", 1, 0, "a 1 10"), vectorAccount("B", "A", parent, 0, "b 1 20", "c 2 10")}, "2 1 3"},
		{"of two", []Account{vectorAccount("A", "", 1, 0, "a 1 10"), vectorAccount("B", "A", parent, 0), vectorAccount("C", "B", parent, 0, "c 1 5")}, "1 2"},
	} {
		tree := newFairTree(v.accounts)
		var got []string
		for i := range tree.all {
			if m := &tree.all[i]; m.user {
				got = append(got, fmt.Sprint(math.Round(m.fairness*float64(tree.users)*1e6)/1e6))
			}
		}
		if s := strings.Join(got, " "); s != v.ranks {
			t.Errorf("%s: %s, want %s", v.name, s, v.ranks)
		}
	}

	c := UsualConfig() // d = 0.999: after 10 s, 100 core-seconds are 99.00, and a job of 2 cores adds 10 · 0.999^10 · 2
	c.Priority.FairShare, c.Priority.HalfLife = 1, 693*simtime.Second
	c.Accounts = []Account{vectorAccount("A", "", 1, 0, "a 1 100"), vectorAccount("B", "A", 1, 0, "b 1 0")}
	s := SlurmPolicy{c}.NewState(&queue.Config{Machine: vectorMachine(1)}).(*state)
	s.begin(1, s.usage.tree.index[association{"B", "b"}], 2, 0)
	s.turn(10_000)
	for i, want := range []float64{118.8054, 118.8054, 19.8009, 99.0045, 19.8009} { // the root, A, B, a, b
		if got := s.usage.tree.all[i].usage; math.Abs(got-want) > 1e-3 {
			t.Errorf("use of %s: %v, want %v", s.usage.tree.all[i].name, got, want)
		}
	}
	s.end(1, 15_000) // 5 s more, at once: 5 · 0.999^5 · 2
	if got := s.usage.tree.all[0].usage; math.Abs(got-118.8054-9.9501) > 1e-3 {
		t.Errorf("after the end: %v", got)
	}
}

// TestBackfill checks the vector of SOURCES.md SLURM.4 and the options of the backfill
// scheduler, on 2 nodes. Job 1 has a node until 90, and job 2 waits for both.
func TestBackfill(t *testing.T) {
	third := func(submit, wall int64) []workload.Job {
		return []workload.Job{vectorJob("", 1, 0, 90), vectorJob("", 2, 0, 30), vectorJob("", 1, submit, wall)}
	}
	ofUser := func(user string, jobs []workload.Job) []workload.Job {
		jobs[1].User, jobs[2].User = "u", user
		return jobs
	}
	tasks := third(0, 10) // job 2 needs one core of the second node
	for i, n := range []int32{1: 5, 2: 1} {
		if n > 0 {
			tasks[i].Nodes, tasks[i].Tasks, tasks[i].PerTask = 0, n, workload.Resources{workload.Cores: 1}
		}
	}
	long := append([]workload.Job{}, tasks...)
	long[2].Walltime, long[2].Runtime = 100*simtime.Second, 100*simtime.Second
	usual := Backfill{Interval: 30 * simtime.Second, Window: simtime.Hour, Resolution: simtime.Minute, MaxTest: 100}
	for _, v := range []struct {
		name   string
		change func(*Backfill)
		jobs   []workload.Job
		want   string
	}{
		{"59 s", nil, third(0, 59), "1 at 0 on 0, 3 at 0 on 1, 2 at 90 on 0-1"},
		{"60 s", nil, third(0, 60), "1 at 0 on 0, 2 at 90 on 0-1, 3 at 120 on 0"},
		{"at the next run", nil, third(1, 20), "1 at 0 on 0, 3 at 30 on 1, 2 at 90 on 0-1"},
		{"too late for its slot", nil, third(31, 20), "1 at 0 on 0, 2 at 90 on 0-1, 3 at 120 on 0"},
		{"a finer resolution", func(b *Backfill) { b.Resolution = 13 * simtime.Second }, third(31, 13), "1 at 0 on 0, 3 at 60 on 1, 2 at 90 on 0-1"},
		{"off", func(b *Backfill) { b.Off = true }, third(0, 10), "1 at 0 on 0, 2 at 90 on 0-1, 3 at 120 on 0"},
		{"outside the window", func(b *Backfill) { b.Window = 89 * simtime.Second }, third(0, 200), "1 at 0 on 0, 3 at 0 on 1, 2 at 200 on 0-1"},
		{"inside the window", func(b *Backfill) { b.Window = 120 * simtime.Second }, third(0, 200), "1 at 0 on 0, 2 at 90 on 0-1, 3 at 120 on 0"},
		{"one job", func(b *Backfill) { b.MaxTest = 1 }, third(0, 10), "1 at 0 on 0, 2 at 90 on 0-1, 3 at 120 on 0"},
		{"one job of a user", func(b *Backfill) { b.MaxUser = 1 }, ofUser("u", third(0, 10)), "1 at 0 on 0, 2 at 90 on 0-1, 3 at 120 on 0"},
		{"of another user", func(b *Backfill) { b.MaxUser = 1 }, ofUser("v", third(0, 10)), "1 at 0 on 0, 3 at 0 on 1, 2 at 90 on 0-1"},
		{"tasks before the kept slot", nil, tasks, "1 at 0 on 0, 3 at 0 on 1, 2 at 90 on 0-1"},
		{"whole nodes are kept", nil, long, "1 at 0 on 0, 2 at 90 on 0-1, 3 at 90 on 1"},
	} {
		c := UsualConfig()
		if c.Backfill = usual; v.change != nil {
			v.change(&c.Backfill)
		}
		if got := vectorRun(t, c, 2, v.jobs...); got != v.want {
			t.Errorf("%s: %s, want %s", v.name, got, v.want)
		}
	}
}
