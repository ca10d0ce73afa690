package profile

import "hopyard/core/simtime"

// Fit is what a job asks of a Count.
type Fit struct {
	Need int32            // at the least so many are to be free
	For  simtime.Duration // for so long
	// From is the first instant at which that may begin, Before the first at which
	// it may not.
	From, Before simtime.Time
	// Held is from when on the job holds already what it needs, so that nothing
	// has to be free; simtime.Never if it holds nothing.
	Held simtime.Time
}

// Earliest is the first instant at which a job fits, or simtime.Never. Cost:
// O(s) at worst; chunks that are too full, or hold nothing that is, cost O(1).
//
// Source: SOURCES.md CONS.1.
func (c *Count) Earliest(f Fit) simtime.Time {
	at, i := 0, 0
	if f.From > c.chunks[0].first {
		at = c.chunkOf(f.From)
		i = c.chunks[at].stepOf(f.From)
	}
	for {
		// The next step in which enough is free.
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

// enough is the first step, from a place on, in which need are free; the end if
// there is none before an instant, or about then.
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

// scarce is the first step, from a place on and before an instant, in which
// fewer than need are free, or the end.
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

// Scarce is the first time from the beginning on, and before an instant, at
// which fewer than need are free, and how many are; not ok if there is none.
// What is free at the beginning counts in any case. Cost: as Earliest.
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

// Least is how many are free at the least from the beginning on until an
// instant; what is free at the beginning counts in any case. Cost: O(s) at worst.
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

// Mark begins a new account of where more has become free; Grown then tells of
// what has grown since the mark before. Cost: O(1).
func (c *Count) Mark() { c.before, c.grown = c.grown, longAgo }

// Grown is until when more may be free than at the mark before the last one: a
// job that did not fit earlier than at some instant then fits earlier now only
// before the time that Grown tells. Cost: O(1).
func (c *Count) Grown() simtime.Time { return max(c.before, c.grown) }

// longAgo is before all instants.
const longAgo simtime.Time = -1 << 62
