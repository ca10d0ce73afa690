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
	if got, want := SparkPath([]float64{0, 1, 0.5}, 64, 18), "M0 17L32 1L64 9"; got != want {
		t.Errorf("%q; want %q", got, want)
	}
	if got, want := SparkPath([]float64{2, math.NaN(), 2, 2}, 64, 18), "M0 9M42.67 9L64 9"; got != want {
		t.Errorf("with a gap: %q; want %q", got, want)
	}
	for _, values := range [][]float64{nil, {1}, {math.NaN(), math.NaN()}, {1, math.Inf(1)}} {
		if got := SparkPath(values, 64, 18); got != "" {
			t.Errorf("%v: %q", values, got)
		}
	}
	many := make([]float64, 100_000)
	many[70_001] = 5
	if got := SparkPath(many, 64, 18); len(got) > 5000 || !strings.Contains(got, " 1L") {
		t.Errorf("100,000 values make %d bytes, or lose the peak", len(got))
	}
}
