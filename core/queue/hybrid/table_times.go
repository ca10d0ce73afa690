package hybrid

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/profile"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

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
