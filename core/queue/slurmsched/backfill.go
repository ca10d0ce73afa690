package slurmsched

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/profile"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// due reports whether the backfill scheduler runs in this pass: at each multiple of
// its interval, after everything else that happens at that instant, if anything has
// changed since its last run began. A query pass asks what its next run will do.
func (p *pass) due() bool {
	if p.config.Backfill.Off || p.Asking() {
		return !p.config.Backfill.Off
	}
	return p.Trigger() == queue.Alarm && p.nextRun() == p.Now() && p.news()
}

// news reports whether anything has changed since the last run of the backfill
// scheduler began.
func (p *pass) news() bool { return p.changed || p.Cluster().Changes() != p.seen }

// nextRun returns the first multiple of the interval, from now on, at which the
// backfill scheduler has not run yet.
func (p *pass) nextRun() simtime.Time {
	every := simtime.Time(p.config.Backfill.Interval)
	next := (p.Now() + every - 1) / every * every
	if next == p.ran {
		next += every
	}
	return next
}

// wake asks for the passes in which the backfill scheduler runs, and for those in
// which new priorities may change the order of the waiting jobs.
func (p *pass) wake() {
	if p.Asking() || p.Len() == 0 {
		return
	}
	if !p.config.Backfill.Off && p.news() {
		p.WakeAt(p.nextRun())
	}
	if p.reorders() {
		p.WakeAt(p.calculated + simtime.Time(p.config.Priority.Period))
	}
}

// reorders reports whether the order of the waiting jobs may change although nothing
// happens. While no job runs, only their age changes.
func (p *pass) reorders() bool {
	w := &p.config.Priority
	if p.Cluster().NumRunning() > 0 {
		return w.Age != 0 || p.usage.tree != nil
	}
	if w.Age != 0 {
		for x := range p.Waiting() {
			if p.calculated.Sub(factorsIn(x).since) < w.MaxAge {
				return true
			}
		}
	}
	return false
}

// backfill plans the start of jobs in order, and starts those that can start now. It
// reports whether it started any.
//
// Source: SOURCES.md SLURM.4.
func (p *pass) backfill() (started bool) {
	b := &p.config.Backfill
	p.ran, p.changed, p.seen = p.Now(), false, p.Cluster().Changes()
	x := p.foresee()
	var tested int32
	users := map[string]int32{}
	for w := range p.Waiting() {
		if tested == b.MaxTest {
			break
		}
		if b.MaxUser > 0 {
			if users[w.User] == b.MaxUser {
				continue
			}
			users[w.User]++
		}
		tested++
		at, where, verdict := x.earliest(w)
		switch {
		case at == p.Now() && !p.Asking():
			verdict.Code = why.HoleNow
			p.StartAt(w, where, verdict)
			x.begin(w, where)
			started = true
		case at <= p.Now().Add(b.Window):
			p.explain(w, at)
			p.planned[w.ID] = where
			from, until := x.slot(at, w.Walltime)
			x.space.keep(where, from, until, &p.all)
		}
	}
	return started
}

// outlook is what the backfill scheduler knows about the future.
type outlook struct {
	*pass
	running profile.PerNode // what is free if all running jobs use their walltimes
	times   []simtime.Time  // when they end
	space   nodeSpace       // nodes kept for planned jobs
}

// foresee returns the outlook without any planned job. A job that has run beyond its
// walltime may end at any moment.
func (p *pass) foresee() *outlook {
	clear(p.planned)
	x := &outlook{pass: p, times: []simtime.Time{p.Now()}}
	x.running.Reset(p.Now(), &p.Cluster().Free)
	for _, end := range p.Cluster().Limits() {
		at := max(end.At, p.Now()+1)
		p.Cluster().Job(end.Slot).GiveTo(x.running.Then(at))
		if at > x.times[len(x.times)-1] {
			x.times = append(x.times, at)
		}
	}
	return x
}

// begin adds a job that starts now.
func (x *outlook) begin(w *queue.Waiting, where cluster.Placement) {
	end := x.Now().Add(max(w.Walltime, 1))
	x.running.Reserve(w.Request, where, x.Now(), end)
	if i, there := slices.BinarySearch(x.times, end); !there {
		x.times = slices.Insert(x.times, i, end)
	}
}

// earliest returns the earliest time at which a job can start on nodes of its
// partition that are not kept for a planned job, and the nodes. The time is Never if
// there is none.
func (x *outlook) earliest(w *queue.Waiting) (simtime.Time, cluster.Placement, why.Reason) {
	part := &x.partitions[factorsIn(w).partition]
	for at := range x.starts {
		free := x.running.ThroughoutIfFits(w.Request, at, at+1)
		if free == nil || !free.Fits(w.Request) {
			continue
		}
		if at == x.Now() {
			free.CopySeats(&x.Cluster().Free)
		}
		from, until := x.slot(at, w.Walltime)
		open := part.set.Clone()
		x.space.narrow(&open, from, max(until, at.Add(w.Walltime)+1)) // a job may not end where a kept slot begins
		barOthers(free, &open)
		if where, verdict := x.Allocator().Allocate(w.Request, free, nil); verdict.OK() {
			return at, where, verdict
		}
	}
	return simtime.Never, nil, why.Reason{}
}

// starts yields the times at which running jobs end or kept nodes are given back, in
// order, beginning with now.
func (x *outlook) starts(yield func(simtime.Time) bool) {
	i, k := 0, 0
	for last := simtime.Time(-1); i < len(x.times) || k < len(x.space); {
		var at simtime.Time
		if k == len(x.space) || i < len(x.times) && x.times[i] <= x.space[k].at {
			at = x.times[i]
			i++
		} else {
			at = x.space[k].at
			k++
		}
		if at >= x.Now() && at > last && !yield(at) {
			return
		}
		last = at
	}
}

// slot returns the period for which nodes are kept for a job that starts at a time. It
// begins and ends at multiples of the resolution.
func (x *outlook) slot(at simtime.Time, wall simtime.Duration) (from, until simtime.Time) {
	res := simtime.Time(x.config.Backfill.Resolution)
	from, until = at/res*res, (at.Add(wall)+res-1)/res*res
	return from, max(until, from+res)
}

// explain records why a job waits whose start is planned.
func (p *pass) explain(w *queue.Waiting, at simtime.Time) {
	if !p.Asking() {
		return
	}
	reason := why.Reason{Code: why.Reserved, Need: w.Size(), Have: p.Count(w), Blocker: workload.NoJob, At: at}
	switch {
	case at <= p.Now():
		reason.Code, reason.At = why.NextCycle, p.nextRun()
	case reason.Have < reason.Need:
		reason.Code = why.TooFewFree
	case p.blocker[factorsIn(w).partition] == w.ID:
		reason.Code, reason.Have = why.NotPlaceable, p.Cluster().Room(w.Request)
	}
	p.Hold(w, reason)
}

// nodeSpace is Slurm's table of the nodes that are not kept for planned jobs, over
// time. Its steps are in order of time; before the first and after the last no node is
// kept. As in Slurm, a job keeps whole nodes, even if it will share them.
type nodeSpace []spaceStep

// spaceStep is the set of nodes that are not kept from a time on.
type spaceStep struct {
	at   simtime.Time
	open topology.NodeSet
}

// narrow removes from a set the nodes that are kept at any time of a period.
func (s nodeSpace) narrow(open *topology.NodeSet, from, until simtime.Time) {
	for i := range s {
		if s[i].at < until && (i+1 == len(s) || s[i+1].at > from) {
			open.Intersect(&s[i].open)
		}
	}
}

// keep keeps nodes during a period.
func (s *nodeSpace) keep(nodes cluster.Placement, from, until simtime.Time, all *topology.NodeSet) {
	first := s.cut(from, all)
	for i := range (*s)[first:s.cut(until, all)] {
		for _, run := range nodes {
			(*s)[first+i].open.RemoveRange(run.First, run.Last)
		}
	}
}

// cut makes sure that a step begins at a time, and returns its index.
func (s *nodeSpace) cut(t simtime.Time, all *topology.NodeSet) int {
	i, there := slices.BinarySearchFunc(*s, t, func(x spaceStep, t simtime.Time) int { return cmp.Compare(x.at, t) })
	if there {
		return i
	}
	before := all
	if i > 0 {
		before = &(*s)[i-1].open
	}
	*s = slices.Insert(*s, i, spaceStep{t, before.Clone()})
	return i
}
