package workload

import (
	"math"

	"hopyard/core/detmath"
)

// longestRun is ln of the longest run time in seconds, which is about 45 hours.
const longestRun = 12

// size draws the size of a job in processors, at most the given maximum. A single
// random number decides whether the job is serial and, if not, whether its size is
// a power of two.
func (s *lublinSet) size(d *draws, widest int64) int64 {
	u := d.unit()
	if u <= s.serial || widest == 1 {
		return 1
	}
	for {
		low, high := s.low, s.medium
		if d.unit() > s.first {
			low, high = s.medium, s.high
		}
		x := d.between(low, high)
		if u <= s.serial+s.pow2 {
			x = math.Floor(x + 0.5)
		}
		if n := math.Floor(detmath.Exp(float64(x*math.Ln2)) + 0.5); n <= float64(widest) {
			return int64(n)
		}
	}
}

// run draws the run time of a job of the given size, in whole seconds, at least 1.
func (s *lublinSet) run(d *draws, size int64) int64 {
	short := float64(s.slope*float64(size)) + s.offset
	for {
		shape, scale := s.shape1, s.scale1
		if d.unit() > short {
			shape, scale = s.shape2, s.scale2
		}
		if h := d.gamma(shape, scale); h <= longestRun {
			return int64(detmath.Exp(h))
		}
	}
}
