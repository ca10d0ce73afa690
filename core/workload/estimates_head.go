package workload

import (
	"math/bits"
	"slices"

	"hopyard/core/detmath"
)

// headBins is the number of popular estimates, from which most users choose.
const headBins = 20

// Estimates in minutes. likelyMinutes lists those that are popular everywhere. The
// multiples of the steps in roundMinutes, largest step first, complete the list of
// popular estimates.
var (
	likelyMinutes = [...]int64{5, 10, 15, 20, 30, 60, 120, 180, 240, 300, 360, 480, 600, 720, 1080}
	roundMinutes  = [...]int64{12000, 6000, 3000, 600, 300, 120, 60, 20, 10, 5}
)

// headTimes returns the 20 most popular estimates in seconds: first the longest,
// then the others in ascending order. The longest must be at least 2 h; otherwise
// there are fewer than 20. Source: SOURCES.md WORK.3.
func headTimes(longest int64) []int64 {
	times := []int64{longest}
	for i := range likelyMinutes {
		if at := likelyMinutes[i] * 60; at < longest {
			times = append(times, at)
		}
	}
	for i := range roundMinutes {
		step := roundMinutes[i] * 60
		for at := longest / step * step; at > 0 && len(times) < headBins; at -= step {
			if !slices.Contains(times, at) {
				times = append(times, at)
			}
		}
	}
	slices.Sort(times[1:])
	return times
}

// headPercents returns, for each of the n most popular estimates, the percentage of
// all jobs that choose it, the most popular estimate first. All percentages
// together are 89 %. Source: SOURCES.md WORK.3.
func headPercents(n int) (p [headBins]float64) {
	p[0] = 89
	for x := 2; x <= n; x++ {
		p[x-1] = float64(14.0491*detmath.Exp(float64(-0.177531*float64(x)))) + 0.462513
		p[0] -= p[x-1]
	}
	return p
}

// traceRanks holds the popularity rank that each of the 20 times has in four
// traces: SDSC-106, CTC, KTH-4h and Blue. Each group of four letters belongs to a
// time; a is rank 1, b is rank 2, and so on. Source: SOURCES.md WORK.3.
const traceRanks = "caaa" + "acdf" + "ddje" + "qbnc" + "mltg" +
	"gibb" + "hhcr" + "rrgs" + "bfld" + "fgfk" +
	"pkst" + "jtei" + "eprj" + "oepn" + "nnim" +
	"smqp" + "kjoo" + "lomq" + "iqhh" + "tskl"

// pairRanks draws the popularity rank, from 1, of each of the 20 times. The longest
// estimate has rank 1. The other times get their ranks in order, and no rank is
// given twice. A time gets the smallest free rank that does not occur in a later
// row of traceRanks. If there is no such rank, two free ranks are drawn from the
// rows up to the row of the time. The time gets the smaller of the two. Source:
// SOURCES.md WORK.3.
func pairRanks(d *draws) (ranks [headBins]uint8) {
	taken := uint32(0) // set of assigned ranks, as bits
	for r := range ranks {
		later := uint32(0)
		for _, c := range []byte(traceRanks[4*r+4:]) {
			later |= 1 << (c - 'a')
		}
		rank := uint8(bits.TrailingZeros32(^(taken | later))) // the smallest free rank that does not occur later
		if r == 0 {
			rank = 0
		} else if rank >= headBins {
			var pool []byte
			for _, c := range []byte(traceRanks[:4*r+4]) {
				if taken>>(c-'a')&1 == 0 {
					pool = append(pool, c-'a')
				}
			}
			end := int64(len(pool)) - 1
			rank = min(pool[d.whole(0, end)], pool[d.whole(0, end)])
		}
		taken |= 1 << rank
		ranks[r] = rank + 1
	}
	return ranks
}
