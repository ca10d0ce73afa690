package queue

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// NodeCondition is a condition that a node must meet to hold part of a job. The
// constants are listed in the order of the checks. S3 names CPU, memory and GPU.
type NodeCondition uint8

// The conditions of the node's resources.
const (
	IsUp      NodeCondition = iota // the node is in use (not down, failed or removed)
	HasCores                       // enough cores: in total for a whole-node job, free ones for a task
	HasMemory                      // enough memory, in the same sense
	HasDisk                        // enough disk, in the same sense
	HasGPUs                        // enough GPUs, in the same sense
	HasNamed                       // enough of a resource that the machine defines itself, in the same sense; HasNamed+i stands for resource i, from 0
)

// The conditions that are not about resources.
const (
	IsIdle       = HasNamed + NodeCondition(workload.MaxNamed) + iota // for whole-node jobs: no other job uses the node
	IsUnblocked                                                       // no exclusive job keeps the node free of other jobs; for exclusive jobs: no other job has a node in its block
	WithinLimits                                                      // limits allow the job to use the node alongside others
	NotHeld                                                           // no reservation of an earlier job in the queue needs the free resources while this job would run
	NotFrozen                                                         // the node would still be excluded if no resources were set aside for running jobs to grow
	NumConditions
)

// String returns a word for what is wrong with a node that fails the condition,
// such as "gpus" or "busy". For all resources that the machine defines itself the
// word is "resources"; NameIn returns their names.
func (c NodeCondition) String() string {
	switch {
	case c >= IsIdle:
		return [...]string{"busy", "blocked", "limits", "reserved", "frozen"}[c-IsIdle]
	case c >= HasNamed:
		return "resources"
	}
	return [...]string{"out of use", "cores", "memory", "disk", "gpus"}[c]
}

// NameIn returns the same word as String, with one exception: for a resource that
// the machine m defines itself, it returns the resource's name.
func (c NodeCondition) NameIn(m *cluster.Machine) string {
	if c >= HasNamed && c < IsIdle {
		return m.NameOf(workload.Named + workload.Resource(c-HasNamed))
	}
	return c.String()
}

// Excluded is the number of nodes that fail a condition. Each node is counted once,
// under the first condition that it fails.
type Excluded struct {
	What  NodeCondition
	Nodes int32
}

// Filters returns, for a waiting job, how many nodes each condition excludes now.
// Conditions that exclude no node are left out. It returns nil if the job does not
// wait. Cost: that of Pending, and O(nodes).
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

// Exclusions returns how many nodes each condition excludes for r. The parameter
// state is the state of the machine, and free holds the resources that no
// reservation needs. A node counts under NotFrozen if r would fit there without the
// resources that are frozen for growing jobs. Cost: O(nodes).
func Exclusions(r *workload.Request, state *cluster.State, free *cluster.Free) []Excluded {
	var counts [NumConditions]int32
	frozen, blocked := frozenBy(state), topology.NodeSet{}
	if _, blocks := state.Machine().Topology.(topology.Blocked); blocks {
		blocked = state.Blocked()
	}
	for n := range topology.NodeID(state.Machine().NumNodes()) {
		if what, ok := excludes(r, n, state, free); ok {
			if what == IsIdle && blocked.Has(n) {
				what = IsUnblocked
			}
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

// aside is the part of a node that is set aside for jobs to grow.
type aside struct {
	whole bool
	what  workload.Resources
}

// frozenBy returns, for each node, what is set aside for running jobs to grow.
// Cost: O(running jobs and frozen nodes).
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

// frees reports whether a task of r would fit on a node if nothing were set aside.
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

// excludes returns the first condition that a node fails for a task of r.
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
	case r.Network.Exclusive && state.Slots(r, n) == 0: // another job has a node in its block
		return IsUnblocked, true
	case free.IsBarred(n):
		return WithinLimits, true
	}
	return NotHeld, free.Slots(r, n) == 0
}
