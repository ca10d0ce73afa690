package workload

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hopyard/core/simtime"
)

// mixed is a machine with three kinds of nodes.
var mixed = []NodeKind{
	{Nodes: 10, Speed: 1000, Resources: Resources{Cores: 2, Memory: 2048, Disk: 500}},
	{Nodes: 4, Speed: 2500, Resources: Resources{Cores: 8, Memory: 16384, Disk: 100}},
	{Nodes: 1, Speed: 500, Resources: Resources{Cores: 16, Memory: 65536}},
}

func TestOfferedLoad(t *testing.T) {
	at := func(s simtime.Time, n int32, run simtime.Duration) Job {
		return Job{Request: Request{Submit: s * 1000, Nodes: n}, Runtime: run * simtime.Second}
	}
	tasks := at(50, 0, 30)
	tasks.Tasks, tasks.PerTask[Cores] = 6, 2
	for _, c := range []struct {
		name    string
		jobs    []Job
		machine []NodeKind
		want    float64
	}{
		{"half", []Job{at(0, 4, 100), at(200, 1, 400)}, nodes(8, 1), 800. / 1600},
		{"whole nodes of four cores", []Job{at(0, 4, 100), at(200, 1, 400)}, nodes(8, 4), 800. / 1600},
		{"from the first submission to the last", []Job{at(100, 4, 100), at(300, 1, 400)}, nodes(8, 1), 800. / 1600},
		{"in any order", []Job{at(300, 1, 400), at(100, 4, 100)}, nodes(8, 1), 800. / 1600},
		{"tasks of two cores", []Job{tasks, at(0, 1, 0)}, nodes(1, 12), 360. / 600},
		{"fast nodes", []Job{at(0, 2, 100), at(200, 1, 200)}, []NodeKind{{Nodes: 2, Speed: 2500, Resources: Resources{Cores: 1}}}, 400. / 1000},
		{"a mean node of 68/15 cores", []Job{at(0, 15, 100), at(100, 1, 0)}, mixed, 68. * 100 / (100 * (20 + 80 + 8))},
		{"none", nil, mixed, 0},
		{"all at once", []Job{at(5, 1, 5)}, mixed, math.Inf(1)},
	} {
		if got := OfferedLoad(c.jobs, c.machine); got != c.want && math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: a load of %v, want %v", c.name, got, c.want)
		}
	}
}

// TestLoadScaling checks that scaled jobs have the requested offered load, and that
// all submit times are scaled by the same factor.
func TestLoadScaling(t *testing.T) {
	for _, machine := range [][]NodeKind{nodes(128, 1), nodes(16, 8), mixed} {
		for types := range NumJobTypes {
			for _, tasks := range []bool{false, true} {
				l := Lublin{Jobs: 2000, Types: types, Seed: 3, Tasks: tasks}
				fall := mustGenerate(t, l, machine)
				for _, l.Load = range []int64{1, 100, 800, 1200, MaxLoad} {
					jobs := mustGenerate(t, l, machine)
					got, want := OfferedLoad(jobs, machine), float64(l.Load)/1000
					span := float64(jobs[len(jobs)-1].Submit.Sub(jobs[0].Submit))
					if math.Abs(got/want-1) > 1.01/span { // the first and the last submit time may each be rounded by half a millisecond
						t.Errorf("%v, tasks %v: a load of %v, want %v", types, tasks, got, want)
					}
					by := float64(jobs[1999].Submit) / float64(fall[1999].Submit)
					for i := range jobs {
						if off := float64(jobs[i].Submit) - float64(fall[i].Submit)*by; math.Abs(off) > 1.01 {
							t.Fatalf("job %d is submitted at %v, %v ms off", i, jobs[i].Submit, off)
						}
					}
				}
			}
		}
	}
}

// TestLoadOfCutJobs checks that the load is computed from the simulated run times,
// after long ones are cut to MaxEstimate.
func TestLoadOfCutJobs(t *testing.T) {
	l := Lublin{Jobs: 2000, Seed: 3, Load: 800, Estimates: TsafrirEstimates, MaxEstimate: 12 * simtime.Hour}
	if got := OfferedLoad(mustGenerate(t, l, nodes(128, 1)), nodes(128, 1)); math.Abs(got-0.8) > 1e-6 {
		t.Errorf("a load of %v, want 0.8", got)
	}
}

// TestNeeds checks that memory and disk are uniform if the machine has enough of
// both. If it has not, every job must still fit, and narrow jobs must keep the full
// range.
func TestNeeds(t *testing.T) {
	l := Lublin{Jobs: 20_000, Seed: 1, Tasks: true, Memory: PermilleRange{100, 500}}
	roomy := []NodeKind{{Nodes: 128, Speed: 1000, Resources: Resources{Cores: 1, Memory: 1000}}}
	sum, low, high := int64(0), int64(1000), int64(0)
	for _, j := range mustGenerate(t, l, roomy) {
		m := j.PerTask[Memory]
		sum, low, high = sum+m, min(low, m), max(high, m)
	}
	if mean := float64(sum) / 20_000; low != 100 || high != 500 || math.Abs(mean-300) > 3 {
		t.Errorf("memory from %d to %d, %v on average; want 100 to 500, 300", low, high, mean)
	}
	l.Disk = PermilleRange{0, 1000}
	wide, narrow := 0, int64(0)
	for _, j := range mustGenerate(t, l, mixed) {
		mustFit(t, &j, mixed)
		if j.Tasks == 1 {
			narrow = max(narrow, j.PerTask[Memory])
		}
		if j.Tasks > 2 {
			wide++
		}
	}
	if wide == 0 || narrow < 16384/2 {
		t.Errorf("%d wide jobs, and serial jobs of up to %d MiB", wide, narrow)
	}
}

// mustFit checks that the job fits on the empty machine, placing it task by task.
func mustFit(t *testing.T, j *Job, machine []NodeKind) {
	t.Helper()
	left, whole := int64(j.Tasks), int64(j.Nodes)
	for _, k := range machine {
		whole -= k.Nodes
		for room := k.Resources; j.Tasks > 0; left -= k.Nodes {
			fits := true
			for r := range room {
				room[r] -= j.PerTask[r]
				fits = fits && room[r] >= 0
			}
			if !fits {
				break
			}
		}
	}
	if left > 0 || whole > 0 || j.Size() < 1 {
		t.Fatalf("the empty machine cannot hold %+v", j)
	}
}

// TestTalk checks how jobs communicate: each draws one of the patterns with equal
// probability and a share in the range, and jobs of one processor do not
// communicate.
func TestTalk(t *testing.T) {
	l := Lublin{Jobs: 20_000, Seed: 1, Patterns: []Pattern{Silent, AllToAll, Ring, RandomPairs}, Share: PermilleRange{100, 300}}
	count, seeds, shares, parallel := map[Pattern]int{}, map[int64]bool{}, []int64{}, 0
	for _, j := range mustGenerate(t, l, nodes(128, 1)) {
		switch {
		case j.Nodes == 1 && j.Comm != nil:
			t.Fatalf("a job of one node talks: %+v", j)
		case j.Nodes == 1:
			continue
		}
		parallel++
		if j.Comm == nil {
			continue
		}
		count[j.Comm.Pattern]++
		shares = append(shares, j.Comm.Share)
		if (j.Comm.Pattern == RandomPairs) != (j.Comm.Seed > 0) || j.Comm.Bytes != 0 || j.Comm.Matrix != nil {
			t.Fatalf("odd communication: %+v", j.Comm)
		}
		seeds[j.Comm.Seed] = true
	}
	for _, p := range []Pattern{AllToAll, Ring, RandomPairs} {
		if math.Abs(float64(count[p])/float64(parallel)-0.25) > 0.015 {
			t.Errorf("%d of %d jobs have the pattern %v, want a quarter", count[p], parallel, p)
		}
	}
	if count[Silent] > 0 || len(seeds) < count[RandomPairs] {
		t.Errorf("%d silent jobs with communication; %d seeds", count[Silent], len(seeds))
	}
	if slices.Sort(shares); shares[0] != 100 || shares[len(shares)-1] != 300 || math.Abs(float64(shares[len(shares)/2])-200) > 4 {
		t.Errorf("shares from %d to %d, median %d", shares[0], shares[len(shares)-1], shares[len(shares)/2])
	}
}

// FuzzLublin checks that any fields lead to an error of the model, or to jobs that
// can be simulated: sorted, numbered, fitting on the machine, with walltimes, and
// at the requested load.
func FuzzLublin(f *testing.F) {
	f.Add(100, uint8(0), int64(1), false, int64(0), int64(800), uint8(0), int64(0), int64(0), int64(500), int64(100), uint8(3), uint8(1), int64(4), int64(7))
	f.Add(30, uint8(3), int64(2), true, int64(9), int64(0), uint8(2), int64(2000), int64(9_000_000), int64(900), int64(900), uint8(8), uint8(2), int64(1), int64(64))
	f.Add(1, uint8(1), int64(1<<53-1), true, int64(1), int64(100_000), uint8(1), int64(1000), int64(0), int64(1), int64(1000), uint8(9), uint8(15), int64(1000), int64(1))
	f.Fuzz(func(t *testing.T, jobs int, types uint8, seed int64, tasks bool, widest, load int64, estimates uint8, factor, longest, memory, disk int64, patterns, kinds uint8, a, b int64) {
		if jobs > 300 {
			jobs %= 300
		}
		var machine []NodeKind
		for i := range int64(kinds%4) + 1 {
			machine = append(machine, NodeKind{
				Nodes: 1 + (a+i*b)&255, Speed: 1 + (b*7+i)&4095,
				Resources: Resources{Cores: 1 + (b+i)&31, Memory: (a * (i + 1)) & 0xfffff, Disk: (b * i) & 0xffff},
			})
		}
		l := Lublin{
			Jobs: jobs, Types: JobTypes(types % 5), Seed: seed, Tasks: tasks, Widest: widest, Load: load, Estimates: Estimates(estimates % 4),
			Factor: factor, MaxEstimate: simtime.Duration(longest), Memory: PermilleRange{memory / 2, memory}, Disk: PermilleRange{0, disk}, Share: PermilleRange{1, int64(1 + patterns)},
		}
		for p := range Pattern(patterns % 11) {
			l.Patterns = append(l.Patterns, p)
		}
		made, err := l.Generate(machine)
		if err != nil {
			if e, ok := err.(*ModelError); !ok || e.Field == "" || e.Problem == "" || e.Fix == "" || made != nil {
				t.Fatalf("%+v: %v", l, err)
			}
			return
		}
		if len(made) != l.Jobs {
			t.Fatalf("%d jobs, want %d", len(made), l.Jobs)
		}
		for i := range made {
			j := &made[i]
			mustFit(t, j, machine)
			if int(j.ID) != i || j.Number != int64(i+1) || j.After != NoJob || j.Whole() == tasks ||
				j.Submit < 0 || int64(j.Submit) > simtime.Max || i > 0 && j.Submit < made[i-1].Submit ||
				j.Runtime < simtime.Second || j.Walltime < j.Runtime || int64(j.Walltime) > simtime.Max ||
				widest > 0 && int64(j.Size()) > widest {
				t.Fatalf("job %d of %+v: %+v", i, l, j)
			}
		}
		if span := float64(made[len(made)-1].Submit - made[0].Submit); load > 0 {
			if got := OfferedLoad(made, machine) * 1000 / float64(load); math.Abs(got-1) > 1.01/span && span > 1 {
				t.Fatalf("%v of the load %d", got, load)
			}
		}
		if again, err := l.Generate(machine); err != nil || fmt.Sprint(again[len(again)-1].Request) != fmt.Sprint(made[len(made)-1].Request) {
			t.Fatalf("the same fields give %+v, then %+v", made[len(made)-1], again)
		}
	})
}

func BenchmarkGenerate(b *testing.B) {
	for _, l := range []Lublin{
		{Jobs: 500}, {Jobs: 100_000},
		{Jobs: 500, Estimates: TsafrirEstimates, Load: 800},
		{Jobs: 100_000, Estimates: TsafrirEstimates, Load: 800},
	} {
		b.Run(fmt.Sprintf("jobs=%d/estimates=%v", l.Jobs, l.Estimates), func(b *testing.B) {
			for b.Loop() {
				if _, err := l.Generate(nodes(128, 1)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(l.Jobs)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}
