package main

import (
	"slices"
	"testing"
)

// TestReadTurn checks that the method read stores the median time of the engine's
// runs. The first run must not count.
func TestReadTurn(t *testing.T) {
	var s side
	for _, out := range []string{"7 jobs, hash 00ff\n9s 9s\n30ms 3ms\n10ms 1ms\n20ms 5ms\n", "7 jobs, hash 00ff\n9s 9s\n40ms 4ms\n"} {
		if err := s.read(out); err != nil {
			t.Fatal(err)
		}
	}
	if s.jobs != 7 || s.hash != "00ff" || !slices.Equal(s.engine.clock, []float64{0.02, 0.04}) || !slices.Equal(s.engine.processors, []float64{0.003, 0.004}) {
		t.Errorf("read %+v", s)
	}
	for _, bad := range []string{"", "jobs", "7 jobs, hash 00ff\n9s 9s\n", "7 jobs, hash 00ff\n9s 9s\n1s soon\n", "7 jobs, hash 00ff\n9s 9s\n1s\n"} {
		if s.read(bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// TestRatio checks that each ratio is computed from two times of the same turn. A
// turn in which everything is slow must give the same ratio as any other turn.
func TestRatio(t *testing.T) {
	if got := ratio([]float64{2, 40, 6}, []float64{1, 10, 2}); got != 3 {
		t.Errorf("the median of 2, 4 and 3 is %v", got)
	}
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("the median of 1 to 4 is %v", got)
	}
}
