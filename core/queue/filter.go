package queue

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// NodeCondition is what a node must meet to take part of a job, in the order in
// which conditions are looked at. S3 names CPU, memory and GPU.
type NodeCondition uint8

// The conditions.
const (
	IsUp      NodeCondition = iota // it works
	HasCores                       // enough of its cores are free for a task; for whole-node jobs, it has as many as they must have
	HasMemory                      // enough of its memory
	HasDisk                        // enough of its disk
	HasGPUs                        // enough of its GPUs
	HasNamed                       // enough of the machine's own resources, from the first on
)

// The conditions that follow those of resources.
const (
	IsIdle       = HasNamed + NodeCondition(workload.MaxNamed) + iota // for whole-node jobs: nobody uses it
	WithinLimits                                                      // limits let the job have it beside the others
	NotHeld                                                           // what is free is not reserved, while the job would run, for a job before it
	NotFrozen                                                         // what it lacks is not set aside for a running job to grow
	NumConditions
)

// String is the name of what a node lacks that fails the condition; NameIn
// knows the machine's own resources.
func (c NodeCondition) String() string {
	switch {
	case c >= IsIdle:
		return [...]string{"busy", "limits", "reserved", "frozen"}[c-IsIdle]
	case c >= HasNamed:
		return "resources"
	}
	return [...]string{"out of use", "cores", "memory", "disk", "gpus"}[c]
}

// NameIn is the name of what a node lacks that fails the condition, on a
// machine.
func (c NodeCondition) NameIn(m *cluster.Machine) string {
	if c >= HasNamed && c < IsIdle {
		return m.NameOf(workload.Named + workload.Resource(c-HasNamed))
	}
	return c.String()
}

// Excluded is how many nodes fail a condition. Each node is counted once,
// under the first condition that it fails.
type Excluded struct {
	What  NodeCondition
	Nodes int32
}

// Filters says how many nodes each condition excludes for a waiting job now,
// those that exclude none left out; nil if the job does not wait. Cost: that of
// Pending, and O(nodes).
//
// Source: S3, step c; SOURCES.md S3.3.
func (q *Queue) Filters(job workload.JobID, now simtime.Time, state *cluster.State) []Excluded {
	p := q.rehearsal(now, state)
	i := slices.IndexFunc(p.asked.line, func(w Waiting) bool { return w.ID == job })
	if i < 0 {
		return nil
	}
	w, free := &p.asked.line[i], &state.Free
	if planner := p.queue.planner(); planner != nil {
		if beside := planner.FreeFor(p, w); beside != nil {
			free = beside
		}
	}
	return Exclusions(w.Request, state, free)
}

// Exclusions says how many nodes each condition excludes for r, where state is
// who holds what and free is what no reservation needs of what is free. What is
// frozen for a job to grow is told apart from what jobs use. Cost: O(nodes).
func Exclusions(r *workload.Request, state *cluster.State, free *cluster.Free) []Excluded {
	var counts [NumConditions]int32
	frozen := frozenBy(state)
	for n := range topology.NodeID(state.Machine().NumNodes()) {
		if what, ok := excludes(r, n, state, free); ok {
			if f, any := frozen[n]; any && HasCores <= what && what <= IsIdle && state.Machine().Slots(r, n) > 0 && f.frees(r, n, state) {
				what = NotFrozen
			}
			counts[what]++
		}
	}
	var out []Excluded
	for what, n := range counts {
		if n > 0 {
			out = append(out, Excluded{NodeCondition(what), n})
		}
	}
	return out
}

// aside is what of a node is set aside for jobs to grow.
type aside struct {
	whole bool
	what  workload.Resources
}

// frozenBy is what is set aside, by node. Cost: O(running jobs and frozen nodes).
func frozenBy(state *cluster.State) map[topology.NodeID]aside {
	var out map[topology.NodeID]aside
	for _, l := range state.Limits() {
		job := state.Job(l.Slot)
		for n, tasks := range job.Frozen.All {
			if out == nil {
				out = map[topology.NodeID]aside{}
			}
			a := out[n]
			a.whole = a.whole || job.Request.Whole()
			for k, need := range job.Request.PerTask {
				a.what[k] += int64(tasks) * need
			}
			out[n] = a
		}
	}
	return out
}

// frees reports whether a task of r would fit on a node if nothing of it were
// set aside.
func (a *aside) frees(r *workload.Request, n topology.NodeID, state *cluster.State) bool {
	if a.whole {
		return true
	}
	all, have := state.Machine().Spec(n).Resources, state.Available(n)
	for k := range have {
		have[k] += a.what[k]
		if r.Whole() && have[k] < all[k] || !r.Whole() && have[k] < r.PerTask[k] {
			return false
		}
	}
	return true
}

// excludes is the first condition that a node fails for a task of r.
func excludes(r *workload.Request, n topology.NodeID, state *cluster.State, free *cluster.Free) (NodeCondition, bool) {
	if state.OutOfUse().Has(n) {
		return IsUp, true
	}
	have := state.Available(n)
	if r.Whole() {
		have = state.Machine().Spec(n).Resources
	}
	for k, need := range r.PerTask {
		if have[k] < need {
			return HasCores + NodeCondition(k), true
		}
	}
	switch {
	case r.Whole() && !state.Idle().Has(n):
		return IsIdle, true
	case free.IsBarred(n):
		return WithinLimits, true
	}
	return NotHeld, free.Slots(r, n) == 0
}
