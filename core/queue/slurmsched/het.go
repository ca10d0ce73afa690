package slurmsched

import (
	"cmp"
	"errors"
	"iter"
	"maps"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// HetPriority is the priority by which the parts of a heterogeneous job take their
// turns (bf_hetjob_prio).
type HetPriority uint8

// The priorities. Except for HetOwn, they hold for the tier, too, and all parts use the
// reservation that one of them uses.
const (
	HetOwn HetPriority = iota // each part has its own, so that other jobs may come between them
	HetMin                    // the least of the parts
	HetAvg                    // the mean, rounded down
	HetMax                    // the largest
)

// hetOrder returns the priority of parts. As in Slurm, starts in the course of a run
// need a common one.
func (b *Backfill) hetOrder() HetPriority {
	if b.HetNow && b.HetPriority == HetOwn {
		return HetMin
	}
	return b.HetPriority
}

// hets is the state of heterogeneous jobs that lasts from pass to pass.
type hets struct {
	waiting map[workload.JobID][]*factors  // by leader: the factors of the parts that wait, by offset
	started map[workload.JobID]bool        // leaders of jobs whose parts have started
	retries map[workload.JobID]retryOfPart // parts that are not looked at for a while
}

// retryOfPart describes a part that is not looked at for a while.
type retryOfPart struct {
	at      simtime.Time // when it is looked at again
	changes int          // number of changes of the machine when its start failed: without another one, it would fail again
}

func (h hets) clone() hets {
	c := hets{maps.Clone(h.waiting), maps.Clone(h.started), maps.Clone(h.retries)}
	for leader, parts := range c.waiting {
		c.waiting[leader] = slices.Clone(parts)
	}
	return c
}

// admitPart notes a part that joins the queue. The order of the other parts may change.
func (s *state) admitPart(r *workload.Request, f *factors) {
	if s.plain = true; s.hets.waiting == nil { // no shortcut knows that parts start together
		s.hets = hets{map[workload.JobID][]*factors{}, map[workload.JobID]bool{}, map[workload.JobID]retryOfPart{}}
	}
	f.part, f.leader = true, r.Leader()
	if s.hets.waiting[f.leader] == nil {
		s.hets.waiting[f.leader] = make([]*factors, r.Het.Size)
	}
	s.hets.waiting[f.leader][r.Het.Offset] = f
	s.reordered = s.reordered || s.config.Backfill.hetOrder() != HetOwn
}

// leavePart notes a part that leaves the queue.
func (s *state) leavePart(r *workload.Request) {
	s.hets.waiting[r.Leader()][r.Het.Offset] = nil
	s.reordered = s.reordered || s.config.Backfill.hetOrder() != HetOwn
	delete(s.hets.retries, r.ID)
}

// rank returns what decides about the place of a job in the queue if its priority is
// calculated at t: whether it uses a reservation, its tier and its priority. Parts of a
// heterogeneous job have a common rank unless each has its own.
func (s *state) rank(f *factors, t simtime.Time) (reserved bool, tier, priority int64) {
	reserved, tier, priority = s.ownRank(f, t)
	how := s.config.Backfill.hetOrder()
	if !f.part || how == HetOwn {
		return reserved, tier, priority
	}
	var tiers, priorities []int64
	for _, x := range s.hets.waiting[f.leader] {
		if x == nil {
			continue
		}
		uses, tier, priority := s.ownRank(x, t)
		reserved = reserved || uses
		tiers, priorities = append(tiers, tier), append(priorities, priority)
	}
	return reserved, how.of(tiers, tier), how.of(priorities, priority)
}

// ownRank returns what rank does, for a part by itself.
func (s *state) ownRank(f *factors, t simtime.Time) (reserved bool, tier, priority int64) {
	parts := s.parts(f, t)
	return f.reserved, s.partitions[f.partition].Tier, sum(&parts)
}

// of returns the least, the mean or the largest of some values, or usual if there are
// none.
func (how HetPriority) of(all []int64, usual int64) int64 {
	switch {
	case len(all) == 0:
		return usual
	case how == HetMin:
		return slices.Min(all)
	case how == HetMax:
		return slices.Max(all)
	}
	total := int64(0)
	for _, x := range all {
		total += x
	}
	return total / int64(len(all))
}

// inTurn returns the waiting jobs in the order in which the backfill scheduler plans
// them. Parts with a common priority come one after another in the queue; among
// themselves they have the order of their own reservations, tiers and priorities.
func (p *pass) inTurn() iter.Seq[*queue.Waiting] {
	if p.hets.waiting == nil || p.config.Backfill.hetOrder() == HetOwn {
		return p.Waiting()
	}
	all := slices.Collect(p.Waiting())
	for i := 0; i < len(all); {
		k := i + 1
		for all[i].IsHet() && k < len(all) && all[k].IsHet() && all[k].Leader() == all[i].Leader() {
			k++
		}
		slices.SortStableFunc(all[i:k], func(a, b *queue.Waiting) int {
			fa, fb := factorsIn(a), factorsIn(b)
			reservedA, tierA, priorityA := p.ownRank(fa, max(p.calculated, fa.since))
			reservedB, tierB, priorityB := p.ownRank(fb, max(p.calculated, fb.since))
			switch {
			case reservedA && !reservedB:
				return -1
			case reservedB && !reservedA:
				return 1
			}
			return cmp.Or(cmp.Compare(tierB, tierA), cmp.Compare(priorityB, priorityA))
		})
		i = k
	}
	return slices.Values(all)
}

// CheckHet implements queue.HetStarter.
func (p SlurmPolicy) CheckHet() error {
	switch {
	case p.Config.Backfill.Off:
		return errors.New("only the backfill scheduler starts the parts of a heterogeneous job; leave out off in slurm.backfill")
	case p.Config.Preemption.By != PreemptNever:
		return errors.New("preemption is not simulated for heterogeneous jobs; leave out slurm.preemption, or het of the jobs")
	}
	return nil
}

// retrying reports whether a part is left out for a while, because a start failed.
func (p *pass) retrying(w *queue.Waiting) bool {
	retry, out := p.hets.retries[w.ID]
	if !out || retry.at <= p.Now() {
		return false
	}
	p.Hold(w, why.Reason{Code: why.BeginTime, Blocker: workload.NoJob, At: retry.at})
	return true
}

// wakeForRetries requests a pass for the time when a part is looked at again. A run of
// the backfill scheduler is then due, unless the start would fail as before.
func (p *pass) wakeForRetries() {
	for id, retry := range p.hets.retries {
		switch {
		case retry.at > p.Now():
			p.WakeAt(retry.at)
		default:
			p.changed = p.changed || retry.changes != p.Cluster().Changes()
			delete(p.hets.retries, id)
		}
	}
}

// mainTurnOfPart handles the turn of a part in the main scheduler, which starts no parts:
// it closes the partition of the part. It reports whether the partition was open.
func (p *pass) mainTurnOfPart(w *queue.Waiting, part int) (closed bool) {
	if p.retrying(w) {
		return false
	}
	if p.explains(w) {
		reason := why.Reason{Code: why.NextCycle, Need: w.Size(), Have: p.Count(w), Blocker: workload.NoJob, At: p.nextRun()}
		if reason.Have < reason.Need {
			reason.Code, reason.At = why.TooFewFree, 0
		}
		p.Hold(w, reason)
	}
	if p.blocker[part] != workload.NoJob {
		return false
	}
	p.close(part, w.ID)
	return true
}

// plannedPart is a part of a heterogeneous job in a run of the backfill scheduler.
type plannedPart struct {
	w     *queue.Waiting
	at    simtime.Time // the earliest start that was found for it; Never: none yet
	where cluster.Placement
}

// plannedHet is a heterogeneous job in a run of the backfill scheduler, with the parts
// whose turn has come, in this order.
type plannedHet struct {
	leader workload.JobID
	parts  []plannedPart
	held   workload.JobID // the part at which the job as a whole would exceed a limit, or that found no nodes at the start
}

// latest returns the latest of the planned starts of the parts, without one of them.
func (h *plannedHet) latest(without *queue.Waiting) (at simtime.Time, last *queue.Waiting) {
	for i := range h.parts {
		if x := &h.parts[i]; x.w != without && (x.at > at || last == nil) {
			at, last = x.at, x.w
		}
	}
	return at, last
}

// hetOf returns the heterogeneous job of a part in this run.
func (x *outlook) hetOf(w *queue.Waiting) *plannedHet {
	i := slices.IndexFunc(x.planning, func(h *plannedHet) bool { return h.leader == w.Leader() })
	if i < 0 {
		x.planning = append(x.planning, &plannedHet{leader: w.Leader(), held: workload.NoJob})
		i = len(x.planning) - 1
	}
	return x.planning[i]
}

// turnOfPart notes that the turn of a part has come. It reports whether the part is left
// out, because another part cannot start within the window.
func (x *outlook) turnOfPart(w *queue.Waiting) (leftOut bool) {
	h := x.hetOf(w)
	h.parts = append(h.parts, plannedPart{w: w, at: simtime.Never})
	at, _ := h.latest(w)
	return at > x.Now().Add(x.config.Backfill.Window)
}

// dropLate removes a job that is too late, as the main scheduler does. That scheduler runs
// again if it was a part, which has closed its partition.
func (x *outlook) dropLate(w *queue.Waiting) bool {
	late := x.pass.dropLate(w)
	x.started = x.started || late && w.IsHet() && !x.Asking()
	return late
}

// notBefore returns the time from which on a job is tried: now, or the latest start of
// the other parts that have been planned before it.
func (x *outlook) notBefore(w *queue.Waiting) simtime.Time {
	if !w.IsHet() {
		return x.Now()
	}
	at, _ := x.hetOf(w).latest(w)
	return max(x.Now(), at)
}

// notePart notes a start that was found for a part. As in Slurm, the earliest one of
// several attempts counts, even if the nodes turn out to be kept for another job.
func (x *outlook) notePart(w *queue.Waiting, start *plannedStart) {
	if !w.IsHet() {
		return
	}
	h := x.hetOf(w)
	for i := range h.parts {
		if part := &h.parts[i]; part.w == w {
			part.at, part.where = min(part.at, start.at), start.where
		}
	}
}

// planPart keeps nodes for a part whose start has been planned. It reports whether the
// table of kept nodes is full.
//
// Source: SOURCES.md SLURM.19.
func (x *outlook) planPart(w *queue.Waiting, start *plannedStart) (full bool) {
	b := &x.config.Backfill
	if b.HetNow && start.at == x.Now() {
		x.startTogether(x.hetOf(w))
	}
	switch {
	case start.at > x.Now().Add(b.Window) || x.deadlocks(w, start.at):
	case x.heldOn(w, start.where, false):
	case x.space.full():
		return true
	default:
		if !w.Started() {
			x.planned[w.ID] = start.where
		}
		x.space.keep(start.where, start.at, start.at.Add(w.Walltime))
	}
	return false
}

// hetStarts holds the heterogeneous jobs with a part in one partition, by the latest
// planned start of these parts, the latest first.
type hetStarts struct {
	partition int
	jobs      []hetStart
}

type hetStart struct {
	leader workload.JobID
	at     simtime.Time
}

// deadlocks reports whether a part that starts at the given time could deadlock with
// another heterogeneous job: one that starts later than the part in the part's partition,
// but earlier in another one. No nodes are kept for such a part.
func (x *outlook) deadlocks(w *queue.Waiting, at simtime.Time) bool {
	part := factorsIn(w).partition
	i := slices.IndexFunc(x.ranking, func(s hetStarts) bool { return s.partition == part })
	if i < 0 {
		i = len(x.ranking)
		x.ranking = append(x.ranking, hetStarts{partition: part})
	}
	here := &x.ranking[i]
	of := func(leader workload.JobID) func(hetStart) bool {
		return func(s hetStart) bool { return s.leader == leader }
	}
	if k := slices.IndexFunc(here.jobs, of(w.Leader())); k >= 0 {
		here.jobs[k].at = max(here.jobs[k].at, at)
	} else {
		here.jobs = append(here.jobs, hetStart{w.Leader(), at})
	}
	slices.SortStableFunc(here.jobs, func(a, b hetStart) int { return cmp.Compare(b.at, a.at) })
	own := slices.IndexFunc(here.jobs, of(w.Leader()))
	for k := range x.ranking {
		there := &x.ranking[k]
		if there == here || !slices.ContainsFunc(there.jobs, of(w.Leader())) {
			continue
		}
		for _, other := range here.jobs[:own] {
			if n := slices.IndexFunc(there.jobs, of(other.leader)); n >= 0 && there.jobs[n].at < here.jobs[own].at {
				return true
			}
		}
	}
	return false
}

// startHets starts the heterogeneous jobs whose parts can all start now, at the end of a
// run. A pass that asks records why parts wait.
func (x *outlook) startHets() {
	for _, h := range x.planning {
		if !x.config.Backfill.HetNow || x.Asking() {
			x.startTogether(h)
		}
		x.explainParts(h)
	}
}

// startTogether starts all parts of a heterogeneous job if they can start now: a start
// now has been planned for all of them, they keep to the limits together, and all find
// nodes. These may be other nodes than planned, and even nodes that are kept for others.
//
// Source: SOURCES.md SLURM.19.
func (x *outlook) startTogether(h *plannedHet) {
	if at, _ := h.latest(nil); at > x.Now() || !x.whole(h) || !x.withinLimits(h) {
		return
	}
	found, verdicts := x.placeParts(h)
	for i := range h.parts {
		switch w := h.parts[i].w; {
		case x.Asking():
		case len(found) == len(h.parts):
			verdicts[i].Code = why.HoleNow
			x.StartAt(w, found[i], verdicts[i])
			x.hets.started[h.leader], x.started = true, true
		case i < len(found):
			x.hets.retries[w.ID] = retryOfPart{x.Now().Add(x.config.Backfill.HetRetry), x.Cluster().Changes()}
		}
	}
}

// whole reports whether the turn of all parts has come in this run. Parts that have
// started before, and wait again, need not wait for the others.
func (x *outlook) whole(h *plannedHet) bool {
	return len(h.parts) == int(h.parts[0].w.Het.Size) || x.hets.started[h.leader]
}

// withinLimits reports whether all parts together keep to the limits: each is compared
// as if those before it ran. Nodes do not add up in this comparison.
func (x *outlook) withinLimits(h *plannedHet) bool {
	if x.ledger.limitSetup == nil {
		return true
	}
	before := x.ledger
	x.ledger = before.clone()
	defer func() { x.ledger = before }()
	for i := range h.parts {
		w := h.parts[i].w
		if x.heldBefore(w) || x.heldOn(w, h.parts[i].where, false) {
			h.held = w.ID
			return false
		}
		x.ledger.pretend(w, h.parts[i].where)
	}
	return true
}

// placeParts asks the allocator for nodes for each part, without those of the parts
// before it. It returns fewer placements than there are parts if one of them finds no
// nodes, or would exceed a limit on them.
func (x *outlook) placeParts(h *plannedHet) (found []cluster.Placement, verdicts []why.Reason) {
	before, taken := x.ledger, topology.NewNodeSet(int(x.pass.nodes))
	x.ledger = before.clone()
	defer func() { x.ledger = before }()
	for i := range h.parts {
		w := h.parts[i].w
		a := x.within(w, x.Now(), false)
		open := x.partitions[factorsIn(w).partition].set.Clone()
		if open.Subtract(&taken); x.reserved() {
			open.Intersect(&a.nodes)
		}
		where, verdict := x.allocateIn(w, &open, nil)
		if a.shut || !verdict.OK() || x.heldOn(w, where, true) {
			h.held = w.ID
			return found, verdicts
		}
		found, verdicts = append(found, where), append(verdicts, verdict)
		for _, run := range where {
			taken.AddRange(run.First, run.Last)
		}
		if x.ledger.limitSetup != nil {
			x.ledger.begin(w, where, x.Pass)
		}
	}
	return found, verdicts
}

// pretend counts a part as if it ran on as many nodes as planned, which may be others.
func (l *ledger) pretend(w *queue.Waiting, planned cluster.Placement) {
	j := factorsIn(w).limits
	if j == nil {
		return
	}
	uses := j.asks
	uses[ofNodes] = int64(planned.Nodes())
	for _, i := range j.tallies {
		t := &l.tallies[i]
		t.jobs++
		for k, n := range uses {
			if k != ofNodes {
				t.tres[k] += n
			}
			t.left[k] += n * seconds(simtime.Duration(j.minutes)*simtime.Minute)
		}
	}
}

// explainParts records why the parts of a heterogeneous job wait, in a pass that asks. A
// part that a limit, a licence or a reservation holds has its reason already.
func (x *outlook) explainParts(h *plannedHet) {
	if !x.Asking() {
		return
	}
	at, last := h.latest(nil)
	whole := x.whole(h)
	for i := range h.parts {
		part := &h.parts[i]
		w := part.w
		wait := why.Reason{Code: why.OtherPart, Need: w.Size(), Have: x.Count(w), Blocker: last.ID, At: at}
		switch {
		case !x.explains(w) || h.held == w.ID || part.at == simtime.Never && x.heldAlone(w):
			continue
		case h.held != workload.NoJob:
			wait.Blocker, wait.At = h.held, simtime.Never
		case !whole:
			wait.Blocker, wait.At = x.absentPart(h), simtime.Never
		case last == w || part.at == at && part.at != simtime.Never:
			if at != simtime.Never {
				x.explain(w, at)
			}
			continue
		}
		x.Hold(w, wait)
	}
}

// absentPart returns the first part whose turn has not come in this run.
func (x *outlook) absentPart(h *plannedHet) workload.JobID {
	for id := h.leader; ; id++ {
		if !slices.ContainsFunc(h.parts, func(p plannedPart) bool { return p.w.ID == id }) {
			return id
		}
	}
}
