package workload

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/simtime"
)

// TestDistinctEstimates checks the number of distinct estimates (SOURCES.md WORK.3;
// COMPUTED).
func TestDistinctEstimates(t *testing.T) {
	for n, want := range map[int]int{
		1: 1, 5: 3, 20: 10, 110: 15, 200: 20, 500: 26, 1000: 35, 5000: 59, 10_000: 90,
		70_000: 340, 250_000: 565, 1_000_000: 565,
	} {
		if got := distinctEstimates(n); got != want {
			t.Errorf("%d jobs have %d different estimates, want %d", n, got, want)
		}
	}
	for n := 2; n < 300_000; n++ {
		if distinctEstimates(n) < distinctEstimates(n-1) {
			t.Fatalf("%d jobs have fewer different estimates than %d", n, n-1)
		}
	}
}

// TestHeadTimes checks the popular times (step 2 of the model).
func TestHeadTimes(t *testing.T) {
	const m, h = 60, 3600
	for _, c := range []struct {
		longest int64
		want    []int64
	}{
		// all 15 popular times, the multiples of 10 h (20 h and 30 h), then those
		// of 5 h (25 h and 35 h)
		{36 * h, []int64{36 * h, 5 * m, 10 * m, 15 * m, 20 * m, 30 * m, h, 2 * h, 3 * h, 4 * h, 5 * h, 6 * h, 8 * h, 10 * h, 12 * h, 18 * h, 20 * h, 25 * h, 30 * h, 35 * h}},
		{500 * h, []int64{500 * h, 5 * m, 10 * m, 15 * m, 20 * m, 30 * m, h, 2 * h, 3 * h, 4 * h, 5 * h, 6 * h, 8 * h, 10 * h, 12 * h, 18 * h, 100 * h, 200 * h, 300 * h, 400 * h}},
		// 18 h is the longest time and does not occur twice
		{18 * h, []int64{18 * h, 5 * m, 10 * m, 15 * m, 20 * m, 30 * m, h, 2 * h, 3 * h, 4 * h, 5 * h, 6 * h, 8 * h, 10 * h, 12 * h, 13 * h, 14 * h, 15 * h, 16 * h, 17 * h}},
		{2 * h, []int64{2 * h, 5 * m, 10 * m, 15 * m, 20 * m, 30 * m, 40 * m, 50 * m, h, 65 * m, 70 * m, 75 * m, 80 * m, 85 * m, 90 * m, 95 * m, 100 * m, 105 * m, 110 * m, 115 * m}},
	} {
		if got := headTimes(c.longest); !slices.Equal(got, c.want) {
			t.Errorf("up to %d: %v, want %v", c.longest, got, c.want)
		}
	}
	for longest := int64(2 * h); longest < 400*h; longest += 601 {
		times := headTimes(longest)
		if len(times) != 20 || times[0] != longest || !slices.IsSorted(times[1:]) || times[19] >= longest || len(slices.Compact(times)) != 20 {
			t.Fatalf("up to %d: %v", longest, times)
		}
	}
}

// TestHeadPercents checks the percentages of the popular times (step 3, COMPUTED).
func TestHeadPercents(t *testing.T) {
	p := headPercents(20)
	for rank, want := range map[int]float64{1: 21.733, 2: 10.313, 3: 8.710, 4: 7.369, 5: 6.245, 6: 5.305, 20: 0.866} {
		if math.Abs(p[rank-1]-want) > 0.0005 {
			t.Errorf("rank %d has %.4f %%, want %.3f", rank, p[rank-1], want)
		}
	}
	rest := 0.0
	for _, x := range p[1:] {
		rest += x
	}
	if math.Abs(rest-67.267) > 0.0005 {
		t.Errorf("ranks 2 to 20 have %.4f %%, want 67.267", rest)
	}
	p = headPercents(3)
	if sum := p[0] + p[1] + p[2]; math.Abs(sum-89) > 1e-9 || p[3] != 0 {
		t.Errorf("three ranks have %v %%: %v", sum, p)
	}
}

// TestPairRanks checks the assignment of popularity ranks to times (step 4) against
// a simple implementation with maps. It also compares traceRanks with the table in
// Tsafrir's program.
func TestPairRanks(t *testing.T) {
	const table = `
0: 3 1 1 1      5: 7 9 2 2     10: 16 11 19 20    15: 19 13 17 16
1: 1 3 4 6      6: 8 8 3 18    11: 10 20 5 9      16: 11 10 15 15
2: 4 4 10 5     7: 18 18 7 19  12: 5 16 18 10     17: 12 15 13 17
3: 17 2 14 3    8: 2 6 12 4    13: 15 5 16 14     18: 9 17 8 8
4: 13 12 20 7   9: 6 7 6 11    14: 14 14 9 13     19: 20 19 11 12`
	rows, row := [20][]uint8{}, 0
	for word := range strings.FieldsSeq(table) {
		if name, isRow := strings.CutSuffix(word, ":"); isRow {
			row, _ = strconv.Atoi(name)
			continue
		}
		rank, _ := strconv.Atoi(word)
		rows[row] = append(rows[row], uint8(rank))
	}
	var last [21]int // the last row in which each rank occurs
	for r, row := range rows {
		for _, rank := range row {
			last[rank] = r
		}
	}
	popular := 0
	for seed := range int64(2000) {
		first, d := newDraws(seed, 1), newDraws(seed, 1)
		got, chosen, pool := pairRanks(&first), map[uint8]bool{}, []uint8{}
		for r, row := range rows {
			for _, rank := range row {
				if !chosen[rank] {
					pool = append(pool, rank)
				}
			}
			want := uint8(0)
			for rank := uint8(20); rank >= 1; rank-- {
				if !chosen[rank] && last[rank] <= r {
					want = rank
				}
			}
			switch {
			case r == 0:
				want = 1
			case want == 0:
				a, b := pool[d.whole(0, int64(len(pool)-1))], pool[d.whole(0, int64(len(pool)-1))]
				want = min(a, b)
			}
			if got[r] != want || chosen[want] {
				t.Fatalf("seed %d: time %d has rank %d, want %d (%v)", seed, r, got[r], want, got)
			}
			chosen[want] = true
			pool = slices.DeleteFunc(pool, func(x uint8) bool { return x == want })
		}
		if got[1] == 3 {
			popular++
		}
	}
	// in row 1, the smaller of two draws from the ranks 3, 3, 4, 6 is 3 in three of
	// four cases
	if popular < 1400 || popular > 1600 {
		t.Errorf("the shortest time has rank 3 in %d of 2000 cases, want about 1500", popular)
	}
}

// TestTail checks the tail of the estimates (steps 5 and 6).
func TestTail(t *testing.T) {
	for k, want := range map[int]float64{35: 2.4206, 90: 1.8041} {
		if got := tailCurve(k); math.Abs(got-want) > 0.00005 {
			t.Errorf("a of %d estimates is %.5f, want %.4f", k, got, want)
		}
	}
	for _, c := range []struct {
		k       int
		longest int64
	}{{21, 7200}, {35, 36 * 3600}, {90, 18 * 3600}, {565, 7200}, {565, 46 * 3600}} {
		h, d := histogram{times: headTimes(c.longest), percents: make([]float64, 20)}, newDraws(1, 1)
		h.addTail(c.k, &d)
		if c.longest > 10*3600 && len(h.times) != c.k || len(h.times) != len(h.percents) {
			t.Errorf("%d estimates and %d sizes up to %d s, want %d", len(h.times), len(h.percents), c.longest, c.k)
		}
		sum, sizes := 0.0, h.percents[20:]
		for i, at := range h.times[20:] {
			sum += sizes[i]
			if at <= 0 || at >= c.longest || at%10 != 0 {
				t.Errorf("a tail estimate of %d s up to %d", at, c.longest)
			}
		}
		if math.Abs(sum-11) > 1e-9 {
			t.Errorf("the tail has %v %%, want 11", sum)
		}
		times := slices.Sorted(slices.Values(h.times))
		if len(slices.Compact(times)) != len(h.times) {
			t.Errorf("estimates occur twice: %v", times)
		}
		descending := func(a, b float64) int { return cmp.Compare(b, a) }
		if len(sizes) > 50 && slices.IsSortedFunc(sizes, descending) {
			t.Error("the tail is not shuffled")
		}
		slices.SortFunc(sizes, descending)
		for i := range len(sizes) - 1 {
			if math.Abs(sizes[i]/sizes[i+1]-math.Pow(float64(21+i)/float64(22+i), -2.267)) > 1e-9 {
				t.Fatalf("the sizes of the tail are %v", sizes)
			}
		}
	}
	// a value computed by hand: x = 7/15, a = 2.4206, y = 0.33929, times 36 h is
	// 43972.5 s, or 733 minutes
	h, d := histogram{times: headTimes(36 * 3600), percents: make([]float64, 20)}, newDraws(1, 1)
	if h.addTail(35, &d); h.times[26] != 733*60 {
		t.Errorf("the 7th of 15 tail estimates is %d s, want %d", h.times[26], 733*60)
	}
}

// TestTailIsShuffled checks that every percentage of the tail is assigned to every
// time equally often.
func TestTailIsShuffled(t *testing.T) {
	var at [4]int
	for seed := range int64(4000) {
		h, d := histogram{times: headTimes(36 * 3600), percents: make([]float64, 20)}, newDraws(seed, 1)
		h.addTail(24, &d)
		for i, p := range h.percents[20:] {
			if p == slices.Max(h.percents) {
				at[i]++
			}
		}
	}
	for i, n := range at {
		if n < 900 || n > 1100 {
			t.Errorf("the largest size is at place %d in %d of 4000 cases, want about 1000", i, n)
		}
	}
}

// TestEqualise checks the conversion of percentages to jobs (step 7) against
// examples computed by hand.
func TestEqualise(t *testing.T) {
	for _, c := range []struct {
		n          int64
		have, want []int64
	}{
		{10, []int64{5, 3, 2}, []int64{5, 3, 2}},
		{12, []int64{3, 5, 2}, []int64{4, 6, 2}},         // 2/10 of 5 and of 3, both rounded up: one job more each
		{20, []int64{5, 3, 2}, []int64{10, 6, 4}},        // twice as many
		{8, []int64{5, 3, 2}, []int64{4, 2, 2}},          // 2/10 of 5 and of 3, both rounded up: one job less each
		{3, []int64{5, 3, 2}, []int64{1, 1, 1}},          // first 4 less (5·0.7 rounded up), then 2 and 1 less
		{20, []int64{22, 1, 1, 1}, []int64{17, 1, 1, 1}}, // ceil(22/5) = 5
		{2, []int64{1, 1, 1, 1}, []int64{0, 0, 1, 1}},    // of bins of equal size, the first lose their jobs
		{5, []int64{2, 2, 2, 2}, []int64{1, 1, 1, 2}},    // 3/8 of 2, rounded up: one job less in each of three bins
		{0, []int64{2, 1}, []int64{0, 0}},
		{7, []int64{4, 4, 1, 1, 1}, []int64{2, 2, 1, 1, 1}},  // 4/11 of 4, rounded up: two jobs less each
		{6, []int64{4, 4, 1, 1, 1}, []int64{1, 2, 1, 1, 1}},  // 5/11 of 4, rounded up: two jobs less each, then one more
		{13, []int64{4, 4, 1, 1, 1}, []int64{5, 5, 1, 1, 1}}, // 2/11 of 4, rounded up: one job more each
	} {
		h := histogram{times: make([]int64, len(c.have)), jobs: slices.Clone(c.have)}
		if h.equalise(c.n); !slices.Equal(h.jobs, c.want) {
			t.Errorf("%v to %d jobs: %v, want %v", c.have, c.n, h.jobs, c.want)
		}
	}
	for n := 1; n < 3000; n += 1 + n/50 {
		d, sum := newDraws(int64(n), 1), int64(0)
		h := newHistogram(n, 36*3600, &d)
		for _, jobs := range h.jobs {
			sum += jobs
		}
		if sum != int64(n) || slices.Min(h.jobs) < 1 {
			t.Fatalf("%d jobs of %d: %v", sum, n, h)
		}
		if len(h.jobs) != distinctEstimates(n) {
			t.Errorf("%d jobs have %d estimates, want %d", n, len(h.jobs), distinctEstimates(n))
		}
		d = newDraws(int64(n), 1)
		flat := flatEstimates(n, 36*3600, &d)
		if len(flat) != n || flat[0] != 36*3600 || !slices.IsSortedFunc(flat, func(a, b int64) int { return int(b - a) }) {
			t.Errorf("%d jobs have the estimates %v", n, flat)
		}
	}
	// of bins of equal size, the bin with the shorter time loses a job first
	h := histogram{times: []int64{9, 5, 7}, jobs: []int64{2, 2, 2}}
	if h.equalise(5); !slices.Equal(h.jobs, []int64{2, 1, 2}) {
		t.Errorf("one job less than %v: %v", h.times, h.jobs)
	}
}

// TestTsafrir checks the estimates of whole workloads (step 8). No estimate may be
// shorter than the run time. There must not be too many distinct estimates, and the
// longest estimate must have the expected share of the jobs.
func TestTsafrir(t *testing.T) {
	for types := range NumJobTypes {
		for _, n := range []int{1, 2, 3, 7, 20, 60, 150, 500, 3000} {
			l := Lublin{Jobs: n, Types: types, Seed: int64(n), Estimates: TsafrirEstimates}
			jobs, err := l.Generate(nodes(128, 1))
			if err != nil {
				t.Errorf("%v, %d jobs: %v", types, n, err)
				continue
			}
			byTime, longest := map[simtime.Duration]int{}, simtime.Duration(0)
			for i := range jobs {
				if jobs[i].Walltime < jobs[i].Runtime {
					t.Fatalf("%v: job %d runs longer than its walltime: %+v", types, i, jobs[i])
				}
				byTime[jobs[i].Walltime]++
				longest = max(longest, jobs[i].Walltime)
			}
			if len(byTime) > distinctEstimates(n) {
				t.Errorf("%v: %d jobs have %d estimates, want %d at most", types, n, len(byTime), distinctEstimates(n))
			}
			if share := 100 * float64(byTime[longest]) / float64(n); n >= 500 && math.Abs(share-21.7) > 2 {
				t.Errorf("%v: %.1f %% of %d jobs have the longest estimate, want 21.7", types, share, n)
			}
		}
	}
}

// TestDeal assigns the estimates 9, 5, 2 and 1 to three jobs with run time 2 and
// one with run time 1. The short job must get the estimate 1, which is too short
// for the others. The first job must get each of the other estimates equally often.
func TestDeal(t *testing.T) {
	order := []int64{-2 << 20, -2<<20 | 1, -2<<20 | 2, -1<<20 | 3}
	var first [10]int
	for seed := range int64(3000) {
		jobs := make([]Job, 4)
		d := newDraws(seed, 1)
		deal(jobs, order, []int64{9, 5, 2, 1}, &d)
		got := []simtime.Duration{}
		for i := range jobs {
			got = append(got, jobs[i].Walltime/simtime.Second)
		}
		if got[3] != 1 {
			t.Fatalf("the short job has %v", got)
		}
		first[got[0]]++
		if slices.Sort(got); !slices.Equal(got, []simtime.Duration{1, 2, 5, 9}) {
			t.Fatalf("dealt %v", got)
		}
	}
	for _, est := range []int{9, 5, 2} {
		if first[est] < 900 || first[est] > 1100 {
			t.Errorf("the first job has %d in %d of 3000 cases, want about 1000", est, first[est])
		}
	}
}

// TestDealTheLast checks that, if two estimates are long enough for both of two
// jobs, the first job to be assigned gets either estimate equally often.
func TestDealTheLast(t *testing.T) {
	last := 0
	for seed := range int64(1000) {
		jobs := make([]Job, 2)
		d := newDraws(seed, 1)
		deal(jobs, []int64{-1<<20 | 1, -1 << 20}, []int64{5, 3}, &d)
		if jobs[1].Walltime == 3*simtime.Second {
			last++
		}
	}
	if last < 430 || last > 570 {
		t.Errorf("the longest job has the shorter of two estimates in %d of 1000 cases, want about 500", last)
	}
}

// TestMaxEstimate checks a given MaxEstimate: longer run times are cut to it, as in
// the source.
func TestMaxEstimate(t *testing.T) {
	l := Lublin{Jobs: 2000, Seed: 3, Estimates: TsafrirEstimates, MaxEstimate: 18 * simtime.Hour}
	long, cut := mustGenerate(t, Lublin{Jobs: 2000, Seed: 3}, nodes(128, 1)), 0
	for i, j := range mustGenerate(t, l, nodes(128, 1)) {
		if j.Runtime != min(long[i].Runtime, l.MaxEstimate) || j.Walltime > l.MaxEstimate || j.Walltime < j.Runtime {
			t.Fatalf("job %d: %+v, want a run time of %v", i, j, long[i].Runtime)
		}
		if j.Runtime < long[i].Runtime {
			cut++
		}
	}
	if cut == 0 {
		t.Error("no job is longer than 18 h: the test tests nothing")
	}
	l.Types, l.MaxEstimate = BatchJobs, 3*simtime.Hour
	if _, err := l.Generate(nodes(128, 1)); err == nil || !strings.Contains(err.Error(), "raise max_estimate") {
		t.Errorf("3 h for batch jobs: %v", err)
	}
}

// TestFactor checks that FactorEstimates draws factors uniformly from 1 to Factor.
func TestFactor(t *testing.T) {
	for _, f := range []int64{0, 1000, 1500, 100_000} {
		l := Lublin{Jobs: 5000, Types: BatchJobs, Seed: 1, Estimates: FactorEstimates, Factor: f}
		sum, n, most := 0.0, 0.0, float64(l.factor())/1000
		for _, j := range mustGenerate(t, l, nodes(128, 1)) {
			ratio := float64(j.Walltime) / float64(j.Runtime)
			if ratio < 1 || ratio > most || j.Walltime%simtime.Second != 0 {
				t.Fatalf("factor %v: %v s of %v", f, j.Runtime, j.Walltime)
			}
			if j.Runtime > simtime.Hour {
				sum += ratio
				n++
			}
		}
		if mean := sum / n; math.Abs(mean-(1+most)/2) > (most-1)*0.03 {
			t.Errorf("factor %v: the mean is %v, want %v", f, mean, (1+most)/2)
		}
	}
}
