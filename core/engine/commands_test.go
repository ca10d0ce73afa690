package engine_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// commandTwin runs jobs of whole nodes first come, first served in steps of one
// second, with commands, and returns when each job started and how it ended. It knows
// nothing of queues, plans or events.
type commandTwin struct {
	nodes int32
	free  int32
	order queue.Order
	jobs  []twinJob
	log   []string
}

type twinJob struct {
	workload.Job
	state string // "", wait, held, run, over
	start simtime.Time
}

func (w *commandTwin) pass(now simtime.Time) {
	for {
		var head *twinJob
		for i := range w.jobs {
			j := &w.jobs[i]
			if j.state == "wait" && (head == nil || w.before(j, head)) {
				head = j
			}
		}
		if head == nil || head.Nodes > w.free {
			return
		}
		head.state, head.start = "run", now
		w.free -= head.Nodes
		w.log = append(w.log, fmt.Sprintf("%v start %d on %d", now, head.Number, head.Nodes))
	}
}

func (w *commandTwin) before(a, b *twinJob) bool {
	switch w.order {
	case queue.ShortestFirst:
		return cmp.Or(cmp.Compare(a.Walltime, b.Walltime), cmp.Compare(a.ID, b.ID)) < 0
	case queue.PriorityFirst:
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.ID, b.ID)) < 0
	}
	return a.ID < b.ID
}

func (w *commandTwin) end(j *twinJob, now simtime.Time, how string) {
	if j.state == "run" {
		w.free += j.Nodes
	}
	j.state = "over"
	w.log = append(w.log, fmt.Sprintf("%v %s %d", now, how, j.Number))
}

func (w *commandTwin) command(x *workload.JobCommand, now simtime.Time) {
	i := slices.IndexFunc(w.jobs, func(j twinJob) bool { return j.Number == x.Job })
	if i < 0 || w.jobs[i].state == "" || w.jobs[i].state == "over" {
		return
	}
	j, waits := &w.jobs[i], w.jobs[i].state != "run"
	switch {
	case x.Kind == workload.CancelJob && waits:
		w.end(j, now, "reject")
	case x.Kind == workload.CancelJob:
		w.end(j, now, "fail")
	case x.Kind == workload.HoldJob && waits:
		j.state = "held"
	case x.Kind == workload.ReleaseJob && waits:
		j.state = "wait"
	case x.Kind == workload.UpdateJob && waits && x.Change.Nodes <= w.nodes:
		if x.Change.Nodes > 0 {
			j.Nodes = x.Change.Nodes
		}
		if x.Change.Walltime >= 0 {
			j.Walltime = x.Change.Walltime
		}
		if x.Change.Priority != workload.KeepPriority {
			j.Priority = x.Change.Priority
		}
	case x.Kind == workload.UpdateJob && !waits && x.Change.Walltime >= 0 && x.Change.Nodes == 0 && x.Change.Priority == workload.KeepPriority:
		j.Walltime = max(x.Change.Walltime, now.Sub(j.start)+simtime.Second)
	}
	w.pass(now)
}

func (w *commandTwin) run(commands []workload.JobCommand, until simtime.Time) {
	for now := simtime.Time(0); now <= until; now += 1000 {
		ended := func(killed bool) {
			for i := range w.jobs {
				j := &w.jobs[i]
				if j.state != "run" || j.start == now || j.start.Add(min(j.Walltime, j.Runtime)) != now || killed != (j.Walltime <= j.Runtime) {
					continue
				}
				how := "end"
				if j.Walltime < j.Runtime {
					how = "kill"
				}
				w.end(j, now, how)
			}
		}
		ended(true)
		for i := range w.jobs {
			if w.jobs[i].Submit == now {
				w.jobs[i].state = "wait"
				w.pass(now)
			}
		}
		ended(false)
		w.pass(now)
		for i := range commands {
			if commands[i].At == now {
				w.command(&commands[i], now)
			}
		}
	}
}

// TestCommandTwin compares runs with random commands with the twin.
func TestCommandTwin(t *testing.T) {
	effects := 0
	for seed := range soaktest.Seeds(24_000) {
		r := rand.New(rand.NewPCG(seed, 77))
		nodes := 1 + r.Int32N(6)
		topo, _ := topology.NewFlat(int(nodes))
		c := engine.Config{Machine: cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000}), Allocator: alloc.FirstFit{}, Queue: queue.FCFS{}, Order: []queue.Order{queue.SubmitOrder, queue.ShortestFirst, queue.PriorityFirst}[r.IntN(3)]}
		w := &commandTwin{nodes: nodes, free: nodes, order: c.Order}
		at := simtime.Time(0)
		for i := range 1 + r.IntN(8) {
			at += simtime.Time(r.IntN(20)) * 1000
			j := workload.Job{Runtime: simtime.Duration(1+r.IntN(40)) * 1000}
			j.ID, j.Number, j.Submit, j.Nodes, j.After = workload.JobID(i), int64(i+1), at, 1+r.Int32N(nodes), workload.NoJob
			j.Walltime, j.Priority = simtime.Duration(1+r.IntN(50))*1000, r.Int64N(4)
			c.Jobs = append(c.Jobs, j)
			w.jobs = append(w.jobs, twinJob{Job: j})
		}
		when := simtime.Time(0)
		for range r.IntN(12) {
			when += simtime.Time(r.IntN(15)) * 1000
			x := workload.JobCommand{At: when, Kind: workload.CommandKind(r.IntN(4)), Job: 1 + r.Int64N(int64(len(c.Jobs))), Change: workload.NoChange}
			if x.Kind == workload.UpdateJob {
				if r.IntN(2) == 0 {
					x.Change.Walltime = simtime.Duration(1+r.IntN(60)) * 1000
				}
				if r.IntN(3) == 0 {
					x.Change.Nodes = 1 + r.Int32N(nodes+1)
				}
				if r.IntN(3) == 0 {
					x.Change.Priority = r.Int64N(5)
				}
			}
			c.Commands = append(c.Commands, x)
		}
		w.run(c.Commands, 1_500_000)
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range log {
			e := &log[i]
			switch e.Kind {
			case trace.Start:
				got = append(got, fmt.Sprintf("%v start %d on %d", e.Time, e.Job+1, e.Placement.Nodes()))
			case trace.End, trace.Kill, trace.Fail, trace.Reject:
				got = append(got, fmt.Sprintf("%v %v %d", e.Time, e.Kind, e.Job+1))
			case trace.Hold, trace.Update:
				effects++
			}
		}
		slices.Sort(got)
		slices.Sort(w.log)
		if !slices.Equal(got, w.log) {
			t.Fatalf("seed %d, order %v, %d nodes:\n%s\nthe twin:\n%s\n%+v", seed, c.Order, nodes, strings.Join(got, "\n"), strings.Join(w.log, "\n"), c.Commands)
		}
	}
	if effects < 1000 {
		t.Errorf("%d effects", effects)
	}
}
