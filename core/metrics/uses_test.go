package metrics_test

import (
	"math/rand/v2"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/metrics"
	"hopyard/core/network"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

func at(s int, k trace.EventKind, job int, nodes ...topology.NodeID) trace.Event {
	e := trace.Event{Time: simtime.Time(s * 1000), Kind: k, Job: workload.JobID(job - 1)}
	if job == 0 {
		e.Job = workload.NoJob
	}
	for _, n := range nodes {
		e.Placement = e.Placement.Append(n, n, 1)
	}
	return e
}

func because(e trace.Event, code why.Code, keptUntil int) trace.Event {
	e.Why = why.Reason{Code: code, Blocker: workload.NoJob, At: simtime.Time(keptUntil * 1000)}
	return e
}

// lives returns jobs and a trace that contains every kind of job event. The machine
// has 8 nodes. Job 1 grows from 2 to 4 nodes (the new nodes are frozen from 10 s to
// 30 s) and later shrinks to 3. Job 2 loses a node and resumes from a checkpoint at
// 20 s. Job 3 is stopped to start again with more nodes, and keeps no work. Job 4
// fails. Job 5 waits for ever. Node 7 fails at 5 s. The failure is noticed at 15 s,
// and the node works again at 45 s.
func lives() ([]workload.Job, []trace.Event) {
	jobs := []workload.Job{job(1, 0, 2, 200, 100), job(2, 0, 1, 200, 50), job(3, 0, 1, 200, 60), job(4, 0, 1, 200, 60), job(5, 0, 8, 200, 60)}
	for i, user := range []string{"ada", "bob", "ada", "bob", "eve"} {
		jobs[i].User, jobs[i].Priority = user, int64(i%3)
	}
	jobs[0].Deadline, jobs[1].Deadline, jobs[4].Deadline = 70_000, 60_000, 10_000
	return jobs, []trace.Event{
		at(0, trace.Submit, 1), at(0, trace.Start, 1, 0, 1), at(0, trace.Submit, 2), at(0, trace.Start, 2, 7),
		at(0, trace.Submit, 3), at(0, trace.Start, 3, 4), at(0, trace.Submit, 4), at(0, trace.Start, 4, 5),
		at(0, trace.Submit, 5), because(at(0, trace.AtRisk, 5), why.AtRisk, 0),
		at(5, trace.Down, 0, 7),
		at(10, trace.Freeze, 1, 2, 3),
		at(15, trace.Notice, 0, 7), because(at(15, trace.Requeue, 2, 7), why.NodeLost, 4),
		at(20, trace.Start, 2, 6),
		because(at(25, trace.Requeue, 3, 4), why.Outgrown, 0), at(26, trace.Start, 3, 4, 5),
		because(at(26, trace.Fail, 4, 5), why.NodeLost, 10),
		at(30, trace.Grow, 1, 0, 1, 2, 3),
		at(40, trace.Shrink, 1, 1),
		at(45, trace.Up, 0, 7),
		at(50, trace.Freeze, 1, 7), at(52, trace.Rollback, 1, 7),
		at(56, trace.End, 3, 4, 5),
		at(66, trace.End, 2, 6),
		at(70, trace.End, 1, 0, 2, 3),
	}
}

// TestUses checks the node-seconds of the jobs in lives against values computed by
// hand.
func TestUses(t *testing.T) {
	m := star(t, 8, 2)
	jobs, log := lives()
	use := metrics.Uses(m, jobs, log)
	for i, want := range []metrics.Use{
		{Held: 2*30 + 4*10 + 3*30, Frozen: 2*20 + 1*2},
		{Held: 15 + 46, Lost: 11}, // the job had run for 15 s, and 4 s of this work are kept
		{Held: 25 + 2*30, Lost: 25},
		{Held: 26, Lost: 26},
		{},
	} {
		if use[i] != want {
			t.Errorf("job %d: %+v, want %+v", i+1, use[i], want)
		}
	}
	out := metrics.Outcomes(jobs, log)
	if o := out[1]; o.State != metrics.Completed || o.Starts != 2 || o.First != 0 || o.Start != 20_000 || o.Waited != 5*simtime.Second || o.Ran != 61*simtime.Second || o.Losses != 1 {
		t.Errorf("job 2: %+v", o)
	}
	if o := out[0]; o.Placement.String() != "0,2-3" || o.Growths != 1 {
		t.Errorf("job 1: %+v", o)
	}
	if o := out[3]; o.State != metrics.Failed || !o.Ended() || out[4].State != metrics.Waiting || !out[4].AtRisk {
		t.Errorf("job 4: %+v, job 5: %+v", o, out[4])
	}
}

// TestUsesOfTasks checks the use of three tasks, each of which needs half of a
// node's memory. They must count as one and a half nodes. Work that is lost by two
// events must count as lost only once.
func TestUsesOfTasks(t *testing.T) {
	topo, _ := topology.NewStar(2)
	m := cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{8, 1000}, Speed: 1000})
	jobs := []workload.Job{job(1, 0, 0, 100, 100)}
	jobs[0].Tasks, jobs[0].PerTask = 3, workload.Resources{1, 500}
	start := trace.Event{Kind: trace.Start, Placement: cluster.Placement{{First: 0, Last: 0, Tasks: 2}, {First: 1, Last: 1, Tasks: 1}}}
	log := []trace.Event{at(0, trace.Submit, 1), start, because(at(10, trace.Requeue, 1), why.NodeLost, 6), start, because(at(30, trace.Requeue, 1), why.NodeLost, 0)}
	log[3].Time = 20_000
	log[2].Placement, log[4].Placement = start.Placement, start.Placement
	if use := metrics.Uses(m, jobs, log); use[0] != (metrics.Use{Held: 1.5 * 20, Lost: 1.5 * 20}) {
		t.Errorf("%+v", use[0])
	}
	// Work counts in the utilization until it is lost. The job used 3 of the 16
	// cores for 10 s and then lost 4 s of this work.
	for n, want := range []float64{2: 0, 3: 3 * 6 / (16 * 10.0), 4: 3 * 6 / (16 * 20.0), 5: 0} {
		if n < 2 {
			continue
		}
		f := (&metrics.Subject{Machine: m, Jobs: jobs}).Summarize(log[:n])
		near(t, "utilization", f.Utilization, want)
	}
}

// TestUtilizationTwin checks the utilization of random histories of whole-node
// jobs. It must equal the node-seconds that jobs held, minus the lost node-seconds,
// divided by (nodes · makespan).
func TestUtilizationTwin(t *testing.T) {
	m := star(t, 8, 2)
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		var jobs []workload.Job
		var log []trace.Event
		now := 0
		for id := 1; id <= 4; id++ { // the jobs run one after another, and each starts several times
			jobs = append(jobs, job(id, 0, 2, 500, 100))
		}
		for id := 1; id <= 4; id++ {
			log = append(log, at(now, trace.Submit, id))
			for first, size := now, 2; ; {
				log = append(log, at(now, trace.Start, id, 0, 1))
				size = 2
				now += r.IntN(20)
				if r.IntN(2) == 0 {
					log = append(log, at(now, trace.Freeze, id, 2, 3))
					now += r.IntN(10)
					log = append(log, at(now, trace.Grow, id, 0, 1, 2, 3))
					size = 4
					now += r.IntN(20)
				}
				if size == 4 && r.IntN(2) == 0 {
					log = append(log, at(now, trace.Shrink, id, 2, 3))
					size = 2
					now += r.IntN(20)
				}
				held := []topology.NodeID{0, 1, 2, 3}[:size]
				if k := r.IntN(4); k == 0 {
					log = append(log, at(now, trace.End, id, held...))
					break
				} else if k == 1 {
					log = append(log, because(at(now, trace.Fail, id, held...), why.NodeLost, 0))
					break
				}
				log = append(log, because(at(now, trace.Requeue, id, held...), why.NodeLost, r.IntN(2)*(first+r.IntN(now-first+1))))
				now += r.IntN(10)
			}
		}
		held, lost := 0.0, 0.0
		for _, u := range metrics.Uses(m, jobs, log) {
			held, lost = held+u.Held, lost+u.Lost
		}
		if f := (&metrics.Subject{Machine: m, Jobs: jobs}).Summarize(log); f.Makespan > 0 {
			near(t, "utilization", f.Utilization, (held-lost)/(8*f.Makespan))
		}
	}
}

// TestDisciplines checks the figures of the run in lives against values computed by
// hand.
func TestDisciplines(t *testing.T) {
	m := star(t, 8, 2)
	jobs, log := lives()
	s := metrics.Subject{Machine: m, Jobs: jobs, Allotted: []metrics.Allotted{{User: "ada", Nodes: 5}, {User: "bob", Nodes: 3}}}
	f := s.Summarize(log)
	ada, bob := (190+85)/5.0, (61+26)/3.0
	want := map[string]float64{
		"jobs": 4, "failed": 1, "killed": 0, "makespan": 70,
		"deadlines": 3, "deadlines_kept": 1 / 3.0, "mean_tardiness": 3, "max_tardiness": 6, "at_risk": 1,
		"mean_wait": 6 / 4.0, "max_wait": 5,
		"priorities": 3, "wait_highest": 1, "wait_lowest": 0, // the highest third of the priorities is job 3; the lowest third is jobs 1 and 4
		"users": 2, "user_wait_max": 2.5, "user_wait_min": 0.5,
		"fair_share": (ada + bob) * (ada + bob) / (2 * (ada*ada + bob*bob)),
		"growths":    1, "rollbacks": 1, "shrinks": 1, "resubmissions": 1, "requeues": 1,
		"growth_speedup": (100/70.0 + 60/55.0) / 2,
		"node_hours":     (190 + 61 + 85 + 26) / 3600.0, "node_hours_lost": (11 + 25 + 26) / 3600.0, "node_hours_frozen": 42 / 3600.0,
		"failures": 1, "availability": 1 - 40/(8*70.0),
		// From 15 s to 45 s one of the 8 nodes is known to be down. Lost work does
		// not count in the utilization.
		"utilization":   (190 + 61 + 85 + 26 - (11 + 25 + 26)) / (8*70.0 - 30),
		"fragmentation": (8*70 - 30 - (190 + 61 + 85 + 26) - 42) / (8*70.0 - 30),
	}
	for _, x := range f.List() {
		if w, known := want[x.Key]; known {
			near(t, x.Key, x.Value, w)
			delete(want, x.Key)
		}
	}
	if len(want) > 0 {
		t.Errorf("no figures for %v", want)
	}
	points := metrics.Series(m, jobs, network.Model{}, log)
	for _, p := range points {
		if p.Time == 20_000 && (p.Busy != 10 || p.Frozen != 4 || p.Gone != 2 || p.Free != 0) {
			t.Errorf("at 20 s: %+v", p)
		}
	}
}

// TestBookmarkLives copies a meter at each event of the run in lives. Each copy
// must return the same figures as the original after reading the remaining events.
func TestBookmarkLives(t *testing.T) {
	m := star(t, 8, 2)
	jobs, log := lives()
	meter := metrics.NewMeter(m, jobs)
	var marks []metrics.Meter
	var figures []metrics.Figures
	for i := range log {
		marks = append(marks, *meter)
		meter.Read(&log[i])
		figures = append(figures, meter.Figures())
	}
	for i := range marks {
		for k := i; k < len(log); k++ {
			marks[i].Read(&log[k])
			if got := marks[i].Figures(); got != figures[k] {
				t.Fatalf("read on from event %d to %d: %+v, want %+v", i, k, got, figures[k])
			}
		}
	}
}

// TestJain checks Jain's index: it must be 1 for equal shares, and 1/n if one user
// has everything.
func TestJain(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want float64
	}{{[]float64{2, 2, 2}, 1}, {[]float64{5, 0, 0}, 1.0 / 3}, {[]float64{1, 3}, 16 / 20.0}, {nil, 0}, {[]float64{0}, 0}} {
		near(t, "Jain's index", metrics.Jain(c.x), c.want)
	}
}
