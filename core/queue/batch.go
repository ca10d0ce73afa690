package queue

import (
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// DefaultNjob is the number of jobs that a batch begins with.
// Source: S0, claim 3.
const DefaultNjob = 4

// Batch is S0's scheduling in rounds: take the first Njob waiting jobs; while
// their nodes together exceed what the free units hold, take one fewer; then
// place the batch, widest job first.
//
// Cost: O(Njob) allocations a round.
//
// Source: S0, steps 1 to 3 and claims 2 to 4; algorithms.md 1.4. INFERRED: a
// round begins with min(Njob, waiting) jobs; ties of the sort keep queue
// order; rounds repeat until one starts nothing; a job of a batch that finds
// too few units stays in the queue while the rest of the batch goes on; jobs
// of tasks count as the nodes that they would fill. LIMITATIONS: the capacity
// test counts nodes of free units, and rounding to units wastes some: a batch
// that passes may still not fit whole.
type Batch struct {
	Njob int32 // jobs a round begins with; 0 means DefaultNjob
}

// Schedule implements Policy.
func (b Batch) Schedule(p *Pass) {
	for b.round(p) {
	}
}

// round reports whether it started a job.
func (b Batch) round(p *Pass) bool {
	batch := b.fitting(p)
	slices.SortStableFunc(batch, func(v, w *Waiting) int { return int(p.nodesOf(w) - p.nodesOf(v)) })
	started := false
	for _, job := range batch {
		started = p.StartInBatch(job, int32(len(batch))) || started
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
	for len(batch) > 0 {
		last := batch[len(batch)-1]
		have := p.capacity(last.Request)
		if total <= have {
			break
		}
		batch = batch[:len(batch)-1]
		total -= p.nodesOf(last)
		if len(batch) == 0 {
			p.Hold(last, why.Reason{Code: why.BatchTooLarge, Need: p.nodesOf(last), Have: have, Blocker: workload.NoJob})
		}
	}
	p.holdOutside(len(batch))
	return batch
}

// holdOutside says that the jobs after the batch's were not in it.
func (p *Pass) holdOutside(size int) {
	if !p.asking {
		return
	}
	i := 0
	for job := range p.Waiting() {
		if i++; i > max(size, 1) {
			p.Hold(job, why.Reason{Code: why.OutsideBatch, Need: p.nodesOf(job), Have: int32(max(size, 1)), Blocker: workload.NoJob})
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
	if picky, ok := p.queue.cfg.Allocator.(alloc.Picky); ok {
		return picky.Capacity(r, &p.state.Free)
	}
	return int32(p.state.Idle().Len())
}
