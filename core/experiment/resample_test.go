package experiment_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/workload"
	"hopyard/core/workload/resampling"
)

// TestFromResamples checks the vector of SOURCES.md STAT.5 and the edge cases.
func TestFromResamples(t *testing.T) {
	weeks := resampling.Pool{Blocks: resampling.Weeks, Number: 4, Groups: 1, Freedom: 3}
	e := experiment.FromResamples([]float64{10, 8, 12, 14, 6}, weeks) // standard deviation √(40/3) of 4 resamples
	se := math.Sqrt(40.0/3) * math.Sqrt(4.0/3)
	near(t, "mean", e.Mean, 10, 0)
	near(t, "standard error", e.SD, se, 1e-9)
	near(t, "half width", e.Half, 12.706204736*se, 1e-6) // 1/(1/3 + 1/3) is rounded down to 1 degree of freedom
	near(t, "p", e.P(), experiment.StudentP(10/se, 1), 1e-12)
	many := experiment.FromResamples(slices.Repeat([]float64{1, -1}, 5000), resampling.Pool{Blocks: resampling.Weeks, Number: 1000, Groups: 1, Freedom: 999})
	near(t, "half width of many", many.Half, 1.962*math.Sqrt(1000.0/999), 1e-2)
	for _, sample := range [][]float64{nil, {3}, {3, 4}} {
		if e := experiment.FromResamples(sample, weeks); e.N != min(1, len(sample)) || e.Half != 0 || e.Sign() != 0 || e.P() != 1 {
			t.Errorf("of %v: %+v, p %v", sample, e, e.P())
		}
	}
	if e := experiment.FromResamples([]float64{2, 2, 2}, weeks); e.P() != 0 || e.Sign() != 1 {
		t.Errorf("equal values: %+v, p %v", e, e.P())
	}
}

// TestEstimator checks that differences and ratios of resamples are as significant
// as each other, and that without a pool they are those of Student's t.
func TestEstimator(t *testing.T) {
	pool := resampling.Pool{Blocks: resampling.Weeks, Number: 8, Groups: 1, Freedom: 7}
	a, b := []float64{20, 30, 9, 200, 14}, []float64{10, 13, 7, 90, 9}
	by := experiment.Estimator{Pool: pool}
	d := by.Difference(a, b)
	r, ok := by.Ratio(a, b)
	if !ok || d.Mean != 10 || math.Abs(r.Mean-2) > 1e-12 {
		t.Fatalf("%+v, %+v", d, r)
	}
	if (d.Sign() > 0) != (r.Low > 1) {
		t.Errorf("difference %+v, ratio %+v", d, r)
	}
	logs := make([]float64, len(a))
	for i := range a {
		logs[i] = math.Log(a[i] / b[i])
	}
	near(t, "p", d.P(), experiment.FromResamples(logs, pool).P(), 1e-9)
	back, _ := by.Ratio(b, a)
	near(t, "inverse", back.Low*r.High, 1, 1e-12)
	if e := by.Difference(b, a); e.Mean != -d.Mean || math.Abs(e.Half-d.Half) > 1e-9 {
		t.Errorf("the other way round: %+v, not %+v", e, d)
	}
	if e := by.Difference(a, a); e.Mean != 0 || e.Half != 0 || e.P() != 1 {
		t.Errorf("no difference: %+v", e)
	}
	if _, ok := by.Ratio([]float64{1, 0}, []float64{1, 1}); ok {
		t.Error("ratio of 0")
	}
	if e := by.Difference([]float64{1, 0, 3}, []float64{0, 0, 1}); e != experiment.FromResamples([]float64{1, 0, 2}, pool) {
		t.Errorf("differences with zeros: %+v", e)
	}
	if (experiment.Estimator{}).Difference(a, b) != experiment.Difference(a, b) {
		t.Error("without a pool, it is not Student's t")
	}
}

// traceDesign returns a design that resamples a trace of the given number of weeks.
func traceDesign(t *testing.T, weeks int, edits ...string) string {
	t.Helper()
	jobs := newTrace(5, weeks, false)
	var text bytes.Buffer
	numbers := workload.NewSWFNumbering(jobs)
	if err := workload.WriteSWF(&text, []workload.HeaderLine{{Label: "MaxProcs", Value: "64"}}, func(yield func(workload.SWFRecord) bool) {
		for i := range jobs {
			if !yield(numbers.Record(workload.JobID(i))) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	swf, _ := json.Marshal(text.String())
	design := fmt.Sprintf(`{"hopyard_design": 1, "repetitions": 4, "resample": "weeks",
		"scenario": {"hopyard": 1, "seed": 7, "cluster": {"topology": {"kind": "flat", "nodes": 64}}, "workload": {"swf": %s}},
		"factors": [{"name": "load", "path": "altered.load_factor", "levels": [1, 1.5]}, {"name": "queue", "path": "scheduler.queue", "levels": ["easy", "fcfs"]}],
		"axis": "load", "algorithm": ["queue"]}`, swf)
	return strings.NewReplacer(edits...).Replace(design)
}

func traceExperiment(t *testing.T, design string) (*experiment.Experiment, error) {
	t.Helper()
	d, err := scenario.ParseDesign([]byte(design))
	if err != nil {
		t.Fatal(err)
	}
	return experiment.New(d)
}

// TestResampledRuns checks that repetition 0 runs the trace, and that the others run
// what resampling.Draw returns for their seeds, with the same jobs for all
// algorithms. The load factor must apply after the weeks were drawn.
func TestResampledRuns(t *testing.T) {
	x, err := traceExperiment(t, traceDesign(t, 4))
	if err != nil {
		t.Fatal(err)
	}
	for cell := range x.Cells {
		s := x.Cells[cell].Scenario
		trace, whole, err := s.Trace()
		if err != nil {
			t.Fatal(err)
		}
		for n := range 3 {
			recorded, err := trace.Jobs(workload.SWFMachine{Nodes: 64})
			if err != nil {
				t.Fatal(err)
			}
			jobs := whole.Jobs
			if n > 0 {
				if jobs, _, err = resampling.Draw(recorded.Jobs, resampling.Weeks, 7+int64(n)); err != nil {
					t.Fatal(err)
				}
				if s.Altered.Load == 1500 {
					for i := range jobs {
						jobs[i].Submit = jobs[i].Submit * 2 / 3
					}
				}
			}
			c, err := s.ConfigOf(slices.Clone(jobs))
			if err != nil {
				t.Fatal(err)
			}
			want, err := experiment.Play(c, metrics.Trim{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := x.Run(cell, n)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want.Figures) {
				t.Errorf("cell %d, repetition %d: mean wait %v, not %v", cell, n, got.MeanWait, want.Figures.MeanWait)
			}
		}
	}
}

// TestResampledDesigns checks which designs cannot be run.
func TestResampledDesigns(t *testing.T) {
	for _, c := range []struct{ design, want string }{
		{traceDesign(t, 3), "load 1, queue easy: resampling by weeks needs at least 4 whole weeks, and the trace has 3; use days, or a longer trace (and so in 3 more combinations)"},
		{strings.Replace(traceDesign(t, 4), `"resample"`, `"title"`, 1), ""},
		{traceDesign(t, 3, `"weeks"`, `"days"`), ""},
		{traceDesign(t, 3, `"weeks"`, `"users"`), ""},
		{`{"hopyard_design": 1, "repetitions": 4, "resample": "days", "scenario": {"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 64}}, "workload": {"model": "lublin", "jobs": 5}},
			"factors": [{"name": "queue", "path": "scheduler.queue", "levels": ["easy"]}]}`,
			`queue easy: workload: the design has "resample", but this scenario has no trace; write "workload": {"swf": "…"}, or leave resample out`},
	} {
		_, err := traceExperiment(t, c.design)
		if got := fmt.Sprint(err); got != c.want && !(err == nil && c.want == "") {
			t.Errorf("%s\nnot %s", got, c.want)
		}
	}
}

// TestResampledMeans checks that the table of means has the figures of the trace,
// with half widths of FromResamples, and that there are no results before the run of
// the trace itself.
func TestResampledMeans(t *testing.T) {
	x, err := traceExperiment(t, traceDesign(t, 4))
	if err != nil {
		t.Fatal(err)
	}
	r := experiment.NewResults(x)
	set := func(n int) {
		for cell := range x.Cells {
			f, err := x.Run(cell, n)
			if err != nil {
				t.Fatal(err)
			}
			var values []float64
			for _, f := range f.List() {
				values = append(values, f.Value)
			}
			r.Set(cell, n, values)
		}
	}
	for n := 3; n > 0; n-- {
		set(n)
		if made := r.Repetitions(); made != nil {
			t.Fatalf("repetitions %v before that of the trace", made)
		}
	}
	set(0)
	wait := slices.IndexFunc(r.Keys, func(f metrics.Figure) bool { return f.Key == "mean_wait" })
	sample := r.Sample(0, wait, r.Repetitions())
	want := experiment.FromResamples(sample, resampling.Pool{Blocks: resampling.Weeks, Number: 4, Groups: 1, Freedom: 3})
	if got := x.EstimatorOf(0).Of(sample); got != want || want.Mean != sample[0] || len(sample) != 4 {
		t.Errorf("%+v, not %+v", got, want)
	}
	var means strings.Builder
	if err := r.WriteMeans(&means); err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprintf(",%v,%v,", want.Mean, want.Half); !strings.Contains(means.String(), text) {
		t.Errorf("no %s in\n%s", text, means.String())
	}
}

// TestCompareResamples checks the differences of two algorithms from the first, with
// the probabilities corrected by Holm.
func TestCompareResamples(t *testing.T) {
	pool := resampling.Pool{Blocks: resampling.Weeks, Number: 20, Groups: 1, Freedom: 19}
	list := (&metrics.Figures{}).List()
	at := func(key string) int {
		return slices.IndexFunc(list, func(f metrics.Figure) bool { return f.Key == key })
	}
	run := func(wait, slowdown, used float64) []float64 {
		values := make([]float64, len(list))
		values[at("mean_wait")], values[at("mean_bounded_slowdown")], values[at("utilization")] = wait, slowdown, used
		return values
	}
	var runs [3][][]float64
	for n := range 21 {
		x := float64(n%5) + 1
		runs[0] = append(runs[0], run(100*x, 3*x, 0.5))
		runs[1] = append(runs[1], run(200*x+x*x, 3*x+0.1*float64(n%3-1), 0.5))
		runs[2] = append(runs[2], run(100*x, 4*x+0.01*float64(n%2), 0.6+0.001*float64(n%4)))
	}
	got := experiment.CompareResamples(runs[:], []string{"mean_wait", "mean_bounded_slowdown", "utilization", "jobs", "none"}, pool)
	var p []float64
	by := experiment.Estimator{Pool: pool}
	what := []string{}
	for _, d := range got {
		what = append(what, fmt.Sprintf("%s %d %d/%d %d", list[d.Figure].Key, d.Algorithm, d.Less, d.Greater, d.Better(list[d.Figure].Better)))
		var a, b []float64
		for n := range runs[0] {
			a, b = append(a, runs[d.Algorithm][n][d.Figure]), append(b, runs[0][n][d.Figure])
		}
		if d.Estimate != by.Difference(a, b) {
			t.Errorf("%+v", d)
		}
		p = append(p, d.Estimate.P())
	}
	if want := "[mean_wait 1 0/20 -1 mean_bounded_slowdown 1 6/7 0 mean_bounded_slowdown 2 0/20 -1 utilization 2 0/20 1]"; fmt.Sprint(what) != want {
		t.Errorf("%v\nnot %s", what, want)
	}
	for i, corrected := range experiment.Holm(p) {
		if got[i].P != corrected {
			t.Errorf("%v: p %v, not %v", what[i], got[i].P, corrected)
		}
	}
}
