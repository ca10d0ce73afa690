package simworker

import (
	"strings"
	"testing"

	"hopyard/wasm/app/message"
)

// TestTheTextKeepsItsForm checks that the text for editing keeps the author's
// formatting, even with overrides. A scenario from a link has no such formatting
// and must get the canonical text.
func TestTheTextKeepsItsForm(t *testing.T) {
	own := "{ \"hopyard\": 1,\n\n\t\"cluster\": {\"topology\": {\"kind\":\"star\",   \"nodes\": 4}},\n\"jobs\": [ {\"nodes\":1, \"walltime\": 60} ] }\n"
	_, m := run(t, load(own))
	if m.Text != own {
		t.Errorf("became\n%s", m.Text)
	}
	l := load(own)
	l.Overrides = message.Overrides{Queue: "fcfs", Network: "max-min", Machine: message.MachineChoice{Kind: "star", Nodes: 8}}
	_, changed := run(t, l)
	for _, want := range []string{"{ \"hopyard\": 1,\n\n\t\"cluster\"", "[ {\"nodes\":1, \"walltime\": 60} ]", `"nodes": 8`, `"fcfs"`, "max-min"} {
		if !strings.Contains(changed.Text, want) {
			t.Errorf("no %q in\n%s", want, changed.Text)
		}
	}
	if _, again := run(t, load(changed.Text)); again.Hash != changed.Hash {
		t.Error("the text is another run")
	}
	_, back := run(t, message.Load{Form: message.Link, Text: m.Link, At: -1, Job: -1})
	if back.Hash != m.Hash || back.Text == "" || back.Text == own {
		t.Errorf("of a link: %q", back.Text)
	}
}
