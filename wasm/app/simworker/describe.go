package simworker

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/network"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// described is the scenario that a Load describes, with the overrides applied and
// checked.
type described struct {
	scenario *scenario.Scenario
	own      message.PolicyChoice // the scenario's policies before the overrides
	text     string               // the text to which the positions in error messages refer
	set      [][2]string          // the overrides as pairs of path and new value
	warnings []string
	odd      int            // number of all warnings, including warnings that the list omits
	jobs     []workload.Job // jobs of a trace, kept so that the trace is parsed only once; nil for other scenarios
	at       *scenario.Moment
	job      *int64
	link     *scenario.SharedLink // nil if the scenario was not opened from a link
}

// describe reads the scenario, trace or link and applies the overrides. If it
// fails, the result still contains the text to which the positions in the error
// refer.
func describe(l *message.Load) (*described, error) {
	d := &described{text: l.Text}
	var err error
	switch l.Form {
	case message.SWF:
		err = d.trace(l)
		if err != nil {
			return d, err
		}
		d.scenario.SWF = l.Text
		return d, d.read()
	case message.Link, message.Shared:
		var link scenario.SharedLink
		if l.Form == message.Link {
			link, err = scenario.DecodeLink(l.Text)
		} else {
			link, err = scenario.DecodeShared([]byte(l.Text), l.View)
		}
		d.text = string(link.Source)
		d.scenario, d.at, d.job = link.Scenario, link.At, link.Job
		d.link = &link
	default:
		d.scenario, err = scenario.Parse([]byte(l.Text))
	}
	if err != nil {
		return d, err
	}
	return d, d.override(&l.Overrides)
}

// trace makes the scenario for a trace, but does not yet put the trace's text into
// it. Overrides are checked by writing the scenario and parsing the result, which
// would be slow with a trace of many megabytes.
func (d *described) trace(l *message.Load) error {
	nodes := l.Nodes
	if nodes <= 0 {
		nodes = NodesOf(l.Text)
	}
	if nodes <= 0 {
		return jsondoc.Errors{{
			Place: "trace", Problem: "its header names neither MaxNodes nor MaxProcs",
			Fix: "say how many nodes the machine has", Whole: "scenario",
		}}
	}
	base := `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": ` + strconv.Itoa(int(nodes)) + `}}, "jobs": [], "scheduler": {"queue": "easy"}}`
	var err error
	if d.scenario, err = scenario.Parse([]byte(base)); err != nil {
		return err
	}
	d.scenario.Title = strings.ToValidUTF8(l.Name, "")
	if r := []rune(d.scenario.Title); len(r) > scenario.MaxTitle {
		d.scenario.Title = string(r[:scenario.MaxTitle])
	}
	return d.override(&l.Overrides)
}

// read parses the jobs of the trace and collects the warnings.
func (d *described) read() error {
	trace, jobs, err := readTrace(d.scenario)
	if err != nil {
		return err
	}
	d.jobs = jobs.Jobs
	d.warnings = append(d.warnings, trace.Known.ConversionNotes()...)
	d.odd += len(d.warnings)
	for _, report := range []*workload.Report{&trace.Warnings, &jobs.Warnings} {
		d.odd += report.Total()
		for _, w := range report.Kept {
			if len(d.warnings) < maxWarnings {
				d.warnings = append(d.warnings, w.String())
			}
		}
	}
	return nil
}

// TraceJobs is the greatest number of jobs of a trace. A program that has more memory
// than a browser gives to a tab may raise it before it makes a Dispatcher.
var TraceJobs = scenario.MaxJobs

// readTrace reads the trace of a scenario like scenario.Trace, but with at most
// TraceJobs jobs.
func readTrace(s *scenario.Scenario) (*workload.SWF, *workload.SWFJobs, error) {
	trace, err := workload.ReadSWF(strings.NewReader(s.SWF), workload.SWFOptions{MaxJobs: TraceJobs})
	if err != nil {
		return nil, nil, err
	}
	jobs, err := s.JobsOf(trace)
	return trace, jobs, err
}

// NativeFix is the advice for traces that are too large for the page.
const NativeFix = "run `hopyard serve` on this computer and open the link that it prints: its engine can run traces of up to 5,000,000 jobs and 2 GiB"

// tooManyJobs reports whether an error says that a trace has more than TraceJobs jobs.
func tooManyJobs(err error) bool {
	var rows *workload.SWFError
	return errors.As(err, &rows) && slices.ContainsFunc(rows.Lines, func(w workload.Warning) bool { return w.Rule == workload.SWFTooManyJobs })
}

// maxWarnings is the greatest number of warnings that are listed. Further warnings
// are only counted.
const maxWarnings = 50

// override replaces values of the scenario by those that the reader selected.
func (d *described) override(o *message.Overrides) error {
	sources := &d.scenario.Scheduler.Sources
	if o.Program != "" || *sources != (policies.Sources{}) {
		return d.program(o)
	}
	d.own = policyOf(d.scenario)
	return d.choose(o, [][2]string{{"scheduler.queue", o.Queue}, {"scheduler.allocator", o.Allocator}, {"scheduler.order", o.Order}})
}

// choose applies the overrides. It ignores the policies in the overrides, and uses
// the given names instead, which are pairs of path and value.
func (d *described) choose(o *message.Overrides, names [][2]string) error {
	var set [][2]string
	add := func(path, value string) {
		if value != "" {
			set = append(set, [2]string{path, value})
		}
	}
	for _, x := range names {
		if x[0] == "scheduler.queue" && x[1] != "" {
			set = append(set, scenario.QueueAssignments(d.scenario.Canonical(), x[1])...)
			continue
		}
		add(x[0], x[1])
	}
	if o.Depth > 0 {
		add("scheduler.depth", strconv.Itoa(int(o.Depth)))
	}
	add("cluster.topology", shapeJSON(&o.Machine))
	if o.Network != "" {
		add(networkJSON(d.scenario, o.Network))
	}
	for _, a := range o.Set {
		add(a.Path, a.Value)
	}
	if d.set = set; len(set) == 0 {
		return nil
	}
	return d.scenario.SetAll(set...)
}

// networkJSON returns the path and value that give the scenario another network
// model. If no job communicates, the value also makes every job send all-to-all
// traffic that uses half of a link's capacity. A network without traffic would show
// nothing.
func networkJSON(s *scenario.Scenario, model string) (path, value string) {
	switch {
	case s.Network.Comm != nil || s.Network.Bandwidth != network.DefaultBandwidth || s.Network.Latency != 0:
		return "network.model", model
	case model == "none" || !silent(s):
		return "network", model
	}
	return "network", `{"model": "` + model + `", "comm": {"pattern": "all-to-all", "share": 0.5}}`
}

// silent reports whether no job of a scenario communicates.
func silent(s *scenario.Scenario) bool {
	if s.Network.Comm != nil || s.Model != nil && len(s.Model.Patterns) > 0 {
		return false
	}
	for i := range s.Jobs {
		if s.Jobs[i].Comm != nil {
			return false
		}
	}
	return true
}

// shapeJSON returns the JSON of a machine's topology, or "" if s.Kind is empty.
func shapeJSON(s *message.MachineChoice) string {
	switch {
	case s.Kind == "":
		return ""
	case s.Kind == "fat-tree":
		return fmt.Sprintf(`{"kind": "fat-tree", "levels": %d, "width": %d}`, s.Levels, s.Width)
	case s.Kind == "hypercube":
		return fmt.Sprintf(`{"kind": "hypercube", "dims": %d}`, s.Dims[0])
	case s.Kind == "dragonfly":
		return fmt.Sprintf(`{"kind": "dragonfly", "groups": %d, "routers": %d, "nodes": %d}`, s.Groups, s.Routers, s.Nodes)
	case len(s.Dims) > 0:
		return fmt.Sprintf(`{"kind": %q, "dims": %s}`, s.Kind, strings.ReplaceAll(fmt.Sprint(s.Dims), " ", ", "))
	}
	return fmt.Sprintf(`{"kind": %q, "nodes": %d}`, s.Kind, s.Nodes)
}

// LongTrace is the size of a trace, in bytes, from which the page runs it at once if its
// header names the number of nodes. A reader who drops a whole archive wants to see it,
// and can change the machine afterwards.
const LongTrace = 128 << 10

// readHeader returns the header of a trace, and whether the first row has a node count.
func readHeader(text string) (h workload.SWFHeader, counts bool) {
	r := workload.NewSWFReader(strings.NewReader(headerOf(text)), workload.SWFOptions{SkipBad: true})
	var row workload.SWFRecord
	for r.Next(&row) {
	}
	var odd workload.Report
	read := r.Warnings()
	return workload.ParseSWFHeader(r.Header(), &odd), read.Of(workload.SWFNodeCount) > 0
}

// NodesOf returns the number of nodes in the header of a trace, or 0 if the header
// has none. It assumes one node for each processor, as the traces of the Parallel
// Workloads Archive do, unless the first row has a node count.
func NodesOf(text string) int32 {
	h, counts := readHeader(text)
	n := h.Size(counts)
	if n < 1 || n > 1<<20 {
		return 0
	}
	return int32(n)
}

// ProcessorsOf returns the largest number of processors in use at once, for a trace that
// was converted from a log without the number of processors per node. For other traces
// it returns 0.
func ProcessorsOf(text string) int32 {
	h, _ := readHeader(text)
	if h.ConversionNotes() == nil || h.MaxNodes > 0 || h.MaxProcs < 1 || h.MaxProcs > 1<<20 {
		return 0
	}
	return int32(h.MaxProcs)
}

// JobsOf returns the number of jobs that the header of a trace promises, or 0 if the
// header says nothing about it.
func JobsOf(head string) int64 {
	h, _ := readHeader(head)
	return max(h.MaxJobs, h.MaxRecords, 0)
}

// headerOf returns the beginning of a trace to the end of its first row: comments,
// empty lines, and the row.
func headerOf(text string) string {
	end := 0
	for line := range strings.Lines(text) {
		end += len(line)
		if t := strings.TrimSpace(line); t != "" && t[0] != ';' {
			break
		}
	}
	return text[:end]
}

// Check returns the errors in the text of a scenario, or nil if it can run.
func Check(text string) []message.Problem {
	s, err := scenario.Parse([]byte(text))
	if err == nil {
		_, err = s.Config()
	}
	if err == nil || err == policies.ErrNoInterpreter { // the worker reports this error itself
		return nil
	}
	return faults(err)
}

// faults converts an error to the list of problems that is sent to the page.
func faults(err error) []message.Problem {
	var many jsondoc.Errors
	if errors.As(err, &many) {
		out := make([]message.Problem, len(many))
		for i, e := range many {
			out[i] = message.Problem{
				Place: e.Place, Line: int32(e.Line), Col: int32(e.Col), Offset: int32(e.Offset), End: int32(e.End),
				Problem: e.Problem, Limit: e.Limit, Fix: e.Fix,
			}
			if in, ok := e.In.(*queue.ProgramError); ok {
				out[i].In = spotOf(in, simtime.Never)
			}
		}
		return out
	}
	var rows *workload.SWFError
	if errors.As(err, &rows) {
		out := make([]message.Problem, 0, len(rows.Lines))
		for _, w := range rows.Lines {
			_, text, _ := strings.Cut(w.String(), ": ")
			if w.Line == 0 {
				text = w.String()
			}
			problem, fix, _ := strings.Cut(text, ": ")
			if w.Rule == workload.SWFTooManyJobs {
				fix = "shorten the trace"
				if TraceJobs == scenario.MaxJobs { // this is a worker of the page
					fix = NativeFix
				}
			}
			out = append(out, message.Problem{Place: "trace", Line: int32(w.Line), Problem: problem, Fix: fix})
		}
		return out
	}
	return []message.Problem{{Problem: err.Error()}}
}
