package deadline

import (
	"hopyard/core/workload"
)

// waitingHeap is a binary heap of waiting jobs with the first job on top.
type waitingHeap struct {
	jobs   []waiting
	before func(a, b *waiting) bool // order of the jobs, in which no two jobs are equal
}

// byPriority reports whether a comes before b: by higher priority, then by queue
// order.
func byPriority(a, b *waiting) bool {
	if a.r.Priority != b.r.Priority {
		return a.r.Priority > b.r.Priority
	}
	return inQueue(a, b)
}

// bySlack reports whether a comes before b: by the end of the slack, then by queue
// order.
func bySlack(a, b *waiting) bool {
	if a.latest != b.latest {
		return a.latest < b.latest
	}
	return inQueue(a, b)
}

func inQueue(a, b *waiting) bool {
	return a.place.Before(&b.place)
}

func (h *waitingHeap) push(x waiting) {
	h.jobs = append(h.jobs, x)
	i := len(h.jobs) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !h.before(&x, &h.jobs[up]) {
			break
		}
		h.jobs[i] = h.jobs[up]
		i = up
	}
	h.jobs[i] = x
}

func (h *waitingHeap) pop() waiting {
	top, last := h.jobs[0], len(h.jobs)-1
	h.jobs[0] = h.jobs[last]
	h.jobs[last] = waiting{}
	h.jobs = h.jobs[:last]
	h.down(0)
	return top
}

// down moves the job at index i down to its place.
func (h *waitingHeap) down(i int) {
	if i >= len(h.jobs) {
		return
	}
	x := h.jobs[i]
	for 2*i+1 < len(h.jobs) {
		next := 2*i + 1
		if next+1 < len(h.jobs) && h.before(&h.jobs[next+1], &h.jobs[next]) {
			next++
		}
		if !h.before(&h.jobs[next], &x) {
			break
		}
		h.jobs[i] = h.jobs[next]
		i = next
	}
	h.jobs[i] = x
}

// order restores the heap after jobs have changed. Cost: O(jobs).
func (h *waitingHeap) order() {
	for i := len(h.jobs)/2 - 1; i >= 0; i-- {
		h.down(i)
	}
}

// drop removes a job from anywhere in the heap. Cost: O(jobs).
func (h *waitingHeap) drop(id workload.JobID) {
	kept := h.jobs[:0]
	for _, x := range h.jobs {
		if x.r.ID != id {
			kept = append(kept, x)
		}
	}
	clear(h.jobs[len(kept):])
	if len(kept) < len(h.jobs) {
		h.jobs = kept
		h.order()
	}
}
