package kueue_test

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
	"hopyard/core/queue/kueue"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// twinPreemption is the part of the twin that concerns preemption. It follows Kueue's
// program function by function, over the tree of the configuration.
type twinPreemption struct {
	without map[int]bool   // jobs left out of the usage and off the nodes
	dying   []target       // jobs stopped in the cycle
	back    []int          // jobs that will wait again after the pass
	front   map[string]int // by queue: 1 + the waiting job that stopped others
	killed  map[int]simtime.Time
	ends    map[int]simtime.Time

	stops, kept, overlaps int
	rules                 [4]int
}

// target is a job to stop, and Kueue's reason.
type target struct {
	job  int
	rule int16
}

func (t *twin) leaveOut(all []target) {
	t.without = map[int]bool{}
	for _, x := range all {
		t.without[x.job] = true
	}
}

// candidate is Kueue's candidateElem.
type candidate struct {
	job     int
	above   string // lowest common cohort
	variant string
}

// simulate returns the mode and the borrowing level after the jobs that would be stopped
// (SimulatePreemption of Kueue's oracle).
func (t *twin) simulate(q *kueue.ClusterQueue, id int, k key, v int64) (mode, level int) {
	all := t.targets(q, id, map[key]int64{k: v}, []key{k}, "")
	if len(all) == 0 {
		level, _ = t.level(q.Name, k, v)
		return later, level
	}
	t.leaveOut(all)
	level, _ = t.level(q.Name, k, v)
	t.without = nil
	for _, x := range all {
		if t.running[x.job].queue == q.Name {
			return preempt, level
		}
	}
	return reclaim, level
}

// targets returns the jobs to stop (classicalPreemptions). If the flavor is "", nodes do
// not count.
func (t *twin) targets(q *kueue.ClusterQueue, id int, ask map[key]int64, short []key, flavor string) []target {
	hierarchy, priority := t.reclaimable(q, id, ask, short)
	var own []candidate
	if q.Preemption.Within != kueue.WithinNever {
		own = t.ofQueue(q, q.Name, "", id, short, false)
	}
	for _, list := range [][]candidate{hierarchy, priority, own} {
		slices.SortFunc(list, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(t.jobs[a.job].Priority, t.jobs[b.job].Priority), cmp.Compare(t.running[b.job].at, t.running[a.job].at), cmp.Compare(a.job, b.job))
		})
	}
	under := true
	for _, k := range short {
		n, _ := t.quota(q.Name, k)
		under = under && t.usage(q.Name, k) < n.Nominal
	}
	forbidden := !q.Preemption.Borrowing
	attempts := []bool{true, false}
	switch {
	case len(hierarchy)+len(priority) == 0 || forbidden && !under:
		attempts = []bool{true}
	case forbidden && len(hierarchy) == 0:
		attempts = []bool{false, true}
	}
	for _, borrow := range attempts {
		if all := t.attempt(q, id, slices.Concat(hierarchy, priority, own), ask, short, flavor, borrow); all != nil {
			return all
		}
	}
	return nil
}

// attempt removes candidates until the job fits, and adds back those that may stay.
func (t *twin) attempt(q *kueue.ClusterQueue, id int, list []candidate, ask map[key]int64, short []key, flavor string, borrow bool) (all []target) {
	t.without = map[int]bool{}
	defer func() { t.without = nil }()
	for _, c := range list {
		if !t.isValid(q, c, short, borrow) {
			continue
		}
		t.without[c.job] = true
		all = append(all, target{c.job, map[string]int16{"within": why.InClusterQueue, "hierarchy": why.InCohortReclamation, "not borrowing": why.InCohortReclamation, "borrowing": why.InCohortReclaimWhileBorrowing}[c.variant]})
		if !t.holds(q, id, ask, flavor, borrow) {
			continue
		}
		for i := len(all) - 2; i >= 0; i-- {
			delete(t.without, all[i].job)
			if t.holds(q, id, ask, flavor, borrow) {
				all = append(all[:i:i], all[i+1:]...)
				t.kept++
			} else {
				t.without[all[i].job] = true
			}
		}
		return all
	}
	return nil
}

// holds reports whether a job fits (workloadFits).
func (t *twin) holds(q *kueue.ClusterQueue, id int, ask map[key]int64, flavor string, borrow bool) bool {
	for k, v := range ask {
		if n, _ := t.quota(q.Name, k); !borrow && t.usage(q.Name, k)+v > n.Nominal {
			return false
		}
		if v > max(0, t.available(q.Name, k)) {
			return false
		}
	}
	if flavor == "" {
		return true
	}
	_, verdict := t.place.Allocate(&t.jobs[id].Request, t.freeFor(flavor, false), nil)
	return verdict.OK()
}

// isValid reports whether a candidate may still be stopped (candidateIsValid).
func (t *twin) isValid(q *kueue.ClusterQueue, c candidate, short []key, borrow bool) bool {
	name := t.running[c.job].queue
	if name == q.Name {
		return true
	}
	if borrow && c.variant == "not borrowing" || t.isWithin(name, short) {
		return false
	}
	for n := t.parent(name); n != c.above; n = t.parent(n) {
		if t.isWithin(n, short) {
			return false
		}
	}
	return true
}

// isWithin reports whether a node uses no more than its quota
// (IsWithinNominalInResources).
func (t *twin) isWithin(name string, short []key) bool {
	for _, k := range short {
		if t.usage(name, k) > t.subtreeQuota(name, k) {
			return false
		}
	}
	return true
}

// fitIn reports whether amounts fit into the quota of a node, and returns what its parent
// must hold (QuantitiesFitInQuota).
func (t *twin) fitIn(name string, ask map[key]int64) (fits bool, rest map[key]int64) {
	fits, rest = true, map[key]int64{}
	for k, v := range ask {
		fits = fits && t.usage(name, k)+v <= t.subtreeQuota(name, k)
		rest[k] = max(0, v-max(0, t.localQuota(name, k)-t.usage(name, k)))
	}
	return fits, rest
}

// reclaimable returns the candidates of other queues
// (collectCandidatesForHierarchicalReclaim).
func (t *twin) reclaimable(q *kueue.ClusterQueue, id int, ask map[key]int64, short []key) (hierarchy, priority []candidate) {
	if t.parent(q.Name) == "" || q.Preemption.Reclaim == kueue.ReclaimNever {
		return nil, nil
	}
	advantage, rest := t.fitIn(q.Name, ask)
	before := ""
	for root := t.parent(q.Name); root != ""; root = t.parent(root) {
		list := &priority
		if advantage {
			list = &hierarchy
		}
		t.inSubtree(q, root, root, before, id, short, advantage, list)
		var fits bool
		fits, rest = t.fitIn(root, rest)
		advantage, before = advantage || fits, root
	}
	return hierarchy, priority
}

// inSubtree adds the candidates below a cohort (collectCandidatesInSubtree).
func (t *twin) inSubtree(q *kueue.ClusterQueue, node, root, skip string, id int, short []key, advantage bool, list *[]candidate) {
	for _, c := range t.children(node) {
		switch cohort := len(c) > 7 && c[:7] == "cohort "; {
		case c == skip || c == q.Name || t.isWithin(c, short):
		case cohort:
			t.inSubtree(q, c, root, skip, id, short, advantage, list)
		default:
			*list = append(*list, t.ofQueue(q, c, root, id, short, advantage)...)
		}
	}
}

// ofQueue returns the candidates of a queue (getCandidatesFromCQ with
// classifyPreemptionVariant).
func (t *twin) ofQueue(q *kueue.ClusterQueue, name, root string, id int, short []key, advantage bool) (all []candidate) {
	for other, a := range t.running {
		if a.queue != name || t.killed[other] == t.now && t.now > 0 || !t.usesAny(a, short) {
			continue
		}
		mine, its := &t.jobs[id], &t.jobs[other]
		lower := mine.Priority > its.Priority
		newer := mine.Priority == its.Priority && mine.Submit < its.Submit
		variant := ""
		if name == q.Name {
			if lower || newer && q.Preemption.Within == kueue.WithinLowerOrNewer {
				variant = "within"
			}
		} else if lower || q.Preemption.Reclaim == kueue.ReclaimAny {
			switch {
			case advantage:
				variant = "hierarchy"
			case !q.Preemption.Borrowing || !lower || its.Priority > q.Preemption.MostPriority:
				variant = "not borrowing"
			default:
				variant = "borrowing"
			}
		}
		if variant != "" {
			all = append(all, candidate{other, root, variant})
		}
	}
	return all
}

func (t *twin) usesAny(a admitted, short []key) bool {
	for _, k := range short {
		if a.flavor == k.flavor && a.what[k.of] > 0 {
			return true
		}
	}
	return false
}

// kill stops the targets of a head, and reserves its quota and nodes.
func (t *twin) kill(e entry) {
	for _, x := range e.targets {
		t.started = append(t.started, fmt.Sprintf("job %d stops at %v for %d, rule %d", t.jobs[x.job].Number, t.now, t.jobs[e.job].Number, x.rule))
		t.killed[x.job] = t.now
		t.rules[x.rule]++
		t.stops++
	}
	if !t.queueOf(e.queue).Strict {
		t.front[e.queue] = e.job + 1
	}
	t.dying = append(t.dying, e.targets...)
	t.extra = append(t.extra, e.admitted)
	t.nodes = append(t.nodes, e.admitted)
}

// bury takes the stopped jobs of the cycle away. What was parked is tried again.
func (t *twin) bury() {
	for _, x := range t.dying {
		delete(t.running, x.job)
		delete(t.ends, x.job)
		t.back = append(t.back, x.job)
	}
	if len(t.dying) > 0 {
		t.unpark()
		clear(t.tried)
	}
	t.dying = nil
}

// randomPreemption returns a case in which queues lend, borrow and stop jobs: a tree of
// cohorts, jobs that are long, and more quota than nodes or more nodes than quota.
func randomPreemption(seed uint64) engine.Config {
	r := rand.New(rand.NewPCG(seed, 0xc1))
	shape, _ := topology.NewTree([][]int{{2}, {2, 2}, {4, 4, 4, 4}})
	c := engine.Config{
		Machine:   cluster.NewMachine(shape, cluster.Spec{Resources: workload.Resources{workload.Cores: 4, workload.GPUs: 2}, Speed: 1000}),
		Allocator: []alloc.Allocator{alloc.FirstFit{}, alloc.KueueTAS{}, alloc.Contiguous{}}[r.IntN(3)],
	}
	p := kueue.KueuePolicy{Cohorts: []kueue.Cohort{{Name: "C1", Parent: "R"}, {Name: "C2", Parent: "R"}}}
	limit := func(most int64) int64 {
		return []int64{kueue.Unlimited, kueue.Unlimited, 2 + r.Int64N(most)}[r.IntN(3)]
	}
	flavors := func(shares bool) (all []kueue.Flavor) {
		for _, name := range []string{"a", "b"}[:1+r.IntN(2)] {
			f := kueue.Flavor{Name: name}
			if name == "b" {
				f.Nodes = cluster.Placement{{First: 8, Last: 15, Tasks: 1}}
			}
			for _, m := range []queue.Measure{queue.CPUs, queue.GPUs}[:1+r.IntN(2)] {
				n := kueue.Quota{Measure: m, Nominal: r.Int64N(24), Borrowing: kueue.Unlimited, Lending: kueue.Unlimited}
				if shares {
					n.Borrowing, n.Lending = limit(20), min(limit(20), n.Nominal)
				}
				f.Quotas = append(f.Quotas, n)
			}
			all = append(all, f)
		}
		return all
	}
	if r.IntN(3) == 0 {
		p.Cohorts[r.IntN(2)].Flavors = flavors(true)
	}
	for i := range 2 + r.IntN(4) {
		q := kueue.ClusterQueue{Name: fmt.Sprint("q", i), Cohort: []string{"C1", "C1", "C2", "R"}[r.IntN(4)], Strict: r.IntN(3) == 0, NextFlavor: r.IntN(2) == 0, StopAtPreemption: r.IntN(2) == 0, Flavors: flavors(true)}
		x := &q.Preemption
		x.Within, x.Reclaim = kueue.WithinPolicy(r.IntN(3)), kueue.ReclaimPolicy(r.IntN(3))
		if x.Reclaim != kueue.ReclaimNever && r.IntN(2) == 0 {
			x.Borrowing, x.MostPriority = true, []int64{math.MaxInt64, 0, 5}[r.IntN(3)]
		}
		p.Queues = append(p.Queues, q)
	}
	c.Queue = p
	possible := p.Checks(c.Machine)
	at := simtime.Time(0)
	for range 60 {
		at += simtime.Time(r.IntN(30_000))
		runtime := simtime.Duration(1 + r.IntN(400_000))
		j := workload.Job{Request: workload.Request{Submit: at, Walltime: runtime, Queue: p.Queues[r.IntN(len(p.Queues))].Name, Priority: 5 * int64(r.IntN(4))}, Runtime: runtime, After: workload.NoJob}
		j.Tasks, j.PerTask = 1+r.Int32N(12), workload.Resources{workload.Cores: 1 + r.Int64N(2)}
		if r.IntN(3) == 0 {
			j.PerTask[workload.GPUs] = 1
		}
		if r.IntN(2) == 0 {
			j.Network.Gather, j.Network.Level = workload.GatherRequired, int8(1+r.IntN(2))
		}
		x := twin{policy: p, machine: c.Machine}
		holds := possible(&j.Request) == nil
		for _, f := range x.flavors(j.Queue) { // its shape must fit on the nodes of each flavor
			_, verdict := c.Allocator.Allocate(&j.Request, x.freeFor(f.Name, true), nil)
			holds = holds && verdict.OK()
		}
		if holds {
			j.ID, j.Number = workload.JobID(len(c.Jobs)), int64(len(c.Jobs)+1)
			c.Jobs = append(c.Jobs, j)
		}
	}
	return c
}

// TestPreemptionTwin compares random runs with preemption with the twin.
func TestPreemptionTwin(t *testing.T) {
	cases, jobs, sum := 0, 0, twinPreemption{}
	for seed := range soaktest.Seeds(500) {
		c := randomPreemption(seed)
		x := compareRuns(t, seed, c)
		if x == nil {
			continue
		}
		cases, jobs = cases+1, jobs+len(c.Jobs)
		sum.stops, sum.kept, sum.overlaps = sum.stops+x.stops, sum.kept+x.kept, sum.overlaps+x.overlaps
		for i, n := range x.rules {
			sum.rules[i] += n
		}
	}
	t.Logf("%d cases with %d jobs, %d of them stopped: %d within a queue, %d reclaimed, %d while borrowing; %d kept after all, %d heads wanted to stop the same job as another", cases, jobs, sum.stops,
		sum.rules[why.InClusterQueue], sum.rules[why.InCohortReclamation], sum.rules[why.InCohortReclaimWhileBorrowing], sum.kept, sum.overlaps)
	if min(sum.rules[1], sum.rules[2], sum.rules[3], sum.kept, 50*sum.overlaps) < cases/2 {
		t.Error("too few stops of one kind")
	}
}

// TestPreemptionContract checks random runs with preemption against the contract of
// disciplines.
func TestPreemptionContract(t *testing.T) {
	for seed := range soaktest.Seeds(300) {
		if err := queuetest.Check(randomPreemption(seed), policies.NoPromise); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}
