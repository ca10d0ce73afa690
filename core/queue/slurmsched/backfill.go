package slurmsched

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
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
// happens. While no job runs, only their age changes, and the past use that limits
// count. Jobs that limits hold then hold nobody, so their order does not matter.
func (p *pass) reorders() bool {
	w := &p.config.Priority
	if p.Cluster().NumRunning() > 0 {
		return w.Age != 0 || p.usage.tree != nil || p.ledger.hasTimed()
	}
	if p.fades() {
		return true
	}
	if w.Age != 0 {
		for x := range p.Waiting() {
			if p.calculated.Sub(factorsIn(x).since) < w.MaxAge && !p.heldAlone(x) {
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
	clear(p.planned)
	x := &outlook{pass: p, nodes: p.all.Clone(), space: newNodeSpace(b, p.Now(), &p.all)}
	users := map[string]int32{}
	for w := range p.Waiting() {
		if x.tested >= b.MaxTest {
			break
		}
		if p.heldBefore(w) {
			continue
		}
		if b.MaxUser > 0 {
			if users[w.User] == b.MaxUser {
				continue
			}
			users[w.User]++
		}
		if p.lacksLicenses(w, false) || p.heldByNodes(w, false) {
			continue
		}
		start, ok := x.plan(w)
		if ok && p.heldOn(w, start.where, start.at == p.Now()) {
			continue
		}
		switch {
		case ok && start.at == p.Now() && !p.Asking():
			start.verdict.Code = why.HoleNow
			p.StartAt(w, start.where, start.verdict)
			if started = true; w.Whole() && !x.space.full() {
				x.space.keep(start.where, 0, p.Now().Add(w.Walltime))
			}
		case ok && start.at <= p.Now().Add(b.Window):
			if x.space.full() {
				return started
			}
			p.explain(w, start.at)
			p.planned[w.ID] = start.where
			x.space.keep(start.where, start.at, start.at.Add(w.Walltime))
		}
	}
	return started
}

// outlook is a forecast of the free nodes, for one run of the backfill scheduler.
type outlook struct {
	*pass
	space  nodeSpace        // nodes that are not kept for planned jobs
	tested int32            // number of jobs for which running jobs were considered
	nodes  topology.NodeSet // in willRun: nodes that are idle or given back
	free   *cluster.Free
}

// plannedStart is a planned start of a job.
type plannedStart struct {
	at      simtime.Time
	where   cluster.Placement
	verdict why.Reason
}

// plan plans the start of a job. It first looks for nodes that are not kept during the
// job's walltime from now on, and for the time at which enough of them are free of
// running jobs. If other nodes are given back before that time, or the nodes found are
// kept at that time, it tries again from then on.
func (x *outlook) plan(w *queue.Waiting) (plannedStart, bool) {
	nodes := &x.partitions[factorsIn(w).partition].set
	least, counted := max(1, int(w.Nodes)), false
	for from := x.Now(); ; {
		open, later := x.space.open(nodes, from, from.Add(w.Walltime))
		start, ok := plannedStart{}, false
		if open.Len() >= least {
			if !counted {
				counted = true
				x.tested++
			}
			start, ok = x.willRun(w, &open)
		}
		switch {
		case !ok && later == simtime.Never:
			return plannedStart{}, false
		case !ok:
			from = later
			continue
		}
		switch start.at = max(start.at, from); {
		case start.at == x.Now():
			return start, true
		case start.at > later:
			from = later
		case start.at > x.Now().Add(x.config.Backfill.Window) || x.space.has(start.where, start.at, w.Walltime):
			return start, true
		default:
			from = start.at
		}
	}
}

// firstWindow is the length of the first group of walltime ends that willRun looks at
// together.
const firstWindow = 30 * simtime.Second

// willRun returns when and where a job could start on the given nodes, if all running
// jobs use their walltimes. It takes away the jobs that run there in the order of their
// ends, in groups that end within a window of time. After each group, whose window is
// twice as long as the one before, it asks the allocator. The job then starts at the
// last end of the group.
func (x *outlook) willRun(w *queue.Waiting, open *topology.NodeSet) (plannedStart, bool) {
	x.nodes.CopyFrom(x.Cluster().Idle())
	x.nodes.Intersect(open)
	if x.mayHold(w) {
		if where, verdict := x.Allocator().Allocate(w.Request, x.future(open, 0), nil); verdict.OK() {
			return plannedStart{x.Now(), where, verdict}, true
		}
	}
	ends := x.Cluster().Limits()
	window, until := firstWindow, simtime.Never
	for i := 0; i < len(ends); {
		last := simtime.Never
		for i < len(ends) && (last == simtime.Never || ends[i].At <= until.Add(window)) {
			for i < len(ends) && !overlaps(x.Cluster().Job(ends[i].Slot).Placement, open) {
				i++
			}
			if i == len(ends) {
				break
			}
			if last = ends[i].At; until == simtime.Never {
				until = (last/simtime.Time(firstWindow) + 1) * simtime.Time(firstWindow)
			}
			for _, run := range x.Cluster().Job(ends[i].Slot).Placement {
				x.nodes.AddRange(run.First, run.Last)
			}
			i++
		}
		if last == simtime.Never {
			break
		}
		for window *= 2; i < len(ends) && ends[i].At > until.Add(window); {
			window *= 2
		}
		if x.nodes.Intersect(open); !x.mayHold(w) {
			continue
		}
		if where, verdict := x.Allocator().Allocate(w.Request, x.future(open, i), nil); verdict.OK() {
			return plannedStart{max(last, x.Now()+1), where, verdict}, true // a job that has run beyond its walltime may end at any moment
		}
	}
	return plannedStart{}, false
}

// overlaps reports whether a placement has a node in a set.
func overlaps(where cluster.Placement, set *topology.NodeSet) bool {
	return slices.ContainsFunc(where, func(run cluster.NodeRun) bool { return set.CountRange(run.First, run.Last) > 0 })
}

// mayHold reports whether a job might fit on the nodes that are idle or given back, by
// their number alone.
func (x *outlook) mayHold(w *queue.Waiting) bool { return !w.Whole() || x.nodes.Len() >= int(w.Nodes) }

// future returns what is free on the given nodes if the first running jobs, by the
// order of their walltime ends, have ended. It is valid until the next call.
func (x *outlook) future(open *topology.NodeSet, ended int) *cluster.Free {
	if x.free == nil {
		x.free = x.Cluster().Free.Clone()
	} else {
		x.free.CopyFrom(&x.Cluster().Free)
	}
	for _, end := range x.Cluster().Limits()[:ended] {
		if job := x.Cluster().Job(end.Slot); overlaps(job.Placement, open) {
			job.GiveTo(x.free)
		}
	}
	barOthers(x.free, open)
	return x.free
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
// time. Its steps follow each other from now, rounded down to the resolution, to the
// end of the window. As in Slurm, a job keeps whole nodes, even if it will share them.
type nodeSpace struct {
	steps      []spaceStep
	resolution simtime.Time
	end        simtime.Time
	rows, most int32 // steps made so far, and how many may be made: Slurm's bf_node_space_size
	divided    bool  // the first step has been divided at its beginning, which makes a step
}

// spaceStep is the set of nodes that are not kept from a time on.
type spaceStep struct {
	at   simtime.Time
	open topology.NodeSet
}

func newNodeSpace(b *Backfill, now simtime.Time, all *topology.NodeSet) nodeSpace {
	s := nodeSpace{resolution: simtime.Time(b.Resolution), rows: 1, most: b.MaxTest}
	s.steps, s.end = []spaceStep{{s.down(now), all.Clone()}}, s.down(now.Add(b.Window))
	return s
}

// full reports whether the table has room for no further job.
func (s *nodeSpace) full() bool { return s.rows >= s.most }

// down rounds a time down to a multiple of the resolution.
func (s *nodeSpace) down(t simtime.Time) simtime.Time { return t / s.resolution * s.resolution }

// slot returns the period for which a job keeps its nodes.
func (s *nodeSpace) slot(at simtime.Time, wall simtime.Duration) (from, until simtime.Time) {
	return s.down(at), s.down(at.Add(wall))
}

// until returns the end of a step.
func (s *nodeSpace) until(i int) simtime.Time {
	if i+1 < len(s.steps) {
		return s.steps[i+1].at
	}
	return s.end
}

// open returns those of the given nodes that are never kept from one time to another,
// both included. The time later is the first end of a step after from that gives back
// some of the nodes, or Never.
func (s *nodeSpace) open(nodes *topology.NodeSet, from, until simtime.Time) (open topology.NodeSet, later simtime.Time) {
	open, later = nodes.Clone(), simtime.Never
	for i := range s.steps {
		step := &s.steps[i]
		if ends := s.until(i); ends > from && i+1 < len(s.steps) && later == simtime.Never {
			if nodes.Gains(&s.steps[i+1].open, &open, &step.open) {
				later = ends
			}
		}
		switch {
		case s.until(i) <= from:
		case step.at <= until:
			open.Intersect(&step.open)
		default:
			return open, later
		}
	}
	return open, later
}

// within reports whether all nodes of a set are in another.
func within(set, other *topology.NodeSet) bool {
	both := set.Clone()
	both.Intersect(other)
	return both.Len() == set.Len()
}

// has reports whether no node of a placement is kept while a job would keep it.
func (s *nodeSpace) has(where cluster.Placement, at simtime.Time, wall simtime.Duration) bool {
	from, until := s.slot(at, wall)
	for i := range s.steps {
		if step := &s.steps[i]; s.until(i) > from && step.at < until {
			for _, run := range where {
				if step.open.CountRange(run.First, run.Last) < int(run.Last-run.First+1) {
					return false
				}
			}
		}
	}
	return true
}

// keep keeps nodes between two times, both rounded down, for at least one resolution.
// As in Slurm, of the neighboring steps that have become equal only the first two are
// joined.
func (s *nodeSpace) keep(where cluster.Placement, at, to simtime.Time) {
	from := max(s.down(at), s.steps[0].at)
	until := max(s.down(to), from+s.resolution)
	if from >= s.end {
		return
	}
	if from == s.steps[0].at && !s.divided {
		s.divided = true
		s.rows++
	}
	first := 0
	for s.until(first) < from {
		first++
	}
	last := s.cut(from)
	for ; last < len(s.steps) && s.steps[last].at < until; last++ {
		if s.until(last) > until {
			s.cut(until)
		}
		for _, run := range where {
			s.steps[last].open.RemoveRange(run.First, run.Last)
		}
	}
	for i := max(0, first-1); i < last && i+1 < len(s.steps); i++ {
		if a, b := &s.steps[i].open, &s.steps[i+1].open; a.Len() == b.Len() && within(a, b) {
			s.steps = slices.Delete(s.steps, i+1, i+2)
			return
		}
	}
}

// cut makes sure that a step begins at a time, and returns its index.
func (s *nodeSpace) cut(t simtime.Time) int {
	i, there := slices.BinarySearchFunc(s.steps, t, func(x spaceStep, t simtime.Time) int { return cmp.Compare(x.at, t) })
	if there {
		return i
	}
	s.rows++
	s.steps = slices.Insert(s.steps, i, spaceStep{t, s.steps[i-1].open.Clone()})
	return i
}
