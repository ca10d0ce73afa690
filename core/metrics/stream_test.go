package metrics

import (
	"math"
	"math/rand/v2"
	"testing"

	"hopyard/core/simtime"
)

// TestWaitCounts compares percentiles of counted waits, from 0 to beyond the largest
// time of a run, with the exact ones. The error must be at most 1/2048.
func TestWaitCounts(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 5))
		var counts waitCounts
		waits := make([]simtime.Duration, 1+r.IntN(500))
		for i := range waits {
			waits[i] = simtime.Duration(r.Uint64() >> (2 + r.IntN(62)))
			counts.add(waits[i])
		}
		for _, percent := range []int{1, 50, 95, 99, 100} {
			want, got := percentile(waits, percent), counts.percentile(percent)
			if math.Abs(got-want) > want/2048 {
				t.Fatalf("seed %d: the percentile %d of %d waits is %v, want %v", seed, percent, len(waits), got, want)
			}
		}
	}
	if new(waitCounts).percentile(95) != 0 {
		t.Error("no waits have a percentile")
	}
}
