package profile

import "hopyard/core/simtime"

// growth records until when more has become free, in the interval since the last call of
// Mark and in the one before it.
type growth struct {
	grown  simtime.Time // latest end of any increase since the last call of Mark
	before simtime.Time // the same for the interval between the last two calls
}

// unmarked is the record before the first call of Mark: more may be free at any time.
var unmarked = growth{simtime.Never, simtime.Never}

// longAgo is an instant before all times that occur.
const longAgo simtime.Time = -1 << 62

// Mark starts a new interval in which increases are recorded (see Grown). Cost: O(1).
func (g *growth) Mark() { g.before, g.grown = g.grown, longAgo }

// Grown returns a time after which no more is free than at the second-to-last call of
// Mark. If the earliest start of a job was t at that call, an earlier start can now exist
// only before the returned time. Cost: O(1).
func (g *growth) Grown() simtime.Time { return max(g.before, g.grown) }

// note records an increase that ends at the given time.
func (g *growth) note(end simtime.Time) { g.grown = max(g.grown, end) }
