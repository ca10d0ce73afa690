package engine_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
	"hopyard/core/trace"
)

// TestGainByWalltime checks that the test for growth estimates a job's remaining
// time from its walltime: when a quarter of the work is done, three quarters of the
// walltime are left, regardless of when the job will really end. Here s1 to s6 take
// 21 s, s7 takes 7 s, and the job would be twice as fast after growing.
func TestGainByWalltime(t *testing.T) {
	for _, walltime := range []float64{60, 70, 90, 600} {
		for _, part := range []float64{1, 0.5, 0.1} { // actual run time as a fraction of the walltime
			for _, progress := range []float64{0.1, 0.25, 0.5, 0.75} {
				p := read(t, func(c *engine.Config) {
					c.Jobs = c.Jobs[:2]
					c.Jobs[0].Walltime, c.Jobs[0].Runtime = simtime.Duration(1000*walltime), simtime.Duration(1000*walltime*part)
					c.Jobs[1].Runtime = simtime.Duration(1000 * walltime * part * progress)
				})
				left := (1 - progress) * walltime
				pays := left > 21 && 21+7+(left-21)/2 < left && 28 < walltime-walltime*part*progress
				if got := p.when(0, trace.Freeze, 0) >= 0; got != pays {
					t.Errorf("walltime %v s, %v of it used, %v done: it grows is %v, want %v", walltime, part, progress, got, pays)
				}
			}
		}
	}
}

// TestAlwaysGrows checks that under the rule "always" a job grows whenever
// something is free, even if it gains nothing. S2's procedure does not test whether
// growing pays.
func TestAlwaysGrows(t *testing.T) {
	for rule, want := range map[elastic.GrowthOrder]float64{elastic.QueueFirst: -1, elastic.Always: 20} {
		p := read(t, func(c *engine.Config) {
			c.Elastic.Growth, c.Jobs = rule, c.Jobs[:2]
			c.Jobs[0].Elastic.Speedup.Serial = 1
			c.Jobs[0].Elastic.Speedup.Model = 1 // Amdahl's law with an entirely serial job, which no size makes faster
		})
		p.is(rule.String(), p.when(0, trace.Freeze, 0), want)
	}
}

// TestGainTwin runs random workloads and checks the figures and the verdict of
// every growth test. It computes the expected figures from its own records, which
// it keeps from the events alone. The remaining time follows from the progress and
// the walltime. The gain follows from the formula of SOURCES.md S2.4, written with
// rates.
func TestGainTwin(t *testing.T) {
	var seen [elastic.NumVerdicts]int
	for seed := range soaktest.Seeds(450) {
		r := rand.New(rand.NewPCG(seed, 31))
		c := growing(r)
		c.Queue, c.Elastic.Method = queue.EASY{}, elastic.Expand
		if c.Faults != nil { // the records do not cover checkpoints
			c.Faults.Lost = faults.Requeue
		}
		e, err := engine.New(c)
		if err != nil {
			t.Fatal(err)
		}
		b := newBooks(c)
		for s, ok := e.Step(); ok; s, ok = e.Step() {
			for _, x := range e.Tests() {
				if seen[x.Verdict]++; x.Verdict == elastic.Rationed {
					continue
				}
				checkTest(t, seed, b, &x)
			}
			if err := b.read(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, v := range []elastic.GrowthVerdict{elastic.Gains, elastic.Untested, elastic.NoGain, elastic.EndsBefore, elastic.LimitBefore} {
		if seen[v] < 5 {
			t.Errorf("%v only %d times", v, seen[v])
		}
	}
}

func checkTest(t *testing.T, seed uint64, b *books, x *engine.Test) {
	t.Helper()
	j, now := &b.c.Jobs[x.Job], &b.jobs[x.Job]
	if j.Runtime == 0 { // the job ends at this instant
		return
	}
	at := func(n int32) float64 { return j.Elastic.Speedup.At(n) }
	from, work := size(now.holds), float64(j.Walltime)*at(j.Size()) // the walltime on one node
	progress := min(1, now.done/float64(j.Runtime))
	remaining := (1 - progress) * work
	costs := b.c.Elastic.Costs.Schedule(from, x.To, j.Elastic.Data)
	setup, stop := 0.0, 0.0
	for k, d := range costs {
		if k < 6 {
			setup += float64(d)
		} else {
			stop += float64(d)
		}
	}
	stays := remaining / at(from)
	changes := setup + (remaining-setup*at(from))/at(x.To) + stop
	if stays <= setup+1 { // the job ends before the change
		changes = float64(x.Changes)
	}
	limit := float64(now.start.Add(j.Walltime).Sub(b.after))
	if j.Elastic.Moldable { // the job may have started smaller, with a longer walltime
		limit = float64(x.Limit)
	}
	fits := x.From == from && float64(x.Setup) == setup && float64(x.Stop) == stop && math.Abs(x.Progress-progress) < 1e-3
	uniform := b.c.Machine.Uniform()
	if !fits || math.Abs(float64(x.Stays)-stays) > 2+work/at(from)/1000 || uniform && math.Abs(float64(x.Changes)-changes) > 2 {
		t.Fatalf("seed %d, at %v: %+v; want %v done, %v or %v", seed, b.after, *x, progress, stays, changes)
	}
	want := elastic.Gains
	switch near := func(a, b float64) bool { return math.Abs(a-b) <= 2 }; {
	case !uniform || near(stays, setup) || near(setup+stop, limit) || near(stays, changes) || j.Walltime < j.Runtime:
		return
	case b.c.Elastic.Growth == elastic.Always:
		want = elastic.Untested
	case stays <= setup:
		want = elastic.EndsBefore
	case setup+stop >= limit:
		want = elastic.LimitBefore
	case changes >= stays:
		want = elastic.NoGain
	}
	if x.Verdict != want {
		t.Fatalf("seed %d, at %v: %+v, want %v", seed, b.after, *x, want)
	}
}
