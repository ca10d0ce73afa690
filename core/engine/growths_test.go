package engine

import "testing"

// TestNoGrowth checks that without a growth policy no growth is in progress and
// none can be lost.
func TestNoGrowth(t *testing.T) {
	e := alone4(t)
	if n := len(e.Growths()); n != 0 || e.loseGrowth(0, e.state.Job(0).Placement) {
		t.Errorf("%d growths", n)
	}
}
