package compare

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
)

// ViewHTML returns the parts of the comparison that do not change with the clock:
// its buttons, the columns with their pickers and canvases, and the empty panels
// below them.
func (c *ComparePanel) ViewHTML() string {
	w := c.main.Words
	var out strings.Builder
	button := func(do string, text i18n.Text, class string) {
		out.WriteString(`<button type="button" data-compare="` + do + `"` + class + `>` + w.Say(text) + `</button>`)
	}
	out.WriteString(`<div class="compare-bar"><h2 id="compare-title">` + w.Say(i18n.CompareTitle) + ` <small>` +
		w.Say(i18n.CompareNote, w.N("n", int64(len(c.Columns)))) + `</small></h2><div class="row" role="group" aria-labelledby="compare-differ-title">`)
	button("first", i18n.CompareFirst, ` class="primary"`)
	button("before", i18n.KeyLastDivergence, "")
	button("next", i18n.KeyNextDivergence, "")
	out.WriteString(`</div><div class="row compare-end">`)
	if len(c.Columns) < MaxColumns {
		button("add", i18n.CompareAdd, "")
	}
	button("leave", i18n.CompareLeave, "")
	out.WriteString(`</div></div><p id="compare-line" class="compare-line" aria-hidden="true"></p><div class="compare-columns scrolls" data-columns="` + strconv.Itoa(len(c.Columns)) + `" role="group" aria-label="` + w.Say(i18n.CompareColumns) + `">`)
	for i := range c.Columns {
		c.columnHTML(&out, i)
	}
	out.WriteString(`</div><div class="compare-foot"><section class="panel" aria-labelledby="compare-differ-title"><h2 id="compare-differ-title">` + w.Say(i18n.DifferTitle) +
		`</h2><div id="compare-differs" tabindex="-1"></div></section><section class="panel" aria-labelledby="compare-figures-title"><div class="panel-head"><h2 id="compare-figures-title">` +
		w.Say(i18n.CompareFigures) + `</h2><div class="row compare-scope" role="group" aria-labelledby="compare-figures-title">`)
	button("whole", i18n.FiguresAll, ` id="compare-whole"`)
	button("far", i18n.FiguresFar, ` id="compare-far"`)
	out.WriteString(`</div></div><div class="compare-scroll" tabindex="0" role="group" aria-labelledby="compare-figures-title"><table id="compare-table" class="compare-table"></table></div></section></div>`)
	return out.String()
}

func (c *ComparePanel) columnHTML(out *strings.Builder, i int) {
	w := c.main.Words
	queues, placements := c.Options(i)
	n := strconv.Itoa(i)
	id := `compare-` + n + `-`
	queue, placement := c.titles(c.Columns[i])
	name := i18n.Escape(queue + " · " + placement)
	out.WriteString(`<section class="panel compare-column" aria-labelledby="` + id + `name"><div class="compare-head">` + c.badge(i) +
		`<h3 id="` + id + `name" class="compare-name"><span class="sr">` + letter(i) + `: </span>` + name + `</h3>`)
	if len(c.Columns) > 2 {
		out.WriteString(`<button type="button" class="icon" data-remove="` + n + `" aria-label="` + w.Say(i18n.CompareRemove, i18n.S("name", name)) + `">✕</button>`)
	}
	out.WriteString(`</div><div class="compare-picks">`)
	pick := func(what, options string, text i18n.Text) {
		out.WriteString(`<label class="pick"><small>` + w.Say(text) + `</small><select id="` + id + what + `" data-pick="` + what + `" data-column="` + n + `">` + options + `</select></label>`)
	}
	pick("queue", queues, i18n.CompareQueue)
	pick("allocator", placements, i18n.ComparePlacement)
	out.WriteString(`</div><div id="` + id + `state" class="compare-state" hidden></div><div id="` + id + `shows" class="compare-shows">`)
	for _, picture := range []string{"machine", "timeline"} {
		out.WriteString(`<div class="stage compare-` + picture + `"><canvas id="` + id + picture + `" aria-hidden="true"></canvas><div id="` + id + picture + `-tip" class="tip" hidden></div></div>`)
	}
	out.WriteString(`<div id="` + id + `why" class="compare-why"></div></div><div class="compare-last"><div id="` + id + `jobs" class="compare-jobs"></div><button type="button" class="link" data-use="` + n + `" aria-label="` +
		w.Colon(w.Say(i18n.CompareUse), name) + `">` + w.Say(i18n.CompareUse) + `</button></div></section>`)
}

// Options returns the HTML options of the two pickers of column i. They list the
// policies that the page offers for the scenario on screen.
func (c *ComparePanel) Options(i int) (queues, placements string) {
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
func (c *ComparePanel) WhyHTML(i int) string {
	column := c.Columns[i]
	if column.State == nil {
		return ""
	}
	main, also := column.Say.Sentence()
	var out strings.Builder
	class, n := `say`, int(column.State.Step)
	past := n != column.Step || !c.acts(column)
	if past {
		class = `say past`
	}
	out.WriteString(`<p class="` + class + `">`)
	if n > 0 && past {
		out.WriteString(`<small>` + c.main.Words.Say(i18n.CompareSince, i18n.S("at", column.Run.Clock.At(column.Run.Time(n)))) + `</small> `)
	}
	out.WriteString(i18n.UpperHTML(main))
	for _, text := range also {
		out.WriteString(`<br><small>` + i18n.UpperHTML(text) + `</small>`)
	}
	if id := column.Selected; id != workload.NoJob && id != column.Current() {
		if about := column.Say.About(id); about != "" {
			out.WriteString(`<br>` + i18n.UpperHTML(about))
		}
	}
	return out.String() + `</p>`
}

// JobsHTML returns the running and waiting jobs of column i. Each is a button that
// selects the job in all columns.
func (c *ComparePanel) JobsHTML(i int) string {
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

func (c *ComparePanel) jobList(column *Column, title i18n.Text, ids []workload.JobID, all int) string {
	const most = 12
	w := c.main.Words
	var out strings.Builder
	out.WriteString(`<p><small>` + w.Say(title) + `</small> `)
	if all == 0 {
		out.WriteString(`<small>` + w.Say(i18n.CompareNobody) + `</small>`)
	}
	for _, id := range ids[:min(len(ids), most)] {
		about := column.JobText(id)
		if r := column.Running(id); r != nil {
			about = w.List(about, w.Say(i18n.NodesName, w.N("n", int64(r.Placement.Nodes())), i18n.S("list", w.Nodes(r.Placement, 8, column.Run.Machine.Names))))
		} else if q := column.Waiting(id); q != nil {
			about = w.Colon(about, i18n.Plain(column.Say.Short(q)))
		}
		about = i18n.Escape(about)
		out.WriteString(`<button type="button" class="compare-job" data-id="` + strconv.Itoa(int(id)) + `" aria-pressed="` + strconv.FormatBool(id == column.Selected) +
			`" aria-label="` + about + `" title="` + about + `">` + column.Chip(id) + i18n.Escape(column.Run.Names.Number(id)) + `</button>`)
	}
	if more := all - min(len(ids), most); more > 0 {
		out.WriteString(`<small>` + w.Say(i18n.CompareMore, w.N("n", int64(more))) + `</small>`)
	}
	return out.String() + `</p>`
}

// StateHTML returns the text shown in place of the pictures of a column without a
// run: the progress of the recording, or the reason why there is no run. It returns
// "" if the column has a run.
func (c *ComparePanel) StateHTML(i int) string {
	w, column := c.main.Words, c.Columns[i]
	again := ` <button type="button" data-again="` + strconv.Itoa(i) + `">` + w.Say(i18n.CompareAgain) + `</button>`
	switch {
	case column.Failed != nil:
		out := `<p>` + c.stateText(column) + `</p>`
		if len(column.Faults) == 0 {
			return out + again
		}
		return out + `<ul class="errors">` + column.FaultsHTML(column.Faults[:min(len(column.Faults), 3)], false) + `</ul>`
	case column.Stopped:
		return `<p>` + c.stateText(column) + again + `</p>`
	case column.Loading != nil:
		return `<p class="busy">` + strings.Replace(column.BusyHTML(), "data-cancel", `data-stop="`+strconv.Itoa(i)+`"`, 1) + `</p>`
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
