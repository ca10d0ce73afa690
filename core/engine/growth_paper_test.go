package engine_test

import (
	"math"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// s2 returns the example of these tests on 8 nodes. Job 1 runs on 4 nodes for 100 s
// and may grow to 8. Job 2 holds the other 4 nodes until 20 s. The stages s1 to s7
// last 1, 2, 3, 4, 5, 6 and 7 s.
func s2(change func(*engine.Config)) engine.Config {
	job := func(id workload.JobID, submit, nodes, runtime int) workload.Job {
		return workload.Job{Request: workload.Request{ID: id, Number: int64(id + 1), Submit: simtime.Time(submit * 1000), Nodes: int32(nodes), Walltime: 1000 * simtime.Second},
			Runtime: simtime.Duration(runtime) * simtime.Second, After: workload.NoJob}
	}
	c := engine.Config{Machine: flatMachine(8), Queue: queue.EASY{}, Allocator: alloc.FirstFit{},
		Jobs: []workload.Job{job(0, 0, 4, 100), job(1, 0, 4, 20), job(2, 25, 4, 10)}, Elastic: &elastic.GrowthPolicy{Growth: elastic.QueueFirst}}
	c.Jobs[0].Elastic = &workload.Elastic{Min: 2, Max: 8}
	for i := range c.Elastic.Costs.Stages {
		c.Elastic.Costs.Stages[i] = simtime.Duration(i+1) * simtime.Second
	}
	if change != nil {
		change(&c)
	}
	return c
}

// paper is a recorded run of this example, with helper methods for checks.
type paper struct {
	*engine.Recording
	t *testing.T
	c engine.Config
}

func read(t *testing.T, change func(*engine.Config)) paper {
	t.Helper()
	c := s2(change)
	tape, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	return paper{tape, t, c}
}

// at returns the engine in the state after all events up to and including the given
// second.
func (p paper) at(second int) *engine.Engine {
	return p.Seek(p.Find(simtime.Time(second*1000), math.MaxInt32))
}

// when returns the time, in seconds, of a job's first event with the given kind and
// the given value in the field Of. It returns -1 if there is no such event.
func (p paper) when(job workload.JobID, kind trace.EventKind, of int32) float64 {
	for _, e := range p.Log() {
		if e.Job == job && e.Kind == kind && e.Of == of {
			return e.Time.Seconds()
		}
	}
	return -1
}

// is reports a test error if got differs from want.
func (p paper) is(what string, got, want float64) {
	p.t.Helper()
	if math.Abs(got-want) > 1e-6 {
		p.t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// growth returns the growth in progress at the given second, which must be the only
// one.
func (p paper) growth(second int) engine.Growth {
	p.t.Helper()
	all := p.at(second).Growths()
	if len(all) != 1 {
		p.t.Fatalf("at %d %d growths are in progress", second, len(all))
	}
	return all[0]
}

// TestS2FreeResourcesTrigger checks S2, claim 1: when a running job can use
// resources that have just become free, its expansion begins.
func TestS2FreeResourcesTrigger(t *testing.T) {
	p := read(t, nil)
	p.is("job 2 ends", p.when(1, trace.End, 0), 20)
	p.is("job 1 begins to grow", p.when(0, trace.Freeze, 0), 20)
	none := read(t, func(c *engine.Config) { c.Jobs[1].Runtime = 500 * simtime.Second })
	p.is("nothing is free", none.when(0, trace.Freeze, 0), -1)
}

// TestS2S1QueryAndFreeze checks S2, claim 1, s1, and section 3, step 2: free
// resources are found, requested and frozen, and no other job receives frozen
// nodes.
func TestS2S1QueryAndFreeze(t *testing.T) {
	p := read(t, nil)
	e := p.at(25) // by then job 3 has been submitted, for 4 nodes
	job := e.State().AppendRunning(nil)[0]
	if job.Frozen.String() != "4-7" || job.Placement.String() != "0-3" || e.State().Idle().Len() != 0 || e.Waiting() != 1 {
		t.Errorf("job 1 holds %v, %v are frozen, %d nodes are free, %d jobs wait", job.Placement, job.Frozen, e.State().Idle().Len(), e.Waiting())
	}
	g := p.growth(20)
	if g.Stage != 1 || g.From != 4 || g.To != 8 || g.Frozen.String() != "4-7" {
		t.Errorf("%+v", g)
	}
	p.is("job 3 starts when job 1 ends", p.when(2, trace.Start, 0), p.when(0, trace.End, 0))
}

// TestS2S2ControlPrograms checks the times of S2, claim 1, s2: control programs
// start on the new nodes and connect to the control programs on the old nodes,
// which are informed of the expansion.
func TestS2S2ControlPrograms(t *testing.T) {
	p := read(t, nil)
	p.is("s2 begins when s1 is done", p.growth(22).Since.Seconds(), 21)
	p.is("s2 is done", p.when(0, trace.Stage, 2), 23)
}

// TestS2S3NewTasks checks S2, claim 1, s3: new tasks start on the new nodes.
// Starting more tasks takes longer (SOURCES.md S2.3: Launch for every doubling).
func TestS2S3NewTasks(t *testing.T) {
	p := read(t, func(c *engine.Config) { c.Elastic.Costs.Launch = 2 * simtime.Second })
	p.is("s3 is done", p.when(0, trace.Stage, 3), 23+3+2*2)
}

// TestS2S4ReadyToMerge checks S2, claim 1, s4: the new tasks run and report that
// they can be merged. As in the claim, this must come before s5; the description in
// S2 has another order.
func TestS2S4ReadyToMerge(t *testing.T) {
	p := read(t, nil)
	p.is("s4 is done", p.when(0, trace.Stage, 4), 30)
	if p.when(0, trace.Stage, 4) > p.when(0, trace.Stage, 5) {
		t.Error("published before it was ready")
	}
}

// TestS2S5PublishedTable checks S2, claim 1, s5: old and new processes are entered
// into one table, which is sent to all nodes with the new set of resources. The job
// must still hold only its old nodes.
func TestS2S5PublishedTable(t *testing.T) {
	p := read(t, nil)
	p.is("s5 is done", p.when(0, trace.Stage, 5), 35)
	if job := p.at(35).State().AppendRunning(nil)[0]; job.Size() != 4 || job.Frozen.Tasks() != 4 {
		t.Errorf("it holds %v, frozen %v", job.Placement, job.Frozen)
	}
}

// TestS2S6Signal checks S2, claim 1, s6: all tasks are signalled. The tasks do not
// know of the growth before this signal, so they must compute until the end of s6,
// and stand still while they rebuild their connections.
func TestS2S6Signal(t *testing.T) {
	p := read(t, nil)
	for second := 0; second <= 60; second++ {
		want := 1.0
		if second >= 41 && second < 48 {
			want = 0
		}
		p.is("speed", p.at(second).Speed(0), want)
	}
	p.is("s6 is done", p.when(0, trace.Stage, 6), 41)
	slow := read(t, func(c *engine.Config) {
		c.Elastic.Costs = elastic.Costs{}
		c.Elastic.Costs.Stages[5] = 10 * simtime.Second
	})
	slow.is("80 s of work are left at 20, 70 when the signal has been given at 30, and twice the nodes", slow.when(0, trace.End, 0), 65)
}

// TestS2S7GoesOnFromProgress checks S2, claim 1, s7: the tasks rebuild their
// connections, redistribute the work and continue from the job's progress, on both
// the old and the new nodes.
func TestS2S7GoesOnFromProgress(t *testing.T) {
	p := read(t, nil)
	p.is("s7 is done", p.when(0, trace.Grow, 0), 48)
	if job := p.at(48).State().AppendRunning(nil)[0]; job.Placement.String() != "0-7" || len(job.Frozen) > 0 {
		t.Errorf("it holds %v, frozen %v", job.Placement, job.Frozen)
	}
	p.is("59 s of work are left, and twice the nodes", p.when(0, trace.End, 0), 48+59.0/2)
}

// TestS2S7MovesData checks S2, claim 1, s7: the redistribution of the work moves
// that part of the data which must be on other nodes afterwards (SOURCES.md S2.3).
func TestS2S7MovesData(t *testing.T) {
	p := read(t, func(c *engine.Config) {
		c.Jobs[0].Elastic.Data, c.Elastic.Costs.Bandwidth = 80e9, 1e9 // half of the data moves, from 4 nodes
		c.Elastic.Costs.Rebuild = simtime.Second
	})
	p.is("s7 is done", p.when(0, trace.Grow, 0), 41+7+3+10)
}

// TestS2NeverRestarted checks an advantage that S2 names: the job computes without
// interruption until s7, and is never ended and started again.
func TestS2NeverRestarted(t *testing.T) {
	p := read(t, nil)
	starts := 0
	for _, e := range p.Log() {
		if e.Job == 0 && (e.Kind == trace.Start || e.Kind == trace.Requeue) {
			starts++
		}
	}
	p.is("starts", float64(starts), 1)
	p.is("left when it stops at 41", p.at(41).Left(0).Seconds(), 59)
}

// TestS2StateOfResources checks S2, claim 2: the resource system knows the state of
// all resources from their heartbeats and from what jobs receive and give back. It
// must not offer a node that is down or held.
func TestS2StateOfResources(t *testing.T) {
	p := read(t, func(c *engine.Config) {
		c.Faults = &faults.Timetable{Heartbeat: faults.Heartbeat{Period: simtime.Second, Misses: 2},
			Events: []faults.MachineChange{{At: 10_000, Nodes: cluster.Placement{{First: 5, Last: 5, Tasks: 1}}}}, Lost: faults.Kill}
		c.Jobs[1].Nodes = 3 // on nodes 4 to 6; the job is killed when node 5 fails
	})
	for _, e := range p.Log() {
		if e.Kind == trace.Freeze && e.Job == 0 {
			if e.Placement.String() != "4,6-7" {
				t.Errorf("offered %v", e.Placement)
			}
			return
		}
	}
	t.Error("it never grows")
}

// TestS2Triggers checks S2, claim 3, which lists the changes that trigger a growth:
// another job's exit, new resources that come online, and a new division of the
// machine. A submission must not trigger a growth.
func TestS2Triggers(t *testing.T) {
	four := cluster.Placement(nil).Append(4, 7, 1)
	exit := read(t, nil)
	exit.is("another job's exit", exit.when(0, trace.Freeze, 0), 20)
	online := read(t, func(c *engine.Config) {
		c.Jobs = c.Jobs[:1]
		c.Faults = &faults.Timetable{Offline: four, Events: []faults.MachineChange{{At: 33_000, Up: true, Nodes: four}}}
	})
	online.is("nodes come online", online.when(0, trace.Freeze, 0), 33)
	division := read(t, func(c *engine.Config) {
		c.Jobs[1].Elastic, c.Jobs[1].Runtime = &workload.Elastic{Min: 4, Max: 6}, 100*simtime.Second
		c.Jobs[0].Elastic.Max, c.Jobs = 6, c.Jobs[:2]
		c.Machine = flatMachine(12)
		others := cluster.Placement(nil).Append(8, 11, 1)
		c.Faults = &faults.Timetable{Events: []faults.MachineChange{{At: 0, Nodes: others, Divides: true}, {At: 40_000, Up: true, Nodes: others, Divides: true}}}
	})
	division.is("a new division, for job 1", division.when(0, trace.Freeze, 0), 40)
	division.is("and for job 2", division.when(1, trace.Freeze, 0), 40)
	for _, e := range division.Log() {
		if e.Kind == trace.Up || e.Kind == trace.Down || e.Kind == trace.Notice {
			t.Errorf("a new division is told as %v", e.Kind)
		}
	}
	division.is("nodes leave", division.when(workload.NoJob, trace.Leave, 0), 0)
	division.is("and join", division.when(workload.NoJob, trace.Join, 0), 40)
	submitted := read(t, func(c *engine.Config) {
		c.Jobs = append(c.Jobs[:1:1], c.Jobs[2])
		c.Jobs[1].ID, c.Jobs[1].Runtime = 1, 500*simtime.Second
	})
	submitted.is("a job that comes", submitted.when(0, trace.Freeze, 0), -1)
}

// TestS2LessThanResubmission checks a statement in the background and in the
// advantages of S2: growth wastes less machine time than killing the job and
// submitting it again with more nodes.
func TestS2LessThanResubmission(t *testing.T) {
	cost := func(m elastic.Method, restart simtime.Duration) (nodeSeconds, end float64) {
		p := read(t, func(c *engine.Config) { c.Elastic.Method, c.Elastic.Costs.Restart = m, restart })
		size, since := 0, simtime.Time(0)
		for _, e := range p.Log() {
			if e.Job != 0 {
				continue
			}
			nodeSeconds += float64(size) * e.Time.Sub(since).Seconds()
			since = e.Time
			switch e.Kind {
			case trace.Freeze: // frozen nodes count as used
				size += e.Placement.Nodes()
			case trace.Start, trace.Grow:
				size = e.Placement.Nodes()
			case trace.End, trace.Requeue:
				size = 0
			}
		}
		return nodeSeconds, p.when(0, trace.End, 0)
	}
	grown, ends := cost(elastic.Expand, 0)
	again, later := cost(elastic.Resubmit, 13*simtime.Second) // the restart takes as long as s6 and s7
	if grown >= again || ends >= later {
		t.Errorf("grown: %v node-seconds, ends at %v; resubmitted: %v, %v", grown, ends, again, later)
	}
}
