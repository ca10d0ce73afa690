package slurmsched

import (
	"maps"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// rooms records, for jobs of the same needs, which nodes have room for a task, and for
// each node which jobs run there. It serves allocators that are alloc.LowestFirst:
// where a job starts, now or later, then follows from sets of nodes, without a copy of
// the machine for each question. Changes of the machine are noted as they happen, and
// applied to a set when it is used.
type rooms struct {
	kinds   []kind
	index   map[kindOf]int
	known   int               // the machine's number of changes that are noted, or -1
	running []occupants       // by node
	changed []cluster.NodeRun // nodes of the jobs that started or ended, in order
	dropped int               // number of entries removed from the front of changed
	places  []int32           // of running jobs in the list of walltime ends, by JobID
	placed  int               // the machine's number of changes when places was made, or -1
}

// kindOf is the needs of a job, which decide where its tasks fit.
type kindOf struct {
	whole bool
	needs workload.Resources
}

// kind is a group of jobs that fit on the same nodes.
type kind struct {
	room topology.NodeSet
	upTo int // number of entries of changed, with those dropped, that the set includes; -1 if it must be made anew
}

// occupant is a job on a node.
type occupant struct {
	*workload.Request
	limit simtime.Time
	tasks int32
}

// occupants are the jobs on a node. Usually there is one.
type occupants struct {
	first occupant // its Request is nil if no job is there
	more  []occupant
}

func (o *occupants) add(x occupant) {
	if o.first.Request == nil {
		o.first = x
	} else {
		o.more = append(o.more, x)
	}
}

// remove removes what a job has on the node.
func (o *occupants) remove(r *workload.Request) {
	o.more = slices.DeleteFunc(o.more, func(x occupant) bool { return x.Request == r })
	if o.first.Request != r {
		return
	}
	o.first = occupant{}
	if n := len(o.more); n > 0 {
		o.first, o.more = o.more[n-1], o.more[:n-1]
	}
}

// most is the number of noted changes beyond which the older half is dropped.
const most = 1 << 13

// clone returns a copy that reads the machine anew when it is used.
func (r *rooms) clone() rooms {
	c := rooms{kinds: make([]kind, len(r.kinds)), index: maps.Clone(r.index), known: -1, placed: -1}
	for i := range c.kinds {
		c.kinds[i].upTo = -1
	}
	return c
}

// kindOf returns the number of a job's kind.
func (r *rooms) kindOf(q *workload.Request) int {
	key := kindOf{q.Whole(), q.PerTask}
	i, known := r.index[key]
	if !known {
		if r.index == nil {
			r.index = map[kindOf]int{}
		}
		i = len(r.kinds)
		r.index[key] = i
		r.kinds = append(r.kinds, kind{upTo: -1})
	}
	return i
}

// note notes that nodes have changed with a start or an end, which the machine counts
// as one change.
func (r *rooms) note(where cluster.Placement) {
	if r.known < 0 {
		return
	}
	r.known++
	r.changed = append(r.changed, where...)
	if len(r.changed) > most {
		half := len(r.changed) / 2
		r.dropped += half
		r.changed = slices.Delete(r.changed, 0, half)
	}
}

// start notes the start of a job.
func (r *rooms) start(q *workload.Request, where cluster.Placement, now simtime.Time) {
	if r.note(where); r.known < 0 {
		return
	}
	for n, tasks := range where.All {
		r.running[n].add(occupant{q, now.Add(q.Walltime), tasks})
	}
}

// end notes the end of a job.
func (r *rooms) end(x *cluster.Running) {
	if len(x.Frozen) > 0 {
		r.known = -1
	}
	if r.note(x.Placement); r.known < 0 {
		return
	}
	for n := range x.Placement.All {
		r.running[n].remove(x.Request)
	}
}

// catchUp reads the machine anew if something else than starts and ends has changed it.
func (r *rooms) catchUp(s *cluster.State) {
	if r.known == s.Changes() {
		return
	}
	r.known = s.Changes()
	r.dropped += len(r.changed)
	r.changed = r.changed[:0]
	for i := range r.kinds {
		r.kinds[i].upTo = -1
	}
	r.running = make([]occupants, s.Machine().NumNodes())
	for _, l := range s.Limits() {
		x := s.Job(l.Slot)
		for _, where := range []cluster.Placement{x.Placement, x.Frozen} {
			for n, tasks := range where.All {
				r.running[n].add(occupant{x.Request, x.Limit, tasks})
			}
		}
	}
}

// of returns the nodes that have room for a task of a job of a kind. The caller must
// not change the set. Cost: O(1) for jobs that may use any idle node, otherwise O(nodes
// that have changed since the last call).
func (r *rooms) of(i int, q *workload.Request, s *cluster.State) *topology.NodeSet {
	if q.Whole() && !s.Machine().Selects(q) {
		return s.Idle()
	}
	r.catchUp(s)
	k := &r.kinds[i]
	nodes := topology.NodeID(s.Machine().NumNodes())
	if k.upTo < r.dropped || r.dropped+len(r.changed)-k.upTo > int(nodes)/4 {
		k.room = topology.NewNodeSet(int(nodes))
		for n := range nodes {
			if s.Slots(q, n) > 0 {
				k.room.AddRange(n, n)
			}
		}
	} else {
		for _, run := range r.changed[k.upTo-r.dropped:] {
			for n := run.First; n <= run.Last; n++ {
				if s.Slots(q, n) > 0 {
					k.room.AddRange(n, n)
				} else {
					k.room.RemoveRange(n, n)
				}
			}
		}
	}
	k.upTo = r.dropped + len(r.changed)
	return &k.room
}

// place returns the place of a running job in the list of walltime ends. Cost: O(1), but
// O(running jobs) after a change.
func (r *rooms) place(id workload.JobID, s *cluster.State) int {
	if r.placed != s.Changes() {
		r.placed = s.Changes()
		for i, l := range s.Limits() {
			x := int(s.Job(l.Slot).Request.ID)
			for x >= len(r.places) {
				r.places = append(r.places, make([]int32, x+1)...)
			}
			r.places[x] = int32(i)
		}
	}
	return int(r.places[id])
}

// fitsAfter reports whether a node has room for a task of a job when all jobs on it
// whose walltimes end by a time have ended. One of them must end at that time.
func (r *rooms) fitsAfter(n topology.NodeID, q *workload.Request, at simtime.Time, s *cluster.State) bool {
	o := &r.running[n]
	if len(o.more) == 0 {
		return s.Machine().Slots(q, n) > 0
	}
	if q.Whole() {
		for i := range o.more {
			if o.more[i].limit > at {
				return false
			}
		}
		return o.first.limit <= at && s.Machine().Slots(q, n) > 0
	}
	free := s.Available(n)
	give := func(x *occupant) {
		switch {
		case x.limit > at:
		case x.Whole():
			free = s.Machine().Spec(n).Resources
		default:
			for k, need := range x.PerTask {
				free[k] += need * int64(x.tasks)
			}
		}
	}
	give(&o.first)
	for i := range o.more {
		give(&o.more[i])
	}
	for k, need := range q.PerTask {
		if need > free[k] {
			return false
		}
	}
	return true
}

// lowest reports whether the nodes that a job gets follow from the set of nodes with
// room for a task.
func (p *pass) lowest(q *workload.Request) bool {
	return p.onLowest != nil && p.onLowest.LowestFirst(q)
}

// allocate asks for a placement of a job on the given nodes. It returns the nodes that
// the job gets now.
func (p *pass) allocate(f *factors, q *workload.Request, open *topology.NodeSet, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if p.gangs() {
		return p.overlay(q, p.holders(), open)
	}
	if p.lowest(q) {
		p.result.CopyFrom(open)
		p.result.Intersect(p.rooms.of(f.kind, q, p.Cluster()))
		if where, verdict := alloc.OnLowest(q, &p.result, dst); verdict.OK() || !p.Asking() {
			return where, verdict
		} // the allocator may have a more precise reason
	}
	free := &p.Cluster().Free
	if open.Len() < p.all.Len() {
		free = free.Clone()
		free.BarOutside(open)
	}
	return p.Allocator().Allocate(q, free, dst)
}
