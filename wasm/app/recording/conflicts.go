package recording

import (
	"sort"

	"hopyard/core/trace"
	"hopyard/core/workload"
)

// A conflict is a step at which the interests of jobs collide, and at which a
// lecturer would stop. These are:
//   - A job starts while one that was submitted earlier still waits. Reasons are a
//     backfill, a rescue by the reserve, or another order.
//   - A job of whole nodes starts to wait although enough nodes are free: a
//     reservation, a limit, the order or the shape of the free nodes keeps it
//     from starting. This counts once, until fewer nodes are free than any waiting
//     job requests.
//   - A job is refused, killed, fails or is requeued, its deadline is at risk, or it
//     gives up growing.
//   - A node or a link fails.

// Conflict returns the number of steps up to and including the next conflict after
// the first n steps, or the previous one if direction is negative. It returns n if
// there is none. Cost: O(steps), the first time O(events + steps × waiting jobs /
// 64).
func (r *RecordedRun) Conflict(n, direction int) int {
	if r.conflicts == nil {
		r.conflicts = r.findConflicts()
	}
	return r.NextStep(n, direction, func(i int) bool { return r.conflicts[i] })
}

// NextStep returns the number of steps up to and including the next wanted step
// after the first n steps, or the previous one if direction is negative. It returns
// n if there is none.
func (r *RecordedRun) NextStep(n, direction int, wanted func(i int) bool) int {
	i := n
	if direction < 0 {
		i = n - 2
	}
	for ; i >= 0 && i < r.Len(); i += direction {
		if wanted(i) {
			return i + 1
		}
	}
	return n
}

// conflictScan is the state of the queue and the machine during the search for conflicts.
type conflictScan struct {
	r     *RecordedRun
	free  int     // number of free nodes
	held  []int32 // by job: number of nodes it holds
	asks  []int32 // by job: number of nodes it requests
	needs []int32 // requests of the waiting jobs, ascending
	waits []bool  // by job: whether it waits
	order []workload.JobID
	first int  // index into order; no job before it waits
	whole bool // all jobs request whole nodes, so nodes can be counted
	stuck bool // some waiting job would fit by the number of free nodes
}

func (r *RecordedRun) findConflicts() []bool {
	t := &conflictScan{r: r, free: r.Machine.Drawn.Nodes, held: make([]int32, len(r.Jobs)), asks: make([]int32, len(r.Jobs)), waits: make([]bool, len(r.Jobs)), whole: true}
	for _, run := range r.Machine.Offline {
		t.free -= int(run.Last-run.First) + 1
	}
	for i := range r.Jobs {
		t.asks[i] = r.Jobs[i].Nodes
		t.whole = t.whole && r.Jobs[i].Nodes > 0
	}
	out := make([]bool, r.Len())
	for i := range out {
		for _, e := range r.StepEvents(i) {
			if e.Kind == trace.Requeue {
				t.asks[e.Job] = r.Asks(e.Job, int32(i))
			}
			if t.take(e.Kind, e.Job, int32(e.Placement.Nodes())) {
				out[i] = true
			}
		}
		stuck := t.whole && len(t.needs) > 0 && int(t.needs[0]) <= t.free
		out[i] = out[i] || stuck && !t.stuck
		t.stuck = stuck
	}
	return out
}

// take processes an event and reports whether it is a conflict by itself.
func (t *conflictScan) take(kind trace.EventKind, id workload.JobID, nodes int32) bool {
	switch kind {
	case trace.Submit:
		t.order = append(t.order, id)
		t.wait(id)
		if t.whole && int(t.r.Jobs[id].Nodes) <= t.free {
			t.stuck = false // if this job has to wait, that is a new conflict
		}
	case trace.Start:
		t.start(id)
		t.hold(id, nodes)
		for t.first < len(t.order) && !t.waits[t.order[t.first]] {
			t.first++
		}
		return t.first < len(t.order) && t.r.Lives[t.order[t.first]].Submit < t.r.Lives[id].Submit
	case trace.Freeze:
		t.hold(id, nodes)
	case trace.Shrink, trace.Rollback:
		t.hold(id, -nodes)
		return kind == trace.Rollback
	case trace.End, trace.Kill, trace.Fail:
		t.hold(id, -t.held[id])
		return kind != trace.End
	case trace.Requeue:
		t.hold(id, -t.held[id])
		t.wait(id)
		t.first = 0
		return true
	case trace.Down, trace.Leave:
		t.free -= int(nodes)
		return true
	case trace.Up, trace.Join:
		t.free += int(nodes)
	case trace.Reject, trace.AtRisk, trace.LinkDown:
		return true
	}
	return false
}

func (t *conflictScan) hold(id workload.JobID, nodes int32) {
	t.held[id] += nodes
	t.free -= int(nodes)
}

func (t *conflictScan) place(id workload.JobID) (need int32, at int) {
	need = t.asks[id]
	return need, sort.Search(len(t.needs), func(i int) bool { return t.needs[i] >= need })
}

func (t *conflictScan) wait(id workload.JobID) {
	if !t.waits[id] {
		need, at := t.place(id)
		t.needs = append(t.needs, 0)
		copy(t.needs[at+1:], t.needs[at:])
		t.needs[at], t.waits[id] = need, true
	}
}

func (t *conflictScan) start(id workload.JobID) {
	if t.waits[id] {
		_, at := t.place(id)
		t.needs = append(t.needs[:at], t.needs[at+1:]...)
		t.waits[id] = false
	}
}
