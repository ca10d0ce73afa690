package edit

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/slurmtext"
	"hopyard/core/workload/sacct"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
)

// DescribesMachine reports, from the name and the content of a file, whether the
// file is a topology.conf or topology.yaml of Slurm.
func DescribesMachine(name, content string) bool {
	name = strings.ToLower(name)
	for _, end := range []string{".conf", ".yaml", ".yml"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	head := content[:min(len(content), 4096)]
	return !strings.HasSuffix(name, ".swf") && !strings.HasSuffix(name, ".json") && strings.Contains(head, "SwitchName=")
}

// FileKind is the kind of a file that the reader has dropped onto the page or
// chosen.
type FileKind uint8

// The kinds of files.
const (
	UnknownFile FileKind = iota // the page cannot open it
	ScenarioFile
	TraceFile
	MachineFile
	AccountingFile // output of Slurm's sacct
	LogFile        // a job log of an archive
	ClusterFile    // documents of Kubernetes, or a model of Topograph
	QueueFile      // output of Slurm's commands about the queue as it stands
)

// KindOfFile determines the kind of a file from its name and its content. A binary
// file is always an UnknownFile. A text file with the name of a trace or a scenario
// gets that kind whatever it contains, so that errors in it are reported with their
// lines.
func KindOfFile(name, content string) FileKind {
	text := strings.TrimLeft(content, " \t\r\n\ufeff")
	head := text[:min(len(text), 4096)]
	ends := func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) }
	switch {
	case strings.HasPrefix(content, "PAR1"): // a Parquet file
		return LogFile
	case strings.ContainsRune(head, 0) || strings.HasPrefix(head, "\x1f\x8b") || strings.HasPrefix(head, "%PDF-"):
		return UnknownFile
	case describesCluster(head):
		return ClusterFile
	case slurmtext.IsState(text[:min(len(text), 1<<16)]):
		return QueueFile
	case DescribesMachine(name, text):
		return MachineFile
	case ofAccounting(head) && sacct.Is([]byte(text[:min(len(text), 1<<16)])):
		return AccountingFile
	case isJobLog(text[:min(len(text), 1<<16)]):
		return LogFile
	case ends(".swf"):
		return TraceFile
	case ends(".json") || strings.HasPrefix(text, "{"):
		return ScenarioFile
	case rowsOfNumbers(head):
		return TraceFile
	}
	return UnknownFile
}

// describesCluster reports whether a text may be documents of Kubernetes or a model
// of Topograph. The exact test is kube.Is, whose code is loaded only when it is
// needed.
func describesCluster(head string) bool {
	if strings.HasPrefix(head, "{") {
		return strings.Contains(head, `"apiVersion"`) && !strings.Contains(head, `"hopyard"`)
	}
	head = "\n" + head
	return strings.Contains(head, "\napiVersion:") || strings.Contains(head, "\nkind:") || strings.Contains(head, "\nswitches:") || strings.Contains(head, "\nblocks:")
}

// ofAccounting reports whether a text may be output of sacct. This quick test
// precedes the exact test sacct.Is, whose code is loaded only when it is needed.
func ofAccounting(head string) bool {
	first, _, _ := strings.Cut(head, "\n")
	if strings.HasPrefix(head, "{") {
		return !strings.HasPrefix(strings.TrimLeft(head[1:], " \t\r\n"), `"hopyard"`)
	}
	return strings.Contains(first, "|") || strings.Contains(strings.ToLower(first), "jobid")
}

// isJobLog reports whether a text may be a job log of an archive or of Batsim. If so, the
// page fetches logs.wasm, which contains the exact test, traceformats.Of.
func isJobLog(head string) bool {
	has := func(name string) bool { return strings.Contains(head, name) }
	switch head[:min(len(head), 1)] {
	case "[":
		return has(`"submitted_time"`) && has(`"attempts"`)
	case "{":
		return has(`"nb_res"`) || has(`"subtime"`) && has(`"res"`) && has(`"profile"`)
	}
	head, _, _ = strings.Cut(head, "\n")
	return has("QUEUED_TIMESTAMP") || has("job_id") && has("submit_time") && has("gpu_num")
}

// rowsOfNumbers reports whether a text looks like a trace in the standard workload
// format. The first row that is not a comment must consist of at least 18 numbers.
// A text that contains nothing but comments also counts.
func rowsOfNumbers(text string) bool {
	comments := false
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0:
		case strings.HasPrefix(fields[0], ";"):
			comments = true
		default:
			for _, f := range fields {
				if _, err := strconv.ParseFloat(f, 64); err != nil {
					return false
				}
			}
			return len(fields) >= 18
		}
	}
	return comments
}

// slurmMachine returns the machine that a Slurm file describes, as a topology in
// the JSON of scenarios.
func slurmMachine(content string) string {
	return `{"kind": "slurm", "conf": ` + form.Quote(strings.ToValidUTF8(content, "\ufffd")) + `}`
}

// OnMachine returns the text of the scenario on screen with the machine that a file
// describes, and the errors in this text. If jobs do not fit the new machine, the
// first error gives their number. Node groups that lead to errors on the new
// machine are removed. The given function finds errors, as simworker.Check does.
// OnMachine returns false if the scenario has no text.
func (m *EditPanel) OnMachine(content string, check func(string) []message.Problem) (text string, faults []message.Problem, ok bool) {
	return m.withMachine("cluster.topology", slurmMachine(content), check)
}

// OnCluster works like OnMachine, but takes the JSON of a whole cluster.
func (m *EditPanel) OnCluster(cluster string, check func(string) []message.Problem) (text string, faults []message.Problem, ok bool) {
	return m.withMachine("cluster", cluster, check)
}

// withMachine implements OnMachine and OnCluster: it puts a value at a path.
func (m *EditPanel) withMachine(at, value string, check func(string) []message.Problem) (text string, faults []message.Problem, ok bool) {
	if m.Run == nil || m.Run.Text == "" {
		return "", nil, false
	}
	set := func(path, value string) {
		if out, err := scenario.Edit([]byte(text), path, value); err == nil {
			text = string(out)
		}
	}
	text = m.Run.Text
	set(at, value)
	faults = check(text)
	if slices.ContainsFunc(faults, func(f message.Problem) bool { return strings.HasPrefix(f.Place, "cluster.groups") }) {
		set("cluster.groups", "null")
		faults = check(text)
	}
	jobs := map[string]bool{}
	for i := range faults {
		if place, _, of := strings.Cut(faults[i].Place, "]"); of && strings.HasPrefix(place, "jobs[") {
			jobs[place] = true
		}
	}
	if len(jobs) > 0 {
		faults = slices.Insert(faults, 0, message.Problem{
			Place: "jobs", Problem: m.Words.Say(i18n.ImportUnfit, m.Words.N("n", int64(len(jobs)))), Fix: m.Words.Say(i18n.ImportUnfitFix),
		})
	}
	return text, faults, true
}

// Titled returns the text of a scenario with a title made of the name of the file
// that it comes from, such as "cluster" for cluster.yaml.gz. It leaves a scenario as
// it is if it has a title, or if its text was pasted and has no file.
func (m *EditPanel) Titled(text, name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	title := strings.TrimSuffix(strings.ToValidUTF8(name, "\ufffd"), ".gz")
	if end := strings.LastIndexByte(title, '.'); end > 0 {
		title = title[:end]
	}
	if has, _ := scenario.LookUp([]byte(text), "title"); has != "" || title == "" || name == m.Words.Say(i18n.Pasted) {
		return text
	}
	if r := []rune(title); len(r) > scenario.MaxTitle {
		title = string(r[:scenario.MaxTitle])
	}
	out, err := scenario.Edit([]byte(text), "title", form.Quote(title))
	if err != nil {
		return text
	}
	return string(out)
}

// WithMachine requests a run of the scenario on screen with the machine that a file
// describes. It is used for scenarios that have no editable text.
func (m *EditPanel) WithMachine(content string) *message.Load {
	o := m.Asked.Overrides
	o.Machine = message.MachineChoice{}
	return m.Change(policy.Assign(o, "cluster.topology", slurmMachine(content)))
}

// DidImport describes the edit that replaces the machine by the machine described
// in a file.
func DidImport(name string) model.EditSummary {
	return model.EditSummary{Text: i18n.DidImport, Pairs: []i18n.Pair{i18n.S("name", i18n.Isolate(name))}}
}
