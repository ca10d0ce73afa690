package experiment

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSignFlip checks the exact results of the randomization test against values
// counted by hand. Its estimates must be close to the exact results. See SOURCES.md
// STAT.2.
func TestSignFlip(t *testing.T) {
	for _, c := range []struct {
		d    []float64
		want float64
	}{
		{nil, 1},
		{[]float64{0, 0, 0}, 1},
		{[]float64{1, 2, 3}, 0.25},
		{[]float64{-1, -2, -3}, 0.25},
		{[]float64{1, 1, 1, 1, 1, 1}, 2.0 / 64},
		{[]float64{0.1, 0.2, -0.3}, 1},
		{[]float64{1, 2, -3, 4}, 0.625}, // 10 of the 16 sums are at least 4 in absolute value
	} {
		if got := SignFlip(c.d, 100, 1); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.d, got, c.want)
		}
	}
	r := rand.New(rand.NewPCG(3, 3))
	var d []float64
	for range exactly {
		d = append(d, r.NormFloat64()+0.4)
	}
	exact := SignFlip(d, 100, 1)
	longer := append(slices.Clone(d), 0) // the additional 0 does not change the result, but makes the list too long for the exact method
	if got := SignFlip(longer, 20_000, 1); math.Abs(got-exact) > 0.02 || got != SignFlip(longer, 20_000, 1) {
		t.Errorf("estimated as %v, exactly %v", got, exact)
	}
}

// TestHolm checks the example of SOURCES.md STAT.2.
func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Fatalf("%v", got)
		}
	}
	if len(Holm(nil)) != 0 || Holm([]float64{0.6, 0.7})[0] != 1 {
		t.Error("of none, or above 1")
	}
}
