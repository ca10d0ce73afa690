// Package detmath computes logarithms, exponentials, powers and the incomplete
// gamma function with bit-identical results on every machine and in every browser.
//
// The functions math.Exp, math.Log and math.Pow are written in assembly on some
// machines and in plain Go on others, and their last bits differ. This package uses
// only + - * / in a fixed order. Every product is wrapped in a float64 conversion,
// because Go may otherwise fuse it with the following addition, which rounds
// differently. The functions math.Frexp, Ldexp and Floor are exact.
//
// The errors are a few units in the last place: for Log and Exp the relative error
// is below 1e-15, as the tests measure against package math.
package detmath

import "math"

// ln2High and ln2Low add up to ln 2. The last 20 bits of ln2High are zero, so that
// products of ln2High and small integers are exact.
const (
	ln2High = 0x1.62e42feep-1
	ln2Low  = math.Ln2 - ln2High
)

// Log returns the natural logarithm of x. It returns -Inf for 0 and NaN for
// negative x. Cost: O(1), eleven divisions.
func Log(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case !(x > 0):
		return math.NaN()
	case x > math.MaxFloat64:
		return x
	}
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = m+m, e-1
	}
	// ln m = 2 artanh s = 2s (1 + z/3 + z²/5 + …), with z = s² below 0.0295
	s := (m - 1) / (m + 1)
	z, sum := float64(s*s), 0.0
	for k := 23.0; k > 1; k -= 2 {
		sum = float64((sum + 1/k) * z)
	}
	s += s
	return float64(float64(e)*ln2High) + (s + (float64(s*sum) + float64(float64(e)*ln2Low)))
}

// Exp returns e to the power x. If the result is outside the range of float64, it
// returns 0 or +Inf. Cost: O(1), fourteen divisions.
func Exp(x float64) float64 {
	switch {
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	case x != x:
		return x
	}
	n := math.Floor(float64(x*math.Log2E) + 0.5)
	r := (x - float64(n*ln2High)) - float64(n*ln2Low) // within ±0.3466
	sum := 1.0
	for k := 14.0; k > 0; k-- {
		sum = 1 + float64(sum*r)/k
	}
	return math.Ldexp(sum, int(n))
}

// Pow returns x to the power y for x above 0. Its relative error is the relative
// error of Log times |y ln x|: below 1e-13 while the result is between 1e-100 and
// 1e100.
func Pow(x, y float64) float64 { return Exp(float64(y * Log(x))) }

// LowerGamma returns the lower incomplete gamma function: the integral of t^(a-1)
// e^-t from 0 to x. The parameter a must be above 0, and x at most 700. Divided by
// the gamma function of a, the result is the distribution function of the gamma
// distribution with shape a and scale 1. The function sums a series whose terms are
// all positive, so no precision is lost by cancellation. Cost: O(x + √x) terms.
func LowerGamma(a, x float64) float64 {
	if !(x > 0) {
		return 0
	}
	sum := 1 / a
	for n, term := 1.0, sum; term > sum*0x1p-56; n++ {
		term = float64(term*x) / (a + n)
		sum += term
	}
	return float64(Exp(float64(a*Log(x))-x) * sum)
}
