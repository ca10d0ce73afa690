package queue

import (
	"slices"

	"hopyard/core/why"
	"hopyard/core/workload"
)

// Round is one of Batch's rounds, for people: S0's P_job and N_node while Njob
// was counted down.
type Round struct {
	Jobs  []workload.JobID // that it began with, in queue order
	Needs []int32          // P_job of all of them, of one fewer, and so on to the batch that passed
	Have  int32            // N_node: the nodes of the free units
	Size  int32            // how many of Jobs passed, the first of them; 0: not even one
}

// Listen has f told of every round of the passes from now on, as it begins. A
// clone tells nobody.
func (q *Queue) Listen(f func(Round)) { q.listen = f }

// tell completes what is told of a round.
func (p *Pass) tell(r *Round, began []*Waiting, size int) {
	if p.queue.listen == nil || len(began) == 0 {
		return
	}
	for _, w := range began {
		r.Jobs = append(r.Jobs, w.ID)
	}
	r.Size = int32(size)
	p.queue.listen(*r)
}

// lot is what Batch decided when it made its one batch of the last trigger: a
// pass that only asks must not make another.
type lot struct {
	began int32     // jobs
	out   []verdict // of those that did not start
}

// verdict is why a job did not start in its batch. Without a reason the
// allocator refused it.
type verdict struct {
	job    workload.JobID
	reason why.Reason
}

func (l *lot) clone() lot { return lot{l.began, slices.Clone(l.out)} }

// recall says why jobs wait after the one batch of a trigger: those that were
// counted out of it by what was counted then, those that the allocator refused
// by what it says now, and all others because the batch was not theirs.
func (p *Pass) recall() {
	l := &p.queue.lot
	reasons := make(map[workload.JobID]why.Reason, len(l.out))
	for _, v := range l.out {
		reasons[v.job] = v.reason
	}
	for w := range p.Waiting() {
		reason, known := reasons[w.ID]
		if known && reason.Code != why.None {
			p.Hold(w, reason)
			continue
		}
		p.Hold(w, why.Reason{Code: why.NextBatch, Need: p.nodesOf(w), Have: l.began, Blocker: workload.NoJob})
		if known {
			p.place(w)
		}
	}
}
