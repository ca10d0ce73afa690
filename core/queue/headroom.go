package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
)

// Headroom is what a running job may take on top of what it holds, until the end
// of its walltime, without making any promise come later. It holds until the
// next question.
type Headroom struct {
	Room *cluster.Free // where it may lie
	Most int32         // nodes or tasks
	Why  why.Reason    // where the policy lets the job hold no more, whatever is free; else nothing
}

// Headroom says what a running job may take now, at most want. It is asked after a
// pass of this instant, which has started every waiting job that may start.
//
// A policy with a plan of promises spares what the plan leaves free throughout.
// One without has made at most the first job a promise, its shadow time, and
// spares what that job does not need: all until then, the extra nodes beyond.
//
// Cost: O(steps of the plan) or O(running jobs); O(nodes) more for each, and a
// few allocations, where counting does not decide.
//
// Source: SOURCES.md S2.9 (DMR: expand what is spare). LIMITATIONS:
// under fcfs, mpfs-scan and batch, which promise nothing, only the first job of
// the queue is no worse off; those behind it may start later than without.
// Where counting does not decide and there is no plan, the first job keeps the
// place that the allocator would give it, though another might do.
func (q *Queue) Headroom(job *cluster.Running, want int32, now simtime.Time, state *cluster.State) Headroom {
	q.pass = Pass{queue: q, trigger: Alarm, now: now, state: state}
	p := &q.pass
	s := Headroom{Room: &state.Free, Most: want}
	if r, ok := q.cfg.Policy.(Rationer); ok {
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

// first is the waiting job that running jobs make way for, nil if there is none.
func (p *Pass) first() *Waiting {
	if h, ok := p.queue.cfg.Policy.(Headed); ok {
		return h.Head(p)
	}
	return p.Head()
}

// headroomOfPlan is what no promise needs between now and an instant.
func (p *Pass) headroomOfPlan(s *Headroom, until simtime.Time) {
	plan := p.queue.plan
	plan.trim(p.now)
	if plan.placed {
		s.Room = plan.rooms.Throughout(p.now, until)
		s.Room.Meet(&p.state.Free) // a job whose walltime ends now has not given back yet
		s.Room.SeatAs(&p.state.Free)
		return
	}
	s.Most = min(s.Most, plan.counts.Least(until))
}

// headroomOfHead is what the first waiting job does not need, if it is held until
// an instant.
func (p *Pass) headroomOfHead(s *Headroom, head *Waiting, until simtime.Time) {
	if p.queue.cfg.Counted {
		if spare := p.free() - head.need; spare >= 0 { // it waits for something else
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
	room.Meet(&p.state.Free)
	room.SeatAs(&p.state.Free)
	s.Room = room
}

// Grew tells the queue that a running job has taken a place until the end of
// its walltime.
func (q *Queue) Grew(job *cluster.Running, where cluster.Placement, now simtime.Time) {
	if q.planned() {
		q.plan.reserve(job.Request, where, now, job.Limit)
	}
	q.own.Resize(job, now)
}

// GaveBack tells the queue that a running job has given a part of what it held
// back.
func (q *Queue) GaveBack(job *cluster.Running, where cluster.Placement, now simtime.Time) {
	q.disturbed = true
	if q.planned() {
		q.plan.release(job.Request, where, now, job.Limit)
	}
	q.own.Resize(job, now)
}

// planned reports whether there is a plan that outlives the pass. Others are
// begun anew by the pass that follows every change.
func (q *Queue) planned() bool { return q.plan != nil && !q.plan.forOnePass && !q.unplanned }

// FirstWaiting is the first waiting job, or nil, and how much of what it asks for is
// free now. It holds until the next pass.
func (q *Queue) FirstWaiting(now simtime.Time, state *cluster.State) (*Waiting, int32) {
	q.pass = Pass{queue: q, trigger: Alarm, now: now, state: state}
	w := q.pass.first()
	if w == nil {
		return nil, 0
	}
	return w, q.pass.Count(w)
}

// Fits reports whether a waiting job could start in free, as far as room
// decides.
func (q *Queue) Fits(w *Waiting, free *cluster.Free) bool {
	_, verdict := q.cfg.Allocator.Allocate(w.Request, free, nil)
	return verdict.OK()
}
