package workload

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/internal/goldentest"
	"hopyard/core/simtime"
)

// nodes returns a machine of n identical nodes.
func nodes(n, cores int64) []NodeKind {
	return []NodeKind{{Nodes: n, Speed: 1000, Resources: Resources{Cores: cores}}}
}

func mustGenerate(t *testing.T, l Lublin, machine []NodeKind) []Job {
	t.Helper()
	jobs, err := l.Generate(machine)
	if err != nil {
		t.Fatal(err)
	}
	return jobs
}

// TestLublinConstants checks the constants against those of Lublin's program
// (SOURCES.md WORK.1), given row by row with the columns batch, interactive,
// typeless.
func TestLublinConstants(t *testing.T) {
	const table = `
| serial_prob | 0.2927 | 0.1541 | 0.244 |
| pow2_prob | 0.6686 | 0.625 | 0.576 |
| ULow (log2 min size) | 1.2 | 1 | 0.8 |
| UMed | 5 | 3 | 4.5 |
| UHi (log2 max size) | 7 (128) | 5.5 (45) | 7 (128) |
| Uprob | 0.875 | 0.705 | 0.86 |
| a1, b1 | 6.57, 0.823 | 3.8351, 0.6605 | 4.2, 0.94 |
| a2, b2 | 639.1, 0.0156 | 7.073, 0.6856 | 312, 0.03 |
| pa, pb | -0.003, 0.6986 | -0.0118, 0.9156 | -0.0054, 0.78 |
| aarr, barr | 6.0415, 0.8531 | 6.5510, 0.6621 | 10.2303, 0.4871 |
| anum, bnum | 6.1271, 5.2740 | 8.9186, 3.6680 | 8.1737, 3.9631 |
| ARAR | 1.0519 | 0.9797 | 1.0225 |`
	var columns [3][]float64
	for line := range strings.Lines(strings.TrimSpace(table)) {
		for c, cell := range strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")[1:] {
			cell, _, _ = strings.Cut(cell, "(")
			for number := range strings.SplitSeq(cell, ",") {
				x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
				if err != nil {
					t.Fatal(err)
				}
				columns[c] = append(columns[c], x)
			}
		}
	}
	for c, types := range []JobTypes{BatchJobs, InteractiveJobs, Typeless} {
		s := lublinSets[types]
		got := []float64{
			s.serial, s.pow2, s.low, s.medium, s.high, s.first, s.shape1, s.scale1, s.shape2, s.scale2,
			s.slope, s.offset, s.gapShape, s.gapScale, s.dayShape, s.dayScale, s.rush,
		}
		if !slices.Equal(got, columns[c]) {
			t.Errorf("%v: %v, want %v", types, got, columns[c])
		}
		if s.fit(128); s != lublinSets[types] {
			t.Errorf("%v: a machine of 128 changes the parameters to %v", types, s)
		}
	}
}

// TestLublinStatistics checks the statistics in SOURCES.md WORK.1 for 128 nodes.
// The tolerances are about three standard errors for 100,000 or more jobs. So many
// jobs are needed because run times and times between arrivals have heavy tails.
func TestLublinStatistics(t *testing.T) {
	for _, c := range []struct {
		types                                        JobTypes
		gap, size, run, median, serial, powers, load float64
		gapTol, runTol                               float64
	}{
		{BatchJobs, 3545, 13.9, 9505, 820, 0.29, 0.969, 0.36, 0.04, 0.02},
		{InteractiveJobs, 630, 8.05, 230, 13, 0.153, 0.845, 0.036, 0.06, 0.12},
		{Typeless, 902, 12.15, 4360, 107, 0.244, 0.868, 0.735, 0.06, 0.025},
	} {
		l := Lublin{Jobs: 100_000, Types: c.types, Seed: 1}
		jobs := mustGenerate(t, l, nodes(128, 1))
		var size, run, serial, powers float64
		var runs []float64
		for i := range jobs {
			n := jobs[i].Nodes
			size += float64(n)
			run += jobs[i].Runtime.Seconds()
			runs = append(runs, jobs[i].Runtime.Seconds())
			if n == 1 {
				serial++
			}
			if n&(n-1) == 0 {
				powers++
			}
		}
		slices.Sort(runs)
		n := float64(len(jobs))
		check := func(what string, got, want, tol float64) {
			t.Helper()
			if math.Abs(got-want) > tol {
				t.Errorf("%v: %s is %.4g, want %.4g ± %.2g", c.types, what, got, want, tol)
			}
		}
		check("mean time between arrivals", jobs[len(jobs)-1].Submit.Seconds()/n, c.gap, c.gap*c.gapTol)
		check("mean size", size/n, c.size, c.size*0.015)
		check("mean run time", run/n, c.run, c.run*c.runTol)
		check("median run time", runs[len(runs)/2], c.median, c.median*0.03)
		check("share of serial jobs", serial/n, c.serial, 0.005)
		check("share of powers of two", powers/n, c.powers, 0.004)
		check("load", OfferedLoad(jobs, nodes(128, 1)), c.load, c.load*0.2)
	}
}

// TestLublinDay checks the daily cycle of typeless jobs (SOURCES.md WORK.2): the
// percentage of arrivals in each hour, and the smallest and largest weight of a
// half hour.
func TestLublinDay(t *testing.T) {
	want := []float64{2.1, 1.6, 1.3, 1.0, 0.8, 0.8, 1.6, 2.6, 3.7, 4.9, 6.0, 6.7, 7.4, 7.6, 7.6, 7.4, 6.9, 6.0, 5.6, 5.0, 4.2, 3.4, 3.1, 2.6}
	got := make([]float64, 24)
	jobs := mustGenerate(t, Lublin{Jobs: 200_000, Seed: 7}, nodes(128, 1))
	for i := range jobs {
		got[jobs[i].Submit/simtime.Time(simtime.Hour)%24] += 100 / float64(len(jobs))
	}
	for h := range got {
		if math.Abs(got[h]-want[h]) > 0.4 {
			t.Errorf("%.1f %% of the jobs come in hour %d, want %.1f", got[h], h, want[h])
		}
	}
	weights := func(set *lublinSet) [halfHours]float64 {
		a := arrivals{set: *set, draws: newDraws(1, 0)}
		a.begin()
		return a.weights
	}
	w := weights(&lublinSets[Typeless])
	low, high := slices.Min(w[:]), slices.Max(w[:])
	if low != w[10] || math.Abs(low-0.165) > 0.0005 || high != w[27] || math.Abs(high-1.833) > 0.0005 {
		t.Errorf("weights from %v to %v, want 0.165 in bucket 10 and 1.833 in bucket 27: %v", low, high, w)
	}
	for _, set := range lublinSets {
		w, sum := weights(&set), 0.0
		for _, x := range w {
			sum += x
		}
		if math.Abs(sum-48) > 1e-9 {
			t.Errorf("weights add up to %v, want 48", sum)
		}
	}
}

// TestLublinSizesFitTheMachine checks sizes on machines of many sizes: no job is
// wider than the machine, jobs of nearly the widest size occur, and the share of
// serial jobs stays the same.
func TestLublinSizesFitTheMachine(t *testing.T) {
	for _, n := range []int64{1, 2, 3, 4, 5, 7, 8, 12, 16, 45, 64, 100, 128, 1000, 1024, 4096} {
		for types := range BatchInteractive {
			set, d := lublinSets[types], newDraws(5, 5)
			set.fit(n)
			widest, serial := int64(0), 0.0
			for range 20_000 {
				size := set.size(&d, n)
				if size < 1 || size > n {
					t.Fatalf("%v: a job of %d on %d nodes", types, size, n)
				}
				widest = max(widest, size)
				if size == 1 {
					serial += 1.0 / 20_000
				}
			}
			if n > 2 && math.Abs(serial-set.serial) > 0.01 {
				t.Errorf("%v on %d nodes: %v serial jobs, want %v", types, n, serial, set.serial)
			}
			reach := n
			if types == InteractiveJobs {
				reach = max(1, int64(float64(n)/math.Pow(2, 1.5)))
			}
			if widest < reach*9/10 {
				t.Errorf("%v: the widest job on %d nodes has %d", types, n, widest)
			}
		}
	}
}

// TestLublinStreams checks that changing one parameter does not affect the draws
// for the others.
func TestLublinStreams(t *testing.T) {
	machine := []NodeKind{{Nodes: 64, Speed: 1000, Resources: Resources{Cores: 2, Memory: 4096, Disk: 100}}}
	plain := Lublin{Jobs: 300, Types: BatchInteractive, Seed: 4, Tasks: true}
	base := mustGenerate(t, plain, machine)
	knobs := plain
	knobs.Load, knobs.Estimates = 900, TsafrirEstimates
	knobs.Memory, knobs.Disk = PermilleRange{10, 300}, PermilleRange{0, 500}
	knobs.Patterns, knobs.Share = []Pattern{Ring, RandomPairs, Silent}, PermilleRange{100, 500}
	all := mustGenerate(t, knobs, machine)
	for i := range base {
		a, b := &base[i], &all[i]
		if a.Tasks != b.Tasks || a.Runtime != b.Runtime || a.Queue != b.Queue {
			t.Fatalf("job %d is %+v with other knobs, %+v without", i, b, a)
		}
	}
	other := knobs
	other.Estimates, other.Memory, other.Load = FactorEstimates, PermilleRange{0, 200}, 500
	for i, j := range mustGenerate(t, other, machine) {
		if j.PerTask[Disk] != all[i].PerTask[Disk] || (j.Comm == nil) != (all[i].Comm == nil) || j.Comm != nil && j.Comm.Share != all[i].Comm.Share {
			t.Fatalf("job %d is %+v with other knobs, %+v before", i, j, all[i])
		}
	}
	again := knobs
	again.Seed++
	if jobs := mustGenerate(t, again, machine); jobs[0].Runtime == all[0].Runtime && jobs[1].Runtime == all[1].Runtime && jobs[2].Runtime == all[2].Runtime {
		t.Error("another seed draws the same run times")
	}
}

// TestLublinBothTypes checks that BatchInteractive merges two streams of arrivals,
// which are those of batch jobs alone and of interactive jobs alone.
func TestLublinBothTypes(t *testing.T) {
	l := Lublin{Jobs: 2000, Types: BatchInteractive, Seed: 6}
	both := mustGenerate(t, l, nodes(128, 1))
	for types, queue := range map[JobTypes]string{BatchJobs: "batch", InteractiveJobs: "interactive"} {
		l.Types = types
		alone, i := mustGenerate(t, l, nodes(128, 1)), 0
		for _, j := range both {
			if j.Queue != queue {
				continue
			}
			if j.Submit != alone[i].Submit {
				t.Fatalf("%v job %d at %v, alone at %v", types, i, j.Submit, alone[i].Submit)
			}
			i++
		}
		if i < 200 {
			t.Errorf("%d jobs of 2000 are %v", i, types)
		}
	}
	if !slices.IsSortedFunc(both, func(a, b Job) int { return int(a.Submit - b.Submit) }) {
		t.Error("the jobs are not in the order of submission")
	}
}

// TestLublinGolden compares generated jobs with golden files. Each input is a line
// of fields; the output lists the first jobs.
func TestLublinGolden(t *testing.T) {
	goldentest.Run(t, "testdata/lublin.txt", func(t *testing.T, input string) string {
		l, machine := Lublin{Jobs: 20}, nodes(128, 1)
		for word := range strings.FieldsSeq(input) {
			name, value, _ := strings.Cut(word, "=")
			x, _ := strconv.ParseInt(value, 10, 64)
			switch name {
			case "seed":
				l.Seed = x
			case "load":
				l.Load = x
			case "nodes":
				machine[0].Nodes = x
			case "cores":
				machine[0].Resources[Cores], l.Tasks = x, true
			case "memory":
				machine[0].Resources[Memory], l.Memory = x, PermilleRange{0, 250}
			case "talk":
				l.Patterns, l.Share = []Pattern{Silent, AllToAll, Ring, RandomPairs}, PermilleRange{1, 500}
			default:
				l.Types = JobTypes(find(int(NumJobTypes), name, int(l.Types), func(i int) string { return JobTypes(i).String() }))
				l.Estimates = Estimates(find(int(NumEstimates), name, int(l.Estimates), func(i int) string { return Estimates(i).String() }))
			}
		}
		var b strings.Builder
		for _, j := range mustGenerate(t, l, machine) {
			fmt.Fprintf(&b, "%d at %v: %d", j.Number, j.Submit, j.Size())
			if j.PerTask[Memory] > 0 {
				fmt.Fprintf(&b, " of %d MiB", j.PerTask[Memory])
			}
			fmt.Fprintf(&b, ", %v s of %v", j.Runtime, j.Walltime)
			if j.Queue != "" {
				fmt.Fprintf(&b, ", %s", j.Queue)
			}
			if j.Comm != nil {
				fmt.Fprintf(&b, ", %v %d", j.Comm.Pattern, j.Comm.Share)
			}
			b.WriteByte('\n')
		}
		return b.String()
	})
}

// find returns the index of the given name among n names. If the name is not among
// them, find returns the given default.
func find(n int, name string, other int, of func(int) string) int {
	for i := range n {
		if of(i) == name {
			return i
		}
	}
	return other
}

// fewLongJobs is a seed with which the model draws five batch jobs that are longer
// than the estimates available for five jobs.
const fewLongJobs = 15

func TestLublinErrors(t *testing.T) {
	good := Lublin{Jobs: 10}
	machine := []NodeKind{
		{Nodes: 2, Speed: 1000, Resources: Resources{Cores: 4, Memory: 1000}},
		{Nodes: 2, Speed: 1000, Resources: Resources{Cores: 4, Disk: 1000}},
	}
	for _, c := range []struct {
		name, field, want string
		change            func(*Lublin)
	}{
		{"no jobs", "jobs", "jobs 0 is out of range; use 1 to 1000000", func(l *Lublin) { l.Jobs = 0 }},
		{"many jobs", "jobs", "jobs 1000001", func(l *Lublin) { l.Jobs = MaxModelJobs + 1 }},
		{"seed", "seed", "seed -1", func(l *Lublin) { l.Seed = -1 }},
		{"types", "types", "types 4", func(l *Lublin) { l.Types = NumJobTypes }},
		{"load", "load", "load 100.001 is out of range; use 0 to 100", func(l *Lublin) { l.Load = MaxLoad + 1 }},
		{"factor", "factor", "factor 0.999 is out of range; use 1 to 1000", func(l *Lublin) { l.Factor = 999 }},
		{"one job has no load", "load", "load 0.8 needs time between jobs", func(l *Lublin) { l.Jobs, l.Load = 1, 800 }},
		{"short estimates", "max_estimate", "max_estimate 3600 is out of range; use 7200 to 864000000", func(l *Lublin) { l.MaxEstimate = simtime.Hour }},
		{"negative estimates", "max_estimate", "max_estimate -1 is out of range", func(l *Lublin) { l.MaxEstimate = -simtime.Second }},
		{"too short estimates", "max_estimate", "raise max_estimate", func(l *Lublin) {
			l.Jobs, l.Types, l.Estimates, l.MaxEstimate = 1000, BatchJobs, TsafrirEstimates, MinMaxWall
		}},
		{"few long jobs", "estimates", "estimates tsafrir has no estimates long enough for these jobs", func(l *Lublin) {
			l.Jobs, l.Types, l.Estimates, l.Seed = 5, BatchJobs, TsafrirEstimates, fewLongJobs
		}},
		{"memory of whole nodes", "memory", "let jobs ask for tasks", func(l *Lublin) { l.Memory.High = 1 }},
		{"memory upside down", "memory", "memory 0.005 is out of range; use 0 to 0.004", func(l *Lublin) { l.Memory = PermilleRange{5, 4} }},
		{"too much disk", "disk", "disk 1.001", func(l *Lublin) { l.Disk.High = 1001 }},
		{"no node has both", "memory", "none can hold one task", func(l *Lublin) {
			l.Tasks, l.Memory, l.Disk = true, PermilleRange{500, 500}, PermilleRange{500, 500}
		}},
		{"wider than the machine", "widest", "widest 17 is out of range; use 1 to 16", func(l *Lublin) { l.Tasks, l.Widest = true, 17 }},
		{"a matrix", "patterns", "patterns 9", func(l *Lublin) { l.Patterns = []Pattern{Matrix} }},
		{"no share", "share", "share 0 is out of range; use 0.001 to 1", func(l *Lublin) { l.Patterns = []Pattern{Ring} }},
	} {
		l := good
		c.change(&l)
		jobs, err := l.Generate(machine)
		var bad *ModelError
		if !errors.As(err, &bad) || !errors.Is(err, ErrModel) || jobs != nil || bad.Field != c.field || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error about %s: %s", c.name, err, c.field, c.want)
		}
	}
	l := Lublin{Jobs: 10, Tasks: true, Memory: PermilleRange{0, 100}}
	if _, err := l.Generate(nodes(4, 1)); err == nil || !strings.Contains(err.Error(), "they have none") {
		t.Errorf("memory of nodes without memory: %v", err)
	}
	slow := []NodeKind{{Nodes: 1, Speed: 1, Resources: Resources{Cores: 1}}}
	l = Lublin{Jobs: 100_000, Load: 1}
	if _, err := l.Generate(slow); err == nil || !strings.Contains(err.Error(), "beyond the latest possible time") {
		t.Errorf("a load of 0.001 on a slow machine: %v", err)
	}
}
