package hybrid

import (
	"iter"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/profile"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// reservationTable is the list of the reservations of a pass, with the nodes that
// the allocator chose for them. It assumes that every running job uses its whole
// walltime. A reservation is computed only when a job that fits now must be
// compared with it; the result is the same as if all were computed at once. The
// table is kept for the next pass, as long as the machine has changed only by job
// starts that the table knows of.
//
// The following techniques make it fast without changing any result:
//   - It counts nodes instead of building sets of free resources: whole nodes as
//     bits (vacancy), tasks by shape, from counts that can be moved in time (base).
//     The amounts that jobs and reservations hold of each node are indexed
//     (occupancy, entries).
//   - It skips times at which too little was found in this pass for a job of the
//     same kind that is no larger and no longer (full). Since then reservations
//     were only added, so no more is free now.
//   - It does not call an allocator that goes through the nodes in a fixed order
//     (filling).
//   - When jobs have ended, started or arrived since the last pass, it keeps a
//     reservation if the few changed nodes show that a new search would find the
//     same reservation (stands). For this purpose it keeps a record of each search.
//
// In counting mode with promised times (counted), a reservation is only a time in a
// count, and all fields that concern nodes are empty.
type reservationTable struct {
	times   bool                 // reservations promise only times, so their nodes may be exchanged
	counted bool                 // times is set and counting mode applies: reservations have no nodes
	judge   alloc.PlacementJudge // compares scheduling windows; nil if the earliest window is taken
	counts  profile.Count
	blocker workload.JobID // job whose promise the current job would break; NoJob if unknown
	opens   bool           // a scheduling window that can hold the current job begins now
	refused bool           // a job was refused that may fit elsewhere once another has started

	monotone bool     // the allocator is alloc.Monotone
	filling  *filling // nil if the allocator is not alloc.Ordered
	keeping  bool     // reservations may outlast changes of the machine (see keeps)
	valid    bool     // the fields below are valid for change number stamp of the state
	stamp    int      // change number of the state
	depth    int32
	now      simtime.Time
	state    *cluster.State // the machine state of this pass

	asked      []ask
	done       int              // number of entries of asked that are computed
	soonest    simtime.Time     // earliest possible start of the entries of asked that are not computed
	above      []*queue.Waiting // jobs that only soft limits hold back
	held       []reservation
	all, spare []kept    // memory for the list former
	former     []kept    // reservations of earlier passes that have not been confirmed or dropped yet
	spans      []stretch // by index in held: the time span
	reused     int       // number of confirmed reservations; held[reused:] are left from the last pass and not confirmed yet
	waits      int       // number of jobs that must wait, so far

	entries []entry
	heads   []int32 // by node: index of its latest entry, or none
	arena   cluster.Placement
	trials  []trial // trials of all reservations in held

	arenaBefore  cluster.Placement // arena of the previous passes; former reservations may refer to it
	trialsBefore []trial

	fulls []full // spans in which too little is free for some jobs, learned in this pass

	running occupancy // running jobs by node, with the log of changes
	epoch   int       // version number of the running jobs; bases with another version number are invalid
	vacant  vacancy
	bases   []base // by shape

	present, future snapshot

	search slotCount // the search for a reservation
	beyond slotCount // the count for a job that may start now
	marks  []int32   // by node: value of the field mark when the node was last visited
	mark   int32
	saved  []lowered

	asideHeld  []reservation // memory for remake, which computes reservations again on trial
	asideSpans []stretch
	asideFulls []full
	given      []nodeSpan // nodes given up by reservations that have moved
	loosened   bool       // the limits may leave more than before

	suspects []suspect
	places   []int32 // by marked node: its index in suspects
}

// ask is a request for a reservation.
type ask struct {
	w        *queue.Waiting
	earliest simtime.Time // no reservation before this time
	hard     bool         // the reservation may exceed soft limits, but not hard ones
}

// reservation is a reserved time span and placement of a job.
type reservation struct {
	job        workload.JobID
	ask        ask
	facts      *facts
	request    *workload.Request
	where      cluster.Placement
	nodes      topology.Patch // the nodes of where
	wall       simtime.Duration
	hard, bent bool  // bent: because of limits, the allocator could not use its first choice of nodes
	entries    int   // index of its first entry
	made       int32 // number of reservations up to and including this one, without those that never begin
	record
}

// stretch is the time span of a reservation, given by its start (from) and its end
// (until). The start is Never if the job cannot be placed. If the reservation was
// dropped, start and end are equal.
type stretch struct{ from, until simtime.Time }

// meets reports whether the reservation overlaps the span from t to until.
func (s *stretch) meets(t, until simtime.Time) bool {
	return s.from < until && s.until > t && s.until != s.from
}

// entry is the part of a reservation on one node.
type entry struct {
	node    topology.NodeID
	booking int32
	next    int32 // index of an earlier entry of the node, or none
	born    int   // changelog time of its creation
	part
}

// lowered is a node of a cluster.Free, with the amounts that it had before they
// were reduced.
type lowered struct {
	node topology.NodeID
	idle bool
	have workload.Resources
}

// reservationTable returns the table for this pass, in which no reservation has
// been asked for yet. The parameter depth bounds the number of reservations; 0
// means no bound.
func (p pass) reservationTable(depth int32) *reservationTable {
	a := &p.d.table
	if _, ordered := p.Allocator().(alloc.Ordered); !ordered && a.filling != nil { // the allocator was wrapped to observe the calls to it
		a.filling, a.valid = nil, false
	}
	a.keeping = a.keeps(p)
	p.Resync() // a job that was started may already have overrun
	a.state = p.Cluster()
	if a.counted || !a.valid || !p.Unchanged() || a.stamp != p.Cluster().Changes() || p.d.dynamic {
		if a.running.heads == nil || a.running.changes != p.Cluster().Changes() {
			a.running.lost = true
		}
		left := len(a.former)
		a.retire(0, &p.d.ledger)
		a.swap(min(left, len(a.former)))
		a.clear(p)
		a.running.lost = false
	}
	a.trim()
	a.depth, a.now, a.valid, a.refused, a.stamp = depth, p.Now(), true, false, p.Cluster().Changes()
	a.fulls = a.fulls[:0]
	a.asked, a.done, a.above, a.soonest, a.reused, a.waits = a.asked[:0], 0, a.above[:0], simtime.Never, 0, 0
	if p.Asking() {
		p.Forget()
	}
	return a
}

// clone returns an empty table with the same configuration.
func (a *reservationTable) clone() reservationTable {
	c := reservationTable{monotone: a.monotone, times: a.times, counted: a.counted, judge: a.judge}
	if a.filling != nil {
		c.filling = &filling{order: a.filling.order, place: a.filling.place}
	}
	return c
}

// clear removes all reservations from the table and resets its counts to the
// running jobs.
func (a *reservationTable) clear(p pass) {
	a.cut(0, &p.d.ledger)
	a.present.fresh, a.future.fresh, a.reused = false, false, 0
	if a.counted {
		a.count(p)
		return
	}
	if a.heads == nil {
		n := p.Cluster().Machine().NumNodes()
		a.heads, a.marks, a.places = make([]int32, n), make([]int32, n), make([]int32, n)
		for i := range a.heads {
			a.heads[i] = none
		}
	}
	a.running.sync(&p.d.shapes, p.Cluster())
	a.epoch++
	a.vacant.reset(&p.Cluster().Free)
}

// cut removes all reservations except the first n. In counting mode, n must be 0. It
// does not restore the count; the caller must call the method count.
func (a *reservationTable) cut(n int, l *ledger) {
	for i := len(a.held) - 1; i >= n; i-- {
		b := &a.held[i]
		for k := len(a.entries) - 1; k >= b.entries; k-- {
			a.heads[a.entries[k].node] = a.entries[k].next
		}
		a.entries = a.entries[:b.entries]
		if x := &a.spans[i]; x.from != simtime.Never {
			l.unbook(b.facts)
		}
	}
	a.held, a.spans = a.held[:n], a.spans[:n]
}

// confirm removes the reservations of the last pass that have not been confirmed.
func (a *reservationTable) confirm(l *ledger) {
	if a.reused < len(a.held) {
		a.retire(a.reused, l)
	}
}

// add adds a reservation.
func (a *reservationTable) add(b reservation, span stretch, l *ledger, shapes *shapes) {
	a.confirm(l)
	b.entries, b.made = len(a.entries), 0
	if last := len(a.held) - 1; last >= 0 {
		b.made = a.held[last].made
	}
	if span.from != simtime.Never {
		b.made++
		l.book(b.job, b.facts, span.from, span.until, b.hard)
		if a.counted {
			a.counts.Add(span.from, span.until, -b.request.Size())
		}
		b.nodes = a.patch()
		for _, run := range b.where {
			b.nodes = b.nodes.Append(run.First, run.Last)
		}
		x := shapes.partOf(b.request, b.facts.shape)
		for _, run := range b.where {
			x.tasks = run.Tasks
			for n := run.First; n <= run.Last; n++ {
				a.entries = append(a.entries, entry{n, int32(len(a.held)), a.heads[n], b.born, x})
				a.heads[n] = int32(len(a.entries) - 1)
			}
		}
	}
	a.held, a.spans = append(a.held, b), append(a.spans, span)
	a.reused = len(a.held)
}

// patch returns memory for the nodes of the next reservation.
func (a *reservationTable) patch() topology.Patch {
	if n := len(a.held); n < cap(a.held) {
		return a.held[:n+1][n].nodes[:0]
	}
	return nil
}

// full reports whether the number of reservations has reached the field depth.
func (a *reservationTable) full() bool {
	return a.depth > 0 && a.reused > 0 && a.held[a.reused-1].made >= a.depth
}

// started updates the table for a job that has just started.
func (a *reservationTable) started(w *queue.Waiting, where cluster.Placement, until simtime.Time, p pass) {
	a.stamp = p.Cluster().Changes()
	a.leave(w.ID)
	switch {
	case !a.valid:
		return
	case p.Unplanned() || a.refused || !a.counted && !a.monotone && len(a.held) > 0 || slices.ContainsFunc(a.held, func(b reservation) bool { return b.bent }):
		a.valid = false // reservations may move
		return
	}
	if a.counted {
		a.counts.Add(p.Now(), until, -w.Need())
		a.present.fresh = false
		return
	}
	a.epoch++
	a.vacant.reset(&p.Cluster().Free)
	if a.present.fresh {
		a.present.free.Take(w.Request, where)
	}
	a.future.fresh = false
}

// ask queues a request for a reservation, to be computed later, and returns
// simtime.Never. In a query pass, and if several scheduling windows are compared,
// the reservation is computed at once and its time is returned.
func (p pass) ask(a *reservationTable, x ask) simtime.Time {
	a.waits++
	x.earliest = p.d.passAt(x.earliest)
	switch {
	case x.earliest == simtime.Never || a.judge != nil && a.full():
		if a.judge != nil {
			x.w.Unplan() // so that the old promise does not restrict the windows that are considered later
		}
		return simtime.Never
	case !p.Asking() && a.judge == nil:
		a.asked = append(a.asked, x)
		a.soonest = min(a.soonest, x.earliest)
		return simtime.Never
	}
	before := a.reused
	p.reserve(a, &x)
	if a.reused == before || a.spans[before].from == simtime.Never {
		return simtime.Never // the maximum number of reservations is reached, or the job never fits
	}
	at := a.spans[before].from
	if p.Asking() {
		p.PromiseTo(x.w.ID, at)
	}
	return at
}

// workOut computes queued reservations in order. It stops after the last
// reservation that may begin before the given instant.
func (p pass) workOut(a *reservationTable, until simtime.Time) {
	for last := a.lastBefore(until); a.done <= last; {
		p.workOutNext(a)
	}
}

// lastBefore returns the index of the last queued reservation that has not been
// computed yet and may begin before the given instant. It returns -1 if there is
// none.
func (a *reservationTable) lastBefore(until simtime.Time) int {
	if a.soonest >= until {
		return -1
	}
	for i := len(a.asked) - 1; i >= a.done; i-- {
		if a.asked[i].earliest < until {
			return i
		}
	}
	a.soonest = simtime.Never
	for i := a.done; i < len(a.asked); i++ {
		a.soonest = min(a.soonest, a.asked[i].earliest)
	}
	return -1
}

// workOutWhileFits works like workOut, in counting mode. It stops and returns false as
// soon as the reservations leave too little for w to run until the given time.
func (p pass) workOutWhileFits(w *queue.Waiting, a *reservationTable, until simtime.Time) bool {
	if a.scarce(w, until) {
		return false
	}
	for last := a.lastBefore(until); a.done <= last; {
		before := a.reused
		p.workOutNext(a)
		if a.reused > before && a.spans[before].from < until && a.scarce(w, until) {
			return false
		}
	}
	return true
}

func (p pass) workOutNext(a *reservationTable) {
	p.reserve(a, &a.asked[a.done])
	a.done++
}

// refuses reports whether the reservations leave too little for w from now on. It
// computes only as many reservations as it needs for the answer.
func (p pass) refuses(w *queue.Waiting, a *reservationTable) bool {
	s := &a.beyond
	last := a.lastBefore(p.Now().Add(w.Wall()))
	if last < 0 && a.reused == 0 {
		return false
	}
	a.open(s, w, p.Now(), p)
	for i := 0; s.total >= int64(w.Need()); i++ {
		for i == a.reused {
			if a.done > last {
				return false
			}
			p.workOutNext(a)
		}
		a.beside(s, i)
	}
	return true
}

// reserve computes the next reservation. It begins at the earliest time at which
// limits and nodes allow the job beside all reservations made so far.
func (p pass) reserve(a *reservationTable, x *ask) {
	if a.full() {
		return
	}
	if a.reused < len(a.held) {
		if b := &a.held[a.reused]; b.job == x.w.ID && b.hard == x.hard {
			b.ask = *x
			a.reused++
			return
		}
	}
	l := &p.d.ledger
	a.confirm(l)
	if a.recall(x, p) {
		return
	}
	b := reservation{job: x.w.ID, ask: *x, request: x.w.Request, wall: x.w.Wall(), hard: x.hard}
	at, where := p.best(a, x, &b.record)
	b.facts, b.where, b.bent = where.facts, where.where, where.bent
	span := stretch{at, at.Add(x.w.Wall())}
	if a.keeping {
		a.replaces(&b, x.w, span)
	} else {
		b.right = -1
	}
	a.add(b, span, l, &p.d.shapes)
}

// earliest returns the time of the first pass in which the job can be placed for
// its walltime, and the placement. Limits are checked only at times when enough is
// free. Only the instants at which something is given back need to be tried. The
// search stops at the given latest time; if it finds no pass up to that time, it
// returns a later time.
func (p pass) earliest(a *reservationTable, x *ask, r *record, latest simtime.Time) (simtime.Time, settled) {
	w, d, s := x.w, p.d, &a.search
	if a.counted {
		return p.earliestCounted(a, x), settled{facts: factsOf(w)}
	}
	q := limitQuery{t: max(x.earliest, p.Now()), now: p.Now(), hard: x.hard, booked: true}
	kind := a.kindOf(w)
	q.t = d.passAt(q.t)
	s.begin(w)
	first := len(a.trials)
	for since, known := q.t, first; q.t <= latest && q.t != simtime.Never; {
		q.t = d.passAt(a.skip(w, kind, q.t))
		if !a.fits(s, q.t, p) {
			a.trials = append(a.trials, trial{q.t, s.total, false})
			q.t = a.step(s)
			continue
		}
		a.learn(w, kind, since, q.t, a.trials[known:len(a.trials):len(a.trials)])
		if t := d.allowedAt(w, q); t > q.t {
			a.trials = append(a.trials, trial{t: q.t, barred: true})
			q.t, since, known = t, t, len(a.trials)
			continue
		}
		where, reason := p.settleAt(a, s, q)
		if reason.OK() {
			a.keep(where.where)
			r.trials = a.trials[first:len(a.trials):len(a.trials)]
			return q.t, where
		}
		r.lame = true
		q.t = min(a.step(s), where.later)
		since, known = q.t, len(a.trials)
	}
	return q.t, settled{facts: factsOf(w)}
}

// settleAt places a job at the time of a search that has found enough free nodes or
// tasks.
func (p pass) settleAt(a *reservationTable, s *slotCount, q limitQuery) (settled, why.Reason) {
	if a.filling != nil {
		return p.settle(s.w, offer{found: s}, q, a.room())
	}
	f := a.openFuture(s.next)
	a.narrow(f, q.t, s.until)
	where, reason := p.settle(s.w, offer{free: f}, q, a.room())
	a.widen(f)
	return where, reason
}

// room returns memory for one more placement.
func (a *reservationTable) room() cluster.Placement { return a.arena[len(a.arena):] }

// keep makes sure that the memory of a placement, which may be at the end of the
// arena, is not used for another placement.
func (a *reservationTable) keep(where cluster.Placement) {
	if used := len(a.arena); cap(a.arena)-used >= len(where) && &where[0] == &a.arena[:used+1][used] {
		a.arena = a.arena[:used+len(where)]
	} else {
		a.arena = make(cluster.Placement, 0, max(64, 2*cap(a.arena)))
	}
}

// drop makes a job's reservation empty and returns its index. It returns none if
// the job has no reservation.
func (a *reservationTable) drop(job workload.JobID, l *ledger) int32 {
	for i := range a.held[:a.reused] {
		if b, x := &a.held[i], &a.spans[i]; b.job == job && x.from != simtime.Never {
			if a.counted {
				a.counts.Add(x.from, x.until, b.request.Size())
			}
			x.until = x.from
			l.drop(job, b.facts, x.from)
			return int32(i)
		}
	}
	return none
}

// restore undoes drop.
func (a *reservationTable) restore(own int32, l *ledger) {
	if own != none {
		b, x := &a.held[own], &a.spans[own]
		x.until = x.from.Add(b.wall)
		l.drop(b.job, b.facts, x.until)
		if a.counted {
			a.counts.Add(x.from, x.until, -b.request.Size())
		}
	}
}

// full is the record that too little is free for certain jobs at all times in a
// span. These are the jobs of one kind (whole nodes, or tasks of one shape) that
// have at least a certain size (need) and at least a certain walltime (wall). The
// record stays true as long as reservations are only added.
type full struct {
	kind        int32
	need        int32
	wall        simtime.Duration
	from, until simtime.Time // the span; from belongs to it, until does not
	trials      []trial      // the times that were tried
	made, clock int          // number of reservations, and the changelog time, when the record was made
}

// wholeKind is the kind of whole-node jobs that may use any node. Tasks have the
// index of their shape as their kind; other jobs have the kind none.
const wholeKind int32 = -2

func (a *reservationTable) kindOf(w *queue.Waiting) int32 {
	if w.Whole() && !a.state.Machine().Selects(w.Request) {
		return wholeKind
	}
	return factsOf(w).shape
}

// skip returns the first time, not before t, at which w may fit according to the
// records. It appends what the records contain about the skipped times to the
// trials of the search. Cost: O(records) for each skipped span.
func (a *reservationTable) skip(w *queue.Waiting, kind int32, t simtime.Time) simtime.Time {
	for again := kind != none; again; {
		again = false
		for i := range a.fulls {
			f := &a.fulls[i]
			if f.from > t || t >= f.until || f.kind != kind || f.need > w.Need() || f.wall > w.Wall() {
				continue
			}
			a.retry(f, t)
			t, again = f.until, true
		}
	}
	return t
}

// retry appends the trials of f from t on to the trials of the search. It also
// appends a trial at the end of each job and each reservation that was added after
// f was recorded. At these ends no more is free than at the trial before.
func (a *reservationTable) retry(f *full, t simtime.Time) {
	first := len(a.trials)
	for j, x := range f.trials {
		if j+1 == len(f.trials) || f.trials[j+1].t > t {
			x.t = max(x.t, t)
			a.trials = append(a.trials, x)
		}
	}
	end := func(until simtime.Time) {
		if t < until && until < f.until {
			a.tryAt(first, until)
		}
	}
	for i := f.made; i < a.reused; i++ {
		end(a.spans[i].until)
	}
	for i := len(a.running.births) - 1; i >= 0 && a.running.births[i].born > f.clock; i-- {
		end(a.running.births[i].until)
	}
}

// tryAt inserts a trial at t. It searches for the right position among the trials
// whose index is first or greater. The new trial has the same free amount as the
// trial before it.
func (a *reservationTable) tryAt(first int, t simtime.Time) {
	i := len(a.trials)
	for a.trials[i-1].t > t {
		i--
	}
	if a.trials[i-1].t < t {
		x := a.trials[i-1]
		x.t = t
		a.trials = slices.Insert(a.trials, i, x)
	}
}

// learn records that too little was free for w at all times of a span. The
// parameters from and until are the start and the end of the span; the end does not
// belong to it.
func (a *reservationTable) learn(w *queue.Waiting, kind int32, from, until simtime.Time, trials []trial) {
	if kind != none && from < until {
		a.fulls = append(a.fulls, full{kind, w.Need(), w.Wall(), from, until, trials, a.reused, a.running.clock})
	}
}

// HoldsNodes implements queue.Planner.
func (d *state) HoldsNodes() bool { return !d.table.times }

// Counts implements queue.Planner.
func (d *state) Counts() bool { return d.table.counted }

// count initializes the count of the nodes or tasks that running jobs leave free
// over time. Cost: O(running jobs).
func (a *reservationTable) count(p pass) {
	a.counts.Reset(p.Now(), p.d.capacity-p.Cluster().Held())
	for _, l := range p.Cluster().Limits() {
		a.counts.Then(max(l.At, p.Now()+1), l.Size)
	}
}

// scarce reports whether, according to the count, the reservations leave too little
// for w at some time until the given instant. If so, it records the job whose
// promise w would break.
func (a *reservationTable) scarce(w *queue.Waiting, until simtime.Time) bool {
	at, _, scarce := a.counts.Scarce(w.Need(), until)
	for i := 0; scarce && a.blocker == workload.NoJob && i < a.reused; i++ {
		if a.spans[i].from == at {
			a.blocker = a.held[i].job
		}
	}
	return scarce
}

// earliestCounted returns the time of the first pass in which the job fits
// according to the count and limits allow it. Cost: that of profile.Count.Earliest
// for each time that is tried.
func (p pass) earliestCounted(a *reservationTable, x *ask) simtime.Time {
	w, d := x.w, p.d
	q := limitQuery{t: max(x.earliest, p.Now()), now: p.Now(), hard: x.hard, booked: true}
	for {
		t := a.counts.Earliest(profile.Fit{Need: w.Need(), For: w.Wall(), From: d.passAt(q.t), Before: simtime.Never, Held: simtime.Never})
		if q.t = d.passAt(t); q.t != t {
			continue
		}
		if t == simtime.Never {
			return t
		}
		if q.t = d.allowedAt(w, q); q.t == t || q.t == simtime.Never {
			return q.t
		}
	}
}

// startAnywhere tries to start w on the nodes that the allocator chooses among all
// free nodes. It does so only if reservations promise times and not nodes, and if
// no reservation is delayed when all are computed again beside w. It reports
// whether w started. In counting mode it does nothing, because filter covers that
// case. If startAnywhere refuses w, w may still start beside the reserved nodes.
//
// It checks the reservations computed so far first. If they allow w, it computes
// and checks those that may begin before w ends. If any reservation would move, it
// then checks all others as well. Cost: that of remake.
//
// Source: as EASY's backfilling (SOURCES.md EASY.1, S3.9), which tries the same two
// placements. INFERRED.
func (p pass) startAnywhere(w *queue.Waiting, a *reservationTable, hard bool) bool {
	d := p.d
	if !a.times || a.counted || !d.shapes.fits(w, &p.Cluster().Free) {
		return false
	}
	until, known := p.Now().Add(w.Wall()), 0
	q := limitQuery{t: p.Now(), now: p.Now(), hard: hard, booked: true}
	var s settled
	var reason why.Reason
	moves := false
	for try, by := range [...]simtime.Time{p.Now(), until, simtime.Never} {
		if try == 2 && !moves || try == 0 && (a.reused < len(a.held) || factsOf(w).loose) {
			continue
		}
		p.workOut(a, by)
		a.confirm(&d.ledger)
		switch {
		case a.reused == 0 && try == 1:
			return false // filter allows everything that is free
		case a.reused == known:
			continue
		}
		known = a.reused
		if try < 2 {
			if d.ledger.allowed(factsOf(w), w.Wall(), q) > p.Now() {
				return false
			}
			if s, reason = p.settle(w, offer{free: &p.Cluster().Free}, q, p.Room()); !reason.OK() {
				return false
			}
			moves = a.moves(w, &s, until, p)
		}
		if moves && !p.remake(w, a, &s, hard) {
			a.refused = true
			return false
		}
	}
	p.launch(w, a, s, reason)
	a.valid = a.valid && !moves
	return true
}

// moves reports whether a reservation might move if w starts at the placement in s
// and gives up its own reservation.
func (a *reservationTable) moves(w *queue.Waiting, s *settled, until simtime.Time, p pass) bool {
	touched := false
	for i := range a.held[:a.reused] {
		b := &a.held[i]
		if !a.monotone || b.bent || b.job == w.ID {
			return true
		}
		touched = touched || a.touches(i, s, stretch{p.Now(), until})
	}
	if !touched {
		return false
	}
	free := a.present.refresh(p.Cluster())
	a.narrow(free, p.Now(), until)
	beside := free.Has(w.Request, s.where)
	a.widen(free)
	return !beside
}

// overlap reports whether two placements share a node.
func overlap(a, b cluster.Placement) bool {
	for i, k := 0, 0; i < len(a) && k < len(b); {
		switch {
		case a[i].Last < b[k].First:
			i++
		case b[k].Last < a[i].First:
			k++
		default:
			return true
		}
	}
	return false
}

// remake computes the reservations again, beside w, until one is delayed.
// Afterwards it restores all of them, and reports whether none was delayed. If a
// reservation cannot begin earlier, its search starts at its old time. Cost: that
// of the searches, each up to the old time of the reservation.
func (p pass) remake(w *queue.Waiting, a *reservationTable, s *settled, hard bool) bool {
	l, shapes, now := &p.d.ledger, &p.d.shapes, p.Now()
	own := stretch{now, now.Add(w.Wall())}
	may := a.monotone && !slices.ContainsFunc(a.held, func(b reservation) bool { return b.bent }) // a reservation may stay without a search
	from := 0
	for may && a.held[from].job != w.ID && !a.touches(from, s, own) {
		from++ // the loop ends at the last reservation at the latest: one of the reservations belongs to w or uses a node of w
	}
	held := append(a.asideHeld[:0], a.held[from:]...)
	spans := append(a.asideSpans[:0], a.spans[from:]...)
	fulls, trials, arena := a.fulls, len(a.trials), a.arena
	a.asideHeld, a.asideSpans, a.fulls = held, spans, a.asideFulls[:0]
	a.cut(from, l)
	a.reused = from
	a.add(reservation{job: w.ID, facts: s.facts, request: w.Request, where: s.where, wall: w.Wall(), hard: hard}, own, l, shapes)
	a.given, a.loosened = a.given[:0], false
	late := none
	for i := range held {
		b, span := held[i], spans[i]
		switch {
		case b.job == w.ID:
			a.given, a.loosened = appendMore(a.given, nil, b.where, span), true
		case span.from == simtime.Never || span.until == span.from:
		default:
			x := b.ask
			if !a.sooner(&b, &span) {
				x.earliest = span.from
			}
			at, where := p.earliest(a, &x, &b.record, span.from)
			if at > span.from {
				late = int32(i)
				break
			}
			is := where.where
			if at < span.from || where.facts.amounts != b.facts.amounts {
				a.loosened = true
			}
			if at < span.from {
				is = nil // the reservation gives up all its old nodes
			}
			a.given = appendMore(a.given, is, b.where, span)
			b.facts, b.where, b.bent, span = where.facts, where.where, where.bent, stretch{at, at.Add(b.wall)}
		}
		if late != none {
			break
		}
		a.add(b, span, l, shapes)
	}
	a.asideFulls, a.fulls, a.trials, a.arena = a.fulls, fulls, a.trials[:trials], arena
	a.cut(from, l)
	a.reused = from
	for i := range held {
		a.add(held[i], spans[i], l, shapes)
	}
	if late != none {
		a.blocker = held[late].job
	}
	return late == none
}

// nodeSpan is a node of which a reservation gives up some part, and the time span
// of that change.
type nodeSpan struct {
	node topology.NodeID
	stretch
}

// appendMore appends the nodes on which b has more tasks than a.
func appendMore(dst []nodeSpan, a, b cluster.Placement, span stretch) []nodeSpan {
	for n, tasks := range b.All {
		if a.On(n) < tasks {
			dst = append(dst, nodeSpan{n, span})
		}
	}
	return dst
}

// sooner reports whether a reservation may begin earlier than before. It returns
// false if the limits leave no more than before and the resources given up by other
// reservations are too few at all times that were tried.
func (a *reservationTable) sooner(b *reservation, span *stretch) bool {
	if len(a.given) == 0 {
		return false
	}
	first := max(b.ask.earliest, a.now)
	if tried := b.trials; a.loosened || b.lame || first < span.from && (len(tried) == 0 || first < tried[0].t) {
		return true
	}
	lack := int64(b.request.Size())
	for _, x := range b.trials {
		if !x.barred {
			lack = min(lack, int64(b.request.Size())-x.total)
		}
	}
	a.mark++
	for i := range a.given {
		if x := &a.given[i]; a.marks[x.node] != a.mark && x.meets(first, span.until) {
			a.marks[x.node] = a.mark
			if lack -= int64(a.state.Machine().Slots(b.request, x.node)); lack <= 0 {
				return true
			}
		}
	}
	return false
}

// touches reports whether, at some time in the span, reservation i uses one of the
// nodes that s places a job on.
func (a *reservationTable) touches(i int, s *settled, span stretch) bool {
	return a.spans[i].meets(span.from, span.until) && overlap(a.held[i].where, s.where)
}

// decideWindow promises w the best of several scheduling windows and starts w if
// that window begins now. It reports whether it has made a decision about w. It
// makes none if the policy always takes the earliest window, or if the number of
// reservations has reached the depth.
func (p pass) decideWindow(w *queue.Waiting, a *reservationTable) bool {
	if a.judge == nil {
		return false
	}
	if a.full() {
		w.Unplan()
		return false
	}
	before := a.reused
	a.opens = true
	at := p.ask(a, ask{w, p.fitsFrom(w), false})
	if at > p.Now() {
		p.explain(w, finding{at: at})
		if p.d.ledger.soft && !a.opens { // if a window begins now, the job could start now and waits only for a better window
			a.above = append(a.above, w)
		}
		return true
	}
	b := &a.held[before]
	s := settled{where: slices.Clone(b.where), facts: b.facts, bent: b.bent}
	a.cut(before, &p.d.ledger)
	a.reused = before
	a.waits--
	p.launch(w, a, s, why.Reason{Code: why.FitsNow, Need: w.Need(), Have: p.Cluster().Count(w.Request), Blocker: workload.NoJob})
	return true
}

// best returns when and where the job gets its reservation.
func (p pass) best(a *reservationTable, x *ask, r *record) (simtime.Time, settled) {
	if a.judge == nil {
		return p.earliest(a, x, r, simtime.Never)
	}
	w, was := x.w, (*queue.Window)(nil)
	a.opens = false
	if w.Promised > p.Now() && w.Promised != simtime.Never {
		was = p.windowFrom(a, x)
	}
	best := p.PickWindow(w, was, false, p.eachWindow(a, x))
	if best == nil {
		return simtime.Never, settled{facts: factsOf(w)}
	}
	s := settled{where: best.Where, facts: factsOf(w), bent: factsOf(w).loose}
	if s.bent {
		s.facts = s.facts.with(p.d.census.on(w.Request, s.where))
	}
	return best.At, s
}

// windowFrom returns the window that begins at the job's last promised time. It
// returns nil if that window can no longer hold the job.
func (p pass) windowFrom(a *reservationTable, x *ask) *queue.Window {
	s := &a.search
	q := limitQuery{t: x.w.Promised, now: p.Now(), hard: x.hard, booked: true}
	if s.begin(x.w); p.d.passAt(q.t) != q.t || q.t < x.earliest || !a.fits(s, q.t, p) || p.d.allowedAt(x.w, q) > q.t {
		return nil
	}
	window, _ := p.windowAt(a, s, q)
	return window
}

// windowAt returns the window that begins at the time of a search. If the allocator
// or limits refuse this window, it returns nil and the time at which limits may
// allow the job.
func (p pass) windowAt(a *reservationTable, s *slotCount, q limitQuery) (*queue.Window, simtime.Time) {
	free := a.openFuture(s.next)
	a.narrow(free, q.t, s.until)
	defer a.widen(free)
	where, reason := p.settle(s.w, offer{free: free}, q, nil)
	if !reason.OK() {
		return nil, where.later
	}
	return &queue.Window{At: q.t, Where: where.where, Worth: a.judge.Judge(s.r, free, where.where)}, q.t
}

// eachWindow yields the windows that can hold the job and that limits allow, in
// order of time, up to the maximum number. Each window after the first begins in
// the first pass at which something is free that was not free at the pass before.
func (p pass) eachWindow(a *reservationTable, x *ask) iter.Seq[queue.Window] {
	return func(yield func(queue.Window) bool) {
		s, most := &a.search, p.MaxWindows()
		s.begin(x.w)
		q := limitQuery{t: p.d.passAt(max(x.earliest, p.Now())), now: p.Now(), hard: x.hard, booked: true}
		for found := int32(0); q.t != simtime.Never; {
			later := simtime.Never
			if a.fits(s, q.t, p) && (found == 0 || a.gains(q.t, p)) {
				if t := p.d.allowedAt(x.w, q); t > q.t {
					q.t = t
					continue
				}
				var window *queue.Window
				if window, later = p.windowAt(a, s, q); window != nil {
					a.opens = a.opens || q.t == p.Now()
					if found++; !yield(*window) || found == most {
						return
					}
					later = simtime.Never
				}
			}
			q.t = p.d.passAt(min(a.step(s), later))
		}
	}
}

// gains reports whether any node has more free resources at an instant than at the
// pass before. Cost: O(nodes).
func (a *reservationTable) gains(t simtime.Time, p pass) bool {
	before := t - max(p.d.cycle, 1)
	if before < a.now {
		return true
	}
	free := a.openFuture(a.passed(before))
	a.narrow(free, before, before+1)
	was := free.Clone()
	a.widen(free)
	free = a.openFuture(a.passed(t))
	a.narrow(free, t, t+1)
	defer a.widen(free)
	return free.Exceeds(was)
}

// passed returns the number of running jobs whose walltimes end at or before t. A
// walltime end that is due counts as the next instant.
func (a *reservationTable) passed(t simtime.Time) (n int) {
	limits := a.state.Limits()
	for n < len(limits) && max(limits[n].At, a.now+1) <= t {
		n++
	}
	return n
}
