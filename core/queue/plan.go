package queue

import (
	"maps"
	"slices"
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Plan is what will be free, from now on for ever, if every running job uses
// its whole walltime and every promise is kept: a list of steps, each lasting
// to the next. Where counting decides, a step is a number of free nodes or
// tasks; elsewhere it is a whole cluster.Free, and promises hold places inside
// the plan (people are still promised a time only).
type Plan struct {
	steps []step
	brief bool // begun anew by every pass

	// Where counting does not decide:
	rooms bool
	room  []*cluster.Free                      // by step
	where map[workload.JobID]cluster.Placement // of the promises

	chosen map[workload.JobID]choice // those for which a window was passed over

	spare  []*cluster.Free // rooms of steps that are no more, to use again
	window *cluster.Free   // scratch
}

type step struct {
	at   simtime.Time
	free int32 // nodes or tasks; unused in plans of rooms
}

// Plan is the plan of promises; it lasts from pass to pass.
func (p *Pass) Plan() *Plan {
	q := p.queue
	if q.plan == nil {
		q.plan = new(Plan)
		q.plan.begin(p)
	}
	q.plan.trim(p.now)
	return q.plan
}

// Replan is a plan of the running jobs alone, for this pass only: all promises
// are forgotten. Cost: O(running jobs), times O(nodes) where counting does not
// decide.
func (p *Pass) Replan() *Plan {
	q := p.queue
	if q.plan == nil {
		q.plan = &Plan{brief: true}
	}
	q.plan.begin(p)
	return q.plan
}

// begin fills the plan with the running jobs.
func (p *Plan) begin(pass *Pass) {
	p.spare = append(p.spare, p.room...)
	p.steps, p.room = append(p.steps[:0], step{at: pass.now, free: pass.free()}), p.room[:0]
	if p.rooms = !pass.queue.cfg.Counted; p.rooms {
		p.room = append(p.room, p.copy(&pass.state.Free))
		p.where = map[workload.JobID]cluster.Placement{}
	}
	for _, end := range pass.state.Limits() {
		last := len(p.steps) - 1
		if s := p.steps[last]; end.At > s.at {
			last++
			p.steps = append(p.steps, step{end.At, s.free})
			if p.rooms {
				p.room = append(p.room, p.copy(p.room[last-1]))
			}
		}
		p.steps[last].free += end.Size
		if p.rooms {
			pass.state.Job(end.Slot).GiveTo(p.room[last])
		}
	}
}

// copy is a copy of a room, in spare memory if there is some.
func (p *Plan) copy(room *cluster.Free) *cluster.Free {
	last := len(p.spare) - 1
	if last < 0 {
		return room.Clone()
	}
	c := p.spare[last]
	p.spare = p.spare[:last]
	c.CopyFrom(room)
	return c
}

func (p *Plan) clone() *Plan {
	c := &Plan{steps: slices.Clone(p.steps), rooms: p.rooms, brief: p.brief, where: maps.Clone(p.where), chosen: maps.Clone(p.chosen)}
	for _, room := range p.room {
		c.room = append(c.room, room.Clone())
	}
	return c
}

// trim forgets the past.
func (p *Plan) trim(now simtime.Time) {
	i := sort.Search(len(p.steps), func(i int) bool { return p.steps[i].at > now }) - 1
	if i > 0 {
		p.steps = append(p.steps[:0], p.steps[i:]...)
		if p.rooms {
			p.spare = append(p.spare, p.room[:i]...)
			p.room = append(p.room[:0], p.room[i:]...)
		}
	}
	if i >= 0 {
		p.steps[0].at = now
	}
}

// cut makes a step begin at t and returns its place.
func (p *Plan) cut(t simtime.Time) int {
	if t == simtime.Never {
		return len(p.steps)
	}
	i := sort.Search(len(p.steps), func(i int) bool { return p.steps[i].at >= t })
	if i < len(p.steps) && p.steps[i].at == t {
		return i
	}
	before := max(i-1, 0)
	p.steps = slices.Insert(p.steps, i, step{t, p.steps[before].free})
	if p.rooms {
		p.room = slices.Insert(p.room, i, p.copy(p.room[before]))
	}
	return i
}

// give frees the placement of r from one instant to another.
func (p *Plan) give(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	p.change(r, where, from, to, 1)
}

// take occupies it; where may be nil where counting decides.
func (p *Plan) take(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	p.change(r, where, from, to, -1)
}

func (p *Plan) change(r *workload.Request, where cluster.Placement, from, to simtime.Time, sign int32) {
	if from >= to {
		return
	}
	size := r.Size()
	if where != nil {
		size = int32(where.Tasks()) // of a job that has changed its size
	}
	a := p.cut(from)
	b := p.cut(to)
	for i := a; i < b; i++ {
		switch {
		case !p.rooms:
			p.steps[i].free += sign * size
		case sign > 0:
			p.room[i].Give(r, where)
		default:
			p.room[i].Take(r, where)
		}
	}
	p.join(b)
	p.join(a)
}

// join drops step i if it only repeats the one before.
func (p *Plan) join(i int) {
	if !p.rooms && i > 0 && i < len(p.steps) && p.steps[i].free == p.steps[i-1].free {
		p.steps = slices.Delete(p.steps, i, i+1)
	}
}
