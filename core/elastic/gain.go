package elastic

import "hopyard/core/simtime"

// Outlook is what a change of size would mean for a running job. Times are in
// milliseconds from now.
type Outlook struct {
	Left   float64          // until the job ends if nothing changes
	Limit  simtime.Duration // until its walltime ends
	Setup  simtime.Duration // s1 to s5, while which it computes as before
	Stop   simtime.Duration // s6 and s7, while which it stands still
	Factor float64          // how much longer it takes for the same work afterwards: S(p)/S(p')
}

// After is when the job would end, in milliseconds from now. It means nothing
// if the job ends before it has changed.
func (o *Outlook) After() float64 {
	rest := o.Left - float64(o.Setup)
	return float64(o.Setup+o.Stop) + float64(rest*o.Factor)
}

// Pays reports whether the job ends earlier for it: if remaining/S(p) >
// setup + (remaining - setup·S(p))/S(p') + stop. The change must also be done
// before the job ends, and before its walltime does. Cost: O(1).
//
// Source: algorithms.md 7.2 (INFERRED).
func (o *Outlook) Pays() bool {
	return o.Left > float64(o.Setup) && o.After() < o.Left && o.Setup+o.Stop < o.Limit
}

// Bearable reports whether the job would still end before its walltime does:
// what a job that gives nodes back must be sure of (ours). Cost: O(1).
func (o *Outlook) Bearable() bool {
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
