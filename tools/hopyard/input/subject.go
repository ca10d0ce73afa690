package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/kube"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/scenario"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/core/workload/sacct"
	"hopyard/core/workload/traceformats"
	"hopyard/tools/hopyard/cli"
)

// Subject is the checked input of a command. The input is either a scenario or a
// trace; from a trace, a scenario is made.
type Subject struct {
	Name     string
	Scenario *scenario.Scenario
	Config   engine.Config
	Trace    *workload.SWF     // nil for a scenario with its own jobs
	Jobs     *workload.SWFJobs // jobs made from the rows of the trace
	Notes    []string          // assumptions made while reading the input, which are reported to the user
	imported []string          // notices about documents of Kubernetes of which the scenario was made
	policy   string            // file name given with the option --policy, or "" without that option
}

// FileOptions are the options of every command that reads FILE.
type FileOptions struct {
	Nodes, Cores                      int
	Topology, Queue, Allocator, Order string
	logFormat, unit                   string // how to read a job log: its format, and what sizes count
	Sets                              cli.List
	Policies                          cli.List // files given with --policy; more than one only if Several is set
	Several                           bool     // whether the command makes several runs (compare), each with one of Policies at most; a program may then be overridden in some of the runs, which is not an error
}

// NewFileOptions declares the options of a command that reads FILE.
func NewFileOptions(f *cli.Flags) *FileOptions {
	in := &FileOptions{}
	in.DeclareMachine(f)
	f.NameVar(&in.Queue, "queue", "override the queue `NAME`", QueueNames())
	f.NameVar(&in.Allocator, "allocator", "override the allocator `NAME`", AllocatorNames())
	f.NameVar(&in.Order, "order", "override the order `NAME`", OrderNames())
	f.Var(&in.Policies, "policy", "use the Starlark program in `FILE` for the functions that it defines: schedule, place, key or score")
	f.Var(&in.Sets, "set", "override any value: `path=value`, may be repeated")
	return in
}

// DeclareMachine declares the options that say how to read a trace, and that give its
// machine.
func (in *FileOptions) DeclareMachine(f *cli.Flags) {
	f.Func("nodes", "for traces: run on a flat machine of `N` nodes, each of one core unless --cores is given", in.setNodes)
	f.Func("cores", "for traces: give each node `N` cores, so that several processors of the trace share a node", in.setCores)
	f.StringVar(&in.Topology, "topology", "", "for traces: run on the machine of `FILE`, Slurm's topology.conf or topology.yaml, or on a machine as JSON: {\"kind\": …}")
	f.StringVar(&in.logFormat, "log-format", "", "for traces: read a job log of this `FORMAT`: "+traceformats.Names()+";\ndefault: as the contents say")
	f.StringVar(&in.unit, "unit", "", "for such job logs: let sizes count a `UNIT`, nodes, cores or gpus; default: as the format does")
}

// QueueNames returns the values of --queue.
func QueueNames() []string {
	var names []string
	for i := range policies.Disciplines() {
		names = append(names, policies.Disciplines()[i].Name.Name)
	}
	return names
}

// AllocatorNames returns the values of --allocator.
func AllocatorNames() []string {
	var names []string
	for i := range policies.Placements() {
		names = append(names, policies.Placements()[i].Name.Name)
	}
	return names
}

// OrderNames returns the values of --order.
func OrderNames() []string {
	var names []string
	for _, o := range policies.Orders() {
		names = append(names, o.Name)
	}
	return names
}

// setNodes parses the value of --nodes. It rejects 0. A user who wants the number
// of nodes in the trace's header can omit the option.
func (in *FileOptions) setNodes(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > topology.MaxNodes {
		return fmt.Errorf("write a whole number from 1 to %d, or leave the option out to use the number in the trace's header", topology.MaxNodes)
	}
	in.Nodes = n
	return nil
}

// setCores parses the value of --cores.
func (in *FileOptions) setCores(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > scenario.MaxCores {
		return fmt.Errorf("write a whole number from 1 to %d", scenario.MaxCores)
	}
	in.Cores = n
	return nil
}

// Load reads and checks FILE. It applies the options of the command line that
// override settings of the scenario.
func (in *FileOptions) Load(t *cli.Terminal, path string) (*Subject, error) {
	src, err := Read(t, path)
	if err != nil {
		return nil, err
	}
	return in.Check(path, src)
}

// Check makes a subject from the contents of FILE.
func (in *FileOptions) Check(path string, src []byte) (*Subject, error) {
	if len(in.Policies) > 1 {
		return nil, cli.BadUsage("--policy is given %d times; give one, or use compare", len(in.Policies))
	}
	s, err := &Subject{Name: DisplayName(path), policy: strings.Join(in.Policies, "")}, error(nil)
	link := IsLink(path)
	switch {
	case in.logFormat != "":
		err = s.loadTrace(src, in)
	case !link && kube.Is(string(src)):
		if src, err = s.fromDocuments(src); err == nil {
			err = s.loadScenario(src, in)
		}
	case !link && IsMachine(path, src):
		err = s.loadScenario([]byte(onMachine+slurmShape(src)+endMachine), in)
	case !link && IsTrace(path, src):
		err = s.loadTrace(src, in)
	default:
		err = s.loadScenario(src, in)
	}
	if err != nil {
		return nil, Prefixed(path, err)
	}
	return s, nil
}

// fromDocuments returns the scenario that documents of Kubernetes describe.
func (s *Subject) fromDocuments(src []byte) ([]byte, error) {
	made, err := kube.Read(string(src))
	if err != nil {
		return nil, err
	}
	for _, n := range made.Notices {
		s.imported = append(s.imported, n.String())
	}
	return made.Scenario, nil
}

func (s *Subject) loadScenario(src []byte, in *FileOptions) error {
	if in.Nodes != 0 || in.Topology != "" || in.Cores != 0 {
		return cli.BadUsage("--nodes, --cores and --topology are for traces; use --set cluster.topology=… and --set cluster.node.cores=… with a scenario")
	}
	if in.unit != "" {
		return cli.BadUsage("--unit is for job logs, whose formats scenarios/traces.md lists")
	}
	src, err := in.apply(src)
	if err != nil {
		return err
	}
	if s.Scenario, err = scenario.Parse(src); err != nil {
		return err
	}
	s.Config, err = s.Scenario.Config()
	return err
}

// apply writes the settings that the command line overrides into the text of a
// scenario. The edited text is parsed afterwards, which finds errors in these
// settings like any other errors.
func (in *FileOptions) apply(src []byte) ([]byte, error) {
	edits := [][2]string{}
	for i, path := range []string{"scheduler.queue", "scheduler.allocator", "scheduler.order"} {
		if name := [...]string{in.Queue, in.Allocator, in.Order}[i]; name != "" {
			quoted, _ := json.Marshal(name)
			set := [][2]string{{path, string(quoted)}}
			if i == 0 {
				set = scenario.QueueAssignments(src, string(quoted))
			}
			edits = append(edits, set...)
		}
	}
	if len(in.Policies) > 0 {
		roles, err := in.program()
		if err != nil {
			return nil, err
		}
		edits = append(edits, roles...)
	}
	edits, err := Assignments(edits, in.Sets, "")
	if err != nil {
		return nil, err
	}
	return Edited(src, edits)
}

// Assignments converts the --set options to edits, appends them to the given edits,
// and returns all of them. It puts the prefix before each path.
func Assignments(edits [][2]string, sets []string, prefix string) ([][2]string, error) {
	for _, set := range sets {
		path, value, ok := strings.Cut(set, "=")
		if !ok {
			return nil, cli.BadUsage("--set %q has no =; write --set path=value", set)
		}
		edits = append(edits, [2]string{prefix + path, value})
	}
	return edits, nil
}

// Edited returns the scenario text with the edits applied.
func Edited(src []byte, edits [][2]string) ([]byte, error) {
	for _, e := range edits {
		next, err := scenario.Edit(src, e[0], e[1])
		if errors.Is(err, jsondoc.ErrPath) {
			return nil, cli.BadUsage("--set: %v", err)
		} else if err != nil {
			return nil, err
		}
		src = next
	}
	return src, nil
}

// loadTrace makes a scenario from a trace. The machine comes from the options or
// from the trace's header. The jobs come from the rows of the trace.
func (s *Subject) loadTrace(src []byte, in *FileOptions) error {
	trace, err := in.readTrace(src)
	if err != nil {
		return err
	}
	if err := s.machineOf(trace, in, src); err != nil {
		return err
	}
	s.Jobs, err = s.Scenario.JobsOf(trace)
	if err != nil {
		return err
	}
	s.Trace = trace
	s.Config, err = s.Scenario.ConfigOf(s.Jobs.Jobs)
	return err
}

// machineOf makes a scenario without jobs from the options and the header of a trace.
func (s *Subject) machineOf(trace *workload.SWF, in *FileOptions, src []byte) error {
	shape, err := s.shape(trace, in)
	if err != nil {
		return err
	}
	text := []byte(onMachine + shape + endMachine)
	if in.Cores > 0 {
		if text, err = scenario.Edit(text, "cluster.node", fmt.Sprintf(`{"cores": %d}`, in.Cores)); err != nil {
			return err
		}
	}
	if text, err = in.apply(text); err != nil {
		return err
	}
	if s.Scenario, err = scenario.Parse(text); err != nil {
		return err
	}
	return in.checkCores(s.Scenario, trace, src)
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
		return cli.BadUsage(`--topology: %s%v; write JSON in single quotes, such as '{"kind": "star", "nodes": 8}'`, place, err)
	}
	if _, err := scenario.Parse([]byte(onMachine + text + endMachine)); err != nil {
		return cli.BadUsage("--topology: %v", err)
	}
	return nil
}

// shape returns the topology of a trace's machine as JSON.
func (s *Subject) shape(trace *workload.SWF, in *FileOptions) (string, error) {
	switch {
	case in.Nodes != 0 && in.Topology != "":
		return "", cli.BadUsage("--nodes and --topology both set the machine; use only one")
	case strings.HasPrefix(strings.TrimSpace(in.Topology), "{"):
		return in.Topology, checkTopology(in.Topology)
	case in.Topology != "":
		return topologyFile(in.Topology)
	case in.Nodes > 0:
		return fmt.Sprintf(`{"kind": "flat", "nodes": %d}`, in.Nodes), nil
	}
	counts := trace.Warnings.Of(workload.SWFNodeCount) > 0
	n := trace.Known.Size(counts)
	if n < 1 && counts {
		return "", fmt.Errorf("header: MaxNodes does not say how many nodes the machine has, and the rows count nodes (field 21); add --nodes N")
	}
	if n < 1 {
		return "", fmt.Errorf("header: neither MaxProcs nor MaxNodes says how large the machine is; add --nodes N")
	}
	of := ""
	if in.Cores > 1 {
		if trace.Known.MaxProcs < 1 {
			return "", cli.BadUsage("--cores %d: the trace's header gives the machine in nodes, not in processors; leave it out, or add --nodes N", in.Cores)
		}
		n, of = (n+int64(in.Cores)-1)/int64(in.Cores), fmt.Sprintf(" of %d cores", in.Cores)
	}
	s.Notes = append(s.Notes, fmt.Sprintf("machine of %d nodes%s, from the trace's header (--nodes overrides)", n, of))
	return fmt.Sprintf(`{"kind": "flat", "nodes": %d}`, n), nil
}

// topologyFile returns the topology in a file as JSON. The file is a topology.conf or
// a topology.yaml, or has the JSON itself.
func topologyFile(path string) (string, error) {
	src, err := ReadFile(path)
	if err != nil {
		return "", cli.BadUsage(`--topology: %v; give the path of a topology.conf or topology.yaml, or JSON in single quotes, such as '{"kind": "star", "nodes": 8}'`, err)
	}
	text := string(src)
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		text = slurmShape(src)
	}
	if err := checkTopology(text); err != nil {
		return "", Prefixed(path, errors.New(strings.TrimPrefix(err.Error(), "--topology: ")))
	}
	return text, nil
}

// slurmShape returns the JSON of a machine that a topology.conf or topology.yaml
// describes.
func slurmShape(src []byte) string {
	return `{"kind": "slurm", "conf": ` + jsondoc.Quote(string(src)) + `}`
}

// checkCores returns an error if the command line gives a machine of nodes with one
// core for a trace of sacct whose sizes are CPUs. On such a machine, a CPU would be a
// node, and large jobs would be rejected.
func (in *FileOptions) checkCores(s *scenario.Scenario, trace *workload.SWF, src []byte) error {
	inCPUs := trace.Known.ConversionNotes() != nil && trace.Known.MaxNodes < 1
	option := ""
	switch {
	case in.Nodes > 0:
		option = fmt.Sprintf("--nodes %d", in.Nodes)
	case in.Topology != "":
		option = "--topology"
	}
	if !inCPUs && trace.Known.ConversionNotes() != nil && in.Cores > 1 {
		return cli.BadUsage("--cores %d: the sizes of this trace are nodes; leave it out", in.Cores)
	}
	if option == "" || !inCPUs || in.Cores > 0 || s.Cluster.Node.Resources[workload.Cores] > 1 || len(s.Cluster.Groups) > 0 {
		return nil
	}
	used := ""
	if past, err := sacct.ReadRecords(bytes.NewReader(src), sacct.Options{}); err == nil { // an SWF file made of sacct's output has no nodes
		if most := mostOnNode(past.Records); most > 0 {
			used = fmt.Sprintf(" (a job had %d or more on one)", most)
		}
	}
	return cli.BadUsage("%s: the sizes of this trace are CPUs, and its jobs held up to %d of them at once; add --cores N, the CPUs of a node%s, or leave out %[1]s to let each CPU be a node", option, trace.Known.MaxProcs, used)
}

// mostOnNode returns the largest number of CPUs that a job had on each of its nodes, on
// average and rounded up. It returns 0 if no record has nodes.
func mostOnNode(records []sacct.Record) (most int64) {
	for i := range records {
		if r := &records[i]; r.Nodes > 0 {
			most = max(most, (r.CPUs+r.Nodes-1)/r.Nodes)
		}
	}
	return most
}

// Warnings returns a line for each setting of the scenario that has no effect. It
// also returns a line for each rule of the trace format that is violated by some
// rows.
func (s *Subject) Warnings() []string {
	out := slices.Concat(s.imported, s.Scenario.Notices())
	if s.Trace == nil {
		return out
	}
	out = append(out, s.Trace.Known.ConversionNotes()...)
	for _, r := range []*workload.Report{&s.Trace.Warnings, &s.Jobs.Warnings} {
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

// JobName returns the name of a job in messages, such as "job 4".
func (s *Subject) JobName(id workload.JobID) string {
	return fmt.Sprintf("job %d", s.Config.Jobs[id].Number)
}

// LimitName returns the name of the limit with the given number, counted from 1,
// as it concerns a job.
func (s *Subject) LimitName(which int32, id workload.JobID) string {
	limits := s.Scenario.ShownLimits()
	if int(which) > len(limits) || which < 1 {
		return fmt.Sprintf("limit %d", which)
	}
	l, j := &limits[which-1], &s.Config.Jobs[id]
	if l.Rule != "" {
		return slurmLimit(l, j)
	}
	name := l.Name
	if name == "*" {
		name = [...]string{j.User, j.Group, j.Queue}[l.Owner]
	}
	return s.LimitOn(l, name)
}

// slurmLimit returns the name of a limit of Slurm's as it concerns a job, with the
// reason that Slurm gives for a job that it holds.
func slurmLimit(l *queue.Limit, j *workload.Job) string {
	who := "the user " + l.Name
	switch {
	case l.Rule == slurmsched.ReservationRule:
		return "the reservation " + l.Name
	case l.Rule == slurmsched.LicenseRule:
		return fmt.Sprintf("%s licences (Slurm: %s)", l.Name, l.Word)
	case l.QOS != "" && strings.HasSuffix(l.Rule, "_per_user"):
		who = fmt.Sprintf("the user %s in the QOS %s", j.User, l.QOS)
	case l.QOS != "" && strings.HasSuffix(l.Rule, "_per_account"):
		who = fmt.Sprintf("the account %s in the QOS %s", j.Group, l.QOS)
	case l.QOS != "":
		who = "the QOS " + l.QOS
	case l.Owner == queue.ByGroup:
		who = "the account " + l.Name
	}
	what := l.Measure.String()
	switch {
	case l.Rule == "max_wall":
		what = "walltime in seconds"
	case l.Rule == "grp_wall":
		what = "run time in seconds"
	case strings.Contains(l.Rule, "_submit_"):
		what = "submitted jobs"
	case strings.HasSuffix(l.Rule, "_per_job"):
		what += " per job"
	case strings.HasSuffix(l.Rule, "_per_node"):
		what += " per node"
	case strings.HasSuffix(l.Rule, "_mins"):
		what += " times minutes"
	case l.Measure == queue.Jobs:
		what = "running jobs"
	}
	return fmt.Sprintf("%s of %s (Slurm: %s)", what, who, l.Word)
}

// LimitOn returns the name of a limit as it concerns the given user, group or queue.
func (s *Subject) LimitOn(l *queue.Limit, name string) string {
	text := fmt.Sprintf("the %s of the %s %s", strings.ReplaceAll(l.Measure.NameIn(s.Config.Machine), "_", "-"), strings.TrimSuffix(l.Owner.String(), "s"), name)
	if l.Flavor != "" {
		text += fmt.Sprintf(" (flavor %s)", l.Flavor)
	}
	return text
}
