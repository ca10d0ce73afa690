package engine

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// ending is the scheduled end of a running job. Ends at the same instant take
// effect in the order in which the jobs started. If the jobs also started at the
// same instant, their ends take effect in queue order (SOURCES.md RUN.1).
//
// The type is also used for the upcoming submission of a job that follows another
// job. In this case only the fields at and id are set.
type ending struct {
	at, start simtime.Time
	rank      int64
	turn      int64 // unique number; the ending is stale (to be ignored) unless the job's progress has the same number
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

// heap is a binary heap with the earliest entry first. No two entries are equal.
// (It is written out for speed, because each job pushes and pops two entries.
// container/heap would box every entry, and a generic heap would call the method
// before through a dictionary.)
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
	i := 0 // a hole; it sinks to the bottom before the last entry is put into it, because the last entry most often belongs at the bottom
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

// rise puts entry x into the hole at index i, after moving the hole up to the
// position where the entry belongs.
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
