package fidelity_test

import (
	"testing"

	"hopyard/core/fidelity/fidelitytest"
	"hopyard/core/soaktest"
)

// TestTruthRepeats measures how certain the signs are that TestWhatIfs asks for. Each of
// its changes is simulated in worlds that leave the same record of submissions and differ
// in the milliseconds only, which sacct cuts off. Where two of these worlds disagree about
// the sign, no prediction from the record can know it.
func TestTruthRepeats(t *testing.T) {
	if !soaktest.Whole() {
		t.Skip("takes hours; set HOPYARD_SOAK")
	}
	const worlds = 4
	cases, agree, pairs := 0, 0, 0
	for k := range 10 {
		o := fidelitytest.MonthOptions{Days: 28, Load: 700 + 20*int64(k), Off: 0.2, Missing: 0.02, Seed: uint64(k + 1), Unknown: k%2 == 1}
		m := fidelitytest.New(o)
		var before [worlds + 1][]float64
		for r := range before {
			before[r] = m.Truth(func(w *fidelitytest.World) { w.Redraw = uint64(r) })
		}
		done := 0
		for i := range whatIfs {
			w := &whatIfs[(i+3*k)%len(whatIfs)]
			if done == 10 || w.weights && o.Unknown {
				continue
			}
			done++
			cases++
			var effects [worlds + 1]float64
			for r := range effects {
				after := m.Truth(func(x *fidelitytest.World) { w.edit(x); x.Redraw = uint64(r) })
				for j, id := range m.Listed() {
					if id != "" && before[r][j] >= 0 && after[j] >= 0 {
						effects[r] += after[j] - before[r][j]
					}
				}
			}
			for _, e := range effects[1:] {
				if pairs++; e*effects[0] > 0 {
					agree++
				}
			}
			t.Logf("month %d, %s=%s: %.0f", o.Seed, w.path, w.value, effects)
		}
	}
	t.Logf("%d changes; another world has the sign of the first one in %d of %d pairs", cases, agree, pairs)
}
