package compare

import (
	"slices"
	"strconv"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/html"
)

// ViewHTML returns the parts of the comparison that do not change with the clock:
// its buttons, the columns with their pickers and canvases, and the empty panels
// below them.
func (c *ComparePanel) ViewHTML() html.HTML {
	w := c.main.Words
	button := func(do string, text i18n.Text, more ...html.Piece) html.HTML {
		return html.Button(append([]html.Piece{html.Attr{"data-compare", do}, w.HTML(text)}, more...)...)
	}
	var columns html.HTML
	for i := range c.Columns {
		columns += c.columnHTML(i)
	}
	title := html.H2(html.ID("compare-title"), w.HTML(i18n.CompareTitle), html.HTML(" "), html.Small(w.HTML(i18n.CompareNote, w.N("n", int64(len(c.Columns))))))
	group := html.Attr{"role", "group"}
	return html.Div(html.Class("compare-bar"), title, html.Div(html.Class("row"), group, html.LabelledBy("compare-differ-title"),
		button("first", i18n.CompareFirst, html.Class("primary")), button("before", i18n.KeyLastDivergence), button("next", i18n.KeyNextDivergence)),
		html.Div(html.Class("row compare-end"), html.If(len(c.Columns) < MaxColumns, button("add", i18n.CompareAdd)), button("leave", i18n.CompareLeave))) +
		html.P(html.ID("compare-line"), html.Class("compare-line"), html.Hide{}) +
		html.Div(html.Class("compare-columns scrolls"), html.Num("data-columns", len(c.Columns)), group, html.Label(w.Say(i18n.CompareColumns)), columns) +
		html.Div(html.Class("compare-foot"),
			html.Section(html.Class("panel"), html.LabelledBy("compare-differ-title"), html.H2(html.ID("compare-differ-title"), w.HTML(i18n.DifferTitle)),
				html.Div(html.ID("compare-differs"), html.Attr{"tabindex", "-1"})),
			html.Section(html.Class("panel"), html.LabelledBy("compare-figures-title"),
				html.Div(html.Class("panel-head"), html.H2(html.ID("compare-figures-title"), w.HTML(i18n.CompareFigures)),
					html.Div(html.Class("row compare-scope"), group, html.LabelledBy("compare-figures-title"),
						button("whole", i18n.FiguresAll, html.ID("compare-whole")), button("far", i18n.FiguresFar, html.ID("compare-far")))),
				html.Div(html.Class("compare-scroll"), html.Attr{"tabindex", "0"}, group, html.LabelledBy("compare-figures-title"), html.Table(html.ID("compare-table"), html.Class("compare-table"))),
				html.Div(html.ID("compare-resample"), html.Class("compare-resample"), html.Flag("hidden")), html.Div(html.ID("compare-resampled"), html.Flag("hidden"))))
}

func (c *ComparePanel) columnHTML(i int) html.HTML {
	w := c.main.Words
	queues, placements := c.Options(i)
	n := html.Num("data-column", i)
	id := "compare-" + strconv.Itoa(i) + "-"
	queue, placement := c.titles(c.Columns[i])
	name := queue + " · " + placement
	pick := func(what string, options html.HTML, text i18n.Text) html.HTML {
		return html.El("label", html.Class("pick"), html.Small(w.HTML(text)), html.El("select", html.ID(id+what), html.Attr{"data-pick", what}, n, options))
	}
	var remove, pictures html.HTML
	if len(c.Columns) > 2 {
		remove = html.Button(html.Class("icon"), html.Num("data-remove", i), html.Label(w.Say(i18n.CompareRemove, i18n.S("name", name))), html.Text("✕"))
	}
	for _, picture := range []string{"machine", "timeline"} {
		pictures += html.Div(html.Class("stage compare-"+picture), html.El("canvas", html.ID(id+picture), html.Hide{}), html.Div(html.ID(id+picture+"-tip"), html.Class("tip"), html.Flag("hidden")))
	}
	use := w.Say(i18n.CompareUse)
	return html.Section(html.Class("panel compare-column"), html.LabelledBy(id+"name"),
		html.Div(html.Class("compare-head"), c.badge(i), html.H3(html.ID(id+"name"), html.Class("compare-name"), html.Spoken(html.Text(letter(i)+": ")), html.Text(name)), remove),
		html.Div(html.Class("compare-picks"), pick("queue", queues, i18n.CompareQueue), pick("allocator", placements, i18n.ComparePlacement)),
		html.Div(html.ID(id+"state"), html.Class("compare-state"), html.Flag("hidden")),
		html.Div(html.ID(id+"shows"), html.Class("compare-shows"), pictures, html.Div(html.ID(id+"why"), html.Class("compare-why"))),
		html.Div(html.Class("compare-last"), html.Div(html.ID(id+"jobs"), html.Class("compare-jobs")),
			html.Button(html.Class("link"), html.Num("data-use", i), html.Label(i18n.Colon(w, use, name)), html.Text(use))))
}

// Options returns the HTML options of the two pickers of column i. They list the
// policies that the page offers for the scenario on screen.
func (c *ComparePanel) Options(i int) (queues, placements html.HTML) {
	run, loaded, p := *c.main.Run, *c.main.Run.Loaded, &c.Columns[i].Policy
	run.Loaded = &loaded // a copy, so that it can get the column's policy
	run.Policy.Queue, run.Policy.Allocator, run.Policy.Depth = p.Queue, p.Allocator, int32(p.Depth)
	if p.Depth == 0 {
		run.Policy.Depth = run.Own.Depth
	}
	offers := policy.New(&model.Model{Words: c.main.Words, Run: &run})
	return offers.QueueOptions(), offers.AllocatorOptions()
}

// WhyHTML returns the sentence about the step of a column at the moment on the
// clock. If the column has no step at that moment, the sentence describes its
// latest step.
func (c *ComparePanel) WhyHTML(i int) html.HTML {
	column := c.Columns[i]
	if column.State == nil {
		return ""
	}
	main, also := column.Say.Sentence()
	var out html.HTML
	class, n := "say", int(column.State.Step)
	past := n != column.Step || !c.acts(column)
	if past {
		class = "say past"
	}
	if n > 0 && past {
		out = html.Small(c.main.Words.HTML(i18n.CompareSince, i18n.S("at", column.Run.Clock.At(column.Run.Time(n))))) + " "
	}
	out += i18n.UpperHTML(main)
	for _, text := range also {
		out += html.Br + html.Small(i18n.UpperHTML(text))
	}
	if id := column.Selected; id != workload.NoJob && id != column.Current() {
		out += i18n.After(html.Br, i18n.UpperHTML(column.Say.About(id)))
	}
	return html.P(html.Class(class), out)
}

// JobsHTML returns the running and waiting jobs of column i. Each is a button that
// selects the job in all columns.
func (c *ComparePanel) JobsHTML(i int) html.HTML {
	column := c.Columns[i]
	if !c.Shows(i) {
		return ""
	}
	running := make([]workload.JobID, len(column.State.Running))
	for k := range running {
		running[k] = column.State.Running[k].Job
	}
	slices.Sort(running)
	waiting := make([]workload.JobID, len(column.State.Queue))
	for k := range waiting {
		waiting[k] = column.State.Queue[k].Job
	}
	return c.jobList(column, i18n.CompareRuns, running, len(running)) + c.jobList(column, i18n.CompareWaits, waiting, int(column.State.Waiting))
}

func (c *ComparePanel) jobList(column *Column, title i18n.Text, ids []workload.JobID, all int) html.HTML {
	const most = 12
	w := c.main.Words
	out := html.Small(w.HTML(title)) + " "
	if all == 0 {
		out += html.Small(w.HTML(i18n.CompareNobody))
	}
	for _, id := range ids[:min(len(ids), most)] {
		about := column.JobText(id)
		if r := column.Running(id); r != nil {
			about = i18n.List(w, about, w.Say(i18n.NodesName, w.N("n", int64(r.Placement.Nodes())), i18n.S("list", w.Nodes(r.Placement, 8, column.Run.Machine.Names))))
		} else if q := column.Waiting(id); q != nil {
			about = i18n.Colon(w, about, column.Say.Short(q))
		}
		out += html.Button(html.Class("compare-job"), html.Num("data-id", int(id)), html.Bool("aria-pressed", id == column.Selected), html.Label(about), html.Attr{"title", about},
			column.Chip(id), html.Text(column.Run.Names.Number(id)))
	}
	if more := all - min(len(ids), most); more > 0 {
		out += html.Small(w.HTML(i18n.CompareMore, w.N("n", int64(more))))
	}
	return html.P(out)
}

// StateHTML returns the text shown in place of the pictures of a column without a
// run: the progress of the recording, or the reason why there is no run. It returns
// "" if the column has a run.
func (c *ComparePanel) StateHTML(i int) html.HTML {
	column := c.Columns[i]
	again := func() html.HTML {
		return " " + html.Button(html.Num("data-again", i), c.main.Words.HTML(i18n.CompareAgain))
	}
	switch {
	case column.Failed != nil:
		out := html.P(html.Text(c.stateText(column)))
		if len(column.Faults) == 0 {
			return out + again()
		}
		return out + html.Ul(html.Class("errors"), column.FaultsHTML(column.Faults[:min(len(column.Faults), 3)], false))
	case column.Stopped:
		return html.P(html.Text(c.stateText(column)), again())
	case column.Loading != nil:
		return html.P(html.Class("busy"), column.BusyHTML(html.Num("data-stop", i)))
	}
	return ""
}

// stateText returns the reason why a column has no run.
func (c *ComparePanel) stateText(column *Column) string {
	w := c.main.Words
	switch {
	case column.Failed != nil && len(column.Faults) == 0:
		return w.Say(i18n.CompareBroken)
	case column.Failed != nil:
		return w.Say(i18n.CompareFailed)
	case column.Stopped:
		return w.Say(i18n.CompareStopped)
	}
	return ""
}

// Empty reports whether a column has nothing to show, because its recording failed
// or was stopped.
func (c *ComparePanel) Empty(i int) bool { return c.Columns[i].Failed != nil || c.Columns[i].Stopped }

// Shows reports whether a column has a state to show.
func (c *ComparePanel) Shows(i int) bool {
	column := c.Columns[i]
	return column.Run != nil && column.State != nil && column.Failed == nil
}
