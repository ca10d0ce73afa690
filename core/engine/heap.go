package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// ending is a running job's end: ends of one instant take effect in the order
// in which the jobs started, those of one start in queue order (SOURCES.md
// RUN.1). A submission that a job's end has brought about is one, too, of at and
// id alone.
type ending struct {
	at, start simtime.Time
	rank      int64
	turn      int64 // unique; an ending whose turn is not the job's is stale
	id        workload.JobID
	slot      cluster.Slot
	killed    bool
}

func (a *ending) before(b *ending) bool {
	switch {
	case a.at != b.at:
		return a.at < b.at
	case a.start != b.start:
		return a.start < b.start
	case a.rank != b.rank:
		return a.rank < b.rank
	case a.id != b.id:
		return a.id < b.id
	}
	return a.turn < b.turn
}

// heap is a binary heap, the soonest entry first; no two entries are equal.
// (container/heap boxes every entry, and a heap of any type calls before through
// a table; two entries are pushed and popped for each job.)
type heap []ending

func (h *heap) push(x ending) {
	*h = append(*h, x)
	h.rise(len(*h)-1, &x)
}

func (h *heap) pop() ending {
	s := *h
	top, x := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	if len(s) == 0 {
		return top
	}
	i := 0 // a hole, which sinks to the bottom: the last entry most often belongs there
	for 2*i+2 < len(s) {
		down := 2*i + 1
		if s[down+1].before(&s[down]) {
			down++
		}
		s[i] = s[down]
		i = down
	}
	if 2*i+1 < len(s) {
		s[i] = s[2*i+1]
		i = 2*i + 1
	}
	s.rise(i, &x)
	return top
}

// rise fills a hole at i, or above it, with an entry.
func (h heap) rise(i int, x *ending) {
	for i > 0 {
		up := (i - 1) / 2
		if !x.before(&h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = *x
}
