package queue

import (
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Jobs may limit the number of their leaf switches for a while (SOURCES.md PLACE.6).
// Allocators know no time, so the queue removes the limit from the request of a job
// that has waited long enough. Predictions assume, as Slurm's do, that a limit that
// still holds goes on to hold. Its end only makes more placements acceptable, so no
// promise breaks.

// limitEnds returns when the limit on the leaf switches of w ends. It returns false
// if there is none.
func (w *Waiting) limitEnds() (simtime.Time, bool) {
	return w.place.joined.Add(w.Network.SwitchWait), w.Network.Switches > 0
}

// endLimits removes the limits on leaf switches that have ended by now. It reports
// whether there were any, and returns when the next limit ends. Cost: O(waiting
// jobs) under an allocator that knows limits.
func (q *Queue) endLimits(now simtime.Time) (ended bool, next simtime.Time) {
	next = simtime.Never
	if !q.limited {
		return false, next
	}
	for w := range q.line.all {
		switch at, limited := w.limitEnds(); {
		case !limited:
		case at > now:
			next = min(next, at)
		default:
			w.Request, ended = w.OnAnySwitches(), true
		}
	}
	return ended, next
}

// explainLimit changes the reason why w waits if that is its limit on leaf switches.
func (q *Queue) explainLimit(w *Waiting, d *Decision) {
	if at, limited := w.limitEnds(); q.limited && limited && d.Why.Code == why.NotPlaceable {
		d.Why = why.Reason{Code: why.TooManySwitches, Need: w.Network.Switches, Have: d.Why.Have, Blocker: workload.NoJob, At: at}
	}
}
