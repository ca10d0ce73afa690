package compare

import (
	"slices"
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/html"
)

// Speak switches all columns to another language.
func (c *ComparePanel) Speak(catalog *i18n.Catalog) {
	for _, column := range c.Columns {
		column.SetLanguage(catalog)
	}
	c.clock = c.clock.In(catalog)
}

// ClockText returns the time on the clock as text.
func (c *ComparePanel) ClockText() string {
	if len(c.moments) == 0 {
		return ""
	}
	at := recording.Moment{}
	if c.At > 0 {
		at = c.moments[c.At-1]
	}
	return c.clock.At(at.Time)
}

// CountNote returns the position of the clock as "31 / 118": 31 of 118 moments have
// passed.
func (c *ComparePanel) CountNote() string {
	w := c.main.Words
	return w.Int(int64(c.At)) + " / " + w.Int(int64(len(c.moments)))
}

// StepNote returns the position of the clock as "step 31 of 118". It counts
// moments, not the steps of one run.
func (c *ComparePanel) StepNote() string {
	w := c.main.Words
	return w.Say(i18n.StepOf, w.N("n", int64(c.At)), w.N("all", int64(len(c.moments))))
}

func letter(i int) string { return string(rune('A' + i)) }

// titles returns the titles of a column's queue policy and allocator.
func (c *ComparePanel) titles(column *Column) (queue, placement string) {
	w, p, title := c.main.Words, &column.Policy, c.main.PolicyTitle
	choices := &c.main.Run.Choices
	queue = title(choices.Queues, p.Queue)
	if p.Depth > 1 {
		queue = w.Say(i18n.WithDepth, i18n.S("queue", queue), w.N("n", int64(p.Depth)))
	}
	return queue, title(choices.Allocators, p.Allocator)
}

// Name returns the name of a column. It is the queue policy if the columns differ
// only in queue policies, the allocator if they differ only in allocators, and
// otherwise both.
func (c *ComparePanel) Name(i int) string {
	column := c.Columns[i]
	queue, placement := c.titles(column)
	queues, places := false, false
	for _, other := range c.Columns {
		queues = queues || other.Policy.Queue != column.Policy.Queue || other.Policy.Depth != column.Policy.Depth
		places = places || other.Policy.Allocator != column.Policy.Allocator
	}
	switch {
	case queues && !places:
		return queue
	case places && !queues:
		return placement
	}
	return queue + " · " + placement
}

// names joins the names of the columns for which a given function returns true.
func (c *ComparePanel) names(has func(*Column) bool) string {
	var out []string
	for i, column := range c.Columns {
		if column.Run != nil && column.Failed == nil && has(column) {
			out = append(out, c.Name(i))
		}
	}
	return i18n.List(c.main.Words, out...)
}

// decided returns the decision about a job that a column takes at the moment on the
// clock. It returns the decision as an event, with the index of the event in the
// step. For workload.NoJob, it returns the first decision about any job. It returns
// nil if there is no decision.
func (c *ComparePanel) decided(column *Column, job workload.JobID) (*message.Event, int) {
	if !c.acts(column) {
		return nil, 0
	}
	events := column.Run.StepEvents(column.Step - 1)
	for k := range events {
		if e := &events[k]; decides(e.Kind) && (e.Job == job || job == workload.NoJob) {
			return e, k
		}
	}
	return nil, 0
}

// decidedLater returns the decision that a column takes about a job at the same
// time as the clock but in a later step. It returns nil if there is none.
func (c *ComparePanel) decidedLater(column *Column, job workload.JobID) *message.Event {
	r := column.Run
	for i := column.Step; i < r.Len() && c.At > 0 && r.Steps[i].Time == c.moments[c.At-1].Time; i++ {
		events := r.StepEvents(i)
		for k := range events {
			if e := &events[k]; decides(e.Kind) && e.Job == job {
				return e
			}
		}
	}
	return nil
}

// Clause returns, as HTML, what a column does with the job of a divergence, and
// why.
func (c *ComparePanel) Clause(column *Column, d *Divergence) html.HTML {
	if column.State == nil || int(column.State.Step) != column.Step {
		return ""
	}
	w := c.main.Words
	if e, k := c.decided(column, d.Job); e != nil {
		return i18n.UpperHTML(column.Say.Event(column.Step-1, k, e))
	}
	said := []html.HTML{i18n.UpperHTML(column.Say.About(d.Job))}
	if e := c.decidedLater(column, d.Job); e != nil && e.Kind == trace.Start {
		said = append(said, w.HTML(i18n.DifferSoon, column.Nodes(e.Placement)))
	}
	if e, k := c.decided(column, workload.NoJob); e != nil && d.Kind == PartOrder {
		if e.Kind == trace.Start {
			said = append(said, w.HTML(i18n.DifferInstead, column.Job(e.Job), column.Nodes(e.Placement)), column.Say.Because(column.Reason(k), e))
		}
	}
	return i18n.Sentences(w, said...)
}

// head returns, as HTML, the text that describes a divergence: when it happens, and
// how the columns differ.
func (c *ComparePanel) head(d *Divergence) html.HTML {
	w, at := c.main.Words, i18n.B("at", c.clock.At(d.Time))
	i := slices.IndexFunc(c.parts, func(x Divergence) bool { return x.At == d.At })
	number := w.HTML(i18n.DifferFirst, at)
	if i > 0 {
		number = w.HTML(i18n.DifferLater, w.N("n", int64(i+1)), w.N("all", int64(len(c.parts))), at)
	}
	starts := func(column *Column) bool {
		e, _ := c.decided(column, d.Job)
		return e != nil || c.decidedLater(column, d.Job) != nil
	}
	text := [...]i18n.Text{PartStart: i18n.DifferStart, PartOrder: i18n.DifferOrder, PartPlace: i18n.DifferPlace}[d.Kind]
	some := i18n.S("some", c.names(starts))
	others := i18n.S("others", c.names(func(column *Column) bool { return !starts(column) }))
	live := c.Live()
	return i18n.Sentences(w, number, i18n.UpperHTML(w.HTML(text, live[0].Job(d.Job), some, others)))
}

// Summary returns, as HTML, a text about the clock's position among the
// divergences.
func (c *ComparePanel) Summary() html.HTML {
	w := c.main.Words
	for _, column := range c.Columns {
		if column.Loading != nil && column.Run == nil {
			return w.HTML(i18n.DifferWait)
		}
	}
	switch at := func() i18n.Markup { return i18n.B("at", c.clock.At(c.parts[0].Time)) }; {
	case len(c.Live()) < 2:
		return ""
	case len(c.parts) == 0 && c.Columns[1].Tried && len(c.Columns) == 2:
		return i18n.Sentences(w, w.HTML(i18n.DifferSame), w.HTML(i18n.DifferTried, i18n.S("list", c.triedText())))
	case len(c.parts) == 0:
		return w.HTML(i18n.DifferSame)
	case c.Here() != nil:
		return c.head(c.Here())
	case c.At < c.parts[0].At:
		return w.HTML(i18n.DifferAlike, at())
	default:
		return i18n.Sentences(w, w.HTML(i18n.DifferParted, at()), c.running())
	}
}

// triedText returns the names of the policies that were tried but make no
// difference.
func (c *ComparePanel) triedText() string {
	w, choices := c.main.Words, &c.main.Run.Choices
	title := func(list []message.PolicyByName, name string) string {
		i := slices.IndexFunc(list, func(x message.PolicyByName) bool { return x.Name == name })
		if i < 0 {
			return name
		}
		return w.Tell(list[i].Title)
	}
	var names []string
	for _, o := range c.Columns[1].Others {
		if o.Queue != c.Columns[0].Policy.Queue {
			names = append(names, title(choices.Queues, o.Queue))
		} else {
			names = append(names, title(choices.Allocators, o.Allocator))
		}
	}
	return i18n.List(w, names...)
}

// running returns a text about the jobs that run at the moment on the clock in only
// some columns, or on different nodes.
func (c *ComparePanel) running() html.HTML {
	const most = 4
	w, live := c.main.Words, c.Live()
	if !c.Settled() || len(live) < 2 {
		return ""
	}
	seen := map[workload.JobID]bool{}
	var said []html.HTML
	more := int64(0)
	for _, column := range live {
		for i := range column.State.Running {
			r := &column.State.Running[i]
			if seen[r.Job] {
				continue
			}
			seen[r.Job] = true
			text := c.differenceIn(live, r.Job, r.Placement)
			switch {
			case text == "":
			case len(said) == most:
				more++
			default:
				said = append(said, text)
			}
		}
	}
	if len(said) == 0 {
		return w.HTML(i18n.DifferNothing)
	}
	if more > 0 {
		said = append(said, w.HTML(i18n.CompareMore, w.N("n", more)))
	}
	return i18n.UpperHTML(i18n.Clauses(w, said...))
}

// differenceIn returns a text about a running job: that only some columns run it,
// or that the columns run it on different nodes. It returns "" if neither is the
// case.
func (c *ComparePanel) differenceIn(live []*Column, job workload.JobID, placed cluster.Placement) html.HTML {
	w, missing, moved := c.main.Words, false, false
	for _, column := range live {
		r := column.Running(job)
		missing = missing || r == nil
		moved = moved || r != nil && !slices.Equal(r.Placement, placed)
	}
	switch {
	case missing:
		some := i18n.S("some", c.names(func(column *Column) bool { return column.Running(job) != nil }))
		return w.HTML(i18n.DifferOnly, live[0].Job(job), some)
	case moved:
		return w.HTML(i18n.DifferNodes, live[0].Job(job))
	}
	return ""
}

// DiffersHTML returns the panel that describes how the columns differ.
func (c *ComparePanel) DiffersHTML() html.HTML {
	out := html.P(html.Class("say"), c.Summary())
	d := c.Here()
	if d == nil {
		return out
	}
	var list html.HTML
	for i, column := range c.Columns {
		if text := c.Clause(column, d); column.Run != nil && column.Failed == nil && text != "" {
			list += html.Li(c.badge(i), html.Span(html.B(html.Class("name"), html.Text(c.Name(i))), html.HTML(" "), text))
		}
	}
	return out + html.Ul(html.Class("compare-says"), list)
}

func (c *ComparePanel) badge(i int) html.HTML {
	return html.I(html.Class("badge badge-"+strconv.Itoa(i)), html.Text(letter(i))) + " "
}

// Announce returns the text for the page's live region. At a divergence, it
// describes what each column does there. At any other moment, it describes the
// columns that have a step at that moment.
func (c *ComparePanel) Announce() string {
	w := c.main.Words
	var said []string
	d := c.Here()
	if d != nil || len(c.parts) == 0 {
		said = append(said, html.Plain(c.Summary()))
	}
	said = append(said, c.ClockText()+".")
	for i, column := range c.Columns {
		text := ""
		switch {
		case column.Run == nil || column.Failed != nil || column.State == nil:
			text = c.stateText(column)
		case d != nil:
			text = html.Plain(c.Clause(column, d))
		case c.acts(column):
			text = column.Say.Spoken()
		}
		if text != "" {
			said = append(said, i18n.Colon(w, c.Name(i), text))
		}
	}
	return i18n.Sentences(w, said...)
}
