// Package kueue implements the admission of jobs by quota, as Kueue does it on
// Kubernetes. It uses only exported names of package queue.
//
// A job's field queue names its [ClusterQueue], which has quotas of the resources of
// one or more flavors, that is, kinds of nodes. Queues of one [Cohort] lend each other
// what they do not use. [KueuePolicy] is the queue.Policy. A pass consists of cycles:
// each takes the head of every queue, nominates a flavor for it, and admits the heads
// in the order of how far they must borrow. A job that does not fit is set aside
// until something is given back, and the next job of its queue is tried; under
// StrictFIFO the job stays the head.
//
// A queue may have a [PreemptionRules]: if its head does not fit, running jobs are stopped
// for it, of queues that use more than their quota, or of its own queue.
//
// quota.go is the tree of quotas, and says how much a queue may use. preempt.go chooses
// the jobs that are stopped. state.go holds what lasts from pass to pass.
package kueue

import (
	"cmp"
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// KueuePolicy admits jobs by the quotas of their ClusterQueues. A job of tasks asks for
// the resources of its tasks, and a job of whole nodes for nodes. An admitted job
// starts at once and as a whole, on nodes of its flavor. A job that is stopped for
// another one ends at once, and waits again at its old place.
//
// Cost: O(waiting jobs) cycles after something was given back, each with a copy of
// the usage and O(queues) nominations. With preemption a nomination that lacks
// something looks at all running jobs, and asks the allocator up to twice for each job
// that it takes off.
//
// Source: Kueue 0.19 (SOURCES.md KUEUE.1 to KUEUE.5). INFERRED: whatever is given
// back, in any cohort, reopens all queues, since they share nodes; a queue has one
// resource group; ties are broken by the name of the queue; no job is stopped twice
// at one instant. LIMITATIONS: no fair sharing; jobs do not change their size. A job
// whose shape fits on the nodes of no flavor waits for ever. A job that is stopped may
// stop others in turn at the same instant, which takes minutes in Kueue.
type KueuePolicy struct {
	Queues  []ClusterQueue
	Cohorts []Cohort
}

// Rank implements queue.Ranked: within a queue, jobs of a higher priority come first.
func (KueuePolicy) Rank(r *workload.Request) int64 { return -r.Priority }

// Schedule implements queue.Policy.
func (KueuePolicy) Schedule(q *queue.Pass) {
	p := begin(q)
	for p.round() {
	}
	p.explain()
	p.seen = p.Cluster().Changes()
}

// pass is a scheduling pass together with the policy's state.
type pass struct {
	*queue.Pass
	*state
	heaps    [][]*queue.Waiting     // of each queue: the jobs that are not set aside, in order
	tried    map[workload.JobID]int // the flavor at which the next search for the job begins, if it is not the first
	started  bool                   // the round has started a job
	snapshot usage                  // usage at the start of this cycle, with its starts and reservations
	held     []stay                 // nodes reserved in this cycle
	gone     []*victim              // jobs stopped in this cycle
	using    []*runner              // jobs that ran at the start of this cycle; see findRunners
	usingAt  int                    // number of state changes when they were collected
	reserver workload.JobID         // the first job that reserved something in this cycle
}

// stay is a job on nodes that are reserved for it.
type stay struct {
	r     *workload.Request
	where cluster.Placement
}

// begin collects the waiting jobs. Those set aside come back if anything was given
// back since the last pass. A query pass considers all of them, to find out why they
// wait.
func begin(q *queue.Pass) *pass {
	p := &pass{Pass: q, state: q.Own().(*state), tried: map[workload.JobID]int{}}
	if p.Cluster().Changes() != p.seen || p.Asking() {
		clear(p.aside)
	}
	p.fillHeaps()
	return p
}

func (p *pass) fillHeaps() {
	p.heaps = make([][]*queue.Waiting, len(p.queues))
	for w := range p.Waiting() {
		if j := jobOf(w); j.queue != none && p.aside[w.ID] != w.Request {
			p.heaps[j.queue] = append(p.heaps[j.queue], w)
		}
	}
	for i, heap := range p.heaps { // a job that has stopped others comes first until it starts
		if at := slices.IndexFunc(heap, func(w *queue.Waiting) bool { return w.ID == p.sticky[i] }); at > 0 {
			w := heap[at]
			copy(heap[1:at+1], heap[:at])
			heap[0] = w
		}
	}
}

// round runs cycles until they change nothing, and reports whether they changed
// anything. A head that fits on the nodes of no flavor tries one flavor in each cycle,
// so there are as many last cycles as flavors. A round begins all searches at the
// first flavor, so that another pass at this instant would repeat the last round.
func (p *pass) round() bool {
	clear(p.tried)
	p.started = false
	progress := false
	for idle := 0; idle < p.mostFlavors; idle++ {
		if p.cycle() {
			progress, idle = true, -1
		}
	}
	if p.started && p.Constrained() != nil { // the allocator may now accept a job that it refused
		clear(p.aside)
		p.fillHeaps()
	}
	return progress
}

// cycle nominates the heads of all queues against the same usage, and then admits
// them, or stops others for them, one after another. It reports whether it started or
// stopped a job or set one aside. What is stopped gives something back, so all jobs
// that were set aside come back.
//
// Source: SOURCES.md KUEUE.3.
func (p *pass) cycle() (progress bool) {
	p.snapshot, p.held, p.gone, p.reserver = p.usage.clone(), nil, nil, workload.NoJob
	p.findRunners()
	var heads []*nomination
	for _, heap := range p.heaps {
		if len(heap) > 0 {
			heads = append(heads, p.nominate(heap[0]))
		}
	}
	slices.SortFunc(heads, p.compare)
	for _, h := range heads {
		if h.mode == fits || len(h.victims) > 0 {
			delete(p.tried, h.w.ID) // if it no longer fits, the next search begins anew
			progress = p.admit(h) || progress
			continue
		}
		if h.mode != noFit && p.queues[h.queue].Preemption.Reclaim != ReclaimAny {
			p.reserve(h)
		}
		p.Hold(h.w, h.refusal)
		progress = p.requeue(h) || progress
	}
	if len(p.gone) > 0 {
		clear(p.aside)
		clear(p.tried)
		p.fillHeaps()
	}
	return progress
}

// compare orders the heads of a cycle: those that borrow less far, then those of a
// higher priority, then those that wait longer come first.
func (p *pass) compare(a, b *nomination) int {
	return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(b.w.Priority, a.w.Priority), cmp.Compare(a.since, b.since), cmp.Compare(p.queues[a.queue].Name, p.queues[b.queue].Name))
}

// mode is the verdict on a job and a flavor, from worst to best.
type mode int8

const (
	noFit       mode = iota
	waits            // it must wait until something is given back: Kueue's preemption without candidates
	stopsOwn         // it fits if jobs are stopped, some of them of its own queue
	stopsOthers      // it fits if jobs of other queues are stopped
	fits
)

// option is a flavor for a job, with the mode and the borrowing level of that of its
// resources that is worst off.
type option struct {
	flavor  int
	mode    mode
	level   int
	most    int // highest borrowing level of all its resources
	refusal why.Reason
}

// preferred reports whether o is better than x.
func (o option) preferred(x option) bool {
	return o.mode > x.mode || o.mode == x.mode && o.mode != noFit && o.level < x.level
}

// nomination is the head of a queue with the flavor and the nodes found for it.
type nomination struct {
	w *queue.Waiting
	*job
	option
	level   int               // borrowing level of the job
	where   cluster.Placement // where it fits; if it must wait for nodes, where it would fit on an empty machine
	next    int               // flavor at which the next search begins, if this one is refused
	victims []*victim         // jobs to stop for it
	search  *search           // how they were found
}

// nominate searches for a flavor for the head of a queue, and then for nodes of that
// flavor. If the nodes are refused, the next search begins with the next flavor.
//
// Source: SOURCES.md KUEUE.2.
func (p *pass) nominate(w *queue.Waiting) *nomination {
	n := &nomination{w: w, job: jobOf(w)}
	q := &p.queues[n.queue]
	first := p.tried[w.ID]
	for i := first; i < len(q.Flavors); i++ {
		x := p.consider(w, i)
		last := q.stopsSearch(x)
		if i == first || last || x.preferred(n.option) {
			n.option = x
		}
		if n.next = (i + 1) % len(q.Flavors); last {
			break
		}
	}
	n.level = n.most
	flavor := q.Flavors[n.flavor].Name
	if n.mode == fits {
		where, verdict := p.Allocator().Allocate(w.Request, p.free(flavor), nil)
		if n.where = where; verdict.OK() {
			return n
		}
		n.mode, n.refusal = waits, verdict
	} else if n.mode == noFit || !q.Preempts() {
		return n
	}
	where, verdict := p.Allocator().Allocate(w.Request, p.empty(flavor), nil)
	if n.where = where; !verdict.OK() {
		n.mode = noFit
	} else if q.Preempts() {
		p.aim(n)
	}
	return n
}

// stopsSearch reports whether an option is so good that no other flavor is considered.
func (q *ClusterQueue) stopsSearch(x option) bool {
	return x.mode > waits && (x.mode == fits || q.StopAtPreemption) && (x.level == 0 || !q.NextFlavor)
}

// consider compares what a job asks for with the quotas of one flavor.
func (p *pass) consider(w *queue.Waiting, flavor int) option {
	j := jobOf(w)
	x := option{flavor: flavor, mode: fits}
	for m, amount := range j.amounts {
		if amount == 0 {
			continue
		}
		f := p.pool(j.queue, flavor, queue.Measure(m))
		y := option{flavor: flavor, mode: noFit}
		if f != none {
			y.mode, y.level = p.holds(w, f, amount)
		}
		x.most = max(x.most, y.level)
		if x.preferred(y) {
			x.mode, x.level = y.mode, y.level
			if y.mode != fits {
				x.refusal = p.overQuota(j, flavor, queue.Measure(m), workload.NoJob)
			}
		}
		if x.mode == noFit {
			break
		}
	}
	return x
}

// holds reports whether the quota of a job's queue holds an amount now, and how far the
// queue must borrow for it. Only a job within its nominal quota, or one that part of
// the tree could hold, waits for others to give back, or stops them; the rest are
// tried again later, unless the queue may stop jobs while it borrows.
func (p *pass) holds(w *queue.Waiting, f int, amount int64) (mode, int) {
	n := jobOf(w).queue
	if amount > p.potential(n, f) {
		return noFit, 0
	}
	level, root := p.snapshot.borrowLevel(n, f, amount)
	switch {
	case amount <= max(0, p.snapshot.available(n, f)):
		return fits, level
	case amount <= p.nodes[n].quota[f].Nominal || !root || p.queues[n].Preemption.Borrowing:
		return p.foresee(w, f, amount, level)
	}
	return noFit, level
}

// overQuota returns the reason of a job that asks for more than is left of a measure.
func (p *pass) overQuota(j *job, flavor int, m queue.Measure, behind workload.JobID) why.Reason {
	r := why.Reason{Code: why.OverQuota, Need: narrow(j.amounts[m]), Blocker: behind, Which: p.which(j.queue, flavor, m)}
	if f := p.pool(j.queue, flavor, m); f != none {
		r.Have = narrow(max(0, p.snapshot.available(j.queue, f)))
	}
	return r
}

// admit starts a nominated job, or stops the jobs that it needs to be gone, if quota
// and nodes still allow it beside the jobs that were admitted or have reserved before
// it in this cycle. It returns false if it does neither.
func (p *pass) admit(h *nomination) bool {
	refusal := why.Reason{}
	where, reason := h.where, p.allows(h, &refusal)
	if refusal.Code != why.None {
		p.Hold(h.w, refusal)
		return false
	}
	if free := p.freeWithout(p.queues[h.queue].Flavors[h.flavor].Name, h.victims); !free.Has(h.w.Request, where) {
		var verdict why.Reason
		if where, verdict = p.Allocator().Allocate(h.w.Request, free, nil); !verdict.OK() {
			p.Hold(h.w, verdict)
			return false
		}
	}
	switch {
	case p.Asking():
		if len(h.victims) > 0 {
			p.Hold(h.w, h.refusal)
		}
		return false
	case len(h.victims) > 0:
		p.stop(h, where)
		return true
	}
	p.charge(h)
	p.count(h.job, h.flavor, p.snapshot.add)
	p.StartAt(h.w, where, reason)
	p.heaps[h.queue], p.started = p.heaps[h.queue][1:], true
	return true
}

// allows returns the reason for the start of a nominated job, if the quotas still allow
// it, and otherwise sets the refusal. The reason is why.ByQuota, because every job asks
// for something.
func (p *pass) allows(h *nomination, refusal *why.Reason) (reason why.Reason) {
	after, taken := p.after(h.victims), slices.ContainsFunc(h.victims, p.isGone)
	for m, amount := range h.amounts {
		if amount == 0 {
			continue
		}
		f := p.pool(h.queue, h.flavor, queue.Measure(m))
		if taken || amount > max(0, after.available(h.queue, f)) {
			*refusal = p.overQuota(h.job, h.flavor, queue.Measure(m), p.reserver)
			return why.Reason{}
		}
		over := max(0, p.used[h.queue][f]+amount-p.nodes[h.queue].quota[f].Nominal)
		if reason.Code == why.None || over > 0 && reason.Need == 0 {
			reason = why.Reason{Code: why.ByQuota, Need: narrow(min(over, amount)), Have: narrow(amount), Blocker: workload.NoJob, Which: p.which(h.queue, h.flavor, queue.Measure(m))}
		}
	}
	return reason
}

// reserve keeps later heads of the cycle from what a waiting job needs. A job that
// would not borrow reserves no more than what is left of its nominal quota. If it
// waits for nodes, or if its queue may stop jobs, it reserves the nodes that it would
// get on an empty machine.
func (p *pass) reserve(h *nomination) {
	for m, amount := range h.amounts {
		if amount == 0 {
			continue
		}
		f := p.pool(h.queue, h.flavor, queue.Measure(m))
		quota, used := &p.nodes[h.queue].quota[f], p.snapshot.used[h.queue][f]
		switch {
		case h.level == 0:
			amount = max(0, min(amount, quota.Nominal-used))
		case quota.Borrowing != Unlimited:
			amount = max(0, min(amount, quota.Nominal+quota.Borrowing-used))
		}
		p.snapshot.add(h.queue, f, amount)
	}
	if h.where != nil {
		p.held = append(p.held, stay{h.w.Request, h.where})
	}
	if p.reserver == workload.NoJob {
		p.reserver = h.w.ID
	}
}

// requeue puts back a head that cannot be admitted. It stays the head if there are
// flavors that it has not tried, or under StrictFIFO. Otherwise it is set aside, and
// requeue returns true.
//
// Source: SOURCES.md KUEUE.4.
func (p *pass) requeue(h *nomination) bool {
	p.tried[h.w.ID] = h.next
	if h.next > 0 || p.queues[h.queue].Strict {
		return false
	}
	p.aside[h.w.ID] = h.w.Request
	p.heaps[h.queue] = p.heaps[h.queue][1:]
	return true
}

// free returns what is free on the nodes of a flavor, without what is reserved in
// this cycle.
func (p *pass) free(flavor string) *cluster.Free { return p.freeWithout(flavor, nil) }

// freeWithout returns the same as free after some jobs have ended.
func (p *pass) freeWithout(flavor string, gone []*victim) *cluster.Free {
	free := &p.Cluster().Free
	if _, some := p.room[flavor]; !some && len(p.held)+len(gone) == 0 {
		return free
	}
	free = free.Clone()
	for _, v := range gone {
		v.job.GiveTo(free)
	}
	p.bar(free, flavor)
	for _, s := range p.held {
		for n, tasks := range s.where.All {
			left := free.Available(n)
			for k := range left {
				left[k] = max(0, left[k]-int64(tasks)*s.r.PerTask[k])
			}
			if s.r.Whole() {
				left = workload.Resources{}
			}
			free.Put(n, left, false)
		}
	}
	return free
}

// empty returns the nodes of a flavor as if nothing ran.
func (p *pass) empty(flavor string) *cluster.Free {
	free := cluster.NewFree(p.Machine())
	p.bar(free, flavor)
	if down := p.Cluster().OutOfUse(); down.Len() > 0 {
		for n := range down.All {
			free.Bar(n)
		}
	}
	return free
}

// bar leaves only the nodes of a flavor free.
func (s *state) bar(free *cluster.Free, flavor string) {
	room, some := s.room[flavor]
	if !some {
		return
	}
	for n := range topology.NodeID(free.Machine().NumNodes()) {
		if !room.Has(n) {
			free.Bar(n)
		}
	}
}

// explain records why the jobs behind the heads wait: for quota, or behind the head.
func (p *pass) explain() {
	if !p.Asking() {
		return
	}
	p.snapshot = p.usage
	p.findRunners()
	for w := range p.Waiting() {
		j := jobOf(w)
		switch {
		case p.HasReason(w):
		case j.queue == none:
			p.Hold(w, why.Reason{Code: why.OverQuota, Need: w.Size(), Blocker: workload.NoJob})
		default:
			best := p.consider(w, 0)
			for i := 1; i < len(p.queues[j.queue].Flavors); i++ {
				if x := p.consider(w, i); x.preferred(best) {
					best = x
				}
			}
			if best.mode > waits {
				best.refusal = why.Reason{Code: why.BehindHead, Need: w.Size(), Have: p.Count(w), Blocker: p.heaps[j.queue][0].ID}
			}
			p.Hold(w, best.refusal)
		}
	}
}
