package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// twin is a simple reference simulator of a flat machine, or of a machine whose
// nodes are shared by tasks of one core. It uses lists, full scans, and an array of
// what is free in each second. It follows SOURCES.md RUN.1 literally and shares no
// code with the engine.
type twin struct {
	jobs    []workload.Job
	free    int
	now     int
	started []int // start time of each job; -1 before its start
	waiting []int
	running []int
	given   map[int]bool // jobs that have released their nodes before their ending event
	promise map[int]int
	pass    func(t *twin, ended bool)
}

func sec(d simtime.Duration) int { return int(d / simtime.Second) }

func (t *twin) nodes(i int) int { return int(t.jobs[i].Size()) }
func (t *twin) wall(i int) int  { return sec(t.jobs[i].Walltime) }
func (t *twin) limit(i int) int { return t.started[i] + t.wall(i) }
func (t *twin) end(i int) int   { return t.started[i] + min(t.wall(i), sec(t.jobs[i].Runtime)) }

func (t *twin) start(i int) {
	t.free -= t.nodes(i)
	t.started[i] = t.now
	t.running = append(t.running, i)
	t.waiting = slices.DeleteFunc(t.waiting, func(j int) bool { return i == j })
}

func (t *twin) run() []int {
	t.started = make([]int, len(t.jobs))
	for i := range t.started {
		t.started[i] = -1
	}
	t.given, t.promise = map[int]bool{}, map[int]int{}
	submitted := 0
	for t.now = 0; submitted < len(t.jobs) || len(t.waiting)+len(t.running) > 0; t.now++ {
		for _, i := range t.running {
			if t.limit(i) == t.now {
				t.free += t.nodes(i)
				t.given[i] = true
			}
		}
		for submitted < len(t.jobs) && int(t.jobs[submitted].Submit/1000) == t.now {
			t.waiting = append(t.waiting, submitted)
			submitted++
			t.pass(t, false)
		}
		for {
			due := slices.DeleteFunc(slices.Clone(t.running), func(i int) bool { return t.end(i) > t.now })
			if len(due) == 0 {
				break
			}
			i := slices.MinFunc(due, func(a, b int) int {
				if d := t.started[a] - t.started[b]; d != 0 {
					return d
				}
				return a - b
			})
			t.running = slices.DeleteFunc(t.running, func(j int) bool { return i == j })
			if !t.given[i] {
				t.free += t.nodes(i)
			}
			t.pass(t, true)
		}
		t.pass(t, false) // a timed wake-up; it changes nothing if none is due
	}
	return t.started
}

func twinFCFS(t *twin, _ bool) {
	for len(t.waiting) > 0 && t.nodes(t.waiting[0]) <= t.free {
		t.start(t.waiting[0])
	}
}

func twinEASY(t *twin, ended bool) {
	twinFCFS(t, ended)
	if len(t.waiting) == 0 {
		return
	}
	head := t.waiting[0]
	shadow, extra := 1<<30, 0
	for s := t.now; s < t.now+100 && shadow == 1<<30; s++ { // 100 s are enough, because no job takes longer
		free := t.free
		for _, i := range t.running {
			if !t.given[i] && t.limit(i) <= s {
				free += t.nodes(i)
			}
		}
		if free >= t.nodes(head) {
			shadow, extra = s, free-t.nodes(head)
		}
	}
	for _, i := range slices.Clone(t.waiting[1:]) {
		switch {
		case t.nodes(i) > t.free:
		case t.now+t.wall(i) <= shadow:
			t.start(i)
		case t.nodes(i) <= extra:
			extra -= t.nodes(i)
			t.start(i)
		}
	}
}

// twinConservative makes a pass of conservative backfilling that recomputes, for
// each job, what is free in every second.
func twinConservative(t *twin, ended bool) {
	earliest := func(i int) int {
		for s := t.now; ; s++ {
			fits := true
			for x := s; x < s+max(1, t.wall(i)) && fits; x++ {
				fits = t.freeAt(x) >= t.nodes(i)
			}
			if fits {
				return s
			}
		}
	}
	for _, i := range slices.Clone(t.waiting) {
		if _, ok := t.promise[i]; ended || !ok {
			delete(t.promise, i)
			t.promise[i] = earliest(i)
		}
		if t.promise[i] == t.now {
			delete(t.promise, i)
			t.start(i)
		}
	}
}

// twinDeep returns a pass that tabulates what is free in every future second. The
// pass makes reservations for the first jobs that do not fit, up to the given
// number.
func twinDeep(depth int) func(*twin, bool) {
	return func(t *twin, _ bool) {
		free := make([]int, 4000)
		for x := range free {
			free[x] = t.free
		}
		change := func(from, until, by int) {
			for x := from; x < until; x++ {
				free[x] += by
			}
		}
		for _, i := range t.running {
			if !t.given[i] {
				change(t.limit(i)-t.now, len(free), t.nodes(i))
			}
		}
		fits := func(i, from int) bool {
			return !slices.ContainsFunc(free[from:from+t.wall(i)], func(n int) bool { return n < t.nodes(i) })
		}
		reserved := 0
		for _, i := range slices.Clone(t.waiting) {
			if fits(i, 0) {
				change(0, t.wall(i), -t.nodes(i))
				t.start(i)
			} else if reserved < depth {
				from := 0
				for !fits(i, from) {
					from++
				}
				change(from, from+t.wall(i), -t.nodes(i))
				reserved++
			}
		}
	}
}

// twinMPFS makes a pass that sorts the jobs by size and starts each job that fits.
func twinMPFS(t *twin, _ bool) {
	bySize := slices.Clone(t.waiting)
	slices.SortStableFunc(bySize, func(i, j int) int { return t.nodes(j) - t.nodes(i) })
	for _, i := range bySize {
		if t.nodes(i) <= t.free {
			t.start(i)
		}
	}
}

func (t *twin) freeAt(x int) int {
	free := t.free
	for _, i := range t.running {
		if !t.given[i] && t.limit(i) <= x {
			free += t.nodes(i)
		}
	}
	for i, at := range t.promise {
		if at <= x && x < at+t.wall(i) {
			free -= t.nodes(i)
		}
	}
	return free
}

// randomJobs draws jobs, many of which have equal times. Some run to their walltime
// and some end early.
func randomJobs(r *rand.Rand, n, wide int) []workload.Job {
	jobs := make([]workload.Job, n)
	at := 0
	for i := range jobs {
		if r.IntN(3) > 0 {
			at += r.IntN(12)
		}
		wall := 1 + r.IntN(40)
		run := wall
		if r.IntN(3) > 0 {
			run = 1 + r.IntN(wall+4)
		}
		jobs[i] = workload.Job{
			Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Submit: simtime.Time(at * 1000), Nodes: int32(1 + r.IntN(wide)), Walltime: simtime.Duration(wall) * simtime.Second},
			Runtime: simtime.Duration(run) * simtime.Second, After: workload.NoJob,
		}
	}
	return jobs
}

func flatMachine(n int) *cluster.Machine {
	flat, _ := topology.NewFlat(n)
	return cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000})
}

func TestTwins(t *testing.T) {
	for _, c := range []struct {
		policy queue.Policy
		pass   func(*twin, bool)
		long   int // number of jobs in the test with a long queue; if the reference simulator is fast enough, more jobs than fit in a block of the engine's queue
	}{
		{queue.FCFS{}, twinFCFS, 250}, {queue.EASY{}, twinEASY, 250}, {queue.Conservative{}, twinConservative, 60},
		{queue.ConservativeRebuild{}, twinDeep(1 << 30), 40}, {queue.MPFSScan{}, twinMPFS, 250},
		{queue.DepthBackfill{}, twinEASY, 250}, {queue.DepthBackfill{Depth: 2}, twinDeep(2), 100}, {queue.DepthBackfill{Depth: 1000}, twinDeep(1 << 30), 40},
	} {
		t.Run(fmt.Sprintf("%T%v", c.policy, c.policy), func(t *testing.T) {
			for seed := range soaktest.Seeds(200) {
				r := rand.New(rand.NewPCG(seed, 7))
				n := 30
				if seed%40 == 0 {
					n = c.long
				}
				jobs := randomJobs(r, n, 12)
				for i := range jobs {
					jobs[i].Submit = jobs[i].Submit / 1000 * 30 / simtime.Time(n) * 1000
				}
				want := (&twin{jobs: jobs, free: 12, pass: c.pass}).run()
				conf := engine.Config{Machine: flatMachine(12), Jobs: jobs, Queue: c.policy, Allocator: alloc.FirstFit{}}
				if seed%3 == 0 {
					shareNodes(&conf)
				}
				compareStarts(t, conf, want, seed)
			}
		})
	}
}

// shareNodes makes the jobs ask for tasks of one core instead of nodes. The nodes
// have several cores each, twelve in total, and more memory than the tasks can use.
func shareNodes(c *engine.Config) {
	c.Jobs = slices.Clone(c.Jobs)
	for i := range c.Jobs {
		j := &c.Jobs[i]
		j.Nodes, j.Tasks = 0, j.Nodes
		j.PerTask = workload.Resources{workload.Cores: 1, workload.Memory: int64(i % 4)}
	}
	flat, _ := topology.NewFlat(3)
	c.Machine = cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 5, workload.Memory: 15}, Speed: 1000})
	c.Machine.SetGroup(1, 1, cluster.Spec{Resources: workload.Resources{workload.Cores: 2, workload.Memory: 6}, Speed: 1000})
}

func compareStarts(t *testing.T, c engine.Config, want []int, seed uint64) {
	t.Helper()
	tape, err := engine.Record(c)
	if err != nil {
		t.Fatal(err)
	}
	if !tape.Counted() {
		t.Fatal("counting does not decide")
	}
	got := make([]int, len(c.Jobs))
	for _, e := range tape.Log() {
		if e.Kind == trace.Start {
			got[e.Job] = int(e.Time / 1000)
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("seed %d: starts\n%v, the dumb simulator says\n%v", seed, got, want)
	}
}

// TestDepthOne checks that a reservation depth of 1 gives the same trace as EASY,
// including reasons and reservations, although it is implemented differently.
func TestDepthOne(t *testing.T) {
	for seed := range soaktest.Seeds(300) {
		c := engine.Config{Machine: flatMachine(12), Jobs: randomJobs(rand.New(rand.NewPCG(seed, 8)), 50, 12), Allocator: alloc.FirstFit{}}
		c.Order = queue.Order(seed % 6)
		var hash [2]uint64
		for i, p := range []queue.Policy{queue.EASY{}, queue.DepthBackfill{Depth: 1}} {
			c.Queue = p
			log, err := engine.Run(c)
			if err != nil {
				t.Fatal(err)
			}
			hash[i] = trace.Hash(log)
		}
		if hash[0] != hash[1] {
			t.Fatalf("seed %d: depth 1 is not EASY", seed)
		}
	}
}
