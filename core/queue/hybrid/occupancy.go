package hybrid

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
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

// shapes is the list of the different kinds of tasks that jobs ask for. For each
// kind it counts how many tasks fit now. A count is updated only on the nodes that
// were taken or given back since the count was last needed.
type shapes struct {
	all     []shape
	changed []cluster.Placement // placements taken or given back, in order
	epoch   int                 // version number; counts with another version number are invalid
	changes int                 // number of state changes that have been reported here
}

// shape is one kind of task.
type shape struct {
	like  *workload.Request
	slots []int32 // by node: number of tasks that fit
	total int64
	epoch int
	seen  int // number of entries of shapes.changed that the count includes
}

const (
	maxShapes  = 256
	maxChanged = 4096
)

// of returns the index of r's shape. It returns none for a whole-node job. It also
// returns none if the shape is new and there are already maxShapes shapes.
func (s *shapes) of(r *workload.Request) int32 {
	if r.Whole() {
		return none
	}
	for i := range s.all {
		if s.all[i].like.PerTask == r.PerTask {
			return int32(i)
		}
	}
	if len(s.all) == maxShapes {
		return none
	}
	s.all = append(s.all, shape{like: r, epoch: -1})
	return int32(len(s.all) - 1)
}

// note records that a placement was taken or given back.
func (s *shapes) note(p cluster.Placement) {
	s.changes++
	if len(s.changed) == maxChanged {
		s.renew()
	}
	s.changed = append(s.changed, p)
}

// renew invalidates all counts.
func (s *shapes) renew() {
	s.changed = s.changed[:0]
	s.epoch++
}

// sync invalidates all counts if the state changed without being reported by note.
func (s *shapes) sync(state *cluster.State) {
	if s.changes != state.Changes() {
		s.renew()
		s.changes = state.Changes()
	}
}

// fits reports whether w fits now. Cost: O(1) for whole nodes, and if too little is
// free in total; otherwise O(nodes changed since the shape was last counted).
func (s *shapes) fits(w *queue.Waiting, free *cluster.Free) bool {
	at := factsOf(w).shape
	if w.Whole() || at == none || int(at) >= len(s.all) {
		return free.Fits(w.Request)
	}
	return !free.Lacks(w.Request) && s.count(&s.all[at], free) >= int64(w.Need())
}

func (s *shapes) count(x *shape, free *cluster.Free) int64 {
	if x.epoch != s.epoch || len(s.changed)-x.seen > 256 {
		if x.slots == nil {
			x.slots = make([]int32, free.Machine().NumNodes())
		}
		x.total, x.epoch = 0, s.epoch
		for n := range x.slots {
			x.slots[n] = free.Slots(x.like, topology.NodeID(n))
			x.total += int64(x.slots[n])
		}
	} else {
		for _, p := range s.changed[x.seen:] {
			for n := range p.All {
				k := free.Slots(x.like, n)
				x.total += int64(k - x.slots[n])
				x.slots[n] = k
			}
		}
	}
	x.seen = len(s.changed)
	return x.total
}

// clone returns the same shapes without counts.
func (s *shapes) clone() shapes {
	c := shapes{all: slices.Clone(s.all), changes: -1}
	for i := range c.all {
		c.all[i] = shape{like: c.all[i].like, epoch: -1}
	}
	return c
}

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
