package engine_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// growthTwin is a simple reference simulator of malleable jobs under FCFS or EASY,
// on a flat machine that gains and loses nodes when it is repartitioned. The speed
// of a job is proportional to its number of nodes. Work is counted in
// node-milliseconds, so that it is an integer, and every decision scans everything.
// The simulator follows SOURCES.md RUN.1 and S2 literally and shares no code with
// the engine.
type growthTwin struct {
	jobs   []workload.Job
	policy *elastic.GrowthPolicy
	events []faults.MachineChange
	easy   bool

	now       int64
	queued    int64
	away      map[int]bool
	holder    map[int]int // job that holds each node
	line      []int       // waiting jobs, in queue order
	asks      map[int]int // nodes that each waiting job asks for
	place     map[int]int64
	again     map[int]int // size with which each job was last submitted again
	running   map[int]*twinRun
	gone      map[int]bool // jobs that have released their nodes at their walltime but whose ending event is still to come
	submitted int
	looks     bool // whether growth must be tested, because a job may be able to grow
	story     map[int][]string
}

// twinRun is a running job of growthTwin.
type twinRun struct {
	id           int
	nodes        []int
	frozen       []int
	start, limit int64
	place        int64
	left, since  int64 // left: node-milliseconds of work left at the time since; since: when the job last began to compute
	computes     bool
	stage        int   // current stage of its growth; 0: no growth, -1: restarting after a stop
	until        int64 // end of the current stage
	stages       [7]int64
}

func (t *growthTwin) copy() *growthTwin {
	c := *t
	c.away, c.holder, c.asks, c.place, c.again, c.gone = maps.Clone(t.away), maps.Clone(t.holder), maps.Clone(t.asks), maps.Clone(t.place), maps.Clone(t.again), maps.Clone(t.gone)
	c.line, c.running, c.story = slices.Clone(t.line), map[int]*twinRun{}, map[int][]string{}
	for i, r := range t.running {
		own := *r
		own.nodes, own.frozen = slices.Clone(r.nodes), slices.Clone(r.frozen)
		c.running[i] = &own
	}
	return &c
}

func (t *growthTwin) tell(i int, what string, nodes []int) {
	nodes = slices.Sorted(slices.Values(nodes))
	t.story[i] = append(t.story[i], fmt.Sprintf("%d %s %v", t.now, what, nodes))
}

func (t *growthTwin) free(nodes int) (out []int) {
	for n := range nodes {
		if _, held := t.holder[n]; !held && !t.away[n] {
			out = append(out, n)
		}
	}
	return out
}

const twinNodes = 10

// left returns the work that a running job still has to do.
func (t *growthTwin) left(r *twinRun) int64 {
	if !r.computes {
		return r.left
	}
	return max(0, r.left-(t.now-r.since)*int64(len(r.nodes)))
}

func (t *growthTwin) work(i int) int64 { return int64(t.jobs[i].Runtime) * int64(t.jobs[i].Nodes) }

// finish returns the time at which a job's work will be done if nothing changes.
func (r *twinRun) finish() int64 {
	if !r.computes {
		return math.MaxInt64
	}
	p := int64(len(r.nodes))
	return r.since + (r.left+p-1)/p
}

func (r *twinRun) end() int64 { return min(r.finish(), r.limit) }

func (t *growthTwin) start(i int) {
	r := &twinRun{id: i, nodes: t.free(twinNodes)[:t.asks[i]], start: t.now, limit: t.now + int64(t.jobs[i].Walltime), place: t.place[i], left: t.work(i), since: t.now, computes: true}
	for _, n := range r.nodes {
		t.holder[n] = i
	}
	if wait := int64(t.policy.Costs.Restart); t.again[i] > 0 && t.asks[i] == t.again[i] && wait > 0 {
		r.computes, r.stage, r.until = false, -1, t.now+wait
	}
	t.running[i] = r
	t.line = slices.DeleteFunc(t.line, func(j int) bool { return i == j })
	t.tell(i, "starts", r.nodes)
}

// shadow returns the earliest time at which a job could start according to the
// walltimes of the running jobs, and the number of extra nodes at that time.
func (t *growthTwin) shadow(i int) (at int64, extra int) {
	limits := []int64{t.now}
	for _, r := range t.running {
		if !t.gone[r.id] {
			limits = append(limits, r.limit)
		}
	}
	slices.Sort(limits)
	for _, at := range limits {
		free := len(t.free(twinNodes))
		for _, r := range t.running {
			if !t.gone[r.id] && r.limit <= at {
				free += len(r.nodes) + len(r.frozen)
			}
		}
		if free >= t.asks[i] {
			return at, free - t.asks[i]
		}
	}
	return math.MaxInt64, 0
}

func (t *growthTwin) pass() {
	for len(t.line) > 0 && t.asks[t.line[0]] <= len(t.free(twinNodes)) {
		t.start(t.line[0])
	}
	if !t.easy || len(t.line) == 0 {
		return
	}
	at, extra := t.shadow(t.line[0])
	for _, i := range slices.Clone(t.line[1:]) {
		switch {
		case t.asks[i] > len(t.free(twinNodes)):
		case at == math.MaxInt64 || t.now+int64(t.jobs[i].Walltime) <= at:
			t.start(i)
		case t.asks[i] <= extra:
			extra -= t.asks[i]
			t.start(i)
		}
	}
}

// join puts a job into the queue: at its old place or, if place is negative, at the
// end.
func (t *growthTwin) join(i, asks int, place int64) {
	if place < 0 {
		t.queued++
		place = t.queued
	}
	t.asks[i], t.place[i] = asks, place
	t.line = append(t.line, i)
	slices.SortFunc(t.line, func(a, b int) int { return int(t.place[a] - t.place[b]) })
}

// giveUp ends an incomplete growth and frees its frozen nodes.
func (t *growthTwin) giveUp(r *twinRun) {
	if len(r.frozen) == 0 {
		return
	}
	t.tell(r.id, "gives up", r.frozen)
	for _, n := range r.frozen {
		delete(t.holder, n)
	}
	if r.frozen = nil; !r.computes {
		r.computes, r.since = true, t.now
	}
	r.stage, t.looks = 0, true
}

// leave takes a job off its nodes and records what happened to it.
func (t *growthTwin) leave(r *twinRun, what string) {
	t.giveUp(r)
	t.tell(r.id, what, r.nodes)
	for _, n := range r.nodes {
		delete(t.holder, n)
	}
}

// spare returns the number of nodes that a running job may take without delaying
// the head of the queue.
func (t *growthTwin) spare(r *twinRun) int {
	spare := len(t.free(twinNodes))
	if len(t.line) > 0 {
		if at, extra := t.shadow(t.line[0]); at < r.limit {
			spare = min(spare, extra)
		}
	}
	return min(spare, int(t.jobs[r.id].Elastic.Max)-len(r.nodes))
}

func up(x float64) float64 { return math.Ceil(x - 1e-6) }

// grow makes the first job that should grow begin to grow, and reports whether
// there was one.
func (t *growthTwin) grow() bool {
	p := t.policy
	if p.Growth == elastic.NoGrowth || p.Idle && len(t.line) > 0 {
		return false
	}
	var all []*twinRun
	for _, r := range t.running {
		x := t.jobs[r.id].Elastic
		if x == nil || t.gone[r.id] || !r.computes || len(r.frozen) > 0 || len(r.nodes) >= int(x.Max) || p.Method == elastic.Resubmit && r.start == t.now {
			continue
		}
		all = append(all, r)
	}
	estimate := func(r *twinRun) float64 {
		left := float64(t.left(r)) / float64(t.work(r.id))
		return left * float64(t.jobs[r.id].Walltime) * float64(t.jobs[r.id].Nodes) / float64(len(r.nodes))
	}
	slices.SortFunc(all, func(a, b *twinRun) int {
		x := 0.0
		switch p.Growth {
		case elastic.SmallestFirst:
			x = float64(len(a.nodes) - len(b.nodes))
		case elastic.ShortestFirst:
			x = up(estimate(a)) - up(estimate(b))
		case elastic.QueueFirst, elastic.Always:
			x = float64(a.place - b.place)
		}
		switch {
		case x < 0:
			return -1
		case x > 0:
			return 1
		}
		return a.id - b.id
	})
	for _, r := range all {
		k := t.spare(r)
		if k <= 0 {
			continue
		}
		left, from, to := estimate(r), len(r.nodes), len(r.nodes)+k
		if p.Method == elastic.Resubmit {
			after := float64(p.Costs.Restart) + float64(t.jobs[r.id].Walltime)*float64(t.jobs[r.id].Nodes)/float64(to)
			switch {
			case p.Growth == elastic.Always && to <= t.again[r.id]:
				continue
			case p.Growth != elastic.Always && (up(after) >= up(left) || !t.harmless(r.id, to)):
				continue
			}
			t.resubmit(r, to)
			return true
		}
		setup, stop := 0.0, 0.0
		for s, d := range p.Costs.Stages {
			if r.stages[s] = int64(d); s < 6 {
				setup += float64(d)
			} else {
				stop += float64(d)
			}
		}
		after := setup + stop + (left-setup)*float64(from)/float64(to)
		if p.Growth != elastic.Always && (up(left) <= setup || setup+stop >= float64(r.limit-t.now) || up(after) >= up(left)) {
			continue
		}
		r.frozen = t.free(twinNodes)[:k]
		for _, n := range r.frozen {
			t.holder[n] = r.id
		}
		r.stage, r.until = 1, t.now+r.stages[0]
		t.tell(r.id, "freezes", r.frozen)
		return true
	}
	return false
}

// resubmit kills a job and submits it again with another size.
func (t *growthTwin) resubmit(r *twinRun, to int) {
	t.leave(r, "waits again")
	delete(t.running, r.id)
	t.again[r.id] = to
	t.pass()
	t.join(r.id, to, -1)
	t.looks = true
}

// harmless reports whether job i could be killed and submitted again with the given
// size without harm: the job must restart at once, and the head of the queue must
// not start later than before.
func (t *growthTwin) harmless(i, to int) bool {
	c := t.copy()
	head, before := -1, int64(math.MaxInt64)
	if len(t.line) > 0 {
		head = t.line[0]
		before, _ = t.shadow(head)
	}
	c.resubmit(c.running[i], to)
	c.pass()
	if slices.Contains(c.line, head) && before != math.MaxInt64 {
		if at, _ := c.shadow(head); at > before {
			return false
		}
	}
	return !slices.Contains(c.line, i)
}

// turn applies the first event of this instant that is the end of a stage or of a
// job. It reports whether there was such an event. The events are taken in the
// order in which the jobs started, and then in queue order. The end of a job comes
// before the stage of the same job.
func (t *growthTwin) turn() bool {
	var first *twinRun
	for _, r := range t.running {
		if !t.gone[r.id] && r.end() > t.now && (r.stage == 0 || r.until > t.now) {
			continue
		}
		if first == nil || r.start < first.start || r.start == first.start && r.place < first.place {
			first = r
		}
	}
	switch r := first; {
	case r == nil:
		return false
	case t.gone[r.id]:
		delete(t.gone, r.id)
		delete(t.running, r.id)
		t.looks = true
	case r.end() <= t.now:
		what := "ends"
		if r.finish() > t.now {
			what = "is killed"
		}
		t.leave(r, what)
		delete(t.running, r.id)
		t.looks = true
	case r.stage == -1:
		r.stage, r.computes, r.since = 0, true, t.now
	case r.stage == 7:
		r.nodes, r.frozen = append(r.nodes, r.frozen...), nil
		r.stage, r.computes, r.since = 0, true, t.now
		t.tell(r.id, "goes on", r.nodes)
		t.looks = true
	default:
		if r.stage == 6 {
			r.left, r.computes = t.left(r), false
		}
		r.until = t.now + r.stages[r.stage]
		r.stage++
	}
	return true
}

// divide applies an event that makes nodes leave or join the machine.
func (t *growthTwin) divide(e *faults.MachineChange) {
	if e.Up {
		for n := range e.Nodes.All {
			delete(t.away, int(n))
		}
		t.looks = true
		return
	}
	lost := func(nodes []int) bool {
		return slices.ContainsFunc(nodes, func(n int) bool { return e.Nodes.On(topology.NodeID(n)) > 0 })
	}
	for i := range t.jobs {
		r := t.running[i]
		switch {
		case r == nil || t.gone[i]:
		case lost(r.nodes):
			t.leave(r, "waits again")
			delete(t.running, i)
			t.join(i, int(t.jobs[i].Nodes), r.place)
			t.looks = true
		case lost(r.frozen):
			t.giveUp(r)
		}
	}
	for n := range e.Nodes.All {
		t.away[int(n)] = true
	}
}

func (t *growthTwin) run(most int64) map[int][]string {
	t.away, t.holder, t.asks, t.place, t.again, t.gone = map[int]bool{}, map[int]int{}, map[int]int{}, map[int]int64{}, map[int]int{}, map[int]bool{}
	t.running, t.story = map[int]*twinRun{}, map[int][]string{}
	for t.now <= most {
		if t.looks {
			if t.grow() {
				t.pass()
				continue
			}
			t.looks = false
		}
		next := int64(math.MaxInt64)
		if t.submitted < len(t.jobs) {
			next = int64(t.jobs[t.submitted].Submit)
		}
		for _, r := range t.running {
			next = min(next, r.end(), r.limit)
			if t.gone[r.id] {
				next = t.now
			}
			if r.stage != 0 {
				next = min(next, r.until)
			}
		}
		if len(t.events) > 0 && (next < math.MaxInt64 || len(t.line) > 0) {
			next = min(next, int64(t.events[0].At))
		}
		if next == math.MaxInt64 {
			return t.story
		}
		if next > t.now || t.now == 0 && t.submitted == 0 {
			t.now = max(next, t.now)
			for _, i := range slices.Sorted(maps.Keys(t.running)) {
				if r := t.running[i]; r.limit == t.now {
					what := "ends"
					if r.finish() > t.now {
						what = "is killed"
					}
					t.leave(r, what)
					t.gone[i] = true
				}
			}
		}
		switch {
		case len(t.events) > 0 && int64(t.events[0].At) <= t.now:
			e := t.events[0]
			t.events = t.events[1:]
			t.divide(&e)
		case t.submitted < len(t.jobs) && int64(t.jobs[t.submitted].Submit) <= t.now:
			t.join(t.submitted, int(t.jobs[t.submitted].Nodes), -1)
			t.submitted++
		default:
			t.turn()
		}
		t.pass()
	}
	return t.story
}

// twinWorkload draws malleable jobs, many of which have equal times, a growth
// policy, and repartitions of the machine.
func twinWorkload(r *rand.Rand) engine.Config {
	c := engine.Config{Machine: flatMachine(twinNodes), Jobs: randomJobs(r, 14, 6), Queue: queue.FCFS{}, Allocator: alloc.FirstFit{}}
	if r.IntN(2) == 0 {
		c.Queue = queue.EASY{}
	}
	for i := range c.Jobs {
		j := &c.Jobs[i]
		if r.IntN(3) > 0 {
			j.Elastic = &workload.Elastic{Min: 1, Max: min(twinNodes, j.Nodes+int32(r.IntN(6)))}
			j.Walltime *= simtime.Duration(1 + r.IntN(3))
		}
	}
	rules := []elastic.GrowthOrder{elastic.QueueFirst, elastic.SmallestFirst, elastic.ShortestFirst, elastic.Always}
	p := &elastic.GrowthPolicy{Growth: rules[r.IntN(len(rules))], Method: elastic.Method(r.IntN(2)), Idle: r.IntN(5) == 0}
	for i := range p.Costs.Stages {
		p.Costs.Stages[i] = simtime.Duration(500 * r.IntN(5) * r.IntN(2))
	}
	p.Costs.Restart = simtime.Duration(1000 * r.IntN(3))
	c.Elastic = p
	if r.IntN(2) == 0 {
		c.Faults = &faults.Timetable{}
		at := simtime.Time(0)
		for range 1 + r.IntN(3) {
			at = at.Add(simtime.Duration(1000 * r.IntN(40)))
			n := topology.NodeID(r.IntN(twinNodes - 2))
			where := cluster.Placement{{First: n, Last: n + topology.NodeID(r.IntN(3)), Tasks: 1}}
			c.Faults.Events = append(c.Faults.Events, faults.MachineChange{At: at, Nodes: where, Divides: true})
			at = at.Add(simtime.Duration(1000 * (1 + r.IntN(30))))
			c.Faults.Events = append(c.Faults.Events, faults.MachineChange{At: at, Up: true, Nodes: where, Divides: true})
		}
	}
	return c
}

// TestGrowthTwin compares whole runs with the reference simulator. It compares
// which jobs start, grow, roll a growth back, return to the queue and end. It also
// compares when and on which nodes they do so.
func TestGrowthTwin(t *testing.T) {
	words := map[trace.EventKind]string{
		trace.Start: "starts", trace.End: "ends", trace.Kill: "is killed", trace.Requeue: "waits again", trace.Freeze: "freezes", trace.Grow: "goes on", trace.Rollback: "gives up",
	}
	var seen [trace.NumKinds]int
	for seed := range soaktest.Seeds(4000) {
		c := twinWorkload(rand.New(rand.NewPCG(seed, 41)))
		twin := &growthTwin{jobs: c.Jobs, policy: c.Elastic}
		_, twin.easy = c.Queue.(queue.EASY)
		if c.Faults != nil {
			twin.events = c.Faults.Events
		}
		want := twin.run(10_000_000)
		log, err := engine.Run(c)
		if err != nil {
			t.Fatal(err)
		}
		got := map[int][]string{}
		for _, e := range log {
			seen[e.Kind]++
			if what := words[e.Kind]; what != "" {
				list := []int{}
				for n := range e.Placement.All {
					list = append(list, int(n))
				}
				got[int(e.Job)] = append(got[int(e.Job)], fmt.Sprintf("%d %s %v", e.Time, what, list))
			}
		}
		for i := range c.Jobs {
			if !slices.Equal(got[i], want[i]) {
				t.Fatalf("seed %d, %T, %+v: job %d\n%s\nthe dumb simulator says\n%s", seed, c.Queue, *c.Elastic, i, strings.Join(got[i], "\n"), strings.Join(want[i], "\n"))
			}
		}
	}
	for _, kind := range []trace.EventKind{trace.Freeze, trace.Grow, trace.Rollback, trace.Requeue, trace.Leave, trace.Join} {
		if seen[kind] < 20 {
			t.Errorf("%v only %d times", kind, seen[kind])
		}
	}
}
