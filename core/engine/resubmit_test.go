package engine_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/batch"
	"hopyard/core/queue/hybrid"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// TestResubmitOvertakesNobody checks that a resubmission overtakes no waiting job.
// At 20 s, job 1 could be killed and submitted again to run on all 8 nodes. But job
// 3 has waited for these nodes since 5 s and would start first, and job 1 would
// have to wait. Job 1 must therefore run on.
func TestResubmitOvertakesNobody(t *testing.T) {
	for _, p := range []queue.Policy{queue.FCFS{}, queue.EASY{}, queue.DepthBackfill{Depth: 3}, queue.Conservative{}, queue.ConservativeRebuild{}, batch.BatchPolicy{}, hybrid.HybridPolicy{}} {
		p1 := read(t, func(c *engine.Config) {
			c.Queue, c.Elastic.Method = p, elastic.Resubmit
			c.Jobs[0].Walltime, c.Jobs[0].Runtime = 2000*simtime.Second, 1500*simtime.Second
			c.Jobs[2].Submit, c.Jobs[2].Nodes = 5000, 8
		})
		p1.is(fmt.Sprintf("%T: job 1 is stopped", p), p1.when(0, trace.Requeue, 0), -1)
		p1.is(fmt.Sprintf("%T: job 3 starts", p), p1.when(2, trace.Start, 0), 1500)
	}
}

// TestResubmitStartsBehind checks that, if no job waits, job 1 is killed at 20 s
// and restarts at once on all 8 nodes.
func TestResubmitStartsBehind(t *testing.T) {
	p := read(t, func(c *engine.Config) {
		c.Elastic.Method = elastic.Resubmit
		c.Jobs[0].Walltime, c.Jobs[0].Runtime = 2000*simtime.Second, 1500*simtime.Second
		c.Jobs = c.Jobs[:2]
	})
	p.is("it is stopped", p.when(0, trace.Requeue, 0), 20)
	for _, x := range p.Log() {
		if x.Kind == trace.Requeue && (x.Why.Code != why.Outgrown || x.Why.Need != 8 || x.Why.Have != 4) {
			t.Errorf("%+v", x.Why)
		}
	}
	p.is("it ends", p.when(0, trace.End, 0), 20+1500.0/2)
}

// TestResubmitAlways checks the rule "always": job 1 must be killed at 20 s and go
// to the end of the queue. Job 3, which has waited for 8 nodes since 5 s, must
// start before it, and job 1 must restart when job 3 ends. If job 1 had grown, or
// kept its size, it would have ended long before.
func TestResubmitAlways(t *testing.T) {
	at := func(p queue.Policy, growth elastic.GrowthOrder, method elastic.Method) paper {
		return read(t, func(c *engine.Config) {
			c.Queue, c.Elastic.Growth, c.Elastic.Method = p, growth, method
			c.Jobs[0].Walltime, c.Jobs[2].Walltime, c.Jobs[2].Runtime = 2000*simtime.Second, 600*simtime.Second, 600*simtime.Second
			c.Jobs[2].Submit, c.Jobs[2].Nodes = 5000, 8
		})
	}
	for _, p := range []queue.Policy{queue.FCFS{}, queue.EASY{}, queue.DepthBackfill{Depth: 3}, queue.Conservative{}, queue.ConservativeRebuild{}, batch.BatchPolicy{}, hybrid.HybridPolicy{}} {
		always := at(p, elastic.Always, elastic.Resubmit)
		always.is(fmt.Sprintf("%T: job 1 is killed", p), always.when(0, trace.Requeue, 0), 20)
		always.is(fmt.Sprintf("%T: job 3 starts", p), always.when(2, trace.Start, 0), 20)
		always.is(fmt.Sprintf("%T: job 1 ends", p), always.when(0, trace.End, 0), 20+600+50)
		careful := at(p, elastic.QueueFirst, elastic.Resubmit)
		careful.is(fmt.Sprintf("%T: job 1 is killed with care", p), careful.when(0, trace.Requeue, 0), -1)
		careful.is(fmt.Sprintf("%T: job 1, left alone, ends", p), careful.when(0, trace.End, 0), 100)
	}
	grown := at(queue.EASY{}, elastic.QueueFirst, elastic.Expand)
	grown.is("job 1, grown, ends", grown.when(0, trace.End, 0), 48+59.0/2)
}

// TestResubmitAlwaysEnds checks under every discipline that no job is killed for
// ever. Each kill of a job must be for a larger size than the kill before. This
// must hold even if jobs start with less than they ask for, give some nodes back,
// or lose their nodes.
func TestResubmitAlwaysEnds(t *testing.T) {
	for _, p := range disciplined() {
		kills, waits := 0, 0
		for seed := range soaktest.Seeds(100) {
			c := againOn(rand.New(rand.NewPCG(seed, 24)), p)
			c.Elastic.Growth, c.Elastic.Shrink = elastic.Always, seed%2 == 0
			e, err := engine.New(c)
			if err != nil {
				t.Fatal(err)
			}
			asked := map[workload.JobID]int32{}
			for s, ok := e.Step(); ok; s, ok = e.Step() {
				for i := range s.Events {
					x := &s.Events[i]
					if x.Kind != trace.Requeue || x.Why.Code != why.Outgrown {
						continue
					}
					if x.Why.Need <= asked[x.Job] || x.Why.Need <= x.Why.Have || x.Why.Need > c.Jobs[x.Job].Elastic.Max {
						t.Fatalf("%T, seed %d: at %v job %d is killed on %d for %d, after %d", p, seed, s.Time, c.Jobs[x.Job].Number, x.Why.Have, x.Why.Need, asked[x.Job])
					}
					asked[x.Job] = x.Why.Need
					if kills++; !has(s.Events[i:], x.Job, trace.Start) {
						waits++
					}
				}
			}
		}
		t.Logf("%T: %d killed, %d of them had to wait", p, kills, waits)
		if rigid := queuetest.Rigid(p); rigid && kills > 0 || !rigid && (kills < 20 || waits < 1) {
			t.Errorf("%T: %d killed, %d of them had to wait", p, kills, waits)
		}
	}
}

// TestResubmitToClosedQueue checks that a job is not killed in order to be
// submitted again while its queue accepts no submissions.
func TestResubmitToClosedQueue(t *testing.T) {
	for _, growth := range []elastic.GrowthOrder{elastic.QueueFirst, elastic.Always} {
		p := read(t, func(c *engine.Config) {
			c.Elastic.Growth, c.Elastic.Method, c.Jobs = growth, elastic.Resubmit, c.Jobs[:2]
			c.Jobs[0].Queue = "day"
			c.Gates = []queue.Gate{{Name: "day", Open: true, Started: true, Changes: []queue.GateChange{{At: 10_000, Open: false, Started: true}}}}
		})
		p.is(growth.String()+": job 1 is stopped", p.when(0, trace.Requeue, 0), -1)
	}
}

// disciplined returns the disciplines of these tests.
func disciplined() []queue.Policy {
	var all []queue.Policy
	for _, p := range queuetest.Policies {
		all = append(all, p.Policy)
	}
	return append(all, queue.DepthBackfill{Depth: 4}, hybrid.HybridPolicy{Weights: queue.Weights{Weight: [queue.NumParts]int64{queue.QueueTime: 1000, queue.OfNodes: 3000}}})
}

// againOn draws a workload in which jobs may be killed and submitted again, under a
// growth rule other than "always".
func againOn(r *rand.Rand, p queue.Policy) engine.Config {
	c := growing(r)
	c.Queue, c.Order = p, queue.Order(r.IntN(int(queue.PriorityFirst)+1)*r.IntN(2))
	c.Elastic.Method, c.Elastic.Idle, c.Elastic.Shrink = elastic.Resubmit, false, false
	if c.Elastic.Growth == elastic.NoGrowth || c.Elastic.Growth == elastic.Always {
		c.Elastic.Growth = elastic.QueueFirst
	}
	return c
}

// TestResubmitKeepsPromises checks under every discipline that no resubmission
// makes a promised start later. If the head of the queue has no promise, the
// earliest time at which it could start, according to the walltimes of the running
// jobs, must not become later.
func TestResubmitKeepsPromises(t *testing.T) {
	for _, p := range disciplined() {
		again, promises := 0, 0
		for seed := range soaktest.Seeds(60) {
			c := againOn(rand.New(rand.NewPCG(seed, 21)), p)
			e, err := engine.New(c)
			if err != nil {
				t.Fatal(err)
			}
			before, head, shadow := e.Pending(), workload.NoJob, simtime.Never
			for s, ok := e.Step(); ok; s, ok = e.Step() {
				after := e.Pending()
				if stopped(s.Events) {
					again++
					for _, d := range before {
						if d.Promised == simtime.Never || has(s.Events, d.Job, trace.Start) {
							continue
						}
						promises++
						if i := slices.IndexFunc(after, func(x queue.Decision) bool { return x.Job == d.Job }); i < 0 || after[i].Promised > d.Promised {
							t.Fatalf("%T %v, seed %d: at %v job %d was promised %v, and is not any more", p, c.Order, seed, s.Time, c.Jobs[d.Job].Number, d.Promised)
						}
					}
					if head != workload.NoJob && !has(s.Events, head, trace.Start) && dumbShadow(e, head) > shadow {
						t.Fatalf("%T %v, seed %d: at %v job %d could start at %v, now at %v", p, c.Order, seed, s.Time, head+1, shadow, dumbShadow(e, head))
					}
				}
				before, head = after, workload.NoJob
				if len(after) > 0 && after[0].Promised == simtime.Never && countable(&c) {
					head = after[0].Job
					shadow = dumbShadow(e, head)
				}
			}
		}
		t.Logf("%T: %d resubmissions, %d promises", p, again, promises)
		if _, cycles := p.(hybrid.HybridPolicy); again < 10 && !cycles && !queuetest.Rigid(p) {
			t.Errorf("%T: only %d resubmissions", p, again)
		}
	}
}

func stopped(events []trace.Event) bool {
	return slices.ContainsFunc(events, func(e trace.Event) bool { return e.Kind == trace.Requeue && e.Why.Code == why.Outgrown })
}

func has(events []trace.Event, id workload.JobID, kind trace.EventKind) bool {
	return slices.ContainsFunc(events, func(e trace.Event) bool { return e.Job == id && e.Kind == kind })
}

// countable reports whether a job fits as soon as enough nodes are free.
func countable(c *engine.Config) bool {
	_, any := c.Allocator.(alloc.FirstFit)
	return any && c.Faults == nil && !slices.ContainsFunc(c.Jobs, func(j workload.Job) bool { return !j.Whole() })
}

// dumbShadow returns the time at which a job could start according to the walltimes
// of the running jobs, if no other job started before it.
func dumbShadow(e *engine.Engine, id workload.JobID) simtime.Time {
	all, free := e.State().AppendRunning(nil), e.State().Idle().Len()
	slices.SortFunc(all, func(a, b cluster.Running) int { return cmp.Compare(a.Limit, b.Limit) })
	need := int(e.Config().Jobs[id].Nodes)
	for _, r := range all {
		if free >= need {
			break
		}
		if free += r.Placement.Nodes() + r.Frozen.Nodes(); free >= need {
			return r.Limit
		}
	}
	return e.Now()
}

// TestResubmitOrder checks that the queue is in the order of submissions, in which
// a resubmission counts as a new submission. A job that lost its nodes must keep
// its place. Under FCFS jobs must start in that order.
func TestResubmitOrder(t *testing.T) {
	for _, p := range disciplined() {
		switch h := p.(type) {
		case queue.MPFSScan: // this policy sorts by size
			continue
		case hybrid.HybridPolicy: // some of these weights outweigh the time in the queue
			if h.Weights.Weight != [queue.NumParts]int64{queue.QueueTime: 1000} {
				continue
			}
		}
		again, back := 0, 0
		for seed := range uint64(40) {
			c := againOn(rand.New(rand.NewPCG(seed, 22)), p)
			c.Faults = failing(rand.New(rand.NewPCG(seed, 23)), c.Machine.NumNodes())
			if _, weighed := p.(hybrid.HybridPolicy); weighed { // under this policy the order applies only between jobs of equal priority
				c.Order = queue.SubmitOrder
			} else if c.Order > queue.ShortestFirst {
				c.Order = queue.ShortestFirst
			}
			line := &dumbLine{c: &c, at: map[workload.JobID]int{}, shortest: c.Order == queue.ShortestFirst}
			e, err := engine.New(c)
			if err != nil {
				t.Fatal(err)
			}
			_, strict := p.(queue.FCFS)
			for s, ok := e.Step(); ok; s, ok = e.Step() {
				for i := range s.Events {
					if x := &s.Events[i]; !line.read(x, strict) {
						t.Fatalf("%T %v, seed %d: at %v job %d starts, %v wait before it", p, c.Order, seed, s.Time, x.Job, line.waiting)
					} else if x.Kind == trace.Requeue && x.Why.Code == why.Outgrown {
						again++
					} else if x.Kind == trace.Requeue {
						back++
					}
				}
				var got []workload.JobID
				for _, d := range e.Pending() {
					got = append(got, d.Job)
				}
				if !slices.Equal(got, line.waiting) {
					t.Fatalf("%T %v, seed %d: at %v the queue is %v, want %v", p, c.Order, seed, s.Time, got, line.waiting)
				}
			}
		}
		if again+back < 20 {
			t.Errorf("%T: only %d resubmissions, %d returns", p, again, back)
		}
	}
}

// dumbLine is a reference implementation of the queue as a sorted list of jobs.
type dumbLine struct {
	c        *engine.Config
	waiting  []workload.JobID
	at       map[workload.JobID]int // arrival number of each job
	came     int
	shortest bool
}

// read applies an event to the list. In a strict queue, it returns false if a job
// starts before a job that is ahead of it.
func (l *dumbLine) read(e *trace.Event, strict bool) bool {
	if e.Job == workload.NoJob {
		return true
	}
	i := slices.Index(l.waiting, e.Job)
	switch {
	case e.Kind == trace.Submit || e.Kind == trace.Requeue && e.Why.Code == why.Outgrown:
		l.came++
		l.at[e.Job] = l.came
		fallthrough
	case e.Kind == trace.Requeue:
		l.waiting = append(l.waiting, e.Job)
		slices.SortFunc(l.waiting, func(a, b workload.JobID) int {
			by := 0
			if l.shortest {
				by = cmp.Compare(l.c.Jobs[a].Walltime, l.c.Jobs[b].Walltime)
			}
			return cmp.Or(by, cmp.Compare(l.at[a], l.at[b]))
		})
	case e.Kind == trace.Start:
		if l.waiting = slices.Delete(l.waiting, i, i+1); strict && i > 0 {
			// A resubmitted job enters the list before the jobs ahead of it have
			// started.
			return false
		}
	}
	return true
}
