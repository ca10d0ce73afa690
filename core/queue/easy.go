package queue

// EASY starts jobs in queue order while they fit. For the first that does
// not, the head, it makes one reservation; every later job may start now if
// that does not delay the head.
//
// Cost: O(running + waiting jobs) a pass besides the allocator; jobs that are
// too large or too long are skipped by blocks.
//
// Source: Lifka 1995; Mu'alem and Feitelson 2001; SOURCES.md EASY.1 and
// EASY.2; the order of events is RUN.1. LIMITATIONS: where counting does not
// decide (shared nodes, choosy allocators), a backfill is tried in two places
// only (Backfill says which); a third might exist.
//
// With several Windows it is Deep with one reservation.
type EASY struct{ Windows int32 }

// Weighs implements Windowed.
func (e EASY) Weighs() int32 { return e.Windows }

// Schedule implements Policy.
func (EASY) Schedule(p *Pass) {
	if p.queue.cfg.Judge != nil {
		Deep{}.Schedule(p)
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
