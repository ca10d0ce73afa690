package queue

import (
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// at is the step that holds at an instant, the last one at simtime.Never.
func (p *Plan) at(t simtime.Time) *step {
	i := sort.Search(len(p.steps), func(i int) bool { return p.steps[i].at > t })
	return &p.steps[max(i-1, 0)]
}

// full is the first step before an instant, the present one in any case, in
// which less than need is free; nil if there is none. Cost: O(steps).
func (p *Plan) full(need int32, until simtime.Time) *step {
	for i := range p.steps {
		switch s := &p.steps[i]; {
		case i > 0 && s.at >= until:
			return nil
		case s.free < need:
			return s
		}
	}
	return nil
}

// earliest is the first instant from which w fits for its walltime, and the
// place that it would take then, where counting does not decide.
func (p *Plan) earliest(pass *Pass, w *Waiting) (simtime.Time, cluster.Placement) {
	if p.rooms {
		return p.earliestRoom(pass, w.Request)
	}
	return p.earliestCount(w.need, w.wall), nil
}

// earliestCount is the first instant from which need are free for wall.
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
func (p *Plan) earliestRoom(pass *Pass, r *workload.Request) (simtime.Time, cluster.Placement) {
	for i := range p.steps {
		if !p.room[i].Fits(r) {
			continue
		}
		window := p.throughout(i, r.Walltime)
		if i == 0 {
			window.SeatAs(&pass.state.Free)
		}
		if where, reason := pass.queue.cfg.Allocator.Allocate(r, window, nil); reason.OK() {
			return p.steps[i].at, where
		}
	}
	return simtime.Never, nil
}

// throughout is what is free from the beginning of step i on for wall; it
// holds until the next question.
func (p *Plan) throughout(i int, wall simtime.Duration) *cluster.Free {
	if p.window == nil {
		p.window = p.room[i].Clone()
	} else {
		p.window.CopyFrom(p.room[i])
	}
	end := p.steps[i].at.Add(wall)
	for j := i + 1; j < len(p.steps) && p.steps[j].at < end; j++ {
		p.window.Meet(p.room[j])
	}
	return p.window
}
