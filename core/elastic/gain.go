package elastic

import "hopyard/core/simtime"

// Comparison describes a running job with and without a change of its size, as far
// as a scheduler can know it. Times are in milliseconds from now.
type Comparison struct {
	Left   float64          // time until the job ends if its size does not change (see Estimate)
	Limit  simtime.Duration // time until the walltime of the job ends
	Setup  simtime.Duration // total length of stages s1 to s6, during which the job computes as before
	Stop   simtime.Duration // length of stage s7, during which the job stands still
	Factor float64          // ratio S(p)/S(p') of the speedups before and after the change, which is the factor by which the change multiplies the run time of the remaining work
}

// Estimate returns the estimated remaining time of a job in milliseconds: the
// walltime times the part of the work that is left according to the reported
// progress. The walltime is for the requested size p0. The parameter slower is the
// ratio S(p0)/S(p) of the speedups at the requested and at the current size p, by
// which the remaining time grows.
//
// Source: SOURCES.md S2.4. In S2, jobs continue from their progress. INFERRED:
// using the walltime in place of the run time, which no scheduler knows.
func Estimate(progress float64, walltime simtime.Duration, slower float64) float64 {
	return max(0, float64(float64((1-progress)*float64(walltime))*slower))
}

// After returns the time at which the job would end after the change, in
// milliseconds from now. The result is meaningless if the job ends before s7
// begins.
func (o *Comparison) After() float64 {
	rest := o.Left - float64(o.Setup)
	return float64(o.Setup+o.Stop) + float64(rest*o.Factor)
}

// Stays returns Left rounded up to a Duration, for comparison with Changes and for
// display.
func (o *Comparison) Stays() simtime.Duration { return up(o.Left) }

// Changes returns After rounded up to a Duration, or Stays if the job ends before
// s7 begins.
func (o *Comparison) Changes() simtime.Duration {
	if o.Stays() <= o.Setup {
		return o.Stays()
	}
	return up(o.After())
}

// GrowthVerdict is a decision about whether a running job grows, with the reason.
type GrowthVerdict uint8

// The verdicts.
const (
	Gains       GrowthVerdict = iota // the job ends earlier if it grows
	Untested                         // the growth order is Always, so the job grows without a test of the gain
	NoGain                           // the job would not end earlier
	EndsBefore                       // the job ends before the change could take effect
	LimitBefore                      // the walltime of the job ends before the change could take effect
	NothingFree                      // no spare nodes: the free nodes are promised to other jobs or have no suitable shape
	JobsWait                         // no job grows while another job waits (option idle) or returns nodes
	HurtsOthers                      // after resubmission the job would delay a promised start
	NotAtOnce                        // after resubmission the job would have to wait
	Rationed                         // a share or a limit forbids the job to hold more, regardless of what is free
	AskedBefore                      // the job was already resubmitted for this size or a larger one
	QueueClosed                      // the queue of the job accepts no submissions, so the job cannot be resubmitted
	NumVerdicts
)

// String returns the name of the verdict.
func (v GrowthVerdict) String() string {
	return [...]string{"gains", "untested", "no-gain", "ends-before", "limit-before", "nothing-free", "jobs-wait", "hurts-others", "not-at-once", "rationed", "asked-before", "queue-closed"}[v]
}

// Grows reports whether the verdict lets the job grow.
func (v GrowthVerdict) Grows() bool { return v <= Untested }

// Test compares the job's end with and without the change. The job gains if the
// following inequality holds, to the millisecond:
//
//	remaining/S(p) > setup + (remaining - setup·S(p))/S(p') + stop
//
// In addition, s1 to s6 must be over before the job ends, and all stages must be
// over before its walltime ends. Cost: O(1).
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

// EndsWithinWalltime reports whether the job would still end within its walltime
// after the change. Only if this is true may a job return nodes (our rule). Cost:
// O(1).
func (o *Comparison) EndsWithinWalltime() bool {
	return o.Left > float64(o.Setup) && o.After() <= float64(o.Limit)
}

// Useful returns the smallest size from p to p2 at which the job is as fast as with
// size p2. Any further nodes would be held without benefit. The given function
// returns the speedup for a size. Cost: O(p2-p).
func Useful(at func(int32) float64, p, p2 int32) int32 {
	best := at(p2)
	for p2 > p && at(p2-1) >= best {
		p2--
	}
	return p2
}
