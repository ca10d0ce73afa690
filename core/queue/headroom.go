package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
)

// Headroom is the amount that a running job may take, on top of its holdings, until
// the end of its walltime, without delaying any promise. It is valid until the next
// question to the queue.
type Headroom struct {
	Room *cluster.Free // where the added nodes may be
	Most int32         // number of nodes or tasks
	Why  why.Reason    // the reason if the policy forbids the job to hold more, whatever is free; else empty
}

// Headroom returns what a running job may take now, at most want. Ask it after a
// pass of this instant, when every waiting job that may start has started.
//
// A policy with a plan of promises leaves what the plan keeps free until the
// walltime ends. A policy without a plan has promised at most the first job a time,
// its shadow time. It leaves everything until that time, and the extra nodes beyond
// it.
//
// Cost: O(steps of the plan) or O(running jobs); outside counting mode O(nodes) for
// each of these, and a few allocations.
//
// Source: SOURCES.md S2.9 (DMR: expand what is spare). LIMITATIONS: under fcfs,
// mpfs-scan and batch, which promise nothing, only the first job of the queue is
// not delayed; the jobs behind it may start later than without the growth. Outside
// counting mode and without a plan, the first job keeps the place that the
// allocator would give it, though another might do.
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
	case q.unplanned: // until the promises have been made anew
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

// first returns the waiting job for which running jobs make room, nil if there is
// none.
func (p *Pass) first() *Waiting {
	if h, ok := p.queue.cfg.Policy.(HeadChooser); ok {
		return h.Head(p)
	}
	return p.Head()
}

// headroomOfPlan lowers s to what no promise needs from now until the given
// instant.
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

// headroomOfHead lowers s to what the first waiting job does not need if it is held
// until the given instant.
func (p *Pass) headroomOfHead(s *Headroom, head *Waiting, until simtime.Time) {
	if p.queue.cfg.Counted {
		if spare := p.free() - head.need; spare >= 0 { // the job waits for something else
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

// Grew records that a running job has taken a place until the end of its walltime.
func (q *Queue) Grew(job *cluster.Running, where cluster.Placement, now simtime.Time) {
	if q.planned() {
		q.plan.reserve(job.Request, where, now, job.Limit)
	}
	q.own.Resize(job, now)
}

// GaveBack records that a running job has given back part of what it held.
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

// FirstWaiting returns the first waiting job, or nil, and how much of what it asks
// for is free now. Both are valid until the next pass.
func (q *Queue) FirstWaiting(now simtime.Time, state *cluster.State) (*Waiting, int32) {
	q.pass = Pass{queue: q, trigger: Alarm, now: now, state: state}
	w := q.pass.first()
	if w == nil {
		return nil, 0
	}
	return w, q.pass.Count(w)
}

// Fits reports whether free has room for a waiting job to start.
func (q *Queue) Fits(w *Waiting, free *cluster.Free) bool {
	_, verdict := q.cfg.Allocator.Allocate(w.Request, free, nil)
	return verdict.OK()
}
