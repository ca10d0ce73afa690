package report

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
)

const design = `{
  "hopyard_design": 1, "title": "A <test>", "repetitions": 4, "notes": ["L is not defined."],
  "scenario": {"hopyard": 1, "cluster": {"topology": {"kind": "torus", "dims": [4, 4]}}, "workload": {"model": "lublin", "jobs": 10, "load": 0.5}},
  "factors": [
    {"name": "machine", "levels": [{"name": "torus"}, {"name": "star", "set": {"cluster.topology": {"kind": "star", "nodes": 16}}}]},
    {"name": "load", "path": "workload.load", "levels": [0.5, 0.9]},
    {"name": "queue", "path": "scheduler.queue", "levels": ["easy", "fcfs"]},
    {"name": "allocator", "path": "scheduler.allocator", "levels": ["sdm", "random", {"value": "mc1x1", "only": {"machine": ["torus"], "queue": ["easy"]}}, {"value": "snp", "only": {"machine": ["star"]}}]}
  ],
  "axis": "load", "algorithm": ["queue", "allocator"], "figures": ["mean_wait", "utilization"],
  "claims": [{"where": {"machine": ["torus"]}, "text": "SDM below 0.9, then MC1x1", "best": [{"algorithms": ["easy sdm"], "until": 0.9}, {"algorithms": ["easy mc1x1"], "from": 0.9}]}]
}`

// results returns artificial results of 4 repetitions. The mean_wait of a cell is a
// sum of three values: a constant, a variation that is equal for all cells of a
// repetition, and the value that the given function returns for the cell.
func results(t *testing.T, wait func(names []string) float64) *experiment.Results {
	t.Helper()
	d, err := scenario.ParseDesign([]byte(design))
	if err != nil {
		t.Fatal(err)
	}
	x, err := experiment.New(d)
	if err != nil {
		t.Fatal(err)
	}
	r := experiment.NewResults(x)
	for cell := range r.Cells {
		for n := range 4 {
			figures := make([]float64, len(r.Keys))
			for i, k := range r.Keys {
				if k.Key == "mean_wait" {
					figures[i] = wait(r.Names(cell)) + 1000*float64(n) + 0.01*float64((cell+n)%3)
				}
			}
			r.Set(cell, n, figures)
		}
	}
	return r
}

func arranged(t *testing.T, wait func(names []string) float64) (*layout, int) {
	t.Helper()
	l, err := arrange(results(t, wait))
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range l.Keys {
		if k.Key == "mean_wait" {
			return l, i
		}
	}
	t.Fatal("no figure mean_wait")
	return nil, 0
}

// TestArrange checks the order of the places and of the algorithms. Combinations
// that the design excludes must have no cell.
func TestArrange(t *testing.T) {
	l, _ := arranged(t, func([]string) float64 { return 1 })
	var names []string
	for _, a := range l.Algorithms {
		names = append(names, a.Name)
	}
	if got := strings.Join(names, ", "); got != "easy sdm, easy random, easy mc1x1, easy snp, fcfs sdm, fcfs random, fcfs snp" {
		t.Errorf("algorithms: %s", got)
	}
	if len(l.Places) != 2 || l.Places[0].Name != "torus" || l.Places[1].Claim != nil || l.Places[0].Claim == nil {
		t.Errorf("places: %+v", l.Places)
	}
	for a, want := range []struct{ torus, star bool }{{true, true}, {true, true}, {true, false}, {false, true}, {true, true}, {true, true}, {false, true}} {
		if l.Runs(0, a) != want.torus || l.Runs(1, a) != want.star {
			t.Errorf("%s: torus %v, star %v", names[a], l.Runs(0, a), l.Runs(1, a))
		}
	}
	colour, dash := l.looks()
	if fmt.Sprint(colour, dash) != "[0 1 2 2 0 1 2] [0 0 0 0 1 1 1]" {
		t.Errorf("mc1x1 and snp never meet, and queues differ in dashes: %v %v", colour, dash)
	}
}

// TestVerdicts checks the verdict on a claim in three cases: the results agree with
// the claim, leave it open, or contradict it.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name string
		wait map[string]float64 // the value of wait for each allocator; other allocators have 100
		at   int
		want verdict
		best string
	}{
		{"named and best", map[string]float64{"sdm": 90}, 0, agrees, "easy sdm"},
		{"all alike but for noise", nil, 0, open, ""},
		{"named and worse", map[string]float64{"random": 90}, 0, opposite, "easy random"},
		{"another is named at the next step", map[string]float64{"sdm": 90}, 1, opposite, "easy sdm"},
		{"and is best there", map[string]float64{"mc1x1": 90}, 1, agrees, "easy mc1x1"},
	} {
		l, figure := arranged(t, func(names []string) float64 {
			if x, ok := c.wait[names[3]]; ok && names[2] == "easy" {
				return x
			}
			return 100
		})
		f := l.find(figure, 0, c.at)
		if f.verdict != c.want && !(c.want == open && f.verdict == agrees) || c.best != "" && l.Algorithms[f.Best].Name != c.best {
			t.Errorf("%s: %s, best %s", c.name, f.verdict, l.Algorithms[f.Best].Name)
		}
		if f.verdict == opposite && math.Abs(f.short-10.0/(90+1500)) > 1e-4 {
			t.Errorf("%s: short by %v", c.name, f.short)
		}
		if star := l.find(figure, 1, c.at); star.verdict != noClaim {
			t.Errorf("%s: a place without a claim: %s", c.name, star.verdict)
		}
	}
}

// TestWrite checks that the report has the required contents. The report must load
// nothing from elsewhere. Nothing in its data may end a script element early.
func TestWrite(t *testing.T) {
	r := results(t, func(names []string) float64 {
		if names[3] == "random" {
			return 200
		}
		return 100
	})
	var out bytes.Buffer
	if err := Write(&out, r, Options{ECharts: []byte(`const x = "</script><!-- go"; // from an address`)}); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, want := range []string{
		"A &lt;test&gt;", "L is not defined.", "SDM below 0.9, then MC1x1", "Where the source's table holds",
		"easy mc1x1", `id="chart1"`, `<option value="mean_wait" selected>`, "Content-Security-Policy", `"axis":"load"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(page, "</script"); n != 3 {
		t.Errorf("%d ends of scripts, want 3", n)
	}
	if found := regexp.MustCompile(`(?i)(src|href)="?[a-z]*:?//|go-echarts|https?://`).FindString(page); found != "" {
		t.Errorf("the page names an address: %s", found)
	}
	if strings.Contains(page, "NaN") || strings.Contains(page, "ZgotmplZ") || strings.Contains(page, "%!") {
		t.Error("something was not written as it should be")
	}
}

// TestWriteRefuses checks that Write returns an error in four cases: an unknown
// figure, a figure for which neither higher nor lower values are better, incomplete
// results, and a design without an axis.
func TestWriteRefuses(t *testing.T) {
	r := results(t, func([]string) float64 { return 1 })
	empty := experiment.NewResults(r.Experiment)
	mute := *r.Design
	mute.Axis = ""
	for _, c := range []struct {
		r    *experiment.Results
		key  string
		says string
	}{
		{r, "mean_wiat", `no figure "mean_wiat"; use some of jobs, `},
		{r, "jobs", "no better or worse"},
		{empty, "", "no repetition of all cells"},
		{experiment.NewResults(&experiment.Experiment{Design: &mute, Cells: r.Cells}), "", `write "axis"`},
	} {
		var o Options
		if c.key != "" {
			o.Figures = []string{c.key}
		}
		if err := Write(&bytes.Buffer{}, c.r, o); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("want %q, got %v", c.says, err)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		x    float64
		unit string
		want string
	}{
		{0.12345, "%", "12.35"}, {1234.5, "s", "1,234"}, {1234567, "s", "1,234,567"}, {0, "", "0.000"},
		{12.3456, "", "12.35"}, {-123.456, "s", "-123.5"}, {-1234, "s", "-1,234"}, {1.00449, "", "1.004"},
	} {
		if got := number(c.x, metrics.Figure{Unit: c.unit}); got != c.want {
			t.Errorf("%v %s: %s, want %s", c.x, c.unit, got, c.want)
		}
	}
}

// TestClaimsBy checks a design with claims_by. The ranges of its claims refer to a
// figure that the first algorithm reached. They must be compared with that figure
// instead of the value on the axis.
func TestClaimsBy(t *testing.T) {
	r := results(t, func([]string) float64 { return 1 })
	l, err := arrange(r)
	if err != nil {
		t.Fatal(err)
	}
	used := l.figure("utilization")
	for cell := range r.Cells {
		for n := range 4 {
			reached := 0.95 // the first algorithm's value at both steps
			if strings.Contains(strings.Join(r.Names(cell), " "), "random") {
				reached = 0.1 // another algorithm's value, which must not matter
			}
			r.At(cell, n)[used] = reached
		}
	}
	names := func(step int) string {
		text := ""
		for _, a := range l.claimedAt(0, step) {
			text += l.Algorithms[a].Name
		}
		return text
	}
	if a, b := names(0), names(1); a != "easy sdm" || b != "easy mc1x1" {
		t.Errorf("by the axis: %q and %q", a, b)
	}
	l.Design.ClaimsBy = "utilization"
	if a, b := names(0), names(1); a != "easy mc1x1" || b != "easy mc1x1" {
		t.Errorf("by what was reached: %q and %q", a, b)
	}
}
