package queue

import (
	"maps"
	"slices"
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/profile"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Plan is what will be free, from now on for ever, if every running job uses
// its whole walltime and every promise is kept: a list of steps, each lasting
// to the next. Where counting decides, a step is a number of free nodes or
// tasks; elsewhere it is a whole cluster.Free, and promises hold places inside
// the plan (people are still promised a time only).
type Plan struct {
	counts profile.Count // where counting decides
	brief  bool          // begun anew by every pass

	// Where counting does not decide:
	rooms bool
	steps []simtime.Time                       // when they begin
	room  []*cluster.Free                      // by step
	where map[workload.JobID]cluster.Placement // of the promises

	chosen map[workload.JobID]choice // those for which a window was passed over

	spare  []*cluster.Free // rooms of steps that are no more, to use again
	window *cluster.Free   // scratch
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
	if p.rooms = !pass.queue.cfg.Counted; !p.rooms {
		p.counts.Reset(pass.now, pass.free())
		for _, end := range pass.state.Limits() {
			p.counts.Then(end.At, end.Size)
		}
		return
	}
	p.spare = append(p.spare, p.room...)
	p.steps, p.room = append(p.steps[:0], pass.now), append(p.room[:0], p.copy(&pass.state.Free))
	p.where = map[workload.JobID]cluster.Placement{}
	for _, end := range pass.state.Limits() {
		last := len(p.steps) - 1
		if end.At > p.steps[last] {
			p.steps, p.room = append(p.steps, end.At), append(p.room, p.copy(p.room[last]))
			last++
		}
		pass.state.Job(end.Slot).GiveTo(p.room[last])
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
	if !p.rooms {
		c.counts = p.counts.Clone()
	}
	for _, room := range p.room {
		c.room = append(c.room, room.Clone())
	}
	return c
}

// trim forgets the past.
func (p *Plan) trim(now simtime.Time) {
	if !p.rooms {
		p.counts.Trim(now)
		return
	}
	i := p.stepOf(now)
	if i > 0 {
		p.spare = append(p.spare, p.room[:i]...)
		p.steps, p.room = append(p.steps[:0], p.steps[i:]...), append(p.room[:0], p.room[i:]...)
	}
	p.steps[0] = now
}

// stepOf is the step of rooms that an instant lies in; the first before them.
func (p *Plan) stepOf(t simtime.Time) int {
	return max(sort.Search(len(p.steps), func(i int) bool { return p.steps[i] > t })-1, 0)
}

// cut makes a step of rooms begin at t and returns its place.
func (p *Plan) cut(t simtime.Time) int {
	if t == simtime.Never {
		return len(p.steps)
	}
	i, there := slices.BinarySearch(p.steps, t)
	if there {
		return i
	}
	p.steps = slices.Insert(p.steps, i, t)
	p.room = slices.Insert(p.room, i, p.copy(p.room[max(i-1, 0)]))
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
	if !p.rooms {
		size := r.Size()
		if where != nil {
			size = int32(where.Tasks()) // of a job that has changed its size
		}
		p.counts.Add(from, to, sign*size)
		return
	}
	a := p.cut(from)
	b := p.cut(to)
	for i := a; i < b; i++ {
		if sign > 0 {
			p.room[i].Give(r, where)
		} else {
			p.room[i].Take(r, where)
		}
	}
}
