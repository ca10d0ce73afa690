package policycheck

import (
	"cmp"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// plan computes when waiting jobs fit if the running jobs use their whole
// walltimes. It works on individual nodes and shares no code with the disciplines.
type plan struct {
	e      *engine.Engine
	places alloc.Allocator // allocator with which the plan places jobs, to find out whether other jobs still fit
	choosy bool            // whether the allocator may refuse a job although there are enough free resources
}

// newPlan returns a plan for the current state of an engine. A built-in allocator
// may refuse a job because the free nodes have the wrong shape; in this case the
// plan places jobs with the same allocator. If the parameter own is set, the
// allocator is a user's program. The plan then uses first fit, because the check
// must find wrong refusals of the program.
func newPlan(e *engine.Engine, own bool) plan {
	p := plan{e: e, places: alloc.FirstFit{}}
	if x, ok := e.Config().Allocator.(alloc.ShapeConstrained); ok && !own {
		p.places, p.choosy = x, true
	}
	return p
}

func (p plan) request(id workload.JobID) *workload.Request { return &p.e.Config().Jobs[id].Request }

func (p plan) fits(r *workload.Request, free *cluster.Free) bool {
	if p.choosy {
		_, ok := p.place(r, free)
		return ok
	}
	return free.Fits(r)
}

func (p plan) place(r *workload.Request, free *cluster.Free) (cluster.Placement, bool) {
	where, reason := p.places.Allocate(r, free, nil)
	return where, reason.OK()
}

// future returns the nodes that are free at a given time if no other job starts.
// These are the nodes that are free now, and those of jobs whose walltime ends by
// then.
func (p plan) future(at simtime.Time) *cluster.Free {
	free := p.e.State().Free.Clone()
	for _, l := range p.e.State().Limits() {
		if l.At > at {
			break
		}
		p.e.State().Job(l.Slot).GiveTo(free)
	}
	return free
}

// shadow holds the shadow time of a job, that is, the earliest time at which the
// job fits, and the nodes that are free at that time.
type shadow struct {
	at   simtime.Time
	free *cluster.Free
}

// shadow computes a job's shadow time, which is simtime.Never if the job does not
// fit even when all running jobs have ended. Cost: O(running jobs · nodes).
func (p plan) shadow(id workload.JobID) shadow {
	r := p.request(id)
	if free := &p.e.State().Free; p.fits(r, free) {
		return shadow{p.e.Now(), free.Clone()}
	}
	limits := p.e.State().Limits()
	for i, l := range limits {
		if i+1 < len(limits) && limits[i+1].At == l.At {
			continue
		}
		if free := p.future(l.At); p.fits(r, free) {
			return shadow{l.At, free}
		}
	}
	return shadow{at: simtime.Never}
}

// delays reports whether starting a job (the first argument) now would delay
// another job beyond its shadow time, which is in s. This is the case if the first
// job may run past that time and the other job does not fit beside it then.
func (p plan) delays(id, other workload.JobID, s shadow) bool {
	r := p.request(id)
	if s.at == simtime.Never || p.e.Now().Add(r.Walltime) <= s.at {
		return false
	}
	where, ok := p.place(r, &p.e.State().Free)
	if !ok {
		return true
	}
	left := s.free.Clone()
	left.Take(r, where)
	return !p.fits(p.request(other), left)
}

// breaks reports whether starting a job now would break a promise that the policy
// has made to another job. The second argument lists these promises, sorted by
// time. At each promised time, there must be room for the promised job beside the
// started job and the jobs with earlier promises. If there is not enough room even
// without the started job, breaks also returns true.
func (p plan) breaks(id workload.JobID, promised []queue.Decision) bool {
	type stay struct {
		r     *workload.Request
		where cluster.Placement
		until simtime.Time
	}
	r, now := p.request(id), p.e.Now()
	where, ok := p.place(r, &p.e.State().Free)
	if !ok {
		return true
	}
	stays := []stay{{r, where, now.Add(r.Walltime)}}
	for _, d := range promised {
		if d.Job == id {
			continue
		}
		free := p.future(d.Promised)
		for _, s := range stays {
			if s.until > d.Promised {
				if !free.Has(s.r, s.where) {
					return true
				}
				free.Take(s.r, s.where)
			}
		}
		if r = p.request(d.Job); !p.fits(r, free) {
			return true
		}
		if where, ok = p.place(r, free); !ok {
			return true
		}
		stays = append(stays, stay{r, where, d.Promised.Add(r.Walltime)})
	}
	return false
}

// idle checks whether nodes stay free although a job could use them; see Idle.
func (w *watched) idle(pending []queue.Decision) {
	p := newPlan(w.e, w.set.placing)
	var fit []workload.JobID // jobs that could start without breaking a promise
	promised := slices.Clone(pending)
	promised = slices.DeleteFunc(promised, func(d queue.Decision) bool { return d.Promised == simtime.Never })
	slices.SortStableFunc(promised, func(a, b queue.Decision) int { return cmp.Compare(a.Promised, b.Promised) })
	for _, d := range pending {
		if p.fits(p.request(d.Job), &w.e.State().Free) && !p.breaks(d.Job, promised) {
			fit = append(fit, d.Job)
		}
	}
	if len(fit) == 0 {
		return
	}
	for _, first := range pending {
		if slices.Contains(fit, first.Job) {
			continue
		}
		s := p.shadow(first.Job)
		if !slices.ContainsFunc(fit, func(id workload.JobID) bool { return !p.delays(id, first.Job, s) }) {
			return // the policy may be keeping the nodes free for this job
		}
	}
	r := p.request(fit[0])
	w.suspect = &sighting{kind: Idle, at: w.at, job: fit[0], need: r.Size(), have: w.e.State().Count(r)}
}
