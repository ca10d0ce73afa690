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

// limitJobs returns jobs of tasks that have a core each and run for their walltimes,
// written as "user account QOS tasks submit walltime", with times in seconds.
func limitJobs(t *testing.T, lines ...string) (jobs []workload.Job) {
	t.Helper()
	for _, line := range lines {
		var tasks int32
		var submit, wall int64
		j := vectorJob("", 0, 0, 0)
		if _, err := fmt.Sscan(line, &j.User, &j.Group, &j.QOS, &tasks, &submit, &wall); err != nil {
			t.Fatal(err)
		}
		j.Tasks, j.PerTask, j.Submit = tasks, workload.Resources{workload.Cores: 1}, simtime.Time(submit*1000)
		j.Walltime, j.Runtime = simtime.Duration(wall)*simtime.Second, simtime.Duration(wall)*simtime.Second
		jobs = append(jobs, j)
	}
	return jobs
}

// TestLimits checks the vector of SOURCES.md SLURM.7 and what Slurm's page about
// resource limits says in words, on 4 nodes of 4 cores. Account A has the account B
// below it, and each has the users a and b.
func TestLimits(t *testing.T) {
	cores := func(r LimitRule, n int64) Limit { return Limit{r, queue.CPUs, n} }
	nodes := func(r LimitRule, n int64) Limit { return Limit{r, queue.Nodes, n} }
	jobs := func(r LimitRule, n int64) Limit { return Limit{Rule: r, Amount: n} }
	minutes := func(r LimitRule, n int64) Limit { return Limit{Rule: r, Amount: n * int64(simtime.Minute)} }
	for _, v := range []struct {
		name               string
		q, p, a, b, userOf JobLimits // of QOS q and p, of accounts A and B, and of user a in A
		in                 string    // the partition's QOS
		jobs               []string
		want, words        string // starts, and reasons of those that never start
	}{
		{"cores of a user in a QOS", JobLimits{cores(MaxTRESPerUser, 4)}, nil, nil, nil, nil, "",
			[]string{"a A q 3 0 100", "a A q 2 0 100", "a A q 1 0 100", "b A q 4 0 100"}, "1 at 0 on 0, 3 at 0 on 0, 4 at 0 on 1, 2 at 100 on 0", ""},
		{"a held job holds nobody", nil, nil, JobLimits{nodes(GrpTRES, 2)}, nil, nil, "",
			[]string{"a A - 8 0 100", "a A - 1 0 100", "b X - 8 0 100", "b X - 1 0 100"}, "1 at 0 on 0-1, 3 at 0 on 2-3, 2 at 100 on 0, 4 at 100 on 0", ""},
		{"jobs on the same node", nil, nil, JobLimits{nodes(GrpTRES, 1)}, nil, nil, "",
			[]string{"a A - 1 0 100", "b A - 3 0 100", "b A - 1 0 100"}, "1 at 0 on 0, 2 at 0 on 0, 3 at 100 on 0", ""},
		{"accounts below count", nil, nil, JobLimits{jobs(GrpJobs, 1)}, nil, nil, "",
			[]string{"a A - 1 0 100", "a B - 1 0 100"}, "1 at 0 on 0, 2 at 100 on 0", ""},
		{"MaxJobs of an account is for each user", nil, nil, JobLimits{jobs(MaxJobs, 1)}, nil, nil, "",
			[]string{"a A - 1 0 100", "b A - 1 0 100", "a A - 1 0 100", "a B - 1 0 100"}, "1 at 0 on 0, 2 at 0 on 0, 4 at 0 on 0, 3 at 100 on 0", ""},
		{"the nearest default", nil, nil, JobLimits{jobs(MaxJobs, 1)}, JobLimits{jobs(MaxJobs, 2)}, nil, "",
			[]string{"a B - 1 0 100", "a B - 1 0 100", "a B - 1 0 100"}, "1 at 0 on 0, 2 at 0 on 0, 3 at 100 on 0", ""},
		{"a QOS replaces", JobLimits{jobs(MaxJobsPerUser, 2)}, nil, nil, nil, JobLimits{jobs(MaxJobs, 1)}, "",
			[]string{"a A q 1 0 100", "a A q 1 0 100", "a A q 1 0 100"}, "1 at 0 on 0, 2 at 0 on 0, 3 at 100 on 0", ""},
		{"the partition's QOS comes first", JobLimits{cores(GrpTRES, 1)}, JobLimits{cores(GrpTRES, 3)}, nil, nil, nil, "p",
			[]string{"a A q 2 0 100", "a A q 2 0 100", "a A q 1 0 100"}, "1 at 0 on 0, 3 at 0 on 0, 2 at 100 on 0", ""},
		{"a job of its own", JobLimits{cores(MaxTRESPerJob, 2), minutes(MaxWall, 5), cores(MinTRESPerJob, 2)}, nil, nil, nil, nil, "",
			[]string{"a A q 3 0 100", "a A q 2 0 301", "a A q 1 0 100", "a A q 2 0 300"}, "4 at 0 on 0", "1 QOSMaxCpuPerJobLimit, 2 QOSMaxWallDurationPerJobLimit, 3 QOSMinCpuNotSatisfied"},
		{"minutes left shrink at calculations", nil, nil, JobLimits{cores(GrpTRESRunMins, 40)}, nil, nil, "",
			[]string{"a A - 4 0 600", "a A - 4 0 300"}, "1 at 0 on 0, 2 at 300 on 1", ""},
		{"minutes used", nil, nil, JobLimits{cores(GrpTRESMins, 20)}, nil, nil, "",
			[]string{"a A - 4 0 240", "a A - 4 250 60", "a A - 4 320 60"}, "1 at 0 on 0, 2 at 250 on 0", "3 AssocGrpCPUMinutesLimit"},
		{"time used", JobLimits{minutes(GrpWall, 5)}, nil, nil, nil, nil, "",
			[]string{"a A q 1 0 299", "a A q 4 310 60", "b A q 4 400 60"}, "1 at 0 on 0, 2 at 310 on 0", "3 QOSGrpWallLimit"},
		{"submitted jobs", JobLimits{jobs(MaxSubmitJobsPerUser, 2)}, nil, nil, nil, nil, "",
			[]string{"a A q 16 0 100", "a A q 1 0 100", "a A q 1 0 100", "b A q 1 0 100"}, "1 at 0 on 0-3, 3 refused, 2 at 100 on 0, 4 at 100 on 0", ""},
		{"the QOS is named first", JobLimits{jobs(GrpJobs, 0)}, nil, JobLimits{jobs(GrpJobs, 0)}, nil, nil, "",
			[]string{"a A q 1 0 100", "a A - 1 0 100"}, "", "1 QOSGrpJobsLimit, 2 AssocGrpJobsLimit"},
	} {
		c := UsualConfig()
		c.Priority.HalfLife = 0
		c.Partitions = []Partition{{Name: "all", Default: true, QOS: v.in}}
		c.QOS = []QOS{{Name: "q", Limits: v.q}, {Name: "p", Limits: v.p}}
		c.Accounts = []Account{{Name: "A", Limits: v.a, Users: []User{{Name: "a", Limits: v.userOf}, {Name: "b"}}}, {Name: "B", Parent: "A", Limits: v.b, Users: []User{{Name: "a"}, {Name: "b"}}}}
		list := limitJobs(t, v.jobs...)
		for i := range list {
			list[i].ID, list[i].Number = workload.JobID(i), int64(i+1)
		}
		e, err := engine.New(engine.Config{Machine: vectorMachine(4), Allocator: alloc.FirstFit{}, Queue: SlurmPolicy{c}, Jobs: list})
		if err != nil {
			t.Fatal(err)
		}
		var starts, words []string
		for step, more := e.Step(); more; step, more = e.Step() {
			for _, ev := range step.Events {
				switch ev.Kind {
				case trace.Start:
					starts = append(starts, fmt.Sprintf("%d at %v on %v", ev.Job+1, ev.Time, ev.Placement))
				case trace.Reject:
					starts = append(starts, fmt.Sprintf("%d refused", ev.Job+1))
				}
			}
		}
		for _, d := range e.Pending() {
			words = append(words, fmt.Sprintf("%d %s", d.Job+1, SlurmPolicy{c}.Limits()[d.Why.Which-1].Word))
		}
		if got := strings.Join(starts, ", "); got != v.want || strings.Join(words, ", ") != v.words {
			t.Errorf("%s: %s; %s\nwant %s; %s", v.name, got, strings.Join(words, ", "), v.want, v.words)
		}
	}

	c := UsualConfig() // with DenyOnLimit, what can never start is refused
	c.QOS = []QOS{{Name: "q", DenyOnLimit: true, Limits: JobLimits{cores(MaxTRESPerUser, 4), minutes(MaxWall, 5), cores(MinTRESPerJob, 2)}}}
	c.Accounts = []Account{{Name: "A", Limits: JobLimits{nodes(GrpTRES, 2)}}}
	possible := SlurmPolicy{c}.Checks(vectorMachine(4))
	for line, want := range map[string]string{
		"a X q 5 0 100": "asks for 5 cores, and the limit max_tres_per_user, with deny_on_limit, allows 4 (Slurm: QOSMaxCpuPerUserLimit); ask for less, or raise the limit",
		"a X q 4 0 301": "asks for 301 s, and the limit max_wall, with deny_on_limit, allows 300 (Slurm: QOSMaxWallDurationPerJobLimit); ask for less, or raise the limit",
		"a X q 1 0 100": "asks for 1 cores, and the limit min_tres_per_job, with deny_on_limit, requires 2 (Slurm: QOSMinCpuNotSatisfied); ask for more, or lower the limit",
		"a A q 4 0 300": "<nil>", "a A - 9 0 301": "<nil>",
	} {
		if got := fmt.Sprint(possible(&limitJobs(t, line)[0].Request)); got != want {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// TestLicenses checks the vector of SOURCES.md SLURM.9, and which licences a job may ask
// for.
func TestLicenses(t *testing.T) {
	c := UsualConfig()
	c.Licenses = []queue.Named{{Name: "matlab", Value: 2}, {Name: "ansys", Value: 1}}
	jobs := []workload.Job{vectorJob("", 1, 0, 100), vectorJob("", 1, 1, 100), vectorJob("", 1, 2, 100), vectorJob("", 1, 3, 100)}
	jobs[0].Licenses, jobs[1].Licenses, jobs[3].Licenses = "matlab:2", "matlab", "ansys=1"
	if got, want := vectorRun(t, c, 4, jobs...), "1 at 0 on 0, 3 at 2 on 1, 4 at 3 on 2, 2 at 100 on 0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for text, want := range map[string]string{
		"": "<nil>", "matlab:2,ansys": "<nil>", "matlab,matlab=1": "<nil>", "matlab:0": "<nil>",
		"matlab,matlab:2": `its licenses "matlab,matlab:2" are more than the 2 of "matlab" that there are; ask for fewer, or raise slurm.licenses`,
		"x":               `its licenses "x" name "x", which is not one of slurm.licenses; add it there`,
		"matlab:":         `its licenses "matlab:" are not names with numbers; write them as in "matlab:2,ansys"`,
		"matlab:-1":       `its licenses "matlab:-1" are not names with numbers; write them as in "matlab:2,ansys"`,
		",ansys":          `its licenses ",ansys" are not names with numbers; write them as in "matlab:2,ansys"`,
	} {
		if got := fmt.Sprint(c.checkLicenses(&workload.Request{Licenses: text})); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}
