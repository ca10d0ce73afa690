// Package profile records how much of the machine will be free at each future time.
// Schedulers plan reservations in it.
//
// A profile is a step function of time. It begins with what is free now, gains what
// running jobs return when their walltimes end, and loses what is reserved. There
// are two kinds. A [Count] holds one number for each step and is used where
// counting nodes or tasks is enough to decide whether a job fits. A [PerNode] holds
// the free resources of each node for each step and is used where the position of
// the free nodes matters, too.
//
// A plan is built in three stages. Reset sets what is free now. Calls of Then, in
// order of time, add what running jobs return. Finally, for each waiting job, the
// scheduler looks for a start and reserves it:
//
//	var free profile.Count
//	free.Reset(0, 2) // 2 nodes are free now,
//	free.Then(60, 8) // 8 more from 60 ms on
//	at := free.Earliest(profile.Fit{Need: 10, For: 30, Before: simtime.Never, Held: simtime.Never})
//	free.Add(at, at.Add(30), -10) // reserves 10 nodes for 30 ms
package profile

import (
	"slices"

	"hopyard/core/simtime"
)

// Count describes the number of free nodes or tasks from a first instant on, as a
// step function of time. The steps are stored in chunks. Each chunk knows its
// minimum and maximum, so a search skips most of the chunks.
//
// Costs are given in s, the number of steps, which is at most twice the number of
// jobs that run or have a reservation.
type Count struct {
	chunks []chunk
	idle   [][]step // memory of deleted chunks, for reuse
	near   int      // index of the chunk that chunkOf found last
	growth
}

// chunk is a non-empty sequence of consecutive steps.
type chunk struct {
	first       simtime.Time // start of the first step
	least, most int32        // minimum and maximum number of free nodes or tasks in the steps, before the field more is added
	more        int32        // amount to be added to the number of free nodes or tasks of every step
	steps       []step
}

// step is a period with a constant number of free nodes or tasks. It lasts until
// the next step begins; the last step never ends.
type step struct {
	at   simtime.Time
	free int32
}

// Limits for the number of steps of a chunk. If a chunk has more steps than full,
// it is split in half. If a chunk has fewer steps than few and the next chunk is
// small, too, the two are merged.
const (
	full = 16
	few  = 4
)

// Reset discards all steps. From now on, the given number of nodes or tasks is
// free. Cost: O(s).
func (c *Count) Reset(now simtime.Time, free int32) {
	for i := range c.chunks {
		c.idle = append(c.idle, c.chunks[i].steps[:0])
	}
	c.chunks, c.growth = c.chunks[:0], unmarked
	k := chunk{steps: append(c.memory(), step{now, free})}
	k.measure()
	c.chunks = append(c.chunks, k)
}

// Then increases the number of free nodes or tasks from the given time on. The time
// must not be before the start of the last step. Cost: O(1).
func (c *Count) Then(at simtime.Time, more int32) {
	k := &c.chunks[len(c.chunks)-1]
	last := &k.steps[len(k.steps)-1]
	free := last.free + k.more + more
	switch {
	case at <= last.at:
		last.free = free - k.more
	case len(k.steps) < full:
		k.steps = append(k.steps, step{at, free - k.more})
	default:
		c.chunks = append(c.chunks, chunk{first: at, least: free, most: free, steps: append(c.memory(), step{at, free})})
		return
	}
	k.least, k.most = min(k.least, free-k.more), max(k.most, free-k.more)
}

// memory returns an empty list of steps. It reuses the memory of a deleted chunk if
// there is one.
func (c *Count) memory() []step {
	if last := len(c.idle) - 1; last >= 0 {
		m := c.idle[last]
		c.idle = c.idle[:last]
		return m
	}
	return make([]step, 0, full+2)
}

// measure recomputes the start, the minimum and the maximum of a chunk from its
// steps.
func (k *chunk) measure() {
	k.first, k.least, k.most = k.steps[0].at, k.steps[0].free, k.steps[0].free
	for _, s := range k.steps[1:] {
		k.least, k.most = min(k.least, s.free), max(k.most, s.free)
	}
}

// settle adds the pending amount of the chunk (the field more) to each of its
// steps.
func (k *chunk) settle() {
	if k.more != 0 {
		for i := range k.steps {
			k.steps[i].free += k.more
		}
		k.least, k.most, k.more = k.least+k.more, k.most+k.more, 0
	}
}

// Clone returns an independent copy. Cost: O(s).
func (c *Count) Clone() Count {
	d := Count{chunks: slices.Clone(c.chunks), growth: c.growth}
	for i := range d.chunks {
		d.chunks[i].steps = append(make([]step, 0, full+2), d.chunks[i].steps...)
	}
	return d
}

// chunkOf returns the index of the chunk that contains time t, or 0 if t is before
// all chunks.
func (c *Count) chunkOf(t simtime.Time) int {
	low, high := 0, len(c.chunks)
	if i := c.near; i < high { // most calls ask for times close to that of the call before
		if c.chunks[i].first > t {
			high = i
		} else if low = i; i+1 < high && c.chunks[i+1].first > t {
			return i
		}
	}
	for high-low > 1 {
		if mid := int(uint(low+high) >> 1); c.chunks[mid].first > t {
			high = mid
		} else {
			low = mid
		}
	}
	c.near = low
	return low
}

// stepOf returns the index of the step that contains time t, or 0 if t is before
// all steps.
func (k *chunk) stepOf(t simtime.Time) int {
	low, high := 0, len(k.steps)
	for high-low > 1 {
		if mid := int(uint(low+high) >> 1); k.steps[mid].at > t {
			high = mid
		} else {
			low = mid
		}
	}
	return low
}

// At returns the number free at time t. For simtime.Never it returns the number
// free in the last step. Cost: O(log s).
func (c *Count) At(t simtime.Time) int32 {
	k := &c.chunks[c.chunkOf(t)]
	return k.steps[k.stepOf(t)].free + k.more
}

// Trim discards everything before now. Cost: O(1) for each step discarded.
func (c *Count) Trim(now simtime.Time) {
	at := c.chunkOf(now)
	if at > 0 {
		for i := range at {
			c.idle = append(c.idle, c.chunks[i].steps[:0])
		}
		c.chunks = append(c.chunks[:0], c.chunks[at:]...)
	}
	k := &c.chunks[0]
	if i := k.stepOf(now); i > 0 {
		k.steps = append(k.steps[:0], k.steps[i:]...)
		k.steps[0].at = now
		more := k.more
		k.measure()
		k.more = more
	}
	k.steps[0].at, k.first = now, now
}

// Add changes the number of free nodes or tasks between two times by the given
// amount, which may be negative. Cost: about O(√s): one operation for each chunk in
// between, and one for each step of the two chunks at the ends.
func (c *Count) Add(from, to simtime.Time, more int32) {
	if from = max(from, c.chunks[0].first); from >= to || more == 0 {
		return
	}
	if more > 0 {
		c.note(to)
	}
	first := c.chunkOf(from)
	at := first
	for ; at < len(c.chunks) && c.chunks[at].first < to; at++ {
		k, end := &c.chunks[at], simtime.Never
		if at+1 < len(c.chunks) {
			end = c.chunks[at+1].first
		}
		if from <= k.first && end <= to {
			k.more += more
			continue
		}
		if k.addWithin(from, to, end, more); len(k.steps) > full {
			c.divide(at)
			at++
		}
	}
	c.merge(at - 1)
	c.merge(first)
}

// addWithin implements Add for the part of the period within the chunk. The parameter end
// is the time at which the chunk ends.
func (k *chunk) addWithin(from, to, end simtime.Time, more int32) {
	i := k.stepOf(from)
	if k.steps[i].at < from {
		k.steps = slices.Insert(k.steps, i+1, step{from, k.steps[i].free})
		i++
	}
	next := i
	for ; next < len(k.steps) && k.steps[next].at < to; next++ {
		k.steps[next].free += more
	}
	after := k.steps[next-1].free - more
	switch {
	case next == len(k.steps) && to >= end:
	case next == len(k.steps) || k.steps[next].at > to:
		k.steps = slices.Insert(k.steps, next, step{to, after})
	case k.steps[next].free == after+more:
		k.steps = slices.Delete(k.steps, next, next+1)
	}
	if i > 0 && k.steps[i-1].free == k.steps[i].free {
		k.steps = slices.Delete(k.steps, i, i+1)
	}
	k.measure()
}

// divide divides the chunk with the given index in half.
func (c *Count) divide(at int) {
	k := &c.chunks[at]
	half := len(k.steps) / 2
	right := chunk{more: k.more, steps: append(c.memory(), k.steps[half:]...)}
	k.steps = k.steps[:half]
	k.measure()
	right.measure()
	c.chunks = slices.Insert(c.chunks, at+1, right)
}

// merge joins the chunk with the given index and the next one if both are small.
func (c *Count) merge(at int) {
	if at+1 >= len(c.chunks) {
		return
	}
	k, next := &c.chunks[at], &c.chunks[at+1]
	if len(k.steps) < few && len(k.steps)+len(next.steps) < full*3/4 {
		k.settle()
		next.settle()
		k.steps = append(k.steps, next.steps...)
		k.measure()
		c.drop(at + 1)
	}
}

// drop removes the chunk with the given index.
func (c *Count) drop(at int) {
	c.idle = append(c.idle, c.chunks[at].steps[:0])
	c.chunks = slices.Delete(c.chunks, at, at+1)
}
