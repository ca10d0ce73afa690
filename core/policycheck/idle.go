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

// plan answers when waiting jobs fit, if the running ones use their walltimes. It
// is worked out on the nodes, apart from what the disciplines do.
type plan struct {
	e      *engine.Engine
	places alloc.Allocator // where jobs are put to see whether others still fit
	choosy bool            // it may refuse what the resources would hold
}

// newPlan is a plan of an engine as it is now. An allocator of the house that may
// refuse a job for its shape is asked; a program's is not: a refusal of that is
// what the trial is to find.
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

// future is what is free at an instant if nothing starts: the jobs whose walltimes
// end by then have ended.
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

// shadow is the shadow time of a job: the first instant at which it fits, and what
// is free then.
type shadow struct {
	at   simtime.Time
	free *cluster.Free
}

// shadow works out a shadow time; Never if the job fits at no end. Cost: O(running
// jobs · nodes).
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

// delays reports whether a job that started now would delay another beyond its
// shadow time: it runs past that, and leaves too little on the nodes where it
// would be.
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

// breaks reports whether a job that started now would break what the policy has
// promised others, which are by time: at each promised instant there must be room
// for the job beside those that were promised earlier ones. It also reports true
// where there is none without it either.
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

// idle looks whether nodes stay free that a job could use; see Idle.
func (w *watched) idle(pending []queue.Decision) {
	p := newPlan(w.e, w.set.placing)
	var fit []workload.JobID // those that could start and break no promise
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
			return // it may be this one that the policy holds the nodes for
		}
	}
	r := p.request(fit[0])
	w.suspect = &sighting{kind: Idle, at: w.at, job: fit[0], need: r.Size(), have: w.e.State().Count(r)}
}
