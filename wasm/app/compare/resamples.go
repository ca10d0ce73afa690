package compare

import (
	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/workload/resampling"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// NumResamples is the number of resamples of a trace that a comparison simulates.
const NumResamples = 20

// Resamples holds the results for resamples of a trace, which show whether the
// policies of a comparison differ by more than chance. The workers of all columns
// simulate the same resamples.
type Resamples struct {
	of      *ComparePanel
	number  int32 // number of the last request
	running bool
	blocks  resampling.Blocks
	runs    [][][]float64 // figures by column and run; nil until they have arrived. Run 0 is that of the trace
	pool    resampling.Pool
	problem string
}

// Resamples returns the results for resamples of the trace on screen, as far as they
// are known. It is nil if the jobs do not come from a trace.
func (c *ComparePanel) Resamples() *Resamples {
	if c.main.Run == nil || c.main.Run.TraceSpan == 0 {
		return nil
	}
	if c.resamples == nil {
		c.resamples = &Resamples{of: c}
	}
	return c.resamples
}

// forgetResamples drops the results when the columns or their runs have changed. It
// also makes Hear ignore answers to earlier requests.
func (c *ComparePanel) forgetResamples() {
	if r := c.resamples; r != nil {
		c.resamples = &Resamples{of: c, number: r.number + 1}
	}
}

// Running reports whether resamples are being simulated.
func (r *Resamples) Running() bool { return r.running }

// usual returns the kind of blocks that suits the trace, or None if it is too short.
func (r *Resamples) usual() resampling.Blocks { return resampling.Usual(r.of.main.Run.TraceSpan) }

// Begin returns the requests to the workers of all columns, in their order. It
// returns nil if the trace is too short, or if a column has no run.
func (r *Resamples) Begin() []*message.TraceQuery {
	by := r.usual()
	if by == resampling.None || len(r.of.Live()) < len(r.of.Columns) || !r.of.Recorded() {
		return nil
	}
	*r = Resamples{of: r.of, number: r.number + 1, running: true, blocks: by}
	for range r.of.Columns {
		r.runs = append(r.runs, make([][]float64, 1+NumResamples))
	}
	return r.requests(NumResamples)
}

// End returns the requests that end the simulation of resamples. Results that have
// arrived are kept.
func (r *Resamples) End() []*message.TraceQuery {
	r.running = false
	return r.requests(0)
}

func (r *Resamples) requests(count int32) []*message.TraceQuery {
	var out []*message.TraceQuery
	for _, column := range r.of.Columns {
		q := &message.TraceQuery{Topic: message.TopicResamples, Number: r.number, Blocks: r.blocks, Count: count}
		if column.Run != nil {
			q.Serial = column.Run.Serial
		}
		out = append(out, q)
	}
	return out
}

// Hear receives the answer of the worker of column i. It returns false if the answer
// belongs to an earlier request.
func (r *Resamples) Hear(i int, m *message.TraceReply) bool {
	if !r.running || m.Number != r.number || m.Serial != r.of.Columns[i].Run.Serial || m.First < 0 || m.First > NumResamples {
		return false
	}
	if m.Text != "" {
		r.problem, r.running = m.Text, false
		return true
	}
	r.runs[i][m.First], r.pool = m.Figures, m.Pool
	r.running = r.made() < NumResamples
	return true
}

// made returns the number of resamples that all columns have run.
func (r *Resamples) made() int {
	n := 0
	for n <= NumResamples && r.complete(n) {
		n++
	}
	return max(0, n-1)
}

// complete reports whether run n of all columns has arrived.
func (r *Resamples) complete(n int) bool {
	for _, runs := range r.runs {
		if runs[n] == nil {
			return false
		}
	}
	return r.runs != nil
}

// done reports whether there are results to show.
func (r *Resamples) done() bool { return !r.running && r.made() >= 2 }

// ControlHTML returns the explanation and the button that begins or ends the
// simulation, or the reason why the trace cannot be resampled. Both buttons have the
// same data-do, so that a button that replaces the other keeps the focus.
func (r *Resamples) ControlHTML() html.HTML {
	w := r.of.main.Words
	title := html.H3(w.HTML(i18n.ResampleTitle))
	note := i18n.ResampleByWeeks
	switch r.usual() {
	case resampling.None:
		return title + html.P(w.HTML(i18n.ResampleShort, w.N("n", resampling.MinDays)))
	case resampling.Days:
		note = i18n.ResampleByDays
	}
	do, text := "resample", w.HTML(i18n.ResampleBegin, w.N("n", NumResamples))
	if r.running {
		do, text = "resampled", w.HTML(i18n.Stop)
	}
	ready := len(r.of.Live()) == len(r.of.Columns) && r.of.Recorded()
	return title + html.P(w.HTML(note)) + html.Button(html.Attr{"data-compare", do}, html.Attr{"data-do", "resample"}, html.If(!ready, html.Attr{"aria-disabled", "true"}), text)
}

// ResultHTML returns the progress of the simulation or its results.
func (r *Resamples) ResultHTML() html.HTML {
	w := r.of.main.Words
	switch {
	case r.problem != "":
		return html.P(w.HTML(i18n.ResampleFailed, i18n.S("why", r.problem)))
	case r.running:
		n := r.made()
		return html.P(html.El("progress", html.Num("max", NumResamples), html.Num("value", n), html.Label(w.Say(i18n.ResampleTitle))), html.HTML(" "),
			w.HTML(i18n.ResampleProgress, w.N("n", int64(n)), w.N("all", NumResamples)))
	case !r.done():
		return ""
	}
	all := r.Differences()
	if len(all) == 0 {
		return html.P(w.HTML(i18n.ResampleSame))
	}
	var says html.HTML
	for a := 1; a < len(r.of.Columns); a++ {
		says += r.sentence(all, a)
	}
	return says + html.Div(html.Class("compare-scroll"), html.Attr{"tabindex", "0"}, html.Attr{"role", "group"}, html.Label(w.Say(i18n.ResampleTitle)), r.table(all)) +
		html.P(html.Small(w.HTML(i18n.ResampleHow)))
}

// Announcement returns the results as a text for screen readers.
func (r *Resamples) Announcement() string {
	if !r.done() {
		return ""
	}
	out, all := "", r.Differences()
	for a := 1; a < len(r.of.Columns); a++ {
		out += html.Plain(r.sentence(all, a)) + " "
	}
	return out
}

// Differences returns how the policies differ on the trace and on the resamples that
// all columns have run.
func (r *Resamples) Differences() []experiment.ResampledDifference {
	var runs [][][]float64
	for _, of := range r.runs {
		runs = append(runs, of[:r.made()+1])
	}
	return experiment.CompareResamples(runs, experiment.JudgedFigures, r.pool)
}

// sentence returns how the mean wait of column a compares with that of the first
// column, or "" if the two are equal in all runs.
func (r *Resamples) sentence(all []experiment.ResampledDifference, a int) html.HTML {
	w := r.of.main.Words
	for i := range all {
		d := &all[i]
		if wait, _ := model.FigureOf("mean_wait"); d.Algorithm != a || d.Figure != wait {
			continue
		}
		text, n, told := i18n.ResampleLonger, d.Greater, i18n.ResampleChance
		if d.Less > d.Greater {
			text, n = i18n.ResampleShorter, d.Less
		}
		if d.Significant() {
			told = i18n.ResampleSure
		}
		return html.P(html.Class("say"), w.HTML(text, w.N("n", int64(n)), w.N("all", int64(r.made())), i18n.S("name", r.of.Name(a)), i18n.S("first", r.of.Name(0))), html.HTML(" "), w.HTML(told))
	}
	return ""
}

// table returns the table of the differences: a row for each figure, and a column
// for each policy but the first.
func (r *Resamples) table(all []experiment.ResampledDifference) html.HTML {
	w := r.of.main.Words
	list := (&metrics.Figures{}).List()
	heads := html.ColumnHead(w.HTML(i18n.ResampleChanges, i18n.S("name", r.of.Name(0))))
	for a := 1; a < len(r.of.Columns); a++ {
		heads += html.ColumnHead(r.of.badge(a), html.Text(r.of.Name(a)))
	}
	var rows html.HTML
	for i := 0; i < len(all); {
		figure := all[i].Figure
		cells := html.RowHead(html.Text(r.of.figureName(&list[figure])))
		for a := 1; a < len(r.of.Columns); a++ {
			if i == len(all) || all[i].Figure != figure || all[i].Algorithm != a {
				cells += html.Td(w.HTML(i18n.ResampleEqual))
				continue
			}
			cells += r.cell(&all[i], &list[figure])
			i++
		}
		rows += html.Tr(cells)
	}
	return html.Table(html.Class("compare-table"), html.Rows(heads, rows))
}

// cell returns the cell of a difference: its size with the interval, how many
// resamples agree, and whether it is significant.
func (r *Resamples) cell(d *experiment.ResampledDifference, f *metrics.Figure) html.HTML {
	w := r.of.main.Words
	write := func(x float64) string {
		return r.signed(x, func(x float64) string { return r.of.main.Value(f.Unit, x) })
	}
	value, low, high := write(d.Mean), write(d.Mean-d.Half), write(d.Mean+d.Half)
	if d.HasRatio {
		percent := func(ratio float64) string {
			return r.signed(100*(ratio-1), func(x float64) string {
				decimals := 2
				for size := 1.0; size <= x && decimals > 0; size *= 10 {
					decimals--
				}
				return w.Say(i18n.UnitPercent, i18n.S("n", w.Float(x, decimals)))
			})
		}
		value, low, high = percent(d.Ratio.Mean), percent(d.Ratio.Low), percent(d.Ratio.High)
	}
	mark, class := i18n.ResampleMaybe, "difference"
	if d.Significant() {
		mark, class = i18n.ResampleDiffers, "mark"
		if d.Better(f.Better) < 0 {
			class = "mark worse"
		}
	}
	return html.Td(html.Bold(value), html.HTML(" "), html.Span(html.Class("difference"), w.HTML(i18n.ResampleRange, i18n.S("low", low), i18n.S("high", high))), html.Br,
		html.Span(html.Class("difference"), w.HTML(i18n.ResampleMore, w.N("n", int64(d.Greater)), w.N("all", int64(r.made())))), html.HTML(" "), html.Span(html.Class(class), w.HTML(mark)))
}

// signed writes a number with its sign. The function write formats the absolute
// value.
func (r *Resamples) signed(x float64, write func(float64) string) string {
	if x < 0 {
		return "−" + write(-x)
	}
	return "+" + write(x)
}
