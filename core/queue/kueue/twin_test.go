package kueue_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/kueue"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// twin is a slow version of the rules, made from their description alone. It keeps
// no sums: what a cohort uses is counted anew from the running jobs each time.
type twin struct {
	policy  kueue.KueuePolicy
	machine *cluster.Machine
	place   alloc.Allocator
	jobs    []workload.Job
	running map[int]admitted
	extra   []admitted // reservations of the cycle
	nodes   []admitted // nodes reserved in the cycle
	active  map[string][]int
	parked  map[string][]int
	tried   map[int]int
	now     simtime.Time
	started []string // starts and stops
	twinPreemption
	shared  int // cycles in which heads of several queues were admitted
	skipped int // heads that no longer fitted
	refused int // heads that waited for nodes
	admits  int // jobs that were admitted
}

// admitted records what a job uses of a queue's flavor.
type admitted struct {
	job    int
	queue  string
	flavor string
	what   map[queue.Measure]int64
	where  cluster.Placement
	at     simtime.Time // start
}

type key struct {
	flavor string
	of     queue.Measure
}

func (t *twin) flavors(name string) []kueue.Flavor {
	for _, q := range t.policy.Queues {
		if q.Name == name {
			return q.Flavors
		}
	}
	for _, c := range t.policy.Cohorts {
		if "cohort "+c.Name == name {
			return c.Flavors
		}
	}
	return nil
}

func (t *twin) quota(name string, k key) (kueue.Quota, bool) {
	for _, f := range t.flavors(name) {
		for _, q := range f.Quotas {
			if f.Name == k.flavor && q.Measure == k.of {
				return q, true
			}
		}
	}
	return kueue.Quota{Borrowing: kueue.Unlimited, Lending: kueue.Unlimited}, false
}

// parent returns the cohort above a queue or cohort, or "".
func (t *twin) parent(name string) string {
	above := ""
	for _, q := range t.policy.Queues {
		if q.Name == name {
			above = q.Cohort
		}
	}
	for _, c := range t.policy.Cohorts {
		if "cohort "+c.Name == name {
			above = c.Parent
		}
	}
	if above == "" {
		return ""
	}
	return "cohort " + above
}

func (t *twin) children(name string) (all []string) {
	seen := map[string]bool{}
	for _, q := range t.policy.Queues {
		if t.parent(q.Name) == name {
			all = append(all, q.Name)
		}
	}
	for _, c := range t.policy.Cohorts {
		if n := "cohort " + c.Name; t.parent(n) == name && !seen[n] {
			all = append(all, n)
		}
	}
	return all
}

func (t *twin) subtreeQuota(name string, k key) int64 {
	q, _ := t.quota(name, k)
	sum := q.Nominal
	for _, c := range t.children(name) {
		sum += t.subtreeQuota(c, k) - t.localQuota(c, k)
	}
	return sum
}

func (t *twin) localQuota(name string, k key) int64 {
	if q, _ := t.quota(name, k); q.Lending >= 0 {
		return max(0, t.subtreeQuota(name, k)-q.Lending)
	}
	return 0
}

func (t *twin) usage(name string, k key) (sum int64) {
	if slices.ContainsFunc(t.policy.Queues, func(q kueue.ClusterQueue) bool { return q.Name == name }) {
		count := func(a admitted) {
			if a.queue == name && a.flavor == k.flavor && !t.without[a.job] {
				sum += a.what[k.of]
			}
		}
		for _, a := range t.running {
			count(a)
		}
		for _, a := range t.extra {
			count(a)
		}
		return sum
	}
	for _, c := range t.children(name) {
		sum += max(0, t.usage(c, k)-t.localQuota(c, k))
	}
	return sum
}

func (t *twin) available(name string, k key) int64 {
	s, u := t.subtreeQuota(name, k), t.usage(name, k)
	p := t.parent(name)
	if p == "" {
		return s - u
	}
	local := t.localQuota(name, k)
	from := t.available(p, k)
	if q, _ := t.quota(name, k); q.Borrowing >= 0 {
		from = min(from, (s-local)-max(0, u-local)+q.Borrowing)
	}
	return max(0, local-u) + from
}

func (t *twin) potentialAvailable(name string, k key) int64 {
	p := t.parent(name)
	if p == "" {
		return t.subtreeQuota(name, k)
	}
	most := t.localQuota(name, k) + t.potentialAvailable(p, k)
	if q, _ := t.quota(name, k); q.Borrowing >= 0 {
		most = min(most, t.subtreeQuota(name, k)+q.Borrowing)
	}
	return most
}

func (t *twin) height(name string) int {
	h := 0
	for _, c := range t.children(name) {
		h = max(h, 1+t.height(c))
	}
	return h
}

// level returns the borrowing level, and whether a subtree that is not the whole tree
// could hold the amount.
func (t *twin) level(name string, k key, v int64) (int, bool) {
	p := t.parent(name)
	if t.usage(name, k)+v <= t.subtreeQuota(name, k) || p == "" {
		return 0, p != ""
	}
	rest := v - max(0, t.localQuota(name, k)-t.usage(name, k))
	for ; ; p = t.parent(p) {
		if t.usage(p, k)+rest <= t.subtreeQuota(p, k) {
			return t.height(p), t.parent(p) != ""
		}
		rest -= max(0, t.localQuota(p, k)-t.usage(p, k))
		if t.parent(p) == "" {
			return t.height(p), false
		}
	}
}

func (t *twin) requests(id int) map[queue.Measure]int64 {
	r := &t.jobs[id].Request
	if r.Whole() {
		return map[queue.Measure]int64{queue.Nodes: int64(r.Nodes)}
	}
	out := map[queue.Measure]int64{}
	for m := range queue.NumMeasures {
		if k, ok := m.Counts(); ok && r.PerTask[k] > 0 {
			out[m] = r.PerTask[k] * int64(r.Tasks)
		}
	}
	return out
}

// The modes of an assignment.
const (
	never = iota
	later
	preempt
	reclaim
	nowFits
)

// entry is a head of a cycle with its assignment.
type entry struct {
	admitted
	mode, level int
	next        int
	targets     []target
}

// resource returns the mode and the borrowing level of a job that asks for an amount.
func (t *twin) resource(q *kueue.ClusterQueue, id int, k key, v int64) (mode, level int) {
	n, covered := t.quota(q.Name, k)
	if !covered || v > t.potentialAvailable(q.Name, k) {
		return never, 0
	}
	level, part := t.level(q.Name, k, v)
	switch {
	case v <= max(0, t.available(q.Name, k)):
		return nowFits, level
	case v <= n.Nominal || part || q.Preemption.Borrowing:
		return t.simulate(q, id, k, v)
	}
	return never, level
}

func (t *twin) assign(q *kueue.ClusterQueue, id int) entry {
	type choice struct {
		flavor, mode, worst, level int
	}
	better := func(a, b choice) bool {
		if a.mode != b.mode {
			return a.mode > b.mode
		}
		return a.mode != never && a.worst < b.worst
	}
	best := choice{mode: never}
	next := 0
search:
	for i := t.tried[id]; i < len(q.Flavors); i++ {
		c := choice{flavor: i, mode: nowFits}
		for m, v := range t.requests(id) {
			mode, b := t.resource(q, id, key{q.Flavors[i].Name, m}, v)
			c.level = max(c.level, b)
			switch {
			case mode < c.mode:
				c.mode, c.worst = mode, b
			case mode == c.mode:
				c.worst = max(c.worst, b)
			}
		}
		next = i + 1
		switch {
		case c.mode == never || c.mode == later:
		case c.mode != nowFits && !q.StopAtPreemption:
		case c.worst > 0 && q.NextFlavor:
		default:
			best = c
			break search
		}
		if i == t.tried[id] || better(c, best) {
			best = c
		}
	}
	e := entry{admitted: admitted{job: id, queue: q.Name, flavor: q.Flavors[best.flavor].Name, what: t.requests(id)}, mode: best.mode, level: best.level, next: next % len(q.Flavors)}
	t.findNodes(q, &e)
	return e
}

// findNodes finds the nodes of a head, and the jobs that must be stopped for it.
func (t *twin) findNodes(q *kueue.ClusterQueue, e *entry) {
	r := &t.jobs[e.job].Request
	stops := q.Preemption.Within != kueue.WithinNever || q.Preemption.Reclaim != kueue.ReclaimNever
	if e.mode == nowFits {
		where, verdict := t.place.Allocate(r, t.freeFor(e.flavor, false), nil)
		if e.where = where; verdict.OK() {
			return
		}
		t.refused++
		e.mode = later
	} else if e.mode == never || !stops {
		return
	}
	where, verdict := t.place.Allocate(r, t.freeFor(e.flavor, true), nil)
	if e.where = where; !verdict.OK() {
		e.mode = never
		return
	}
	ask, short := map[key]int64{}, []key{}
	for m, v := range e.what {
		ask[key{e.flavor, m}] = v
		short = append(short, key{e.flavor, m})
	}
	if e.targets = t.targets(q, e.job, ask, short, e.flavor); len(e.targets) > 0 {
		t.leaveOut(e.targets)
		e.where, _ = t.place.Allocate(r, t.freeFor(e.flavor, false), nil)
		t.without = nil
	}
}

// freeFor returns what is free on the nodes of a flavor, without what the cycle has
// reserved, or everything on an empty machine.
func (t *twin) freeFor(flavor string, empty bool) *cluster.Free {
	free := cluster.NewFree(t.machine)
	if !empty {
		for _, a := range t.running {
			if !t.without[a.job] {
				free.Take(&t.jobs[a.job].Request, a.where)
			}
		}
		for _, a := range t.nodes {
			for n, tasks := range a.where.All {
				r, have := &t.jobs[a.job].Request, free.Available(n)
				for k := range have {
					have[k] = max(0, have[k]-r.PerTask[k]*int64(tasks))
					if r.Whole() {
						have[k] = 0
					}
				}
				free.Put(n, have, false)
			}
		}
	}
	for _, q := range t.policy.Queues {
		for _, f := range q.Flavors {
			if f.Name == flavor && f.Nodes != nil {
				for n := range topology.NodeID(t.machine.NumNodes()) {
					if f.Nodes.On(n) == 0 {
						free.Put(n, workload.Resources{}, false)
					}
				}
			}
		}
	}
	return free
}

func (t *twin) queueOf(name string) *kueue.ClusterQueue {
	return &t.policy.Queues[slices.IndexFunc(t.policy.Queues, func(q kueue.ClusterQueue) bool { return q.Name == name })]
}

// heads nominates the heads of all queues, and returns them in the order in which they
// have their turn.
func (t *twin) heads() (heads []entry) {
	for i := range t.policy.Queues {
		q := &t.policy.Queues[i]
		line := t.active[q.Name]
		slices.SortStableFunc(line, func(a, b int) int {
			if one, other := t.front[q.Name] == a+1, t.front[q.Name] == b+1; one != other {
				return map[bool]int{true: -1, false: 1}[one]
			}
			return cmp.Or(cmp.Compare(t.jobs[b].Priority, t.jobs[a].Priority), cmp.Compare(t.jobs[a].Submit, t.jobs[b].Submit), cmp.Compare(a, b))
		})
		if len(line) > 0 {
			heads = append(heads, t.assign(q, line[0]))
		}
	}
	slices.SortStableFunc(heads, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(t.jobs[b.job].Priority, t.jobs[a.job].Priority), cmp.Compare(t.jobs[a.job].Submit, t.jobs[b.job].Submit), cmp.Compare(a.queue, b.queue))
	})
	return heads
}

// cycle runs one cycle, and reports whether something was admitted, stopped or parked.
func (t *twin) cycle() bool {
	t.extra, t.nodes, t.dying = nil, nil, nil
	changed, in := false, 0
	for _, e := range t.heads() {
		q := t.queueOf(e.queue)
		if e.mode == nowFits || len(e.targets) > 0 {
			t.tried[e.job] = 0
			if t.enter(e) {
				changed = true
				in++
			} else {
				t.skipped++
			}
			continue
		}
		if e.mode != never && q.Preemption.Reclaim != kueue.ReclaimAny {
			t.keep(e)
		}
		t.tried[e.job] = e.next
		if e.next == 0 && !q.Strict {
			t.active[e.queue] = slices.DeleteFunc(t.active[e.queue], func(id int) bool { return id == e.job })
			t.parked[e.queue] = append(t.parked[e.queue], e.job)
			changed = true
		}
	}
	if in > 1 {
		t.shared++
	}
	t.extra, t.nodes = nil, nil
	t.bury()
	return changed
}

// enter admits a head if it still fits, or stops others for it.
func (t *twin) enter(e entry) bool {
	for _, x := range e.targets {
		if slices.ContainsFunc(t.dying, func(y target) bool { return x.job == y.job }) {
			t.overlaps++
			return false
		}
	}
	t.leaveOut(slices.Concat(t.dying, e.targets))
	defer func() { t.without = nil }()
	for m, v := range e.what {
		if v > max(0, t.available(e.queue, key{e.flavor, m})) {
			return false
		}
	}
	free := t.freeFor(e.flavor, false)
	if r := &t.jobs[e.job].Request; !free.Has(r, e.where) {
		again, verdict := t.place.Allocate(r, free, nil)
		if !verdict.OK() {
			return false
		}
		e.where = again
	}
	if len(e.targets) > 0 {
		t.kill(e)
		return true
	}
	e.at = t.now
	if t.front[e.queue] == e.job+1 {
		t.front[e.queue] = 0
	}
	t.admits++
	t.running[e.job] = e.admitted
	t.active[e.queue] = slices.DeleteFunc(t.active[e.queue], func(id int) bool { return id == e.job })
	t.started = append(t.started, fmt.Sprintf("job %d at %v on %v", t.jobs[e.job].Number, t.now, e.where))
	return true
}

// keep reserves what a waiting head needs for the rest of the cycle.
func (t *twin) keep(e entry) {
	kept := admitted{job: e.job, queue: e.queue, flavor: e.flavor, what: map[queue.Measure]int64{}}
	for m, v := range e.what {
		q, _ := t.quota(e.queue, key{e.flavor, m})
		u := t.usage(e.queue, key{e.flavor, m})
		switch {
		case e.level == 0:
			v = max(0, min(v, q.Nominal-u))
		case q.Borrowing >= 0:
			v = max(0, min(v, q.Nominal+q.Borrowing-u))
		}
		kept.what[m] = v
	}
	t.extra = append(t.extra, kept)
	if e.where != nil {
		t.nodes = append(t.nodes, e.admitted)
	}
}

// unpark makes all parked jobs wait in their queues again.
func (t *twin) unpark() {
	for name, all := range t.parked {
		t.active[name] = append(t.active[name], all...)
	}
	clear(t.parked)
}

// pass runs cycles until as many in a row as there are flavors have changed nothing.
// Then it begins all searches at the first flavor again, until that changes nothing
// either. If something was admitted, an allocator that heeds shapes may now accept what
// it has refused. (This is ours: Kueue's cycles go on for ever.)
func (t *twin) pass() {
	for changed := true; changed; {
		t.tried, changed = map[int]int{}, false
		before := t.admits
		most := 0
		for _, q := range t.policy.Queues {
			most = max(most, len(q.Flavors))
		}
		for idle := 0; idle < most; idle++ {
			if t.cycle() {
				idle, changed = -1, true
			}
		}
		if _, shapes := t.place.(alloc.ShapeConstrained); shapes && t.admits > before {
			t.unpark()
		}
	}
}

// run simulates all jobs. The result is false if an end coincides with another event,
// whose order the twin does not know.
func (t *twin) run() bool {
	t.running, t.active, t.parked = map[int]admitted{}, map[string][]int{}, map[string][]int{}
	t.front, t.killed = map[string]int{}, map[int]simtime.Time{}
	ends := map[int]simtime.Time{}
	t.ends = ends
	for next := 0; next < len(t.jobs) || len(ends) > 0; {
		at, end := simtime.Never, -1
		for id, e := range ends {
			if e == at {
				return false
			}
			if e < at {
				at, end = e, id
			}
		}
		if next < len(t.jobs) && t.jobs[next].Submit == at {
			return false
		}
		if next < len(t.jobs) && t.jobs[next].Submit < at {
			t.now = t.jobs[next].Submit
			t.active[t.jobs[next].Queue] = append(t.active[t.jobs[next].Queue], next)
			next++
		} else {
			t.now = at
			delete(ends, end)
			delete(t.running, end)
			t.unpark()
		}
		for t.pass(); len(t.back) > 0; t.pass() {
			for _, id := range t.back {
				t.active[t.jobs[id].Queue] = append(t.active[t.jobs[id].Queue], id)
			}
			t.back = nil
		}
		for id := range t.running {
			if _, known := ends[id]; !known {
				ends[id] = t.now.Add(t.jobs[id].Runtime)
			}
		}
	}
	return true
}

// randomPolicy returns a few queues, cohorts and flavors.
func randomPolicy(r *rand.Rand, nodes topology.NodeID) kueue.KueuePolicy {
	limit := func(most int64) int64 {
		if r.IntN(2) == 0 {
			return kueue.Unlimited
		}
		return r.Int64N(most + 1)
	}
	var names []string
	var rooms []cluster.Placement
	for i := range 1 + r.IntN(3) {
		names, rooms = append(names, string(rune('a'+i))), append(rooms, nil)
		if r.IntN(2) == 0 {
			first := topology.NodeID(r.IntN(int(nodes) - 1))
			rooms[i] = cluster.Placement{{First: first, Last: min(nodes-1, first+1+topology.NodeID(r.IntN(4))), Tasks: 1}}
		}
	}
	measures := []queue.Measure{queue.CPUs, queue.GPUs, queue.Nodes}
	var p kueue.KueuePolicy
	cohorts := []string{"", "C1", "C1", "C2"}[:1+r.IntN(4)]
	for i := range 1 + r.IntN(4) {
		q := kueue.ClusterQueue{Name: fmt.Sprint("q", i), Cohort: cohorts[r.IntN(len(cohorts))], Strict: r.IntN(3) == 0, NextFlavor: r.IntN(2) == 0}
		for k, name := range names {
			if len(q.Flavors) > 0 && r.IntN(3) == 0 {
				continue
			}
			f := kueue.Flavor{Name: name, Nodes: rooms[k]}
			for _, m := range measures {
				n := kueue.Quota{Measure: m, Nominal: r.Int64N(9), Borrowing: kueue.Unlimited, Lending: kueue.Unlimited}
				if q.Cohort != "" {
					n.Borrowing, n.Lending = limit(6), limit(n.Nominal)
				}
				if m != queue.GPUs || r.IntN(3) > 0 {
					f.Quotas = append(f.Quotas, n)
				}
			}
			q.Flavors = append(q.Flavors, f)
		}
		p.Queues = append(p.Queues, q)
	}
	if r.IntN(2) == 0 { // cohorts below a root, some with quotas of their own
		for _, name := range []string{"C1", "C2"} {
			c := kueue.Cohort{Name: name, Parent: []string{"", "R"}[r.IntN(2)]}
			if r.IntN(2) == 0 {
				n := kueue.Quota{Measure: queue.CPUs, Nominal: r.Int64N(5), Borrowing: kueue.Unlimited, Lending: kueue.Unlimited}
				if c.Parent != "" {
					n.Borrowing, n.Lending = limit(6), limit(8)
				}
				c.Flavors = []kueue.Flavor{{Name: "a", Quotas: []kueue.Quota{n}}}
			}
			p.Cohorts = append(p.Cohorts, c)
		}
	}
	return p
}

// randomCase returns a configuration all of whose jobs can start.
func randomCase(seed uint64) engine.Config {
	r := rand.New(rand.NewPCG(seed, 0xc0))
	shape, _ := topology.NewFlat(8)
	c := engine.Config{
		Machine:   cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{workload.Cores: 4, workload.GPUs: 1}, Speed: 1000}),
		Allocator: []alloc.Allocator{alloc.FirstFit{}, alloc.BestFit{}, alloc.FirstFit{}}[r.IntN(3)],
	}
	p := randomPolicy(r, 8)
	c.Queue = p
	possible := p.Checks(c.Machine)
	at := simtime.Time(0)
	for range 60 {
		if r.IntN(3) > 0 {
			at += simtime.Time(r.IntN(30_000))
		}
		runtime := simtime.Duration(1 + r.IntN(200_000))
		j := workload.Job{Request: workload.Request{Submit: at, Walltime: runtime, Queue: p.Queues[r.IntN(len(p.Queues))].Name, Priority: int64(r.IntN(3)) / 2 * 10}, Runtime: runtime, After: workload.NoJob}
		switch r.IntN(4) {
		case 0:
			j.Nodes = 1 + r.Int32N(4)
		case 1:
			j.Tasks, j.PerTask = 1+r.Int32N(3), workload.Resources{workload.Cores: 1 + r.Int64N(2), workload.GPUs: 1}
		default:
			j.Tasks, j.PerTask = 1+r.Int32N(8), workload.Resources{workload.Cores: 1 + r.Int64N(3)}
		}
		if possible(&j.Request) != nil {
			continue
		}
		j.ID, j.Number = workload.JobID(len(c.Jobs)), int64(len(c.Jobs)+1)
		c.Jobs = append(c.Jobs, j)
	}
	return c
}

// compareRuns compares a run with the twin: starts and stops, their order and the
// nodes. The result is nil if the twin does not know the order of events.
func compareRuns(t *testing.T, seed uint64, c engine.Config) *twin {
	x := &twin{policy: c.Queue.(kueue.KueuePolicy), machine: c.Machine, place: c.Allocator, jobs: c.Jobs}
	log, err := engine.Run(c)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if !x.run() {
		return nil
	}
	i := 0
	for _, e := range log {
		got := fmt.Sprintf("job %d at %v on %v", c.Jobs[e.Job].Number, e.Time, e.Placement)
		if e.Kind == trace.Requeue {
			got = fmt.Sprintf("job %d stops at %v for %d, rule %d", c.Jobs[e.Job].Number, e.Time, c.Jobs[e.Why.Blocker].Number, e.Why.Which)
		} else if e.Kind != trace.Start {
			continue
		}
		if i == len(x.started) || got != x.started[i] {
			t.Fatalf("seed %d: start %d: %s; the twin has %v", seed, i, got, x.started[min(i, len(x.started)-1)])
		}
		i++
	}
	if i != len(x.started) {
		t.Fatalf("seed %d: %d starts, the twin has %d", seed, i, len(x.started))
	}
	return x
}

// TestTwin compares random runs without preemption with the twin.
func TestTwin(t *testing.T) {
	cases, jobs, sum := 0, 0, twin{}
	for seed := range soaktest.Seeds(2000) {
		c := randomCase(seed)
		x := compareRuns(t, seed, c)
		if x == nil {
			continue
		}
		cases, jobs = cases+1, jobs+len(c.Jobs)
		sum.shared, sum.skipped, sum.refused = sum.shared+x.shared, sum.skipped+x.skipped, sum.refused+x.refused
	}
	t.Logf("%d cases with %d jobs; %d cycles admitted several, %d heads no longer fitted, %d waited for nodes", cases, jobs, sum.shared, sum.skipped, sum.refused)
	if min(sum.shared, sum.skipped, sum.refused) < cases/10 {
		t.Error("too few cases of one kind")
	}
}

// TestContract checks random runs against the contract of disciplines.
func TestContract(t *testing.T) {
	for seed := range soaktest.Seeds(300) {
		c := randomCase(seed)
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		c.Allocator = alloc.Contiguous{}
		if err := queuetest.Check(c, policies.NoPromise); err != nil {
			t.Fatalf("seed %d, contiguous: %v", seed, err)
		}
	}
}
