package policyeditor

import (
	"strings"
	"testing"

	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/html/htmltest"
)

func roles(list ...policies.Role) (out message.Roles) {
	for _, r := range list {
		out |= 1 << r
	}
	return out
}

// TestRolesOfAProgram checks that the roles of a program follow from the functions
// that it defines at its top level.
func TestRolesOfAProgram(t *testing.T) {
	for source, want := range map[string]message.Roles{
		"def schedule(now, queue, machine):\n    pass\n":                        roles(policies.Queueing),
		"def key(job): return job.walltime":                                     roles(policies.Ordering),
		"def score (job, now): return 1":                                        roles(policies.Ordering),
		"key = lambda job: job.walltime":                                        roles(policies.Ordering),
		"# key\ndef place(job, machine): return None\ndef key(job): return 1\n": roles(policies.Placing, policies.Ordering),
		"    def key(job): return 1":                                            roles(policies.Queueing), // the program defines no function at its top level; the worker will report the missing function
		"keys = 3\ndef placed(job): return 1":                                   roles(policies.Queueing),
		"key == 3\ndef schedule(now, queue, m): pass":                           roles(policies.Queueing),
		"": roles(policies.Queueing),
	} {
		if got := Roles(source); got != want {
			t.Errorf("%q has roles %b, not %b", source, got, want)
		}
	}
}

// loaded returns an editor with a run of two jobs on screen. If p is not nil, the
// run used the program p.
func loaded(t *testing.T, p *message.Program) *PolicyEditor {
	t.Helper()
	m := model.NewModel(i18n.English)
	asked := m.Load(message.Load{Form: message.JSON, Text: "{}"})
	run := recording.NewRun(&message.Loaded{
		Serial: asked.Serial, Jobs: []message.Job{{Number: 1, Nodes: 1}, {Number: 2, Nodes: 1}},
		Machine: message.Machine{Shape: message.MachineChoice{Kind: "flat", Nodes: 2}}, Program: p, Select: workload.NoJob,
		Steps: []message.Step{{Time: 0}, {Time: 60_000}},
	}, i18n.English)
	if !m.Take(run) {
		t.Fatal("the run is not taken")
	}
	return New(m)
}

// TestAskingForAProgram requests a run with a program in the editor. The program
// must replace only the policies for which it has functions, and the reader's other
// choices must remain. Successive requests must share one undo key. A program that
// is too long must not be requested.
func TestAskingForAProgram(t *testing.T) {
	m := loaded(t, nil)
	m.Asked.Overrides = message.Overrides{Queue: "fcfs", Allocator: "sdm", Depth: 2, Network: "shared"}
	m.Source = "def schedule(now, queue, machine): pass"
	l := m.Ask(1)
	if l == nil || l.Program != m.Source || l.Roles != roles(policies.Queueing) || l.Queue != "" || l.Depth != 0 || l.Allocator != "sdm" || l.Network != "shared" || !l.Whole {
		t.Fatalf("it asks for %+v", l)
	}
	if !m.Request.Edit || m.Request.Key != "policy" || m.Fresh() || !m.Waits() {
		t.Errorf("the request is %+v, fresh %v, waits %v", m.Request, m.Fresh(), m.Waits())
	}
	m.Source = strings.Repeat("#", policies.MaxSource+1)
	if m.Ask(2) != nil || len(m.Wrong) != 1 || !strings.Contains(m.Wrong[0].Problem, "32,768") {
		t.Errorf("too long a program: %+v", m.Wrong)
	}
}

// TestWhatIsWrong reports the same error for two roles of a program. The editor
// must list the error once and mark its line and column. It must also show a notice
// that the schedule on screen is from an older version.
func TestWhatIsWrong(t *testing.T) {
	m := loaded(t, nil)
	m.Source = "def key(job): return job.runtime"
	m.Loaded(1000)
	asked := m.Ask(2000)
	fault := message.Problem{Place: "scheduler.order.starlark", Fix: "use <walltime>", In: &message.ProgramPosition{Line: 1, Col: 25, Problem: "nobody knows \"it\" & more", At: simtime.Never}}
	other := fault
	other.Place = "scheduler.queue.starlark"
	if !m.Rejected(&message.Failed{Serial: asked.Serial, Faults: []message.Problem{fault, other}}) || len(m.Wrong) != 1 {
		t.Fatalf("wrong is %+v", m.Wrong)
	}
	if html := string(m.WrongHTML()); !strings.Contains(html, "1:25") || strings.Contains(html, "<walltime>") || !strings.Contains(html, "&amp; more") {
		t.Errorf("it lists %s", html)
	}
	if marks := m.MarksJSON(); marks != `[{"line":1,"col":25,"lines":["nobody knows \"it\" & more","use <walltime>"]}]` {
		t.Errorf("it marks %s", marks)
	}
	if text := htmltest.Plain(m.StaleHTML(15_000)); !strings.Contains(text, "of 14\u00a0s ago: line 1") {
		t.Errorf("the notice says %q", text)
	}
	if m.Rejected(&message.Failed{Serial: asked.Serial + 9}) {
		t.Error("it takes what is wrong with something else")
	}
}

// TestWhatAProgramSays checks the texts that a program prints. They must be listed
// by step, and those of the step on screen must be marked. The program's text about
// a job must appear only at the step in which the job starts.
func TestWhatAProgramSays(t *testing.T) {
	m := loaded(t, &message.Program{Sources: policies.Sources{"x"}, Said: []message.ProgramMessage{
		{Step: 0, Job: workload.NoJob, Text: "<one>"}, {Step: 1, Job: workload.NoJob, Text: "two"}, {Step: 1, Job: 1, Text: "it's short"},
	}})
	m.Step, m.State = 2, &message.State{Step: 2}
	html := string(m.PrintsHTML())
	if !strings.Contains(html, `data-step="1"`) || !strings.Contains(html, `data-step="2" aria-current="step"`) || !strings.Contains(html, "&lt;one&gt;") || strings.Contains(html, "short") {
		t.Errorf("printed: %s", html)
	}
	if text := htmltest.Plain(m.AuthorHTML()); text != "Job 2, says your policy: “it's short”" {
		t.Errorf("the author says %q", text)
	}
	m.State = &message.State{Step: 1}
	if text := string(m.AuthorHTML()); text != "" {
		t.Errorf("a step before the author says %q", text)
	}
}

// TestWorkerThatStops stops the worker while it runs the program. The message about
// this must remain while the previous run is reloaded. It must disappear when a new
// run arrives.
func TestWorkerThatStops(t *testing.T) {
	m := loaded(t, nil)
	m.Source = "def key(job): return 1"
	if m.Died("early") {
		t.Error("nothing of it was running")
	}
	m.Ask(1)
	if !m.Died("out of memory") || m.Broke == "" || string(m.StaleHTML(9)) == "" {
		t.Fatal("it says nothing")
	}
	m.Loaded(2)
	if m.Broke == "" {
		t.Error("what was on screen has come again, and it says nothing any more")
	}
	m.Loaded(3)
	if m.Broke != "" {
		t.Error("it is said for ever")
	}
}

// TestComparingLines compares pairs of texts. As few lines as possible must be
// marked as different.
func TestComparingLines(t *testing.T) {
	for _, c := range [][3]string{
		{"a b c", "a b c", " a b c"},
		{"a b c d", "a x c d e", " a-b+x c d+e"},
		{"", "a", "-+a"},
		{"x y z", "y", "-x y-z"},
	} {
		var got strings.Builder
		for _, l := range compare(strings.Split(c[0], " "), strings.Split(c[1], " ")) {
			got.WriteString(string(l.mark) + l.text)
		}
		if got.String() != c[2] {
			t.Errorf("%q and %q: %q, not %q", c[0], c[1], got.String(), c[2])
		}
	}
}

// TestEmptiedEditor empties the editor. It must then show no errors, even if a late
// answer reports errors of the previous program. If the reader types the same
// program again, it must be requested again.
func TestEmptiedEditor(t *testing.T) {
	m := loaded(t, nil)
	fault := []message.Problem{{Problem: "line 1: nobody knows it", In: &message.ProgramPosition{Line: 1, Problem: "nobody knows it", At: simtime.Never}}}
	const bad = "def key(job): return it"
	m.Type(bad)
	asked := m.Ask(1)
	reject := func() bool {
		f := &message.Failed{Serial: asked.Serial, Faults: fault}
		return m.Reject(f) && m.Rejected(f)
	}
	reject()
	if len(m.Wrong) != 1 || m.Fresh() {
		t.Fatalf("wrong is %+v, fresh %t", m.Wrong, m.Fresh())
	}
	for _, empty := range []string{"", " \n\t"} {
		m.Type(empty)
		if string(m.WrongHTML()) != "" || len(m.Faults) > 0 || m.MarksJSON() != "[]" || string(m.StaleHTML(9)) != "" {
			t.Errorf("of %q it says %s %s %s", empty, string(m.WrongHTML()), m.MarksJSON(), string(m.StaleHTML(9)))
		}
	}
	if !reject() || len(m.Wrong) > 0 || len(m.Faults) > 0 {
		t.Errorf("a late answer makes an empty editor wrong: %+v", m.Wrong)
	}
	if m.Type(bad); !m.Fresh() {
		t.Error("the same program is not run again")
	}
	asked = m.Ask(2)
	if reject(); len(m.Wrong) != 1 {
		t.Error("it is not wrong any more")
	}
}

// TestFindingsAreOfTheirProgram checks which program the findings of a test belong
// to. While the reader edits the tested program, the findings must be marked as
// those of an earlier version. When another program replaces it, they must
// disappear.
func TestFindingsAreOfTheirProgram(t *testing.T) {
	m := loaded(t, nil)
	before := m.Words.Say(i18n.TrialBefore)
	found := &message.Findings{Done: 500, All: 500, Over: true, Findings: []message.Finding{{Title: "it starves job 3", Found: 2, Of: 500}}}
	m.Write("def key(job): return 1")
	m.Try(1)
	m.Trial.Take(found, 2)
	if html := string(m.TrialHTML()); !strings.Contains(strings.ToLower(html), "it starves job 3") || strings.Contains(html, before) {
		t.Fatalf("it has found %s", html)
	}
	if m.Type("def key(job): return 12"); !strings.Contains(string(m.TrialHTML()), before) || !strings.Contains(string(m.TrialHTML()), "tarves") {
		t.Errorf("changed, it says %s", string(m.TrialHTML()))
	}
	if m.Type("def key(job): return 1"); strings.Contains(string(m.TrialHTML()), before) {
		t.Errorf("changed back, it says %s", string(m.TrialHTML()))
	}
	m.Write("def key(job): return 1") // the page does this when the run of the program arrives
	if m.Trial.Told == nil {
		t.Error("the same program has lost what was found")
	}
	m.Write("def key(job): return job.walltime")
	if does, _ := m.TrialButton(); string(m.TrialHTML()) != "" || does != "run" || strings.Contains(string(m.TrialTitle()), "500 workloads,") {
		t.Errorf("of another program it says %s %s", string(m.TrialTitle()), string(m.TrialHTML()))
	}
	m.Try(3)
	if m.Write("def key(job): return 2"); m.Trial.Running {
		t.Error("the test of a program that is gone runs on")
	}
}
