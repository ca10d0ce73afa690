package queue

// ConservativeRebuild is conservative backfilling without memory: at every event
// all promises are forgotten, and each waiting job in queue order is given the
// earliest hole that delays no job before it. Jobs whose hole begins now start.
//
// Conservative, in contrast, keeps or improves every promise. The two differ when a
// job ends early or a job arrives that precedes others in the queue. Here the jobs
// early in queue order then take the better holes, and the promises to the jobs
// behind them may move later. The first job's promise never moves later if
// walltimes are upper bounds.
//
// Cost: O(running jobs + waiting jobs · steps of the plan) a pass. A step is a time
// at which the free amount changes.
//
// Source: Mu'alem and Feitelson 2001 describe conservative backfilling; the
// variant's definition is INFERRED (SOURCES.md CONS.2). LIMITATIONS: only the first
// job of the queue has a guarantee. Outside counting mode, promises reserve
// particular nodes in the plan, as in Conservative. They may move if the allocator
// chooses otherwise because fewer nodes are free.
//
// If the field Windows is greater than 1, several scheduling windows are compared
// for each promise, as in Conservative. Windows that begin later than the last
// promise to the job are not considered, but the first window always is.
//
// The field Nodes is as in Conservative.
type ConservativeRebuild struct {
	Windows int32
	Nodes   bool
}

// Weighs implements Windowed.
func (c ConservativeRebuild) Weighs() int32 { return c.Windows }

// ReservesNodes implements NodeReserver.
func (c ConservativeRebuild) ReservesNodes() bool { return c.Nodes }

// Schedule implements Policy.
func (ConservativeRebuild) Schedule(p *Pass) {
	told := p.asking && p.queue.cfg.Judge != nil && p.queue.plan != nil
	if !told {
		p.Replan()
	}
	for job := range p.Waiting() {
		if !told { // if told, report the windows that the last pass chose instead of choosing again
			p.Promise(job)
		}
		p.StartPromised(job)
	}
}
