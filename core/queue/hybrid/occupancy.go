package hybrid

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// occupancy is an index of the running jobs by node. It stores which jobs hold
// which part of a node, and until when. With it, the free amount on one node at
// some time is found without going through all jobs that end before that time. It
// is updated when a job starts or ends; any other change of the machine causes it
// to be rebuilt.
type occupancy struct {
	loads   []load
	unused  int32          // head of a list of free entries of loads, or none
	heads   []int32        // by node: index of its latest load, or none
	count   []int32        // by node: number of its loads
	soonest []simtime.Time // by node: the earliest end of its loads
	changes int            // number of state changes that have been reported here

	changelog
}

// load is the part of a node that a running job holds.
type load struct {
	until simtime.Time // end of the job's walltime
	job   workload.JobID
	next  int32 // index of another load of the same node, or none
	born  int   // changelog time of its start
	part
}

// part is a job's share of one node.
type part struct {
	per   *workload.Resources // resources of each task; shared by jobs of the same shape, so that it stays in the cache
	tasks int32
	whole bool
}

// partOf returns the part of a job on a node, with the number of tasks not set yet.
// The parameter at is the index of the job's shape, or none.
func (s *shapes) partOf(r *workload.Request, at int32) part {
	x := part{&r.PerTask, 0, r.Whole()}
	if at != none {
		x.per = &s.all[at].like.PerTask
	}
	return x
}

// of returns how much of a resource the part holds. It must not be called for a
// whole node.
func (x *part) of(k workload.Resource) int64 { return x.per[k] * int64(x.tasks) }

// lower subtracts what the part holds from the resources of a node.
func (x *part) lower(have *workload.Resources) {
	if x.whole {
		*have = workload.Resources{}
		return
	}
	for k, need := range x.per {
		have[k] = max(0, have[k]-need*int64(x.tasks))
	}
}

// started adds a job that has just started. Cost: O(its nodes).
func (o *occupancy) started(x part, job workload.JobID, where cluster.Placement, until simtime.Time) {
	if o.changes++; o.heads != nil {
		o.began(until)
		o.add(x, job, where, until)
	}
}

// ended removes a job that has given back its nodes. Cost: O(loads of its nodes).
func (o *occupancy) ended(job *cluster.Running, now simtime.Time) {
	if o.changes++; o.heads == nil {
		return
	}
	o.clock++
	for n := range heldBy(job).All {
		x, ok := o.remove(n, job.Request.ID)
		if !ok {
			o.changes = -1 // the job had grown
			return
		}
		o.gone(n, former{until: max(x.until, now+1), born: x.born, running: true})
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

// sync rebuilds the index if the state changed without being reported here. Cost:
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

// freeAt returns what running jobs leave free on node n at the instant t, which is
// now or later. It assumes that each job uses its walltime. A job that overruns is
// assumed to end one tick from now. Cost: O(loads of the node).
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
