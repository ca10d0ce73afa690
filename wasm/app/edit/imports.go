package edit

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/workload/sacct"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
)

// DescribesMachine reports whether a file is a topology.conf or topology.yaml
// of Slurm, by its name or by what it holds.
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

// FileKind is what a file that was dropped or chosen holds.
type FileKind uint8

// The kinds of files.
const (
	UnknownFile FileKind = iota // nothing that the page can open
	ScenarioFile
	TraceFile
	MachineFile
	AccountingFile // what Slurm's sacct printed
)

// KindOfFile tells by its name and by what it holds what a file is. What is no
// text is nothing, whatever it is called; a text that is called a trace, or a
// scenario, is one, whose errors are told by line.
func KindOfFile(name, content string) FileKind {
	text := strings.TrimLeft(content, " \t\r\n\ufeff")
	head := text[:min(len(text), 4096)]
	ends := func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) }
	switch {
	case strings.ContainsRune(head, 0) || strings.HasPrefix(head, "\x1f\x8b") || strings.HasPrefix(head, "%PDF-"):
		return UnknownFile
	case DescribesMachine(name, text):
		return MachineFile
	case ofAccounting(head) && sacct.Is([]byte(text[:min(len(text), 1<<16)])):
		return AccountingFile
	case ends(".swf"):
		return TraceFile
	case ends(".json") || strings.HasPrefix(text, "{"):
		return ScenarioFile
	case rowsOfNumbers(head):
		return TraceFile
	}
	return UnknownFile
}

// ofAccounting reports whether a text may be sacct's: what knows better comes to the
// page when it is first asked.
func ofAccounting(head string) bool {
	first, _, _ := strings.Cut(head, "\n")
	if strings.HasPrefix(head, "{") {
		return !strings.HasPrefix(strings.TrimLeft(head[1:], " \t\r\n"), `"hopyard"`)
	}
	return strings.Contains(first, "|") || strings.Contains(strings.ToLower(first), "jobid")
}

// rowsOfNumbers reports whether a text is comments, as traces have them, and then
// a row of numbers, or one of both.
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

// slurmMachine is the machine of a file as scenarios write it.
func slurmMachine(content string) string {
	return `{"kind": "slurm", "conf": ` + form.Quote(strings.ToValidUTF8(content, "\ufffd")) + `}`
}

// OnMachine is the text of the scenario on screen on the machine that a file
// describes, and what is wrong with it then: jobs that do not fit any more come
// first, in one sentence. check is replay.Check. Groups of nodes that the
// machine has no nodes for are left out: they were of the old one. It reports
// false where there is no text.
func (m *EditPanel) OnMachine(content string, check func(string) []message.Problem) (text string, faults []message.Problem, ok bool) {
	if m.Run == nil || m.Run.Text == "" {
		return "", nil, false
	}
	set := func(path, value string) {
		if out, err := scenario.Edit([]byte(text), path, value); err == nil {
			text = string(out)
		}
	}
	text = m.Run.Text
	set("cluster.topology", slurmMachine(content))
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

// WithMachine asks for what is on screen, which is no text that could be
// edited, on the machine that a file describes.
func (m *EditPanel) WithMachine(content string) *message.Load {
	o := m.Asked.Overrides
	o.Machine = message.MachineChoice{}
	return m.Change(policy.Assign(o, "cluster.topology", slurmMachine(content)))
}

// DidImport says that the machine of a file was taken.
func DidImport(name string) model.Did {
	return model.Did{Text: i18n.DidImport, Pairs: []i18n.Pair{i18n.S("name", i18n.Isolate(name))}}
}
