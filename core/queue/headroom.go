package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
)

// Headroom is the amount that a running job may take in addition to what it holds,
// until the end of its walltime, without delaying any promise. It is valid until
// the next call of a method of the queue.
type Headroom struct {
	Room *cluster.Free // the free resources from which the added nodes may be taken
	Most int32         // largest number of nodes or tasks that the job may take
	Why  why.Reason    // the reason if the policy forbids the job to hold more regardless of what is free; otherwise empty
}

// Headroom returns how much a running job may take now, at most the wanted number
// of nodes or tasks. Call it after a pass of the same instant, when every waiting
// job that may start has started.
//
// If the policy has a plan of promises, the job may take what the plan leaves free
// until the job's walltime ends. A policy without a plan promises a start time to
// at most the first waiting job: its shadow time. The running job may then take
// everything that is free until the shadow time, and the extra nodes after it.
//
// Cost: O(steps of the plan) or O(running jobs). Outside counting mode each step or
// job costs O(nodes), and there are a few allocations.
//
// Source: SOURCES.md S2.9 (DMR: expand what is spare). LIMITATIONS: fcfs, mpfs-scan
// and batch promise nothing, so growth does not delay the first job of the queue,
// but the jobs behind it may start later than without the growth. Outside counting
// mode and without a plan, the nodes that the allocator would give to the first job
// are kept for it, although other nodes might suffice.
func (q *Queue) Headroom(job *cluster.Running, want int32, now simtime.Time, state *cluster.State) Headroom {
	q.pass = Pass{queue: q, trigger: Alarm, now: now, state: state}
	p := &q.pass
	s := Headroom{Room: &state.Free, Most: want}
	if r, ok := q.cfg.Policy.(UserLimiter); ok {
		if s.Most, s.Why = r.Ration(p, job, want); s.Most <= 0 {
			return s
		}
		s.Why = why.Reason{}
	}
	planner := q.planner()
	switch {
	case q.line.n == 0 && planner != nil:
		planner.Headroom(p, &s, job)
	case q.line.n == 0:
	case q.unplanned: // nothing may be taken until the promises have been made anew
		s.Most = 0
	case planner != nil:
		planner.Headroom(p, &s, job)
	case q.plan != nil:
		p.headroomOfPlan(&s, job.Limit)
	default:
		if head := p.first(); head != nil {
			p.headroomOfHead(&s, head, job.Limit)
		}
	}
	if q.cfg.Counted {
		s.Most = min(s.Most, p.free())
	}
	return s
}

// first returns the waiting job for which running jobs make room. It returns nil if
// there is none.
func (p *Pass) first() *Waiting {
	if h, ok := p.queue.cfg.Policy.(HeadChooser); ok {
		return h.Head(p)
	}
	return p.Head()
}

// headroomOfPlan limits the headroom to the resources that the plan leaves free
// during the whole time from now until the given instant.
func (p *Pass) headroomOfPlan(s *Headroom, until simtime.Time) {
	plan := p.queue.plan
	plan.trim(p.now)
	if plan.placed {
		s.Room = plan.rooms.Throughout(p.now, until)
		s.Room.Intersect(&p.state.Free) // a job whose walltime ends now has not given its nodes back yet
		s.Room.CopySeats(&p.state.Free)
		return
	}
	s.Most = min(s.Most, plan.counts.Least(until))
}

// headroomOfHead reduces the headroom so that the running job, if it keeps the
// resources until the given instant, does not delay the first waiting job.
func (p *Pass) headroomOfHead(s *Headroom, head *Waiting, until simtime.Time) {
	if p.queue.cfg.Counted {
		if spare := p.free() - head.need; spare >= 0 { // enough is free for head, so it waits for another reason
			s.Most = min(s.Most, spare)
			return
		}
		if res := p.Reserve(head); p.Shadow(res) < until {
			s.Most = min(s.Most, res.extra)
		}
		return
	}
	future := &p.state.Free
	if !p.fits(head.Request, future) {
		res := p.Reserve(head)
		if p.Shadow(res) >= until {
			return
		}
		future = res.future
	}
	room := p.queue.scratch.room(future)
	if theirs, verdict := p.queue.cfg.Allocator.Allocate(head.Request, room, nil); verdict.OK() {
		room.Take(head.Request, theirs)
	}
	room.Intersect(&p.state.Free)
	room.CopySeats(&p.state.Free)
	s.Room = room
}

// Grew records that a running job has taken additional nodes or tasks, which it
// keeps until the end of its walltime. The parameter where is their placement.
func (q *Queue) Grew(job *cluster.Running, where cluster.Placement, now simtime.Time) {
	if q.planned() {
		q.plan.reserve(job.Request, where, now, job.Limit)
	}
	q.own.Resize(job, now)
}

// GaveBack records that a running job has given back part of what it held. The
// parameter where is the placement of that part.
func (q *Queue) GaveBack(job *cluster.Running, where cluster.Placement, now simtime.Time) {
	q.disturbed = true
	if q.planned() {
		q.plan.release(job.Request, where, now, job.Limit)
	}
	q.own.Resize(job, now)
}

// planned reports whether there is a valid plan that outlives the pass. Other plans
// are rebuilt by the pass that follows every change.
func (q *Queue) planned() bool { return q.plan != nil && !q.plan.forOnePass && !q.unplanned }

// FirstWaiting returns the first waiting job, and how many of the nodes or tasks
// that it asks for are free now. It returns nil if no job waits. Both results are
// valid until the next pass.
func (q *Queue) FirstWaiting(now simtime.Time, state *cluster.State) (*Waiting, int32) {
	q.pass = Pass{queue: q, trigger: Alarm, now: now, state: state}
	w := q.pass.first()
	if w == nil {
		return nil, 0
	}
	return w, q.pass.Count(w)
}

// Fits reports whether the allocator can place a waiting job on the given free
// resources.
func (q *Queue) Fits(w *Waiting, free *cluster.Free) bool {
	_, verdict := q.cfg.Allocator.Allocate(w.Request, free, nil)
	return verdict.OK()
}
