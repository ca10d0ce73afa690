package workload

import (
	"math/bits"
	"slices"

	"hopyard/core/detmath"
)

// headBins is how many estimates most users choose from.
const headBins = 20

// headTimes are the 20 likeliest estimates in seconds: the longest first, the
// others ascending. longest is 2 h or more, or there would not be 20.
// Source: algorithms.md 4.2 step 2.
func headTimes(longest int64) []int64 {
	times := make([]int64, 1, headBins)
	times[0] = longest
	for _, minutes := range [...]int64{5, 10, 15, 20, 30, 60, 120, 180, 240, 300, 360, 480, 600, 720, 1080} {
		if minutes*60 < longest {
			times = append(times, minutes*60)
		}
	}
	for _, minutes := range [...]int64{12000, 6000, 3000, 600, 300, 120, 60, 20, 10, 5} {
		step := minutes * 60
		for at := longest / step * step; at > 0 && len(times) < headBins; at -= step {
			if !slices.Contains(times, at) {
				times = append(times, at)
			}
		}
	}
	slices.Sort(times[1:])
	return times
}

// headPercents are the sizes of the first n of the 20 by popularity: percents
// of all jobs, 89 together. Source: algorithms.md 4.2 step 3.
func headPercents(n int) (p [headBins]float64) {
	p[0] = 89
	for x := 2; x <= n; x++ {
		p[x-1] = float64(14.0491*detmath.Exp(float64(-0.177531*float64(x)))) + 0.462513
		p[0] -= p[x-1]
	}
	return p
}

// traceRanks are the popularities of the times in four traces: SDSC-106, CTC,
// KTH-4h, Blue. Rows are ranks by time. Source: algorithms.md 4.2 step 4.
var traceRanks = [headBins][4]uint8{
	{3, 1, 1, 1}, {1, 3, 4, 6}, {4, 4, 10, 5}, {17, 2, 14, 3}, {13, 12, 20, 7},
	{7, 9, 2, 2}, {8, 8, 3, 18}, {18, 18, 7, 19}, {2, 6, 12, 4}, {6, 7, 6, 11},
	{16, 11, 19, 20}, {10, 20, 5, 9}, {5, 16, 18, 10}, {15, 5, 16, 14}, {14, 14, 9, 13},
	{19, 13, 17, 16}, {11, 10, 15, 15}, {12, 15, 13, 17}, {9, 17, 8, 8}, {20, 19, 11, 12},
}

// pairRanks draws the popularity, from 1, of each time: 1 for the longest
// estimate; else the smaller of two draws from the ranks of the rows so far,
// unless a rank occurs in no later row. Source: algorithms.md 4.2 step 4.
func pairRanks(d *draws) (ranks [headBins]uint8) {
	var pool []uint8
	var taken, late uint32 // bit sets of ranks: given away; in some later row
	ranks[0] = 1
	for r := range traceRanks {
		late = 0
		for _, row := range traceRanks[r+1:] {
			for _, rank := range row {
				late |= 1 << rank
			}
		}
		for _, rank := range traceRanks[r] {
			if taken>>rank&1 == 0 {
				pool = append(pool, rank)
			}
		}
		due := ^(taken | late) & (1<<(headBins+1) - 2)
		switch {
		case r == 0:
		case due != 0:
			ranks[r] = uint8(bits.TrailingZeros32(due))
		default:
			end := int64(len(pool)) - 1
			ranks[r] = min(pool[d.whole(0, end)], pool[d.whole(0, end)])
		}
		taken |= 1 << ranks[r]
		kept := pool[:0]
		for _, rank := range pool {
			if rank != ranks[r] {
				kept = append(kept, rank)
			}
		}
		pool = kept
	}
	return ranks
}
