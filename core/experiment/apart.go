package experiment

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// exactly is the largest number of differences for which SignFlip tries every
// combination of signs.
const exactly = 14

// SignFlip returns the p-value of the two-sided randomization test for paired
// differences. Under the hypothesis of the test, each difference could equally
// likely have the opposite sign. The p-value is the probability that the mean would
// then be at least as far from 0 as it is. The test assumes nothing about the
// distribution.
//
// With n differences the result is at least 2/2^n; five pairs therefore never reach
// 5 %. For up to 14 differences the result is exact. For more, it is estimated from
// the given number of random sign flips, which depend on the seed. The result is
// then at least 1/(flips+1). For an empty list it is 1. Cost: O(len · min(2^len,
// flips)).
//
// Source: Fisher 1935, section 21; SOURCES.md STAT.2.
func SignFlip(d []float64, flips int, seed uint64) float64 {
	n := len(d)
	sum, size := 0.0, 0.0
	for _, x := range d {
		sum += x
		size += math.Abs(x)
	}
	// The tolerance for rounding errors is subtracted here.
	least := math.Abs(sum) - 1e-9*size
	if n == 0 || size == 0 {
		return 1
	}
	if n <= exactly {
		far := 0
		for ways := range 1 << n {
			if math.Abs(flipped(d, uint64(ways))) >= least {
				far++
			}
		}
		return float64(far) / float64(int(1)<<n)
	}
	r := rand.New(rand.NewPCG(seed, 0x666c6970))
	far := 1 // the sample itself is counted, so that the result is never 0
	for range flips {
		total := 0.0
		for i := 0; i < n; i += 64 {
			total += flipped(d[i:min(i+64, n)], r.Uint64())
		}
		if math.Abs(total) >= least {
			far++
		}
	}
	return float64(far) / float64(flips+1)
}

// flipped returns the sum of a list of differences with some signs flipped. The
// sign of element i is flipped if bit i of the second argument is 1.
func flipped(d []float64, ways uint64) float64 {
	sum := 0.0
	for i, x := range d {
		if ways>>i&1 != 0 {
			x = -x
		}
		sum += x
	}
	return sum
}

// Holm corrects the p-values of several tests for the number of tests. If all
// corrected values below a level count as significant, the probability of a false
// positive is at most that level. The results are in the order of the given
// p-values. Cost: O(len log len).
//
// Source: Holm 1979; SOURCES.md STAT.2.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	out, most := make([]float64, len(p)), 0.0
	for rank, i := range order {
		most = max(most, min(1, p[i]*float64(len(p)-rank)))
		out[i] = most
	}
	return out
}
