package manual_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/queue/manual"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

const second = simtime.Time(simtime.Second)

// twin is a reference simulator that carries out decisions second by second. Its
// only record of the machine is the job that holds each node.
type twin struct {
	jobs    []workload.Job
	holder  []int // by node: index of the job, or -1
	start   []int // by job: second of its start, or -1
	end     []int
	limit   []int
	waiting []int // jobs that are submitted and not started, in order
}

func newTwin(nodes int, jobs []workload.Job) *twin {
	w := &twin{jobs: jobs, holder: slices.Repeat([]int{-1}, nodes)}
	for range jobs {
		w.start, w.end, w.limit = append(w.start, -1), append(w.end, -1), append(w.limit, -1)
	}
	return w
}

// promises returns the promises that EASY would make: the jobs that would start
// now, and the next job with its start time.
func (w *twin) promises(now int) (out []string) {
	free := 0
	for _, h := range w.holder {
		if h < 0 {
			free++
		}
	}
	limits := slices.Clone(w.limit)
	for _, i := range w.waiting {
		need := int(w.jobs[i].Nodes)
		if need <= free {
			free -= need
			limits[i] = now + int(w.jobs[i].Walltime/simtime.Second)
			out = append(out, fmt.Sprint(i, " ", now))
			continue
		}
		for s := now; ; s++ {
			have := free
			for j, at := range limits {
				if w.end[j] < 0 && at >= 0 && at <= s {
					have += int(w.jobs[j].Nodes)
				}
			}
			if have >= need {
				return append(out, fmt.Sprint(i, " ", s))
			}
		}
	}
	return out
}

// do carries out a decision and returns the expected outcome.
func (w *twin) do(now int, d manual.Decision) queue.DecisionOutcome {
	i := int(d.Job)
	j := &w.jobs[i]
	out := queue.DecisionOutcome{Job: workload.JobID(i), At: d.At, Broken: workload.NoJob, Holder: workload.NoJob, Ends: workload.NoJob, First: simtime.Never, Node: -1}
	switch {
	case int(j.Submit/second) > now:
		out.Job, out.Refusal, out.Since = workload.NoJob, queue.NotSubmitted, simtime.Never
		return out
	case w.end[i] >= 0:
		out.Refusal, out.Since = queue.Ended, simtime.Time(w.end[i])*second
		return out
	case w.start[i] >= 0:
		out.Refusal, out.Since = queue.Runs, simtime.Time(w.start[i])*second
		return out
	}
	idle := cluster.Placement(nil)
	for n, h := range w.holder {
		if h < 0 {
			idle = idle.Append(topology.NodeID(n), topology.NodeID(n), 1)
		}
	}
	out.Need, out.Have = j.Nodes, int32(idle.Nodes())
	nodes := d.Nodes
	switch {
	case nodes != nil && nodes.Nodes() != int(j.Nodes):
		out.Refusal, out.Have = queue.WrongSize, int32(nodes.Nodes())
		return out
	case nodes == nil && out.Have < out.Need:
		out.Refusal = queue.NoRoom
	case nodes == nil:
		nodes = idle.Part(0, j.Nodes)
	default:
		for n := range nodes.All {
			if h := w.holder[n]; h >= 0 && out.Refusal == queue.Done {
				out.Refusal, out.Node, out.Holder = queue.NodeHeld, n, workload.JobID(h)
			}
		}
	}
	if out.Refusal != queue.Done {
		for s := now; ; s++ {
			have, all := int32(idle.Nodes()), true
			for n, h := range w.holder {
				if h >= 0 && w.limit[h] <= s {
					have++
				} else if h >= 0 && d.Nodes.On(topology.NodeID(n)) > 0 {
					all = false
				}
			}
			if d.Nodes == nil && have >= out.Need || d.Nodes != nil && all {
				out.First = simtime.Time(s) * second
				return out
			}
		}
	}
	before := w.promises(now)
	for n := range nodes.All {
		w.holder[n] = i
	}
	w.start[i], w.limit[i] = now, now+int(j.Walltime/simtime.Second)
	w.waiting = slices.DeleteFunc(w.waiting, func(k int) bool { return k == i })
	after := map[int]int{}
	for _, text := range w.promises(now) {
		var job, at int
		_, _ = fmt.Sscan(text, &job, &at)
		after[job] = at
	}
	for _, text := range before {
		var job, was int
		_, _ = fmt.Sscan(text, &job, &was)
		if is, told := after[job]; told && is > was {
			out.Broken, out.Was, out.Is = workload.JobID(job), simtime.Time(was)*second, simtime.Time(is)*second
			break
		}
	}
	return out
}

// run carries out all decisions and returns their outcomes. It simulates every
// second before the given limit, which is after the last decision.
func (w *twin) run(decisions []manual.Decision, until int) (outcomes []queue.DecisionOutcome) {
	for now := range until {
		for i := range w.jobs {
			if w.start[i] >= 0 && w.end[i] < 0 && now == w.start[i]+int(min(w.jobs[i].Runtime, w.jobs[i].Walltime)/simtime.Second) {
				w.end[i] = now
				for n, h := range w.holder {
					if h == i {
						w.holder[n] = -1
					}
				}
			}
			if int(w.jobs[i].Submit/second) == now {
				w.waiting = append(w.waiting, i)
			}
		}
		for k, d := range decisions {
			if int(d.At/second) == now {
				out := w.do(now, d)
				out.Decision = k
				outcomes = append(outcomes, out)
			}
		}
	}
	return outcomes
}

// draw returns a small random machine, jobs, and decisions, many of which are
// possible.
func draw(r *rand.Rand) (nodes int, jobs []workload.Job, decisions []manual.Decision) {
	nodes = 2 + r.IntN(8)
	at := 0
	for i := range 1 + r.IntN(9) {
		at += r.IntN(2) * r.IntN(15)
		wall := 1 + r.IntN(30)
		jobs = append(jobs, workload.Job{
			Request: workload.Request{ID: workload.JobID(i), Number: int64(i), Submit: simtime.Time(at) * second, Nodes: 1 + r.Int32N(int32(nodes)), Walltime: simtime.Duration(wall) * simtime.Second},
			Runtime: simtime.Duration(1+r.IntN(wall+3)) * simtime.Second, After: workload.NoJob,
		})
	}
	for range r.IntN(14) {
		job := r.IntN(len(jobs))
		d := manual.Decision{At: jobs[job].Submit + simtime.Time(r.IntN(40)-3)*second, Job: int64(job)}
		d.At = max(d.At, 0)
		if size := int(jobs[job].Nodes); r.IntN(2) == 0 {
			set := r.Perm(nodes)[:max(1, size-r.IntN(6)/5)]
			slices.Sort(set)
			for _, n := range set {
				d.Nodes = d.Nodes.Append(topology.NodeID(n), topology.NodeID(n), 1)
			}
		}
		decisions = append(decisions, d)
	}
	slices.SortStableFunc(decisions, func(a, b manual.Decision) int { return int(a.At - b.At) })
	return nodes, jobs, decisions
}

// TestTwin checks the manual discipline against a second-by-second simulator. The
// starts must agree, and so must the outcomes of all decisions, including the
// figures of refusals and broken promises. Every kind of refusal that this
// simulator knows must occur.
func TestTwin(t *testing.T) {
	seen, brokenOnes := map[queue.Refusal]int{}, 0
	for seed := range uint64(6000) {
		nodes, jobs, decisions := draw(rand.New(rand.NewPCG(seed, 7)))
		flat, _ := topology.NewFlat(nodes)
		c := engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}), Jobs: jobs, Queue: manual.ManualPolicy{Decisions: decisions}, Allocator: alloc.FirstFit{}}
		rec, err := engine.Record(c)
		if err != nil {
			t.Fatal(err)
		}
		w := newTwin(nodes, jobs)
		want := w.run(decisions, 400)
		have := rec.Outcomes(rec.Len())
		for i := range have {
			if have[i].First != simtime.Never { // if several jobs end at that instant, any of them may be named
				h := have[i].Ends
				if h == workload.NoJob || simtime.Time(w.limit[h])*second != have[i].First {
					t.Fatalf("seed %d: decision %d: job %d does not end at %v", seed, i, h, have[i].First)
				}
				have[i].Ends = workload.NoJob
			}
		}
		if !slices.Equal(have, want) {
			t.Fatalf("seed %d, %d nodes\n%+v\n%+v\nhave %+v\nwant %+v", seed, nodes, jobs, decisions, have, want)
		}
		for _, e := range rec.Log() {
			if e.Kind == trace.Start && int(e.Time/second) != w.start[e.Job] {
				t.Fatalf("seed %d: job %d starts at %v, not %d", seed, e.Job, e.Time, w.start[e.Job])
			}
		}
		for _, x := range have {
			if seen[x.Refusal]++; x.Broken != workload.NoJob {
				brokenOnes++
			}
		}
	}
	t.Logf("%v, %d broken promises", seen, brokenOnes)
	for _, k := range []queue.Refusal{queue.Done, queue.NotSubmitted, queue.Runs, queue.Ended, queue.WrongSize, queue.NodeHeld, queue.NoRoom} {
		if seen[k] < 50 {
			t.Errorf("refusal %d happens %d times", k, seen[k])
		}
	}
	if brokenOnes < 50 {
		t.Errorf("%d broken promises", brokenOnes)
	}
}

// TestVector checks the example of SOURCES.md QUEUE.2. Of 12 nodes, 7 are busy
// until second 10 and 2 until second 20. Job A is promised the start at second 10.
// Job C needs one node more than the extra nodes at that time. Starting C must move
// the promise to second 15.
func TestVector(t *testing.T) {
	job := func(id workload.JobID, nodes int32, wall int) workload.Job {
		d := simtime.Duration(wall) * simtime.Second
		return workload.Job{Request: workload.Request{ID: id, Number: int64(id), Nodes: nodes, Walltime: d}, Runtime: d, After: workload.NoJob}
	}
	jobs := []workload.Job{job(0, 7, 10), job(1, 2, 20), job(2, 8, 5), job(3, 3, 15)}
	flat, _ := topology.NewFlat(12)
	run, err := engine.Record(engine.Config{
		Machine: cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000}), Jobs: jobs, Allocator: alloc.FirstFit{},
		Queue: manual.ManualPolicy{Decisions: []manual.Decision{{Job: 0}, {Job: 1}, {Job: 3}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	last := run.Outcomes(run.Len())[2]
	if last.Refusal != queue.Done || last.Broken != 2 || last.Was != 10*second || last.Is != 15*second {
		t.Errorf("%+v", last)
	}
}
