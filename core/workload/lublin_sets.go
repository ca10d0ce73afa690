package workload

import (
	"math"

	"hopyard/core/detmath"
)

// lublinSet is a column of the model's table of parameters. The log2 of a size has
// a two-stage uniform distribution. The logarithm (ln) of a run time in seconds has
// a hyper-gamma distribution, and that of a time between arrivals a gamma
// distribution.
type lublinSet struct {
	serial, pow2       float64 // probabilities of size 1, and of any larger power of two
	low, medium, high  float64 // corners of the distribution of log2 of the size, for a machine of 128 processors
	first              float64 // probability that log2 of the size lies between low and medium, rather than between medium and high
	shape1, scale1     float64 // run times: first gamma distribution, for short jobs
	shape2, scale2     float64 // probability that log2 of the size lies between low and medium; otherwise it lies between medium and high
	slope, offset      float64 // the first distribution is chosen with probability slope*size + offset
	gapShape, gapScale float64 // time to the next arrival in rush hours
	dayShape, dayScale float64 // distribution of arrivals over the half hours of a day that begins at 5:00
	rush               float64 // factor for gapShape that corrects from rush hours to the whole day
}

// lublinSets holds the parameters of typeless, batch and interactive jobs. Source:
// SOURCES.md WORK.1.
var lublinSets = [...]lublinSet{
	{0.244, 0.576, 0.8, 4.5, 7, 0.86, 4.2, 0.94, 312, 0.03, -0.0054, 0.78, 10.2303, 0.4871, 8.1737, 3.9631, 1.0225},
	{0.2927, 0.6686, 1.2, 5, 7, 0.875, 6.57, 0.823, 639.1, 0.0156, -0.003, 0.6986, 6.0415, 0.8531, 6.1271, 5.2740, 1.0519},
	{0.1541, 0.625, 1, 3, 5.5, 0.705, 3.8351, 0.6605, 7.073, 0.6856, -0.0118, 0.9156, 6.5510, 0.6621, 8.9186, 3.6680, 0.9797},
}

// log2 returns the binary logarithm, exactly for powers of two.
func log2(x float64) float64 {
	m, e := math.Frexp(x)
	return float64(e) + detmath.Log(m)/math.Ln2
}

// fit moves the upper two corners of the size distribution, which are given for 128
// processors, to a machine with the given number. No corner falls below the
// preceding one.
func (s *lublinSet) fit(widest int64) {
	move := log2(float64(widest)) - 7
	s.medium = max(s.medium+move, s.low)
	s.high = max(s.high+move, s.medium)
}
