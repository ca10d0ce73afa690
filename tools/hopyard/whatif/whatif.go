// Package whatif has the command fidelity, which replays the past of a Slurm cluster,
// says how true the replay is, and predicts what a change would have done.
//
//	hopyard fidelity jobs.sacct slurm.conf
//	hopyard fidelity jobs.sacct slurm.conf --set bf_interval=60
package whatif

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"hopyard/core/fidelity"
	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/slurmtext"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload/sacct"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
)

// Fidelity is the command fidelity.
var Fidelity = cli.Command{Name: "fidelity", Args: "JOBS [FILE...] [--set …]", Does: "replay the jobs of sacct on their Slurm cluster, compare predicted with recorded starts, and predict what a change does", Run: run}

// options are the options of the command.
type options struct {
	sets, nodes                                 cli.List
	topology, allocator, with, from, priorities string
	preemption                                  string
	wrong                                       int
	jobs                                        string
	asJSON                                      bool
}

// changed reports whether the command asks for a change.
func (o *options) changed() bool {
	return len(o.sets)+len(o.nodes) > 0 || o.topology != "" || o.allocator != "" || o.with != "" || o.preemption != ""
}

func run(t *cli.Terminal, f *cli.Flags) error {
	var o options
	f.Var(&o.sets, "set", "change a setting, `NAME=VALUE`: bf_interval=60, PriorityWeightAge=1000, partition.batch.MaxTime=2-0, qos.normal.MaxTRESPerUser=cpu=64; may be repeated")
	f.Var(&o.nodes, "nodes", "change the number of nodes of a partition, `PARTITION=+N` or -N; may be repeated")
	f.StringVar(&o.topology, "topology", "", "change the topology to that of a `FILE`, topology.conf or topology.yaml")
	f.NameVar(&o.allocator, "allocator", "change what chooses the nodes, by its `NAME`", input.AllocatorNames())
	f.StringVar(&o.with, "with", "", "change the whole configuration to that of another slurm.conf, `FILE`")
	f.NameVar(&o.preemption, "preemption", "switch preemption to a `KIND`", []string{"off", "partition-requeue", "partition-cancel", "qos-requeue", "qos-cancel"})
	f.StringVar(&o.from, "from", "", "begin the replay at a `TIME`, such as 2026-03-01T00:00:00; default: the first recorded end")
	f.StringVar(&o.priorities, "priorities", "", "take priorities as `SOURCE`: recorded, or computed from the weights; default: computed if all that counts is known")
	f.IntVar(&o.wrong, "wrong", 5, "list the `N` jobs whose predicted starts are the most wrong")
	f.StringVar(&o.jobs, "jobs", "", "write recorded and predicted starts of all jobs to a `FILE` (CSV)")
	f.BoolVar(&o.asJSON, "json", false, "print JSON")
	if err := f.Parse(1, -1); err != nil {
		return err
	}
	if o.wrong < 0 {
		return cli.BadUsage("--wrong %d is negative; give 0 or more", o.wrong)
	}
	in, err := readInput(t, f.Words, &o)
	if err != nil {
		return err
	}
	model, err := fidelity.New(*in)
	if err != nil {
		return err
	}
	var other *fidelity.PastModel
	if o.changed() { // before the replay, so that mistakes show at once
		if other, err = change(t, in, model, &o); err != nil {
			return err
		}
	}
	base, err := replay(t, model)
	if err != nil {
		return err
	}
	r := &result{model: model, base: base, report: model.Fidelity(base), change: o.text()}
	if other != nil {
		if r.after, err = replay(t, other); err != nil {
			return err
		}
		r.effect, r.other = model.Compare(other, base, r.after), other
	}
	if o.jobs != "" {
		if err := cli.WriteWhole(o.jobs, r.writeJobs); err != nil {
			return fmt.Errorf("%s: --jobs: %w", o.jobs, err)
		}
	}
	if o.asJSON {
		return r.writeJSON(t.Out, o.wrong)
	}
	r.write(t.Out, o.wrong)
	return nil
}

// replay simulates a model and shows progress.
func replay(t *cli.Terminal, m *fidelity.PastModel) (*fidelity.Outcome, error) {
	var bar *cli.Bar
	defer func() { bar.Clear() }()
	return m.ReplayBy(func(started, jobs int) bool {
		if bar == nil {
			bar = cli.NewBar(t, "jobs started", jobs)
		}
		bar.Show(started)
		return true
	})
}

// text returns the changes as the command line has them.
func (o *options) text() string {
	var all []string
	for _, s := range o.sets {
		all = append(all, s)
	}
	for _, s := range o.nodes {
		all = append(all, "nodes "+s)
	}
	for _, x := range [...]struct{ name, value string }{{"preemption", o.preemption}, {"topology", o.topology}, {"allocator", o.allocator}, {"with", o.with}} {
		if x.value != "" {
			all = append(all, x.name+" "+x.value)
		}
	}
	return strings.Join(all, ", ")
}

// readInput reads the files.
func readInput(t *cli.Terminal, paths []string, o *options) (*fidelity.Input, error) {
	in := &fidelity.Input{}
	switch o.priorities {
	case "":
	case "recorded":
		in.Priorities = fidelity.RecordedPriorities
	case "computed":
		in.Priorities = fidelity.ComputedPriorities
	default:
		return nil, cli.BadUsage("--priorities %q is neither recorded nor computed; use one of them", o.priorities)
	}
	if o.from != "" {
		at, clock, ok := slurmtext.ParseInstant([]byte(o.from))
		if !ok || clock == slurmtext.NoClock {
			return nil, cli.BadUsage("--from %q is not a time; write it as sacct does, such as 2026-03-01T00:00:00", o.from)
		}
		in.From = at
	}
	data, err := input.ReadFile(paths[0])
	if err != nil {
		return nil, err
	}
	if in.Past, err = sacct.ReadRecords(bytes.NewReader(data), sacct.Options{}); err != nil {
		return nil, input.Prefixed(paths[0], err)
	}
	var files []slurmstate.File
	for _, path := range paths[1:] {
		data, err := input.ReadFile(path)
		if err != nil {
			return nil, err
		}
		switch {
		case isTopology(path, data):
			if in.Topology != nil {
				return nil, fmt.Errorf("%s: a second topology; give one, and --topology for a change", input.DisplayName(path))
			}
			if in.Topology, err = readTopology(t, path, data); err != nil {
				return nil, err
			}
		default:
			files = append(files, slurmstate.File{Name: input.DisplayName(path), Data: data})
		}
	}
	if len(files) > 0 {
		if in.Snapshot, err = readSnapshot(t, files); err != nil {
			return nil, err
		}
	}
	return in, nil
}

func readSnapshot(t *cli.Terminal, files []slurmstate.File) (*slurmstate.Snapshot, error) {
	s, err := slurmstate.Read(files)
	if err != nil {
		return nil, err
	}
	for _, n := range s.Notices {
		fmt.Fprintf(t.Err, "notice: %v\n", n)
	}
	return s, nil
}

// isTopology reports whether a file is topology.conf or topology.yaml.
func isTopology(path string, data []byte) bool {
	if strings.HasPrefix(filepath.Base(path), "topology") {
		return true
	}
	for line := range bytes.Lines(data[:min(len(data), 4096)]) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return bytes.HasPrefix(line, []byte("SwitchName=")) || bytes.HasPrefix(line, []byte("BlockName="))
		}
	}
	return false
}

func readTopology(t *cli.Terminal, path string, data []byte) (topology.Topology, error) {
	n, err := slurm.Parse(string(data))
	if err != nil {
		return nil, input.Prefixed(path, err)
	}
	for _, remark := range n.Notices {
		fmt.Fprintf(t.Err, "notice: %s: %v\n", input.DisplayName(path), remark)
	}
	return n.Topology, nil
}

// change returns the changed model.
func change(t *cli.Terminal, in *fidelity.Input, model *fidelity.PastModel, o *options) (*fidelity.PastModel, error) {
	var list []fidelity.SettingChange
	for _, s := range o.sets {
		name, value, ok := strings.Cut(s, "=")
		if !ok || name == "" {
			return nil, cli.BadUsage("--set %q; write NAME=VALUE, such as bf_interval=60", s)
		}
		list = append(list, fidelity.SettingChange{Path: name, Value: value})
	}
	for _, s := range o.nodes {
		name, value, ok := strings.Cut(s, "=")
		if !ok || name == "" || value == "" || value[0] != '+' && value[0] != '-' {
			return nil, cli.BadUsage("--nodes %q; write PARTITION=+N or PARTITION=-N, such as batch=+16", s)
		}
		list = append(list, fidelity.SettingChange{Path: "partition." + name + ".Nodes", Value: value})
	}
	if o.preemption != "" {
		list = append(list, fidelity.SettingChange{Path: "preemption", Value: o.preemption})
	}
	if o.with == "" && o.topology == "" && o.allocator == "" {
		return model.With(list)
	}
	other := *in
	other.From = model.Began()
	if o.allocator != "" {
		p := policies.PlacementOf(o.allocator)
		if p == nil || o.allocator == policies.Own {
			return nil, cli.BadUsage("--allocator %q is unknown; use one of %s", o.allocator, strings.Join(input.AllocatorNames(), ", "))
		}
		other.Allocator = p.New(&policies.Setup{Settings: policies.Defaults()})
	}
	if o.topology != "" {
		data, err := input.ReadFile(o.topology)
		if err != nil {
			return nil, err
		}
		if other.Topology, err = readTopology(t, o.topology, data); err != nil {
			return nil, err
		}
	}
	if o.with != "" {
		data, err := input.ReadFile(o.with)
		if err != nil {
			return nil, err
		}
		s, err := readSnapshot(t, []slurmstate.File{{Name: input.DisplayName(o.with), Data: data}})
		if err != nil {
			return nil, err
		}
		if in.Snapshot != nil {
			s.Shares, s.QOS, s.Assocs = in.Snapshot.Shares, in.Snapshot.QOS, in.Snapshot.Assocs
		}
		other.Snapshot = s
	}
	m, err := fidelity.New(other)
	if err != nil || len(list) == 0 {
		return m, err
	}
	return m.With(list)
}

// result is all that the command prints.
type result struct {
	model, other *fidelity.PastModel
	base, after  *fidelity.Outcome
	report       *fidelity.Report
	effect       *fidelity.Effect // nil without a change
	change       string
}

func (r *result) write(out io.Writer, wrong int) {
	f := r.report
	fmt.Fprintf(out, "%s of the record; %d ran when the replay begins, %s replayed.\n\n", cli.Count(len(r.model.Records()), "run"), f.Running, cli.Count(f.Overall.Jobs, "job"))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "FIDELITY\tjobs\tmedian error\t90 % error\twithin 60 s\twithin 10 %\tmean wait\tpredicted\t")
	row := func(name string, a *fidelity.Accuracy) {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t\n", name, a.Jobs, span(a.MedianError), span(a.NinetiethError), percent(a.WithinMinute), percent(a.WithinTenth), span(a.RecordedMean), span(a.PredictedMean))
	}
	row("all jobs", &f.Overall)
	for i := range f.Partitions {
		row("partition "+f.Partitions[i].Name, &f.Partitions[i].Accuracy)
	}
	for i := range f.Sizes {
		row(f.Sizes[i].Name, &f.Sizes[i].Accuracy)
	}
	w.Flush()
	if f.RecordedStopped+f.Stopped > 0 {
		fmt.Fprintf(out, "\n%s stopped for other jobs in the record, and %d in the replay.\n", cli.Count(f.RecordedStopped, "run"), f.Stopped)
	}
	if n := len(f.Wrong); n > 0 {
		fmt.Fprintf(out, "\n%s wrong by more than 60 s and a tenth of the wait, %d too early and %d too late. Likely reasons:\n", starts(n), f.Overall.Early, f.Overall.Late)
		writeCounts(out, f.Reasons)
		if wrong > 0 {
			fmt.Fprintln(out, "\nThe most wrong:")
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for _, x := range f.Wrong[:min(wrong, n)] {
				j := &r.model.Records()[x.Record]
				fmt.Fprintf(w, "  job %s\tpartition %s\t%s\t%s\n", j.ID, j.Partition, offset(x.Error), x.Reason)
			}
			w.Flush()
		}
	}
	if len(f.Refused) > 0 {
		fmt.Fprintln(out, "\nLeft out:")
		writeCounts(out, f.Refused)
	}
	r.writeEffect(out)
	fmt.Fprintf(out, "\nAssumed: %s.\n", strings.Join(r.assumed(), "; "))
}

// assumed returns what both models assume.
func (r *result) assumed() []string {
	all := append([]string{}, r.model.Assumed...)
	if n := r.model.Past().Unstarted; n > 0 {
		all = append(all, cli.Count(n, "job")+" that never started delayed no other")
	}
	if r.other != nil {
		for _, text := range r.other.Assumed {
			if !slices.Contains(r.model.Assumed, text) && !strings.HasPrefix(text, "priorities are those that sacct printed") {
				all = append(all, "with the change: "+text)
			}
		}
	}
	if len(all) == 0 {
		all = []string{"nothing that is not in the files"}
	}
	return all
}

func starts(n int) string {
	if n == 1 {
		return "1 start is"
	}
	return strconv.Itoa(n) + " starts are"
}

func writeCounts(out io.Writer, all []fidelity.Count) {
	const most = 12
	for i, c := range all {
		if i == most {
			fmt.Fprintf(out, "  and %d other reasons\n", len(all)-most)
			return
		}
		fmt.Fprintf(out, "%7d  %s\n", c.Jobs, c.What)
	}
}

func (r *result) writeEffect(out io.Writer) {
	e := r.effect
	if e == nil {
		return
	}
	a := &r.report.Overall
	fmt.Fprintf(out, "\nWITH %s\n%s of %s, replayed without and with the change. Fidelity of the replay without: %s of the starts within 60 s, mean wait %s (recorded %s).\n\n",
		r.change, cli.Count(e.Jobs, "job"), cli.Count(e.Days, "day"), percent(a.WithinMinute), span(a.PredictedMean), span(a.RecordedMean))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "EFFECT\tjobs\tunchanged\tchanged\tdifference\t95 % interval, by days\t")
	for i := range e.Figures {
		writeDifference(w, e.Figures[i].Name, &e.Figures[i])
	}
	for i := range e.Partitions {
		writeDifference(w, "mean wait, partition "+e.Partitions[i].Name, &e.Partitions[i])
	}
	w.Flush()
	if e.Stopped != [2]int{} {
		fmt.Fprintf(out, "\n%s stopped for other jobs without the change, and %d with it.\n", cli.Count(e.Stopped[0], "run"), e.Stopped[1])
	}
	fmt.Fprintln(out, "\n"+verdict(&e.Figures[0]))
	if len(e.Lost) > 0 {
		fmt.Fprintln(out, "\nWith the change, these do not run:")
		writeCounts(out, e.Lost)
	}
}

// verdict states in a sentence what the change does to the mean wait.
func verdict(d *fidelity.Difference) string {
	switch {
	case d.IntervalMissing:
		return "There are too few days for an interval; give a longer period."
	case d.Change == 0 && d.Half == 0:
		return "The change makes no difference to the mean wait of any day."
	case d.Sign() < 0:
		return "The mean wait becomes shorter: the whole interval is below 0."
	case d.Sign() > 0:
		return "The mean wait becomes longer: the whole interval is above 0."
	}
	return "No difference of the mean wait is shown: the interval contains 0."
}

func writeDifference(w io.Writer, name string, d *fidelity.Difference) {
	interval := "–"
	if !d.IntervalMissing {
		interval = signed(d.Change-d.Half) + " to " + signed(d.Change+d.Half)
	}
	difference := signed(d.Change)
	if d.Unshown() {
		difference = "none shown"
	}
	fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t\n", name, d.Jobs, number(d.Before), number(d.After), difference, interval)
}

// number formats a figure with as many decimals as it needs.
func number(x float64) string {
	switch a := math.Abs(x); {
	case a >= 100:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case a >= 1:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

func signed(x float64) string {
	if x >= 0 {
		return "+" + number(x)
	}
	return number(x)
}

func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

// span formats a time in whole seconds.
func span(d simtime.Duration) string {
	return strconv.FormatInt(int64((d+500)/1000), 10) + " s"
}

func offset(d simtime.Duration) string {
	if d < 0 {
		return span(-d) + " too early"
	}
	return span(d) + " too late"
}

// writeJobs writes a row for each record.
func (r *result) writeJobs(out io.Writer) error {
	w := csv.NewWriter(out)
	header := []string{"job", "partition", "nodes", "eligible", "recorded_start", "predicted_start", "error", "reason"}
	if r.after != nil {
		header = append(header, "changed_start")
	}
	_ = w.Write(header)
	reasons := map[int]string{}
	for _, x := range r.report.Wrong {
		reasons[x.Record] = x.Reason
	}
	began := r.model.Began()
	instant := func(o *fidelity.Outcome, i int) string {
		if o.Start[i] == fidelity.Unstarted {
			return ""
		}
		return strconv.FormatInt(began+int64(o.Start[i]/simtime.Time(simtime.Second)), 10)
	}
	for i, j := range r.model.Records() {
		predicted, wrong := instant(r.base, i), ""
		if predicted != "" {
			wrong = strconv.FormatInt(began+int64(r.base.Start[i]/simtime.Time(simtime.Second))-j.Start, 10)
		}
		row := []string{j.ID, j.Partition, strconv.FormatInt(j.Nodes, 10), strconv.FormatInt(j.Eligible, 10), strconv.FormatInt(j.Start, 10), predicted, wrong, reasons[i]}
		if r.after != nil {
			row = append(row, instant(r.after, i))
		}
		_ = w.Write(row)
	}
	w.Flush()
	return w.Error()
}

// The JSON output. Times are in seconds.
type jsonResult struct {
	Records    int            `json:"records"`
	Running    int            `json:"running_at_begin"`
	Stopped    [2]int         `json:"stopped_recorded_and_replayed"`
	Overall    jsonAccuracy   `json:"overall"`
	Partitions []jsonAccuracy `json:"partitions"`
	Sizes      []jsonAccuracy `json:"sizes"`
	Reasons    []jsonCount    `json:"reasons"`
	Wrong      []jsonWrong    `json:"most_wrong"`
	Refused    []jsonCount    `json:"left_out"`
	Effect     *jsonEffect    `json:"effect,omitempty"`
	Assumed    []string       `json:"assumed"`
}

type jsonAccuracy struct {
	Name          string  `json:"name,omitempty"`
	Jobs          int     `json:"jobs"`
	MedianError   float64 `json:"median_error"`
	NinetiethErr  float64 `json:"error_90"`
	WithinMinute  float64 `json:"within_60_s"`
	WithinTenth   float64 `json:"within_tenth"`
	RecordedMean  float64 `json:"mean_wait_recorded"`
	PredictedMean float64 `json:"mean_wait_predicted"`
	Early         int     `json:"wrong_early"`
	Late          int     `json:"wrong_late"`
}

type jsonCount struct {
	What string `json:"what"`
	Jobs int    `json:"jobs"`
}

type jsonWrong struct {
	Job    string  `json:"job"`
	Error  float64 `json:"error"`
	Reason string  `json:"reason"`
}

type jsonEffect struct {
	Change     string           `json:"change"`
	Jobs       int              `json:"jobs"`
	Days       int              `json:"days"`
	Stopped    [2]int           `json:"stopped_unchanged_and_changed"`
	Figures    []jsonDifference `json:"figures"`
	Partitions []jsonDifference `json:"mean_wait_by_partition"`
	Lost       []jsonCount      `json:"lost"`
}

type jsonDifference struct {
	Name   string   `json:"name"`
	Jobs   int      `json:"jobs"`
	Before float64  `json:"unchanged"`
	After  float64  `json:"changed"`
	Change float64  `json:"difference"`
	Low    *float64 `json:"low"` // null without an interval
	High   *float64 `json:"high"`
}

func accuracy(name string, a *fidelity.Accuracy) jsonAccuracy {
	s := func(d simtime.Duration) float64 { return float64(d) / 1000 }
	return jsonAccuracy{name, a.Jobs, s(a.MedianError), s(a.NinetiethError), a.WithinMinute, a.WithinTenth, s(a.RecordedMean), s(a.PredictedMean), a.Early, a.Late}
}

func groups(all []fidelity.Group) []jsonAccuracy {
	out := []jsonAccuracy{}
	for i := range all {
		out = append(out, accuracy(all[i].Name, &all[i].Accuracy))
	}
	return out
}

func counts(all []fidelity.Count) []jsonCount {
	out := []jsonCount{}
	for _, c := range all {
		out = append(out, jsonCount(c))
	}
	return out
}

func differences(all []fidelity.Difference) []jsonDifference {
	out := []jsonDifference{}
	for i := range all {
		d := &all[i]
		x := jsonDifference{Name: d.Name, Jobs: d.Jobs, Before: d.Before, After: d.After, Change: d.Change}
		if !d.IntervalMissing {
			low, high := d.Change-d.Half, d.Change+d.Half
			x.Low, x.High = &low, &high
		}
		out = append(out, x)
	}
	return out
}

func (r *result) writeJSON(out io.Writer, wrong int) error {
	f := r.report
	x := jsonResult{Records: len(r.model.Records()), Running: f.Running, Stopped: [2]int{f.RecordedStopped, f.Stopped}, Overall: accuracy("", &f.Overall), Partitions: groups(f.Partitions), Sizes: groups(f.Sizes), Reasons: counts(f.Reasons), Refused: counts(f.Refused), Wrong: []jsonWrong{}, Assumed: r.assumed()}
	for _, w := range f.Wrong[:min(wrong, len(f.Wrong))] {
		x.Wrong = append(x.Wrong, jsonWrong{r.model.Records()[w.Record].ID, float64(w.Error) / 1000, w.Reason})
	}
	if e := r.effect; e != nil {
		x.Effect = &jsonEffect{r.change, e.Jobs, e.Days, e.Stopped, differences(e.Figures), differences(e.Partitions), counts(e.Lost)}
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(x)
}
