package experiment_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/core/workload/resampling"
)

// userModel draws traces of a machine with long-term and temporary users, who work
// in sessions by day and mostly on weekdays. Traces of different seeds are
// independent, so the true mean of a figure is known from many of them.
type userModel struct {
	*rand.Rand
	weeks int
	jobs  []workload.Job
}

// newTrace returns the trace of a seed, of about 200 jobs a week. With same, all
// traces have the same long-term users, who do something else each week; otherwise
// each trace has other users.
func newTrace(seed uint64, weeks int, same bool) []workload.Job {
	m := &userModel{Rand: rand.New(rand.NewPCG(seed, 0x75736572)), weeks: weeks}
	for k := range 12 { // some long-term users submit much more than others
		habits := m.Rand
		if same {
			habits = rand.New(rand.NewPCG(uint64(k), 0x68616269))
		}
		m.user(habits, fmt.Sprint(k), 0, weeks, 11/float64(k+1), 0.8)
	}
	for k := range weeks + 2 { // temporary users
		m.user(m.Rand, fmt.Sprint(100+2*k), k-2, 1+m.IntN(3), 4, 1)
		m.user(m.Rand, fmt.Sprint(101+2*k), k-2, 1+m.IntN(3), 2, 1)
	}
	slices.SortStableFunc(m.jobs, func(a, b workload.Job) int { return int(a.Submit - b.Submit) })
	// A recording has a first and a last moment, whatever happens in between.
	for i, at := range []simtime.Time{0, simtime.Time(weeks)*simtime.Time(7*simtime.Day) - 1} {
		j := workload.Job{Request: workload.Request{Submit: at, Nodes: 1, Walltime: simtime.Minute, User: "0"}, Runtime: simtime.Minute}
		m.jobs = slices.Insert(m.jobs, i*len(m.jobs), j)
	}
	for i := range m.jobs {
		m.jobs[i].ID, m.jobs[i].Number, m.jobs[i].After = workload.JobID(i), int64(i+1), workload.NoJob
	}
	return m.jobs
}

// user adds the jobs of a user from a week on, who has a mean number of sessions in
// each week of activity and submits jobs of a size and a length of its own.
func (m *userModel) user(habits *rand.Rand, name string, from, weeks int, sessions, active float64) {
	size, length := habits.Float64()*4, habits.NormFloat64()*0.4
	for week := max(0, from); week < min(m.weeks, from+weeks); week++ {
		if m.Float64() > active {
			continue
		}
		for n := m.ExpFloat64() * sessions; n > m.Float64(); n-- {
			day := m.IntN(9) % 7 // days 0 and 1 are twice as frequent as others
			at := simtime.Time(week*7+day)*simtime.Time(simtime.Day) + simtime.Time((9+8*m.Float64())*float64(simtime.Hour))
			for more := true; more && at < simtime.Time(m.weeks)*simtime.Time(7*simtime.Day); more = m.IntN(5) > 0 {
				run := min(simtime.Duration(math.Exp(8.4+length+0.8*m.NormFloat64())*1000), 18*simtime.Hour)
				nodes := int32(math.Exp2(min(6, max(0, size+m.NormFloat64()))))
				m.jobs = append(m.jobs, workload.Job{Request: workload.Request{Submit: at, Nodes: nodes, Walltime: run * simtime.Duration(1+m.IntN(5)), User: name}, Runtime: run})
				at += simtime.Time(m.ExpFloat64() * float64(20*simtime.Minute))
			}
		}
	}
}

// coverage measures how often 95 % intervals cover the true difference.
type coverage struct {
	t          *testing.T
	machines   []*scenario.Scenario // one for each discipline; the first one is the base
	queues     []string
	figures    []string
	replicates int
}

func newCoverage(t *testing.T) *coverage {
	c := &coverage{t: t, queues: []string{"easy", "conservative", "fcfs"}, figures: []string{"mean_wait", "mean_bounded_slowdown"}, replicates: 20}
	for _, q := range c.queues {
		s, err := scenario.Parse(fmt.Appendf(nil, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 64}}, "jobs": [], "scheduler": {"queue": %q}}`, q))
		if err != nil {
			t.Fatal(err)
		}
		c.machines = append(c.machines, s)
	}
	return c
}

// play returns the figures by discipline and figure.
func (c *coverage) play(jobs []workload.Job) [][]float64 {
	out := make([][]float64, len(c.machines))
	for i, s := range c.machines {
		config, err := s.ConfigOf(slices.Clone(jobs))
		if err != nil {
			c.t.Fatal(err)
		}
		r, err := experiment.Play(config, metrics.Trim{}, nil)
		if err != nil {
			c.t.Fatal(err)
		}
		list := r.Figures.List()
		for _, key := range c.figures {
			out[i] = append(out[i], list[slices.IndexFunc(list, func(f metrics.Figure) bool { return f.Key == key })].Value)
		}
	}
	return out
}

// sample returns the values of a discipline and figure, run by run.
func sample(runs [][][]float64, queue, figure int) []float64 {
	var out []float64
	for _, r := range runs {
		out = append(out, r[queue][figure])
	}
	return out
}

// covered counts the intervals that cover the true value.
type covered struct {
	all, ratio, difference, naive int
	spread, truth                 float64 // mean square of the standard errors, and the true variance
}

// measure resamples independent traces of the given length and counts, for each
// discipline and figure, the intervals that cover the truth.
func (c *coverage) measure(by resampling.Blocks, weeks int, same bool, traces int) map[string]*covered {
	many := make([][][]float64, 10*traces)
	parallel(len(many), func(i int) { many[i] = c.play(newTrace(uint64(i), weeks, same)) })
	hits := map[string]*covered{}
	var lock sync.Mutex
	parallel(traces, func(i int) {
		jobs := newTrace(uint64(1e6+i), weeks, same)
		pool, err := resampling.PoolOf(jobs, by)
		if err != nil {
			c.t.Error(err)
			return
		}
		runs := [][][]float64{c.play(jobs)}
		for k := range c.replicates {
			again, _, err := resampling.Draw(jobs, by, int64(1000*i+k))
			if err != nil {
				c.t.Error(err)
				return
			}
			runs = append(runs, c.play(again))
		}
		lock.Lock()
		defer lock.Unlock()
		for q := 1; q < len(c.queues); q++ {
			for f := range c.figures {
				key := c.queues[q] + " " + c.figures[f]
				if hits[key] == nil {
					hits[key] = &covered{}
				}
				hits[key].count(sample(many, q, f), sample(many, 0, f), sample(runs, q, f), sample(runs, 0, f), pool)
			}
		}
	})
	return hits
}

// count adds one trace. a and b are the figures of two disciplines on many traces, x
// and y those on the trace and its resamples.
func (h *covered) count(a, b, x, y []float64, pool resampling.Pool) {
	logs := func(a, b []float64) (out []float64) {
		for i := range a {
			out = append(out, math.Log(a[i])-math.Log(b[i]))
		}
		return out
	}
	h.all++
	truth := experiment.Of(logs(a, b))
	e := experiment.FromResamples(logs(x, y), pool)
	h.truth, h.spread = truth.SD*truth.SD, h.spread+e.SD*e.SD
	if math.Abs(e.Mean-truth.Mean) <= e.Half {
		h.ratio++
	}
	if e := experiment.Of(logs(x[1:], y[1:])); math.Abs(e.Mean-truth.Mean) <= e.Half {
		h.naive++
	}
	var d []float64
	for i := range x {
		d = append(d, x[i]-y[i])
	}
	if e := experiment.FromResamples(d, pool); math.Abs(e.Mean-experiment.Difference(a, b).Mean) <= e.Half {
		h.difference++
	}
}

// parallel calls f for 0 to n-1 on all cores.
func parallel(n int, f func(i int)) {
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wait.Wait()
}

// TestCoverage measures how often the intervals of resamples cover the truth. With
// HOPYARD_COVERAGE=200 it prints the table in scenarios/experiments.md. Otherwise it
// takes few traces, and checks only that most intervals cover the truth while those
// of Student's t over resamples, which shrink with their number, do not.
func TestCoverage(t *testing.T) {
	traces, err := strconv.Atoi(os.Getenv("HOPYARD_COVERAGE"))
	small := err != nil || traces < 1
	c := newCoverage(t)
	if small {
		traces, c.replicates, c.queues, c.machines, c.figures = 10, 10, []string{"easy", "fcfs"}, []*scenario.Scenario{c.machines[0], c.machines[2]}, []string{"mean_wait"}
	}
	for _, x := range []struct {
		by    resampling.Blocks
		weeks int
		same  bool
	}{
		{resampling.Weeks, 12, true}, {resampling.Users, 12, false},
		{resampling.Weeks, 4, true}, {resampling.Weeks, 26, true}, {resampling.Days, 3, true}, {resampling.Days, 12, true},
		{resampling.Users, 12, true}, {resampling.Weeks, 12, false},
	} {
		if small && (x.weeks != 12 || x.by == resampling.Days || x.same != (x.by == resampling.Weeks)) {
			continue
		}
		hits := c.measure(x.by, x.weeks, x.same, traces)
		var lines []string
		for _, key := range slices.Sorted(maps.Keys(hits)) {
			h := hits[key]
			part := func(n int) float64 { return 100 * float64(n) / float64(h.all) }
			lines = append(lines, fmt.Sprintf("  %-36s %3.0f %% (by differences %3.0f %%, Student's t over resamples %3.0f %%); standard error %.3f, true %.3f",
				key, part(h.ratio), part(h.difference), part(h.naive), math.Sqrt(h.spread/float64(h.all)), math.Sqrt(h.truth)))
			if small && (h.ratio < h.all*3/4 || h.naive > h.all*3/4) {
				t.Errorf("%v: %s", x.by, lines[len(lines)-1])
			}
		}
		jobs := newTrace(1, x.weeks, x.same)
		t.Logf("%v of %d weeks (%d jobs), %s, %d traces:\n%s", x.by, x.weeks, len(jobs), cmp.Or(map[bool]string{true: "same users"}[x.same], "other users"), traces, strings.Join(lines, "\n"))
	}
}
