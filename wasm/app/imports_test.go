package app

import (
	"strings"
	"testing"

	"hopyard/core/kube"
	"hopyard/core/scenario"
	"hopyard/core/topology/slurm"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
)

const conf = "SwitchName=leaf1 Nodes=a[1-32]\nSwitchName=leaf2 Nodes=b[1-32]\nSwitchName=core Switches=leaf[1-2]\n"

func TestMachinesAreKnownByNameOrContent(t *testing.T) {
	for name, want := range map[string]bool{"topology.conf": true, "Topology.YAML": true, "x.txt": true, "x.swf": false, "x.json": false} {
		if got := edit.DescribesMachine(name, conf); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if edit.DescribesMachine("x.txt", "; MaxProcs: 4\n1 0 -1") {
		t.Error("a trace is a machine")
	}
	if _, err := slurm.Parse(conf); err != nil {
		t.Fatal(err)
	}
}

// TestAMachineComesUnderTheJobs imports a machine from a file. This machine must
// replace that of the scenario, while the jobs stay the same. A single undo must
// restore the old machine.
func TestAMachineComesUnderTheJobs(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	text, faults, ok := s.Edit.OnMachine(conf, simworker.Check)
	if !ok || faults != nil {
		t.Fatalf("%v %+v", ok, faults)
	}
	s.load(t, s.Apply(text, edit.DidImport("topology.conf")))
	if s.Run.Machine.Shape.Kind != "slurm" || s.Run.Machine.Drawn.Nodes != 64 || len(s.Run.Jobs) != 9 || s.Edit.UndoText() != "Undo: the machine of topology.conf" {
		t.Errorf("%+v, %q", s.Run.Machine.Shape, s.Edit.UndoText())
	}
	s.back(t)
	if s.Run.Machine.Shape.Kind != "fat-tree" {
		t.Error("not undone")
	}
}

// TestAMachineThatDoesNotDoIsTold imports unsuitable machines. If the machine is
// too small, the first error must give the number of jobs that no longer fit, and
// each of these jobs must have an error at its place in the text. A syntax error in
// the file must be reported with its line.
func TestAMachineThatDoesNotDoIsTold(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	_, faults, _ := s.Edit.OnMachine("SwitchName=leaf1 Nodes=a[1-16]\n", simworker.Check)
	if len(faults) != 3 || !strings.HasPrefix(faults[0].Problem, "2 jobs no longer fit") || faults[1].Place != "jobs[0].nodes" || faults[1].Line == 0 {
		t.Errorf("%+v", faults)
	}
	text, faults, _ := s.Edit.OnMachine("SwitchName=leaf1 Nodes=a[1-16\n", simworker.Check)
	if len(faults) == 0 || !strings.Contains(faults[0].Problem, "line 1") || faults[0].Fix == "" {
		t.Errorf("%+v", faults)
	}
	s.RefuseText("topology.conf", text, faults)
	if got, ok := s.Edit.EditText(); !ok || got != text || !s.Stale() {
		t.Error("the editor does not show what is wrong")
	}
	grouped := open(t, lesson(t, "slurm"))
	text, faults, _ = grouped.Edit.OnMachine("SwitchName=leaf1 Nodes=a[1-8]\n", simworker.Check)
	if strings.Contains(text, `"groups"`) || len(faults) > 0 {
		t.Errorf("groups of the old machine: %+v", faults)
	}
}

func TestKindsOfFiles(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          edit.FileKind
	}{
		{"a.json", `{"hopyard": 1}`, edit.ScenarioFile}, {"a.txt", "\ufeff {", edit.ScenarioFile}, {"a.json", "not JSON", edit.ScenarioFile}, {"Pasted", `{"hopyard": 1}`, edit.ScenarioFile},
		{"kth.swf", "; MaxProcs: 4\n1 0 -1", edit.TraceFile}, {"KTH.SWF", "", edit.TraceFile}, {"kth.txt", "; MaxProcs: 4\n", edit.TraceFile},
		{"kth", "\n1 0 -1 600 10 -1 -1 10 900 -1 1 3 1 -1 1 -1 -1 -1\n", edit.TraceFile},
		{"topology.conf", conf, edit.MachineFile}, {"x.txt", conf, edit.MachineFile},
		{"shot.png", "\x89PNG\r\n\x1a\n\x00\x00", edit.UnknownFile}, {"photo.jpg", "\xff\xd8\xff\xe0\x00\x10JFIF", edit.UnknownFile}, {"icon.svg", "<svg xmlns='x'/>", edit.UnknownFile},
		{"kth.swf.gz", "\x1f\x8b\x08\x08", edit.UnknownFile}, {"kth.swf", "\x1f\x8b\x08\x08", edit.UnknownFile}, {"paper.pdf", "%PDF-1.4 1 0", edit.UnknownFile}, {"a.json", "\x00\x01", edit.UnknownFile},
		{"jobs.txt", "JobID|State\n1|COMPLETED\n", edit.AccountingFile}, {"kth.swf", "jobidraw;state\n", edit.AccountingFile}, {"jobs.json", `{"jobs": [{"job_id": 1}]}`, edit.AccountingFile},
		{"mine.json", `{"jobs": [], "hopyard": 1}`, edit.ScenarioFile}, {"jobs.txt", "JobID  State\n-----  -----\n", edit.AccountingFile}, {"table.txt", "a|b|c|d|e\n", edit.UnknownFile},
		{"letter.txt", "Dear reader,\n", edit.UnknownFile}, {"numbers.csv", "1,2,3\n", edit.UnknownFile}, {"few.txt", "1 2 3\n", edit.UnknownFile}, {"empty.txt", "", edit.UnknownFile},
	} {
		if got := edit.KindOfFile(c.name, c.content); got != c.want {
			t.Errorf("%s with %.20q is %d, want %d", c.name, c.content, got, c.want)
		}
	}
}

// TestClustersAreConverted converts documents of Kubernetes to a scenario, as the
// worker does when such a file is opened.
func TestClustersAreConverted(t *testing.T) {
	const nodes = "apiVersion: v1\nkind: Node\nmetadata: {name: n0}\nspec: {unschedulable: true}\n---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: \"8\"}}\n"
	for name, want := range map[string]edit.FileKind{"nodes.yaml": edit.ClusterFile, "x": edit.ClusterFile} {
		if got := edit.KindOfFile(name, nodes); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if edit.KindOfFile("topology.yaml", "- topology: a\n") != edit.MachineFile || edit.KindOfFile("x.json", `{"apiVersion": "v1", "items": []}`) != edit.ClusterFile || edit.KindOfFile("x.json", `{"hopyard": 1}`) != edit.ScenarioFile {
		t.Error("files are taken for others")
	}
	convert := func(text string) (answer message.Converted) {
		var d simworker.Dispatcher
		d.Handle((&message.Convert{Serial: 3, Name: "x", Text: text}).Pack())
		for _, wire := range d.Answers() {
			if err := answer.Unpack(wire); err != nil {
				t.Fatal(err)
			}
		}
		return answer
	}
	made := convert(nodes)
	s, err := scenario.Parse([]byte(made.Text))
	if err != nil || !made.Documents || made.Cluster == "" || !strings.Contains(s.About, "n0: left out, because it is unschedulable") {
		t.Errorf("%+v, %v", made, err)
	}
	session := open(t, lesson(t, "easy-hole"))
	if _, faults, ok := session.Edit.OnCluster(made.Cluster, simworker.Check); !ok || len(faults) == 0 || !strings.Contains(faults[0].Problem, "no longer fit") {
		t.Errorf("%+v", faults)
	}
	if wrong := convert("kind: Node\napiVersion: v1\n"); len(wrong.Faults) != 2 || wrong.Faults[0].Line != 1 || wrong.Faults[0].Fix == "" {
		t.Errorf("%+v", wrong)
	}
}

// TestClustersAreExported exports a run as documents of Kubernetes, as topology.yaml
// and as a script, and reads them.
func TestClustersAreExported(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	if _, err := kube.Read(s.file(t, message.KueueText)); err != nil {
		t.Error(err)
	}
	if m, err := slurm.Parse(s.file(t, message.SlurmText)); err != nil || m.Topology.NumNodes() != int(s.Run.Machine.Drawn.Nodes) {
		t.Error(err)
	}
	if script := s.file(t, message.BatchScript); !strings.HasPrefix(script, "#!/bin/bash") || strings.Count(script, "$(submit ") < 2 {
		t.Error(script)
	}
}

// TestImportsAreTitled checks that a scenario made of a file has the name of the file
// as its title, in undo and in drafts too, unless it has a title of its own.
func TestImportsAreTitled(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	const text = `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"nodes": 1, "walltime": 60}]}`
	for name, want := range map[string]string{
		"gangs.yaml": "gangs", "gangs.yaml.gz": "gangs", `C:\\tmp\\my cluster.json`: "my cluster", "2024": "2024", ".conf": ".conf", "": "", "pasted text": "",
		strings.Repeat("é", 300) + ".yaml": strings.Repeat("é", scenario.MaxTitle), `a "b".yml`: `a "b"`,
	} {
		made := s.Edit.Titled(text, name)
		if got, err := scenario.Parse([]byte(made)); err != nil || got.Title != want {
			t.Errorf("%q: %q, %v", name, made, err)
		}
		if s.Edit.Titled(made, "other.yaml") != made && want != "" {
			t.Errorf("%q has two titles", name)
		}
	}
	s.load(t, s.Load(message.Load{Form: message.JSON, Text: s.Edit.Titled(text, "gangs.yaml"), Name: "gangs.yaml", At: -1, Job: -1}))
	if s.Title() != "gangs" || s.Edit.DraftTitle() != "gangs" || s.Edit.UndoText() != "Undo: opening “gangs”" {
		t.Errorf("%q, %q, %q", s.Title(), s.Edit.DraftTitle(), s.Edit.UndoText())
	}
}
