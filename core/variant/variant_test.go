package variant

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
)

func mustParse(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// waits is the beginning of a lesson in which job 2 waits for job 1. Tests append
// the value of the field vary.
const waits = `{"hopyard": 1, "title": "t", "about": "About nothing.", "goals": ["See why", "See job 2", "See both of two"], "cluster": {"topology": {"kind": "star", "nodes": 8}},
	"jobs": [{"nodes": 6, "walltime": 3600}, {"submit": 300, "nodes": 4, "walltime": 1800}], "vary": `

// TestTimesLookWritten checks that times keep the unit in which people write them.
// For example, a whole number of minutes must not become 2:47:13.
func TestTimesLookWritten(t *testing.T) {
	const s, minute = int64(simtime.Second), int64(simtime.Minute)
	for _, c := range [][3]int64{ // each case holds a time, a factor and the expected result
		{0, 1400, 0}, {3600 * s, 1000, 3600 * s}, {3600 * s, 877, 3300 * s}, {3000 * s, 710, 2100 * s}, {1500 * s, 877, 1320 * s},
		{2400 * s, 877, 2100 * s}, {60 * s, 800, 60 * s}, {60 * s, 100, 60 * s}, {90 * s, 1300, 120 * s}, {100 * s, 1234, 120 * s},
		{605 * s, 1100, 665 * s}, {7 * s, 1400, 10 * s}, {7 * s, 100, s}, {1500, 1400, 2100}, {100, 100, 100}, {1234, 2000, 2468},
		{simtime.Max, 10_000, simtime.Max}, {simtime.Max, 700, simtime.Max / 1000 * 700},
	} {
		if is := stretched(c[0], c[1]); is != c[2] {
			t.Errorf("%v by %d thousandths is %v, want %v", simtime.Time(c[0]), c[1], simtime.Time(is), simtime.Time(c[2]))
		}
	}
	for _, c := range [][2]int64{{50 * minute, 5 * minute}, {45 * minute, minute}, {51 * minute, minute}, {1, 1}} {
		if is := unitOf(c[0]); is != c[1] {
			t.Errorf("the unit of %v is %v, want %v", simtime.Time(c[0]), simtime.Time(is), simtime.Time(c[1]))
		}
	}
}

// TestScaled checks that scaled rounds to the nearest integer, rounds halves up,
// and does not overflow.
func TestScaled(t *testing.T) {
	for _, c := range [][4]int64{{5, 1, 2, 3}, {4, 1, 3, 1}, {0, 7, 3, 0}, {7, 3, 0, 7}, {simtime.Max, simtime.Max, simtime.Max, simtime.Max}, {simtime.Max, simtime.Max, 1, simtime.Max}} {
		if is := scaled(c[0], c[1], c[2]); is != c[3] {
			t.Errorf("%d·%d/%d is %d, want %d", c[0], c[1], c[2], is, c[3])
		}
	}
}

// TestDrawsKeepThingsTogether checks that related values change together. Events
// must change with submissions, deadlines with walltimes, and the limits of a job's
// size with its size.
func TestDrawsKeepThingsTogether(t *testing.T) {
	s := mustParse(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 16}, "node": {"cores": 4}, "groups": [{"nodes": "0-3", "gpus": 2}]},
		"jobs": [
			{"nodes": 16, "walltime": 600}, {"nodes": 4, "walltime": 600, "runtime": 600, "elastic": {"min": 2, "max": 16}},
			{"submit": 300, "tasks": 8, "per_task": {"gpus": 1}, "walltime": 600, "runtime": 900},
			{"submit": 300, "nodes": 2, "walltime": 600, "runtime": 540, "comm": {"share": 1, "matrix": [[0, 1], [1, 0]]}},
			{"submit": 600, "nodes": 5, "walltime": 6000, "deadline": 12600, "parts": {"order": "serial", "work": [3600, 60]}}],
		"queues": {"q": {"events": [{"at": 300, "started": false}, {"at": 600, "started": true}]}},
		"faults": {"events": [{"at": 300, "down": "9", "for": 60}, {"at": 900, "down": "8"}]},
		"vary": {"keep": ["too-few-free"], "submits": [0.5, 2], "sizes": [0.5, 2], "walltimes": [0.5, 2],
			"machines": [{"kind": "star", "nodes": 16}, {"kind": "star", "nodes": 32}]}}`)
	before := s.Canonical()
	machines := map[int]bool{}
	for seed := uint64(1); seed <= 50; seed++ {
		v := newDrawing(s, seed).next()
		machine, j := v.Cluster.Topology.Nodes, v.Jobs
		machines[machine] = true
		switch {
		case j[0].Nodes != int32(machine) || j[1].Elastic.Max != int32(machine) || j[2].Tasks != 8:
			t.Errorf("what asks for all no longer does")
		case j[1].Elastic.Min < 1 || j[1].Elastic.Min > j[1].Nodes:
			t.Errorf("at least %d of %d", j[1].Elastic.Min, j[1].Nodes)
		case j[1].Runtime != j[1].Walltime || j[2].Runtime <= j[2].Walltime || j[3].Runtime >= j[3].Walltime:
			t.Errorf("a job ends otherwise")
		case j[3].Nodes != 2:
			t.Errorf("a job with a matrix has %d nodes", j[3].Nodes)
		case j[2].Submit != j[3].Submit || v.Faults.Events[0].At != j[2].Submit || v.Queues[0].Changes[0].At != j[2].Submit || v.Queues[0].Changes[1].At != j[4].Submit:
			t.Errorf("what happens at one instant no longer does")
		case v.Faults.Events[0].For != 60_000 || len(j[4].Parts.Work) != 2:
			t.Errorf("a span changed that stays")
		case j[4].Deadline.Sub(j[4].Submit) < 6_000_000 || j[4].Deadline.Sub(j[4].Submit) > 24_000_000 || j[4].Deadline.Sub(j[4].Submit) < j[4].Walltime:
			t.Errorf("a deadline of %v for %v", j[4].Deadline.Sub(j[4].Submit), j[4].Walltime)
		}
	}
	if !machines[16] || !machines[32] {
		t.Errorf("machines of %v nodes only", machines)
	}
	if !bytes.Equal(before, s.Canonical()) {
		t.Error("drawing changes the lesson")
	}
}

// TestTextsWithFiguresGo checks that variants have no texts that mention numbers,
// because the numbers would be those of the lesson.
func TestTextsWithFiguresGo(t *testing.T) {
	v, err := Draw(mustParse(t, waits+`{"keep": ["too-few-free"], "walltimes": [0.5, 2]}}`), 1, nil)
	if err != nil || v.Scenario.About != "About nothing." || v.Scenario.Goals != nil || v.Scenario.Title != "t" {
		t.Errorf("%v %+v", err, v.Scenario)
	}
	for text, tells := range map[string]bool{"": false, "Job 4 waits": true, "Twelve nodes": true, "Ada's half": true, "a halt": false, "EASY": false, "S2": true} {
		if tellsFigures(text) != tells {
			t.Errorf("%q: %v", text, !tells)
		}
	}
}

// TestGivingUp checks the error that Draw returns when it gives up. The error must
// name the required events that no draw had, and count the failed draws by reason.
func TestGivingUp(t *testing.T) {
	if _, err := Draw(mustParse(t, strings.TrimSuffix(waits, `, "vary": `)+"}"), 1, nil); !errors.Is(err, ErrFixed) {
		t.Error(err)
	}
	for _, c := range []struct {
		name, vary string
		rejects    func(*engine.Recording) bool
		want       GaveUp
		says       string
	}{
		{"what cannot happen", `{"keep": ["too-few-free", "kill", "too-late"], "walltimes": [0.5, 2]}}`, nil, GaveUp{Missing: []string{"kill", "too-late"}}, "kill, too-late did not occur even in the best"},
		{"nothing changes", `{"keep": ["too-few-free"], "sizes": 1}}`, nil, GaveUp{Missing: []string{"too-few-free"}, Trivial: MaxDraws}, "500 trivial"},
		{"nobody waits", `{"keep": ["fits-now"], "sizes": 0.1}}`, nil, GaveUp{Missing: []string{"fits-now"}, Trivial: MaxDraws}, "500 trivial"},
		{"the caller has enough", `{"keep": ["too-few-free"], "walltimes": [0.5, 2]}}`, func(*engine.Recording) bool { return true }, GaveUp{Unfit: MaxDraws}, "500 rejected"},
		{"no scenario", `{"keep": ["too-few-free"], "sizes": 10, "machines": [{"kind": "hypercube", "dims": 1}]}, "faults": {"offline": "3"}}`, nil, GaveUp{Missing: []string{"too-few-free"}, Refused: MaxDraws}, "names node 3"},
	} {
		_, err := Draw(mustParse(t, waits+c.vary), 1, c.rejects)
		var is *GaveUp
		if !errors.As(err, &is) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		c.want.Draws, c.want.Why = MaxDraws, is.Why
		if c.name == "what cannot happen" || c.name == "the caller has enough" { // in these cases, some draws equal the lesson
			c.want.Trivial, c.want.Unfit = is.Trivial, is.Unfit
		}
		if fmt.Sprint(*is) != fmt.Sprint(c.want) || !strings.Contains(err.Error(), c.says) || is.Refused > 0 && is.Why == nil {
			t.Errorf("%s: %+v, want %+v: %v", c.name, *is, c.want, err)
		}
	}
}

// TestRejects checks that Draw draws again if the caller rejects a draw, and that
// the seed determines the whole sequence of draws.
func TestRejects(t *testing.T) {
	s := mustParse(t, waits+`{"keep": ["too-few-free"], "submits": [0.5, 2], "walltimes": [0.5, 2]}}`)
	asked := 0
	third, err := Draw(s, 7, func(run *engine.Recording) bool {
		asked++
		return asked < 3
	})
	if err != nil || asked != 3 || third.Draws < 3 {
		t.Fatalf("%v: asked %d times, %d draws", err, asked, third.Draws)
	}
	first, _ := Draw(s, 7, nil)
	again, _ := Draw(s, 7, nil)
	if bytes.Equal(first.Scenario.Canonical(), third.Scenario.Canonical()) || !bytes.Equal(first.Scenario.Canonical(), again.Scenario.Canonical()) {
		t.Error("not one sequence of draws")
	}
	if log := first.Run.Log(); len(log) == 0 || !first.Run.Extend(0) {
		t.Error("the run of a variant is not recorded")
	}
}

// TestLongRunsAreFewer checks that Draw gives up after at most 100 draws, instead
// of 500, if each run has thousands of jobs.
func TestLongRunsAreFewer(t *testing.T) {
	jobs := strings.Repeat(`{"nodes": 1, "walltime": 60}, `, 2000) + `{"nodes": 8, "walltime": 60}`
	_, err := Draw(mustParse(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 8}}, "jobs": [`+jobs+`], "vary": {"keep": ["kill"], "walltimes": [0.5, 2]}}`), 1, nil)
	var is *GaveUp
	if !errors.As(err, &is) || is.Draws < 2 || is.Draws > 100 {
		t.Error(err)
	}
}
