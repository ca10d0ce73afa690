package hybrid

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// record is the history of the search that found a reservation. With it, the table
// checks later whether the same search would find the same result.
type record struct {
	right  int     // changelog time for which it is valid
	born   int     // changelog time since which the reservation is unchanged
	trials []trial // the times at which too little was free, in order
	turn   queue.QueuePlace
	lame   bool // limits or the allocator refused a placement
}

// trial is an instant that a search tried. The field total is an upper bound of the
// number of the job's nodes or tasks that were free from this instant until the
// next trial. If the field barred is set, enough was free, but limits forbade the
// job.
type trial struct {
	t      simtime.Time
	total  int64
	barred bool
}

// kept is a reservation of an earlier pass.
type kept struct {
	reservation
	stretch
}

// keeps reports whether reservations can stay valid when resources are taken or
// given back. The allocator's choice must depend only on what is free. LIMITATIONS:
// not with soft limits, with passes in cycles, or with a queue order that changes.
func (a *reservationTable) keeps(p pass) bool {
	d := p.d
	limits := p.Cluster().Limits()
	return a.filling != nil && !a.counted && a.judge == nil && !d.ledger.soft && d.cycle == 0 && !d.dynamic && !p.Asking() && !p.Unplanned() && (len(limits) == 0 || limits[0].At > p.Now())
}

// retire removes the reservations with index n and above. If reservations may
// outlast changes of the machine, it inserts them in the list former, before the
// reservations that were retired earlier.
func (a *reservationTable) retire(n int, l *ledger) {
	more := len(a.held) - n
	for i := n; i < len(a.held); i++ {
		if a.held[i].right < 0 {
			a.running.lost = true
		}
	}
	if !a.keeping || a.running.lost {
		a.former, more = a.former[:0], 0
	}
	if more > 0 {
		all := a.spare[:0]
		for i := n; i < len(a.held); i++ {
			all = append(all, kept{a.held[i], a.spans[i]})
		}
		a.spare, a.all = a.all, append(all, a.former...)
		a.former = a.all
	}
	a.cut(n, l)
}

// swap provides empty memory for placements and trials. The previous memory stays
// untouched until the next call, because the former reservations refer to it.
func (a *reservationTable) swap(leftOver int) {
	for i := len(a.former) - leftOver; i < len(a.former); i++ { // these are left from an earlier pass, and their memory is about to be reused
		k := &a.former[i]
		if len(k.where) > 0 {
			where := append(a.room(), k.where...)
			a.keep(where)
			k.where = where
		}
		from := len(a.trials)
		a.trials = append(a.trials, k.trials...)
		k.trials = a.trials[from:]
	}
	a.arena, a.arenaBefore = a.arenaBefore[:0], a.arena
	a.trials, a.trialsBefore = a.trialsBefore[:0], a.trials
}

// trim forgets the changes that are older than every reservation.
func (a *reservationTable) trim() {
	if len(a.running.formed) < mostFormer/2 && len(a.running.births) < mostFormer/2 {
		return
	}
	oldest := a.running.clock
	for i := range a.held {
		oldest = min(oldest, a.held[i].right)
	}
	for i := range a.former {
		oldest = min(oldest, a.former[i].right)
	}
	a.running.trim(oldest)
}

// recall restores the job's former reservation if a search would still find it, and
// reports whether it did. The former reservations that precede it in the order no
// longer exist, and recall records them as gone.
func (a *reservationTable) recall(x *ask, p pass) bool {
	for i := range a.former {
		if k := &a.former[i]; k.job == x.w.ID && k.hard == x.hard {
			for j := range a.former[:i] {
				a.recordGone(&a.former[j])
			}
			first := len(a.trials)
			none, stands := false, false
			if !a.running.lost {
				none, stands = a.stands(k, x, p)
			}
			tried := a.trials[first:len(a.trials):len(a.trials)]
			a.recollect(x, tried, k, none)
			if a.former = a.former[i:]; !stands {
				return false
			}
			a.former = a.former[1:]
			b := k.reservation
			b.ask = *x
			b.where = append(a.room(), k.where...)
			a.keep(b.where)
			b.trials, b.right = tried, a.running.clock
			a.add(b, k.stretch, &p.d.ledger, &p.d.shapes)
			return true
		}
	}
	return false
}

// leave records that a job no longer has a reservation because it has started.
func (a *reservationTable) leave(job workload.JobID) {
	for i := range a.former {
		if a.former[i].job == job {
			a.recordGone(&a.former[i])
			a.former = slices.Delete(a.former, i, i+1)
			return
		}
	}
}

// recollect records that too little is free at the first trials of a former
// reservation, which have been tried again without success. The flag all tells that
// all of its trials have been tried again. Then too little is free until the start
// of the reservation.
func (a *reservationTable) recollect(x *ask, tried []trial, k *kept, all bool) {
	for i := range tried {
		if tried[i].barred {
			tried, all = tried[:i], false
			break
		}
	}
	if len(tried) == 0 {
		return
	}
	until := k.from
	if !all {
		until = tried[len(tried)-1].t
	}
	a.learn(x.w, a.kindOf(x.w), tried[0].t, until, tried)
}

// recordGone records that a reservation no longer exists in its former form.
func (a *reservationTable) recordGone(k *kept) {
	c := &a.running
	c.clock++
	for n := range k.where.All {
		c.gone(n, former{from: k.from, until: k.until, born: k.born, turn: k.turn})
	}
}

// replaces records that a reservation was computed again. If the first reservation
// in the list former belongs to the same job, it is removed from the list.
func (a *reservationTable) replaces(b *reservation, w *queue.Waiting, x stretch) {
	b.turn = w.Place()
	if len(a.former) > 0 && a.former[0].job == b.job && a.former[0].hard == b.hard {
		k := &a.former[0]
		a.former = a.former[1:]
		if k.from == x.from && slices.Equal(k.where, b.where) && !a.running.lost {
			b.born, b.right = k.born, a.running.clock
			return
		}
		a.recordGone(k)
	}
	a.running.began(x.until)
	b.born, b.right = a.running.clock, a.running.clock
}

// changelog is the history of what was added to and removed from the nodes since
// the oldest kept reservation was computed. Its clock ticks with every change.
type changelog struct {
	clock  int
	formed []former
	nodes  []topology.NodeID // nodes with an entry in first
	first  []int32           // by node: index in formed of its most recent former part, or none
	births []birth
	lost   bool // the changes are unknown
}

// former is a part of a node that a job held or had reserved.
type former struct {
	node        topology.NodeID
	from, until simtime.Time // from is 0 for a job that was running
	born, died  int
	running     bool
	turn        queue.QueuePlace // for a reservation: the place of its job
	next        int32            // index of an earlier former part of the same node, or none
}

// birth is the record of a job start or of a new reservation. It contains the clock
// time of the event and the instant at which the job ends.
type birth struct {
	until simtime.Time
	born  int
}

// mostFormer is the maximum number of former parts, and of births, in the
// changelog.
const mostFormer = 1024

// began records that a job has started or reserved nodes, and that it holds them
// until the given instant.
func (c *changelog) began(until simtime.Time) {
	c.clock++
	if len(c.births) == mostFormer {
		c.lose()
	}
	c.births = append(c.births, birth{until, c.clock})
}

// gone records that the part x has been removed from node n. The caller has already
// advanced the clock.
func (c *changelog) gone(n topology.NodeID, x former) {
	if len(c.formed) == mostFormer {
		c.lose()
	}
	for int(n) >= len(c.first) {
		c.first = append(c.first, none)
	}
	x.died, x.node = c.clock, n
	c.link(x)
}

// lose forgets all changes and marks them as unknown.
func (c *changelog) lose() {
	c.trim(c.clock)
	c.lost = true
}

// trim forgets everything that was removed or added up to the given clock time.
func (c *changelog) trim(until int) {
	for _, n := range c.nodes {
		c.first[n] = none
	}
	c.nodes = c.nodes[:0]
	kept := c.births[:0]
	for _, x := range c.births {
		if x.born > until {
			kept = append(kept, x)
		}
	}
	c.births = kept
	formed := c.formed
	c.formed = formed[:0]
	for _, x := range formed {
		if x.died > until {
			c.link(x)
		}
	}
}

func (c *changelog) link(x former) {
	x.next = c.first[x.node]
	if x.next == none {
		c.nodes = append(c.nodes, x.node)
	}
	c.first[x.node] = int32(len(c.formed))
	c.formed = append(c.formed, x)
}

// stands compares a former reservation with what a new search would find. The first
// result reports whether the search would find no earlier time (none). The second
// result reports whether the search would find the same reservation (same). The
// check costs much less than a search. A false result may be wrong, but a true
// result never is.
//
// Jobs and reservations that were added since the reservation was found take
// resources away; jobs and reservations that were removed give resources back, on a
// few nodes. At each time that was tried, the free amount is at most the former
// free amount plus what has been given back. Between two such times the free amount
// only falls, except at the end of a job or reservation that was added. An
// allocator with a fixed order chooses the same nodes at the time of the
// reservation under two conditions: no node before them in the order has more free
// than before, and none of the chosen nodes has less. Cost: O(nodes that have
// changed · times that were tried).
func (a *reservationTable) stands(k *kept, x *ask, p pass) (none, same bool) {
	start := max(x.earliest, p.Now())
	if k.hard || k.lame || k.bent || k.from == simtime.Never || k.wall != x.w.Wall() || k.request != x.w.Request || k.turn != x.w.Place() || start > k.from {
		return false, false
	}
	s := &a.search
	s.begin(x.w)
	s.needsOf(x.w)
	if !a.suspect(s, k) || !a.noneBefore(s, k, start, p) {
		return false, false
	}
	return true, a.sameChoice(s, k) && a.allows(k, x.w, p)
}

// suspect is a node on which more may be free than before for jobs that start in a
// certain time span. The field from belongs to the span, the field until does not.
type suspect struct {
	node        topology.NodeID
	from, until simtime.Time
}

// mostSuspects is the number of suspect nodes above which a new search is cheaper
// than the check.
const mostSuspects = 60

// suspect collects the nodes from which a job or a reservation has been removed
// since the reservation k was found. It leaves out nodes on which running jobs
// leave too little free until that reservation begins. It returns false if there
// are too many nodes. Cost: O(removed parts).
func (a *reservationTable) suspect(s *slotCount, k *kept) bool {
	c := &a.running.changelog
	a.suspects = a.suspects[:0]
	a.mark++
	for i := len(c.formed) - 1; i >= 0 && c.formed[i].died > k.right; i-- {
		f := &c.formed[i]
		if !f.was(k) || f.until <= f.from {
			continue
		}
		from, until := f.from-simtime.Time(max(k.wall, 1))+1, f.until
		if a.marks[f.node] == a.mark {
			x := &a.suspects[a.places[f.node]]
			x.from, x.until = min(x.from, from), max(x.until, until)
			continue
		}
		a.marks[f.node], a.places[f.node] = a.mark, int32(len(a.suspects))
		a.suspects = append(a.suspects, suspect{f.node, from, until})
	}
	kept := a.suspects[:0]
	for _, x := range a.suspects {
		x.until = min(x.until, k.from+1)
		if x.from = max(x.from, a.leftFrom(s, x.node, x.until)); x.from < x.until {
			kept = append(kept, x)
		}
	}
	a.suspects = kept
	return len(kept) < mostSuspects
}

// allows reports whether limits still allow the job at the time of its reservation.
func (a *reservationTable) allows(k *kept, w *queue.Waiting, p pass) bool {
	d := p.d
	if d.ledger.ample(k.facts, false) {
		return true
	}
	q := limitQuery{t: k.from, now: p.Now(), booked: true}
	if d.allowedAt(w, q) > k.from {
		return false
	}
	if !factsOf(w).loose {
		return true
	}
	room := d.ledger.room(factsOf(w), w.Wall(), q)
	return k.facts.amounts.within(&room)
}

// noneBefore reports whether the job still cannot be placed from start until the
// reservation, because too little is free or limits forbid it. It appends the times
// that it tried, with the present amounts, to the trials.
func (a *reservationTable) noneBefore(s *slotCount, k *kept, start simtime.Time, p pass) bool {
	if start < k.first() {
		return false
	}
	for i, x := range k.trials {
		until := k.from
		if i+1 < len(k.trials) {
			until = k.trials[i+1].t
		}
		if until <= start {
			continue
		}
		if x.t = max(x.t, start); x.barred {
			if p.d.allowedAt(s.w, limitQuery{t: x.t, now: p.Now(), booked: true}) < until {
				return false
			}
			a.trials = append(a.trials, x)
			continue
		}
		if !a.within(s, k, x, until) {
			return false
		}
	}
	return true
}

// first returns the first time that was tried.
func (k *kept) first() simtime.Time {
	if len(k.trials) > 0 {
		return k.trials[0].t
	}
	return k.from
}

// within reports whether too little is free at every time from the trial x until
// the given instant, as before.
func (a *reservationTable) within(s *slotCount, k *kept, x trial, until simtime.Time) bool {
	first, slack := len(a.trials), int64(s.w.Need())-x.total
	a.trials = append(a.trials, x)
	for i := len(a.running.births) - 1; i >= 0 && a.running.births[i].born > k.right; i-- {
		if end := a.running.births[i].until; end > x.t && end < until {
			a.tryAt(first, end)
		}
	}
	for i := first; i < len(a.trials); i++ {
		gain := a.gain(s, k, a.trials[i].t, slack)
		if a.trials[i].total += gain; gain >= slack {
			a.trials = a.trials[:i]
			return false
		}
	}
	return true
}

// gain returns an upper bound of how many more of the job's nodes or tasks fit from
// t on than when the reservation was found: all that fit on the suspect nodes. It
// stops counting when the sum reaches the given limit (enough).
func (a *reservationTable) gain(s *slotCount, k *kept, t simtime.Time, enough int64) (sum int64) {
	s.span(t)
	for i := range a.suspects {
		if x := &a.suspects[i]; x.from <= t && t < x.until {
			if now := a.slotsNow(s, x.node); now > 0 {
				if sum += int64(now); sum >= enough {
					break
				}
			}
		}
	}
	return sum
}

// leftFrom returns an instant such that, before it, running jobs leave nothing free
// on node n for the job of a search. If nothing is free before the instant in the
// parameter by, the result is that instant or a later one.
func (a *reservationTable) leftFrom(s *slotCount, n topology.NodeID, by simtime.Time) simtime.Time {
	if !s.r.Whole() {
		if a.slotsBeside(s, n, by) == 0 {
			return by
		}
		return 0
	}
	o, from := &a.running, simtime.Time(0)
	if o.heads[n] == none && !a.state.Idle().Has(n) {
		return by
	}
	for l := o.heads[n]; l != none; l = o.loads[l].next {
		from = max(from, o.loads[l].until, a.now+1)
	}
	return from
}

// was reports whether this former part existed when the reservation k was found and
// mattered for the search that found it.
func (f *former) was(k *kept) bool {
	return f.born <= k.right && f.died > k.right && (f.running || f.turn.Before(&k.turn))
}

// sameChoice reports whether an allocator with a fixed order makes the same choice
// at the time of the reservation.
func (a *reservationTable) sameChoice(s *slotCount, k *kept) bool {
	s.span(k.from)
	last := topology.NodeID(-1) // the reserved node that comes last in the order
	for n := range k.where.All {
		if last < 0 || a.filling.before(last, n) {
			last = n
		}
	}
	for n, tasks := range k.where.All {
		if !a.touched(k, n) {
			continue
		}
		if x := a.slotsNow(s, n); x < tasks || x > tasks && n != last {
			return false
		}
	}
	for i := range a.suspects {
		x := &a.suspects[i]
		if x.from <= s.t && s.t < x.until && a.filling.before(x.node, last) && a.slotsNow(s, x.node) > 0 && k.where.On(x.node) == 0 {
			return false
		}
	}
	return true
}

// touched reports whether anything on a node has changed since a reservation was
// found.
func (a *reservationTable) touched(k *kept, n topology.NodeID) bool {
	o := &a.running
	if int(n) < len(o.first) && o.first[n] != none && o.formed[o.first[n]].died > k.right {
		return true
	}
	for l := o.heads[n]; l != none; l = o.loads[l].next {
		if o.loads[l].born > k.right {
			return true
		}
	}
	for e := a.heads[n]; e != none; e = a.entries[e].next {
		if a.entries[e].born > k.right {
			return true
		}
	}
	return false
}
