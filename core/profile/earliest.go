package profile

import "hopyard/core/simtime"

// Fit describes what a job needs of a Count: a number of free nodes or tasks (Need)
// for a span of time (For).
type Fit struct {
	Need int32            // number of nodes or tasks that must be free
	For  simtime.Duration // time for which they must be free
	// From is the earliest permitted start. Before is the first instant that is too
	// late to start.
	From, Before simtime.Time
	// Held is the time from which on the job already has a reservation for what it
	// needs. From then on, nothing more must be free. Held is simtime.Never if the
	// job has no reservation.
	Held simtime.Time
}

// Earliest returns the earliest time at which f fits, or simtime.Never. Cost: O(s)
// at worst. Chunks in which all steps or no steps have enough free cost O(1).
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

// enough returns the position of the first step at or after position (at, i) in
// which at least the given number are free. If there is none, it returns the end
// position. The search ends at the first chunk that begins at or after the given
// time. A step that it finds may therefore begin later than this time.
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

// scarce returns the position of the first step at or after position (at, i) in
// which fewer than the given number are free. It considers only steps that begin
// before the given time. If there is none, it returns the end position.
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

// Scarce returns the first time before the given limit at which fewer nodes or
// tasks are free than needed, and the number free at this time. It returns false if
// there is no such time. The first step is always checked, even if it begins after
// the limit. Cost: the cost of Earliest.
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

// Least returns the smallest number of nodes or tasks that is free at any time
// before the given limit. The first step always counts, even if it begins after the
// limit. Cost: O(s) at worst.
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
