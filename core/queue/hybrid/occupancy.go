package hybrid

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// occupancy is which running jobs hold what of every node, and until when, so
// that what is free of one node at some time is known without going through all
// jobs that end before. It is kept up to date with what starts and ends; what
// else changes the machine makes it be read anew.
type occupancy struct {
	loads   []load
	unused  int32          // a list of places among the loads, or none
	heads   []int32        // by node: its latest load, or none
	count   []int32        // by node: its loads
	soonest []simtime.Time // by node: when the first of them ends
	changes int            // of the state, as far as was told

	changelog
}

// load is a running job's part of a node.
type load struct {
	until simtime.Time // when its walltime ends
	job   workload.JobID
	next  int32 // another load of the node, or none
	born  int   // when it began, by the changelog
	part
}

// part is what a job holds of one node.
type part struct {
	per   *workload.Resources // of each task; of many jobs the same, so that it is near at hand
	tasks int32
	whole bool
}

// partOf is a part of a job, of no tasks yet, whose shape is known.
func (s *shapes) partOf(r *workload.Request, at int32) part {
	x := part{&r.PerTask, 0, r.Whole()}
	if at != none {
		x.per = &s.all[at].like.PerTask
	}
	return x
}

// of is how much of a resource it is; not of a whole node.
func (x *part) of(k workload.Resource) int64 { return x.per[k] * int64(x.tasks) }

// lower takes a part off what a node has.
func (x *part) lower(have *workload.Resources) {
	if x.whole {
		*have = workload.Resources{}
		return
	}
	for k, need := range x.per {
		have[k] = max(0, have[k]-need*int64(x.tasks))
	}
}

// started counts a job that started now. Cost: O(its nodes).
func (o *occupancy) started(x part, job workload.JobID, where cluster.Placement, until simtime.Time) {
	if o.changes++; o.heads != nil {
		o.began(until)
		o.add(x, job, where, until)
	}
}

// ended forgets a job that gave back what it had. Cost: O(loads of its nodes).
func (o *occupancy) ended(job *cluster.Running, now simtime.Time) {
	if o.changes++; o.heads == nil {
		return
	}
	o.clock++
	for n := range heldBy(job).All {
		x, ok := o.remove(n, job.Request.ID)
		if !ok {
			o.changes = -1 // it had grown
			return
		}
		o.gone(n, former{part: x.part, until: max(x.until, now+1), born: x.born, running: true})
	}
}

func (o *occupancy) add(x part, job workload.JobID, where cluster.Placement, until simtime.Time) {
	for _, run := range where {
		x.tasks = run.Tasks
		for n := run.First; n <= run.Last; n++ {
			at := o.unused
			if at == none {
				at = int32(len(o.loads))
				o.loads = append(o.loads, load{})
			} else {
				o.unused = o.loads[at].next
			}
			o.loads[at] = load{until, job, o.heads[n], o.clock, x}
			o.heads[n] = at
			if o.count[n]++; o.count[n] == 1 || until < o.soonest[n] {
				o.soonest[n] = until
			}
		}
	}
}

func (o *occupancy) remove(n topology.NodeID, job workload.JobID) (load, bool) {
	for at := &o.heads[n]; *at != none; at = &o.loads[*at].next {
		if k := *at; o.loads[k].job == job {
			x := o.loads[k]
			*at = x.next
			o.loads[k] = load{next: o.unused}
			o.unused = k
			o.count[n]--
			if x.until == o.soonest[n] {
				o.soonest[n] = simtime.Never
				for k := o.heads[n]; k != none; k = o.loads[k].next {
					o.soonest[n] = min(o.soonest[n], o.loads[k].until)
				}
			}
			return x, true
		}
	}
	return load{}, false
}

// sync reads everything anew if the state changed otherwise than was told. Cost:
// O(1), or O(nodes of the running jobs).
func (o *occupancy) sync(shapes *shapes, state *cluster.State) {
	if o.heads != nil && o.changes == state.Changes() {
		return
	}
	if n := state.Machine().NumNodes(); o.heads == nil {
		o.heads, o.count, o.soonest = make([]int32, n), make([]int32, n), make([]simtime.Time, n)
	}
	for n := range o.heads {
		o.heads[n] = none
	}
	clear(o.count)
	o.lose()
	o.loads, o.unused, o.changes = o.loads[:0], none, state.Changes()
	for _, l := range state.Limits() {
		job := state.Job(l.Slot)
		x := shapes.partOf(job.Request, shapes.of(job.Request))
		o.add(x, job.Request.ID, heldBy(job), job.Limit)
	}
}

// freeAt is what running jobs leave of node n at t, now or later, if each uses
// its walltime; one that overruns is taken to end a tick from now. Cost: O(loads
// of the node).
func (o *occupancy) freeAt(n topology.NodeID, t, now simtime.Time, free *cluster.Free) workload.Resources {
	have := free.Available(n)
	if o.count[n] == 0 || max(o.soonest[n], now+1) > t {
		return have
	}
	for k := o.heads[n]; k != none; k = o.loads[k].next {
		l := &o.loads[k]
		switch {
		case max(l.until, now+1) > t:
		case l.whole:
			return free.Machine().Spec(n).Resources
		default:
			for k, need := range l.per {
				have[k] += need * int64(l.tasks)
			}
		}
	}
	return have
}
