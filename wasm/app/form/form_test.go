package form

import (
	"slices"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/scenarios"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/html/htmltest"
)

const small = `{"hopyard": 1, "cluster": {"topology": {"kind": "fat-tree", "levels": 2, "width": 4}},
	"jobs": [{"id": 3, "submit": 0, "nodes": 4, "walltime": 60}], "scheduler": {"queue": "hybrid"}}`

func open(t *testing.T, text string) *FormSheet {
	t.Helper()
	s := &FormSheet{Words: i18n.English, Forms: scenario.Forms()}
	if !s.Open(text, simworker.Check(text)) {
		t.Fatalf("not opened: %s", text)
	}
	return s
}

// do fails the test if an edit returned an error. Otherwise it reads the edited
// text and checks it, as the page does.
func (s *FormSheet) do(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	s.Open(s.Text, simworker.Check(s.Text))
}

func (s *FormSheet) set(t *testing.T, path string, kind schema.FieldKind, value string) {
	t.Helper()
	_, err := s.Set(path, kind, value)
	s.do(t, err)
}

// TestWritingWhatIsShownChangesNothing sets every field of every lesson to the
// value that the form shows, and checks that the scenario does not change.
func TestWritingWhatIsShownChangesNothing(t *testing.T) {
	for _, l := range scenarios.All() {
		before, err := scenario.Parse(l.Source)
		if err != nil {
			t.Fatal(err)
		}
		s := open(t, string(l.Source))
		for _, f := range scenario.Forms() {
			for i := range f.Fields {
				x := &f.Fields[i]
				if x.Kind == schema.List || x.Kind == schema.Map || x.Kind == schema.Other || strings.ContainsAny(strings.TrimPrefix(x.Path, "jobs[]"), "[{") {
					continue
				}
				path := x.At("0")
				if value, _ := s.look(path); value != "" && (x.Of == "" || has(s, &f, x)) {
					s.set(t, path, x.Kind, shown(x.Kind, value))
				}
			}
		}
		after, err := scenario.Parse([]byte(s.Text))
		if err != nil {
			t.Errorf("%s: %v", l.Name, err)
			continue
		}
		if string(before.Canonical()) != string(after.Canonical()) {
			t.Errorf("%s: became\n%s", l.Name, s.Text)
		}
	}
}

func has(s *FormSheet, f *schema.Form, x *schema.Field) bool {
	_, chosen := s.chosen(f, []string{"0"})
	return x.Of == chosen
}

// TestANewKindTakesItsFieldsAlong changes a fat tree to a star. The fields of the
// fat tree must disappear from the text, and the missing number of nodes must be
// reported as an error.
func TestANewKindTakesItsFieldsAlong(t *testing.T) {
	s := open(t, small)
	s.Block = "topology"
	if !strings.Contains(string(s.HTML()), `data-path="cluster.topology.width"`) {
		t.Error("a fat tree has no width")
	}
	s.set(t, "cluster.topology.kind", schema.OneOf, "star")
	html := string(s.HTML())
	if strings.Contains(s.Text, "width") || strings.Contains(html, ".width") || !strings.Contains(html, `data-path="cluster.topology.nodes"`) {
		t.Errorf("not a star: %s", s.Text)
	}
	if len(s.Faults) == 0 {
		t.Error("a star without nodes is no error")
	}
	s.set(t, "cluster.topology.nodes", schema.Whole, "16")
	if len(s.Faults) > 0 {
		t.Errorf("%+v", s.Faults)
	}
}

// TestAUserOfLimitsComesAndGoes adds limits for a user, fills in valid and invalid
// values, and removes the user again. An invalid value must be reported at its
// field.
func TestAUserOfLimitsComesAndGoes(t *testing.T) {
	s := open(t, small)
	s.Block = "limits"
	s.do(t, s.Add("limits.users", "ada"))
	path := `limits.users["ada"].gpus`
	if !strings.Contains(string(s.HTML()), `data-path="`+htmltest.Escape(path)+`"`) {
		t.Fatalf("no field for ada's GPUs:\n%s", string(s.HTML()))
	}
	s.set(t, path, schema.Bounds, "4, 8")
	if !strings.Contains(s.Text, `"gpus": [4, 8]`) || len(s.Faults) > 0 {
		t.Errorf("%s\n%+v", s.Text, s.Faults)
	}
	if !strings.Contains(string(s.HTML()), `value="4, 8"`) {
		t.Error("the bounds are not shown")
	}
	s.set(t, path, schema.Bounds, "8, 4")
	if s.Problems()["limits.users.ada.gpus"] == "" || !strings.Contains(string(s.HTML()), `aria-invalid="true"`) {
		t.Errorf("a soft limit above the hard one is not told at its field: %+v", s.Faults)
	}
	if !strings.Contains(string(s.BlocksHTML()), "1 error") {
		t.Errorf("the block is not marked: %s", string(s.BlocksHTML()))
	}
	s.do(t, s.Remove(`limits.users["ada"]`))
	if strings.Contains(s.Text, "ada") {
		t.Errorf("still there: %s", s.Text)
	}
}

func TestJobsAreAddedAndTakenAway(t *testing.T) {
	s := open(t, small)
	s.Block = "jobs"
	s.do(t, s.Add("jobs", ""))
	if !strings.Contains(s.Text, `{"id": 4, "submit": 0, "nodes": 1, "walltime": 600}`) || s.Job != 1 || len(s.Faults) > 0 {
		t.Errorf("%s %+v", s.Text, s.Faults)
	}
	html := string(s.HTML())
	for _, want := range []string{`data-path="jobs[1].walltime"`, `data-path="jobs[1].deadline"`, `data-path="jobs[1].elastic.max"`, "Details", "job 4"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s", want)
		}
	}
	s.set(t, "jobs[1].walltime", schema.Number, "soon")
	if s.Problems()["jobs[1].walltime"] == "" {
		t.Errorf("%+v", s.Faults)
	}
	s.do(t, s.Remove("jobs[1]"))
	if len(s.numbers()) != 1 || s.Job != -1 || len(s.Faults) > 0 {
		t.Errorf("%s: job %d, %+v", s.Text, s.Job, s.Faults)
	}
}

// TestEveryBlockIsShown checks that every block of every lesson can be shown, that
// text of the scenario is escaped, and that element IDs are unique.
func TestEveryBlockIsShown(t *testing.T) {
	nasty := `{"hopyard": 1, "title": "<b>&\"'", "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"nodes": 1, "walltime": 1, "user": "<i>"}],
		"limits": {"users": {"<i>\"'": {"jobs": 1}}}}`
	texts := []string{nasty}
	for _, l := range scenarios.All() {
		texts = append(texts, string(l.Source))
	}
	for _, text := range texts {
		s := open(t, text)
		s.Job = 0
		for _, f := range append(scenario.Forms(), schema.Form{Name: jobsBlock}) {
			s.Block = f.Name
			html := string(s.HTML())
			if ofJobs(&f) {
				continue
			}
			if html == "" || strings.Contains(html, "<i>") || strings.Contains(html, "<b>&\"") {
				t.Errorf("%s: %q", f.Name, html)
			}
			for _, part := range strings.Split(html, `id="`)[1:] {
				id, _, _ := strings.Cut(part, `"`)
				if strings.Count(html, `id="`+id+`"`) != 1 {
					t.Errorf("%s: id %s is there twice", f.Name, id)
				}
			}
		}
	}
}

// TestBrokenTextHasNoForms checks that Open rejects a text that is not JSON.
func TestBrokenTextHasNoForms(t *testing.T) {
	s := &FormSheet{Words: i18n.English, Forms: scenario.Forms()}
	if s.Open(`{"hopyard": 1,`, nil) {
		t.Error("opened")
	}
}

// TestFaultsFindTheirBlock checks that blockOf assigns each error to the block that
// contains the path of the error.
func TestFaultsFindTheirBlock(t *testing.T) {
	s := open(t, small)
	for place, want := range map[string]string{
		"jobs[3].nodes": "jobs", `limits.users["a b"].jobs`: "limits", "scheduler.priority.weights.gpus": "priority", "scheduler.queue": "scheduler",
		"cluster.topology.width": "topology", "cluster.groups[0].nodes": "groups", "": "scenario", "faults.events[1]": "faults", "title": "scenario",
	} {
		if got := s.blockOf(&message.Problem{Place: place}); got != want {
			t.Errorf("%s is in %s, want %s", place, got, want)
		}
	}
	if got := places(`limits.users["a]b"].x[3]`); !slices.Equal(got, []string{"a]b", "3"}) {
		t.Errorf("%q", got)
	}
}

// TestEveryFieldOfTimesReadsThem checks that every field for times accepts the
// notations that Seconds reads, such as "90 min".
func TestEveryFieldOfTimesReadsThem(t *testing.T) {
	s := open(t, small)
	for i := range s.Forms {
		for k := range s.Forms[i].Fields {
			x := &s.Forms[i].Fields[k]
			if (x.Kind == schema.Number || x.Kind == schema.Numbers) && strings.Contains(strings.ToLower(x.About), "seconds") && !x.Seconds() {
				t.Errorf("%s is no time: %s", x.Path, x.About)
			}
		}
	}
	s.Block = "jobs"
	for _, c := range []struct {
		path, value, want string
		kind              schema.FieldKind
	}{
		{"jobs[0].walltime", "1h", `"walltime": 3600`, schema.Number}, {"jobs[0].walltime", "90 min", `"walltime": 5400`, schema.Number},
		{"jobs[0].submit", "0:10", `"submit": 600`, schema.Number}, {"jobs[0].walltime", "soon", `"walltime": "soon"`, schema.Number},
		{"jobs[0].parts.work", "1h, 20 min", `"work": [3600, 1200]`, schema.Numbers}, {"jobs[0].parts.work", "60 90", `"work": [60, 90]`, schema.Numbers},
		{"cluster.node.speed", "1h", `"speed": "1h"`, schema.Number}, {"scheduler.cycle", "5 min", `"cycle": 300`, schema.Number},
	} {
		_, err := s.Set(c.path, c.kind, c.value)
		if err != nil || !strings.Contains(s.Text, c.want) {
			t.Errorf("%s = %q: %v\n%s", c.path, c.value, err, s.Text)
		}
	}
}

// TestSinceTheTextThatRan enters an invalid value and then a valid value in the
// same field. Since must return the value from before these edits, and must report
// that this field is the only difference. After an edit of a second field, Since
// must not report this any more.
func TestSinceTheTextThatRan(t *testing.T) {
	s := open(t, small)
	ran := s.Text
	before, _ := s.look("jobs[0].nodes")
	s.set(t, "jobs[0].nodes", schema.Whole, "999")
	s.set(t, "jobs[0].nodes", schema.Whole, "2")
	if old, alone := s.Since(ran, "jobs[0].nodes", schema.Whole, "2"); old != before || !alone {
		t.Errorf("it held %s, alone %v; want %s", old, alone, before)
	}
	s.set(t, "jobs[0].walltime", schema.Number, "77")
	if old, alone := s.Since(ran, "jobs[0].walltime", schema.Number, "77"); alone {
		t.Errorf("two fields have changed, and one is named: %s", old)
	}
}

// TestPartsWithinParts sets up a job whose parts contain further parts. The form
// must not offer the nested parts for editing.
func TestPartsWithinParts(t *testing.T) {
	s := open(t, strings.Replace(small, `"walltime": 60`, `"walltime": 60, "parts": {"order": "serial", "work": [60, {"order": "parallel", "work": [7, 8]}]}`, 1))
	s.Block, s.Job = "jobs", 0
	rich := func() int { return strings.Count(string(s.HTML()), i18n.English.Say(i18n.FormOther)) } // other fields, such as a matrix, are not editable either
	nested := rich()
	s.Open(strings.Replace(s.Text, `{"order": "parallel", "work": [7, 8]}`, "7", 1), nil)
	if flat := rich(); nested != flat+1 {
		t.Errorf("%d fields are too rich with nested parts, and %d with flat ones", nested, flat)
	}
}
