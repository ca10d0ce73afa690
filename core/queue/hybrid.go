package queue

import "hopyard/core/simtime"

// Hybrid is S3's scheduling of CPU and GPU jobs: jobs by falling priority; each
// starts if limits and the nodes that fit it allow, and has a reservation if
// not. No job starts that would delay a reservation made before it.
//
// A pass (S3's scheduling cycle) goes by S3's steps a to g under the soft
// limits. Then come the jobs that only soft limits held back: under their hard
// limits they may start beside all reservations but their own, which they give
// up, if they leave what those need of soft limits.
//
// Cost: O(waiting jobs) a pass besides the allocator; reservations are worked
// out only for a job that fits now, for those before it that may begin before
// it would end.
//
// Source: S3, claims 1 to 5 and steps a to g of the description (there again as
// h to n); algorithms.md 6. INFERRED: a job over a limit is promised the
// earliest time at which limits and nodes allow, running jobs' walltimes and
// reservations taken into account; limits count what a job asks for; soft and
// hard limits in two rounds, as Maui does; a reservation holds the nodes that
// the allocator would choose for it at its time. LIMITATIONS: what is promised
// holds if walltimes do, and while no job comes in that is before it in
// priority; jobs that only hard limits let start may starve, and what they are
// promised comes after all that keeps to soft limits, whatever the priority.
type Hybrid struct {
	Weights Weights
	Limits  []Limit
	Cycle   simtime.Duration // between scheduling passes; 0: one after every event
	Depth   int32            // jobs with reservations; 0: every job that must wait
}

// Schedule implements Policy.
func (h Hybrid) Schedule(p *Pass) {
	if p.queue.desk == nil || !p.inCycle(h.Cycle) {
		return
	}
	p.weigh()
	if p.newcomerWaits(h.Cycle) {
		return
	}
	for again := true; again; {
		agenda := p.Agenda(h.Depth)
		for job := range p.Waiting() { // g: by falling priority
			if job == p.until {
				return
			}
			if h.step(p, agenda, job); !agenda.valid {
				break
			}
		}
		again = !agenda.valid || p.startAboveSoft(agenda)
	}
	p.sleep(h.Cycle)
}

// step is S3's steps a to f for one job.
func (h Hybrid) step(p *Pass, agenda *Agenda, job *Waiting) {
	if over, need := p.queue.desk.ledger.over(job.facts, p.now, false); over != nil { // a
		p.reserveOver(job, agenda, over, need) // b
		return
	}
	free, ok := p.filter(job, agenda) // c
	if !ok {
		p.reserveShort(job, agenda) // d
		return
	}
	where, reason := p.choose(job, agenda, free) // e
	if !reason.OK() {
		p.reserveShort(job, agenda) // d
		return
	}
	p.launch(job, agenda, where, reason) // f
}
