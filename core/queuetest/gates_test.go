package queuetest_test

import (
	"fmt"
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
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// gated returns a configuration with jobs of two queues and jobs without a queue.
// The queues are stopped and closed now and then; at the end all of them are open
// and started.
func gated(r *rand.Rand) engine.Config {
	topo, _ := topology.NewFlat(8)
	c := engine.Config{Machine: cluster.NewMachine(topo, cluster.Spec{Resources: workload.Resources{1, 0, 0, 0}, Speed: 1000}), Allocator: alloc.FirstFit{}}
	at := simtime.Time(0)
	for i := range 5 + r.IntN(25) {
		at += simtime.Time(r.IntN(40)) * 1000
		j := workload.Job{Runtime: simtime.Duration(r.IntN(90)) * 1000}
		j.ID, j.Number, j.Submit, j.Nodes, j.After, j.Think = workload.JobID(i), int64(i+1), at, 1+r.Int32N(8), workload.NoJob, -1
		j.Walltime = j.Runtime + simtime.Duration(r.IntN(20)*1000)
		j.Queue = []string{"", "day", "night"}[r.IntN(3)]
		if i > 0 && r.IntN(8) == 0 {
			j.After = workload.JobID(r.IntN(i))
		}
		c.Jobs = append(c.Jobs, j)
	}
	for _, name := range []string{"day", []string{"night", "*"}[r.IntN(2)]} {
		g := queue.Gate{Name: name, Open: r.IntN(3) > 0, Started: r.IntN(2) == 0}
		for t := simtime.Time(0); len(g.Changes) < r.IntN(8); {
			t += simtime.Time(r.IntN(100)) * 1000
			g.Changes = append(g.Changes, queue.GateChange{At: t, Open: r.IntN(3) > 0, Started: r.IntN(2) == 0})
		}
		g.Changes = append(g.Changes, queue.GateChange{At: 2_000_000, Open: true, Started: true})
		c.Gates = append(c.Gates, g)
	}
	return c
}

// state returns the state of a queue, computed only from the scenario and the time.
// Within an instant, queue states change after walltime ends and before
// submissions.
func state(c *engine.Config, name string, now simtime.Time) (open, started bool) {
	at := slices.IndexFunc(c.Gates, func(g queue.Gate) bool { return g.Name == name })
	if at < 0 {
		at = slices.IndexFunc(c.Gates, func(g queue.Gate) bool { return g.Name == "*" })
	}
	if at < 0 {
		return true, true
	}
	open, started = c.Gates[at].Open, c.Gates[at].Started
	for _, x := range c.Gates[at].Changes {
		if x.At <= now {
			open, started = x.Open, x.Started
		}
	}
	return open, started
}

// TestGates checks queue states under every discipline. No job of a stopped queue
// may start or be promised a time, and no job may be submitted to a closed queue.
// Every rejection must be justified, running jobs must continue, and the rest of
// the contract must be kept.
func TestGates(t *testing.T) {
	for _, p := range queuetest.Policies {
		t.Run(p.Name, func(t *testing.T) {
			stops, rejected := 0, 0
			for seed := range soaktest.Seeds(60) {
				c := gated(rand.New(rand.NewPCG(seed, 5)))
				c.Queue = p.Policy
				if err := queuetest.Check(c, policies.NoPromise); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				s, n, err := checkGates(c)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				stops, rejected = stops+s, rejected+n
			}
			if stops < 50 || rejected < 50 {
				t.Errorf("%d jobs were held up, %d rejected", stops, rejected)
			}
		})
	}
}

func checkGates(c engine.Config) (held, rejected int, err error) {
	e, err := engine.New(c)
	if err != nil {
		return 0, 0, err
	}
	done := map[workload.JobID]bool{}
	for s, ok := e.Step(); ok; s, ok = e.Step() {
		for _, x := range s.Events {
			if x.Job == workload.NoJob {
				continue
			}
			switch open, started := state(&c, c.Jobs[x.Job].Queue, s.Time); {
			case x.Kind == trace.Submit && !open, x.Kind == trace.Reject && open:
				return held, rejected, fmt.Errorf("at %v job %d: %v, its queue is open: %v", s.Time, x.Job+1, x.Kind, open)
			case x.Kind == trace.Reject:
				rejected++
				done[x.Job] = true
			case x.Kind == trace.Start && !started && last(&c, s.Time) < s.Time:
				return held, rejected, fmt.Errorf("at %v job %d of a stopped queue starts", s.Time, x.Job+1)
			case x.Kind == trace.End || x.Kind == trace.Kill:
				done[x.Job] = true
			}
		}
		for _, d := range e.Pending() {
			_, started := state(&c, c.Jobs[d.Job].Queue, s.Time)
			if last(&c, s.Time) < s.Time && started == (d.Why.Code == why.QueueStopped) {
				return held, rejected, fmt.Errorf("at %v job %d waits for %v, its queue is started: %v", s.Time, d.Job+1, d.Why.Code, started)
			}
			if d.Why.Code == why.QueueStopped {
				if held++; d.Promised != simtime.Never {
					return held, rejected, fmt.Errorf("at %v job %d of a stopped queue is promised %v", s.Time, d.Job+1, d.Promised)
				}
			}
		}
	}
	if len(done) < len(c.Jobs) {
		return held, rejected, fmt.Errorf("%d of %d jobs have ended", len(done), len(c.Jobs))
	}
	return held, rejected, nil
}

// last returns the instant of the latest change of any queue's state up to now. It
// returns -1 if there is none.
func last(c *engine.Config, now simtime.Time) (at simtime.Time) {
	at = -1
	for i := range c.Gates {
		for _, x := range c.Gates[i].Changes {
			if x.At <= now {
				at = max(at, x.At)
			}
		}
	}
	return at
}
