package workload

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"hopyard/core/detmath"
)

// draws is a stream of random numbers. Each purpose of a model has its own stream,
// so that changing one parameter does not affect the draws for the others. From
// math/rand/v2 only the generator is used: NormFloat64 and ExpFloat64 call
// math.Exp, whose results differ between machines in the last bits.
type draws struct{ rand.PCG }

// newDraws returns the stream for a seed and a purpose, which is a small number.
// The golden ratio spreads the purposes, so that their streams do not begin alike.
func newDraws(seed int64, purpose uint64) (d draws) {
	d.Seed(uint64(seed), (purpose+1)*0x9e3779b97f4a7c15)
	return d
}

// unit returns a uniform draw from [0, 1), a multiple of 2^-53.
func (d *draws) unit() float64 { return float64(d.Uint64()>>11) * 0x1p-53 }

// between returns a uniform draw from [low, high).
func (d *draws) between(low, high float64) float64 {
	return low + float64(d.unit()*(high-low))
}

// whole returns a uniform integer from low to high, inclusive. For spans below
// 2^24, the relative difference between the probabilities of two numbers is below
// 2^-40.
func (d *draws) whole(low, high int64) int64 {
	n, _ := bits.Mul64(d.Uint64(), uint64(high-low)+1)
	return low + int64(n)
}

// normal returns a draw from the standard normal distribution by the polar method
// of Marsaglia and Bray (1964).
func (d *draws) normal() float64 {
	for {
		u, v := d.between(-1, 1), d.between(-1, 1)
		if s := float64(u*u) + float64(v*v); s < 1 && s > 0 {
			return float64(u * math.Sqrt(-2*detmath.Log(s)/s))
		}
	}
}

// gamma returns a draw from the distribution gamma(shape, scale), whose mean is
// shape*scale, for shapes of at least 1. Source: SOURCES.md WORK.2; Marsaglia and
// Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000). Like
// the sums of exponentials in Lublin's program, the method is exact in
// distribution, but it needs two or three logarithms per draw instead of up to 639.
func (d *draws) gamma(shape, scale float64) float64 {
	m := shape - 1.0/3
	c := 1 / math.Sqrt(9*m)
	for {
		x := d.normal()
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = float64(float64(v*v) * v)
		half := float64(float64(x*x) / 2)
		if detmath.Log(d.unit()) < half+float64(m*(1-v+detmath.Log(v))) {
			return float64(float64(m*v) * scale)
		}
	}
}
