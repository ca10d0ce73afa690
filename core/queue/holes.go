package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/profile"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// earliest is the first instant from which w fits for its walltime, and the
// place that it would take then, where counting does not decide.
func (p *Plan) earliest(pass *Pass, w *Waiting) (simtime.Time, cluster.Placement) {
	if p.rooms {
		return p.earliestRoom(pass, w.Request)
	}
	return p.counts.Earliest(profile.Fit{Need: w.need, For: w.wall, From: pass.now, Before: simtime.Never, Held: simtime.Never}), nil
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
			return p.steps[i], where
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
	end := p.steps[i].Add(wall)
	for j := i + 1; j < len(p.steps) && p.steps[j] < end; j++ {
		p.window.Meet(p.room[j])
	}
	return p.window
}
