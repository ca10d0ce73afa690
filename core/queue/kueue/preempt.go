package kueue

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// PreemptionRules are the rules by which running jobs are stopped so that a waiting job
// of a ClusterQueue can start. The zero value stops no job.
//
// Source: Kueue, spec.preemption of a ClusterQueue (SOURCES.md KUEUE.5).
type PreemptionRules struct {
	Within       WithinPolicy
	Reclaim      ReclaimPolicy
	Borrowing    bool  // borrowWithinCohort: a job may stop jobs of other queues although its own queue must borrow for it
	MostPriority int64 // maxPriorityThreshold: highest priority of jobs that are stopped while borrowing
}

// WithinPolicy is a rule about the jobs of its own queue that a waiting job may stop:
// withinClusterQueue.
type WithinPolicy uint8

// The policies within a queue.
const (
	WithinNever        WithinPolicy = iota
	WithinLower                     // LowerPriority: those of a lower priority
	WithinLowerOrNewer              // LowerOrNewerEqualPriority: also those of the same priority that were submitted later
)

// ReclaimPolicy is a rule about the jobs that a waiting job may stop in other queues of
// its cohort, if these use more than their nominal quota: reclaimWithinCohort.
type ReclaimPolicy uint8

// The policies within a cohort.
const (
	ReclaimNever ReclaimPolicy = iota
	ReclaimLower               // LowerPriority: those of a lower priority
	ReclaimAny                 // Any
)

// Preempts reports whether jobs of the queue may stop others.
func (q *ClusterQueue) Preempts() bool {
	return q.Preemption.Within != WithinNever || q.Preemption.Reclaim != ReclaimNever
}

// haltedJobs holds the jobs that were stopped at an instant.
type haltedJobs struct {
	at   simtime.Time
	jobs map[workload.JobID]bool
}

// use is an amount of a pool.
type use struct {
	pool   int
	amount int64
}

// usesOf returns what a job uses of the pools of a flavor.
func (s *state) usesOf(j *job, flavor int) (all []use) {
	s.count(j, flavor, func(_, f int, amount int64) { all = append(all, use{f, amount}) })
	return all
}

// runner is a running job that uses quota.
type runner struct {
	slot cluster.Slot
	job  *cluster.Running
	charge
	uses []use
}

// usesAny reports whether the job uses any of the given pools.
func (x *runner) usesAny(pools []int) bool {
	return slices.ContainsFunc(x.uses, func(u use) bool { return slices.Contains(pools, u.pool) })
}

// findRunners collects the running jobs that use quota, if jobs may be stopped and
// anything has changed since they were collected. They are in the order in which Kueue
// stops jobs of one group: the lowest priority first, then the latest start.
func (p *pass) findRunners() {
	changes := p.Cluster().Changes()
	if !p.preempts || p.using != nil && p.usingAt == changes {
		return
	}
	p.using, p.usingAt = []*runner{}, changes
	for _, end := range p.Cluster().Limits() {
		x := p.Cluster().Job(end.Slot)
		if c, charged := p.running[x.Request.ID]; charged {
			p.using = append(p.using, &runner{end.Slot, x, c, p.usesOf(c.job, c.flavor)})
		}
	}
	slices.SortFunc(p.using, compareRunners)
}

func compareRunners(a, b *runner) int {
	return cmp.Or(cmp.Compare(a.job.Request.Priority, b.job.Request.Priority), cmp.Compare(b.job.Start, a.job.Start), cmp.Compare(a.job.Request.ID, b.job.Request.ID))
}

// group is the kind of a job that may be stopped. Jobs of the first group are stopped
// first.
type group uint8

const (
	closer   group = iota // in the cohort, the waiting job is closer to the quota than the job that uses it
	reclaims              // of another queue that uses more than its quota
	within                // of the same queue
)

// victim is a running job that may be stopped for a waiting one.
type victim struct {
	*runner
	group
	whole  bool // it may be stopped only if the waiting job's queue does not borrow
	common int  // lowest cohort above both queues
}

// rule returns the name that Kueue gives to the reason for stopping the job.
func (v *victim) rule() int16 {
	switch {
	case v.group == within:
		return why.InClusterQueue
	case v.group == closer || v.whole:
		return why.InCohortReclamation
	}
	return why.InCohortReclaimWhileBorrowing
}

// search looks for running jobs to stop so that a waiting one fits.
//
// Source: Kueue, classical preemption (SOURCES.md KUEUE.5).
type search struct {
	*pass
	w *queue.Waiting
	*job
	asks  []use
	short []int   // pools in which something must be given back
	nodes *string // flavor on whose nodes the job must fit; nil if only quota counts

	// The result.
	reaches   []reach   // by queue
	all       []victim  // in the order in which they are considered
	gone      []*victim // of all, those to be stopped
	borrowing bool      // whether the queue may borrow in the last attempt
	most      int       // the most jobs that an attempt has taken off
	left      usage     // usage without gone
}

// find returns the jobs to stop, or nil. It takes jobs off in order until the waiting
// one fits, and puts back, in reverse order, those that it fits beside.
func (s *search) find() []*victim {
	s.collect()
	for _, s.borrowing = range s.attempts() {
		s.gone, s.left = nil, s.snapshot.clone()
		for i := range s.all {
			v := &s.all[i]
			if !s.valid(v) {
				continue
			}
			s.take(v)
			s.gone = append(s.gone, v)
			if s.most = max(s.most, len(s.gone)); s.fits() {
				s.fillBack()
				return s.gone
			}
		}
	}
	s.gone = nil
	return nil
}

// take takes a job's usage away.
func (s *search) take(v *victim) {
	for _, u := range v.uses {
		s.left.remove(v.queue, u.pool, u.amount)
	}
}

// fillBack puts back the jobs beside which the waiting one fits, the last first.
func (s *search) fillBack() {
	for i := len(s.gone) - 2; i >= 0; i-- {
		v := s.gone[i]
		for _, u := range v.uses {
			s.left.add(v.queue, u.pool, u.amount)
		}
		kept := s.gone
		if s.gone = slices.Delete(slices.Clone(kept), i, i+1); !s.fits() {
			s.gone = kept
			s.take(v)
		}
	}
}

// fits reports whether the waiting job fits without those that are taken off.
func (s *search) fits() bool {
	for _, a := range s.asks {
		if !s.borrowing && s.left.used[s.queue][a.pool]+a.amount > s.left.nodes[s.queue].quota[a.pool].Nominal {
			return false
		}
		if a.amount > max(0, s.left.available(s.queue, a.pool)) {
			return false
		}
	}
	if s.nodes == nil {
		return true
	}
	free := s.freeWithout(*s.nodes, s.gone)
	if s.Constrained() == nil && !free.Fits(s.w.Request) {
		return false
	}
	_, verdict := s.Allocator().Allocate(s.w.Request, free, nil)
	return verdict.OK()
}

// attempts returns, for each attempt in order, whether the queue may borrow in it. Some
// jobs may be stopped only in an attempt without borrowing.
func (s *search) attempts() []bool {
	others := len(s.all) > 0 && s.all[0].group != within
	p := &s.queues[s.queue].Preemption
	switch {
	case !others || !p.Borrowing && !s.underNominal():
		return []bool{true}
	case !p.Borrowing && s.all[0].group != closer:
		return []bool{false, true}
	}
	return []bool{true, false}
}

// underNominal reports whether the queue uses less than its nominal quota of all
// pools in which something must be given back.
func (s *search) underNominal() bool {
	return !slices.ContainsFunc(s.short, func(f int) bool {
		return s.snapshot.nodes[s.queue].quota[f].Nominal <= s.snapshot.used[s.queue][f]
	})
}

// collect finds the jobs that may be stopped, and sorts them: by group, then as
// findRunners does.
func (s *search) collect() {
	var groups [within + 1][]victim
	s.reaches = s.reachesOf()
	for _, x := range s.using {
		if kind, v := s.judge(x); kind == queue.Unneeded {
			groups[v.group] = append(groups[v.group], v)
		}
	}
	s.all = slices.Concat(groups[:]...)
}

// nearness reports, for each cohort above the queue, whether the job fits within the
// quota of the queue or of a cohort between the two. A job that fits is closer to the
// quota than jobs from elsewhere in the cohort.
func (s *search) nearness() map[int]bool {
	near, fit, rest := map[int]bool{}, false, slices.Clone(s.asks)
	for n := s.queue; ; {
		fits := true
		for i := range rest {
			r := &rest[i]
			fits = fits && s.snapshot.used[n][r.pool]+r.amount <= s.snapshot.nodes[n].subtree[r.pool]
			r.amount = max(0, r.amount-s.snapshot.localAvailable(n, r.pool))
		}
		fit = fit || fits
		if n = s.snapshot.nodes[n].parent; n == none {
			return near
		}
		near[n] = fit
	}
}

// reach holds what a waiting job may do to the jobs of a queue.
type reach struct {
	kind   queue.VerdictKind // Unneeded if some may be stopped, or else why not
	group  group
	common int // lowest cohort above both queues
}

// reachesOf returns the reach of the waiting job, for each queue.
func (s *search) reachesOf() []reach {
	near, all := s.nearness(), make([]reach, len(s.queues))
	for n := range all {
		all[n] = s.reachOf(n, near)
	}
	return all
}

func (s *search) reachOf(n int, near map[int]bool) reach {
	p := &s.queues[s.queue].Preemption
	switch {
	case n == s.queue && p.Within == WithinNever, n != s.queue && p.Reclaim == ReclaimNever:
		return reach{kind: queue.NotAllowed}
	case n == s.queue:
		return reach{kind: queue.Unneeded, group: within}
	}
	kind := queue.Unneeded
	for common := n; common != none; common = s.snapshot.nodes[common].parent {
		if near, above := near[common]; above {
			group := reclaims
			if near {
				group = closer
			}
			return reach{kind, group, common}
		}
		if s.snapshot.withinQuota(common, s.short) {
			kind = queue.WithinQuota
		}
	}
	return reach{kind: queue.NotAllowed}
}

// judge returns Unneeded and the victim for a running job that may be stopped for the
// waiting one, or else why not.
func (s *search) judge(x *runner) (queue.VerdictKind, victim) {
	p, reach := &s.queues[s.queue].Preemption, s.reaches[x.queue]
	lower := x.job.Request.Priority < s.w.Priority
	switch {
	case s.halted.at == s.Now() && s.halted.jobs[x.job.Request.ID]:
		return queue.Exempt, victim{}
	case reach.kind == queue.NotAllowed:
		return queue.NotAllowed, victim{}
	case x.queue == s.queue && !lower && (p.Within == WithinLower || x.job.Request.Priority > s.w.Priority || s.since >= x.since),
		x.queue != s.queue && p.Reclaim == ReclaimLower && !lower:
		return queue.Outranked, victim{}
	case !x.usesAny(s.short):
		return queue.OtherQuota, victim{}
	}
	whole := reach.group == reclaims && (!p.Borrowing || !lower || x.job.Request.Priority > p.MostPriority)
	return reach.kind, victim{x, reach.group, whole, reach.common}
}

// valid reports whether a job may be stopped in this attempt, after those that are
// already taken off: its queue, and the cohorts below the common one, must still use
// more than their quota.
func (s *search) valid(v *victim) bool {
	if v.group == within {
		return true
	}
	return !(s.borrowing && v.whole) && !s.protected(v)
}

// protected reports whether the queue of a job, or a cohort between it and the common
// one, uses no more than its quota.
func (s *search) protected(v *victim) bool {
	for n := v.queue; n != v.common; n = s.left.nodes[n].parent {
		if s.left.withinQuota(n, s.short) {
			return true
		}
	}
	return false
}

// withinQuota reports whether a node uses no more than its quota of any of the pools.
func (u usage) withinQuota(n int, pools []int) bool {
	return !slices.ContainsFunc(pools, func(f int) bool { return u.used[n][f] > u.nodes[n].subtree[f] })
}

// foresee returns the mode of a job that lacks an amount of a pool, and its borrowing
// level after the jobs that would be stopped for it. The nodes do not count here.
func (p *pass) foresee(w *queue.Waiting, f int, amount int64, level int) (mode, int) {
	j := jobOf(w)
	if !p.queues[j.queue].Preempts() {
		return waits, level
	}
	s := &search{pass: p, w: w, job: j, asks: []use{{f, amount}}, short: []int{f}}
	gone := s.find()
	if len(gone) == 0 {
		return waits, level
	}
	level, _ = s.left.borrowLevel(j.queue, f, amount)
	if slices.ContainsFunc(gone, func(v *victim) bool { return v.group == within }) {
		return stopsOwn, level
	}
	return stopsOthers, level
}

// aim looks for the jobs to stop for a nominated one, and for its nodes without them.
// All that the job asks for counts as lacking, since it may lack nodes.
func (p *pass) aim(n *nomination) {
	s := &search{pass: p, w: n.w, job: n.job, asks: p.usesOf(n.job, n.flavor), nodes: &p.queues[n.queue].Flavors[n.flavor].Name}
	for _, a := range s.asks {
		s.short = append(s.short, a.pool)
	}
	if n.victims = s.find(); len(n.victims) > 0 {
		n.search = s
		n.where, _ = p.Allocator().Allocate(n.w.Request, p.freeWithout(*s.nodes, n.victims), nil)
	} else if s.most > 0 {
		n.refusal = why.Reason{Code: why.StopsInVain, Need: n.w.Size(), Have: int32(s.most), Blocker: workload.NoJob}
	}
}

// isGone reports whether a job was stopped in this cycle.
func (p *pass) isGone(v *victim) bool {
	return slices.ContainsFunc(p.gone, func(x *victim) bool { return x.runner == v.runner })
}

// after returns the usage of this cycle without the jobs that were stopped in it, and
// without further ones.
func (p *pass) after(further []*victim) usage {
	if len(p.gone)+len(further) == 0 {
		return p.snapshot
	}
	u := p.snapshot.clone()
	for _, v := range slices.Concat(p.gone, further) {
		for _, x := range v.uses {
			u.remove(v.queue, x.pool, x.amount)
		}
	}
	return u
}

// stop stops the jobs that a head needs to be gone, and reserves what it asks for.
// The head starts in the next cycle, if no other takes its place. Under BestEffortFIFO
// it is the head of its queue until it starts.
func (p *pass) stop(h *nomination, where cluster.Placement) {
	p.count(h.job, h.flavor, p.snapshot.add)
	p.held = append(p.held, stay{h.w.Request, where})
	p.gone = append(p.gone, h.victims...)
	if p.reserver == workload.NoJob {
		p.reserver = h.w.ID
	}
	if !p.queues[h.queue].Strict {
		p.sticky[h.queue] = h.w.ID
	}
	if p.halted.at != p.Now() {
		p.halted = haltedJobs{p.Now(), map[workload.JobID]bool{}}
	}
	p.report(h)
	for _, v := range h.victims {
		p.halted.jobs[v.job.Request.ID] = true
		p.Preempt(v.slot, p.Now(), true, why.Reason{Code: why.Preempted, Which: v.rule(), Need: h.w.Size(), Have: int32(v.job.Placement.Nodes()), Blocker: h.w.ID})
	}
}

// report calls the listener with a decision and its verdicts.
func (p *pass) report(h *nomination) {
	if p.listen == nil {
		return
	}
	s, out := h.search, queue.Preemption{Job: h.w.ID, Need: h.w.Size()}
	for i := range s.all {
		v, kind := &s.all[i], queue.Unneeded
		switch {
		case slices.Contains(s.gone, v):
			kind = queue.Stopped
		case v.group == within:
		case s.borrowing && v.whole:
			kind = queue.WhileBorrowing
		case s.protected(v):
			kind = queue.WithinQuota
		}
		out.Verdicts = append(out.Verdicts, queue.PreemptionVerdict{Job: v.job.Request.ID, Kind: kind, Place: int32(i + 1)})
	}
	rest := slices.Clone(p.using)
	slices.SortFunc(rest, func(a, b *runner) int { return cmp.Compare(a.job.Request.ID, b.job.Request.ID) })
	for _, x := range rest {
		if kind, _ := s.judge(x); kind != queue.Unneeded {
			out.Verdicts = append(out.Verdicts, queue.PreemptionVerdict{Job: x.job.Request.ID, Kind: kind, Until: p.Now()})
		}
	}
	p.listen(out)
}

// ListenPreemptions implements queue.PreemptionReporter.
func (s *state) ListenPreemptions(f func(queue.Preemption)) bool {
	s.listen = f
	return s.preempts
}
