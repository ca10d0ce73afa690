package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
)

// faultTwin is a reference simulator of a machine whose nodes fail. In each second
// it checks for every node whether it sends a heartbeat, and for every job whether
// it can compute. It uses the disciplines of twin, which only count nodes; the
// started jobs receive their nodes after the pass.
type faultTwin struct {
	twin
	plan    *faults.Timetable
	where   [][]int // nodes that each job holds
	holder  []int   // job that holds each node; -1: idle
	fails   []bool  // whether each node is broken
	missed  []int   // number of consecutive heartbeats that each node has missed
	gone    []bool  // whether each node is out of the machine because its failure was noticed
	done    []int   // seconds of work that each job has done
	saved   []int   // seconds of work in each job's last checkpoint
	since   []int   // seconds of computing since each job's last checkpoint or start
	writing []int   // seconds that each job still needs to write its current checkpoint
	story   []string
}

func (t *faultTwin) tell(i int, what string) {
	t.story = append(t.story, fmt.Sprintf("%d job %d %s %v", t.now, i, what, t.where[i]))
}

// schedule runs a pass and then places the jobs that it started on the first idle
// nodes.
func (t *faultTwin) schedule(ended bool) {
	before := len(t.running)
	t.pass(&t.twin, ended)
	for _, i := range t.running[before:] {
		t.where[i] = nil
		for n := range t.holder {
			if t.holder[n] < 0 && !t.gone[n] && len(t.where[i]) < t.nodes(i) {
				t.holder[n] = i
				t.where[i] = append(t.where[i], n)
			}
		}
		t.done[i], t.since[i], t.writing[i] = t.saved[i], 0, 0
		t.tell(i, "starts on")
	}
}

func (t *faultTwin) stuck(i int) bool {
	return slices.ContainsFunc(t.where[i], func(n int) bool { return t.fails[n] })
}

// compute advances the work of the running jobs by one second. Only jobs that can
// compute or write a checkpoint advance.
func (t *faultTwin) compute() {
	for _, i := range t.running {
		switch need := sec(t.jobs[i].Runtime); {
		case t.stuck(i) || t.done[i] == need && t.writing[i] == 0:
			continue
		case t.writing[i] > 0:
			if t.writing[i]--; t.writing[i] == 0 {
				t.saved[i], t.since[i] = t.done[i], 0
			}
		default:
			t.done[i]++
			if t.since[i]++; t.plan.Lost != faults.Checkpoint || t.since[i] < sec(t.plan.Every) {
				continue
			}
			if t.plan.Cost == 0 {
				t.saved[i], t.since[i] = t.done[i], 0
			} else if t.done[i] < need {
				t.writing[i] = sec(t.plan.Cost)
			}
		}
	}
}

func (t *faultTwin) leave(i int) {
	for _, n := range t.where[i] {
		t.holder[n] = -1
	}
	t.free += t.nodes(i)
}

// change applies one listed event and reports whether it changed the state of a
// node.
func (t *faultTwin) change(e *faults.MachineChange) (changed bool) {
	for n := range e.Nodes.All {
		changed = changed || t.fails[n] == e.Up
		if e.Up && t.gone[n] {
			t.gone[n] = false
			t.free++
		}
		t.fails[n] = !e.Up
	}
	return changed
}

// beat returns the nodes that have now missed enough heartbeats. A node misses a
// heartbeat if it is down now and was also down before the events of this instant
// (before).
func (t *faultTwin) beat(before []bool) (missed []int) {
	h := t.plan.Heartbeat
	for n := range t.fails {
		switch {
		case t.gone[n]:
		case h.Period == 0:
			if t.fails[n] {
				missed = append(missed, n)
			}
		case t.now%sec(h.Period) != 0:
		case t.fails[n] && before[n]:
			if t.missed[n]++; t.missed[n] == int(h.Misses) {
				missed = append(missed, n)
			}
		default:
			t.missed[n] = 0
		}
	}
	return missed
}

// notice takes nodes out of the machine and stops the jobs on them.
func (t *faultTwin) notice(nodes []int) bool {
	if len(nodes) == 0 {
		return false
	}
	for i := range t.jobs {
		if !slices.ContainsFunc(nodes, func(n int) bool { return t.holder[n] == i }) {
			continue
		}
		t.leave(i)
		t.running = slices.DeleteFunc(t.running, func(j int) bool { return i == j })
		if t.plan.Lost == faults.Kill {
			t.tell(i, "fails on")
			continue
		}
		t.tell(i, "waits again after")
		t.waiting = append(t.waiting, i)
		slices.Sort(t.waiting)
	}
	for _, n := range nodes {
		t.gone[n], t.missed[n] = true, 0
		t.free--
	}
	clear(t.promise)
	t.schedule(true)
	return true
}

func (t *faultTwin) run(nodes, until int) []string {
	n := len(t.jobs)
	t.free, t.started, t.given, t.promise = nodes, make([]int, n), map[int]bool{}, map[int]int{}
	t.where, t.done, t.saved, t.since, t.writing = make([][]int, n), make([]int, n), make([]int, n), make([]int, n), make([]int, n)
	t.fails, t.missed, t.gone = make([]bool, nodes), make([]int, nodes), make([]bool, nodes)
	for range nodes {
		t.holder = append(t.holder, -1)
	}
	for n := range t.plan.Offline.All {
		t.fails[n], t.gone[n] = true, true
		t.free--
	}
	events, submitted := t.plan.Events, 0
	for t.now = 0; t.now < until; t.now++ {
		t.compute()
		for _, i := range t.running {
			if t.limit(i) == t.now {
				t.leave(i)
				t.given[i] = true
				t.tell(i, map[bool]string{true: "ends on", false: "is killed on"}[t.done[i] == sec(t.jobs[i].Runtime) && !t.stuck(i)])
			}
		}
		before := slices.Clone(t.fails)
		for ; len(events) > 0 && int(events[0].At/1000) == t.now; events = events[1:] {
			if !t.change(&events[0]) {
				continue
			}
			for n := range events[0].Nodes.All {
				before[n] = before[n] && !events[0].Up // a node that works even for a moment of this instant sends its heartbeat
			}
			if t.plan.Heartbeat.Period > 0 || !t.notice(t.beat(before)) {
				t.schedule(true)
			}
		}
		t.notice(t.beat(before))
		for ; submitted < n && int(t.jobs[submitted].Submit/1000) == t.now; submitted++ {
			t.waiting = append(t.waiting, submitted)
			t.schedule(false)
		}
		for t.endOne() {
		}
		t.schedule(false)
	}
	return t.story
}

// endOne ends the first of the jobs whose ends are due now, and reports whether
// there was one.
func (t *faultTwin) endOne() bool {
	first := -1
	for _, i := range t.running {
		if !t.given[i] && (t.done[i] < sec(t.jobs[i].Runtime) || t.stuck(i)) {
			continue
		}
		if first < 0 || t.started[i] < t.started[first] || t.started[i] == t.started[first] && i < first {
			first = i
		}
	}
	if first < 0 {
		return false
	}
	if t.running = slices.DeleteFunc(t.running, func(j int) bool { return j == first }); !t.given[first] {
		t.leave(first)
		t.tell(first, "ends on")
	}
	delete(t.given, first)
	t.schedule(true)
	return true
}

// twinConservativeOrNever makes the same decisions as twinConservative, but also
// handles jobs that may never fit because nodes are missing.
func twinConservativeOrNever(t *twin, ended bool) {
	for _, i := range slices.Clone(t.waiting) {
		if _, ok := t.promise[i]; ended || !ok {
			delete(t.promise, i)
			t.promise[i] = t.now
			room := 0 // number of consecutive seconds, up to x, in which the job fits
			for x := t.now; room < max(1, t.wall(i)); x++ {
				if room++; t.freeWithout(i, x) < t.nodes(i) {
					room, t.promise[i] = 0, x+1
				}
				if x > t.now+500 {
					t.promise[i] = 1 << 30
					break
				}
			}
		}
		if t.promise[i] == t.now {
			delete(t.promise, i)
			t.start(i)
		}
	}
}

func (t *twin) freeWithout(i, x int) int {
	at, ok := t.promise[i]
	delete(t.promise, i)
	free := t.freeAt(x)
	if ok {
		t.promise[i] = at
	}
	return free
}

// randomFaults draws a timetable of listed failures for a small machine. Many of
// them fall on the same instants.
func randomFaults(r *rand.Rand, nodes, until int) *faults.Timetable {
	p := &faults.Timetable{Lost: faults.NodeLossRule(r.IntN(3)), Every: simtime.Duration(1+r.IntN(12)) * simtime.Second, Cost: simtime.Duration(r.IntN(4)) * simtime.Second}
	if r.IntN(3) > 0 {
		p.Heartbeat = faults.Heartbeat{Period: simtime.Duration(1+r.IntN(12)) * simtime.Second, Misses: int32(1 + r.IntN(3))}
	}
	some := func() (out cluster.Placement) {
		for n := range topology.NodeID(nodes) {
			if r.IntN(nodes) < 2 {
				out = out.Append(n, n, 1)
			}
		}
		return out
	}
	if r.IntN(3) == 0 {
		p.Offline = some()
	}
	for at := 0; at < until; at += r.IntN(12) {
		p.Events = append(p.Events, faults.MachineChange{At: simtime.Time(at) * 1000, Up: r.IntN(2) == 0, Nodes: append(cluster.Placement{}, some()...)})
	}
	return p
}

// TestFaultTwin compares whole runs with the reference simulator: when each job
// starts, on which nodes, and when it ends or returns to the queue.
func TestFaultTwin(t *testing.T) {
	const nodes = 8
	for _, c := range []struct {
		policy queue.Policy
		pass   func(*twin, bool)
		seeds  uint64
	}{{queue.FCFS{}, twinFCFS, 150}, {queue.EASY{}, twinEASY, 40}, {queue.MPFSScan{}, twinMPFS, 150}, {queue.Conservative{}, twinConservativeOrNever, 50}} {
		t.Run(fmt.Sprintf("%T", c.policy), func(t *testing.T) {
			again := 0
			for seed := range c.seeds {
				r := rand.New(rand.NewPCG(seed, 21))
				jobs := randomJobs(r, 16, nodes)
				conf := engine.Config{Machine: flatMachine(nodes), Jobs: jobs, Queue: c.policy, Allocator: alloc.FirstFit{}, Faults: randomFaults(r, nodes, 250)}
				want := (&faultTwin{twin: twin{jobs: jobs, pass: c.pass}, plan: conf.Faults}).run(nodes, 1200)
				log, err := engine.Run(conf)
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, e := range log {
					if what := jobWords[e.Kind]; what != "" {
						var list []int
						for n := range e.Placement.All {
							list = append(list, int(n))
						}
						got = append(got, fmt.Sprintf("%d job %d %s %v", e.Time/1000, e.Job, what, list))
					}
					if e.Kind == trace.Requeue {
						again++
					}
				}
				if !slices.Equal(got, want) {
					k := 0
					for k < min(len(got), len(want)) && got[k] == want[k] {
						k++
					}
					t.Fatalf("seed %d: after %d equal events\n%s\nthe dumb simulator says\n%s", seed, k, strings.Join(got[max(k-3, 0):min(k+4, len(got))], "\n"), strings.Join(want[max(k-3, 0):min(k+4, len(want))], "\n"))
				}
			}
			if again < int(c.seeds) {
				t.Errorf("only %d jobs had to wait again in %d runs", again, c.seeds)
			}
		})
	}
}

var jobWords = map[trace.EventKind]string{
	trace.Start: "starts on", trace.End: "ends on", trace.Kill: "is killed on", trace.Requeue: "waits again after", trace.Fail: "fails on",
}
