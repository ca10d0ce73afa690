package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/network"
	"hopyard/core/queue"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// changing draws a random workload on a small machine that changes, under a random
// discipline. The nodes may be of one or several kinds, and jobs may share them.
// There may be a network whose links fail, and jobs that grow.
func changing(seed uint64) engine.Config {
	r := rand.New(rand.NewPCG(seed, 31))
	c := engine.Config{Machine: flatMachine(12), Jobs: randomJobs(r, 25, 12), Allocator: alloc.FirstFit{}}
	switch r.IntN(6) {
	case 0, 1:
		c = mixed(r)
	case 2:
		shareNodes(&c)
	case 3:
		tree, _ := topology.NewFatTree(2, 4)
		c.Machine = cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
		c.Jobs, c.Network = talkative(r, 25, 12), maxMin
		c.Allocator = []alloc.Allocator{alloc.SDM{}, alloc.MinHopUnits{}, alloc.Contiguous{}, alloc.FirstFit{}}[r.IntN(4)]
	case 4:
		c = growing(r)
	}
	c.Queue = queuetest.Policies[r.IntN(len(queuetest.Policies))].Policy
	c.Faults = randomFaults(r, c.Machine.NumNodes(), 200)
	if c.Network.Kind == network.MaxMin {
		links := c.Machine.Topology.(topology.Routed).NumLinks()
		for i := range c.Faults.Events {
			if e := &c.Faults.Events[i]; r.IntN(3) == 0 {
				e.Nodes, e.Link = nil, topology.LinkID(r.IntN(links))
			}
		}
	}
	if r.IntN(3) == 0 {
		c.Faults.Drawn = faults.RandomFailures{MTBF: simtime.Duration(60+r.IntN(1000)) * simtime.Second, Repair: simtime.Duration(1+r.IntN(60)) * simtime.Second, Seed: int64(seed)}
	}
	if r.IntN(2) == 0 { // all nodes and links recover in the end
		all := cluster.Placement{{First: 0, Last: topology.NodeID(c.Machine.NumNodes() - 1), Tasks: 1}}
		last := simtime.Time(300_000)
		c.Faults.Events = append(c.Faults.Events, faults.MachineChange{At: last, Up: true, Nodes: all})
		if c.Network.Kind == network.MaxMin {
			for l := range c.Machine.Topology.(topology.Routed).NumLinks() {
				c.Faults.Events = append(c.Faults.Events, faults.MachineChange{At: last, Up: true, Link: topology.LinkID(l)})
			}
		}
	}
	return c
}

// life is a record of a job's progress that the test keeps independently of the
// engine.
type life struct {
	active simtime.Duration // time since the job's last start, without the time in which it stood still
	kept   simtime.Duration // work that the job has kept from before its last start, as run time
}

type lives []life

// see checks an event of a job against the time in which the job could compute.
// When the job starts again, the check covers the progress that it has kept. When
// the job ends, the check covers the work that it has done. The check is exact if
// nothing slows jobs down.
func (l lives) see(c engine.Config, e *engine.Engine, x *trace.Event) error {
	if x.Job == workload.NoJob {
		return nil
	}
	job, mine := &c.Jobs[x.Job], &l[x.Job]
	_, computed, saved := c.Faults.Rhythm().After(0, mine.active)
	switch x.Kind {
	case trace.Start:
		for _, limit := range e.State().Limits() {
			if e.State().Job(limit.Slot).Request.ID == x.Job {
				if kept := job.Runtime - e.Left(limit.Slot); max(kept-mine.kept, mine.kept-kept) > 1 {
					return fmt.Errorf("job %d starts with %v s done, must be %v", job.Number, kept, mine.kept)
				}
			}
		}
		mine.active = 0
	case trace.Requeue:
		if c.Faults.Lost == faults.Requeue {
			mine.kept = 0
		} else if saved > 0 {
			mine.kept += saved
		}
	case trace.End:
		if did := mine.kept + computed; max(did-job.Runtime, job.Runtime-did) > 1 {
			return fmt.Errorf("job %d ends after %v s of computing, must be %v", job.Number, did, job.Runtime)
		}
	}
	return nil
}

// movers returns the running jobs that do not stand still.
func movers(e *engine.Engine) (out []workload.JobID) {
	for _, limit := range e.State().Limits() {
		if e.Speed(limit.Slot) > 0 {
			out = append(out, e.State().Job(limit.Slot).Request.ID)
		}
	}
	return out
}

// checkState recomputes from the running jobs what each node has left, and compares
// the result with the engine's state.
func checkState(c engine.Config, e *engine.Engine) error {
	failed, noticed := e.Down()
	have := make([]workload.Resources, c.Machine.NumNodes())
	for n := range have {
		have[n] = c.Machine.Spec(topology.NodeID(n)).Resources
		if noticed.Has(topology.NodeID(n)) {
			have[n] = workload.Resources{}
		}
	}
	for _, limit := range e.State().Limits() {
		job := e.State().Job(limit.Slot)
		broken := false
		for n, tasks := range job.Placement.Plus(job.Frozen).All {
			broken = broken || failed.Has(n) && len(job.Frozen) == 0
			if noticed.Has(n) {
				return fmt.Errorf("job %d is on node %d, which is known to be down", job.Request.Number, n)
			}
			for k := range have[n] {
				if need := job.Request.PerTask[k] * int64(tasks); job.Request.Whole() {
					have[n][k] = 0
				} else if have[n][k] -= need; have[n][k] < 0 {
					return fmt.Errorf("node %d is held twice", n)
				}
			}
		}
		if speed := e.Speed(limit.Slot); broken && speed != 0 {
			return fmt.Errorf("job %d runs at speed %v on a node that does not work", job.Request.Number, speed)
		}
	}
	cores := int64(0)
	for n := range have {
		if got := e.State().Available(topology.NodeID(n)); got != have[n] {
			return fmt.Errorf("of node %d %v are free, must be %v", n, got, have[n])
		}
		cores += have[n][workload.Cores]
	}
	if held := c.Machine.TotalCores() - int64(e.State().Held()); c.Jobs[0].PerTask[workload.Cores] <= 1 && sameUnits(c) && held != cores {
		return fmt.Errorf("%d are counted as free, %d are", held, cores)
	}
	for _, d := range e.Pending() {
		if d.Why.OK() || d.Why.Code == why.NotReached {
			return fmt.Errorf("job %d waits for %v: a second pass would start it, or passed it over", c.Jobs[d.Job].Number, d.Why.Code)
		}
	}
	return nil
}

// sameUnits reports whether the engine's count of held units equals the number of
// held cores. That is so if all jobs ask for whole nodes of one core, or all for
// tasks of one core.
func sameUnits(c engine.Config) bool {
	for i := range c.Jobs {
		if j := &c.Jobs[i]; j.Whole() != c.Jobs[0].Whole() || j.Whole() && c.Machine.TotalCores() != int64(c.Machine.NumNodes()) || !j.Whole() && j.PerTask[workload.Cores] != 1 {
			return false
		}
	}
	_, constrained := c.Allocator.(alloc.ShapeConstrained)
	return !constrained && queue.Weighing(c.Queue, c.Allocator) == nil
}

// checkChanges runs c and returns the first violation that it finds: a job on a
// node that is known to be down; a node held twice; a wrong count of free
// resources; a waiting job that a second pass would start; a clone that runs
// differently; work that is done twice, or lost beyond the last checkpoint; a job
// that never runs although the whole machine works.
func checkChanges(c engine.Config) error {
	e, err := engine.New(c)
	if err != nil {
		return err
	}
	exact := c.Elastic == nil && c.Network.Kind == network.None && c.Machine.Uniform()
	seen := make(lives, len(c.Jobs))
	for n := 0; ; n++ {
		var twin *engine.Engine
		if n%5 == 0 {
			twin = e.Clone()
		}
		before, moving := e.Now(), movers(e)
		s, ok := e.Step()
		if !ok {
			break
		}
		if n > 400_000 {
			return fmt.Errorf("no end in sight at %v", s.Time)
		}
		if twin != nil {
			if t, ok := twin.Step(); !ok || !slices.EqualFunc(s.Events, t.Events, sameEvent) {
				return fmt.Errorf("step %d at %v: a clone goes another way", n, s.Time)
			}
		}
		for _, id := range moving {
			seen[id].active += s.Time.Sub(before)
		}
		for i := range s.Events {
			if err := seen.see(c, e, &s.Events[i]); exact && err != nil {
				return fmt.Errorf("step %d at %v: %w", n, s.Time, err)
			}
		}
		if err := checkState(c, e); err != nil {
			return fmt.Errorf("step %d at %v: %w", n, s.Time, err)
		}
	}
	if failed, _ := e.Down(); failed.Len() == 0 && len(e.LinksDown()) == 0 && e.Waiting()+e.State().NumRunning() > 0 {
		return fmt.Errorf("%d jobs wait and %d run at the end, though all of the machine is there", e.Waiting(), e.State().NumRunning())
	}
	return nil
}

// FuzzChanges runs checkChanges on random machines, jobs, disciplines and machine
// changes.
func FuzzChanges(f *testing.F) {
	for seed := range soaktest.Seeds(125) { // seed 123: a job overruns on a link that never recovers
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		c := changing(seed)
		if err := checkChanges(c); err != nil {
			t.Fatalf("%T on %T: %v", c.Queue, c.Allocator, err)
		}
	})
}

// TestTapeSeekOfChanges checks that the engine returned by Seek equals an engine
// that runs up to the same step.
func TestTapeSeekOfChanges(t *testing.T) {
	for seed := range uint64(40) {
		c := changing(seed)
		tape, err := engine.Record(c)
		if err != nil {
			t.Fatal(err)
		}
		forward, _ := engine.New(c)
		for n := range tape.Len() {
			for s, ok := forward.Step(); ok && len(s.Events) == 0 && len(s.Speeds) == 0 && s.Trigger != queue.Staging; s, ok = forward.Step() {
			}
			if n%7 > 0 {
				continue
			}
			back := tape.Seek(n + 1)
			a, b := picture(forward), picture(back)
			failed, noticed := forward.Down()
			failedToo, noticedToo := back.Down()
			if a != b || !slices.Equal(slices.Collect(failed.All), slices.Collect(failedToo.All)) || !slices.Equal(slices.Collect(noticed.All), slices.Collect(noticedToo.All)) || !slices.Equal(forward.LinksDown(), back.LinksDown()) {
				t.Fatalf("seed %d, step %d: wound back\n%s\nforward\n%s", seed, n+1, b, a)
			}
		}
	}
}

// TestNothingChanges checks that a run with an empty timetable equals a run without
// a timetable.
func TestNothingChanges(t *testing.T) {
	for seed := range soaktest.Seeds(60) {
		c := changing(seed)
		c.Faults = nil
		want, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		c.Faults = &faults.Timetable{Lost: faults.Kill, Heartbeat: faults.Heartbeat{Period: 7, Misses: 3}}
		got, err := engine.Run(c)
		if err != nil || trace.Hash(got) != trace.Hash(want) {
			t.Fatalf("seed %d: a plan of nothing changes the run; %v", seed, err)
		}
	}
}
