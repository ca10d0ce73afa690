package workload

import (
	"math"
	"slices"

	"hopyard/core/detmath"
)

// histogram is how many jobs have which estimate.
type histogram struct {
	times    []int64 // seconds
	percents []float64
	jobs     []int64
}

// newHistogram draws the estimates of n jobs. longest is in seconds, 2 h or
// more.
//
// Source: SOURCES.md WORK.3, the model of Tsafrir, Etsion and Feitelson
// (JSSPP 2005).
//
// INFERRED: fewer than 200 jobs have fewer than 20 different estimates, and
// no tail; these are then the most popular ones. (The source's program keeps
// all 20 and takes jobs away until they suffice.)
//
// LIMITATIONS: no estimates of one's own (the source's user bins).
func newHistogram(n int, longest int64, d *draws) (h histogram) {
	k := distinctEstimates(n)
	times, percents, ranks := headTimes(longest), headPercents(min(k, headBins)), pairRanks(d)
	for i, rank := range ranks {
		if int(rank) <= k {
			h.times = append(h.times, times[i])
			h.percents = append(h.percents, percents[rank-1])
		}
	}
	if k > headBins {
		h.addTail(k, d)
	}
	h.jobs = make([]int64, len(h.times))
	for i, p := range h.percents {
		h.jobs[i] = max(1, round(p*float64(n)/100))
	}
	h.equalise(int64(n))
	return h
}

// flatEstimates are the estimates of n jobs, the longest first.
func flatEstimates(n int, longest int64, d *draws) []int64 {
	h, flat := newHistogram(n, longest, d), make([]int64, 0, n)
	for i, jobs := range h.jobs {
		for range jobs {
			flat = append(flat, -h.times[i])
		}
	}
	slices.Sort(flat)
	for i := range flat {
		flat[i] = -flat[i]
	}
	return flat
}

// estimateCorners are numbers of jobs, and of different estimates that they
// have. Source: SOURCES.md WORK.3.
var estimateCorners = [...][2]int{{0, 0}, {20, 10}, {200, 20}, {1000, 35}, {10_000, 90}, {70_000, 340}, {250_000, 565}}

// distinctEstimates is how many different estimates n jobs have.
func distinctEstimates(n int) int {
	var from [2]int
	for i := range estimateCorners {
		to := estimateCorners[i]
		if dx := to[0] - from[0]; n <= to[0] {
			return from[1] + ((n-from[0])*(to[1]-from[1])*2+dx)/(2*dx) // halves up
		}
		from = to
	}
	return from[1]
}

// tailCurve is the parameter of the times of k distinct estimates.
// Source: SOURCES.md WORK.3.
func tailCurve(k int) float64 {
	return 1 + float64(12.1039*detmath.Pow(float64(k), -0.6026))
}

// nudges are how far, in seconds, an estimate of the tail may be moved.
var nudges = [...]int64{0, 30, -30, 20, -20, 10, -10}

// addTail adds the estimates that few users choose, up to k in all: 11 % of
// the jobs. A time that collides with another moves a little, or is left out.
// Source: SOURCES.md WORK.3.
func (h *histogram) addTail(k int, d *draws) {
	longest, a, n := h.times[0], tailCurve(k), k-headBins
	for i := 1; i <= n; i++ {
		x := float64(i) / float64(n)
		at := 60 * round(float64(float64(longest)*((a-1)*x/(a-x)))/60)
		for j := range nudges {
			if near := at + nudges[j]; near > 0 && near < longest && !slices.Contains(h.times, near) {
				h.times = append(h.times, near)
				break
			}
		}
	}
	sum := 0.0
	for rank := headBins + 1; len(h.percents) < len(h.times); rank++ {
		p := float64(795.6 * detmath.Pow(float64(rank), -2.267))
		h.percents = append(h.percents, p)
		sum += p
	}
	tail := h.percents[headBins:]
	for i := range tail {
		j := d.whole(0, int64(i))
		p := tail[i] * (11 / sum)
		tail[i] = tail[j]
		tail[j] = p
	}
}

// equalise adds or takes jobs until there are n, the largest bins first:
// in proportion, then one each, then all but one, then all.
// Source: SOURCES.md WORK.3. INFERRED: of equal bins the shorter time
// is first, so that long estimates last longest.
func (h *histogram) equalise(n int64) {
	sum := int64(0)
	for _, jobs := range h.jobs {
		sum += jobs
	}
	sign := int64(1)
	if n < sum {
		sign = -1
	}
	left, part := sign*(n-sum), math.Abs(float64(n-sum))/float64(sum)
	order := make([]int64, len(h.jobs))
	for attempt := 0; left > 0; attempt++ {
		for i, jobs := range h.jobs {
			order[i] = -jobs<<40 | h.times[i]<<10 | int64(i)
		}
		slices.Sort(order)
		for _, key := range order {
			jobs := &h.jobs[key&1023]
			by := *jobs
			switch attempt {
			case 0:
				by = int64(math.Ceil(part * float64(by)))
			case 1:
				by = 1
			}
			if sign < 0 && attempt < 3 {
				by = min(by, *jobs-1)
			}
			by = min(max(by, 0), left)
			*jobs += sign * by
			left -= by
		}
	}
}
