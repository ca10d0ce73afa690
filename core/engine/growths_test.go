package engine

import "testing"

// TestNoGrowth: without a policy of growth nothing grows, and nothing is lost.
func TestNoGrowth(t *testing.T) {
	e := alone4(t)
	if n := len(e.Growths()); n != 0 || e.loseGrowth(0, e.state.Job(0).Placement) {
		t.Errorf("%d growths", n)
	}
}
