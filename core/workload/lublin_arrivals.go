package workload

import "hopyard/core/detmath"

const (
	halfHours  = 48   // per day
	halfHour   = 1800 // in seconds
	dayStart   = 11   // number of the half hour at which the model's day begins, counted from 1 at midnight: 5:00
	longestGap = 13   // ln of the longest time between two arrivals in seconds, before the daily cycle is applied
)

// arrivals generates the submit times of one type of jobs, beginning at midnight.
type arrivals struct {
	draws
	set      lublinSet
	weights  [halfHours]float64 // weight of each half hour of the day, 1 on average, in proportion to the number of arrivals
	at       int                // current half hour of the day
	points   float64            // points that are not yet spent on half hours (see next)
	reminder float64            // fraction of the current half hour that had passed at the latest arrival
	clock    float64            // time of the latest arrival in seconds
}

// begin computes the weights of the half hours and advances to the first arrival.
func (a *arrivals) begin() {
	sum, before := 0.0, 0.0
	for i := range halfHours + 1 {
		// the constant factor of the distribution function cancels out, so it is
		// omitted
		x := (float64(dayStart+i) - 0.5) / a.set.dayScale
		upTo := detmath.LowerGamma(a.set.dayShape, x)
		if i > 0 {
			a.weights[(dayStart+i-2)%halfHours] = upTo - before
			sum += upTo - before
		}
		before = upTo
	}
	for i := range a.weights {
		a.weights[i] /= sum / halfHours
	}
	a.next()
}

// next advances the clock to the next arrival. It draws the time to the next
// arrival without a daily cycle and converts it to points. Each half hour costs its
// weight in points, so that the clock advances more slowly when many jobs arrive.
// In the last half hour, the clock advances by the fraction that the remaining
// points can pay for. The points for this fraction are not deducted but carried
// over (as in the source).
func (a *arrivals) next() {
	g, shape := longestGap+1.0, float64(a.set.gapShape*a.set.rush)
	for g > longestGap {
		g = a.gamma(shape, a.set.gapScale)
	}
	a.points += detmath.Exp(g) / halfHour
	for a.points > a.weights[a.at] {
		a.points -= a.weights[a.at]
		a.at = (a.at + 1) % halfHours
		a.clock += halfHour
	}
	share := a.points / a.weights[a.at]
	a.clock += float64(halfHour * (share - a.reminder))
	a.reminder = share
}
