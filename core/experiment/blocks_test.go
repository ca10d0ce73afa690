package experiment_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"hopyard/core/experiment"
)

// TestBlockBootstrap compares with the textbook interval where periods are independent,
// and checks that dependent ones have a wider interval with blocks.
func TestBlockBootstrap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := 400
	over, under, walk, x := make([]float64, n), make([]float64, n), make([]float64, n), 0.0
	for i := range n {
		over[i], under[i] = r.NormFloat64(), 1
		x = 0.9*x + r.NormFloat64()
		walk[i] = x
	}
	got, want := experiment.BlockBootstrap(over, under, 1, 4000, 1), experiment.Of(over)
	if math.Abs(got.Mean-want.Mean) > 1e-12 || math.Abs(got.Half/want.Half-1) > 0.05 {
		t.Errorf("%+v, want about %+v", got, want)
	}
	one, many := experiment.BlockBootstrap(walk, under, 1, 2000, 1), experiment.BlockBootstrap(walk, under, 25, 2000, 1)
	if many.Half < 2*one.Half {
		t.Errorf("half width %v with blocks, %v without", many.Half, one.Half)
	}
	if again := experiment.BlockBootstrap(walk, under, 25, 2000, 1); again != many {
		t.Errorf("%+v, then %+v", many, again)
	}
	for _, c := range []struct {
		over, under []float64
		block       int
		mean        float64
	}{{nil, nil, 1, 0}, {[]float64{3}, []float64{2}, 1, 1.5}, {[]float64{1, 2}, []float64{0, 0}, 1, 0}, {[]float64{1, 2, 3}, []float64{1, 1, 1}, 5, 2}} {
		if e := experiment.BlockBootstrap(c.over, c.under, c.block, 10, 1); e.Mean != c.mean || e.Half != 0 {
			t.Errorf("%v over %v: %+v", c.over, c.under, e)
		}
	}
	for n, want := range map[int]int{1: 1, 8: 2, 9: 3, 27: 3, 28: 4} {
		if got := experiment.BlockLength(n); got != want {
			t.Errorf("%d periods: blocks of %d, want %d", n, got, want)
		}
	}
}
