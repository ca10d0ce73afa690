package slurmsched

import (
	"cmp"
	"slices"

	"hopyard/core/alloc"
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
	p.wakeForReservations()
	if p.Asking() || p.Len() == 0 {
		return
	}
	p.wakeForDeadlines()
	p.wakeForRetries()
	if !p.config.Backfill.Off && p.news() {
		p.WakeAt(p.nextRun())
	}
	p.wakeToStop()
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
	x := &outlook{pass: p}
	if x.begin(); x.hopeless(0) {
		return false
	}
	x.nodes, x.space = p.all.Clone(), newNodeSpace(b, p.Now(), &p.all)
	defer func() { started = started || x.started || x.stopped }()               // jobs may fit on what is left over
	users, at, turns := map[string]int32{}, -1, make([]int32, len(p.partitions)) // turns by group of partitions
	for w := range p.inTurn() {
		if at++; x.tested >= b.MaxTest || x.hopeless(at) {
			break
		}
		plans := p.limit() == 0 || turns[p.group(w)] < p.limit() && !x.hopelessIn(p.group(w), at)
		if p.role(w) != Present {
			x.backfillTurn(w, at, plans)
			continue
		}
		if turns[p.group(w)]++; !plans && !x.startsNow(w, at) {
			continue
		}
		if p.outsideReservation(w) || w.IsHet() && (p.retrying(w) || x.turnOfPart(w)) || p.heldBefore(w) {
			continue
		}
		if b.MaxUser > 0 {
			if users[w.User] == b.MaxUser {
				continue
			}
			users[w.User]++
		}
		if p.lacksLicenses(w, false) || x.dropLate(w) || p.heldByNodes(w, false) {
			continue
		}
		restore := p.leastTime(w)
		start, ok := x.plan(w)
		if w.IsHet() {
			restore()
			if ok && x.planPart(w, &start) {
				break
			}
			continue
		}
		if ok && p.heldOn(w, start.where, start.at == p.Now()) {
			restore()
			continue
		}
		now, full := false, false
		if ok {
			now, full = x.startOrKeep(w, &start)
		}
		started = started || now
		if restore(); full {
			break
		}
	}
	x.startHets()
	return started
}

// startOrKeep starts a job if its planned start is now, and otherwise keeps the nodes
// of the start for it, unless that is beyond the window. It reports whether the job
// started, and whether no nodes can be kept because there are too many plans.
func (x *outlook) startOrKeep(w *queue.Waiting, start *plannedStart) (started, full bool) {
	switch {
	case start.at == x.Now() && !x.Asking() && x.ready(w, start):
		start.verdict.Code = why.HoleNow
		longer := x.timeLeft(w)
		x.startNow(w, start.where, start.verdict)
		if w.Whole() && !x.stoppable(w.Request) && !x.space.full() {
			x.space.keep(start.where, 0, x.Now().Add(w.Walltime))
		}
		longer()
		x.unsure(w)
		return true, false
	case start.at <= x.Now().Add(x.config.Backfill.Window):
		if x.space.full() {
			return false, true
		}
		x.explain(w, start.at)
		x.planned[w.ID] = start.where
		x.space.keep(start.where, start.at, start.at.Add(w.Walltime))
		x.unsure(w)
	}
	return false, false
}

// outlook is a forecast of the free nodes, for one run of the backfill scheduler.
type outlook struct {
	*pass
	space  nodeSpace             // nodes that are not kept for planned jobs
	tested int32                 // number of jobs for which running jobs were considered
	hopes  hopes                 // jobs that may start now
	nodes  topology.NodeSet      // in willRun: nodes that are idle or given back, or those with room for a task
	gone   []*preemptee          // in willRun: running jobs that may be stopped for the job
	ends   []cluster.WalltimeEnd // in willRun: the other running jobs, by the ends of their walltimes
	free   *cluster.Free

	planning []*plannedHet // the heterogeneous jobs so far
	ranking  []hetStarts   // their planned starts, by partition

	started bool  // heterogeneous jobs were started, or parts of them removed
	stopped bool  // running jobs were stopped
	on      []int // scratch memory
}

// plannedStart is a planned start of a job.
type plannedStart struct {
	at      simtime.Time
	where   cluster.Placement
	verdict why.Reason
	stops   *topology.NodeSet // if running jobs must be stopped: the nodes on which; nil: the nodes are free
}

// plan plans the start of a job. It first looks for nodes that are not kept during the
// job's walltime from now on, and for the time at which enough of them are free of
// running jobs. If other nodes are given back before that time, or the nodes found are
// kept at that time, it tries again from then on.
func (x *outlook) plan(w *queue.Waiting) (plannedStart, bool) {
	nodes := &x.partitions[factorsIn(w).partition].set
	least, counted := max(1, int(w.Nodes)), false
	for from := x.notBefore(w); ; {
		x.work(len(x.space.kept))
		a := x.within(w, from, true)
		if a.shut {
			x.holdReserved(w, &a)
			return plannedStart{}, false
		}
		if from = a.at; x.reserved() {
			nodes = &a.nodes
		}
		open, later := x.space.open(nodes, from, from.Add(w.Walltime))
		if end := x.nextEnd(from); a.overlaps && end != simtime.Never && end+simtime.Time(simtime.Second) < x.space.end {
			later = min(later, end+simtime.Time(simtime.Second))
		}
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
			x.holdReserved(w, &a)
			return plannedStart{}, false
		case !ok:
			from = later
			continue
		}
		start.at = max(start.at, from)
		x.notePart(w, &start)
		switch {
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
	lowest := x.lowest(w.Request)
	if x.nodes.CopyFrom(open); lowest {
		x.nodes.Intersect(x.rooms.of(factorsIn(w).kind, w.Request, x.Cluster()))
	} else {
		x.nodes.Intersect(x.Cluster().Idle())
	}
	if x.gone, x.ends = nil, x.Cluster().Limits(); x.gangs() {
		x.ends = x.endsWithSuspended(w)
	}
	if x.mayHold(w) {
		if where, verdict := x.place(w, open, 0); verdict.OK() {
			return plannedStart{at: x.Now(), where: where, verdict: verdict}, true
		}
	}
	if x.takeStoppable(w); len(x.gone) > 0 {
		if x.nodes.Intersect(open); x.mayHold(w) {
			if where, verdict := x.place(w, open, 0); verdict.OK() {
				nodes := open.Clone()
				return plannedStart{x.Now(), where, verdict, &nodes}, true
			}
		}
	}
	ends, on := x.ends, x.endsOn(open, lowest)
	window, until := firstWindow, simtime.Never
	for i := 0; i < len(ends); {
		last := simtime.Never
		for i < len(ends) && (last == simtime.Never || ends[i].At <= until.Add(window)) {
			if i = x.giveBackNext(w, open, i, &on, lowest); i == len(ends) {
				break
			}
			if last = ends[i].At; until == simtime.Never {
				until = (last/simtime.Time(firstWindow) + 1) * simtime.Time(firstWindow)
			}
			i++
		}
		if last == simtime.Never {
			break
		}
		for window *= 2; i < len(ends) && ends[i].At > until.Add(window); {
			window *= 2
		}
		if !x.mayHold(w) {
			continue
		}
		if where, verdict := x.place(w, open, i); verdict.OK() {
			return plannedStart{at: max(last, x.Now()+1), where: where, verdict: verdict}, true // a job that has run beyond its walltime may end at any moment
		}
	}
	return plannedStart{}, false
}

// work counts steps of the search for a watcher.
func (x *outlook) work(steps int) {
	if x.watch != nil {
		x.watch.Work += 1 + steps
	}
}

// endsOn returns the places of the jobs on some nodes in the list of walltime ends, in
// order, or nil if there are so many nodes that it is better to look at all ends.
func (x *outlook) endsOn(open *topology.NodeSet, lowest bool) []int {
	s := x.Cluster()
	ends := s.Limits()
	if !lowest || 8*open.Len() > len(ends) {
		x.work(len(ends))
		return nil
	}
	x.work(2 * open.Len())
	on := append(x.on[:0], len(ends)) // not nil, and never reached
	add := func(o *occupant) { on = append(on, x.rooms.place(o.ID, s)) }
	for n := range open.All {
		here := &x.rooms.running[n]
		if here.first.Request == nil {
			continue
		}
		add(&here.first)
		for i := range here.more {
			add(&here.more[i])
		}
	}
	slices.Sort(on)
	x.on = on
	return slices.Compact(on)
}

// giveBackNext gives back the nodes of the next job that has any of the open ones, and
// returns its place in the list of walltime ends, or the length of the list. The places
// of such jobs are given, and used up, unless there are too many.
func (x *outlook) giveBackNext(w *queue.Waiting, open *topology.NodeSet, i int, on *[]int, lowest bool) int {
	ends := x.ends
	if *on == nil {
		for i < len(ends) && !x.giveBack(w, open, ends[i], lowest) {
			i++
		}
		return i
	}
	for (*on)[0] < i {
		*on = (*on)[1:]
	}
	if i = (*on)[0]; i < len(ends) {
		x.giveBack(w, open, ends[i], lowest)
	}
	return i
}

// giveBack reports whether a job that ends has any of the open nodes, and adds these
// nodes to those that willRun may use. If the allocator is a LowestFirst, it adds only
// nodes that then have room for a task of w.
func (x *outlook) giveBack(w *queue.Waiting, open *topology.NodeSet, end cluster.WalltimeEnd, lowest bool) (some bool) {
	for _, run := range x.Cluster().Job(end.Slot).Placement {
		for n := run.First; n <= run.Last; n++ {
			if open.Has(n) {
				some = true
				if !lowest || !x.nodes.Has(n) && x.rooms.fitsAfter(n, w.Request, end.At, x.Cluster()) {
					x.nodes.AddRange(n, n)
				}
			}
		}
	}
	return some
}

// place asks the allocator for nodes of the open ones if the first running jobs, by the
// order of their walltime ends, have ended.
func (x *outlook) place(w *queue.Waiting, open *topology.NodeSet, ended int) (cluster.Placement, why.Reason) {
	if x.gangs() {
		return x.overlayLater(w, open, ended)
	}
	if inside := x.preferred(w, open); inside != nil {
		if where, verdict := x.Allocator().Allocate(w.Request, x.future(inside, ended), nil); verdict.OK() {
			return where, verdict
		}
	}
	if x.lowest(w.Request) {
		return alloc.OnLowest(w.Request, &x.nodes, nil)
	}
	return x.Allocator().Allocate(w.Request, x.future(open, ended), nil)
}

// overlaps reports whether a placement has a node in a set.
func overlaps(where cluster.Placement, set *topology.NodeSet) bool {
	return slices.ContainsFunc(where, func(run cluster.NodeRun) bool { return set.CountRange(run.First, run.Last) > 0 })
}

// mayHold reports whether a job might fit on the nodes that are idle or given back, by
// their number alone.
func (x *outlook) mayHold(w *queue.Waiting) bool {
	return x.gangs() || !w.Whole() && !x.lowest(w.Request) || x.nodes.Len() >= int(w.Size())
}

// future returns what is free on the given nodes if the first running jobs, by the
// order of their walltime ends, have ended. It is valid until the next call.
func (x *outlook) future(open *topology.NodeSet, ended int) *cluster.Free {
	if x.free == nil {
		x.free = x.Cluster().Free.Clone()
	} else {
		x.free.CopyFrom(&x.Cluster().Free)
	}
	for _, end := range x.ends[:ended] {
		if job := x.Cluster().Job(end.Slot); overlaps(job.Placement, open) {
			job.GiveTo(x.free)
		}
	}
	for _, stopped := range x.gone {
		stopped.job.GiveTo(x.free)
	}
	x.free.BarOutside(open)
	return x.free
}

// explain records why a job waits whose start is planned.
func (p *pass) explain(w *queue.Waiting, at simtime.Time) {
	if !p.explains(w) {
		return
	}
	if a := p.within(w, p.Now(), false); p.reservedFrom(w, &a) {
		reason := p.whyReserved(w, &a)
		reason.At = at
		p.Hold(w, reason)
		return
	}
	reason := why.Reason{Code: why.Reserved, Need: w.Size(), Have: p.countFor(w), Blocker: workload.NoJob, At: at}
	switch {
	case at <= p.Now():
		reason.Code, reason.At = why.NextCycle, p.nextRun()
	case reason.Have < reason.Need:
		reason.Code = why.TooFewFree
	case p.blocker[factorsIn(w).partition] == w.ID && !p.gangs() && !w.IsHet():
		reason.Code, reason.Have = why.NotPlaceable, p.Cluster().Room(w.Request)
	case p.blocker[factorsIn(w).partition] == w.ID && p.gangs():
		reason.Code = why.NotPlaceable
	}
	p.Hold(w, p.whyStopping(w, reason))
}

// nodeSpace is Slurm's table of the nodes that are not kept for planned jobs, over
// time. Its steps follow each other from now, rounded down to the resolution, to the
// end of the window. As in Slurm, a job keeps whole nodes, even if it will share them.
type nodeSpace struct {
	steps      []spaceStep
	kept       []keptSlot
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

// keptSlot is a period in which nodes are kept for a job.
type keptSlot struct {
	from, until simtime.Time
	nodes       topology.Patch
	gives       topology.Patch // those of the nodes that are not kept when the period ends
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
	last, _ := s.find(until + 1)
	most := s.end // the end of the first step after until
	if last < len(s.steps) {
		most = s.until(last)
	}
	for i := range s.kept {
		k := &s.kept[i]
		if min(k.until, s.end) <= from {
			continue
		}
		if k.until < later && k.until <= most && k.until < s.end && nodes.Meets(k.gives) {
			later = k.until
		}
		if k.from <= until {
			open.Remove(k.nodes)
		}
	}
	return open, later
}

// has reports whether no node of a placement is kept while a job would keep it.
func (s *nodeSpace) has(where cluster.Placement, at simtime.Time, wall simtime.Duration) bool {
	from, until := s.slot(at, wall)
	if from == until { // a job shorter than the resolution: it counts inside a step, and not between two
		if _, there := s.find(from); there {
			return true
		}
		until++
	}
	nodes := patchOf(where)
	for i := range s.kept {
		if k := &s.kept[i]; min(k.until, s.end) > from && k.from < until && k.nodes.Meets(nodes) {
			return false
		}
	}
	return true
}

// patchOf returns the nodes of a placement.
func patchOf(where cluster.Placement) (p topology.Patch) {
	for _, run := range where {
		p = p.Append(run.First, run.Last)
	}
	return p
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
	nodes := patchOf(where)
	s.note(keptSlot{from, until, nodes, slices.Clone(nodes)})
	first := 0
	for s.until(first) < from {
		first++
	}
	last := s.cut(from)
	for ; last < len(s.steps) && s.steps[last].at < until; last++ {
		if s.until(last) > until {
			s.cut(until)
		}
		s.steps[last].open.Remove(nodes)
	}
	for i := max(0, first-1); i < last && i+1 < len(s.steps); i++ {
		if a, b := &s.steps[i].open, &s.steps[i+1].open; a.Len() == b.Len() && a.Within(b) {
			s.steps = slices.Delete(s.steps, i+1, i+2)
			return
		}
	}
}

// note adds a period, and takes away what it and others do not give back because the
// other one keeps it on.
func (s *nodeSpace) note(k keptSlot) {
	for i := range s.kept {
		other := &s.kept[i]
		if k.from <= other.until && other.until < k.until {
			other.gives.Subtract(k.nodes)
		}
		if other.from <= k.until && k.until < other.until {
			k.gives.Subtract(other.nodes)
		}
	}
	s.kept = append(s.kept, k)
}

// find returns the index of the first step that begins at a time or later, and whether
// it begins then.
func (s *nodeSpace) find(t simtime.Time) (int, bool) {
	return slices.BinarySearchFunc(s.steps, t, func(x spaceStep, t simtime.Time) int { return cmp.Compare(x.at, t) })
}

// cut makes sure that a step begins at a time, and returns its index.
func (s *nodeSpace) cut(t simtime.Time) int {
	i, there := s.find(t)
	if there {
		return i
	}
	s.rows++
	s.steps = slices.Insert(s.steps, i, spaceStep{t, s.steps[i-1].open.Clone()})
	return i
}
