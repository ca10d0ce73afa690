package experiment

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// exactly is the largest number of differences for which SignFlip tries all
// combinations of signs.
const exactly = 14

// SignFlip returns the probability that the mean of paired differences is at least
// as far from 0 as it is here, if each difference is equally likely to have the
// opposite sign. This is the two-sided randomization test, which assumes nothing
// about the distribution. With n differences the result is at least 2/2^n, so that
// five pairs never reach 5 %. Up to 14 differences it is exact. Beyond that it is
// estimated from the given number of random sign flips, drawn from the seed, and is
// at least 1/(flips+1). Without differences it is 1. Cost: O(len · min(2^len,
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
	// The tolerance for rounding errors.
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
	far := 1 // the sample itself, so that no probability is 0
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

// flipped returns the sum of d with the sign of d[i] flipped if bit i of ways is 1.
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

// Holm corrects the p-values of several tests for their number. If those below a
// level count as significant, the probability of any false positive is at most that
// level. The results are in the order of p. Cost: O(len log len).
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
