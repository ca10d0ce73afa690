package draw

import (
	"math"
	"strings"
	"testing"
)

func TestScrubShowsEveryKind(t *testing.T) {
	steps := make([]MarkKind, 100_000)
	for i := range steps {
		steps[i] = MarkKind(i % 3)
	}
	steps[5000] = MarkKill
	s := Scrub{Size: Size{800, 32, 1}, Density: NewDensity(steps, 800), Step: 25_000}
	var b Buffer
	b.Reset(s.Size)
	s.Draw(&b)
	inspect(t, "scrub", &b)
	marks := map[Colour]int{}
	for c := range b.commands {
		if c.op == opFill {
			marks[c.colour] += len(c.figures)
		}
		if c.op == opRound && c.colour == Accent && math.Abs(c.figures[0][2]-(800-2*ThumbRadius)/4) > 0.01 {
			t.Errorf("a quarter of the steps is %v px long", c.figures[0][2])
		}
	}
	if marks[Bad] != 1 || marks[Good] < 200 || marks[Soft] < 200 {
		t.Errorf("marks by colour: %v", marks)
	}
	for _, s := range []Scrub{{}, {Size: Size{800, 32, 1}}, {Size: Size{800, 32, 1}, Density: NewDensity(nil, 800), Step: 3}, {Size: Size{800, 32, 1}, Density: NewDensity(steps, 3), Step: 3}} {
		b.Reset(s.Size)
		s.Draw(&b)
	}
}

func TestSparkPath(t *testing.T) {
	even := func(n int) []float64 {
		at := make([]float64, n)
		for i := range at {
			at[i] = float64(i) / float64(max(n-1, 1))
		}
		return at
	}
	nan := math.NaN()
	for _, c := range []struct {
		at, values []float64
		want       string
	}{
		{[]float64{0, 0.5, 1}, []float64{0, 1, 0.5}, "M0 17H32V1H64V9"},
		{[]float64{0, 0.25, 0.5}, []float64{2, 2, 2}, "M0 9H16V9H32V9"}, // a constant value: a level line that ends at the current time
		{[]float64{0, 0.25, 0.5, 1}, []float64{2, nan, 2, 2}, "M0 9H16M32 9H64V9"},
		{[]float64{0, 0.5, 0.501, 0.502}, []float64{0, 1, 3, 2}, "M0 17H32V1H32V6.33"}, // several values on one pixel: the greatest is kept
	} {
		if got := SparkPath(c.at, c.values, 64, 18); got != c.want {
			t.Errorf("%v: %q; want %q", c.values, got, c.want)
		}
	}
	for _, values := range [][]float64{nil, {1}, {nan, nan}, {1, math.Inf(1)}} {
		if got := SparkPath(even(len(values)), values, 64, 18); got != "" {
			t.Errorf("%v: %q", values, got)
		}
	}
	many := make([]float64, 100_000)
	many[70_001] = 5
	if got := SparkPath(even(len(many)), many, 64, 18); len(got) > 5000 || !strings.Contains(got, "V1H") {
		t.Errorf("100,000 values make %d bytes, or lose the peak", len(got))
	}
}
