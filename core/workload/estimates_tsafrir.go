package workload

import (
	"math"
	"slices"

	"hopyard/core/detmath"
)

// histogram holds the number of jobs with each estimate.
type histogram struct {
	times    []int64 // in seconds
	percents []float64
	jobs     []int64
}

// newHistogram draws the estimates of n jobs. The longest estimate is in seconds,
// at least 2 h.
//
// Source: SOURCES.md WORK.3, the model of Tsafrir, Etsion and Feitelson (JSSPP
// 2005).
//
// INFERRED: fewer than 200 jobs have fewer than 20 distinct estimates and no tail
// of rare estimates; their estimates are then the most popular ones. (The program
// of the source keeps all 20 estimates and removes jobs until their number is
// right.)
//
// LIMITATIONS: the caller cannot prescribe estimates (the user bins of the source).
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

// flatEstimates returns the estimates of n jobs, the longest first.
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

// estimateCorners lists pairs of a number of jobs and the number of distinct
// estimates among that many jobs. Source: SOURCES.md WORK.3.
var estimateCorners = [...][2]int{{0, 0}, {20, 10}, {200, 20}, {1000, 35}, {10_000, 90}, {70_000, 340}, {250_000, 565}}

// distinctEstimates returns the number of distinct estimates among n jobs, by
// linear interpolation.
func distinctEstimates(n int) int {
	var from [2]int
	for i := range estimateCorners {
		to := estimateCorners[i]
		if dx := to[0] - from[0]; n <= to[0] {
			return from[1] + ((n-from[0])*(to[1]-from[1])*2+dx)/(2*dx) // rounded, halves up
		}
		from = to
	}
	return from[1]
}

// tailCurve returns the parameter of the curve on which the times of the tail lie,
// for k distinct estimates. Source: SOURCES.md WORK.3.
func tailCurve(k int) float64 {
	return 1 + float64(12.1039*detmath.Pow(float64(k), -0.6026))
}

// nudges lists the offsets, in seconds, by which a time of the tail may be moved to
// make it distinct.
var nudges = [...]int64{0, 30, -30, 20, -20, 10, -10}

// addTail adds the tail, the estimates that few users choose, so that there are k
// estimates in all. The tail makes up 11 % of the jobs. A time that equals another
// one is moved by one of nudges. If that does not make it distinct, it is left out.
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

// equalise adds or removes jobs until there are n jobs in all. It works in rounds,
// each of which goes through the bins from the largest to the smallest. The first
// round changes each bin in proportion to its size, the second by one job, and
// every later round by as many jobs as the bin has. In the first three rounds,
// removal leaves at least one job in each bin. Source: SOURCES.md WORK.3. INFERRED:
// among bins of the same size, the bin with the shorter time comes first, so that
// long estimates are removed last.
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
