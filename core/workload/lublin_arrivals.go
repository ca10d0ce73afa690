package workload

import "hopyard/core/detmath"

const (
	halfHours  = 48   // of a day
	halfHour   = 1800 // seconds
	dayStart   = 11   // where the day of the fit begins, in half hours from 0:30
	longestGap = 13   // ln of the longest time between two arrivals in seconds, before the daily cycle
)

// arrivals are the submit times of one type of jobs, from midnight of a day.
type arrivals struct {
	draws
	set      lublinSet
	weights  [halfHours]float64 // what a half hour costs, 1 on average: most where most jobs arrive
	at       int                // the half hour of the day
	points   float64            // left to pay half hours with
	reminder float64            // how far into this half hour the latest arrival was, as a share
	clock    float64            // seconds
}

// begin sets a to the first arrival.
func (a *arrivals) begin() {
	sum, before := 0.0, 0.0
	for i := range halfHours + 1 {
		// in units of the distribution function's constant, which cancels
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

// next moves the clock to the next arrival. A time drawn for rush hours is
// paid out half hour by half hour, slower when few jobs arrive. What is left
// inside a half hour is a share of it; the points of that share are carried
// over, not spent (as in the source).
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
