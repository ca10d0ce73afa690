package app

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/scenarios"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
	"hopyard/wasm/html/htmltest"
)

// wishes are scenarios with jobs that may ask for something of the network or of the
// queues, with the names of the fields that have an effect.
var wishes = []struct{ text, fields string }{
	{`{"hopyard": 1, "cluster": {"topology": {"kind": "levels", "levels": ["cloud.provider.com/block", "the \"rack\""], "nodes": [
		{"name": "n[0-3]", "labels": {"cloud.provider.com/block": "b0", "the \"rack\"": "r0"}}, {"name": "n[4-7]", "labels": {"cloud.provider.com/block": "b0", "the \"rack\"": "r1"}}]}},
		"jobs": [{"id": 7, "nodes": 4, "walltime": 60, "queue": "lab", "topology": {"required":"the \"rack\""}, "slice": {"size": 2, "level": "the \"rack\""}}],
		"cluster_queues": {"lab": {"flavors": [{"name": "f", "quota": {"nodes": 8}}]}, "a \"b": {"flavors": [{"name": "f", "quota": {"nodes": 8}}]}},
		"scheduler": {"queue": "kueue", "allocator": "kueue-tas"}}`, "queue topology slice.size slice.level"},
	{`{"hopyard": 1, "cluster": {"topology": {"kind": "levels", "levels": ["rack"], "nodes": [{"name": "n[0-3]", "labels": {"rack": "r0"}}]}},
		"jobs": [{"nodes": 4, "walltime": 60}], "scheduler": {"queue": "easy", "allocator": "volcano-topology"}}`, "topology"},
	{`{"hopyard": 1, "cluster": {"topology": {"kind": "slurm", "conf": "BlockName=r0 Nodes=n[0-3]\nBlockName=r1 Nodes=n[4-7]\nBlockSizes=4,8\n"}},
		"jobs": [{"nodes": 4, "walltime": 60, "segment": 2}], "scheduler": {"queue": "easy", "allocator": "slurm-block"}}`, "segment spread_segments consolidate_segments exclusive_topo"},
	{`{"hopyard": 1, "cluster": {"topology": {"kind": "slurm", "conf": "SwitchName=a Nodes=n[0-3]\nSwitchName=b Nodes=n[4-7]\nSwitchName=c Switches=a,b\n"}},
		"jobs": [{"nodes": 4, "walltime": 60, "switches": 1, "switch_wait": 90}], "scheduler": {"queue": "easy", "allocator": "slurm-tree"}}`, "switches switch_wait"},
	{`{"hopyard": 1, "cluster": {"topology": {"kind": "levels", "levels": ["rack"], "nodes": [{"name": "n[0-3]", "labels": {"rack": "r0"}}]}},
		"jobs": [{"nodes": 4, "walltime": 60, "segment": 2}], "scheduler": {"queue": "easy", "allocator": "first-fit"}}`, "segment"},
	{`{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"nodes": 4, "walltime": 60}], "scheduler": {"queue": "easy", "allocator": "kueue-tas"}}`, ""},
	{`{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"nodes": 4, "walltime": 60, "queue": "batch", "qos": "high"}], "scheduler": {"queue": "slurm"},
		"slurm": {"partitions": {"batch": {}, "debug": {"nodes": "0"}}, "qos": {"high": {"priority": 3}, "low": {}}}}`, "queue qos"},
	{`{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"nodes": 4, "walltime": 60}], "queues": {"night": {"started": false}}, "scheduler": {"queue": "easy"}}`, "queue"},
}

func sheetOf(t *testing.T, text string) (*stage, *edit.JobSheet) {
	t.Helper()
	s := open(t, message.Load{Form: message.JSON, Text: text, At: -1, Job: -1})
	sheet, why := s.Edit.SheetOf(0)
	if sheet == nil {
		t.Fatal(why)
	}
	sheet.AddFields(scenario.Forms())
	return s, sheet
}

// TestJobFieldsOfMachinesAndPolicies checks which fields the form of a job has on
// which machine and under which policies. The editor's forms must show the same ones.
func TestJobFieldsOfMachinesAndPolicies(t *testing.T) {
	for _, c := range wishes {
		row, _ := scenario.LookUp([]byte(c.text), "jobs[0]")
		var names []string
		for _, f := range form.JobFields(scenario.Forms(), c.text, row) {
			names = append(names, f.Name)
		}
		if got := strings.Join(names, " "); got != c.fields {
			t.Errorf("%s\nhas %q, want %q", c.text, got, c.fields)
		}
		s, sheet := sheetOf(t, c.text)
		if sheet.WantsFields() != (c.fields != "") {
			t.Errorf("%s: wants fields: %v", c.text, sheet.WantsFields())
		}
		editor := &form.FormSheet{Words: i18n.English, Forms: scenario.Forms(), Block: "jobs"}
		editor.Open(c.text, nil)
		own, all := string(sheet.HTML(s.Edit)), string(editor.HTML())
		for _, path := range []string{"queue", "topology", "slice.size", "slice.level", "segment", "spread_segments", "consolidate_segments", "switches", "switch_wait"} {
			has := slices.Contains(names, path)
			if strings.Contains(own, `name="`+path+`"`) != has || strings.Contains(all, `data-path="jobs[0].`+path+`"`) != (has || path == "queue") {
				t.Errorf("%s: %s is shown otherwise than %v", c.text, path, has)
			}
		}
	}
}

// TestJobFieldsEditAsTextDoes fills in fields of jobs at random, in both forms. Each
// edit must give the same scenario, or the same errors, as writing the value into the
// text.
func TestJobFieldsEditAsTextDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	texts := []string{}
	for _, c := range wishes {
		texts = append(texts, c.text)
	}
	for _, l := range scenarios.All() {
		if x := string(l.Source); strings.Contains(x, `"segment"`) || strings.Contains(x, `"topology": {"r`) || strings.Contains(x, `"switches": 1`) || strings.Contains(x, "cluster_queues") {
			texts = append(texts, x)
		}
	}
	if len(texts) < len(wishes)+4 {
		t.Errorf("%d lessons have such jobs", len(texts)-len(wishes))
	}
	edits := 0
	for _, text := range texts {
		s, sheet := sheetOf(t, text)
		at := "jobs[" + strconv.Itoa(s.Edit.PlaceInText(0)) + "]"
		row, _ := scenario.LookUp([]byte(s.Run.Text), at)
		fields := form.JobFields(scenario.Forms(), s.Run.Text, row)
		at += "."
		for range min(60, 60*len(fields)) {
			f := &fields[r.IntN(len(fields))]
			value := typedInto(r, f)
			want := putJSON(t, s.Run.Text, at, f, value)
			got, err := sheet.Written(s.Edit, func(name string) string {
				if name == f.Name {
					return value
				}
				return sheet.Value(name)
			})
			if err != nil {
				t.Fatal(err)
			}
			editor := &form.FormSheet{Words: i18n.English, Forms: scenario.Forms()}
			editor.Open(s.Run.Text, nil)
			if _, err := editor.Set(at+f.Name, f.Kind, value); err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{got, editor.Text} {
				if have, need := outcome(text), outcome(want); have != need {
					t.Fatalf("%s = %q: becomes\n%s\n%s\nwant\n%s\n%s", f.Name, value, text, have, want, need)
				}
			}
			edits++
		}
	}
	if edits < 500 {
		t.Errorf("%d edits", edits)
	}
}

// typedInto returns a text that a reader may enter into a field.
func typedInto(r *rand.Rand, f *form.JobField) string {
	switch {
	case r.IntN(5) == 0:
		return ""
	case f.Offers != nil:
		return f.Offers[r.IntN(len(f.Offers))]
	case f.Kind == schema.Truth:
		return "true"
	case f.Kind == schema.Label:
		return []string{"night", "none \"such\"", "7"}[r.IntN(3)]
	case f.Seconds():
		return strconv.Itoa(r.IntN(900))
	}
	return strconv.Itoa(r.IntN(6))
}

// putJSON writes a value into a text as a reader of the language would.
func putJSON(t *testing.T, text, at string, f *form.JobField, value string) string {
	t.Helper()
	raw := value
	switch {
	case value == "":
		raw = "null"
	case f.Kind == schema.Label:
		raw = strconv.Quote(value)
	}
	out, err := scenario.Edit([]byte(text), at+f.Name, raw)
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := scenario.LookUp(out, at+"slice"); left == "{}" {
		if out, err = scenario.Edit(out, at+"slice", "null"); err != nil {
			t.Fatal(err)
		}
	}
	return string(out)
}

// outcome returns the canonical form of a scenario, or its errors.
func outcome(text string) string {
	s, err := scenario.Parse([]byte(text))
	if err != nil {
		return err.Error()
	}
	return string(s.Canonical())
}

// TestJobFieldsShowTheirErrors enters values that the scenario refuses. Each error
// must be shown at a field, in both forms, and not below the fields.
func TestJobFieldsShowTheirErrors(t *testing.T) {
	for _, c := range []struct {
		of          int
		name, value string
		at          string
	}{
		{0, "slice.size", "3", "slice.size"}, {0, "slice.size", "", "slice.size"}, {0, "slice.level", "", "slice.level"}, {0, "slice.level", `"cloud.provider.com/block"`, "slice.size"},
		{0, "topology", `{"required": "row"}`, "topology"}, {0, "topology", `{"unconstrained": false}`, "topology"}, {0, "queue", "", "queue"},
		{2, "segment", "", "segment"}, {2, "segment", "0", "segment"}, {3, "switches", "", "switch_wait"}, {3, "switch_wait", "soon", "switch_wait"},
	} {
		s, sheet := sheetOf(t, wishes[c.of].text)
		text, err := sheet.Written(s.Edit, func(name string) string {
			switch {
			case name == c.name:
				return c.value
			case name == "spread_segments":
				return "true"
			}
			return sheet.Value(name)
		})
		if err != nil {
			t.Fatal(err)
		}
		faults := simworker.Check(text)
		by, rest := sheet.Wrong(s.Edit, faults)
		at := c.at
		if c.name == "segment" && c.value == "" {
			at = "spread_segments"
		}
		if by[at] == "" || rest != "" {
			t.Errorf("%s = %q: %+v, below %q", c.name, c.value, by, rest)
		}
		editor := &form.FormSheet{Words: i18n.English, Forms: scenario.Forms(), Block: "jobs"}
		editor.Open(text, faults)
		if wrong := editor.Problems()["jobs[0]."+at]; wrong == "" || !strings.Contains(string(editor.HTML()), htmltest.Escape(wrong)) {
			t.Errorf("%s = %q in the editor: %+v", c.name, c.value, editor.Problems())
		}
	}
}
