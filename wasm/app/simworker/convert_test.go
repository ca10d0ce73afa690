package simworker

import (
	"strings"
	"testing"

	"hopyard/wasm/app/message"
)

const accounting = "JobID|User|Submit|Start|End|State|AllocCPUS\n" +
	"7|mvoss|2024-03-04T08:00:00|2024-03-04T08:00:05|2024-03-04T08:10:05|COMPLETED|4\n" +
	"8|akim|2024-03-04T08:00:00|2024-03-04T08:10:05|2024-03-04T08:20:05|CANCELLED by 71|4\n"

// ask sends a text to a new dispatcher for conversion and returns the answer.
func ask(t *testing.T, text string) *message.Converted {
	t.Helper()
	var d Dispatcher
	d.Handle((&message.Convert{Serial: 3, Name: "jobs.txt", Text: text}).Pack())
	answers := d.Answers()
	if len(answers) != 1 {
		t.Fatalf("%d answers", len(answers))
	}
	m := &message.Converted{}
	if err := m.Unpack(answers[0]); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestConvert checks that the output of sacct is converted to a trace that the page
// can open like any other trace. The notes of the conversion must be among the
// warnings, and the trace must contain no user name.
func TestConvert(t *testing.T) {
	m := ask(t, accounting)
	if m.Serial != 3 || m.Name != "jobs.txt" || len(m.Faults) > 0 || !strings.Contains(m.Text, "\n1 0 5 600 4 ") || NodesOf(m.Text) != 4 {
		t.Fatalf("%+v", m)
	}
	what, err := describe(&message.Load{Form: message.SWF, Text: m.Text, Name: m.Name})
	if err != nil {
		t.Fatal(err)
	}
	all := m.Text + strings.Join(what.warnings, "\n")
	if !strings.Contains(strings.Join(what.warnings, "\n"), "the machine has 4 CPUs") || what.odd < len(what.warnings) {
		t.Errorf("%d warnings: %q", what.odd, what.warnings)
	}
	for _, name := range []string{"mvoss", "akim", "71"} {
		if strings.Contains(all, name) {
			t.Errorf("%q is left in %s", name, all)
		}
	}
}

// TestConvertFaults checks that an error in the output of sacct is reported with
// its line number.
func TestConvertFaults(t *testing.T) {
	m := ask(t, strings.Replace(accounting, "T08:20:05", " later", 1))
	if len(m.Faults) != 1 || m.Faults[0].Line != 3 || m.Faults[0].Fix == "" || !strings.Contains(m.Faults[0].Problem, `End "2024-03-04 later" is not a time`) || m.Text != "" {
		t.Errorf("%+v", m)
	}
}
