package kueue

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// limited returns a quota of cores. A limit of -1 is none.
func limited(nominal, borrowing, lending int64) []Quota {
	return []Quota{{Measure: queue.CPUs, Nominal: nominal, Borrowing: borrowing, Lending: lending}}
}

// cq returns a queue with a quota of cores of the flavor F.
func cq(name, cohort string, nominal, borrowing, lending int64) ClusterQueue {
	return ClusterQueue{Name: name, Cohort: cohort, Flavors: []Flavor{{Name: "F", Quotas: limited(nominal, borrowing, lending)}}}
}

// TestQuotas checks the figures of SOURCES.md KUEUE.1: vectors of one resource, with
// what is used at first.
func TestQuotas(t *testing.T) {
	c := func(q []ClusterQueue, cohorts ...Cohort) KueuePolicy { return KueuePolicy{q, cohorts} }
	const no = Unlimited
	alone := c([]ClusterQueue{cq("X", "", 10, no, no)})
	pair := c([]ClusterQueue{cq("X", "all", 10, no, no), cq("Y", "all", 10, no, no)})
	borrows := c([]ClusterQueue{cq("X", "all", 10, 5, no), cq("Y", "all", 10, no, no)})
	lends := c([]ClusterQueue{cq("X", "all", 10, no, no), cq("Y", "all", 10, no, 3)})
	tree := c([]ClusterQueue{cq("X", "C1", 2, no, no), cq("Y", "C2", 6, no, no)}, Cohort{Name: "C1", Parent: "R"},
		Cohort{Name: "C2", Parent: "R", Flavors: []Flavor{{Name: "F", Quotas: limited(0, no, 4)}}})
	for _, v := range []struct {
		name      string
		policy    KueuePolicy
		used      []int64 // by queue
		queue     int
		amount    int64
		mode      mode
		level     int
		available int64
		potential int64
	}{
		{"1 waits", alone, []int64{7}, 0, 4, waits, 0, 3, 10},
		{"1 never", alone, []int64{7}, 0, 11, noFit, 0, 3, 10},
		{"2", pair, []int64{2, 0}, 0, 15, fits, 1, 18, 20},
		{"3 fits", borrows, []int64{2, 0}, 0, 13, fits, 1, 13, 15},
		{"3 not now", borrows, []int64{2, 0}, 0, 15, noFit, 1, 13, 15},
		{"3 never", borrows, []int64{2, 0}, 0, 16, noFit, 0, 13, 15},
		{"4 X", lends, []int64{2, 0}, 0, 11, fits, 1, 11, 13},
		{"4 Y", lends, []int64{2, 0}, 1, 18, fits, 1, 18, 20},
		{"5 X", lends, []int64{2, 8}, 0, 10, fits, 1, 10, 13},
		{"5 Y", lends, []int64{2, 8}, 1, 10, fits, 1, 10, 20},
		{"12 X", tree, []int64{0, 0}, 0, 5, fits, 2, 6, 6},
		{"12 Y", tree, []int64{5, 0}, 1, 3, fits, 0, 3, 8},
	} {
		s := v.policy.newState(nil)
		for n, amount := range v.used {
			s.add(n, 0, amount)
		}
		p := &pass{state: s, snapshot: s.usage}
		mode, level := p.holds(&queue.Waiting{Kept: &job{queue: v.queue}}, 0, v.amount)
		if mode != v.mode || level != v.level || max(0, s.available(v.queue, 0)) != v.available || s.potential(v.queue, 0) != v.potential {
			t.Errorf("%s: mode %d, level %d, available %d, potential %d", v.name, mode, level, s.available(v.queue, 0), s.potential(v.queue, 0))
		}
		for n, amount := range v.used {
			s.remove(n, 0, amount)
		}
		if s.available(v.queue, 0) != s.potential(v.queue, 0) {
			t.Errorf("%s: after all has ended, %d are available", v.name, s.available(v.queue, 0))
		}
	}
}

// coreJob returns a job of tasks of one core.
func coreJob(id int, queue string, tasks int32, submit, runtime simtime.Time, priority int64) workload.Job {
	return workload.Job{Request: workload.Request{
		ID: workload.JobID(id), Number: int64(id + 1), Submit: submit * 1000, Tasks: tasks, PerTask: workload.Resources{workload.Cores: 1},
		Walltime: simtime.Duration(runtime) * 1000, Queue: queue, Priority: priority,
	}, Runtime: simtime.Duration(runtime) * 1000, After: workload.NoJob}
}

// config returns a simulation on a node of 100 cores.
func config(p KueuePolicy, jobs ...workload.Job) engine.Config {
	flat, err := topology.NewFlat(1)
	if err != nil {
		panic(err)
	}
	for i := range jobs {
		jobs[i].ID, jobs[i].Number = workload.JobID(i), int64(i+1)
	}
	return engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 100}, Speed: 1000}), Allocator: alloc.FirstFit{}, Queue: p, Jobs: jobs}
}

// starts returns the starts of a run, as "job 2 at 5".
func starts(t *testing.T, c engine.Config) (out []string) {
	t.Helper()
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if e.Kind == trace.Start {
			out = append(out, fmt.Sprintf("%d at %v", c.Jobs[e.Job].Number, e.Time))
		}
	}
	return out
}

// TestAdmission checks the vectors of SOURCES.md KUEUE.2 to KUEUE.4 that are about
// cycles. The first jobs of a vector use what it says is used; another ends and so
// begins the cycle.
func TestAdmission(t *testing.T) {
	const no = Unlimited
	four := func(strict bool, names ...string) (all []ClusterQueue) {
		for _, name := range names {
			q := cq(name, "all", 4, no, no)
			if name == "Z" {
				q.Flavors[0].Quotas[0].Nominal = 0
			}
			q.Strict = strict && name == "Y"
			all = append(all, q)
		}
		return all
	}
	flavors := func(next bool) KueuePolicy {
		q := ClusterQueue{Name: "X", Cohort: "all", NextFlavor: next, Flavors: []Flavor{{Name: "spot", Quotas: limited(4, no, no)}, {Name: "ondemand", Quotas: limited(8, no, no)}}}
		return KueuePolicy{Queues: []ClusterQueue{q, {Name: "Y", Cohort: "all", Flavors: []Flavor{{Name: "spot", Quotas: limited(4, no, no)}}}}}
	}
	ten := func(strict bool) KueuePolicy {
		q := cq("X", "", 10, no, no)
		q.Strict = strict
		return KueuePolicy{Queues: []ClusterQueue{q}}
	}
	three := []workload.Job{coreJob(0, "X", 8, 0, 100, 0), coreJob(0, "X", 5, 1, 50, 0), coreJob(0, "X", 2, 2, 1000, 0)}
	reserved := []workload.Job{
		coreJob(0, "X", 3, 0, 1000, 0), coreJob(0, "Z", 3, 0, 1000, 0), // in use
		coreJob(0, "Z", 2, 0, 10, 0),                                                                 // ends at 10
		coreJob(0, "Z", 1, 1, 1000, 0), coreJob(0, "X", 3, 2, 1000, 0), coreJob(0, "Y", 3, 2, 50, 0), // z1, x1, y1
	}
	for _, v := range []struct {
		name string
		c    engine.Config
		want string
	}{
		{"6: a borrower comes last", config(KueuePolicy{Queues: four(false, "X", "Y")}, coreJob(0, "Y", 4, 0, 1000, 0), coreJob(0, "X", 4, 0, 10, 0), coreJob(0, "Y", 2, 1, 20, 100), coreJob(0, "X", 3, 5, 1000, 0)), "1 at 0, 2 at 0, 4 at 10, 3 at 1000"},
		{"7: both in one cycle", config(KueuePolicy{Queues: four(false, "X", "Y")}, coreJob(0, "Y", 4, 0, 1000, 0), coreJob(0, "X", 4, 0, 10, 0), coreJob(0, "Y", 2, 1, 20, 100), coreJob(0, "X", 2, 5, 1000, 0)), "1 at 0, 2 at 0, 4 at 10, 3 at 10"},
		{"8: best effort", config(KueuePolicy{Queues: four(false, "X", "Y", "Z")}, slices.Clone(reserved)...), "1 at 0, 2 at 0, 3 at 0, 4 at 10, 5 at 1000, 6 at 1000"},
		{"8: strict", config(KueuePolicy{Queues: four(true, "X", "Y", "Z")}, slices.Clone(reserved)...), "1 at 0, 2 at 0, 3 at 0, 5 at 1000, 6 at 1000, 4 at 1000"},
		{"10: best effort", config(ten(false), slices.Clone(three)...), "1 at 0, 3 at 2, 2 at 100"},
		{"10: strict", config(ten(true), slices.Clone(three)...), "1 at 0, 2 at 100, 3 at 100"},
	} {
		if got := strings.Join(starts(t, v.c), ", "); got != v.want {
			t.Errorf("%s: %s, want %s", v.name, got, v.want)
		}
	}
	for _, next := range []bool{false, true} { // vector 9
		c := config(flavors(next), coreJob(0, "X", 4, 0, 100, 0), coreJob(0, "X", 3, 1, 100, 0))
		e, err := engine.New(c)
		if err != nil {
			t.Fatal(err)
		}
		for e.Now() < 1000 || e.Waiting() > 0 {
			e.Step()
		}
		used := map[string]int64{}
		for _, a := range e.Accounts() {
			used[c.Queue.(KueuePolicy).Limits()[a.Limit-1].Flavor] += a.Used
		}
		if want := map[bool]int64{false: 7, true: 4}[next]; used["spot"] != want || used["ondemand"] != 7-want {
			t.Errorf("9: next flavor %v: %v", next, used)
		}
	}
	eight := KueuePolicy{Queues: []ClusterQueue{cq("X", "", 8, no, no)}} // vector 11
	if j := coreJob(0, "X", 9, 0, 1, 0); eight.Checks(config(eight).Machine)(&j.Request) == nil {
		t.Error("11: a job of 9 cores is accepted under a quota of 8")
	}
}

// TestReasons checks the reasons of vector 8 under StrictFIFO, and of a borrower.
func TestReasons(t *testing.T) {
	const no = Unlimited
	y := cq("Y", "all", 4, no, no)
	y.Strict = true
	c := config(KueuePolicy{Queues: []ClusterQueue{cq("X", "all", 4, no, no), y, cq("Z", "all", 0, no, no)}},
		coreJob(0, "X", 3, 0, 1000, 0), coreJob(0, "Z", 3, 0, 1000, 0), coreJob(0, "Y", 3, 1, 10, 0), coreJob(0, "Y", 1, 1, 10, 0), coreJob(0, "Z", 1, 2, 10, 0))
	e, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for range c.Jobs {
		s, _ := e.Step()
		for _, x := range s.Events {
			if x.Kind == trace.Start {
				all = append(all, fmt.Sprintf("%d starts: %v", x.Job+1, x.Why.English(why.Names{})))
			}
		}
	}
	for _, d := range e.Pending() {
		all = append(all, fmt.Sprintf("%d waits: %v", d.Job+1, d.Why.English(why.Names{})))
	}
	want := []string{
		"1 starts: its queue's turn, within its quota",
		"2 starts: its queue's turn; of the 3 that it asks for, the queue borrows 3 from its cohort",
		"3 waits: asks for 3 of limit 2, and 2 are left, even with what the queue may borrow",
		"4 waits: fits, but waits behind job #2",
		"5 waits: asks for 1 of limit 3, and 0 are left after what job #2 has reserved",
	}
	if !slices.Equal(all, want) {
		t.Errorf("%s", strings.Join(all, "\n"))
	}
}
