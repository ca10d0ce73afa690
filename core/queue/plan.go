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
// to the next. Where counting decides, a step is a number of free nodes;
// elsewhere it is a whole cluster.Free, and promises hold places inside the
// plan (people are still promised a time only).
type Plan struct {
	steps []step
	rooms bool
	where map[workload.JobID]cluster.Placement // of the promises, where counting does not decide
}

type step struct {
	at   simtime.Time
	free int32         // idle nodes; unused in plans of rooms
	room *cluster.Free // nil where counting decides
}

// newPlan returns the plan of the running jobs alone.
func newPlan(counted bool, now simtime.Time, state *cluster.State) *Plan {
	p := &Plan{rooms: !counted}
	first := step{at: now, free: int32(state.Idle().Len())}
	if p.rooms {
		first.room = state.Free.Clone()
		p.where = map[workload.JobID]cluster.Placement{}
	}
	p.steps = append(p.steps, first)
	for _, end := range state.Limits() {
		job := state.Job(end.Slot)
		p.give(job.Request, job.Placement, max(end.At, now), simtime.Never)
	}
	return p
}

func (p *Plan) clone() *Plan {
	c := &Plan{steps: slices.Clone(p.steps), rooms: p.rooms}
	if p.rooms {
		c.where = maps.Clone(p.where)
		for i := range c.steps {
			c.steps[i].room = c.steps[i].room.Clone()
		}
	}
	return c
}

// trim forgets the past.
func (p *Plan) trim(now simtime.Time) {
	i := sort.Search(len(p.steps), func(i int) bool { return p.steps[i].at > now }) - 1
	if i > 0 {
		p.steps = append(p.steps[:0], p.steps[i:]...)
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
	s := p.steps[max(i-1, 0)]
	s.at = t
	if s.room != nil {
		s.room = s.room.Clone()
	}
	p.steps = slices.Insert(p.steps, i, s)
	return i
}

// give frees the placement of r from one instant to another.
func (p *Plan) give(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	p.change(r, where, from, to, 1)
}

// take occupies it.
func (p *Plan) take(r *workload.Request, where cluster.Placement, from, to simtime.Time) {
	p.change(r, where, from, to, -1)
}

func (p *Plan) change(r *workload.Request, where cluster.Placement, from, to simtime.Time, sign int32) {
	if from >= to {
		return
	}
	a := p.cut(from)
	b := p.cut(to)
	for i := a; i < b; i++ {
		s := &p.steps[i]
		switch {
		case s.room == nil:
			s.free += sign * r.Nodes
		case sign > 0:
			s.room.Give(r, where)
		default:
			s.room.Take(r, where)
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

// earliestCount is the first instant from which need nodes are free for wall.
// Cost: O(steps).
func (p *Plan) earliestCount(need int32, wall simtime.Duration) simtime.Time {
	for i := 0; i < len(p.steps); i++ {
		if p.steps[i].free < need {
			continue
		}
		end, j := p.steps[i].at.Add(wall), i+1
		for j < len(p.steps) && p.steps[j].at < end && p.steps[j].free >= need {
			j++
		}
		if j == len(p.steps) || p.steps[j].at >= end {
			return p.steps[i].at
		}
		i = j // step j is too full: no start before its end can do
	}
	return simtime.Never
}

// earliestRoom is the first instant from which the allocator finds a place
// for r that stays free for its walltime (S4's scheduling window), and the
// place. Cost: O(steps² · nodes) at worst, plus an allocation a step.
func (p *Plan) earliestRoom(q *Config, r *workload.Request) (simtime.Time, cluster.Placement) {
	for i := range p.steps {
		if !p.steps[i].room.Fits(r) {
			continue
		}
		window := p.steps[i].room.Clone()
		end := p.steps[i].at.Add(r.Walltime)
		for j := i + 1; j < len(p.steps) && p.steps[j].at < end; j++ {
			window.Meet(p.steps[j].room)
		}
		if where, reason := q.Allocator.Allocate(r, window, nil); reason.OK() {
			return p.steps[i].at, where
		}
	}
	return simtime.Never, nil
}
