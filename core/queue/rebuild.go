package queue

// ConservativeRebuild is conservative backfilling without memory: at every event
// all promises are forgotten, and each waiting job in queue order is given the
// earliest hole that delays no job before it. Jobs whose hole begins now start.
//
// It differs from Conservative, which keeps or improves every promise, when a job
// ends early or a job arrives ahead of others: jobs early in queue order take the
// better holes from those behind, whose promises may move later. The first job's
// promise never moves later if walltimes are upper bounds.
//
// Cost: O(running jobs + waiting jobs · steps of the plan) a pass.
//
// Source: Mu'alem and Feitelson 2001 describe conservative backfilling; the
// variant's definition is INFERRED (SOURCES.md CONS.2). LIMITATIONS: only the first
// job of the queue has a guarantee. Outside counting mode, promises hold places in
// the plan, as in Conservative, and may move if the allocator chooses otherwise
// among fewer free nodes. With several Windows, which work as in Conservative, the
// last promise to a job bounds the windows that are weighed, unless none begins by
// then.
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
		if !told { // otherwise the windows that the pass picked are reported, and none is picked anew
			p.Promise(job)
		}
		p.StartPromised(job)
	}
}
