package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// ending is a running job's end. Ends at one instant take effect in the order in
// which the jobs started, and those of jobs that started at one instant in queue
// order (SOURCES.md RUN.1). The type also stores the submission of a job that
// follows another; such an entry has only at and id.
type ending struct {
	at, start simtime.Time
	rank      int64
	turn      int64 // unique; an ending is stale if its turn is not that of the job's progress
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

// heap is a binary heap with the earliest entry first; no two entries are equal.
// (container/heap boxes every entry, and a generic heap calls before through a
// dictionary; each job pushes and pops two entries.)
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
	i := 0 // a hole, which sinks to the bottom, because the last entry most often belongs there
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

// rise puts an entry into the hole at i, or moves the hole up to where the entry
// belongs.
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
