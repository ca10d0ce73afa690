package slurmsched_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// secondTwin simulates suspension second by second, with the main scheduler alone. Each
// node is a list of cores, and each core a list of the jobs that hold it.
type secondTwin struct {
	conf   slurmsched.SlurmConfig
	jobs   []workload.Job
	cores  [][][]int // by node and core: the jobs that hold it, running or suspended
	memory []int64   // by node
	state  []string  // by job: "", waits, runs, stands, over
	work   []int     // seconds of work left
	limit  []int     // seconds of the limit left
	since  []int     // last start
	now    int
	log    []string
	gone   bool // find found a place where jobs must be stopped for their memory
}

func (t *secondTwin) part(id int) slurmsched.Partition {
	for _, p := range t.conf.Partitions {
		if p.Name == t.jobs[id].Queue {
			return p
		}
	}
	panic("no partition")
}

func (t *secondTwin) place(id int) int {
	return slices.IndexFunc(t.conf.Partitions, func(p slurmsched.Partition) bool { return p.Name == t.jobs[id].Queue })
}

func (t *secondTwin) mode(id int) slurmsched.PreemptMode {
	if m := t.part(id).Preempt; m != slurmsched.ModeDefault {
		return m
	}
	return slurmsched.ModeSuspend
}

func (t *secondTwin) say(format string, args ...any) {
	t.log = append(t.log, fmt.Sprintf("%d ", t.now)+fmt.Sprintf(format, args...))
}

// leave takes a job off its cores.
func (t *secondTwin) leave(id int) {
	for n := range t.cores {
		for c := range t.cores[n] {
			t.cores[n][c] = slices.DeleteFunc(t.cores[n][c], func(x int) bool { return x == id })
		}
	}
}

// run simulates everything.
func (t *secondTwin) run() {
	for ; slices.ContainsFunc(t.state, func(s string) bool { return s != "over" }) && t.now < 20_000; t.now++ {
		var ended []int
		for id := range t.jobs {
			if t.state[id] == "runs" && t.since[id] < t.now {
				t.work[id]--
				t.limit[id]--
			}
		}
		for id := range t.jobs { // limits that end come before everything else
			if t.state[id] == "runs" && t.limit[id] == 0 {
				ended = append(ended, id)
				t.over(id)
			}
		}
		for id := range t.jobs {
			if t.state[id] == "" && int(t.jobs[id].Submit/1000) == t.now {
				t.state[id] = "waits"
				t.pass()
			}
		}
		for {
			first := -1
			for id := range t.jobs {
				done := t.state[id] == "runs" && t.work[id] == 0 || slices.Contains(ended, id)
				if done && (first < 0 || t.since[id] < t.since[first] || t.since[id] == t.since[first] && t.before(id, first)) {
					first = id
				}
			}
			if first < 0 {
				break
			}
			t.over(first)
			ended = slices.DeleteFunc(ended, func(id int) bool { return id == first })
			t.pass()
		}
	}
}

func (t *secondTwin) over(id int) {
	t.state[id] = "over"
	t.leave(id)
}

// before reports whether a job comes before another in the queue.
func (t *secondTwin) before(a, b int) bool {
	if x, y := t.part(a).Tier, t.part(b).Tier; x != y {
		return x > y
	}
	return a < b
}

// pass looks at everything once.
func (t *secondTwin) pass() {
	t.rule(-1)
	closed := map[int]bool{} // nodes
	shut := map[string]bool{}
	var queue []int
	for id := range t.jobs {
		if t.state[id] == "waits" {
			queue = append(queue, id)
		}
	}
	slices.SortFunc(queue, func(a, b int) int {
		if t.before(a, b) {
			return -1
		}
		return 1
	})
	stopped := false
	for _, id := range queue {
		if shut[t.jobs[id].Queue] {
			continue
		}
		got := t.find(id, closed)
		if got == nil {
			shut[t.jobs[id].Queue] = true
			for n := range t.nodes(id) {
				closed[n] = true
			}
			continue
		}
		for _, x := range got {
			t.cores[x[0]][x[1]] = append(t.cores[x[0]][x[1]], id)
		}
		stopped = t.rule(id) || stopped
		t.state[id], t.since[id] = "runs", t.now
		t.say("job %d starts on%s", id, t.tasksOn(id, got))
		t.rule(-1)
	}
	if stopped {
		t.pass()
	}
}

// tasksOn writes how many tasks a job has on each node.
func (t *secondTwin) tasksOn(id int, got [][2]int) (out string) {
	for n := range t.cores {
		tasks := 0
		for _, x := range got {
			if x[0] == n {
				tasks++
			}
		}
		if t.jobs[id].Whole() {
			tasks = min(tasks, 1)
		} else {
			tasks /= int(t.jobs[id].PerTask[workload.Cores])
		}
		if tasks > 0 {
			out += fmt.Sprintf(" %d:%d", n, tasks)
		}
	}
	return out
}

// nodes returns the nodes of a job's partition.
func (t *secondTwin) nodes(id int) map[int]bool {
	out := map[int]bool{}
	if p := t.part(id); p.Nodes != nil {
		for n := range p.Nodes.All {
			out[int(n)] = true
		}
	} else {
		for n := range t.cores {
			out[n] = true
		}
	}
	return out
}

// rule lets each job run of which no running job of a higher tier holds a core. If a job
// starts, it makes room for it, and resumes nobody. It reports whether a job waits again.
func (t *secondTwin) rule(starts int) (again bool) {
	var all, still []int
	for id := range t.jobs {
		if t.state[id] == "runs" || t.state[id] == "stands" {
			all = append(all, id)
		}
	}
	slices.SortFunc(all, func(a, b int) int {
		for _, d := range []int{int(t.part(b).Tier - t.part(a).Tier), t.place(a) - t.place(b), t.since[a] - t.since[b], a - b} {
			if d != 0 {
				return d
			}
		}
		return 0
	})
	runs := map[int]bool{}
	for _, id := range all {
		runs[id] = starts < 0 || t.state[id] == "runs"
		for n := range t.cores {
			for c := range t.cores[n] {
				if holds := t.cores[n][c]; slices.Contains(holds, id) {
					for _, other := range holds {
						if t.part(other).Tier > t.part(id).Tier && (other == starts || runs[other]) {
							runs[id] = false
						}
					}
				}
			}
			if m := t.mode(id); starts >= 0 && t.gone && t.on(id, n) && t.on(starts, n) && t.part(id).Tier < t.part(starts).Tier && (m == slurmsched.ModeRequeue || m == slurmsched.ModeCancel) {
				runs[id] = false
			}
		}
	}
	for _, id := range all {
		if t.state[id] != "runs" || runs[id] {
			continue
		}
		switch t.mode(id) {
		case slurmsched.ModeRequeue:
			t.say("job %d waits again", id)
			t.leave(id)
			t.state[id], again = "waits", true
			t.work[id], t.limit[id] = int(t.jobs[id].Runtime/1000), int(t.jobs[id].Walltime/1000)
		case slurmsched.ModeCancel:
			t.say("job %d is cancelled", id)
			t.over(id)
		default:
			t.say("job %d is suspended", id)
			t.state[id] = "stands"
		}
	}
	for _, id := range all {
		if t.state[id] == "stands" && runs[id] {
			still = append(still, id)
		}
	}
	for _, id := range still {
		t.say("job %d resumes", id)
		t.state[id] = "runs"
	}
	return again
}

// on reports whether a job is on a node.
func (t *secondTwin) on(id, n int) bool {
	return slices.ContainsFunc(t.cores[n], func(holds []int) bool { return slices.Contains(holds, id) })
}

// find returns the cores that a job gets, or nil.
func (t *secondTwin) find(id int, closed map[int]bool) [][2]int {
	tier := t.part(id).Tier
	t.gone = false
	if got := t.fit(id, closed, func(int) bool { return true }, false); got != nil {
		return got
	}
	var spared []string
	keeps := func(x int) bool {
		return t.part(x).Tier >= tier || t.mode(x) == slurmsched.ModeOff || slices.Contains(spared, t.jobs[x].Queue)
	}
	best := t.fit(id, closed, keeps, false)
	if best == nil {
		t.gone = true
		if best = t.fit(id, closed, keeps, true); best == nil {
			return nil
		}
	}
	for level := tier - 1; level >= 0; level-- {
		for _, p := range t.conf.Partitions {
			if p.Tier != level {
				continue
			}
			spared = append(spared, p.Name)
			got := t.fit(id, closed, keeps, t.gone)
			if got == nil {
				return best
			}
			best = got
		}
	}
	return best
}

// fit places a job on the lowest nodes and cores that no job holds for which keeps is true.
// If gone is set, jobs of lower tiers that would be requeued or cancelled hold nothing.
func (t *secondTwin) fit(id int, closed map[int]bool, keeps func(int) bool, gone bool) (got [][2]int) {
	j := &t.jobs[id]
	left, here := j.Size(), t.nodes(id)
	for n := range t.cores {
		if !here[n] || closed[n] {
			continue
		}
		var free []int
		on := map[int]int64{} // cores of each job that counts for memory
		for c, holds := range t.cores[n] {
			taken := false
			for _, x := range holds {
				if m := t.mode(x); gone && t.part(x).Tier < t.part(id).Tier && (m == slurmsched.ModeRequeue || m == slurmsched.ModeCancel) {
					continue
				}
				taken = taken || keeps(x)
				on[x]++
			}
			if !taken {
				free = append(free, c)
			}
		}
		memory := t.memory[n]
		for x, cores := range on {
			if !t.jobs[x].Whole() {
				memory -= cores / t.jobs[x].PerTask[workload.Cores] * t.jobs[x].PerTask[workload.Memory]
			}
		}
		if j.Whole() {
			if left > 0 && len(free) == len(t.cores[n]) && memory == t.memory[n] {
				left--
				for _, c := range free {
					got = append(got, [2]int{n, c})
				}
			}
			continue
		}
		k := min(int64(left), int64(len(free))/j.PerTask[workload.Cores])
		if need := j.PerTask[workload.Memory]; need > 0 {
			k = min(k, memory/need)
		}
		if k <= 0 {
			continue
		}
		left -= int32(k)
		for _, c := range free[:k*j.PerTask[workload.Cores]] {
			got = append(got, [2]int{n, c})
		}
	}
	if left > 0 {
		return nil
	}
	return got
}

// denseCase returns a random case with many suspensions.
func denseCase(seed uint64) (c engine.Config, conf slurmsched.SlurmConfig, cores int) {
	r := rand.New(rand.NewPCG(seed, 0x5057))
	nodes := 1 + r.IntN(4)
	cores = 1 + r.IntN(4)
	memory := pick[int64](r, 0, 0, 8)
	flat, _ := topology.NewFlat(nodes)
	c = engine.Config{Machine: cluster.NewMachine(flat, cluster.Spec{Speed: 1000, Resources: workload.Resources{workload.Cores: int64(cores), workload.Memory: memory}}), Allocator: alloc.FirstFit{}}
	conf = slurmsched.UsualConfig()
	conf.Backfill.Off = true
	conf.Preemption.By, conf.Preemption.Mode = slurmsched.PreemptByPartition, slurmsched.StopSuspend
	for i := range 2 + r.IntN(4) {
		p := slurmsched.Partition{Name: fmt.Sprint("p", i), Tier: r.Int64N(4), Preempt: pick(r, slurmsched.ModeDefault, slurmsched.ModeDefault, slurmsched.ModeDefault, slurmsched.ModeSuspend, slurmsched.ModeRequeue, slurmsched.ModeCancel, slurmsched.ModeOff)}
		if r.IntN(3) == 0 {
			first := r.IntN(nodes)
			p.Nodes = cluster.Placement{}.Append(topology.NodeID(first), topology.NodeID(first+r.IntN(nodes-first)), 1)
		}
		conf.Partitions = append(conf.Partitions, p)
	}
	at := simtime.Time(0)
	for range 3 + r.IntN(14) {
		part := pick(r, conf.Partitions...)
		room := nodes
		if part.Nodes != nil {
			room = part.Nodes.Nodes()
		}
		j := workload.Job{After: workload.NoJob, Runtime: simtime.Duration(1+r.Int64N(60)) * simtime.Second}
		at += simtime.Time(1000 * r.Int64N(15))
		j.ID, j.Submit, j.Queue, j.Walltime = workload.JobID(len(c.Jobs)), at, part.Name, j.Runtime+simtime.Duration(pick[int64](r, 0, 0, 5, -5, 60))*simtime.Second
		j.Walltime = max(j.Walltime, simtime.Second)
		if j.Number = int64(j.ID); r.IntN(2) == 0 {
			j.Nodes = int32(1 + r.IntN(room))
		} else {
			j.PerTask[workload.Cores] = 1 + r.Int64N(int64(cores))
			most := int64(cores) / j.PerTask[workload.Cores]
			if memory > 0 && r.IntN(2) == 0 {
				j.PerTask[workload.Memory] = 1 + r.Int64N(8)
				most = min(most, memory/j.PerTask[workload.Memory])
			}
			j.Tasks = int32(1 + r.Int64N(most*int64(room)))
		}
		c.Jobs = append(c.Jobs, j)
	}
	c.Queue = slurmsched.SlurmPolicy{Config: conf}
	return c, conf, cores
}

// TestSuspensionTwin compares random runs with the twin: starts, suspensions, resumptions
// and stops, with their order.
func TestSuspensionTwin(t *testing.T) {
	suspended, again, cases := 0, 0, 0
	for seed := range soaktest.Seeds(12_000) {
		c, conf, cores := denseCase(seed)
		log, err := engine.Run(c)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		x := &secondTwin{conf: conf, jobs: c.Jobs, state: make([]string, len(c.Jobs)), work: make([]int, len(c.Jobs)), limit: make([]int, len(c.Jobs)), since: make([]int, len(c.Jobs))}
		for n := range c.Machine.NumNodes() {
			x.cores, x.memory = append(x.cores, make([][]int, cores)), append(x.memory, c.Machine.Spec(topology.NodeID(n)).Resources[workload.Memory])
		}
		for id := range c.Jobs {
			x.work[id], x.limit[id] = int(c.Jobs[id].Runtime/1000), int(c.Jobs[id].Walltime/1000)
		}
		x.run()
		cases++
		var got []string
		for _, e := range log {
			text := ""
			switch e.Kind {
			case trace.Start:
				text = fmt.Sprintf("job %d starts on%s", e.Job, nodesWith(e.Placement))
			case trace.Suspend:
				text = fmt.Sprintf("job %d is suspended", e.Job)
				suspended++
			case trace.Resume:
				text = fmt.Sprintf("job %d resumes", e.Job)
			case trace.Requeue:
				text = fmt.Sprintf("job %d waits again", e.Job)
				again++
			case trace.Fail:
				text = fmt.Sprintf("job %d is cancelled", e.Job)
			default:
				continue
			}
			got = append(got, fmt.Sprintf("%d ", e.Time/1000)+text)
		}
		want := x.log
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("seed %d: line %d: %q; the twin has %q", seed, i, got[min(i, len(got)):min(i+1, len(got))], want[min(i, len(want)):min(i+1, len(want))])
			}
		}
	}
	t.Logf("%d cases: %d suspensions, %d jobs requeued", cases, suspended, again)
	if suspended < cases/2 || again < cases/20 {
		t.Error("too few cases of one kind")
	}
}

// nodesWith returns the number of tasks on each node.
func nodesWith(p cluster.Placement) string {
	out := ""
	for n, tasks := range p.All {
		out += fmt.Sprintf(" %d:%d", n, tasks)
	}
	return out
}
