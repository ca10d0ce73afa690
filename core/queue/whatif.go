package queue

import (
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Reorder sorts the waiting jobs by another order of the scenario. All promises are
// made anew. Call it on a copy of the queue, to find out what another order would
// decide. Cost: O(waiting jobs).
func (q *Queue) Reorder(order Order) {
	c := *q.cfg
	c.Own = nil
	q.cfg = &c
	q.rebuildLine(func(w *Waiting) {
		w.place.Key, w.place.tie = order.key(w.Request, w.place.arrival), 0
	})
}

// Under replaces the policy from the next pass on. The waiting jobs stay the same
// and are sorted by the new policy's own order if it has one. Promises and the old
// policy's state are discarded. Call it on a copy of the queue, to find out what
// another policy would decide. Cost: O(waiting jobs).
func (q *Queue) Under(p Policy) {
	c := *q.cfg
	c.Policy = p
	q.cfg, q.own = &c, noState{}
	if s, ok := p.(Stateful); ok {
		q.own = s.NewState(&c)
	}
	q.turner, _ = q.own.(TimedState)
	q.ranked, _ = p.(Ranked)
	q.rebuildLine(func(w *Waiting) {
		if w.place.rank = 0; q.ranked != nil {
			w.place.rank = q.ranked.Rank(w.Request)
		}
		q.own.Admit(w, w.place.joined, false)
	})
}

// Revise gives every waiting job a new walltime. All promises are made anew. Call
// it on a copy of the queue, to find out what would be decided if more were known
// about the run times. Cost: O(waiting jobs).
func (q *Queue) Revise(walltime func(*workload.Request) simtime.Duration) {
	q.rebuildLine(func(w *Waiting) {
		r := *w.Request
		r.Walltime = walltime(w.Request)
		w.Request = &r
		w.SetWall(r.Walltime + q.cfg.Lead)
	})
}

// rebuildLine changes each waiting job by the function f and sorts the changed jobs
// anew. It forgets all promises and the results of the last pass.
func (q *Queue) rebuildLine(f func(*Waiting)) {
	all := make([]Waiting, 0, q.line.n)
	for w := range q.line.all {
		all = append(all, *w)
	}
	q.line, q.plan, q.chosen, q.seen, q.disturbed = line{}, nil, nil, -1, true
	for i := range all {
		w := &all[i]
		w.Promised = unplanned
		f(w)
		if w.ID == q.last {
			q.lastPlace = w.place
		}
	}
	slices.SortFunc(all, func(a, b Waiting) int {
		if a.before(&b) {
			return -1
		}
		return 1
	})
	for i := range all {
		q.join(q.line.keep(all[i]))
	}
}
