package queue

import "hopyard/core/simtime"

// Hybrid is S3: jobs by priority, each with a reservation if it must wait.
type Hybrid struct {
	Weights Weights
	Limits  []Limit
	Cycle   simtime.Duration // between scheduling passes; 0: one after every event
	Depth   int32            // jobs with reservations; 0: every job that must wait
}

// Schedule implements Policy.
func (h Hybrid) Schedule(p *Pass) {
	p.Replan()
	for job := range p.Waiting() {
		p.Promise(job)
		p.StartPromised(job)
	}
}
