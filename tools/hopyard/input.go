package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// subject is the checked input of a command. The input is either a scenario or a
// trace; from a trace, a scenario is made.
type subject struct {
	name     string
	scenario *scenario.Scenario
	config   engine.Config
	trace    *workload.SWF     // nil for a scenario with its own jobs
	jobs     *workload.SWFJobs // jobs made from the rows of the trace
	notes    []string          // assumptions made while reading the input, which are reported to the user
	policy   string            // file name given with the option --policy, or "" without that option
}

// inputFlags are the options of every command that reads FILE.
type inputFlags struct {
	nodes                             int
	topology, queue, allocator, order string
	sets                              list
	policy                            string
	several                           bool // whether the command makes several runs (compare); a program given with --policy may then be overridden in some of the runs, which is not an error
}

func (f *flags) input() *inputFlags {
	in := &inputFlags{}
	f.Func("nodes", "for traces: run on a flat machine of `N` one-core nodes", in.setNodes)
	f.StringVar(&in.topology, "topology", "", "for traces: run on this machine, given as `JSON`: {\"kind\": …}")
	f.StringVar(&in.queue, "queue", "", "override the queue `NAME`")
	f.StringVar(&in.allocator, "allocator", "", "override the allocator `NAME`")
	f.StringVar(&in.order, "order", "", "override the order `NAME`")
	f.StringVar(&in.policy, "policy", "", "use the Starlark program in `FILE` for the functions that it defines: schedule, place, key or score")
	f.Var(&in.sets, "set", "override any value: `path=value`, may be repeated")
	return in
}

// setNodes parses the value of --nodes. It rejects 0. A user who wants the number
// of nodes in the trace's header can omit the option.
func (in *inputFlags) setNodes(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > topology.MaxNodes {
		return fmt.Errorf("write a whole number from 1 to %d, or leave the option out to use the number in the trace's header", topology.MaxNodes)
	}
	in.nodes = n
	return nil
}

// read returns the contents of FILE. If the path is "-", it reads standard input.
// If the path is a share link or a short link, read returns the scenario of the
// link.
func read(t *terminal, path string) ([]byte, error) {
	if isLink(path) {
		link, err := scenario.DecodeLink(path)
		if err != nil {
			return nil, err
		}
		return link.Scenario.Canonical(), nil
	}
	if isShort(path) {
		return fetch(path)
	}
	if path == "-" {
		return readAll(t.in, "standard input")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fileError(err)
	}
	defer f.Close()
	return readAll(f, path)
}

// isLink reports whether the text is a share link rather than a file name. A share
// link is a fragment "#1.z.…", or an address that ends with such a fragment.
func isLink(path string) bool {
	_, fragment, found := strings.Cut(path, "#")
	return found && len(fragment) > 2 && fragment[0] >= '0' && fragment[0] <= '9' && strings.Contains(fragment[:min(len(fragment), 4)], ".")
}

// fileError rewrites a file error as "FILE: file: CAUSE" and returns any other error
// unchanged.
func fileError(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("%s: file: %w", p.Path, p.Err)
	}
	return err
}

// load reads and checks FILE. It applies the options of the command line that
// override settings of the scenario.
func (in *inputFlags) load(t *terminal, path string) (*subject, error) {
	src, err := read(t, path)
	if err != nil {
		return nil, err
	}
	return in.check(path, src)
}

// check makes a subject from the contents of FILE.
func (in *inputFlags) check(path string, src []byte) (*subject, error) {
	s, err := &subject{name: displayName(path), policy: in.policy}, error(nil)
	if !isLink(path) && isTrace(path, src) {
		err = s.loadTrace(src, in)
	} else {
		err = s.loadScenario(src, in)
	}
	if err != nil {
		return nil, prefixed(path, err)
	}
	return s, nil
}

// prefixed puts the file's name before each line of an error. A usage error stays
// unchanged.
func prefixed(path string, err error) error {
	var usage usageError
	if errors.As(err, &usage) {
		return err
	}
	var out strings.Builder
	for line := range strings.Lines(err.Error()) {
		out.WriteString(displayName(path) + ": " + line)
	}
	return errors.New(out.String())
}

// displayName returns the name that messages use for FILE.
func displayName(path string) string {
	switch {
	case path == "-":
		return "standard input"
	case isLink(path), isShort(path):
		return "link"
	}
	return path
}

func (s *subject) loadScenario(src []byte, in *inputFlags) error {
	if in.nodes != 0 || in.topology != "" {
		return badUsage("--nodes and --topology are for traces; use --set cluster.topology=… with a scenario")
	}
	src, err := in.apply(src)
	if err != nil {
		return err
	}
	if s.scenario, err = scenario.Parse(src); err != nil {
		return err
	}
	s.config, err = s.scenario.Config()
	return err
}

// apply writes the settings that the command line overrides into the text of a
// scenario. The edited text is parsed afterwards, which finds errors in these
// settings like any other errors.
func (in *inputFlags) apply(src []byte) ([]byte, error) {
	edits := [][2]string{}
	for i, path := range []string{"scheduler.queue", "scheduler.allocator", "scheduler.order"} {
		if name := [...]string{in.queue, in.allocator, in.order}[i]; name != "" {
			quoted, _ := json.Marshal(name)
			set := [][2]string{{path, string(quoted)}}
			if i == 0 {
				set = scenario.QueueAssignments(src, string(quoted))
			}
			edits = append(edits, set...)
		}
	}
	if in.policy != "" {
		roles, err := in.program()
		if err != nil {
			return nil, err
		}
		edits = append(edits, roles...)
	}
	edits, err := assignments(edits, in.sets, "")
	if err != nil {
		return nil, err
	}
	return edited(src, edits)
}

// assignments converts the --set options to edits and appends them to the given
// list. It puts the given prefix before each path.
func assignments(edits [][2]string, sets []string, below string) ([][2]string, error) {
	for _, set := range sets {
		path, value, ok := strings.Cut(set, "=")
		if !ok {
			return nil, badUsage("--set %q has no =; write --set path=value", set)
		}
		edits = append(edits, [2]string{below + path, value})
	}
	return edits, nil
}

// edited returns the scenario text with the edits applied.
func edited(src []byte, edits [][2]string) ([]byte, error) {
	for _, e := range edits {
		next, err := scenario.Edit(src, e[0], e[1])
		if errors.Is(err, jsondoc.ErrPath) {
			return nil, badUsage("--set: %v", err)
		} else if err != nil {
			return nil, err
		}
		src = next
	}
	return src, nil
}

// loadTrace makes a scenario from a trace. The machine comes from the options or
// from the trace's header. The jobs come from the rows of the trace.
func (s *subject) loadTrace(src []byte, in *inputFlags) error {
	trace, err := readTrace(src)
	if err != nil {
		return err
	}
	shape, err := s.shape(trace, in)
	if err != nil {
		return err
	}
	text, err := in.apply([]byte(onMachine + shape + endMachine))
	if err != nil {
		return err
	}
	if s.scenario, err = scenario.Parse(text); err != nil {
		return err
	}
	s.jobs, err = s.scenario.JobsOf(trace)
	if err != nil {
		return err
	}
	s.trace = trace
	s.config, err = s.scenario.ConfigOf(s.jobs.Jobs)
	return err
}

// onMachine and endMachine are the text before and the text after the JSON of the
// topology in a scenario without jobs.
const onMachine, endMachine = `{"hopyard": 1, "cluster": {"topology": `, `}, "jobs": []}`

// checkTopology returns an error that describes what is wrong with the value of
// --topology. The value is checked before the scenario is built. The error message
// therefore names the option instead of a line of the trace.
func checkTopology(text string) error {
	if err := json.Unmarshal([]byte(text), new(any)); err != nil {
		place := ""
		if at := (*json.SyntaxError)(nil); errors.As(err, &at) {
			place = fmt.Sprintf("character %d: ", at.Offset)
		}
		return badUsage(`--topology: %s%v; write JSON in single quotes, such as '{"kind": "star", "nodes": 8}'`, place, err)
	}
	if _, err := scenario.Parse([]byte(onMachine + text + endMachine)); err != nil {
		return badUsage("--topology: %v", err)
	}
	return nil
}

// shape returns the topology of a trace's machine as JSON.
func (s *subject) shape(trace *workload.SWF, in *inputFlags) (string, error) {
	switch {
	case in.nodes != 0 && in.topology != "":
		return "", badUsage("--nodes and --topology both set the machine; use only one")
	case in.topology != "":
		return in.topology, checkTopology(in.topology)
	case in.nodes > 0:
		return fmt.Sprintf(`{"kind": "flat", "nodes": %d}`, in.nodes), nil
	}
	n := max(trace.Known.MaxProcs, trace.Known.MaxNodes)
	if n < 1 {
		return "", fmt.Errorf("header: neither MaxProcs nor MaxNodes says how large the machine is; add --nodes N")
	}
	s.notes = append(s.notes, fmt.Sprintf("machine of %d nodes, from the trace's header (--nodes overrides)", n))
	return fmt.Sprintf(`{"kind": "flat", "nodes": %d}`, n), nil
}

// warnings returns a line for each setting of the scenario that has no effect. It
// also returns a line for each rule of the trace format that is violated by some
// rows.
func (s *subject) warnings() []string {
	out := s.scenario.Notices()
	if s.trace == nil {
		return out
	}
	out = append(out, s.trace.Known.ConversionNotes()...)
	for _, r := range []*workload.Report{&s.trace.Warnings, &s.jobs.Warnings} {
		for rule, n := range r.Rules {
			first := ""
			for _, w := range r.Kept {
				if w.Rule == rule {
					first = w.String()
					break
				}
			}
			if n > 1 {
				first += fmt.Sprintf(" (and %d more like it)", n-1)
			}
			out = append(out, first)
		}
	}
	return out
}
