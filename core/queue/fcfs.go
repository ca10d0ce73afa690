package queue

// FCFS starts jobs in queue order and stops at the first one that does not fit.
// Cost: O(started jobs) a pass, besides the allocator.
//
// Source: standard (SOURCES.md QUEUE.1). LIMITATIONS: head-of-line blocking; nodes
// stay idle behind a wide job.
type FCFS struct{}

// Schedule implements Policy.
func (FCFS) Schedule(p *Pass) {
	for p.StartHead() {
	}
	if head := p.Head(); head != nil {
		p.HoldBehind(head)
	}
}
