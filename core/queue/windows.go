package queue

import (
	"cmp"
	"math"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// window is a scheduling window that can hold a job, and where the allocator
// would put it there.
type window struct {
	at    simtime.Time
	where cluster.Placement
	worth alloc.Candidate
}

// choice is a promise for which a window was passed over.
type choice struct {
	cost        int64
	passed      simtime.Time // when the first window that could hold the job began
	passedsCost int64
}

// Weighing is the allocator as one whose placements in several windows a policy
// weighs against each other; nil if the policy takes the earliest window. Where
// it is not nil promises hold places, so that counting does not decide.
func Weighing(p Policy, a alloc.Allocator) alloc.Judge {
	if x, ok := p.(Windowed); ok && x.Weighs() > 1 {
		judge, _ := a.(alloc.Judge)
		return judge
	}
	return nil
}

// eachWindow calls yield with the first windows that can hold r, most of them at
// most. The first is the earliest hole; a later one begins where something
// becomes free, because all others hold no more than the one before. Cost: that
// of earliest, and O(nodes) for each step.
func (p *Plan) eachWindow(pass *Pass, r *workload.Request, most int32, yield func(window) bool) {
	q := pass.queue.cfg
	found := int32(0)
	for at := range p.rooms.Starts(r) {
		if found > 0 && !p.rooms.Gains(at) {
			continue
		}
		free := p.rooms.Holds(r, at, at.Add(r.Walltime))
		if free == nil {
			continue
		}
		if at == pass.now {
			free.SeatAs(&pass.state.Free)
		}
		where, reason := q.Allocator.Allocate(r, free, nil)
		if !reason.OK() {
			continue
		}
		found++
		if !yield(window{at, where, q.Judge.Judge(r, free, where)}) || found == most {
			return
		}
	}
}

// windowFrom is the window that begins at an instant, if it can hold r.
func (p *Plan) windowFrom(at simtime.Time, q *Config, r *workload.Request) *window {
	free := p.rooms.Throughout(at, at.Add(r.Walltime))
	where, reason := q.Allocator.Allocate(r, free, nil)
	if !reason.OK() {
		return nil
	}
	return &window{at, where, q.Judge.Judge(r, free, where)}
}

// pick promises w the best of the first windows that can hold it: the one in
// which the allocator's placement costs least; of equal ones the earlier. What
// it was promised before, standing, is one of them, and none that begins later
// is, so that it keeps that unless another is better. Without a standing promise
// none begins later than it was promised last, if one begins by then.
//
// Source: S4, appendix (SOURCES.md S4.1): every admissible window; the best
// launch window of all is taken. INFERRED: which windows there are, how many are
// weighed, what becomes of a promise, and that waiting is not weighed against
// cost.
func (p *Pass) pick(w *Waiting, standing *window) {
	plan, best, first := p.queue.plan, standing, (*window)(nil)
	latest := w.Promised
	if standing != nil {
		latest = standing.at
	}
	was, known := latest, latest != unplanned && latest != simtime.Never
	if known && standing == nil && was > p.now {
		best = plan.windowFrom(was, p.queue.cfg, w.Request)
	}
	plan.eachWindow(p, w.Request, p.queue.cfg.Policy.(Windowed).Weighs(), func(x window) bool {
		if first == nil {
			first = &x
			if standing == nil {
				latest = max(latest, x.at)
			}
		}
		if known && x.at > latest {
			return false
		}
		if best == nil || cmp.Or(x.worth.Against(&best.worth), cmp.Compare(x.at, best.at)) < 0 {
			best = &x
		}
		return true
	})
	if best == nil {
		w.Promised = simtime.Never
		delete(plan.chosen, w.ID)
		return
	}
	plan.note(w.ID, was, best, first)
	w.Promised, plan.where[w.ID] = best.at, best.where
	plan.reserve(w.Request, best.where, best.at, best.at.Add(w.Walltime))
}

// note keeps for which windows an earlier one was passed over, as it was when
// they were chosen first.
func (p *Plan) note(id workload.JobID, was simtime.Time, best, first *window) {
	switch _, told := p.chosen[id]; {
	case told && best.at == was:
	case first == nil || first.at >= best.at:
		delete(p.chosen, id)
	default:
		if p.chosen == nil {
			p.chosen = map[workload.JobID]choice{}
		}
		p.chosen[id] = choice{best.worth.Cost, first.at, first.worth.Cost}
	}
}

// windowReason is why a job that was promised a better window than the first
// waits for it, or starts in it; false if it was promised the first.
func (p *Pass) windowReason(w *Waiting) (why.Reason, bool) {
	c, ok := p.queue.plan.chosen[w.ID]
	if !ok {
		return why.Reason{}, false
	}
	reason := why.Reason{Code: why.BetterWindow, Need: clamped(c.cost), Have: clamped(c.passedsCost), Blocker: workload.NoJob, At: w.Promised}
	if w.Promised <= p.now {
		reason.Code, reason.At = why.ChosenWindow, c.passed
	}
	return reason, true
}

func clamped(cost int64) int32 { return int32(min(max(cost, math.MinInt32), math.MaxInt32)) }
