package workload

import (
	"math"
	"slices"
	"testing"

	"hopyard/core/detmath"
)

// TestArrivalsTwin compares the times of arrivals with a simple model. The model
// adds up all points drawn so far and spends them on half hours from midnight on,
// regardless of the arrivals in between.
func TestArrivalsTwin(t *testing.T) {
	for types := range lublinSets {
		set := &lublinSets[types]
		a, d := arrivals{set: *set, draws: newDraws(3, 9)}, newDraws(3, 9)
		a.begin()
		paid := 0.0
		for i := range 5000 {
			g := math.Inf(1)
			for g > 13 {
				g = d.gamma(set.gapShape*set.rush, set.gapScale)
			}
			paid += math.Exp(g) / 1800
			want, rest := 0.0, paid
			for h := 0; rest > 0; h = (h + 1) % 48 {
				part := min(1, rest/a.weights[h])
				want += 1800 * part
				rest -= a.weights[h]
			}
			if math.Abs(a.clock-want) > 1e-6*want {
				t.Fatalf("set %d, arrival %d at %v s, want %v", types, i, a.clock, want)
			}
			a.next()
		}
	}
}

// TestGamma checks the gamma sampler against the distribution function by a
// Kolmogorov-Smirnov test. A deviation of 1.95/sqrt(n) is exceeded in one of a
// thousand cases.
func TestGamma(t *testing.T) {
	const n = 20_000
	for i, c := range [][2]float64{{1, 1}, {1.5, 2}, {3.8351, 0.6605}, {6.57, 0.823}, {10.46, 0.4871}, {312, 0.03}, {639.1, 0.0156}} {
		d := newDraws(int64(i), 0)
		x := make([]float64, n)
		for i := range x {
			x[i] = d.gamma(c[0], c[1])
		}
		slices.Sort(x)
		// math.Gamma overflows above 171, so normalize by the integral up to a very
		// large argument
		all, scale := detmath.LowerGamma(min(c[0], 100), 400), 1.0
		cdf := func(x float64) float64 { return scale * detmath.LowerGamma(c[0], x/c[1]) / all }
		if c[0] > 100 {
			cdf = func(x float64) float64 { return gammaCDF(c[0], x/c[1]) }
		}
		worst := 0.0
		for i, x := range x {
			p := cdf(x)
			worst = max(worst, math.Abs(p-float64(i)/n), math.Abs(p-float64(i+1)/n))
		}
		if worst > 1.95/math.Sqrt(n) {
			t.Errorf("gamma(%v, %v): its distribution is off by %v", c[0], c[1], worst)
		}
	}
}

// gammaCDF returns the regularized lower incomplete gamma function for large a,
// computed from its series in logarithms.
func gammaCDF(a, x float64) float64 {
	lg, _ := math.Lgamma(a + 1)
	sum, term := 0.0, math.Exp(a*math.Log(x)-x-lg)
	for n := 1.0; term > 1e-18 || n < x-a; n++ {
		sum += term
		term *= x / (a + n)
	}
	return sum
}
