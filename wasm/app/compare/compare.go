package compare

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/figures"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/machinepanel"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/app/share"
	"hopyard/wasm/app/timeline"
	"hopyard/wasm/app/whypanel"
	"hopyard/wasm/draw"
)

// MaxColumns is the largest number of compared policies. Links have only four
// letters for columns, and a screen has room for only four.
const MaxColumns = 4

// ComparePanel compares two to four policies on the scenario of the page. It shows
// them in columns side by side under one clock.
type ComparePanel struct {
	main      *CompareHost
	Columns   []*Column
	At        int              // number of moments that have passed; 0: at the start
	Far       bool             // show the figures up to the clock instead of those of the whole runs
	Window    draw.TimeWindow  // time window of all timelines
	full      draw.TimeWindow  // the time window of the longest run when Window was last set to it; as long as Window equals full, it grows with the runs
	looked    bool             // Window was taken from the page, which shows only part of a long run
	View      draw.View        // zoom and position in the pictures of all machines
	first     bool             // go to the first divergence as soon as all columns are recorded
	at        recording.Moment // requested moment; the position At is derived from it whenever a run arrives
	moments   []recording.Moment
	parts     []Divergence
	clock     i18n.Clock
	resamples *Resamples       // results for resamples of a trace; nil until they are asked for
	sources   policies.Sources // policy programs, by role, of the last run on screen that had any; columns whose policy is a program run these
}

// CompareHost gives a comparison access to the parts of the page that it uses.
type CompareHost struct {
	*model.Model
	Policy  *policy.PolicyPanel
	Figures figures.FiguresPanel
	Export  export.ExportPanel
}

// Column shows one of the compared policies. It has its own model, and its own
// worker records its run.
type Column struct {
	model.Model
	Say      narrative.Sentences
	Why      whypanel.WhyPanel
	Machine  machinepanel.MachinePanel
	Timeline timeline.TimelinePanel
	Export   export.ExportPanel
	Policy   scenario.PolicyNames // the requested policy
	Others   []message.Other      // policies to try if this policy makes no difference; nil after the reader has chosen a policy
	Tried    bool                 // all policies in Others were tried, and make no difference either
	Stopped  bool                 // the recording was stopped before a run arrived
}

// onScreen returns the policy of the column's run. The number of reservations is
// set to the given depth.
func (column *Column) onScreen(depth int) scenario.PolicyNames {
	p := policy.New(&column.Model).OnScreen()
	p.Depth = depth
	return p
}

// New begins a comparison of the policies that a link names, at the link's moment.
// If the link names no policies, New compares the policy on screen with the policy
// that nextPolicy returns. If the second policy makes no difference to the
// schedule, its alternatives are tried in order. If first is set, the comparison
// goes to the first divergence as soon as all columns are recorded.
func New(main *CompareHost, l share.Linked, first bool) *ComparePanel {
	c := &ComparePanel{main: main, first: first}
	c.at.Time, c.at.Ordinal = main.Moment()
	policies := l.Policies
	if len(policies) > 0 && l.At != nil {
		c.at = *l.At
	}
	if len(policies) == 0 {
		policies = []scenario.PolicyNames{main.Policy.OnScreen()}
	}
	c.keepPrograms()
	for _, p := range policies[:min(len(policies), MaxColumns)] {
		c.put(p)
	}
	for len(c.Columns) < 2 {
		c.put(c.nextPolicy())
		c.Columns[1].Others = c.alternatives()
	}
	c.Rebuild()
	return c
}

// Overrides returns the overrides of the scenario with which column i runs.
func (c *ComparePanel) Overrides(i int) message.Overrides { return c.overrides(c.Columns[i].Policy) }

func (c *ComparePanel) put(p scenario.PolicyNames) {
	column := &Column{Model: *model.NewModel(c.main.Words), Policy: p}
	column.Beside = c
	column.Export = export.New(&column.Model)
	column.Say, column.Machine, column.Timeline = column.Export.Sentences, column.Export.Machine, column.Export.Timeline
	column.Why = whypanel.WhyPanel{Sentences: column.Say}
	column.copySelection(c.main.Model)
	c.Columns = append(c.Columns, column)
}

// copySelection copies the page's selection and pointed-at place to a column. A
// column that has received a new run has lost both.
func (column *Column) copySelection(main *model.Model) {
	column.Select(main.Selected)
	column.Pointed = main.Pointed
}

// Add adds a column with a policy that no other column has. It returns false if
// there are MaxColumns columns already.
func (c *ComparePanel) Add() bool {
	if len(c.Columns) == MaxColumns {
		return false
	}
	c.put(c.nextPolicy())
	c.forgetResamples()
	return true
}

// Remove removes column i. It returns false if only two columns are left.
func (c *ComparePanel) Remove(i int) bool {
	if len(c.Columns) <= 2 || i < 0 || i >= len(c.Columns) {
		return false
	}
	c.Columns = append(c.Columns[:i:i], c.Columns[i+1:]...)
	c.Rebuild()
	return true
}

// Ask returns the request for the run of column i: a run of the scenario on screen
// under the column's policy, with the state at the moment on the clock.
func (c *ComparePanel) Ask(i int) *message.Load {
	c.forgetResamples()
	column := c.Columns[i]
	l := c.main.Source
	l.Overrides = c.overrides(column.Policy)
	l.Telling, l.Job, l.Entire = false, -1, true // a request for part of a long run numbers steps and jobs differently, so the whole run is requested
	l.At, l.Ordinal = c.at.Time, c.at.Ordinal
	back := column.Failed != nil && column.Run != nil
	column.Stopped, column.Failed, column.Faults = false, nil, nil
	if l.Others, l.Unlike = nil, 0; column.Others != nil {
		l.Others, l.Unlike = column.Others, c.main.Run.Schedule()
	}
	asked := column.Load(l)
	if back { // the column shows its earlier run again until the answer arrives
		c.Rebuild()
	}
	return asked
}

// overrides returns the overrides of the run on screen, but with policy p.
func (c *ComparePanel) overrides(p scenario.PolicyNames) message.Overrides {
	o, own := c.main.Source.Overrides, &c.main.Run.Own
	o.Queue, o.Allocator, o.Order, o.Depth = policy.Unless(p.Queue, own.Queue), policy.Unless(p.Allocator, own.Allocator), policy.Unless(p.Order, own.Order), int32(p.Depth)
	if o.Queue != "" { // with another queue policy, the scenario may prescribe another allocator
		o.Allocator = p.Allocator
	}
	if c.main.Run.Program == nil {
		o = c.withPrograms(o)
	}
	if shares := c.main.Policy.EvenShares(); shares != "" && policies.DisciplineOf(p.Queue).Allotted && c.main.Policy.Unfit(p.Queue) {
		o = policy.Assign(o, "allotments", shares)
	}
	return o
}

// keepPrograms stores the policy programs of the run on screen, if it has any. If a
// scenario without programs, such as a lesson, comes on screen later, columns whose
// policy is a program can still run it.
func (c *ComparePanel) keepPrograms() {
	if p := c.main.Run.Program; p != nil {
		c.sources = p.Sources
	}
}

// withPrograms adds the stored programs to the overrides of a scenario without
// programs. It does so for each role whose policy is policies.Own, that is, a
// program.
func (c *ComparePanel) withPrograms(o message.Overrides) message.Overrides {
	for role, name := range [...]*string{policies.Queueing: &o.Queue, policies.Placing: &o.Allocator, policies.Ordering: &o.Order} {
		switch source := c.sources[role]; {
		case *name != policies.Own || source == "":
			continue
		case o.Program == "" || o.Program == source:
			o.Program, o.Roles = source, o.Roles|1<<role
		default: // this role has a different program than an earlier role
			o = policy.Assign(o, "scheduler."+policies.Role(role).String(), `{"`+policies.Own+`": `+jsondoc.Quote(source)+`}`)
		}
		*name = ""
	}
	return o
}

// Programmed returns the run of the first column with a program, if the run on
// screen has no program. It implements model.Comparison.
func (c *ComparePanel) Programmed() *recording.RecordedRun {
	for _, column := range c.Live() {
		if column.Run.Program != nil && c.main.Run.Program == nil {
			return column.Run
		}
	}
	return nil
}

// nextPolicy returns the next policy to compare: the first of policies.Compared
// that suits the scenario and has no column yet. The order is EASY, FCFS (on which
// EASY improves), conservative backfill and MPFS Scan. Conservative backfill comes
// late because with few jobs it often decides like EASY.
func (c *ComparePanel) nextPolicy() scenario.PolicyNames {
	p := c.main.Policy.OnScreen()
	if len(c.Columns) > 0 {
		p = c.Columns[0].Policy
	}
	own := p.Queue
	p.Depth = 0
	for _, name := range policies.Compared() {
		taken := c.main.Policy.Unfit(name)
		for _, column := range c.Columns {
			taken = taken || column.Policy.Queue == name
		}
		if p.Queue = name; !taken {
			return p
		}
	}
	if c.main.Policy.Unfit(p.Queue) { // no other queue policy suits the scenario
		for name := range c.otherAllocators(p.Allocator) {
			p.Queue, p.Allocator = own, name
			break
		}
	}
	return p
}

// otherAllocators yields allocators that suit the scenario, other than the given one, in
// a fixed order.
func (c *ComparePanel) otherAllocators(than string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, name := range []string{"first-fit", "sdm", "best-fit", "mdm", "random"} {
			choice := func(a message.PolicyByName) bool { return a.Name == name && a.Unfit == "" }
			if name != than && slices.ContainsFunc(c.main.Run.Choices.Allocators, choice) && !yield(name) {
				return
			}
		}
	}
}

// alternatives returns the policies to try if the second column's policy makes no
// difference: first other queue policies, then other allocators, in a fixed order.
func (c *ComparePanel) alternatives() []message.Other {
	var out []message.Other
	first, second := c.Columns[0].Policy, c.Columns[1].Policy
	for _, name := range policies.Compared() {
		if name != first.Queue && name != second.Queue && !c.main.Policy.Unfit(name) {
			out = append(out, message.Other{Queue: name, Allocator: second.Allocator})
		}
	}
	for name := range c.otherAllocators(first.Allocator) {
		out = append(out, message.Other{Queue: first.Queue, Allocator: name})
	}
	return out
}

// Choose sets the policy of column i to the value that the reader chose in one of
// the column's pickers.
func (c *ComparePanel) Choose(i int, picker, value string) {
	c.Columns[i].Others, c.Columns[i].Tried = nil, false
	p := &c.Columns[i].Policy
	if picker == "allocator" {
		p.Allocator = value
		return
	}
	queue, depth, _ := strings.Cut(value, "/")
	p.Queue, p.Depth = queue, 0
	if n, _ := strconv.Atoi(depth); policy.HasDepths(queue) && max(n, 1) != int(c.main.Run.Own.Depth) {
		p.Depth = max(n, 1)
	}
}

// Accept puts a run from the worker into a column. It returns false, and changes
// nothing, if the run does not answer the column's latest request.
func (c *ComparePanel) Accept(column *Column, l *message.Loaded) bool {
	return l.Serial == column.Asked.Serial && c.AcceptRun(column, recording.NewRun(l, column.Words))
}

// AcceptRun works like Accept, but takes a run that has already been prepared for
// look-ups.
func (c *ComparePanel) AcceptRun(column *Column, r *recording.RecordedRun) bool {
	if !column.Take(r) {
		return false
	}
	if column.Others != nil { // the worker may have run one of the Others instead of the policy
		column.Policy = column.onScreen(column.Policy.Depth)
		column.Tried = r.Schedule() == column.Source.Unlike
	}
	column.copySelection(c.main.Model)
	c.Rebuild()
	return true
}

// Reject records that the recording of a column failed or was stopped. The column
// keeps its earlier run, if it has one. Reject reports whether the failed request
// is the column's latest one.
func (c *ComparePanel) Reject(column *Column, f *message.Failed) bool {
	if !column.Reject(f) {
		return false
	}
	if f.OfLink() {
		column.Empty()
	}
	switch {
	case f.Cancel && column.Run != nil:
		column.Policy = column.onScreen(int(column.Source.Depth))
	case f.Cancel:
		column.Stopped = true
	}
	c.Rebuild()
	return true
}

// Stop records that a column's worker was terminated because it did not answer.
func (c *ComparePanel) Stop(column *Column) {
	column.Run, column.State, column.Loading, column.Stopped = nil, nil, nil, true
	c.Rebuild()
}

// Renew discards the runs of all columns after another run has come on screen,
// since they belong to the previous scenario.
func (c *ComparePanel) Renew() {
	c.keepPrograms()
	for _, column := range c.Columns {
		column.Run, column.State = nil, nil
		column.copySelection(c.main.Model)
	}
	c.at = recording.Moment{Time: c.main.Source.At, Ordinal: c.main.Source.Ordinal}
	c.Window, c.full, c.looked, c.View = draw.TimeWindow{}, draw.TimeWindow{}, false, draw.View{}
	c.Rebuild()
}

// Live returns the columns with a run whose latest request has not failed.
func (c *ComparePanel) Live() []*Column {
	var out []*Column
	for _, column := range c.Columns {
		if column.Run != nil && column.Failed == nil {
			out = append(out, column)
		}
	}
	return out
}

// Select selects a job in all columns. If the job is already selected, it clears
// the selection.
func (c *ComparePanel) Select(id workload.JobID) {
	if c.main.Selected == id {
		id = workload.NoJob
	}
	c.main.Select(id)
	for _, column := range c.Columns {
		column.Select(id)
	}
	c.arrive()
}

// Point sets the pointed-at place in all columns. It returns false if the place is
// already set.
func (c *ComparePanel) Point(place model.Region) bool {
	if c.main.Pointed == place {
		return false
	}
	c.main.Pointed = place
	for _, column := range c.Columns {
		column.Pointed = place
	}
	return true
}

// Policies returns the policies of the columns in the format of links.
func (c *ComparePanel) Policies() []string {
	out := make([]string, len(c.Columns))
	for i, column := range c.Columns {
		out[i] = column.Policy.String()
	}
	return out
}

// Longest returns the time window of the longest run.
func (c *ComparePanel) Longest() draw.TimeWindow {
	w := draw.TimeWindow{To: simtime.Time(simtime.Second)}
	for _, column := range c.Live() {
		w.To = max(w.To, column.Run.Window().To)
	}
	return w
}
