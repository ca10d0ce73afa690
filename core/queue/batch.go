package queue

import (
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// DefaultNjob is the number of jobs that a batch begins with.
// Source: S0, claim 3; SOURCES.md S0.4.
const DefaultNjob = 4

// Batch is S0's scheduling in rounds: take the first Njob waiting jobs; while
// their nodes together exceed what the free units hold, take one fewer; then
// place the batch, widest job first.
//
// Cost: O(Njob) allocations a round.
//
// Source: S0, steps 1 to 3 and claims 2 to 4; SOURCES.md S0.4, S0.5 and S0.8.
// INFERRED: a round begins with min(Njob, waiting) jobs; ties of the sort keep
// queue order; a job of a batch that finds too few units stays in the queue
// while the rest of the batch goes on; jobs of tasks count as the nodes that
// they would fill. S0 says how a round goes, not whether another follows at
// once: rounds repeat until one starts nothing (INFERRED), or with One each
// trigger has one. LIMITATIONS: the capacity test counts nodes of free units,
// and rounding to units wastes some: a batch that passes may still not fit
// whole.
type Batch struct {
	Njob int32 // jobs a round begins with; 0 means DefaultNjob
	// One lets each trigger have one round: the submission of a job and the end
	// of one (S0), one by one where several come at one instant. INFERRED: so do
	// a job that waits again, and nodes that come back or are given back
	// otherwise; neither a failure that nobody has noticed nor a stage of a growth
	// that frees nothing does.
	One bool
}

// Schedule implements Policy.
func (b Batch) Schedule(p *Pass) {
	switch {
	case !b.One:
		for b.round(p) {
		}
	case p.asking:
		p.recall()
	case p.trigger == Ending || p.queue.stirred:
		p.queue.lot = lot{out: p.queue.lot.out[:0]}
		b.round(p)
	}
}

// round reports whether it started a job.
func (b Batch) round(p *Pass) bool {
	batch := b.fitting(p)
	slices.SortStableFunc(batch, func(v, w *Waiting) int { return int(p.nodesOf(w) - p.nodesOf(v)) })
	started := false
	for _, job := range batch {
		if p.StartInBatch(job, int32(len(batch))) {
			started = true
		} else if b.One {
			p.queue.lot.out = append(p.queue.lot.out, verdict{job: job.ID})
		}
	}
	return started
}

// fitting counts Njob down until the batch passes the capacity test.
func (b Batch) fitting(p *Pass) []*Waiting {
	k := int(b.Njob)
	if k == 0 {
		k = DefaultNjob
	}
	var batch []*Waiting
	total := int32(0)
	for job := range p.Waiting() {
		if len(batch) == k {
			break
		}
		batch = append(batch, job)
		total += p.nodesOf(job)
	}
	began, told := batch, Round{}
	p.queue.lot.began = int32(len(began))
	for len(batch) > 0 {
		last := batch[len(batch)-1]
		have := p.capacity(last.Request)
		if p.queue.listen != nil {
			told.Have, told.Needs = have, append(told.Needs, total)
		}
		if total <= have {
			break
		}
		batch = batch[:len(batch)-1]
		reason := why.Reason{Code: why.CountedOut, Need: total, Have: have, Blocker: workload.NoJob}
		if len(batch) == 0 {
			reason.Code = why.BatchTooLarge
		}
		if p.Hold(last, reason); b.One {
			p.queue.lot.out = append(p.queue.lot.out, verdict{last.ID, reason})
		}
		total -= p.nodesOf(last)
	}
	p.tell(&told, began, len(batch))
	p.holdOutside(len(began))
	return batch
}

// holdOutside says that the jobs after those that a round began with were not
// in it.
func (p *Pass) holdOutside(began int) {
	if !p.asking {
		return
	}
	i := 0
	for job := range p.Waiting() {
		if i++; i > began {
			p.Hold(job, why.Reason{Code: why.OutsideBatch, Need: p.nodesOf(job), Have: int32(began), Blocker: workload.NoJob})
		}
	}
}

// StartInBatch is Start for a job of a batch of the given size.
func (p *Pass) StartInBatch(w *Waiting, size int32) bool {
	where, reason, ok := p.place(w)
	if !ok {
		return false
	}
	if reason.Code == why.FitsNow {
		reason.Code, reason.Have = why.InBatch, size
	}
	p.start(w, where, reason)
	return true
}

// nodesOf is the nodes that a job needs in S0's terms.
func (p *Pass) nodesOf(w *Waiting) int32 { return fills(p.state.Machine(), w.Request) }

// fills is the nodes that a job needs in the terms of S0 and S1; a job of tasks
// fills nodes of the roomiest kind. Cost: O(groups of nodes) for tasks.
func fills(m *cluster.Machine, r *workload.Request) int32 {
	per := perNode(m, r)
	return (r.Size() + per - 1) / per
}

// perNode is how much of what a job asks for the roomiest node holds.
func perNode(m *cluster.Machine, r *workload.Request) int32 {
	if r.Whole() {
		return 1
	}
	return max(m.MostSlots(r), 1)
}

// capacity is the nodes that the capacity test compares.
func (p *Pass) capacity(r *workload.Request) int32 {
	if constrained, ok := p.queue.cfg.Allocator.(alloc.ShapeConstrained); ok {
		return constrained.Capacity(r, &p.state.Free)
	}
	return int32(p.state.Idle().Len())
}
