package engine_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/hybrid"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// spot is the start time, the nodes and the cost of a job in windowTwin.
type spot struct {
	at    int
	where cluster.Placement
	worth []int64 // cost, compared lexicographically; lower is better
}

// windowTwin is a simple reference simulator of backfilling that compares
// placements in several time windows. It can simulate conservative backfilling, and
// backfilling with a limited number of reservations (depth). For each second it
// records which nodes are taken, and it searches for windows second by second.
type windowTwin struct {
	m         *cluster.Machine
	allocator alloc.Allocator
	jobs      []workload.Job
	windows   int
	rebuild   bool
	depth     int // number of reservations under EASY and its variants; 0: every job is promised a window

	now     int
	waiting []int
	running []int
	started []int
	held    map[int]cluster.Placement
	promise map[int]spot
	known   map[int][]bool // nodes taken in each second; valid until something changes
}

func (t *windowTwin) wall(i int) int { return sec(t.jobs[i].Walltime) }
func (t *windowTwin) end(i int) int {
	return t.started[i] + min(t.wall(i), sec(t.jobs[i].Runtime))
}

// taken returns, for each node, whether running jobs or promises take it in the
// given second.
func (t *windowTwin) taken(second int) []bool {
	if known, ok := t.known[second]; ok {
		return known
	}
	taken := make([]bool, t.m.NumNodes())
	take := func(p cluster.Placement) {
		for n := range p.All {
			taken[n] = true
		}
	}
	for _, i := range t.running {
		if t.started[i]+t.wall(i) > second {
			take(t.held[i])
		}
	}
	for i, s := range t.promise {
		if s.at <= second && second < s.at+t.wall(i) {
			take(s.where)
		}
	}
	t.known[second] = taken
	return taken
}

// each calls yield with each of the first windows that can hold job i.
func (t *windowTwin) each(i int, yield func(spot)) {
	horizon := t.now
	for _, j := range t.running {
		horizon = max(horizon, t.started[j]+t.wall(j))
	}
	for j, s := range t.promise {
		horizon = max(horizon, s.at+t.wall(j))
	}
	var seconds [][]bool
	for second := t.now; second <= horizon+t.wall(i)+1; second++ {
		seconds = append(seconds, t.taken(second))
	}
	found := 0
	for at := t.now; at <= horizon && found < t.windows; at++ {
		freed := at == t.now
		for n := range seconds[0] {
			freed = freed || !seconds[at-t.now][n] && seconds[at-1-t.now][n]
		}
		if !freed {
			continue
		}
		if s, ok := t.window(i, at); ok {
			found++
			yield(s)
		}
	}
}

// window returns the allocator's placement of job i in the window that begins at
// the given second.
func (t *windowTwin) window(i, at int) (spot, bool) {
	free := cluster.NewFree(t.m)
	for second := at; second < at+t.wall(i); second++ {
		for n, busy := range t.taken(second) {
			if n := topology.NodeID(n); busy && free.Idle().Has(n) {
				free.Take(&workload.Request{Nodes: 1}, cluster.Placement{{First: n, Last: n, Tasks: 1}})
			}
		}
	}
	where, reason := t.allocator.Allocate(&t.jobs[i].Request, free, nil)
	return spot{at, where, t.worth(where)}, reason.OK()
}

// worth returns the cost of a placement by the criteria of S4, computed in the
// simplest way.
func (t *windowTwin) worth(p cluster.Placement) []int64 {
	sum, speed, reach := int64(0), int64(0), int64(math.MaxInt64)
	for a := range p.All {
		speed += t.m.Spec(a).Speed * t.m.Spec(a).Resources[workload.Cores]
		for b := range p.All {
			if b < a {
				sum += t.m.Distance(b, a)
			}
		}
	}
	devices := t.m.Topology.(topology.Devices)
	for d := range topology.DeviceID(t.m.NumNodes() + devices.NumSwitches()) {
		far := int64(0)
		for a := range p.All {
			far = max(far, devices.DeviceDistance(d, a))
		}
		reach = min(reach, far)
	}
	switch a := t.allocator.(type) {
	case alloc.MDM:
		if a.Tie == alloc.Pairwise {
			return []int64{reach, sum, -speed}
		}
		return []int64{reach, -speed}
	}
	return []int64{sum, -speed}
}

// pick promises job i the best window. The job may keep the window that it was
// promised before, if there is one. A new window must not begin later.
func (t *windowTwin) pick(i int, was *spot) {
	latest, best := math.MaxInt, was
	if was != nil {
		latest = was.at
	}
	first := true
	t.each(i, func(s spot) {
		if first && t.rebuild && was == nil && latest < s.at {
			latest = s.at
		}
		first = false
		if s.at <= latest && (best == nil || cmp.Or(slices.Compare(s.worth, best.worth), cmp.Compare(s.at, best.at)) < 0) {
			best = &s
		}
	})
	t.promise[i] = *best
}

// start starts job i at its promised placement.
func (t *windowTwin) start(i int, s spot) {
	for _, j := range t.running { // a job that ends in this second may not have released its nodes yet
		if t.started[j]+t.wall(j) > t.now && overlap(t.held[j], s.where) {
			panic("two jobs on one node")
		}
	}
	delete(t.promise, i)
	t.held[i], t.started[i] = s.where, t.now
	t.running = append(t.running, i)
	t.waiting = slices.DeleteFunc(t.waiting, func(j int) bool { return i == j })
	t.known = map[int][]bool{}
}

// backfill goes through the queue until no more job starts. The first jobs are
// promised the best windows. Each of the other jobs starts if it does not overlap
// with these windows.
func (t *windowTwin) backfill() {
	for again := true; again; {
		again = false
		last := t.promise
		t.promise = map[int]spot{}
		for _, i := range slices.Clone(t.waiting) {
			t.known = map[int][]bool{}
			if len(t.promise) < t.depth {
				t.again(i, last)
				if s := t.promise[i]; s.at <= t.now {
					t.start(i, s)
					again = true
				}
			} else if s, ok := t.window(i, t.now); ok {
				t.start(i, s)
				again = true
			}
		}
	}
}

func (t *windowTwin) pass(ended bool) {
	if t.depth > 0 {
		t.backfill()
		return
	}
	last := map[int]spot{}
	if t.rebuild {
		last, t.promise = t.promise, map[int]spot{}
	}
	for _, i := range slices.Clone(t.waiting) {
		t.known = map[int][]bool{}
		was, promised := t.promise[i]
		switch {
		case t.rebuild:
			t.again(i, last)
		case !promised:
			t.pick(i, nil)
		case ended:
			delete(t.promise, i)
			t.pick(i, &was)
		}
		if s := t.promise[i]; s.at <= t.now {
			t.start(i, s)
		}
	}
}

// again chooses a new window for job i, if possible no later than the job's last
// promise.
func (t *windowTwin) again(i int, last map[int]spot) {
	latest := math.MaxInt
	if s, ok := last[i]; ok {
		latest = s.at
	}
	var best *spot
	if latest < math.MaxInt && latest > t.now {
		if s, ok := t.window(i, latest); ok {
			best = &s
		}
	}
	first := true
	t.each(i, func(s spot) {
		if first && latest < s.at {
			latest = s.at
		}
		first = false
		if s.at <= latest && (best == nil || cmp.Or(slices.Compare(s.worth, best.worth), cmp.Compare(s.at, best.at)) < 0) {
			best = &s
		}
	})
	t.promise[i] = *best
}

func overlap(p, q cluster.Placement) bool {
	for a := range p.All {
		for b := range q.All {
			if a == b {
				return true
			}
		}
	}
	return false
}

func (t *windowTwin) run() {
	t.started, t.held, t.promise = make([]int, len(t.jobs)), map[int]cluster.Placement{}, map[int]spot{}
	submitted := 0
	for t.now = 0; submitted < len(t.jobs) || len(t.waiting)+len(t.running) > 0; t.now++ {
		for submitted < len(t.jobs) && int(t.jobs[submitted].Submit/1000) == t.now {
			t.waiting = append(t.waiting, submitted)
			submitted++
			t.pass(false)
		}
		for {
			due := slices.DeleteFunc(slices.Clone(t.running), func(i int) bool { return t.end(i) > t.now })
			if len(due) == 0 {
				break
			}
			i := slices.MinFunc(due, func(a, b int) int { return cmp.Or(t.started[a]-t.started[b], a-b) })
			t.running = slices.DeleteFunc(t.running, func(j int) bool { return i == j })
			t.pass(true)
		}
		for _, s := range t.promise {
			if s.at == t.now {
				t.pass(false) // a timed wake-up
				break
			}
		}
	}
}

// windowCase draws a machine and jobs of whole nodes. The nodes of the machine may
// differ.
func windowCase(r *rand.Rand) (*cluster.Machine, []workload.Job, alloc.Allocator) {
	tree, _ := topology.NewFatTree(2, 3)
	torus, _ := topology.NewTorus(3, 3)
	m := cluster.NewMachine([]topology.Topology{tree, torus}[r.IntN(2)], cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
	if r.IntN(2) == 0 {
		m.SetGroup(2, 5, cluster.Spec{Resources: workload.Resources{2}, Speed: 2000})
	}
	jobs := make([]workload.Job, 24)
	at := 0
	for i := range jobs {
		at += r.IntN(8)
		wall := 2 * (1 + r.IntN(20))
		jobs[i] = workload.Job{
			Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Submit: simtime.Time(at) * 1000, Nodes: 1 + r.Int32N(6), Walltime: simtime.Duration(wall) * simtime.Second},
			Runtime: simtime.Duration(1+r.IntN(wall)) * 2 * simtime.Second, After: workload.NoJob,
		}
		jobs[i].Runtime = min(jobs[i].Runtime, jobs[i].Walltime)
		if !m.Uniform() {
			jobs[i].Runtime = jobs[i].Walltime // then a job ends at its walltime at the latest, whatever the speed of its nodes
		}
	}
	return m, jobs, []alloc.Allocator{alloc.SDM{}, alloc.MDM{}, alloc.MDM{Tie: alloc.Pairwise}}[r.IntN(3)]
}

// TestWindowsTwin compares starts and placements with those of the reference
// simulator.
func TestWindowsTwin(t *testing.T) {
	passed := map[string]int{}
	for seed := range soaktest.Seeds(120) {
		r := rand.New(rand.NewPCG(seed, 11))
		m, jobs, a := windowCase(r)
		windows := 2 + r.Int32N(4)
		c := engine.Config{Machine: m, Jobs: jobs, Allocator: a}
		if seed%7 == 0 {
			windows = queue.AllWindows
		}
		twin := &windowTwin{m: m, allocator: a, jobs: slices.Clone(jobs), windows: int(windows)}
		switch seed % 4 {
		case 0:
			c.Queue, twin.rebuild = queue.ConservativeRebuild{Windows: windows}, true
		case 1:
			c.Queue = queue.Conservative{Windows: windows}
		case 2:
			c.Queue, twin.depth = queue.EASY{Windows: windows}, 1
		case 3:
			c.Queue, twin.depth = queue.DepthBackfill{Depth: 3, Windows: windows}, 3
		}
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range log { // the reference simulator uses the engine's run time of each job
			if e.Kind == trace.Start {
				twin.jobs[e.Job].Runtime = m.RunTime(jobs[e.Job].Runtime, e.Placement)
			}
		}
		twin.run()
		for _, e := range log {
			if e.Kind != trace.Start {
				continue
			}
			if at := int(e.Time / 1000); at != twin.started[e.Job] || !slices.Equal(e.Placement, twin.held[int(e.Job)]) {
				t.Fatalf("seed %d, %T%v %T%v: job %d starts at %d on %v; the twin starts it at %d on %v", seed, c.Queue, c.Queue, a, a, e.Job+1, at, e.Placement, twin.started[e.Job], twin.held[int(e.Job)])
			}
			if e.Why.Code == why.ChosenWindow {
				passed[fmt.Sprintf("%T", c.Queue)]++
				if e.Why.Need > e.Why.Have || e.Why.At >= e.Time {
					t.Fatalf("seed %d: job %d chose a window of cost %d over one at %v of cost %d", seed, e.Job+1, e.Why.Need, e.Why.At, e.Why.Have)
				}
			}
		}
	}
	for _, p := range []queue.Policy{queue.ConservativeRebuild{}, queue.Conservative{}, queue.EASY{}, queue.DepthBackfill{}} {
		if name := fmt.Sprintf("%T", p); passed[name] < 3 {
			t.Errorf("only %d jobs passed over a window under %s", passed[name], name)
		}
	}
}

// TestWindowsKeepPromises checks that the rules for promises hold with any number
// of windows. It also checks an allocator that cannot compare windows: jobs must
// start as with one window.
func TestWindowsKeepPromises(t *testing.T) {
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 12))
		m, jobs, a := windowCase(r)
		c := engine.Config{Machine: m, Jobs: jobs, Queue: queue.Conservative{Windows: 1 + r.Int32N(5)}, Allocator: a}
		if err := queuetest.Check(c, policies.AllPromises); err != nil {
			t.Fatalf("seed %d, %+v: %v", seed, c.Queue, err)
		}
		c.Queue = queue.ConservativeRebuild{Windows: 1 + r.Int32N(5)}
		if err := queuetest.Check(c, policies.HeadPromise); err != nil {
			t.Fatalf("seed %d, %+v: %v", seed, c.Queue, err)
		}
		for _, easy := range []queue.Policy{queue.EASY{Windows: 1 + r.Int32N(5)}, queue.DepthBackfill{Depth: 3, Windows: 1 + r.Int32N(5)}} {
			c.Queue = easy
			if err := queuetest.Check(c, policies.HeadPromise); err != nil {
				t.Fatalf("seed %d, %+v: %v", seed, c.Queue, err)
			}
			c.Allocator = alloc.FirstFit{}
			many := starts(t, c)
			if c.Queue = (queue.EASY{}); easy != (queue.EASY{Windows: easy.(queue.Windowed).Weighs()}) {
				c.Queue = queue.DepthBackfill{Depth: 3}
			}
			if one := starts(t, c); many != one {
				t.Fatalf("seed %d: first fit with several windows starts\n%s, with one\n%s", seed, many, one)
			}
			c.Allocator = a
		}
		c.Queue = queue.ConservativeRebuild{Windows: 1 + r.Int32N(5)}
		c.Allocator = alloc.FirstFit{} // this allocator cannot compare windows
		if many, one := starts(t, c), starts(t, engine.Config{Machine: m, Jobs: jobs, Queue: queue.ConservativeRebuild{}, Allocator: c.Allocator}); many != one {
			t.Fatalf("seed %d: first fit with several windows starts\n%s, with one\n%s", seed, many, one)
		}
	}
}

func starts(t *testing.T, c engine.Config) (out string) {
	log, err := engine.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if e.Kind == trace.Start {
			out += fmt.Sprintln(e.Time, e.Job, e.Placement, e.Why)
		}
	}
	return out
}

// TestAllWindows checks that comparing all windows finds a good window that
// comparing 64 windows does not find. The machine has 80 leaves of two nodes each.
// The first node of each leaf is free from 1,000 s on, and the second nodes become
// free one after another from 1 to 80 s. So the first 79 windows for a job of two
// nodes span two leaves, and the 80th is the first window with a whole leaf.
func TestAllWindows(t *testing.T) {
	tree, err := topology.NewPGFT([]int{2, 80}, []int{1, 1}, []int{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	m := cluster.NewMachine(tree, cluster.Spec{Resources: workload.Resources{1}, Speed: 1000})
	var jobs []workload.Job
	add := func(submit, nodes, wall int) {
		jobs = append(jobs, workload.Job{Request: workload.Request{ID: workload.JobID(len(jobs)), Number: int64(len(jobs) + 1), Submit: simtime.Time(submit) * 1000, Nodes: int32(nodes), Walltime: simtime.Duration(wall) * simtime.Second}, Runtime: simtime.Duration(wall) * simtime.Second, After: workload.NoJob})
	}
	for leaf := range 80 {
		add(0, 1, 1000)
		add(0, 1, 1+leaf)
	}
	add(0, 2, 5)
	last := len(jobs) - 1
	for _, p := range []func(n int32) queue.Policy{
		func(n int32) queue.Policy { return queue.EASY{Windows: n} }, func(n int32) queue.Policy { return queue.Conservative{Windows: n} },
		func(n int32) queue.Policy { return queue.ConservativeRebuild{Windows: n} }, func(n int32) queue.Policy { return hybrid.HybridPolicy{Windows: n} },
	} {
		for n, want := range map[int32]simtime.Time{64: 2, queue.AllWindows: 1000} {
			c := engine.Config{Machine: m, Jobs: jobs, Queue: p(n), Allocator: alloc.SDM{}}
			log, err := engine.Run(c)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range log {
				if e.Kind == trace.Start && int(e.Job) == last && e.Time != want*1000 {
					t.Errorf("%T with %d windows: the last job starts at %v, want %d s", c.Queue, n, e.Time, want)
				}
			}
		}
	}
}
