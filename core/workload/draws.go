package workload

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"hopyard/core/detmath"
)

// draws is one stream of random numbers. Every purpose of a model has a stream
// of its own, so that a change of one leaves the draws of the others alone.
// It uses nothing of math/rand/v2 but its generator: NormFloat64 and
// ExpFloat64 go through math.Exp, whose bits differ between machines.
type draws struct{ rand.PCG }

// newDraws is the stream of a seed for one purpose, a small number. The
// purposes are spread by the golden ratio, so that streams do not begin alike.
func newDraws(seed int64, purpose uint64) (d draws) {
	d.Seed(uint64(seed), (purpose+1)*0x9e3779b97f4a7c15)
	return d
}

// unit is uniform in [0, 1), a multiple of 2^-53.
func (d *draws) unit() float64 { return float64(d.Uint64()>>11) * 0x1p-53 }

// between is uniform in [low, high).
func (d *draws) between(low, high float64) float64 {
	return low + float64(d.unit()*(high-low))
}

// whole is a whole number from low to high, both included. No number is
// likelier than another by more than 2^-40 for spans below 2^24.
func (d *draws) whole(low, high int64) int64 {
	n, _ := bits.Mul64(d.Uint64(), uint64(high-low)+1)
	return low + int64(n)
}

// normal is the standard normal distribution, by the polar method of
// Marsaglia and Bray (1964).
func (d *draws) normal() float64 {
	for {
		u, v := d.between(-1, 1), d.between(-1, 1)
		if s := float64(u*u) + float64(v*v); s < 1 && s > 0 {
			return float64(u * math.Sqrt(-2*detmath.Log(s)/s))
		}
	}
}

// gamma is the distribution gamma(shape, scale), of mean shape*scale, for
// shapes of 1 and more. Source: SOURCES.md WORK.2; Marsaglia and Tsang, "A
// simple method for generating gamma variables", ACM TOMS 26 (2000): exact in
// distribution, as the sums of exponentials of Lublin's program are, at two or
// three logarithms a draw instead of up to 639.
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
