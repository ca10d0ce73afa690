package metrics

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TestOvertakenIsAllPairs checks the count of overtaken jobs. It must equal a count
// over all pairs of jobs. The jobs start in random order; some start at the same
// time, and some never start. Some runs are long enough for several blocks.
func TestOvertakenIsAllPairs(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := 1 + r.IntN(60)
		if seed < 3 {
			n = 10_000
		}
		order := r.Perm(n)[:r.IntN(n+1)]
		first, now := make([]simtime.Time, n), simtime.Time(r.IntN(2))
		for i := range first {
			first[i] = -1
		}
		o := newOvertaken(n / 2)
		o.grow(n)
		for _, id := range order {
			now += simtime.Time(r.IntN(3))
			first[id] = now
			o.read(&trace.Event{Time: now, Kind: trace.Start, Job: workload.JobID(id)})
		}
		want := int64(0)
		for i := range first {
			before := 0
			for k := i + 1; k < n; k++ {
				if first[i] >= 0 && first[k] >= 0 && first[k] < first[i] {
					before++
				}
			}
			if before > oftenOvertaken {
				want++
			}
		}
		if o.often != want {
			t.Fatalf("seed %d: %d are overtaken often, want %d; they start at %v", seed, o.often, want, first)
		}
	}
}

// TestPercentileIsSorted checks that percentile returns the right element of the
// sorted times. It calls percentile repeatedly on the same slice, because each call
// reorders the slice.
func TestPercentileIsSorted(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		times := make([]simtime.Duration, 1+r.IntN(300))
		for i := range times {
			times[i] = simtime.Duration(r.IntN(1 + r.IntN(1000)))
		}
		sorted := slices.Sorted(slices.Values(times))
		for _, percent := range []int{95, 99, 50, 1, 100} {
			want := float64(sorted[(len(sorted)*percent+99)/100-1]) / 1000
			if got := percentile(times, percent); got != want {
				t.Fatalf("seed %d: the %d-th percentile of %v is %v, want %v", seed, percent, sorted, got, want)
			}
		}
	}
	if percentile(nil, 95) != 0 {
		t.Error("the percentile of nothing is not 0")
	}
}
