// Package batch implements S0's scheduling of jobs in batches.
//
// [BatchPolicy] is a queue.Policy. A scheduling pass consists of rounds. Each round
// takes the first Njob waiting jobs as a batch. It drops jobs from the end of the
// batch until the remaining jobs need no more nodes than the allocator can give
// away. Then it starts the remaining jobs, the widest first. If the field One is
// set, each event that triggers scheduling leads to a single round. The policy's
// state remembers the outcome of that round, so that a query pass can explain why
// jobs wait without running another round.
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

// DefaultNjob is the number of jobs that a batch contains at first. Source: S0,
// claim 3; SOURCES.md S0.4.
const DefaultNjob = 4

// BatchPolicy is S0's scheduling in rounds. A round takes the first Njob waiting
// jobs as a batch. While the batch needs more nodes than the allocator can give
// away, the last job is dropped. The remaining jobs are then placed, the widest
// first.
//
// Cost: O(Njob) allocations a round.
//
// Source: S0, steps 1 to 3 and claims 2 to 4; SOURCES.md S0.4, S0.5 and S0.8.
// INFERRED: a round begins with min(Njob, waiting) jobs; ties of the sort keep
// queue order; a job that the allocator refuses stays in the queue, and the other
// jobs of the batch still start; jobs of tasks count as the nodes that they would
// fill. S0 describes one round but not whether another round follows at once. Here
// rounds repeat until a round starts nothing (INFERRED). If the field One is set,
// each trigger leads to a single round. LIMITATIONS: an allocator that gives away
// nodes in groups (units) may waste nodes by rounding. The capacity test does not
// consider this, so a batch that passes the test may still not fit completely.
type BatchPolicy struct {
	Njob int32 // number of jobs with which a round begins; 0 means DefaultNjob
	// One limits each trigger to one round. The triggers are the submissions and
	// the ends of jobs (S0), even if several happen at the same instant. INFERRED:
	// a round also runs when a job returns to the queue, and when nodes are
	// repaired or given back in another way. A failure that has not been noticed
	// yet triggers no round, and neither does a stage of a growth that frees
	// nothing.
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

// holdOutside records the reason of the waiting jobs that were not part of the
// round. The parameter began is the number of jobs with which the round began.
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

// capacity returns the number of free nodes with which the capacity test compares
// the need of a batch.
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

// Clone implements queue.PolicyState. The copy reports its rounds to no listener.
func (s *state) Clone() queue.PolicyState { return &state{began: s.began, out: slices.Clone(s.out)} }

// Listen implements queue.Reporter.
func (s *state) Listen(f func(queue.Round)) { s.listen = f }

// tell completes the description of a round and reports it to the listener.
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

// recall records why jobs wait after the only round of a trigger. A job that was
// dropped from the batch gets the counts of the moment when it was dropped. A job
// that the allocator refused gets the allocator's present answer. Every other job
// waits because it was not in the batch.
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
