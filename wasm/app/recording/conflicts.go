package recording

import (
	"sort"

	"hopyard/core/trace"
	"hopyard/core/workload"
)

// A conflict is a step at which the interests of jobs collide, so that a lecturer
// would stop there. The following steps are conflicts: - A job starts while a job
// that was submitted earlier still waits. The cause is a backfill, a rescue (a
// start on the user's reserve), or a queue order other than the order of
// submission. - In a run in which all jobs request whole nodes, a job waits
// although enough nodes are free. The cause is a reservation, a limit, the order,
// or the shape of the free nodes. A lasting situation of this kind counts once. It
// counts again after the free nodes have been too few for every waiting job, or
// when another such job is submitted. - A job is rejected, killed, fails or is
// requeued, its deadline is at risk, or it abandons a growth. - A node or a link
// fails, or nodes leave for another partition.

// Conflict searches for the next conflict, from n steps on. It returns the number
// of steps up to and including the conflict. If direction is negative, it searches
// backwards. It returns n if there is no conflict. Cost: O(steps); the first call
// takes O(events + steps × waiting jobs / 64).
func (r *RecordedRun) Conflict(n, direction int) int {
	if r.conflicts == nil {
		r.conflicts = r.findConflicts()
	}
	return r.NextStep(n, direction, func(i int) bool { return r.conflicts[i] })
}

// NextStep searches for a step for which the given function returns true. It starts
// after the first n steps and, if direction is negative, goes backwards. It returns
// the number of steps up to and including the step found, or n if there is none.
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

// conflictScan is the state of the queue and of the machine while the run is
// searched for conflicts.
type conflictScan struct {
	r     *RecordedRun
	free  int     // number of free nodes
	held  []int32 // by job: number of nodes that it holds
	asks  []int32 // by job: number of nodes that it requests
	needs []int32 // number of nodes that each waiting job requests, in ascending order
	waits []bool  // by job: whether it waits
	order []workload.JobID
	first int  // index into the list order; no job before this index waits
	whole bool // all jobs request whole nodes, so counting nodes shows whether a job could fit
	stuck bool // the number of free nodes is large enough for some waiting job
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

// take processes an event, and reports whether the event is itself a conflict.
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
