package experiment

import (
	"math"
	"math/rand/v2"
)

// BlockBootstrap estimates a ratio of two sums over consecutive periods, such as the mean
// wait from the waits and the number of jobs of each day. Neighboring periods may depend
// on each other, such as days with the same queue, so whole blocks of consecutive periods
// are drawn again, with replacement; the last period is followed by the first one. The
// half width of the 95 % interval is the standard deviation of the ratio over the draws,
// times Student's t for the number of blocks less one. It is 0 for fewer than two blocks.
// The lists must have equal length. The draws depend on the seed alone. Cost:
// O(rounds · periods).
//
// Source: Künsch 1989, Politis and Romano 1992; SOURCES.md STAT.4.
func BlockBootstrap(over, under []float64, block, rounds int, seed uint64) Estimate {
	n := len(over)
	block = max(1, min(block, n))
	e := Estimate{N: n}
	a, b := 0.0, 0.0
	for i := range over {
		a += over[i]
		b += under[i]
	}
	if b == 0 {
		return e
	}
	e.Mean = a / b
	blocks := (n + block - 1) / block
	if blocks < 2 {
		return e
	}
	r := rand.New(rand.NewPCG(seed, 0x626c6f63))
	sum, squares := 0.0, 0.0
	for range rounds {
		x, y, left := 0.0, 0.0, n
		for left > 0 {
			at := r.IntN(n)
			for k := range min(block, left) {
				i := (at + k) % n
				x += over[i]
				y += under[i]
			}
			left -= min(block, left)
		}
		d := -e.Mean // of draws without any job
		if y != 0 {
			d = x/y - e.Mean
		}
		sum += d
		squares += float64(d * d)
	}
	k := float64(rounds)
	e.SD = math.Sqrt(max(0, squares/k-float64(sum/k*(sum/k))))
	e.Half = T975(blocks-1) * e.SD
	return e
}

// BlockLength returns the usual length of blocks for a number of periods: its cube root,
// rounded up.
func BlockLength(periods int) int {
	length := 1
	for length*length*length < periods {
		length++
	}
	return length
}
