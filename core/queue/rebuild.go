package queue

// ConservativeRebuild is conservative backfilling without memory: at every
// event all promises are forgotten, and each waiting job in queue order is
// given the earliest hole that delays no job before it; those whose hole
// begins now start.
//
// It differs from Conservative, which keeps every promise or betters it, when
// a job ends early or a job comes in ahead of others: jobs first in queue
// order take the better holes from those behind, whose promises may move
// later. The first job's never does, if walltimes are upper bounds.
//
// Cost: O(running jobs + waiting jobs · steps of the plan) a pass.
//
// Source: Mu'alem and Feitelson 2001 describe conservative backfilling;
// the variant's definition is INFERRED (SOURCES.md CONS.2). LIMITATIONS:
// only the first job of the queue has a guarantee; where counting does not
// decide, promises hold places inside the plan, as in Conservative, and an
// allocator that chooses otherwise among fewer free nodes may move them. With
// several Windows, which are as in Conservative, what a job was promised last
// bounds those that are weighed, unless none begins by then.
type ConservativeRebuild struct{ Windows int32 }

// Weighs implements Windowed.
func (c ConservativeRebuild) Weighs() int32 { return c.Windows }

// Schedule implements Policy.
func (ConservativeRebuild) Schedule(p *Pass) {
	told := p.asking && p.queue.cfg.Judge != nil && p.queue.plan != nil
	if !told {
		p.Replan()
	}
	for job := range p.Waiting() {
		if !told { // else the windows that the pass picked are told, and none is picked anew
			p.Promise(job)
		}
		p.StartPromised(job)
	}
}
