// Package batch implements S0's scheduling of jobs in batches.
//
// [BatchPolicy] is a queue.Policy. A scheduling pass runs rounds: each round takes
// the first Njob waiting jobs as a batch, drops jobs from the end until the rest
// needs no more nodes than the free units hold, and starts the remaining jobs, the
// widest first. With One set, each trigger runs a single round, and the policy's
// state remembers its outcome, so that a query pass can say why jobs wait without
// running another round.
//
// The package uses only exported names of package queue, so it also serves as a
// model for a discipline added from outside.
package batch

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// DefaultNjob is the number of jobs with which a batch begins. Source: S0, claim 3;
// SOURCES.md S0.4.
const DefaultNjob = 4

// BatchPolicy is S0's scheduling in rounds. A round takes the first Njob waiting
// jobs as a batch. While the batch needs more nodes than the free units hold, it
// drops the last job. It then places the remaining jobs, the widest first.
//
// Cost: O(Njob) allocations a round.
//
// Source: S0, steps 1 to 3 and claims 2 to 4; SOURCES.md S0.4, S0.5 and S0.8.
// INFERRED: a round begins with min(Njob, waiting) jobs; ties of the sort keep
// queue order; a job of a batch that finds too few units stays in the queue while
// the rest of the batch goes on; jobs of tasks count as the nodes that they would
// fill. S0 describes one round but not whether another follows at once: rounds
// repeat until a round starts nothing (INFERRED), or, with One, each trigger has a
// single round. LIMITATIONS: the capacity test counts nodes of free units, and
// rounding to units wastes some, so a batch that passes may still not fit
// completely.
type BatchPolicy struct {
	Njob int32 // number of jobs with which a round begins; 0 means DefaultNjob
	// One limits each trigger to one round. Triggers are each submission and each
	// end of a job (S0), even if several happen at one instant. INFERRED: a job
	// that returns to the queue also triggers a round, and so do nodes that come
	// back or are given back in another way. A failure that has not been noticed
	// yet does not, nor does a stage of a growth that frees nothing.
	One bool
}

// Schedule implements queue.Policy.
func (b BatchPolicy) Schedule(p *queue.Pass) {
	last := p.Own().(*state)
	switch {
	case !b.One:
		for b.round(p, last) {
		}
	case p.Asking():
		last.recall(p)
	case p.Trigger() == queue.Ending || p.Disturbed():
		last.out = last.out[:0]
		b.round(p, last)
	}
}

// round runs one round and reports whether it started a job.
func (b BatchPolicy) round(p *queue.Pass, last *state) bool {
	batch := b.fitting(p, last)
	slices.SortStableFunc(batch, func(v, w *queue.Waiting) int { return int(nodes(p, w) - nodes(p, v)) })
	started := false
	for _, job := range batch {
		if start(p, job, int32(len(batch))) {
			started = true
		} else if b.One {
			last.out = append(last.out, verdict{job: job.ID})
		}
	}
	return started
}

// fitting returns the jobs that are left in the batch. It begins with Njob jobs and
// drops the last job until the rest passes the capacity test.
func (b BatchPolicy) fitting(p *queue.Pass, last *state) []*queue.Waiting {
	k := int(b.Njob)
	if k == 0 {
		k = DefaultNjob
	}
	var batch []*queue.Waiting
	total := int32(0)
	for job := range p.Waiting() {
		if len(batch) == k {
			break
		}
		batch = append(batch, job)
		total += nodes(p, job)
	}
	began, told := batch, queue.Round{}
	last.began = int32(len(began))
	for len(batch) > 0 {
		out := batch[len(batch)-1]
		have := capacity(p, out.Request)
		if last.listen != nil {
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
		if p.Hold(out, reason); b.One {
			last.out = append(last.out, verdict{out.ID, reason})
		}
		total -= nodes(p, out)
	}
	last.tell(&told, began, len(batch))
	holdOutside(p, len(began))
	return batch
}

// holdOutside records that waiting jobs were not part of the round; began is the
// number of jobs with which the round began.
func holdOutside(p *queue.Pass, began int) {
	if !p.Asking() {
		return
	}
	i := 0
	for job := range p.Waiting() {
		if i++; i > began {
			p.Hold(job, why.Reason{Code: why.OutsideBatch, Need: nodes(p, job), Have: int32(began), Blocker: workload.NoJob})
		}
	}
}

// start starts a job of a batch if the allocator finds a place, and reports whether
// the job started. The parameter size is the number of jobs in the batch.
func start(p *queue.Pass, w *queue.Waiting, size int32) bool {
	where, reason, ok := p.FindPlace(w)
	if !ok {
		return false
	}
	if reason.Code == why.FitsNow {
		reason.Code, reason.Have = why.InBatch, size
	}
	p.StartAt(w, where, reason)
	return true
}

// nodes returns the number of nodes that a job needs in S0's terms.
func nodes(p *queue.Pass, w *queue.Waiting) int32 { return p.Machine().NodesFor(w.Request) }

// capacity returns the number of free nodes that the capacity test compares.
func capacity(p *queue.Pass, r *workload.Request) int32 {
	if allocator := p.Constrained(); allocator != nil {
		return allocator.Capacity(r, &p.Cluster().Free)
	}
	return int32(p.Cluster().Idle().Len())
}

// state is the outcome of the last batch. A query pass reports this outcome,
// because running another batch would be wrong.
type state struct {
	queue.Stateless
	began  int32     // number of jobs at the start of the round
	out    []verdict // jobs of the batch that did not start
	listen func(queue.Round)
}

// verdict is the reason why a job did not start with its batch. An empty reason
// means that the allocator refused the job.
type verdict struct {
	job    workload.JobID
	reason why.Reason
}

// NewState implements queue.Stateful.
func (BatchPolicy) NewState(*queue.Config) queue.PolicyState { return &state{} }

// Clone implements queue.PolicyState. A clone does not report its rounds.
func (s *state) Clone() queue.PolicyState { return &state{began: s.began, out: slices.Clone(s.out)} }

// Listen implements queue.Reporter.
func (s *state) Listen(f func(queue.Round)) { s.listen = f }

// tell completes the description of a round and reports it.
func (s *state) tell(r *queue.Round, began []*queue.Waiting, size int) {
	if s.listen == nil || len(began) == 0 {
		return
	}
	for _, w := range began {
		r.Jobs = append(r.Jobs, w.ID)
	}
	r.Size = int32(size)
	s.listen(*r)
}

// recall records why jobs wait after a trigger's only batch. A job dropped from the
// batch gets the counts of that moment, a job refused by the allocator gets the
// allocator's answer now, and every other job waits because it was not in the
// batch.
func (s *state) recall(p *queue.Pass) {
	reasons := make(map[workload.JobID]why.Reason, len(s.out))
	for _, v := range s.out {
		reasons[v.job] = v.reason
	}
	for w := range p.Waiting() {
		reason, known := reasons[w.ID]
		if known && reason.Code != why.None {
			p.Hold(w, reason)
			continue
		}
		p.Hold(w, why.Reason{Code: why.NextBatch, Need: nodes(p, w), Have: s.began, Blocker: workload.NoJob})
		if known {
			p.FindPlace(w)
		}
	}
}
