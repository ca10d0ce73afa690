package elastic_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"hopyard/core/elastic"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// TestCosts compares the lengths of stages (SOURCES.md S2.3) with results computed
// by hand. Every stage has a fixed part. Stage s3 adds Launch times log2 of the
// number of new tasks. Stage s7 adds Rebuild times log2 of the number of all tasks.
// It also adds the part 1-p/p' of the data, divided by the total bandwidth of the p
// tasks that send it.
func TestCosts(t *testing.T) {
	c := elastic.Costs{Stages: [elastic.NumStages]simtime.Duration{100, 200, 300, 400, 500, 600, 700}, Launch: 1000, Rebuild: 2000, Bandwidth: 1e6}
	for _, x := range []struct {
		stage int
		p, p2 int32
		data  int64
		want  simtime.Duration
	}{
		{1, 4, 8, 0, 100},
		{2, 4, 8, 1e9, 200},
		{3, 4, 8, 0, 300 + 2*1000}, // log2 4
		{3, 4, 5, 0, 300},          // log2 1
		{3, 4, 7, 0, 300 + 1585},   // log2 3 = 1.58496…
		{4, 4, 8, 0, 400},
		{5, 1, 1024, 0, 500},
		{6, 1, 1024, 0, 600},
		{7, 4, 8, 0, 700 + 3*2000},                       // log2 8
		{7, 4, 8, 8e6, 700 + 3*2000 + 1000},              // 4 of 8 MB at 4 MB/s
		{7, 2, 8, 8e6, 700 + 3*2000 + 3000},              // 6 of 8 MB at 2 MB/s
		{7, 8, 4, 8e6, 700 + 2*2000 + 1000},              // shrinking: 4 of 8 MB at 4 MB/s
		{7, 8, 4, 1, 700 + 2*2000 + 1},                   // the time to move the data is rounded up
		{7, 1, 2, 1 << 60, 700 + 2000 + 576460752303424}, // very long, but no overflow
	} {
		if got := c.Of(x.stage, x.p, x.p2, x.data); got != x.want {
			t.Errorf("s%d, %d to %d, %d bytes: %d ms, want %d", x.stage, x.p, x.p2, x.data, int64(got), int64(x.want))
		}
	}
	if s := c.Schedule(8, 4, 0); s != [elastic.NumStages]simtime.Duration{5: 600, 6: 4700} {
		t.Errorf("to give back takes %v", s)
	}
}

// TestPays compares Comparison.Test with the formula of SOURCES.md S2.4. Here the
// formula is written with the speedups S(p) and S(p') and the remaining work.
func TestPays(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	yes := 0
	for range 20_000 {
		s, s2 := 1+10*r.Float64(), 1+20*r.Float64()
		remaining := 1000 * r.Float64() * s
		setup, stop := float64(r.IntN(300)), float64(r.IntN(300))
		limit := simtime.Duration(r.IntN(1500))
		want := remaining/s > setup+(remaining-setup*s)/s2+stop && setup < remaining/s && setup+stop < float64(limit)
		o := elastic.Comparison{Left: remaining / s, Limit: limit, Setup: simtime.Duration(setup), Stop: simtime.Duration(stop), Factor: s / s2}
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1 } // equal up to a millisecond
		if o.Test().Grows() != want && !near(remaining/s, o.After()) && !near(remaining/s, setup) {
			t.Fatalf("S %v to %v, %v left, setup %v, stop %v, limit %v: %v", s, s2, remaining, setup, stop, int64(limit), o.Test())
		}
		if want {
			yes++
		}
	}
	if yes < 1000 || yes > 15_000 {
		t.Errorf("%d of 20000 pay", yes)
	}
}

// TestEstimate checks the estimate for a job with a walltime of 1000 s on 4 nodes.
// If half of the work is done, it has 500 s left on 4 nodes, and 250 s on 8 nodes,
// where it is twice as fast.
func TestEstimate(t *testing.T) {
	for _, x := range []struct{ progress, slower, want float64 }{{0, 1, 1e6}, {0.5, 1, 5e5}, {0.5, 0.5, 2.5e5}, {1, 1, 0}, {1.0000001, 1, 0}} {
		if got := elastic.Estimate(x.progress, 1000*simtime.Second, x.slower); math.Abs(got-x.want) > 1e-6 {
			t.Errorf("%v done: %v ms, want %v", x.progress, got, x.want)
		}
	}
}

// TestVerdicts checks the verdict for figures that meet each condition, and for
// figures that do not.
func TestVerdicts(t *testing.T) {
	for _, x := range []struct {
		o    elastic.Comparison
		want elastic.GrowthVerdict
	}{
		{elastic.Comparison{Left: 1000, Limit: 5000, Setup: 100, Stop: 50, Factor: 0.5}, elastic.Gains},
		{elastic.Comparison{Left: 1000, Limit: 5000, Setup: 1000, Stop: 50, Factor: 0.5}, elastic.EndsBefore},
		{elastic.Comparison{Left: 1000, Limit: 150, Setup: 100, Stop: 50, Factor: 0.5}, elastic.LimitBefore},
		{elastic.Comparison{Left: 1000, Limit: 5000, Setup: 100, Stop: 450, Factor: 0.5}, elastic.NoGain}, // 100 + 450 + 450 = 1000, so the job would not end earlier
		{elastic.Comparison{Left: 1000, Limit: 5000, Setup: 100, Stop: 449, Factor: 0.5}, elastic.Gains},
	} {
		if got := x.o.Test(); got != x.want {
			t.Errorf("%+v: %v, want %v", x.o, got, x.want)
		}
	}
}

// TestOrder checks for each rule which of two jobs grows first, and that ties are
// broken by JobID.
func TestOrder(t *testing.T) {
	linear := &workload.Speedup{}
	flat := &workload.Speedup{Model: workload.Amdahl, Serial: 0.5}
	a := elastic.GrowthCandidate{Job: 1, Rank: 9, Size: 2, Left: 50, Speedup: flat}
	b := elastic.GrowthCandidate{Job: 2, Rank: 3, Size: 4, Left: 20, Speedup: linear}
	for rule, first := range map[elastic.GrowthOrder]workload.JobID{elastic.QueueFirst: 2, elastic.Always: 2, elastic.SmallestFirst: 1, elastic.SteepestFirst: 2, elastic.ShortestFirst: 2} {
		if got := rule.Before(&a, &b); got != (first == 1) || rule.Before(&b, &a) == got {
			t.Errorf("%v: job 1 first is %v", rule, got)
		}
		twin := a
		twin.Job = 0
		if !rule.Before(&twin, &a) || rule.Before(&a, &twin) {
			t.Errorf("%v: a tie does not end in the JobID", rule)
		}
	}
}

// TestUseful checks that a job takes no nodes that do not make it faster. It uses
// Downey's model with parallelism 8 and no variance, by which a job is as fast on 8
// nodes as on 20.
func TestUseful(t *testing.T) {
	s := workload.Speedup{Model: workload.Downey, Parallelism: 8}
	for _, x := range [][3]int32{{2, 20, 8}, {2, 6, 6}, {8, 20, 8}} {
		if got := elastic.Useful(s.At, x[0], x[1]); got != x[2] {
			t.Errorf("from %d, %d are there: %d are useful, want %d", x[0], x[1], got, x[2])
		}
	}
}
