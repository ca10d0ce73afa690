package elastic

import "hopyard/core/simtime"

// Comparison is what a change of size would mean for a running job, as far as a
// scheduler can know it. Times are in milliseconds from now.
type Comparison struct {
	Left   float64          // until the job ends if nothing changes: see Estimate
	Limit  simtime.Duration // until its walltime ends
	Setup  simtime.Duration // s1 to s6, while which it computes as before
	Stop   simtime.Duration // s7, while which it stands still
	Factor float64          // how much longer it takes for the same work afterwards: S(p)/S(p')
}

// Estimate is how long a job goes on by what is known of it: the part of its
// work that is left, by the progress that it reports, of its walltime, which is
// told for the size asked for; slower is by how much the size that it has is
// slower than that, S(p0)/S(p).
//
// Source: SOURCES.md S2.4; S2 has jobs go on from their progress; that the
// walltime stands for the run time, which no scheduler knows, is INFERRED.
func Estimate(progress float64, walltime simtime.Duration, slower float64) float64 {
	return max(0, float64(float64((1-progress)*float64(walltime))*slower))
}

// After is when the job would end, in milliseconds from now. It means nothing
// if the job ends before it has changed.
func (o *Comparison) After() float64 {
	rest := o.Left - float64(o.Setup)
	return float64(o.Setup+o.Stop) + float64(rest*o.Factor)
}

// Stays is Left as a span, Changes likewise After: what is compared, and told.
func (o *Comparison) Stays() simtime.Duration { return up(o.Left) }

// Changes is After as a span; Stays where the job ends before it has changed.
func (o *Comparison) Changes() simtime.Duration {
	if o.Stays() <= o.Setup {
		return o.Stays()
	}
	return up(o.After())
}

// GrowthVerdict is what comes of asking whether a running job should grow.
type GrowthVerdict uint8

// The verdicts.
const (
	Gains       GrowthVerdict = iota // it ends earlier for it
	Untested                         // nobody asks whether it does: growth "always"
	NoGain                           // it would end no earlier
	EndsBefore                       // it ends before it could have changed
	LimitBefore                      // its walltime does
	NothingFree                      // nothing is spare: what is free is promised to others, or not in a shape for it
	JobsWait                         // nobody grows while a job waits (idle), or while one gives nodes back
	HurtsOthers                      // submitted again, it would make a promise later
	NotAtOnce                        // submitted again, it would have to wait
	Rationed                         // its share or a limit lets it hold no more, whatever is free
	AskedBefore                      // it was submitted again for as much before
	QueueClosed                      // its queue takes no submissions, hence no other
	NumVerdicts
)

// String is the name of the verdict.
func (v GrowthVerdict) String() string {
	return [...]string{"gains", "untested", "no-gain", "ends-before", "limit-before", "nothing-free", "jobs-wait", "hurts-others", "not-at-once", "rationed", "asked-before", "queue-closed"}[v]
}

// Grows reports whether the job grows.
func (v GrowthVerdict) Grows() bool { return v <= Untested }

// Test says whether the job ends earlier for it: if remaining/S(p) >
// setup + (remaining - setup·S(p))/S(p') + stop, to the millisecond. The change
// must also be done before the job ends, and before its walltime does. Cost:
// O(1).
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

// Bearable reports whether the job would still end before its walltime does:
// what a job that gives nodes back must be sure of (ours). Cost: O(1).
func (o *Comparison) Bearable() bool {
	return o.Left > float64(o.Setup) && o.After() <= float64(o.Limit)
}

// Useful is the least size above p that is as fast as the size p2: what is
// beyond it would only be held. It is p if p2 is no faster. Cost: O(p2-p).
func Useful(at func(int32) float64, p, p2 int32) int32 {
	best := at(p2)
	for p2 > p && at(p2-1) >= best {
		p2--
	}
	return p2
}
