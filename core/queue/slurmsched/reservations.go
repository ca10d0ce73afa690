package slurmsched

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// AdvanceReservation keeps nodes for some jobs for some time, as administrators do with
// "scontrol create reservation". Jobs name the reservation that they use. Others get
// none of its nodes if they would run, by their walltimes, while it lasts.
//
// A job that runs when the reservation begins keeps its nodes. A job of the reservation
// is killed at its end.
//
// Source: SOURCES.md SLURM.10.
type AdvanceReservation struct {
	Name      string
	Start     simtime.Time
	Duration  simtime.Duration
	Repeat    Repetition
	Announced simtime.Time      // the schedulers do not know it before
	Nodes     cluster.Placement // nil: all nodes
	// Users and Accounts may use it. An account stands for those below it, too, unless
	// both lists name who may. A name after a minus sign may not, and all others may. If
	// both lists are empty, no job may.
	Users, Accounts []string
	Maintenance     bool // MAINT: if it has all nodes of a partition, jobs there wait for its end, and its own jobs may use the nodes of other reservations
	Overlap         bool // OVERLAP: its jobs may use the nodes of other reservations that are not for maintenance
	Flex            bool // FLEX: its jobs are not bound to its nodes, and may start before it begins
}

// Repetition is the time between the starts of a reservation.
type Repetition uint8

// The repetitions.
const (
	Once Repetition = iota
	Hourly
	Daily
	Weekly
)

// Period returns the time between two starts, or 0 for Once.
func (r Repetition) Period() simtime.Duration {
	return [...]simtime.Duration{0, simtime.Hour, 24 * simtime.Hour, 7 * 24 * simtime.Hour}[r]
}

// ReservationRule is the field Rule of a reservation in the list of limits.
const ReservationRule = "reservation"

// reservation is an AdvanceReservation with the facts that follow from it.
type reservation struct {
	AdvanceReservation
	set    topology.NodeSet
	all    bool   // it has all nodes, and its list of nodes is left out
	whole  []bool // by partition: whether it has all nodes of the partition
	meets  []bool // by partition: whether it has any of them
	number int    // in the list of limits
}

// newReservations returns the reservations of a configuration on the nodes of s.
func (s *setup) newReservations() {
	for i, x := range s.config.Reservations {
		r := reservation{AdvanceReservation: x, all: x.Nodes == nil, set: s.all.Clone(), number: s.config.numLimits() + len(s.config.Licenses) + i + 1}
		if !r.all {
			r.set = topology.NewNodeSet(int(s.nodes))
			for _, run := range x.Nodes {
				r.set.AddRange(run.First, run.Last)
			}
		}
		for k := range s.partitions {
			set := &s.partitions[k].set
			r.whole, r.meets = append(r.whole, set.Within(&r.set)), append(r.meets, set.CountBoth(&r.set) > 0)
		}
		s.reservations = append(s.reservations, r)
	}
	slices.SortStableFunc(s.reservations, func(a, b reservation) int { return cmp.Compare(a.Announced, b.Announced) }) // Slurm's list has them in the order in which they are made
}

// reservationOf returns the reservation that a job uses, or nil.
func (s *setup) reservationOf(r *workload.Request) *reservation {
	if r.Reservation == "" {
		return nil
	}
	if i := slices.IndexFunc(s.reservations, func(x reservation) bool { return x.Name == r.Reservation }); i >= 0 {
		return &s.reservations[i]
	}
	return nil
}

// period returns the beginning and the end of a reservation as the schedulers see it at
// an instant: of those that are not over, the first. It returns false if there is none,
// or if the reservation is not announced yet.
func (r *reservation) period(now simtime.Time) (start, end simtime.Time, ok bool) {
	start, end = r.Start, r.Start.Add(r.Duration)
	if every := simtime.Time(r.Repeat.Period()); every > 0 && end <= now {
		past := (now-end)/every + 1
		start, end = start+past*every, end+past*every
	}
	return start, end, end > now && r.Announced <= now
}

// access is the set of nodes that reservations leave to a job that starts at a time.
type access struct {
	at    simtime.Time     // the time; a later one if all nodes of its partition are reserved until then
	nodes topology.NodeSet // nodes of its partition that it may use; not set if there are no reservations
	by    *reservation     // the first that takes any nodes of its partition away, or nil
	shut  bool             // it may use no nodes, because all of its partition are reserved

	overlaps bool // some reservation takes only part of the nodes away
	none     bool // others take all nodes of the job's own reservation away
}

// reserved reports whether reservations concern a job at all.
func (p *pass) reserved() bool { return len(p.reservations) > 0 }

// within returns what reservations leave to a job that starts at a time. If moves is
// set, and all nodes of its partition are reserved at that time, the time is moved to
// the end of the reservation, at most ten times.
//
// Source: SOURCES.md SLURM.10.
func (p *pass) within(w *queue.Waiting, at simtime.Time, moves bool) access {
	if !p.reserved() {
		return access{at: at}
	}
	part, own, overlaps := factorsIn(w).partition, p.reservationOf(w.Request), false
	if own != nil && !own.Flex {
		if _, end, _ := own.period(p.Now()); at > end {
			return access{at: at, shut: true} // a job cannot be planned beyond its reservation
		}
	}
	for try := 0; ; try++ {
		a, ends := access{at: at, nodes: p.all.Clone()}, simtime.Time(0)
		if own != nil && !own.Flex {
			a.nodes.CopyFrom(&own.set)
		}
		for i := range p.reservations {
			r := &p.reservations[i]
			start, end, ok := r.period(p.Now())
			if !ok || r == own || start >= at.Add(w.Walltime) || end <= at || own != nil && own.passes(r) {
				continue
			}
			meets := r.meets[part]
			if own != nil {
				meets = a.nodes.CountBoth(&r.set) > 0
			}
			if a.shut = own == nil && (r.all || r.Maintenance && r.whole[part]); a.by == nil && (meets || a.shut) {
				a.by = r
			}
			if a.shut {
				ends = end
				break
			}
			overlaps = overlaps || meets
			a.nodes.Subtract(&r.set)
		}
		a.overlaps, a.none = overlaps, own != nil && a.nodes.Len() == 0
		if a.nodes.Intersect(&p.partitions[part].set); !a.shut {
			return a
		}
		if !moves || try == 10 {
			a.nodes = topology.NewNodeSet(int(p.nodes))
			return a
		}
		at = ends
	}
}

// passes reports whether jobs of a reservation may use the nodes of another one.
func (r *reservation) passes(other *reservation) bool {
	return r.Maintenance || r.Overlap && !other.Maintenance
}

// nextEnd returns the first end of any reservation that is not before a time, rounded up
// to the resolution of the backfill scheduler, or Never.
func (p *pass) nextEnd(at simtime.Time) simtime.Time {
	next, step := simtime.Never, simtime.Time(p.config.Backfill.Resolution)
	for i := range p.reservations {
		if r := &p.reservations[i]; r.Announced > p.Now() {
			continue
		} else if _, end, _ := r.period(p.Now()); end >= at { // one that ends now counts, too
			next = min(next, end)
		}
	}
	if next == simtime.Never {
		return next
	}
	return (next + step - 1) / step * step
}

// outsideReservation reports whether a job waits for its reservation to begin, or for
// one that is over. No scheduler looks at such a job. With FLEX a job need not wait for
// the beginning.
func (p *pass) outsideReservation(w *queue.Waiting) bool {
	own := p.reservationOf(w.Request)
	if own == nil {
		return false
	}
	switch start, _, ok := own.period(p.Now()); {
	case !ok && p.Now() >= own.Announced:
		p.Hold(w, own.reason(why.ReservationOver, w, 0))
	case !ok:
		p.Hold(w, own.reason(why.BeforeReservation, w, own.Announced))
	case start > p.Now() && !own.Flex:
		p.Hold(w, own.reason(why.BeforeReservation, w, start))
	default:
		return false
	}
	return true
}

// tooWide reports whether a job asks for more nodes than its reservation has in its
// partition. The main scheduler does not look at such a job, which only a flexible
// reservation can have.
func (p *pass) tooWide(w *queue.Waiting) bool {
	own := p.reservationOf(w.Request)
	if own == nil {
		return false
	}
	have := own.set.CountBoth(&p.partitions[factorsIn(w).partition].set)
	if have >= int(w.Nodes) {
		return false
	}
	p.Hold(w, why.Reason{Code: why.TooFewFree, Need: w.Size(), Have: int32(have), Blocker: workload.NoJob})
	return true
}

// blockedBy returns the job at which the main scheduler left a job's partition or, if
// the job uses a reservation, that reservation.
func (p *pass) blockedBy(w *queue.Waiting) workload.JobID {
	for i := range p.reservations {
		if w.Reservation == p.reservations[i].Name {
			return p.failed[i]
		}
	}
	return p.blocker[factorsIn(w).partition]
}

// crowdedOutOf reports whether other reservations leave too few nodes to a job of a
// reservation, even if nothing ran. If so, this run of the main scheduler uses no nodes
// of its reservation any more.
func (p *pass) crowdedOutOf(w *queue.Waiting, a *access) bool {
	own := p.reservationOf(w.Request)
	if own == nil || a.by == nil || !a.none && (a.nodes.Len() == 0 || p.fitsEmpty(w, &a.nodes)) {
		return false
	}
	p.opened.Subtract(&own.set)
	p.Hold(w, p.whyReserved(w, a))
	return true
}

// fail leaves a reservation alone: no later job of it starts in this run of the main
// scheduler.
func (p *pass) fail(w *queue.Waiting) {
	own := p.reservationOf(w.Request)
	for i := range p.reservations {
		if own == &p.reservations[i] {
			p.failed[i] = w.ID
		}
	}
}

// openTo returns the nodes that the main scheduler may give to a job. The set is valid
// until the next call.
func (p *pass) openTo(w *queue.Waiting, a *access) *topology.NodeSet {
	open := p.open(factorsIn(w).partition)
	if p.reserved() {
		open.Intersect(&a.nodes)
	}
	return open
}

// allocateNow asks the allocator for nodes that the main scheduler may give to a job.
// A job of a flexible reservation gets nodes of it, if they are enough.
func (p *pass) allocateNow(w *queue.Waiting, a *access, dst cluster.Placement) (cluster.Placement, why.Reason) {
	return p.allocateIn(w, p.openTo(w, a), dst)
}

// allocateIn asks the allocator for nodes among the given ones: first for those of the
// job's flexible reservation, if it has one.
func (p *pass) allocateIn(w *queue.Waiting, open *topology.NodeSet, dst cluster.Placement) (cluster.Placement, why.Reason) {
	if inside := p.preferred(w, open); inside != nil {
		if where, verdict := p.allocate(factorsIn(w), w.Request, inside, dst); verdict.OK() {
			return where, verdict
		}
	}
	return p.allocate(factorsIn(w), w.Request, open, dst)
}

// preferred returns those of some nodes that a job of a flexible reservation gets
// first, or nil.
func (p *pass) preferred(w *queue.Waiting, open *topology.NodeSet) *topology.NodeSet {
	own := p.reservationOf(w.Request)
	if own == nil || !own.Flex {
		return nil
	}
	inside := open.Clone()
	inside.Intersect(&own.set)
	return &inside
}

// reason returns a reason about a reservation.
func (r *reservation) reason(code why.Code, w *queue.Waiting, at simtime.Time) why.Reason {
	return why.Reason{Code: code, Which: int16(min(r.number, 1<<15-1)), Need: w.Size(), Blocker: workload.NoJob, At: at}
}

// whyReserved returns the reason of a job that lacks nodes because of a reservation.
func (p *pass) whyReserved(w *queue.Waiting, a *access) why.Reason {
	reason := a.by.reason(why.NodesReserved, w, 0)
	reason.Have = int32(p.Cluster().Idle().CountBoth(&a.nodes))
	return reason
}

// whyLacking returns the reason of a job that closes nothing.
func (p *pass) whyLacking(w *queue.Waiting, a *access, verdict why.Reason) why.Reason {
	if a.by == nil {
		return p.whyStopping(w, verdict)
	}
	return p.whyReserved(w, a)
}

// reservedFrom reports whether a job would start now if reservations left it all nodes
// of its partition.
func (p *pass) reservedFrom(w *queue.Waiting, a *access) bool {
	if a.by == nil {
		return false
	}
	_, verdict := p.allocate(factorsIn(w), w.Request, &p.partitions[factorsIn(w).partition].set, nil)
	return verdict.OK()
}

// holdReserved records that reservations keep a job waiting for which the backfill
// scheduler found no start.
func (p *pass) holdReserved(w *queue.Waiting, a *access) {
	if a.by != nil && p.explains(w) {
		p.Hold(w, p.whyReserved(w, a))
	}
}

// lacksOnlyReserved reports whether a job that the main scheduler cannot start lacks
// nodes because of reservations alone: none of the nodes that they leave to it is in
// use, and the job would not fit on them if they were empty. Such a job closes nothing.
//
// Source: SOURCES.md SLURM.10.
func (p *pass) lacksOnlyReserved(w *queue.Waiting, a *access) bool {
	if a.shut || a.by == nil && p.reservationOf(w.Request) == nil {
		return a.shut
	}
	up := p.left(w)
	up.Intersect(&a.nodes)
	shared := up.Clone() // nodes that the job might share
	if w.Whole() {
		shared.Intersect(p.Cluster().Idle())
	} else {
		shared.Subtract(p.wholeNodes())
	}
	if p.config.Preemption.By == PreemptNever && shared.Len() < up.Len() {
		return false // Slurm calls the nodes busy
	}
	return !p.fitsEmpty(w, &up)
}

// left returns the nodes of a job's partition that are left to the main scheduler.
func (p *pass) left(w *queue.Waiting) topology.NodeSet {
	up := p.partitions[factorsIn(w).partition].set.Clone()
	up.Intersect(&p.opened)
	if down := p.Cluster().OutOfUse(); down.Len() > 0 {
		up.Subtract(down)
	}
	return up
}

// fitsEmpty reports whether a job would fit on some nodes if no job ran.
func (p *pass) fitsEmpty(w *queue.Waiting, nodes *topology.NodeSet) bool {
	empty := p.Cluster().Free.Clone()
	for _, end := range p.Cluster().Limits() {
		p.Cluster().Job(end.Slot).GiveTo(empty)
	}
	empty.BarOutside(nodes)
	return empty.Fits(w.Request)
}

// wholeNodes returns the nodes of running jobs that share none.
func (p *pass) wholeNodes() *topology.NodeSet {
	set := topology.NewNodeSet(int(p.nodes))
	for _, end := range p.Cluster().Limits() {
		if x := p.Cluster().Job(end.Slot); x.Request.Whole() {
			for _, run := range x.Placement {
				set.AddRange(run.First, run.Last)
			}
		}
	}
	return &set
}

// turnReservations notes changes of reservations since the last pass. After all other
// events of an instant, it kills the jobs of reservations that have ended.
func (p *pass) turnReservations() {
	if !p.reserved() || p.Asking() {
		return
	}
	for i := range p.reservations {
		p.changed = p.changed || p.reservations[i].next(p.turned) <= p.Now()
	}
	if p.turned = p.Now(); p.Trigger() != queue.Alarm {
		return
	}
	slots := slices.Clone(p.Cluster().Suspended())
	for _, end := range p.Cluster().Limits() {
		slots = append(slots, end.Slot)
	}
	for _, slot := range slots {
		x := p.Cluster().Job(slot)
		if until, bound := p.boundTo(x.Request, x.Start); bound && until <= p.Now() {
			reason := why.Reason{Code: why.ReservationEnded, Which: int16(min(p.reservationOf(x.Request).number, 1<<15-1)), Need: held(x), Have: held(x), Blocker: workload.NoJob}
			p.Preempt(slot, p.Now(), false, reason)
		}
	}
}

// boundTo returns when the reservation ends in which a job started, if it is killed then.
func (s *setup) boundTo(r *workload.Request, started simtime.Time) (simtime.Time, bool) {
	own := s.reservationOf(r)
	if own == nil || own.Flex {
		return 0, false
	}
	_, end, ok := own.period(started)
	return end, ok
}

// next returns the first time after t at which a reservation is announced, begins or
// ends, or Never.
func (r *reservation) next(t simtime.Time) simtime.Time {
	next := simtime.Never
	try := func(at simtime.Time) {
		if at > t {
			next = min(next, at)
		}
	}
	try(r.Announced)
	start, end, _ := r.period(t)
	every := simtime.Time(r.Repeat.Period())
	try(start)
	try(end)
	if every > 0 {
		try(start + every)
	}
	return next
}

// EndsJobs implements queue.JobEnder.
func (s *state) EndsJobs() bool { return len(s.reservations) > 0 || s.gangs() }

// wakeForReservations asks for a pass at the next change of a reservation, while that
// may start or end a job. Once nothing has run for two periods of all repetitions, it
// changes nothing any more.
func (p *pass) wakeForReservations() {
	if !p.reserved() || p.Asking() {
		return
	}
	if p.Cluster().NumRunning() > 0 || p.moved != p.Cluster().Changes() || p.Trigger() != queue.Alarm {
		p.moved, p.movedAt = p.Cluster().Changes(), p.Now()
	}
	for _, end := range p.Cluster().Limits() {
		x := p.Cluster().Job(end.Slot)
		if until, bound := p.boundTo(x.Request, x.Start); bound && until < end.At {
			p.WakeAt(until)
		}
	}
	for _, slot := range p.Cluster().Suspended() {
		x := p.Cluster().Job(slot)
		if until, bound := p.boundTo(x.Request, x.Start); bound {
			p.WakeAt(until)
		}
	}
	if p.Len() == 0 {
		return
	}
	patience := simtime.Duration(0)
	for i := range p.reservations {
		patience = max(patience, 2*p.reservations[i].Repeat.Period())
	}
	for i := range p.reservations {
		r := &p.reservations[i]
		if at := r.next(p.Now()); at != simtime.Never && (r.Repeat == Once || at <= p.movedAt.Add(patience)) {
			p.WakeAt(at)
		}
	}
}

// checkReservation returns an error if a job may not use the reservation that it names,
// or needs more than its nodes have.
func (s *setup) checkReservation(r *workload.Request, accounts []Account, x *partition) error {
	if r.Reservation == "" {
		return nil
	}
	own := s.reservationOf(r)
	switch {
	case own == nil:
		return fmt.Errorf("its reservation %q does not exist; add it to slurm.reservations, or leave it out", r.Reservation)
	case !own.admits(r, accounts):
		return fmt.Errorf("its reservation %q does not admit user %q of account %q; add one of them to the reservation, or leave it out", own.Name, r.User, r.Group)
	case own.Flex:
		return nil
	}
	nodes := x.set.Clone()
	nodes.Intersect(&own.set)
	room := cluster.NewFree(s.machine)
	if room.BarOutside(&nodes); !room.Fits(r) {
		return fmt.Errorf("its reservation %q has too few nodes of its partition for it; ask for less, or give the reservation more nodes", own.Name)
	}
	return nil
}

// admits reports whether a job may use a reservation.
func (r *AdvanceReservation) admits(q *workload.Request, accounts []Account) bool {
	if len(r.Users)+len(r.Accounts) == 0 {
		return false
	}
	listed := func(list []string, names ...string) bool {
		denies := len(list) > 0 && strings.HasPrefix(list[0], "-")
		for _, x := range list {
			if slices.Contains(names, strings.TrimPrefix(x, "-")) {
				return !denies
			}
		}
		return denies || len(list) == 0
	}
	above := []string{q.Group}
	both := len(r.Users) > 0 && len(r.Accounts) > 0 && !strings.HasPrefix(r.Users[0], "-") && !strings.HasPrefix(r.Accounts[0], "-")
	for name := q.Group; len(above) <= len(accounts) && !both; { // Slurm then lists users of these accounts alone
		i := slices.IndexFunc(accounts, func(a Account) bool { return a.Name == name })
		if i < 0 || accounts[i].Parent == "" {
			break
		}
		name = accounts[i].Parent
		above = append(above, name)
	}
	return listed(r.Users, q.User) && listed(r.Accounts, above...)
}
