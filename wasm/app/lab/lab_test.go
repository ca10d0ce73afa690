package lab

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/core/experiment"
	"hopyard/core/scenario"
	"hopyard/scenarios"
)

func english(t testing.TB) Texts {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "static", "lang", "en", "lab.json"))
	if err != nil {
		t.Fatal(err)
	}
	x := Texts{Language: "en"}
	if err := json.Unmarshal(raw, &x.Of); err != nil {
		t.Fatal(err)
	}
	return x
}

func lesson(t testing.TB, name string) []byte {
	t.Helper()
	for _, l := range scenarios.All() {
		if l.Name == name {
			return l.Source
		}
	}
	t.Fatalf("no lesson %s", name)
	return nil
}

// hole returns the default experiment of the lesson easy-hole, reduced to a few
// runs.
func hole(t testing.TB) *Lab {
	t.Helper()
	l := New(english(t))
	if err := l.Vary(lesson(t, "easy-hole")); err != nil {
		t.Fatal(err)
	}
	l.Act("levels", "1, 2, 4")
	l.Act("repetitions", "6")
	l.Act("jobs", "60")
	if l.bad != nil {
		t.Fatal(l.bad)
	}
	return l
}

// work makes all runs of an experiment with the given number of workers.
func work(t testing.TB, l *Lab, workers int) {
	t.Helper()
	l.Act("run", "")
	answer(t, l, workers)
}

// answer lets simulated workers make the requested runs.
func answer(t testing.TB, l *Lab, workers int) {
	t.Helper()
	l.Cores(workers)
	benches := make([]Bench, workers)
	now := 0.0
	for busy := true; busy; {
		busy = false
		answers := make([][]byte, workers)
		for i := range benches {
			if m := l.Work(i, now); m != nil {
				answers[i], busy = benches[i].Handle(m), true
			}
		}
		now += 10
		for i, a := range answers {
			if a != nil {
				l.HandleReply(i, a, now)
			}
		}
	}
	if l.fault != "" {
		t.Fatal(l.fault)
	}
}

// TestRowsAreTheSweeps makes the runs of an experiment in the page, and again in a
// simple loop over the runs of the design, as hopyard sweep does. The results must
// be equal.
func TestRowsAreTheSweeps(t *testing.T) {
	l := hole(t)
	work(t, l, 3)
	src, err := scenario.DecodeDesign(l.Fragment())
	if err != nil {
		t.Fatal(err)
	}
	d, err := scenario.ParseDesign(src)
	if err != nil {
		t.Fatal(err)
	}
	x, err := experiment.New(d)
	if err != nil {
		t.Fatal(err)
	}
	r := experiment.NewResults(x)
	for _, run := range r.Missing() {
		f, err := x.Run(run.Cell, run.Repetition)
		if err != nil {
			t.Fatal(err)
		}
		var values []float64
		for _, v := range f.List() {
			values = append(values, v.Value)
		}
		r.Set(run.Cell, run.Repetition, values)
	}
	var want strings.Builder
	if err := r.WriteRows(&want); err != nil {
		t.Fatal(err)
	}
	if got := string(l.Rows()); got != want.String() {
		t.Errorf("rows differ:\n%.300s\n%.300s", got, want.String())
	}
	if l.made != 3*3*6 {
		t.Errorf("%d runs, not 54", l.made)
	}
}

// TestCutAndStop opens two designs. In the page, a design that excludes the first
// and last jobs from the figures (cut) must be evaluated accordingly. A design that
// ends depending on the results (stop), or that resamples a trace, must be refused,
// with advice on what to do.
func TestCutAndStop(t *testing.T) {
	opened := func(src []byte, err error) *Lab {
		if err != nil {
			t.Fatal(err)
		}
		link, err := scenario.EncodeDesign(src)
		if err != nil {
			t.Fatal(err)
		}
		l := New(english(t))
		if err := l.Open(link); err != nil {
			t.Fatal(err)
		}
		return l
	}
	open := func(field, value string) *Lab { return opened(scenario.Edit(written(hole(t).d), field, value)) }
	whole, cut := hole(t), open("cut", `{"first": 0.1, "last": 0.1}`)
	if cut.bad != nil {
		t.Fatal(cut.bad)
	}
	work(t, whole, 2)
	work(t, cut, 2)
	jobs := func(l *Lab) float64 { return l.r.At(0, 0)[0] }
	if jobs(whole) != 60 || jobs(cut) != 48 {
		t.Errorf("%v and %v jobs, want 60 and 48", jobs(whole), jobs(cut))
	}
	if l := open("stop", `{"percent": 2, "least": 3}`); l.bad == nil || !strings.Contains(l.bad.Error(), "take it out, or use hopyard sweep") {
		t.Errorf("a design with a stop: %v", l.bad)
	}
	if l := open("resample", `"weeks"`); l.bad == nil || !strings.Contains(string(l.src), `"resample": "weeks"`) {
		t.Errorf("a design that resamples a trace: %v\n%s", l.bad, l.src)
	}
	src, err := scenario.Edit(written(hole(t).d), "scenario.workload", `{"swf": "; MaxProcs: 4\n1 0 -1 60 1 -1 -1 -1 -1 -1 1 1 -1 -1 -1 -1 -1 -1\n2 2400000 -1 60 1 -1 -1 -1 -1 -1 1 1 -1 -1 -1 -1 -1 -1\n"}`)
	for _, edit := range [][2]string{{"scenario.jobs", "null"}, {"resample", `"weeks"`}, {"factors", `[{"name": "queue", "path": "scheduler.queue", "levels": ["easy", "fcfs"]}]`}, {"axis", "null"}, {"algorithm", "null"}} {
		if err == nil {
			src, err = scenario.Edit(src, edit[0], edit[1])
		}
	}
	l := opened(src, err)
	if l.bad == nil || !strings.Contains(l.bad.Error(), "take resample out, or use hopyard sweep") {
		t.Errorf("a design that resamples a trace: %v", l.bad)
	}
}

// TestStoppedAndResumed stops an experiment before all runs are made, and restores
// its results in another lab. After the remaining runs, the results must equal
// those of an uninterrupted experiment. The same must hold if a worker dies.
func TestStoppedAndResumed(t *testing.T) {
	whole := hole(t)
	work(t, whole, 2)
	first := hole(t)
	var b Bench
	first.Act("run", "")
	for i := range 7 {
		first.HandleReply(0, b.Handle(first.Work(0, float64(100*i))), float64(100*i+100))
	}
	lost := first.Work(0, 1000)
	if lost == nil || first.made == 0 || first.made >= whole.made {
		t.Fatalf("%d runs made", first.made)
	}
	kept := first.Rows()
	second := New(english(t))
	if err := second.Open(first.Fragment()); err != nil {
		t.Fatal(err)
	}
	if second.Key() != first.Key() || second.Key() == "" {
		t.Errorf("keys %q and %q", first.Key(), second.Key())
	}
	second.Restore(kept[:len(kept)-5]) // an incomplete row is ignored
	if second.made != first.made-1 {
		t.Errorf("%d runs of %d are back", second.made, first.made)
	}
	work(t, second, 2)
	if string(second.Rows()) != string(whole.Rows()) {
		t.Error("the rows of a resumed experiment differ")
	}
	first.WorkerDied(0, "memory ran out")
	work(t, first, 2)
	if string(first.Rows()) != string(whole.Rows()) {
		t.Error("the rows differ after a worker has died")
	}
}

// TestEditsKeepRuns edits the design of a finished experiment. The results must be
// kept if a level or repetitions are added. They must be dropped if the seed
// changes.
func TestEditsKeepRuns(t *testing.T) {
	l := hole(t)
	work(t, l, 1)
	l.Act("levels", "1, 2, 3, 4")
	if l.made != 54 {
		t.Errorf("%d runs kept of 54", l.made)
	}
	l.Act("more", "2")
	if l.made != 54 || !l.running {
		t.Errorf("%d runs kept of 54, running %v", l.made, l.running)
	}
	work(t, l, 1)
	if l.made != 4*3*8 {
		t.Errorf("%d runs, not 96", l.made)
	}
	l.Act("seed", "7")
	if l.made != 0 {
		t.Error("runs of other seeds are kept")
	}
}

// TestPointOpens selects a point of a curve. The link to the run must compare two
// policies and lead to their first difference.
func TestPointOpens(t *testing.T) {
	l := hole(t)
	work(t, l, 2)
	l.Parts()
	if l.Point("lab-curves", 0, 1); l.point == nil {
		t.Fatal("no point")
	}
	var b Bench
	l.HandleReply(9, b.Handle(l.Work(9, 0)), 1) // the worker is new, so the message must include the design
	orders := l.Act("open", "")
	if len(orders) != 1 || orders[0].Kind != OpenLink {
		t.Fatalf("%+v: %+v", orders, l.differing)
	}
	link, err := scenario.DecodeLink(orders[0].Text)
	if err != nil {
		t.Fatal(err)
	}
	if link.A == nil || link.B == nil || link.A.Queue == link.B.Queue || link.At == nil {
		t.Errorf("%+v", link)
	}
	for _, p := range l.Parts() {
		if p.ID == "lab-point" && !strings.Contains(string(p.HTML), "starts under") {
			t.Errorf("%s", p.HTML)
		}
	}
}

// TestPartsAndCharts checks that no part of the page is empty and that all charts
// are valid JSON.
func TestPartsAndCharts(t *testing.T) {
	l := hole(t)
	work(t, l, 2)
	l.Point("lab-curves", 2, 2)
	colours := Colours{Ink: "#111", Soft: "#555", Line: "#ccc", Panel: "#fff", Accent: "#00f", Good: "#0a0", Bad: "#a00", Series: make([]string, len(SeriesColours))}
	for _, p := range l.Parts() {
		if p.HTML == "" && p.ID != "lab-warn" {
			t.Errorf("%s is empty", p.ID)
		}
	}
	for _, c := range l.Charts(colours) {
		var o map[string]any
		if err := json.Unmarshal([]byte(c.Options), &o); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
	}
	if dir := os.Getenv("HOPYARD_LAB"); dir != "" {
		var out strings.Builder
		for _, p := range l.Parts() {
			out.WriteString("== " + p.ID + "\n" + string(p.HTML) + "\n")
		}
		for _, c := range l.Charts(colours) {
			out.WriteString("== " + c.ID + "\n" + c.Options + "\n")
		}
		for _, kind := range []string{"latex", "cite", "means"} {
			out.WriteString(l.Act("export", kind)[0].Text + "\n")
		}
		if err := os.WriteFile(filepath.Join(dir, "lab.txt"), []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Report([]byte("globalThis.echarts={}")); err != nil {
		t.Error(err)
	}
}

// TestEveryLessonCanBeVaried checks that every lesson has a default experiment for
// every aim. The first run of each experiment must succeed.
func TestEveryLessonCanBeVaried(t *testing.T) {
	for _, x := range scenarios.All() {
		for _, aim := range []string{AimQueue, AimPlacement, AimLoad} {
			l := New(english(t))
			l.Aim(aim)
			if err := l.Vary(x.Source); err != nil {
				t.Errorf("%s, %s: %v", x.Name, aim, err)
				continue
			}
			if l.bad != nil {
				t.Errorf("%s, %s: %v", x.Name, aim, l.bad)
				continue
			}
			var b Bench
			l.Act("jobs", "40")
			l.HandleReply(0, b.Handle(l.Work(0, 0)), 1)
			if l.fault != "" || l.made != 1 {
				t.Errorf("%s, %s: %d runs: %s", x.Name, aim, l.made, l.fault)
			}
		}
	}
}

// TestPreview starts a preview, which makes the runs of a few seeds automatically.
// The experiment must then make no more runs until the reader asks for them. Runs
// whose results were restored must not be made again.
func TestPreview(t *testing.T) {
	for _, workers := range []int{1, 3} {
		l := hole(t)
		l.Act("preview", "")
		if html := part(l, "lab-progress"); !strings.Contains(html, "First picture: 0 of 27 runs") {
			t.Errorf("before: %s", html)
		}
		answer(t, l, workers)
		if l.running || l.made != 27 {
			t.Errorf("%d runs, running %t", l.made, l.running)
		}
		if html := part(l, "lab-progress"); !strings.Contains(html, "27 of 54 runs") || !strings.Contains(html, `data-lab="run"`) {
			t.Errorf("after: %s", html)
		}
		l.Restore(l.Kept())
		if l.Act("preview", ""); l.running {
			t.Error("it makes runs that it has")
		}
		work(t, l, workers)
		if l.made != 54 {
			t.Errorf("told to go on, %d runs", l.made)
		}
	}
}

// TestAims checks what the default experiment of a lesson varies and compares for
// each aim. The page must state that random jobs replace the lesson's jobs.
func TestAims(t *testing.T) {
	for aim, want := range map[string]string{"": "factor queue mean_wait", AimQueue: "factor queue mean_wait", AimPlacement: "load allocator mean_hops_per_pair", AimLoad: "load queue mean_wait"} {
		l := New(english(t))
		l.Aim(aim)
		if err := l.Vary(lesson(t, "fragmented")); err != nil {
			t.Fatal(err)
		}
		if got := l.d.Axis + " " + l.d.Algorithm[0] + " " + l.key().Key; got != want {
			t.Errorf("%q compares %s, not %s", aim, got, want)
		}
		if html := part(l, "lab-design"); !strings.Contains(html, "Every run draws 500 random jobs; its seed decides which. They replace the jobs of the scenario.") {
			t.Errorf("%q: %s", aim, html)
		}
	}
}

// part returns the content of the page's element with the given ID.
func part(l *Lab, id string) string {
	for _, p := range l.Parts() {
		if p.ID == id {
			return string(p.HTML)
		}
	}
	return ""
}

// TestLessonsHaveExperiments checks that nine lessons have specific experiments.
// These must run, and their results must be shown. The control "anew" must replace
// such an experiment by the default experiment.
func TestLessonsHaveExperiments(t *testing.T) {
	known := map[string]string{}
	for name, src := range scenarios.Designs() {
		key, err := Name(lesson(t, name))
		if err != nil {
			t.Fatal(err)
		}
		known[key] = string(src)
	}
	if len(known) != 9 {
		t.Errorf("%d lessons have an experiment, not 9", len(known))
	}
	for name := range scenarios.Designs() {
		l := New(english(t))
		l.Designs(known)
		if err := l.Vary(lesson(t, name)); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		title := l.d.Title
		if l.bad != nil || title == "" || strings.Contains(title, "random jobs") || l.Fragment() == "" {
			t.Errorf("%s: %q, %v", name, title, l.bad)
			continue
		}
		l.Act("repetitions", "2")
		l.Act("jobs", "30")
		work(t, l, 1)
		for _, p := range l.Parts() {
			if p.HTML == "" && p.ID != "lab-warn" && p.ID != "lab-point" {
				t.Errorf("%s: %s is empty", name, p.ID)
			}
		}
		l.Act("anew", "")
		if l.d.Title == title {
			t.Errorf("%s: started anew it is the lesson's own again", name)
		}
	}
}

// TestLargeWorkerIsReplaced checks that a worker that holds too much memory is
// replaced, and that the new worker receives the design.
func TestLargeWorkerIsReplaced(t *testing.T) {
	l := hole(t)
	l.Act("run", "")
	held := int64(MaxHeld)
	b := Bench{Held: func() int64 { return held }}
	replaced := func() bool {
		orders := l.HandleReply(0, b.Handle(l.Work(0, 0)), 10)
		return len(orders) == 1 && orders[0].Kind == Replace && orders[0].Worker == 0
	}
	if replaced() || l.Held() != MaxHeld {
		t.Errorf("a worker of %d bytes is replaced, or counted as %d", held, l.Held())
	}
	if held++; !replaced() || l.Held() != 0 {
		t.Errorf("a worker of %d bytes is not replaced, or still counted as %d", held, l.Held())
	}
	made := l.made
	b = Bench{}
	if replaced() || l.fault != "" || l.made == made {
		t.Errorf("the worker in its place made %d runs: %q", l.made-made, l.fault)
	}
}

// TestBeneath checks BaseScenario. If the experiment was opened by a link, it must
// return the experiment's scenario. If the experiment was started from a scenario,
// it must return nothing.
func TestBeneath(t *testing.T) {
	l := hole(t)
	if link, text := l.BaseScenario(); link != "" || text != "" {
		t.Errorf("of a scenario: %q %q", link, text)
	}
	other := New(english(t))
	if err := other.Open(l.Fragment()); err != nil {
		t.Fatal(err)
	}
	other.Act("anew", "") // this does not change that the experiment was opened by a link
	fragment, text := other.BaseScenario()
	link, err := scenario.DecodeLink(fragment)
	if err != nil {
		t.Fatal(err)
	}
	base, err := scenario.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if string(link.Scenario.Canonical()) != string(base.Canonical()) {
		t.Errorf("the link is of %s", link.Scenario.Canonical())
	}
	if err := other.Vary([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if fragment, _ := other.BaseScenario(); fragment != "" {
		t.Errorf("begun from a scenario after all: %s", fragment)
	}
}

// warning returns the warnings that the lab shows.
func warning(l *Lab) string {
	for _, p := range l.Parts() {
		if p.ID == "lab-warn" {
			return string(p.HTML)
		}
	}
	return ""
}

// TestGoingBackKeepsAll checks that an experiment keeps its results and warnings
// when its link is opened again in the same lab, and when the stored results are
// restored in another lab.
func TestGoingBackKeepsAll(t *testing.T) {
	l := hole(t)
	l.Act("load", "3")
	l.Act("jobs", "120")
	work(t, l, 2)
	made, warned, was := l.made, warning(l), l.Rebuilds()
	if made != 54 || !strings.Contains(warned, "saturated") {
		t.Fatalf("%d runs, and it warns of %q", made, warned)
	}
	kept := l.Kept()
	if err := l.Open(l.Fragment()); err != nil {
		t.Fatal(err)
	}
	if l.Rebuilds() == was {
		t.Error("nobody is told that the experiment was begun again")
	}
	if l.made != made || warning(l) != warned {
		t.Errorf("back again: %d runs of %d, and it warns of %q", l.made, made, warning(l))
	}
	for n, rows := range [][]byte{kept, kept[:len(kept)-3]} {
		other := New(english(t))
		if err := other.Open(l.Fragment()); err != nil {
			t.Fatal(err)
		}
		other.Restore(rows)
		if want := l.Keeps() - n; other.Keeps() != want || n == 0 && warning(other) != warned {
			t.Errorf("restored: %d runs of %d, and it warns of %q", other.Keeps(), want, warning(other))
		}
	}
	l.Act("levels", "1, 4")
	if warning(l) == "" {
		t.Error("a level less takes the warning away")
	}
}

// TestRestoringGoesOn requests more runs of an experiment and then restores stored
// results. The experiment must still make the requested runs.
func TestRestoringGoesOn(t *testing.T) {
	l := hole(t)
	work(t, l, 1)
	kept := l.Kept()
	l.Act("more", "2")
	l.Restore(kept)
	if !l.running {
		t.Error("it has stopped")
	}
	l.Restore(append(kept, "twice,0,0,1,2\ntwice,900,0\ntwice,x,1\n"...))
	work(t, l, 1)
	if l.made != 3*3*8 {
		t.Errorf("%d runs", l.made)
	}
}
