package hybrid

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// vacancy is the set of nodes that no running job uses at a time that can be moved
// forward and back.
type vacancy struct {
	nodes topology.NodeSet
	gone  []int32 // by node: number of its loads that have ended by then
	next  int     // index of the first of the state's limits after that time
}

// reset moves back to now. Cost: O(nodes) of copying.
func (v *vacancy) reset(free *cluster.Free) {
	v.nodes.CopyFrom(free.Idle())
	if v.next = 0; v.gone == nil {
		v.gone = make([]int32, free.Machine().NumNodes())
	} else {
		clear(v.gone)
	}
}

// move moves to t, now or later. Cost: O(nodes of the running jobs whose walltimes
// end between the times).
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
