package elastic

import "hopyard/core/simtime"

// Comparison is the effect of a change of size on a running job, as far as a
// scheduler can know it. Times are in milliseconds from now.
type Comparison struct {
	Left   float64          // time until the job ends if nothing changes: see Estimate
	Limit  simtime.Duration // time until its walltime ends
	Setup  simtime.Duration // length of s1 to s6, during which it computes as before
	Stop   simtime.Duration // length of s7, during which it stands still
	Factor float64          // how much longer the same work takes afterwards: S(p)/S(p')
}

// Estimate returns the estimated remaining time of a job in milliseconds: the
// walltime times the part of the work that is left according to the reported
// progress. The walltime applies to the requested size p0; slower is the ratio
// S(p0)/S(p), by which the job is slower at its current size p.
//
// Source: SOURCES.md S2.4. In S2, jobs continue from their progress; using the
// walltime in place of the run time, which no scheduler knows, is INFERRED.
func Estimate(progress float64, walltime simtime.Duration, slower float64) float64 {
	return max(0, float64(float64((1-progress)*float64(walltime))*slower))
}

// After returns the time at which the job would end, in milliseconds from now. The
// result is meaningless if the job ends before it has changed.
func (o *Comparison) After() float64 {
	rest := o.Left - float64(o.Setup)
	return float64(o.Setup+o.Stop) + float64(rest*o.Factor)
}

// Stays returns Left rounded up to a Duration, for comparison with Changes and for
// display.
func (o *Comparison) Stays() simtime.Duration { return up(o.Left) }

// Changes returns After rounded up to a Duration, or Stays if the job ends before
// it has changed.
func (o *Comparison) Changes() simtime.Duration {
	if o.Stays() <= o.Setup {
		return o.Stays()
	}
	return up(o.After())
}

// GrowthVerdict is the answer to the question whether a running job should grow.
type GrowthVerdict uint8

// The verdicts.
const (
	Gains       GrowthVerdict = iota // it ends earlier if it grows
	Untested                         // it grows without a test of the gain: growth "always"
	NoGain                           // it would not end earlier
	EndsBefore                       // it ends before the change could take effect
	LimitBefore                      // its walltime ends before the change could take effect
	NothingFree                      // no spare nodes: what is free is promised to others or has no suitable shape
	JobsWait                         // no job grows while a job waits (option idle) or while a job returns nodes
	HurtsOthers                      // resubmitted, it would delay a promised start
	NotAtOnce                        // resubmitted, it would have to wait
	Rationed                         // its share or a limit forbids it to hold more, whatever is free
	AskedBefore                      // it was already resubmitted for at least this size
	QueueClosed                      // its queue accepts no submissions, so it cannot be resubmitted
	NumVerdicts
)

// String returns the name of the verdict.
func (v GrowthVerdict) String() string {
	return [...]string{"gains", "untested", "no-gain", "ends-before", "limit-before", "nothing-free", "jobs-wait", "hurts-others", "not-at-once", "rationed", "asked-before", "queue-closed"}[v]
}

// Grows reports whether the job grows.
func (v GrowthVerdict) Grows() bool { return v <= Untested }

// Test compares the job's end with and without the change. The verdict is Gains if
// remaining/S(p) > setup + (remaining - setup·S(p))/S(p') + stop, to the
// millisecond. In addition, s1 to s6 must be over before the job ends, and all
// stages before its walltime does. Cost: O(1).
//
// Source: SOURCES.md S2.4 (INFERRED).
func (o *Comparison) Test() GrowthVerdict {
	switch {
	case o.Stays() <= o.Setup:
		return EndsBefore
	case o.Setup+o.Stop >= o.Limit:
		return LimitBefore
	case o.Changes() >= o.Stays():
		return NoGain
	}
	return Gains
}

// EndsWithinWalltime reports whether the job would still end within its walltime after the
// change. A job returns nodes only if this is true (our rule). Cost: O(1).
func (o *Comparison) EndsWithinWalltime() bool {
	return o.Left > float64(o.Setup) && o.After() <= float64(o.Limit)
}

// Useful returns the smallest size above p that is as fast as the size p2. Nodes
// beyond it would be held without benefit. It returns p if p2 is no faster than p.
// Cost: O(p2-p).
func Useful(at func(int32) float64, p, p2 int32) int32 {
	best := at(p2)
	for p2 > p && at(p2-1) >= best {
		p2--
	}
	return p2
}
