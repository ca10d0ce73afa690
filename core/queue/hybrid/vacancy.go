package hybrid

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// vacancy is the set of nodes that no running job uses at a certain time. That time
// can be moved forward and back.
type vacancy struct {
	nodes topology.NodeSet
	gone  []int32 // by node: number of its loads that have ended by that time
	next  int     // index in state.Limits of the first walltime end after that time
}

// reset moves the time back to now. Cost: O(nodes) of copying.
func (v *vacancy) reset(free *cluster.Free) {
	v.nodes.CopyFrom(free.Idle())
	if v.next = 0; v.gone == nil {
		v.gone = make([]int32, free.Machine().NumNodes())
	} else {
		clear(v.gone)
	}
}

// move moves the time to t, which is now or later. Cost: O(nodes of the running
// jobs whose walltimes end between the two times).
func (v *vacancy) move(t, now simtime.Time, o *occupancy, state *cluster.State) {
	limits := state.Limits()
	for ; v.next < len(limits) && max(limits[v.next].At, now+1) <= t; v.next++ {
		job := state.Job(limits[v.next].Slot)
		v.give(o, job.Placement)
		v.give(o, job.Frozen)
	}
	for ; v.next > 0 && max(limits[v.next-1].At, now+1) > t; v.next-- {
		job := state.Job(limits[v.next-1].Slot)
		v.take(job.Placement)
		v.take(job.Frozen)
	}
}

func (v *vacancy) give(o *occupancy, where cluster.Placement) {
	for _, run := range where {
		for n := run.First; n <= run.Last; n++ {
			if v.gone[n]++; v.gone[n] == o.count[n] {
				v.nodes.AddRange(n, n)
			}
		}
	}
}

func (v *vacancy) take(where cluster.Placement) {
	for _, run := range where {
		for n := run.First; n <= run.Last; n++ {
			v.gone[n]--
		}
		v.nodes.RemoveRange(run.First, run.Last)
	}
}
