package scenario

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// alteredTrace returns a random trace with a few users. Some rows have no user, and
// some jobs follow earlier jobs.
func alteredTrace(seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 9))
	var out strings.Builder
	at := 0
	for i := range 60 {
		at += rng.IntN(3000)
		user, preceding, think := rng.IntN(5), -1, -1
		if user == 0 {
			user = -1
		}
		if i > 0 && rng.IntN(5) == 0 {
			preceding, think = 1+rng.IntN(i), rng.IntN(90)
		}
		fmt.Fprintf(&out, "%d %d -1 %d 4 -1 -1 4 900 -1 1 %d 1 -1 1 -1 %d %d\n", i+1, at, 1+rng.IntN(800), user, preceding, think)
	}
	return out.String()
}

func alteredJobs(t *testing.T, swf, altered string) (*workload.SWF, *workload.SWFJobs) {
	t.Helper()
	s := mustParse(t, fmt.Sprintf(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 16}}, "workload": {"swf": %q}%s}`, swf, altered))
	trace, jobs, err := s.Trace()
	if err != nil {
		t.Fatal(err)
	}
	return trace, jobs
}

// TestWithoutUsersIsATraceWithoutTheirRows checks that leaving out users gives the
// same jobs as removing their rows from the trace, and that each remaining job
// still refers to its own row of the whole trace.
func TestWithoutUsersIsATraceWithoutTheirRows(t *testing.T) {
	for seed := range uint64(50) {
		swf := alteredTrace(seed)
		var rest strings.Builder
		for line := range strings.Lines(swf) {
			if user := strings.Fields(line)[11]; user != "2" && user != "-1" {
				rest.WriteString(line)
			}
		}
		trace, got := alteredJobs(t, swf, `, "altered": {"without_users": ["2", "", "nobody"]}`)
		_, want := alteredJobs(t, rest.String(), "")
		if len(got.Jobs) != len(want.Jobs) || len(got.Jobs) == 0 {
			t.Fatalf("seed %d: %d jobs, not %d", seed, len(got.Jobs), len(want.Jobs))
		}
		for i := range got.Jobs {
			g, w := got.Jobs[i], want.Jobs[i]
			if g.Number != w.Number || g.Submit != w.Submit || g.After != w.After || g.Think != w.Think || g.User != w.User {
				t.Fatalf("seed %d: job %+v, not %+v", seed, g, w)
			}
			if r := &trace.Records[got.Records[i]]; r.Number != g.Number {
				t.Fatalf("seed %d: job %d has the row of job %d", seed, g.Number, r.Number)
			}
		}
	}
}

// TestLoadFactorDividesSubmitTimes checks that a load factor divides the submit
// times and changes nothing else. The jobs must stay in order, and the offered load
// must be multiplied by the factor.
func TestLoadFactorDividesSubmitTimes(t *testing.T) {
	for _, thousandths := range []int64{10, 500, 909, 1250, 100_000} {
		swf := alteredTrace(3)
		_, plain := alteredJobs(t, swf, "")
		_, got := alteredJobs(t, swf, fmt.Sprintf(`, "altered": {"load_factor": %d.%03d}`, thousandths/1000, thousandths%1000))
		for i := range got.Jobs {
			g, w := got.Jobs[i], plain.Jobs[i]
			if want := simtime.Time(int64(w.Submit) * 1000 / thousandths); g.Submit != want {
				t.Fatalf("%d: job %d is submitted at %v, not %v", thousandths, g.Number, g.Submit, want)
			}
			w.Submit = g.Submit
			if fmt.Sprintf("%+v", g) != fmt.Sprintf("%+v", w) {
				t.Fatalf("%d: %+v differs from %+v", thousandths, g, w)
			}
		}
		if !slices.IsSortedFunc(got.Jobs, func(a, b workload.Job) int { return int(a.Submit - b.Submit) }) {
			t.Fatalf("%d: the jobs are not in order", thousandths)
		}
		kinds := []workload.NodeKind{{Nodes: 16, Speed: 1000, Resources: workload.Resources{workload.Cores: 1}}}
		was, is := workload.OfferedLoad(plain.Jobs, kinds), workload.OfferedLoad(got.Jobs, kinds)
		if times := is / was * 1000; times < float64(thousandths)*0.999 || times > float64(thousandths)*1.001 {
			t.Errorf("%d: the load is %.4f times what it was", thousandths, times/1000)
		}
	}
}

// TestLoadFactorStaysInTime checks that dividing the latest possible submit time by
// a factor below 1 gives the maximum, not an overflow.
func TestLoadFactorStaysInTime(t *testing.T) {
	jobs := []workload.Job{{}, {}}
	jobs[1].Request.ID = 1
	jobs[1].Submit = simtime.Time(simtime.Max)
	(&Altered{Load: MinLoadFactor}).scaleSubmits(jobs)
	if jobs[0].Submit != 0 || int64(jobs[1].Submit) != simtime.Max {
		t.Errorf("submitted at %v and %v", jobs[0].Submit, jobs[1].Submit)
	}
}

// TestAlteredIsForTraces checks that the block "altered" is an error in a scenario
// that lists its jobs or draws them from a model. An empty list of jobs may have
// the block, for a trace that is added later. When the jobs of an altered trace are
// listed, the block disappears.
func TestAlteredIsForTraces(t *testing.T) {
	const star = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}}, `
	if _, err := Parse([]byte(star + `"jobs": [], "altered": {"load_factor": 2}}`)); err != nil {
		t.Error(err)
	}
	for _, text := range []string{`"jobs": [{"nodes": 1, "walltime": 60}]`, `"workload": {"model": "lublin", "jobs": 5}`} {
		_, err := Parse([]byte(star + text + `, "altered": {"without_users": ["1"]}}`))
		if err == nil || !strings.Contains(err.Error(), "without a trace") {
			t.Errorf("%s: %v", text, err)
		}
	}
	swf := alteredTrace(1)
	s := mustParse(t, fmt.Sprintf(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 16}}, "workload": {"swf": %q}, "altered": {"load_factor": 2, "without_users": ["1"]}}`, swf))
	listed, err := s.WithListedJobs()
	if err != nil || listed.Altered.Any() || len(listed.Jobs) == 0 {
		t.Errorf("listed: %v, %+v", err, listed)
	}
}
