package compare

import (
	"slices"
	"strconv"
	"strings"

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

// MaxColumns is how many policies are compared at most: a link has letters for
// so many, and a screen room.
const MaxColumns = 4

// ComparePanel is two to four policies on the scenario of the page, side by side
// under one clock.
type ComparePanel struct {
	main    *CompareHost
	Columns []*Column
	At      int              // the moments that have passed, 0 at the start
	Far     bool             // the figures are those up to now, not of the whole runs
	Window  draw.TimeWindow  // of all timelines
	full    draw.TimeWindow  // the whole, as Window was set to it last
	looked  bool             // Window was taken over from a window of a trace
	View    draw.View        // of all machines
	first   bool             // to go to the first divergence when all is recorded
	at      recording.Moment // the place in time that is wanted; At follows as runs come
	moments []recording.Moment
	parts   []Divergence
	clock   i18n.Clock
	sources policies.Sources // the programs on screen last: what columns run that say so
}

// CompareHost is what a comparison needs of the page that it stands on.
type CompareHost struct {
	*model.Model
	Policy  *policy.PolicyPanel
	Figures figures.FiguresPanel
	Export  export.ExportPanel
}

// Column is one of the policies: a model of its own, whose run a worker of its
// own records.
type Column struct {
	model.Model
	Say      narrative.Sentences
	Why      whypanel.WhyPanel
	Machine  machinepanel.MachinePanel
	Timeline timeline.TimelinePanel
	Export   export.ExportPanel
	Policy   scenario.PolicyNames // that was asked for
	Others   []message.Other      // that may be shown in its place, if it changes nothing; nil once the reader chose
	Tried    bool                 // they were, and change nothing either
	Stopped  bool                 // before there was a run
}

// onScreen is the policy of the column's run, with a depth.
func (column *Column) onScreen(depth int) scenario.PolicyNames {
	p := policy.New(&column.Model).OnScreen()
	p.Depth = depth
	return p
}

// New begins a comparison of the policies of a link, at its place in time; with
// none, of that on screen and the one that says most beside it.
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
	c.learn()
	for _, p := range policies[:min(len(policies), MaxColumns)] {
		c.put(p)
	}
	for len(c.Columns) < 2 {
		c.put(c.another())
		c.Columns[1].Others = c.others()
	}
	c.Rebuild()
	return c
}

// Overrides are those under which a column runs.
func (c *ComparePanel) Overrides(i int) message.Overrides { return c.overrides(c.Columns[i].Policy) }

func (c *ComparePanel) put(p scenario.PolicyNames) {
	column := &Column{Model: *model.NewModel(c.main.Words), Policy: p}
	column.Beside = c
	column.Export = export.New(&column.Model)
	column.Say, column.Machine, column.Timeline = column.Export.Sentences, column.Export.Machine, column.Export.Timeline
	column.Why = whypanel.WhyPanel{Sentences: column.Say}
	column.lookWith(c.main.Model)
	c.Columns = append(c.Columns, column)
}

// lookWith takes over what is chosen and pointed at on the page: a run that comes
// knows nothing of it.
func (column *Column) lookWith(main *model.Model) {
	column.Select(main.Selected)
	column.Pointed = main.Pointed
}

// Add adds a column with a policy that is not there yet.
func (c *ComparePanel) Add() bool {
	if len(c.Columns) == MaxColumns {
		return false
	}
	c.put(c.another())
	return true
}

// Remove takes a column away; two stay.
func (c *ComparePanel) Remove(i int) bool {
	if len(c.Columns) <= 2 || i < 0 || i >= len(c.Columns) {
		return false
	}
	c.Columns = append(c.Columns[:i:i], c.Columns[i+1:]...)
	c.Rebuild()
	return true
}

// Ask is what a column has to load: the scenario on screen under its policy,
// at the place in time where the clock is.
func (c *ComparePanel) Ask(i int) *message.Load {
	column := c.Columns[i]
	l := c.main.Source
	l.Overrides = c.overrides(column.Policy)
	l.Telling, l.Job, l.Entire = false, -1, true // jobs and steps of windows have names of their own
	l.At, l.Ordinal = c.at.Time, c.at.Ordinal
	back := column.Failed != nil && column.Run != nil
	column.Stopped, column.Failed, column.Faults = false, nil, nil
	if l.Others, l.Unlike = nil, 0; column.Others != nil {
		l.Others, l.Unlike = column.Others, c.main.Run.Schedule()
	}
	asked := column.Load(l)
	if back { // what it had counts again until the answer comes
		c.Rebuild()
	}
	return asked
}

// overrides are the reader's on screen, with another policy.
func (c *ComparePanel) overrides(p scenario.PolicyNames) message.Overrides {
	o, own := c.main.Source.Overrides, &c.main.Run.Own
	o.Queue, o.Allocator, o.Order, o.Depth = policy.Unless(p.Queue, own.Queue), policy.Unless(p.Allocator, own.Allocator), policy.Unless(p.Order, own.Order), int32(p.Depth)
	if o.Queue != "" { // another queue may have another placement of its own
		o.Allocator = p.Allocator
	}
	if c.main.Run.Program == nil {
		o = c.programmed(o)
	}
	if shares := c.main.Policy.EvenShares(); shares != "" && policies.DisciplineOf(p.Queue).Allotted && c.main.Policy.Unfit(p.Queue) {
		o = policy.Assign(o, "allotments", shares)
	}
	return o
}

// learn keeps the programs of the run on screen, if it has any: columns that run them
// go on doing so when a scenario without any comes, such as a lesson.
func (c *ComparePanel) learn() {
	if p := c.main.Run.Program; p != nil {
		c.sources = p.Sources
	}
}

// programmed are overrides of a scenario that has no program, with what they name as one.
func (c *ComparePanel) programmed(o message.Overrides) message.Overrides {
	for role, name := range [...]*string{policies.Queueing: &o.Queue, policies.Placing: &o.Allocator, policies.Ordering: &o.Order} {
		switch source := c.sources[role]; {
		case *name != policies.Own || source == "":
			continue
		case o.Program == "" || o.Program == source:
			o.Program, o.Roles = source, o.Roles|1<<role
		default: // another one than for the roles before
			o = policy.Assign(o, "scheduler."+policies.Role(role).String(), `{"`+policies.Own+`": `+scenario.Quote(source)+`}`)
		}
		*name = ""
	}
	return o
}

// Programmed implements model.Comparison.
func (c *ComparePanel) Programmed() *recording.RecordedRun {
	for _, column := range c.Live() {
		if column.Run.Program != nil && c.main.Run.Program == nil {
			return column.Run
		}
	}
	return nil
}

// another is a policy to compare with: EASY, what it improves on, and what is
// compared with it; conservative often does as EASY does on few jobs.
func (c *ComparePanel) another() scenario.PolicyNames {
	p := c.main.Policy.OnScreen()
	if len(c.Columns) > 0 {
		p = c.Columns[0].Policy
	}
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
	return p
}

// others are the policies that are tried in place of one that changes nothing:
// the queues, then the placements, that are not on screen, in a fixed order.
func (c *ComparePanel) others() []message.Other {
	var out []message.Other
	first, second := c.Columns[0].Policy, c.Columns[1].Policy
	for _, name := range policies.Compared() {
		if name != first.Queue && name != second.Queue && !c.main.Policy.Unfit(name) {
			out = append(out, message.Other{Queue: name, Allocator: second.Allocator})
		}
	}
	for _, name := range []string{"first-fit", "sdm", "best-fit", "mdm", "random"} {
		choice := func(a message.PolicyByName) bool { return a.Name == name && a.Unfit == "" }
		if name != first.Allocator && slices.ContainsFunc(c.main.Run.Choices.Allocators, choice) {
			out = append(out, message.Other{Queue: first.Queue, Allocator: name})
		}
	}
	return out
}

// Choose takes what a column's picker holds for its policy.
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

// Accept takes in the run of a column.
func (c *ComparePanel) Accept(column *Column, l *message.Loaded) bool {
	return l.Serial == column.Asked.Serial && c.AcceptRun(column, recording.NewRun(l, column.Words))
}

// AcceptRun is Accept for a run that has been prepared.
func (c *ComparePanel) AcceptRun(column *Column, r *recording.RecordedRun) bool {
	if !column.Take(r) {
		return false
	}
	if column.Others != nil { // another may have come in its place
		column.Policy = column.onScreen(column.Policy.Depth)
		column.Tried = r.Schedule() == column.Source.Unlike
	}
	column.lookWith(c.main.Model)
	c.Rebuild()
	return true
}

// Reject takes in that a column's run cannot be, or was stopped: then what was
// there before stays.
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

// Stop takes in that a column's worker was ended because it did not answer.
func (c *ComparePanel) Stop(column *Column) {
	column.Run, column.State, column.Loading, column.Stopped = nil, nil, nil, true
	c.Rebuild()
}

// Renew takes in that another run is on screen: what was recorded is not of it.
func (c *ComparePanel) Renew() {
	c.learn()
	for _, column := range c.Columns {
		column.Run, column.State = nil, nil
		column.lookWith(c.main.Model)
	}
	c.at = recording.Moment{Time: c.main.Source.At, Ordinal: c.main.Source.Ordinal}
	c.Window, c.full, c.looked, c.View = draw.TimeWindow{}, draw.TimeWindow{}, false, draw.View{}
	c.Rebuild()
}

// Live are the columns that have a run.
func (c *ComparePanel) Live() []*Column {
	var out []*Column
	for _, column := range c.Columns {
		if column.Run != nil && column.Failed == nil {
			out = append(out, column)
		}
	}
	return out
}

// Select chooses a job in all columns.
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

// Point points at the same in all columns; it reports whether that is new.
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

// Policies are those of the columns, as a link has them.
func (c *ComparePanel) Policies() []string {
	out := make([]string, len(c.Columns))
	for i, column := range c.Columns {
		out[i] = column.Policy.String()
	}
	return out
}

// Longest is the window of the longest of the runs.
func (c *ComparePanel) Longest() draw.TimeWindow {
	w := draw.TimeWindow{To: simtime.Time(simtime.Second)}
	for _, column := range c.Live() {
		w.To = max(w.To, column.Run.Window().To)
	}
	return w
}
