package elastic

import (
	"math"

	"hopyard/core/detmath"
	"hopyard/core/simtime"
)

// Of is how long a stage, 1 (s1) to 7 (s7), lasts when a job changes from p to
// p2 nodes or tasks and its data are spread evenly over them: what is fixed;
// for s3 Launch for every doubling of p2-p; for s7 Rebuild for every doubling
// of p2, and the time in which the part of the data that lies elsewhere
// afterwards, 1-p/p2 of them, moves with the bandwidth of the p that hold it.
// A job that shrinks sends from the nodes that leave, and moves 1-p2/p of its
// data to the p2 that stay (ours). Rounded up to a tick. Cost: O(1).
//
// Source: SOURCES.md S2.3 (INFERRED).
func (c *Costs) Of(stage int, p, p2 int32, data int64) simtime.Duration {
	d := c.Stages[stage-1]
	switch {
	case stage == 3 && p2 > p:
		d += times(c.Launch, log2(p2-p))
	case stage == 7:
		d += times(c.Rebuild, log2(p2))
		d += c.moving(min(p, p2), max(p, p2), data)
	}
	return min(d, simtime.Duration(simtime.Max))
}

// moving is how long data that are spread over few take to be spread over
// many, or back.
func (c *Costs) moving(few, many int32, data int64) simtime.Duration {
	if c.Bandwidth <= 0 || data <= 0 || few == many {
		return 0
	}
	part := float64(many-few) / float64(many)
	return up(float64(float64(data)*part) * 1000 / float64(float64(c.Bandwidth)*float64(few)))
}

func times(d simtime.Duration, by float64) simtime.Duration { return up(float64(float64(d) * by)) }

// up rounds milliseconds up to a tick; less than a millionth of one is taken
// for an error of arithmetic.
func up(ms float64) simtime.Duration {
	if ms >= float64(simtime.Max) {
		return simtime.Duration(simtime.Max)
	}
	return simtime.Duration(math.Ceil(ms - 1e-6))
}

// log2 is the logarithm of n, 1 or more; of powers of two it is exact.
func log2(n int32) float64 {
	whole := math.Ilogb(float64(n))
	if n == 1<<whole {
		return float64(whole)
	}
	return detmath.Log(float64(n)) / detmath.Log(2)
}

// Schedule is how long each stage lasts of a growth, or of a shrinking, which
// has the last two stages only. Cost: O(1).
func (c *Costs) Schedule(p, p2 int32, data int64) (stages [NumStages]simtime.Duration) {
	first := 1
	if p2 < p {
		first = 6
	}
	for s := first; s <= NumStages; s++ {
		stages[s-1] = c.Of(s, p, p2, data)
	}
	return stages
}
