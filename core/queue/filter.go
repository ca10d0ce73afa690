package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Condition is what a node must meet to take part of a job, in the order in
// which conditions are looked at. S3 names CPU, memory and GPU.
type Condition uint8

// The conditions.
const (
	IsUp      Condition = iota // it works
	HasCores                   // enough of its cores are free for a task; for whole-node jobs, nobody uses it
	HasMemory                  // enough of its memory
	HasDisk                    // enough of its disk
	HasGPUs                    // enough of its GPUs
	NotHeld                    // what is free is not reserved, while the job would run, for a job before it
	NumConditions
)

// String is the name of what a node lacks that fails the condition.
func (c Condition) String() string {
	return [...]string{"down", "cores", "memory", "disk", "gpus", "reserved"}[c]
}

// Excluded is how many nodes fail a condition. Each node is counted once,
// under the first condition that it fails.
type Excluded struct {
	What  Condition
	Nodes int32
}

// Filters says how many nodes each condition excludes for a waiting job now,
// those that exclude none left out; nil if the job does not wait. Cost: that of
// Pending, and O(nodes).
//
// Source: S3, step c.
func (q *Queue) Filters(job workload.JobID, now simtime.Time, state *cluster.State) []Excluded {
	p := q.rehearsal(now, state)
	var w *Waiting
	for v := range p.queue.line.all {
		if v.ID == job {
			w = v
		}
	}
	if w == nil {
		return nil
	}
	free := &state.Free
	if d := p.queue.desk; d != nil {
		p.until = w
		q.cfg.Policy.Schedule(p)
		a := &d.agenda
		if a.valid {
			a.refresh(state)
			a.narrow(a.present, now, now.Add(w.wall))
			free = a.present
		}
	}
	return Exclusions(w.Request, state, free)
}

// Exclusions says how many nodes each condition excludes for r, where state is
// who holds what and free is what no reservation needs of what is free. Cost:
// O(nodes).
func Exclusions(r *workload.Request, state *cluster.State, free *cluster.Free) []Excluded {
	var counts [NumConditions]int32
	for n := range topology.NodeID(state.Machine().NumNodes()) {
		if what, ok := excludes(r, n, state, free); ok {
			counts[what]++
		}
	}
	var out []Excluded
	for what, n := range counts {
		if n > 0 {
			out = append(out, Excluded{Condition(what), n})
		}
	}
	return out
}

// excludes is the first condition that a node fails for a task of r.
func excludes(r *workload.Request, n topology.NodeID, state *cluster.State, free *cluster.Free) (Condition, bool) {
	if state.OutOfUse().Has(n) {
		return IsUp, true
	}
	if r.Whole() {
		if !state.Idle().Has(n) {
			return HasCores, true
		}
	} else {
		have := state.Available(n)
		for k, need := range r.PerTask {
			if have[k] < need {
				return HasCores + Condition(k), true
			}
		}
	}
	return NotHeld, free.Slots(r, n) == 0
}
