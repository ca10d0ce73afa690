package queue

import (
	"cmp"
	"iter"
	"math"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Window is a scheduling window that can hold a job: its start time, the
// allocator's placement of the job in it, and the value of that placement.
type Window struct {
	At    simtime.Time
	Where cluster.Placement
	Worth alloc.Candidate
}

// choice is a promise that passed over an earlier scheduling window. It contains
// all windows that were compared when the promise was made, in order of time, and
// the index of the promised window.
type choice struct {
	weighed []Window
	best    int
}

// AllWindows is the return value of Weighs for a policy that compares all
// scheduling windows that can hold the job.
const AllWindows = math.MaxInt32

// windowsOfPass is the maximum number of scheduling windows that a pass considers
// under AllWindows. The waiting jobs share it evenly, but each job gets at least
// fewestOfAll windows. Without a limit, both the number of jobs and the number of
// windows for each would grow with the queue, and an allocator may need a long time
// for one window.
const (
	windowsOfPass = 10_000
	fewestOfAll   = 64
)

// Weighing returns the allocator as a PlacementJudge if the policy compares
// placements in several scheduling windows. It returns nil if the policy takes the
// earliest window. With a PlacementJudge, promises reserve particular nodes, so
// counting mode does not apply.
func Weighing(p Policy, a alloc.Allocator) alloc.PlacementJudge {
	if x, ok := p.(Windowed); ok && x.Weighs() > 1 {
		judge, _ := a.(alloc.PlacementJudge)
		return judge
	}
	return nil
}

// MaxWindows returns the maximum number of scheduling windows to compare for a
// promise in this pass.
func (p *Pass) MaxWindows() int32 {
	n := p.queue.cfg.Policy.(Windowed).Weighs()
	if n == AllWindows {
		n = max(fewestOfAll, windowsOfPass/int32(max(p.queue.line.n, 1)))
	}
	return n
}

// eachWindow yields the scheduling windows that can hold w in order of time, up to
// MaxWindows of them. The first window is the earliest hole. Each later window
// begins at a time when something becomes free, because a window that begins at
// another time holds no more than the one before it. Cost: that of earliest, and
// O(nodes) for each step.
func (p *Plan) eachWindow(pass *Pass, w *Waiting) iter.Seq[Window] {
	return func(yield func(Window) bool) {
		r, wall := w.Request, w.wall
		q, found, most := pass.queue.cfg, int32(0), pass.MaxWindows()
		for at := range p.rooms.Starts(r) {
			if found > 0 && !p.rooms.Gains(at) {
				continue
			}
			free := p.rooms.ThroughoutIfFits(r, at, at.Add(wall))
			if free == nil {
				continue
			}
			if at == pass.now {
				free.CopySeats(&pass.state.Free)
			}
			where, reason := q.Allocator.Allocate(r, free, nil)
			if !reason.OK() {
				continue
			}
			found++
			if !yield(Window{at, where, q.Judge.Judge(r, free, where)}) || found == most {
				return
			}
		}
	}
}

// windowFrom returns the window that begins at the given instant. It returns nil if
// the window cannot hold w.
func (p *Plan) windowFrom(at simtime.Time, q *Config, w *Waiting) *Window {
	r, wall := w.Request, w.wall
	free := p.rooms.Throughout(at, at.Add(wall))
	where, reason := q.Allocator.Allocate(r, free, nil)
	if !reason.OK() {
		return nil
	}
	return &Window{at, where, q.Judge.Judge(r, free, where)}
}

// pick puts w into the plan in the best scheduling window that can hold it. The
// parameter standing is the window of the promise that w had in the plan until now;
// it is compared with the other windows. It is nil if w had no such promise.
func (p *Pass) pick(w *Waiting, standing *Window) {
	plan, was := p.queue.plan, standing
	if standing == nil && w.hasPromise() && w.Promised > p.now {
		was = plan.windowFrom(w.Promised, p.queue.cfg, w)
	}
	best := p.PickWindow(w, was, standing != nil, plan.eachWindow(p, w))
	if best != nil {
		plan.where[w.ID] = best.Where
		plan.reserve(w.Request, best.Where, best.At, best.At.Add(w.wall))
	}
}

// hasPromise reports whether the job has a promised start time.
func (w *Waiting) hasPromise() bool { return w.Promised != unplanned && w.Promised != simtime.Never }

// PickWindow promises w the best of the scheduling windows that can hold it, and
// returns that window. The best window is the one in which the allocator's
// placement costs least; of equal windows, it is the earliest. PickWindow returns
// nil if there is no window. The parameter all yields the windows in order of time.
//
// The parameter was is the window of the last promise, or nil if that promise
// cannot be kept. It is compared with the others, so w keeps it if no other window
// is better. Windows that begin later than the last promise are not considered,
// with one exception: if the flag stood is false, the first window may begin later.
// The flag tells whether the last promise was in the plan until now.
//
// Source: S4, appendix (SOURCES.md S4.1): every admissible window is tried, and the
// best launch window is taken. INFERRED: which windows there are, how many are
// compared, how a promise changes, and that a longer wait is not weighed against a
// lower cost.
func (p *Pass) PickWindow(w *Waiting, was *Window, stood bool, all iter.Seq[Window]) *Window {
	best, latest, known := was, w.Promised, w.hasPromise()
	if stood {
		latest, known = was.At, true
	}
	promised, weighed := latest, []Window(nil)
	for x := range all {
		if weighed == nil && !stood {
			latest = max(latest, x.At)
		}
		if known && x.At > latest {
			break
		}
		weighed = append(weighed, x)
		if best == nil || cmp.Or(x.Worth.Against(&best.Worth), cmp.Compare(x.At, best.At)) < 0 {
			best = &weighed[len(weighed)-1]
		}
	}
	if best == nil {
		w.Promised = simtime.Never
		delete(p.queue.chosen, w.ID)
		return nil
	}
	x := *best
	p.queue.note(w.ID, promised, x, weighed)
	w.Promised = x.At
	return &x
}

// note stores the scheduling windows that were compared for a promise if the
// promise passed over an earlier window. If the promised time has not changed, the
// windows stored earlier are kept.
func (q *Queue) note(id workload.JobID, was simtime.Time, best Window, weighed []Window) {
	switch _, told := q.chosen[id]; {
	case told && best.At == was:
	case len(weighed) == 0 || weighed[0].At >= best.At:
		delete(q.chosen, id)
	default:
		at := 0
		for at < len(weighed) && weighed[at].At < best.At {
			at++
		}
		if at == len(weighed) || weighed[at].At > best.At { // add the window of the last promise, which is not among the compared windows
			weighed = append(weighed[:at:at], append([]Window{best}, weighed[at:]...)...)
		}
		if q.chosen == nil {
			q.chosen = map[workload.JobID]choice{}
		}
		q.chosen[id] = choice{weighed, at}
	}
}

// noteStart stores the windows that were compared for a job that starts. They are
// kept until the next pass.
func (q *Queue) noteStart(job workload.JobID) {
	c, ok := q.chosen[job]
	if !ok {
		return
	}
	if q.begun == nil {
		q.begun = map[workload.JobID]choice{}
	}
	q.begun[job] = c
	delete(q.chosen, job)
}

// Windows returns the scheduling windows that were compared for a job's promise, in
// order of time, and the index of the promised window. It returns nil if the job
// has no promise or was promised the first window. The windows of a job that starts
// are available until the next pass. The caller must not change them.
func (q *Queue) Windows(job workload.JobID) (weighed []Window, best int) {
	c, ok := q.chosen[job]
	if !ok {
		c = q.begun[job]
	}
	return c.weighed, c.best
}

// WindowReason returns the reason why a scheduling window later than the first was
// chosen for a job, because it is better. It returns false if the job was promised
// the first window.
func (p *Pass) WindowReason(w *Waiting) (why.Reason, bool) {
	c, ok := p.queue.chosen[w.ID]
	if !ok {
		return why.Reason{}, false
	}
	best, first := &c.weighed[c.best], &c.weighed[0]
	reason := why.Reason{Code: why.BetterWindow, Need: clamped(best.Worth.Cost), Have: clamped(first.Worth.Cost), Blocker: workload.NoJob, At: w.Promised}
	if w.Promised <= p.now {
		reason.Code, reason.At = why.ChosenWindow, first.At
	}
	return reason, true
}

func clamped(cost int64) int32 { return int32(min(max(cost, math.MinInt32), math.MaxInt32)) }
