package profile

import "hopyard/core/simtime"

// Fit is a job's request to a Count: Need nodes or tasks for the span For.
type Fit struct {
	Need int32            // least number that must be free
	For  simtime.Duration // for this long
	// Earliest permitted start, and the first instant that is too late to start.
	From, Before simtime.Time
	// Time from which the job already holds what it needs, so that nothing has to
	// be free any more; simtime.Never if it holds nothing.
	Held simtime.Time
}

// Earliest returns the earliest time at which f fits, or simtime.Never. Cost: O(s)
// at worst; chunks that are entirely too full, or nowhere too full, cost O(1).
//
// Source: SOURCES.md CONS.1.
func (c *Count) Earliest(f Fit) simtime.Time {
	at, i := 0, 0
	if f.From > c.chunks[0].first {
		at = c.chunkOf(f.From)
		i = c.chunks[at].stepOf(f.From)
	}
	for {
		// Find the next step in which enough is free.
		if at, i = c.enough(at, i, f.Need, f.Before); at == len(c.chunks) {
			return simtime.Never
		}
		start := max(c.chunks[at].steps[i].at, f.From)
		if start >= f.Before {
			return simtime.Never
		}
		until := min(start.Add(f.For), f.Held)
		if at, i = c.scarce(at, i+1, f.Need, until); at == len(c.chunks) {
			return start
		}
	}
}

// enough returns the position of the first step at or after (at, i) in which at
// least need are free. It returns the end position if there is none. It stops at
// the first chunk that begins at or after before, so the step found may itself
// begin later than before.
func (c *Count) enough(at, i int, need int32, before simtime.Time) (int, int) {
	for ; at < len(c.chunks); at, i = at+1, 0 {
		k := &c.chunks[at]
		if k.first >= before {
			break
		}
		if least := need - k.more; k.most >= least {
			for j, s := range k.steps[i:] {
				if s.free >= least {
					return at, i + j
				}
			}
		}
	}
	return len(c.chunks), 0
}

// scarce returns the position of the first step at or after (at, i) that begins
// before until and in which fewer than need are free, or the end position if there
// is none.
func (c *Count) scarce(at, i int, need int32, until simtime.Time) (int, int) {
	for ; at < len(c.chunks); at, i = at+1, 0 {
		k := &c.chunks[at]
		if k.first >= until {
			break
		}
		if least := need - k.more; k.least < least {
			for ; i < len(k.steps); i++ {
				if k.steps[i].at >= until {
					return len(c.chunks), 0
				}
				if k.steps[i].free < least {
					return at, i
				}
			}
		}
	}
	return len(c.chunks), 0
}

// Scarce returns the first time before until at which fewer than need are free, and
// how many are free then. ok is false if there is none. The first step is always
// checked, even if it begins after until. Cost: that of Earliest.
func (c *Count) Scarce(need int32, until simtime.Time) (at simtime.Time, free int32, ok bool) {
	k := &c.chunks[0]
	if k.steps[0].free+k.more < need {
		return k.first, k.steps[0].free + k.more, true
	}
	chunk, i := c.scarce(0, 1, need, until)
	if chunk == len(c.chunks) {
		return 0, 0, false
	}
	k = &c.chunks[chunk]
	return k.steps[i].at, k.steps[i].free + k.more, true
}

// Least returns the minimum number free before until. The first step always counts,
// even if it begins after until. Cost: O(s) at worst.
func (c *Count) Least(until simtime.Time) int32 {
	least := c.chunks[0].steps[0].free + c.chunks[0].more
	for i := range c.chunks {
		k := &c.chunks[i]
		switch {
		case k.first >= until:
			return least
		case k.least+k.more >= least:
		default:
			for _, s := range k.steps {
				if s.at < until {
					least = min(least, s.free+k.more)
				}
			}
		}
	}
	return least
}

// Mark starts a new interval in which increases are recorded; see Grown. Cost:
// O(1).
func (c *Count) Mark() { c.before, c.grown = c.grown, longAgo }

// Grown returns the time before which more may be free than there was at the last
// Mark but one. If a job's earliest start was t then, an earlier start can exist
// now only before the returned time. Cost: O(1).
func (c *Count) Grown() simtime.Time { return max(c.before, c.grown) }

// longAgo is an instant before all others.
const longAgo simtime.Time = -1 << 62
