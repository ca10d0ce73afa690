package queue

// EASY starts jobs in queue order while they fit. It makes one reservation, for the
// first job that does not fit, the head of the queue. Every later job may start now
// if it does not delay that reservation.
//
// Cost: O(running + waiting jobs) a pass besides the allocator; jobs that are too
// large or too long are skipped a block at a time.
//
// Source: Lifka 1995; Mu'alem and Feitelson 2001; SOURCES.md EASY.1 and EASY.2;
// RUN.1 for the order of events. LIMITATIONS: outside counting mode (shared nodes,
// shape-constrained allocators), only two placements of a backfilled job are tried
// (see Backfill); a third might succeed.
//
// If the field Windows is greater than 1, or if Nodes is set, EASY behaves like
// DepthBackfill with one reservation.
type EASY struct {
	Windows int32
	Nodes   bool // the reservation holds nodes (SOURCES.md EASY.4)
}

// Weighs implements Windowed.
func (e EASY) Weighs() int32 { return e.Windows }

// ReservesNodes implements NodeReserver.
func (e EASY) ReservesNodes() bool { return e.Nodes }

// Schedule implements Policy.
func (e EASY) Schedule(p *Pass) {
	if e.Nodes || p.queue.cfg.Judge != nil {
		DepthBackfill{}.Schedule(p)
		return
	}
	for p.StartHead() {
	}
	head := p.Head()
	if head == nil {
		return
	}
	shadow := p.Reserve(head)
	for job := range p.Behind(shadow) {
		p.Backfill(job, shadow)
	}
}
