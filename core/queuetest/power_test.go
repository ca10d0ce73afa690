package queuetest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TestPower checks the contract of every discipline on machines that draw power, under
// a cap and with nodes that sleep. A replay of each trace, which shares no code with
// the simulator, checks that the cap is never exceeded, that nodes sleep and wake when
// they must, and that energy and carbon are right.
func TestPower(t *testing.T) {
	cases, capped, slept, woken := 0, 0, 0, 0
	for seed := range uint64(soaktest.Part(10000, 2)) {
		c, promise, about, ok := powerCase(seed)
		if !ok {
			continue
		}
		if err := queuetest.Check(c, promise); err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		log, err := engine.Run(c)
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		x := newReplay(c)
		for i := range log {
			if err := x.read(&log[i]); err != nil {
				t.Fatalf("%s: event %d (%s): %v", about, i, log[i].Text(c.Jobs), err)
			}
		}
		s := metrics.Subject{Machine: c.Machine, Jobs: c.Jobs, Network: c.Network}
		if err := x.compare(s.Summarize(log)); err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		cases++
		if _, limited := c.Machine.Cap(); limited {
			capped++
		}
		slept += x.slept
		woken += x.woken
	}
	t.Logf("%d cases, %d with a cap; %d times nodes were powered down, %d jobs woke nodes", cases, capped, slept, woken)
	if cases < soaktest.Part(2500, 2) || capped < cases/4 || slept < cases || woken < cases/2 {
		t.Error("too few to prove anything")
	}
}

// powerCase draws a case of TestPower. Some cases are impossible.
func powerCase(seed uint64) (c engine.Config, promise policies.PromiseScope, about string, ok bool) {
	r := rand.New(rand.NewPCG(seed, 0x90e))
	x := everyCase{seed, r.IntN(len(disciplines)), r.IntN(len(allocators)), r.IntN(len(shapes)), 0, 0, r.IntN(8) / 6 * (1 + r.IntN(2))}
	c, promise = x.config()
	about = x.String()
	for i := range c.Jobs {
		c.Jobs[i].Elastic = nil
	}
	if _, plans := c.Queue.(queue.UnpoweredPlan); plans && r.IntN(20) > 0 {
		return c, promise, about, false
	}
	watts := func() cluster.Watts {
		idle := 8 * (1 + r.Int64N(25_000)) // multiples of the largest number of cores, so that a share of it is a whole number
		return cluster.Watts{Idle: idle, Active: idle + 8*r.Int64N(50_000), Off: r.Int64N(idle)}
	}
	kinds := make([]cluster.Watts, c.Machine.NumKinds())
	for k := range kinds {
		if kinds[k] = watts(); r.IntN(2) == 0 {
			kinds[k] = kinds[0]
		}
	}
	powered := func(n topology.NodeID) cluster.Spec {
		s := *c.Machine.Spec(n)
		s.Power = kinds[c.Machine.KindOf(n)]
		return s
	}
	m := cluster.NewMachine(c.Machine.Topology, powered(0))
	for n := range topology.NodeID(m.NumNodes()) {
		if s := powered(n); s != powered(0) {
			m.SetGroup(n, n, s)
		}
	}
	all := cluster.Placement{{First: 0, Last: topology.NodeID(m.NumNodes() - 1), Tasks: 1}}
	if r.IntN(3) > 0 {
		whole := m.JobWatts(&workload.Request{Nodes: 1}, all)
		m.SetCap(m.IdleWatts(all) + whole/2 + r.Int64N(whole/2+1))
	}
	if r.IntN(3) > 0 {
		c.Sleep = &engine.Sleep{After: seconds(r, 9), Shut: seconds(r, 4), Wake: seconds(r, 6)}
		if r.IntN(3) == 0 {
			c.Sleep.Keep = cluster.Placement{{First: 1, Last: 3, Tasks: 1}}
		}
	}
	m.SetCarbon(someCarbon(r))
	c.Machine = m
	if a, ok := c.Allocator.(alloc.Restricted); ok {
		for i := range c.Jobs {
			if a.Accepts(c.Machine.Topology, &c.Jobs[i].Request) != nil {
				return c, promise, about, false
			}
		}
	}
	_, err := engine.New(c)
	return c, promise, about, err == nil
}

// seconds returns whole seconds, often 0, or a time in between.
func seconds(r *rand.Rand, most int) simtime.Duration {
	if r.IntN(3) == 0 {
		return simtime.Duration(r.IntN(most * 1000))
	}
	return simtime.Duration(r.IntN(most)) * simtime.Second
}

func someCarbon(r *rand.Rand) *cluster.Carbon {
	c := &cluster.Carbon{}
	at := simtime.Time(0)
	for range 1 + r.IntN(5) {
		c.Steps = append(c.Steps, cluster.Intensity{At: at, Grams: r.Int64N(800_000)})
		at += simtime.Time(1 + r.IntN(20_000))
	}
	if r.IntN(2) == 0 {
		c.Repeat = simtime.Duration(at)
	}
	return c
}

// replay is the state of every node, read from a trace.
type replay struct {
	c      engine.Config
	carbon *cluster.Carbon
	now    simtime.Time
	began  bool // the first job has been submitted
	open   int  // jobs that have not ended
	nodes  []replayNode
	jobs   map[workload.JobID]*replayJob

	energy, ofJobs, grams, peak, lastEnergy, lastOfJobs, lastGrams float64
	ended, slept, woken                                            int
}

type replayNode struct {
	users map[workload.JobID]int32 // tasks
	idle  simtime.Time             // since when no job uses it
	state string                   // "up", "falling" or "off"
	at    simtime.Time             // when it is up, or off
}

type replayJob struct {
	where cluster.Placement
	ready simtime.Time
	waits bool
}

func newReplay(c engine.Config) *replay {
	x := &replay{c: c, carbon: c.Machine.Carbon(), open: len(c.Jobs), jobs: map[workload.JobID]*replayJob{}}
	for range c.Machine.NumNodes() {
		x.nodes = append(x.nodes, replayNode{users: map[workload.JobID]int32{}, state: "up"})
	}
	return x
}

// draws returns what a node draws now in watts, in all, and the part of its jobs.
func (x *replay) draws(n int) (all, jobs float64) {
	node, spec := &x.nodes[n], x.c.Machine.Spec(topology.NodeID(n))
	idle, more := float64(spec.Power.Idle)/1000, float64(spec.Power.Active-spec.Power.Idle)/1000
	if node.state == "off" {
		return float64(spec.Power.Off) / 1000, 0
	}
	all = idle
	for id, tasks := range node.users {
		share := 1.0
		if r := &x.c.Jobs[id].Request; !r.Whole() {
			k := workload.Cores
			if spec.Resources[workload.GPUs] > 0 {
				k = workload.GPUs
			}
			share = float64(r.PerTask[k]) * float64(tasks) / float64(spec.Resources[k])
		}
		if jobs += idle * share; !x.jobs[id].waits {
			jobs += more * share
			all += more * share
		}
	}
	return all, jobs
}

// pass lets time go on to an instant, a part at a time in which the intensity is the
// same.
func (x *replay) pass(to simtime.Time) error {
	all, jobs := 0.0, 0.0
	for n := range x.nodes {
		a, j := x.draws(n)
		all, jobs = all+a, jobs+j
	}
	if most, capped := x.c.Machine.Cap(); capped && all > float64(most)/1000+1e-6 {
		return fmt.Errorf("%v W, above the cap of %d mW", all, most)
	}
	for x.now < to && x.began {
		until := min(to, x.nextIntensity())
		d := float64(until-x.now) / 1000
		x.energy += d * all
		x.ofJobs += d * jobs
		x.grams += d * all * x.carbon.At(x.now)
		x.peak = max(x.peak, all)
		x.now = until
	}
	x.now = to
	return nil
}

func (x *replay) nextIntensity() simtime.Time {
	t, turn := x.now, simtime.Time(0)
	if p := simtime.Time(x.carbon.Repeat); p > 0 {
		turn = t / p * p
		t -= turn
	}
	for _, s := range x.carbon.Steps {
		if s.At > t {
			return turn + s.At
		}
	}
	if x.carbon.Repeat > 0 {
		return turn + simtime.Time(x.carbon.Repeat)
	}
	return simtime.Never
}

// late returns an error if a node should have fallen asleep, or be off, before now.
func (x *replay) late(now simtime.Time) error {
	for n := range x.nodes {
		node := &x.nodes[n]
		switch {
		case x.c.Sleep == nil || x.open == 0:
		case node.state == "falling" && node.at < now:
			return fmt.Errorf("node %d should be off since %v", n, node.at)
		case node.state == "up" && len(node.users) == 0 && !x.keeps(n) && node.idle.Add(x.c.Sleep.After) < now:
			return fmt.Errorf("node %d has been idle since %v", n, node.idle)
		}
	}
	return nil
}

func (x *replay) keeps(n int) bool {
	for k := range x.c.Sleep.Keep.All {
		if int(k) == n {
			return true
		}
	}
	return false
}

func (x *replay) read(e *trace.Event) error {
	if e.Time > x.now {
		if err := x.pass(e.Time); err != nil {
			return err
		}
		if err := x.late(e.Time); err != nil {
			return err
		}
	}
	switch e.Kind {
	case trace.Submit:
		x.began = true
	case trace.Reject:
		x.open--
	case trace.PowerDown, trace.PowerOff:
		return x.sleep(e)
	case trace.Start:
		return x.start(e)
	case trace.Wake:
		x.woken++
	case trace.Ready:
		if j := x.jobs[e.Job]; !j.waits || j.ready != e.Time {
			return fmt.Errorf("its nodes are up at %v", j.ready)
		}
		x.jobs[e.Job].waits = false
	case trace.End, trace.Kill, trace.Fail, trace.Requeue:
		return x.end(e)
	}
	return nil
}

func (x *replay) sleep(e *trace.Event) error {
	x.slept++
	for n := range e.Placement.All {
		node := &x.nodes[n]
		switch {
		case len(node.users) > 0 || x.keeps(int(n)):
			return fmt.Errorf("node %d is in use, or never sleeps", n)
		case node.state == "falling":
			if node.at != e.Time || e.Kind != trace.PowerOff {
				return fmt.Errorf("node %d is off at %v", n, node.at)
			}
			node.state = "off"
		case node.state == "off" || node.idle.Add(x.c.Sleep.After) != e.Time || (e.Kind == trace.PowerOff) != (x.c.Sleep.Shut == 0):
			return fmt.Errorf("node %d is %s, idle since %v", n, node.state, node.idle)
		default:
			node.state, node.at = "falling", e.Time.Add(x.c.Sleep.Shut)
			if e.Kind == trace.PowerOff {
				node.state = "off"
			}
		}
	}
	return nil
}

func (x *replay) start(e *trace.Event) error {
	j := &replayJob{where: e.Placement, ready: e.Time}
	for n, tasks := range e.Placement.All {
		node := &x.nodes[n]
		if node.state != "up" {
			node.state, node.at = "up", max(node.at, e.Time).Add(x.c.Sleep.Wake)
		}
		j.ready = max(j.ready, node.at)
		node.users[e.Job] = tasks
	}
	if j.waits = e.Of == 1; j.waits != (j.ready > e.Time) {
		return fmt.Errorf("its nodes are up at %v", j.ready)
	}
	x.jobs[e.Job] = j
	return nil
}

func (x *replay) end(e *trace.Event) error {
	j := x.jobs[e.Job]
	if j.waits && (e.Kind == trace.End || e.Kind == trace.Kill) {
		return fmt.Errorf("its nodes are up only at %v", j.ready)
	}
	for n := range j.where.All {
		node := &x.nodes[n]
		if delete(node.users, e.Job); len(node.users) == 0 {
			node.idle = e.Time
		}
	}
	delete(x.jobs, e.Job)
	if e.Kind != trace.Requeue {
		x.open--
		x.ended++
		x.lastEnergy, x.lastOfJobs, x.lastGrams = x.energy, x.ofJobs, x.grams
	}
	return nil
}

// compare compares the figures of a run with the replay's.
func (x *replay) compare(f metrics.Figures) error {
	const joules = 3.6e6
	for _, p := range []struct {
		name      string
		got, want float64
	}{
		{"energy", f.Energy, x.lastEnergy / joules},
		{"energy per job", f.EnergyPerJob * float64(max(x.ended, 1)), x.lastOfJobs / joules},
		{"carbon", f.Carbon, x.lastGrams / joules / 1000},
		{"peak", f.PeakPower, x.peak / 1000},
	} {
		if math.Abs(p.got-p.want) > 1e-6*math.Abs(p.want)+1e-9 {
			return fmt.Errorf("%s %v, must be %v", p.name, p.got, p.want)
		}
	}
	if f.Makespan > 0 && math.Abs(f.MeanPower*f.Makespan-f.Energy*3600) > 1e-6 {
		return fmt.Errorf("mean power %v kW for %v s and %v kWh", f.MeanPower, f.Makespan, f.Energy)
	}
	return nil
}
