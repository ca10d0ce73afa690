// Package profile is what will be free over time: the account that a scheduler
// keeps of the future to make reservations in. It begins with what is free now,
// gains what running jobs give back when their walltimes end, and loses what is
// reserved.
//
// A Count is a profile of one number, where counting decides whether a job
// fits.
package profile

import (
	"slices"
	"sort"

	"hopyard/core/simtime"
)

// Count is how many nodes, or tasks, are free from one instant on for ever: a
// step function. Its steps lie in chunks that know their least and their most,
// so that a search passes over most of them.
//
// Costs are given in s, the steps, which are at most twice the jobs that run or
// have a reservation.
type Count struct {
	chunks []chunk
	idle   [][]step // memory of chunks that are no more
	// Until when more may be free than once: since the last call of Mark, and
	// between that and the one before.
	grown, before simtime.Time
}

// chunk is some steps that follow each other, never none.
type chunk struct {
	first       simtime.Time // when the first of them begins
	least, most int32        // of what is free in them, without more
	more        int32        // to be added to each
	steps       []step
}

// step lasts until the next one begins, the last one for ever.
type step struct {
	at   simtime.Time
	free int32
}

// A chunk that has grown to full steps is halved; one of fewer than few is put
// together with the next.
const (
	full = 16
	few  = 4
)

// Reset makes so many free from an instant on for ever. Cost: O(s).
func (c *Count) Reset(now simtime.Time, free int32) {
	for i := range c.chunks {
		c.idle = append(c.idle, c.chunks[i].steps[:0])
	}
	c.chunks, c.grown, c.before = c.chunks[:0], simtime.Never, simtime.Never
	k := chunk{steps: append(c.memory(), step{now, free})}
	k.measure()
	c.chunks = append(c.chunks, k)
}

// Then makes so many more free from an instant on for ever, at which or before
// which the last step begins. Cost: O(1).
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

// memory is an empty list of steps.
func (c *Count) memory() []step {
	if last := len(c.idle) - 1; last >= 0 {
		m := c.idle[last]
		c.idle = c.idle[:last]
		return m
	}
	return make([]step, 0, full+2)
}

// measure works out what a chunk knows of its steps.
func (k *chunk) measure() {
	k.first, k.least, k.most = k.steps[0].at, k.steps[0].free, k.steps[0].free
	for _, s := range k.steps[1:] {
		k.least, k.most = min(k.least, s.free), max(k.most, s.free)
	}
}

// settle adds what is to be added to each step.
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
	d := Count{chunks: slices.Clone(c.chunks), grown: c.grown, before: c.before}
	for i := range d.chunks {
		d.chunks[i].steps = append(make([]step, 0, full+2), d.chunks[i].steps...)
	}
	return d
}

// chunkOf is the place of the chunk that an instant lies in; the first one's
// before all of them.
func (c *Count) chunkOf(t simtime.Time) int {
	return max(sort.Search(len(c.chunks), func(i int) bool { return c.chunks[i].first > t })-1, 0)
}

// stepOf is the place of the step that an instant lies in; the first one's
// before all of them.
func (k *chunk) stepOf(t simtime.Time) int {
	return max(sort.Search(len(k.steps), func(i int) bool { return k.steps[i].at > t })-1, 0)
}

// At is how many are free at an instant; at simtime.Never, in the end. Cost:
// O(log s).
func (c *Count) At(t simtime.Time) int32 {
	k := &c.chunks[c.chunkOf(t)]
	return k.steps[k.stepOf(t)].free + k.more
}

// Trim forgets what was before now. Cost: O(1) for each step that is forgotten.
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

// Add makes so many more free from one instant to another, or fewer. Cost:
// O(√s) about: the chunks between, and the steps of two of them.
func (c *Count) Add(from, to simtime.Time, more int32) {
	if from = max(from, c.chunks[0].first); from >= to || more == 0 {
		return
	}
	if more > 0 {
		c.grown = max(c.grown, to)
	}
	c.cut(from)
	if to != simtime.Never {
		c.cut(to)
	}
	first := c.chunkOf(from)
	for i := first; i < len(c.chunks) && c.chunks[i].first < to; i++ {
		k := &c.chunks[i]
		if last := &k.steps[len(k.steps)-1]; k.first >= from && last.at < to {
			k.more += more
			continue
		}
		k.settle()
		for j := range k.steps {
			if s := &k.steps[j]; from <= s.at && s.at < to {
				s.free += more
			}
		}
		k.measure()
	}
	if to != simtime.Never {
		c.join(to)
	}
	c.join(from)
}

// cut makes a step begin at an instant that is not before the first.
func (c *Count) cut(t simtime.Time) {
	at := c.chunkOf(t)
	k := &c.chunks[at]
	i := k.stepOf(t)
	if k.steps[i].at == t {
		return
	}
	k.steps = slices.Insert(k.steps, i+1, step{t, k.steps[i].free})
	if len(k.steps) > full {
		half := len(k.steps) / 2
		right := chunk{more: k.more, steps: append(c.memory(), k.steps[half:]...)}
		k.steps = k.steps[:half]
		k.measure()
		right.measure()
		c.chunks = slices.Insert(c.chunks, at+1, right)
	}
}

// join drops the step that begins at an instant if it only repeats the one
// before.
func (c *Count) join(t simtime.Time) {
	at := c.chunkOf(t)
	k := &c.chunks[at]
	i := k.stepOf(t)
	switch {
	case k.steps[i].at != t:
		return
	case i > 0:
		if k.steps[i].free != k.steps[i-1].free {
			return
		}
	case at == 0:
		return
	default:
		if before := &c.chunks[at-1]; before.steps[len(before.steps)-1].free+before.more != k.steps[0].free+k.more {
			return
		}
	}
	k.steps = slices.Delete(k.steps, i, i+1)
	if len(k.steps) == 0 {
		c.drop(at)
		return
	}
	k.first = k.steps[0].at // what is dropped may have been the least or the most, which does no harm
	if len(k.steps) < few && at+1 < len(c.chunks) && len(k.steps)+len(c.chunks[at+1].steps) < full*3/4 {
		next := &c.chunks[at+1]
		k.settle()
		next.settle()
		k.steps = append(k.steps, next.steps...)
		k.measure()
		c.drop(at + 1)
	}
}

// drop takes out a chunk.
func (c *Count) drop(at int) {
	c.idle = append(c.idle, c.chunks[at].steps[:0])
	c.chunks = slices.Delete(c.chunks, at, at+1)
}
