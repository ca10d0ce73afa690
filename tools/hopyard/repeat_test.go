package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/scenarios"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/clitest"
	"hopyard/wasm/app"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/simworker"
)

// shown simulates a scenario with the page's worker. It loads the run into the
// page's app, m.
func shown(t *testing.T, l *message.Load, m *app.App) {
	t.Helper()
	var desk simworker.Dispatcher
	for desk.Handle(l.Pack()); desk.Busy(); {
		desk.Work(100)
	}
	for _, wire := range desk.Answers() {
		var x message.Loaded
		var bad message.Failed
		switch {
		case x.Unpack(wire) == nil:
			m.Accept(&x)
		case bad.Unpack(wire) == nil:
			t.Fatalf("not loaded: %+v", bad.Faults)
		}
	}
}

// TestThePagesCommandRepeatsTheRun runs the command line that the page shows for
// repeating its run. A real shell splits the line into words. The trace must be the
// same as in the page.
func TestThePagesCommandRepeatsTheRun(t *testing.T) {
	dir := clitest.Folder(t)
	base := "https://hopyard.example/it's/"
	repeat := func(t *testing.T, m *app.App, lesson string) {
		t.Helper()
		command := m.Export.Command(lesson, base)
		out, err := exec.Command("sh", "-c", "printf '%s\\n' "+command).Output()
		if err != nil {
			t.Fatalf("sh: %v of %s", err, command)
		}
		args := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
		if args[0] != "hopyard" {
			t.Fatalf("the command is %q", args)
		}
		for i, a := range args {
			if strings.HasPrefix(a, "scenarios/") {
				args[i] = filepath.Join("../..", a)
			} else if strings.HasSuffix(a, ".swf") {
				args[i] = filepath.Join(dir, a)
			}
		}
		var said, bad bytes.Buffer
		status := cli.Dispatch(&cli.Terminal{In: strings.NewReader(""), Out: &said, Err: &bad}, commands(), args[1:])
		if status != cli.ExitOK || !strings.Contains(said.String(), fmt.Sprintf("trace %016x", m.Run.Hash)) {
			t.Errorf("%s\nstatus %d: %s%s\nthe page's trace is %016x", command, status, &said, &bad, m.Run.Hash)
		}
	}
	for _, l := range scenarios.All() {
		m := app.NewModel(i18n.English)
		shown(t, m.Load(message.Load{Form: message.JSON, Text: string(l.Source), Name: l.Title, At: -1, Job: -1}), m)
		repeat(t, m, l.Name)
		repeat(t, m, "") // the command line contains a link instead of a file
	}
	m := app.NewModel(i18n.English)
	l, _ := scenarios.Find("easy-hole")
	shown(t, m.Load(message.Load{Form: message.JSON, Text: string(l.Source), At: -1, Job: -1}), m)
	for _, choice := range [][2]string{{"queue", "fcfs"}, {"allocator", "first-fit"}, {"queue", "easy/2"}, {"network", "max-min"}, {"machine", "0"}} {
		shown(t, m.Change(m.Policy.Choose(choice[0], choice[1])), m)
		repeat(t, m, "easy-hole")
	}
	shown(t, m.Apply(strings.Replace(m.Run.Text, `"nodes": 24`, `"nodes": 23`, 1), model.EditSummary{}), m)
	repeat(t, m, "")

	trace := "; MaxProcs: 16\n1 0 -1 600 10 -1 -1 10 900 -1 1 3 1 -1 1 -1 -1 -1\n2 10 -1 300 12 -1 -1 12 600 -1 1 4 1 -1 1 -1 -1 -1\n"
	clitest.Write(t, dir, "it's a trace.swf", trace)
	m = app.NewModel(i18n.English)
	shown(t, m.Load(message.Load{Form: message.SWF, Text: trace, Name: "it's a trace.swf", Nodes: 16, At: -1, Job: -1}), m)
	repeat(t, m, "")
}
