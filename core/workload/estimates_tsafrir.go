package workload

import (
	"math"
	"slices"

	"hopyard/core/detmath"
)

// estimateBin is one estimate with how many jobs have it.
type estimateBin struct {
	time    int64 // seconds
	percent float64
	jobs    int64
}

// estimateBins draws the histogram of the estimates of n jobs, ascending by
// time. longest is in seconds, 2 h or more.
//
// Source: algorithms.md 4.2, the model of Tsafrir, Etsion and Feitelson
// (JSSPP 2005).
//
// INFERRED: fewer than 200 jobs have fewer than 20 different estimates, and
// no tail; these are then the most popular ones. (The source's program keeps
// all 20 and takes jobs away until they suffice.)
//
// LIMITATIONS: no estimates of one's own (the source's user bins).
func estimateBins(n int, longest int64, d *draws) []estimateBin {
	k := distinctEstimates(n)
	times, percents, ranks := headTimes(longest), headPercents(min(k, headBins)), pairRanks(d)
	var bins []estimateBin
	for i, rank := range ranks {
		if int(rank) <= k {
			bins = append(bins, estimateBin{time: times[i], percent: percents[rank-1]})
		}
	}
	if k > headBins {
		bins = addTail(bins, k, d)
	}
	byTime := make([]int64, len(bins))
	for i, b := range bins {
		byTime[i] = b.time<<10 | int64(i)
	}
	slices.Sort(byTime)
	sorted := make([]estimateBin, len(bins))
	for i, key := range byTime {
		sorted[i] = bins[key&1023]
		sorted[i].jobs = max(1, round(sorted[i].percent*float64(n)/100))
	}
	equalise(sorted, int64(n))
	return sorted
}

// distinctEstimates is how many different estimates n jobs have.
// Source: algorithms.md 4.2 step 1.
func distinctEstimates(n int) int {
	corners := [...][2]int{{0, 0}, {20, 10}, {200, 20}, {1000, 35}, {10_000, 90}, {70_000, 340}, {250_000, 565}}
	for i := 1; i < len(corners); i++ {
		from, to := corners[i-1], corners[i]
		if dx := to[0] - from[0]; n <= to[0] {
			return from[1] + ((n-from[0])*(to[1]-from[1])*2+dx)/(2*dx) // halves up
		}
	}
	return corners[len(corners)-1][1]
}

// tailCurve is the parameter of the times of k distinct estimates.
// Source: algorithms.md 4.2 step 5.
func tailCurve(k int) float64 {
	return 1 + float64(12.1039*detmath.Pow(float64(k), -0.6026))
}

// addTail adds the estimates that few users choose, up to k in all: 11 % of
// the jobs. A time that collides with another moves a little, or is left out.
// Source: algorithms.md 4.2 steps 5 and 6.
func addTail(bins []estimateBin, k int, d *draws) []estimateBin {
	longest, a, n := bins[0].time, tailCurve(k), k-headBins
	for i := 1; i <= n; i++ {
		x := float64(i) / float64(n)
		minute := 60 * round(float64(float64(longest)*((a-1)*x/(a-x)))/60)
		for _, off := range [...]int64{0, 30, -30, 20, -20, 10, -10} {
			at := minute + off
			if at > 0 && at < longest && !slices.ContainsFunc(bins, func(b estimateBin) bool { return b.time == at }) {
				bins = append(bins, estimateBin{time: at})
				break
			}
		}
	}
	tail, sum := bins[headBins:], 0.0
	for i := range tail {
		tail[i].percent = float64(795.6 * detmath.Pow(float64(headBins+1+i), -2.267))
		sum += tail[i].percent
	}
	for i := range tail {
		tail[i].percent *= 11 / sum
	}
	for i := len(tail) - 1; i > 0; i-- {
		j := d.whole(0, int64(i))
		tail[i].percent, tail[j].percent = tail[j].percent, tail[i].percent
	}
	return bins
}

// equalise adds or takes jobs until there are n, the largest bins first:
// in proportion, then one each, then all but one, then all.
// Source: algorithms.md 4.2 step 7. INFERRED: of equal bins the shorter time
// is first, so that long estimates last longest.
func equalise(bins []estimateBin, n int64) {
	sum := int64(0)
	for _, b := range bins {
		sum += b.jobs
	}
	add := n > sum
	left, all := max(n-sum, sum-n), float64(sum)
	part := float64(left) / all
	order := make([]int64, len(bins))
	for attempt := 0; left > 0; attempt++ {
		for i, b := range bins {
			order[i] = -b.jobs<<10 | int64(i)
		}
		slices.Sort(order)
		for _, key := range order {
			b := &bins[key&1023]
			by := b.jobs
			switch attempt {
			case 0:
				by = int64(math.Ceil(part * float64(b.jobs)))
			case 1:
				by = min(1, b.jobs)
			case 2:
				by = b.jobs - 1
			}
			if !add && attempt < 3 {
				by = min(by, b.jobs-1)
			}
			by = min(max(by, 0), left)
			if left -= by; add {
				b.jobs += by
			} else {
				b.jobs -= by
			}
		}
	}
}
