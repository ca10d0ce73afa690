package experiment

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// exactly is up to how many differences all ways are gone through.
const exactly = 14

// SignFlip is the probability that differences of pairs have a mean as far from 0
// as these or farther, if each is as likely to be the other way round: the
// two-sided test by randomization, which asks nothing of how they are spread. With
// n differences it is never less than 2/2^n, so that five pairs tell nothing at
// 5 %. Up to 14 it is exact; beyond, it is estimated from so many flips of all signs,
// drawn by the seed, and never less than 1/(flips+1). No differences are as likely as
// any: 1. Cost: O(len · min(2^len, flips)).
//
// Source: Fisher 1935, section 21; SOURCES.md STAT.2.
func SignFlip(d []float64, flips int, seed uint64) float64 {
	n := len(d)
	sum, size := 0.0, 0.0
	for _, x := range d {
		sum += x
		size += math.Abs(x)
	}
	// What rounding changes is not farther away.
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

// flipped is the sum of d with the signs of the places flipped that are 1 in ways.
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

// Holm corrects the probabilities of several tests for their number: with those
// below a level called significant, the probability that any one is called so
// wrongly is at most that level. The order is that of p. Cost: O(len log len).
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
