package experiment_test

import (
	"math"
	"slices"
	"testing"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestOf checks the estimate for the sample 2, 4, 4, 4, 5, 5, 7, 9, whose mean is 5
// and whose squared deviations add up to 32.
func TestOf(t *testing.T) {
	e := experiment.Of([]float64{2, 4, 4, 4, 5, 5, 7, 9})
	sd := math.Sqrt(32.0 / 7)
	near(t, "mean", e.Mean, 5, 1e-15)
	near(t, "deviation", e.SD, sd, 1e-15)
	near(t, "half width", e.Half, 2.364624251593*sd/math.Sqrt(8), 1e-9)
	for _, sample := range [][]float64{nil, {3}, {0.1, 0.1, 0.1}} {
		e := experiment.Of(sample)
		if e.SD != 0 || e.Half != 0 || e.Sign() != 0 && len(sample) < 2 || len(sample) > 0 && e.Mean != sample[0] || e.N != len(sample) {
			t.Errorf("%v: %+v", sample, e)
		}
	}
}

// within returns the probability that |t| is at most x, computed by Simpson's rule
// from the density.
func within(x float64, df int) float64 {
	n := float64(df)
	a, _ := math.Lgamma((n + 1) / 2)
	b, _ := math.Lgamma(n / 2)
	density := func(u float64) float64 {
		return math.Exp(a-b-(n+1)/2*math.Log1p(u*u/n)) / math.Sqrt(n*math.Pi)
	}
	const steps = 20_000
	h, sum := x/steps, density(0)+density(x)
	for i := 1; i < steps; i++ {
		sum += density(float64(i)*h) * float64(2+i%2*2)
	}
	return 2 * sum * h / 3
}

// TestT975 checks the quantiles by integrating the density of Student's t.
func TestT975(t *testing.T) {
	for _, df := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 20, 29, 50, 99, 999} {
		near(t, "probability", within(experiment.T975(df), df), 0.95, 3e-7)
	}
	near(t, "quantile for 99", experiment.T975(99), 1.984216952, 1e-6)
	for df := 1; df < 200; df++ {
		if experiment.T975(df+1) >= experiment.T975(df) {
			t.Errorf("T975(%d) is not more than that of the next", df)
		}
	}
}

// TestDifference checks the estimate for paired values. Large differences from one
// pair to the next must not affect it.
func TestDifference(t *testing.T) {
	a, b := []float64{101, 902, 303}, []float64{100, 900, 300}
	e := experiment.Difference(a, b)
	near(t, "mean", e.Mean, 2, 1e-12)
	near(t, "deviation", e.SD, 1, 1e-12)
	if e.Sign() != 0 { // the interval is 2 ± 2.48
		t.Errorf("three pairs are called different: %+v", e)
	}
	a, b = append(a, 502, 602), append(b, 500, 600)
	if e := experiment.Difference(a, b); e.Sign() != 1 {
		t.Errorf("five pairs are not called different: %+v", e)
	}
	if e := experiment.Difference(b, a); e.Sign() != -1 {
		t.Errorf("the other way round: %+v", e)
	}
}

// TestRank checks which sample Rank finds to be the best, and which samples it
// finds not to be significantly worse in paired comparison.
func TestRank(t *testing.T) {
	samples := [][]float64{
		{10, 20, 30, 40}, // worse than the best sample by 3 in every repetition
		{7, 17, 27, 37.},
		nil,
		{8, 16, 28, 38}, // better in some repetitions, worse in others
		{7, 17, 27, 37.},
	}
	r := experiment.Rank(samples, metrics.LowerBetter)
	if r.Best != 1 || !slices.Equal(r.Equal, []int{1, 3, 4}) {
		t.Errorf("lower is better: %+v", r)
	}
	near(t, "gap", r.Gap[0].Mean, 3, 1e-12)
	r = experiment.Rank(samples, metrics.HigherBetter)
	if r.Best != 0 || !slices.Equal(r.Equal, []int{0}) || r.Gap[1].Mean != 3 {
		t.Errorf("higher is better: %+v", r)
	}
	if r := experiment.Rank([][]float64{nil}, metrics.LowerBetter); r.Best != -1 {
		t.Errorf("nothing: %+v", r)
	}
	// With a single repetition no sample is significantly worse.
	if r := experiment.Rank([][]float64{{1}, {2}}, metrics.LowerBetter); len(r.Equal) != 2 {
		t.Errorf("one repetition: %+v", r)
	}
}
