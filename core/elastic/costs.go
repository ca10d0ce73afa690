package elastic

import (
	"math"

	"hopyard/core/detmath"
	"hopyard/core/simtime"
)

// Of returns the length of a stage, from 1 (s1) to 7 (s7), of a change from p to p2
// nodes or tasks. The data of the job are spread evenly over them. The length is
// the sum of these terms, each rounded up to a millisecond:
//
//   - every stage: its fixed part;
//   - s3: Launch for every doubling of p2-p;
//   - s7: Rebuild for every doubling of p2;
//   - s7: the time to move the part 1-p/p2 of the data, which is stored on new nodes
//     afterwards, at the total bandwidth of the p nodes that hold the data before.
//
// A job that shrinks sends data from the nodes that it gives up. It moves the part
// 1-p2/p of its data, at the total bandwidth of the p2 nodes that it keeps (our
// extension). Cost: O(1).
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

// moving returns the time to spread data evenly from the smaller to the larger
// given number of nodes, or to gather the data back.
func (c *Costs) moving(few, many int32, data int64) simtime.Duration {
	if c.Bandwidth <= 0 || data <= 0 || few == many {
		return 0
	}
	part := float64(many-few) / float64(many)
	return up(float64(float64(data)*part) * 1000 / float64(float64(c.Bandwidth)*float64(few)))
}

func times(d simtime.Duration, by float64) simtime.Duration { return up(float64(float64(d) * by)) }

// up rounds ms up to a whole number of milliseconds. An excess of less than a
// millionth is treated as a rounding error and ignored.
func up(ms float64) simtime.Duration {
	if ms >= float64(simtime.Max) {
		return simtime.Duration(simtime.Max)
	}
	return simtime.Duration(math.Ceil(ms - 1e-6))
}

// log2 returns the logarithm of n to base 2, for n of at least 1. It is exact for
// powers of two.
func log2(n int32) float64 {
	whole := math.Ilogb(float64(n))
	if n == 1<<whole {
		return float64(whole)
	}
	return detmath.Log(float64(n)) / detmath.Log(2)
}

// Schedule returns the length of each stage of a change from p to p2. A growth
// passes through all stages. If the job shrinks, only s6 and s7 take place, and the
// other stages have length 0. Cost: O(1).
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
