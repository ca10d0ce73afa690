package compare

import (
	"slices"

	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/wasm/app/figures"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// comparedFigures lists the keys of all figures that a comparison may show, in
// order. Compared omits figures that have no meaning for the compared runs.
var comparedFigures = append(append(append([]string{}, figures.ShownFigures...), "max_wait", "mean_response", "comm_slowdown", "killed"), figures.DisciplineFigures...)

// Compared is a figure with its value in each column.
type Compared struct {
	metrics.Figure
	Values []float64 // by column; valid where Known is set
	Known  []bool
}

// Compared returns the figures of all columns, either up to the clock (if Far is
// set) or of the whole runs.
func (c *ComparePanel) Compared() []Compared {
	var none metrics.Figures
	list := none.List()
	says := make([]bool, len(list))
	rows := make([]Compared, len(list))
	for i := range list {
		rows[i] = Compared{list[i], make([]float64, len(c.Columns)), make([]bool, len(c.Columns))}
	}
	for k, column := range c.Columns {
		values := column.figures(c.Far)
		for i := range list {
			if list[i].Value = 0; i < len(values) {
				list[i].Value = values[i]
			}
		}
		for i := range list {
			v := list[i].Value
			rows[i].Values[k] = v
			rows[i].Known[k] = i < len(values) && c.main.Figures.Figure(list[i].Key, list[i].Unit, v) != c.main.Words.Say(i18n.NoFigure)
			says[i] = says[i] || rows[i].Known[k] && metrics.IsMeaningful(list, i) && (v != 0 || slices.Contains(figures.ShownFigures, list[i].Key))
		}
	}
	var out []Compared
	for _, key := range comparedFigures {
		i, _ := model.FigureOf(key)
		if i >= 0 && says[i] && c.matters(key) {
			out = append(out, rows[i])
		}
	}
	return out
}

// matters reports whether a figure makes sense in this comparison. Fairness between
// users requires a discipline that distinguishes users. Node-hours require jobs
// that can grow.
func (c *ComparePanel) matters(key string) bool {
	switch key {
	case "fair_slowdown", "fair_share":
		return slices.ContainsFunc(c.Columns, func(column *Column) bool {
			return policies.Has(column.Policy.Queue, policies.ShowsShares|policies.ShowsFilters)
		})
	case "node_hours":
		return c.main.Policy.GrowthOptions() != ""
	}
	return true
}

// figures returns the figures of a column. If far is set, they cover the run up to
// the clock; otherwise they cover the whole run. It returns nil if the column has
// no figures.
func (m *Column) figures(far bool) []float64 {
	switch {
	case m.Run == nil || m.Failed != nil:
		return nil
	case !far:
		return m.Run.Whole
	case m.State != nil:
		return m.State.Figures
	}
	return nil
}

// Best reports, for each value, whether it is the best. write formats a value;
// values with the same text count as equal. No value is best in three cases:
// neither direction is better for this figure, fewer than two values are known, or
// all values have the same text.
func (f *Compared) Best(write func(v float64) string) []bool {
	out := make([]bool, len(f.Values))
	at, same, count := -1, true, 0
	for i, v := range f.Values {
		if !f.Known[i] {
			continue
		}
		count++
		if at < 0 || f.Better == metrics.LowerBetter && v < f.Values[at] || f.Better == metrics.HigherBetter && v > f.Values[at] {
			at = i
		}
	}
	if at < 0 || count < 2 || f.Better == metrics.Neither {
		return out
	}
	text := write(f.Values[at])
	for i, v := range f.Values {
		out[i] = f.Known[i] && write(v) == text
		same = same && (out[i] || !f.Known[i])
	}
	if same {
		clear(out)
	}
	return out
}

func (c *ComparePanel) figureName(f *metrics.Figure) string {
	if name := c.main.Words.Figure(f.Key); name != f.Key {
		return name
	}
	return c.main.Words.Tell(f.Title)
}

// FiguresHTML returns the table of figures with a column for each compared policy.
// Each value is followed by its difference from the first column.
func (c *ComparePanel) FiguresHTML() html.HTML {
	w := c.main.Words
	heads := html.ColumnHead(w.HTML(i18n.FigureColumn))
	for i := range c.Columns {
		heads += html.ColumnHead(c.badge(i), html.Text(c.Name(i)))
	}
	var rows html.HTML
	for _, f := range c.Compared() {
		name := html.Escape(c.figureName(&f.Figure))
		if better := c.main.Figures.Direction(f.Better); better != "" {
			name += "\u00a0" + html.Small(html.Attr{"title", better}, html.Span(html.Hide{}, html.Text(figures.Arrow(f.Better))), html.Spoken(html.Text(", "+better)))
		}
		cells := html.RowHead(name)
		write := func(v float64) string { return c.main.Figures.Figure(f.Key, f.Unit, v) + c.main.Unit(f.Unit) }
		best := f.Best(write)
		for i, v := range f.Values {
			if !f.Known[i] {
				cells += html.Td(w.HTML(i18n.NoFigure))
				continue
			}
			value := html.Bold(write(v))
			if i > 0 && f.Known[0] {
				if d := c.main.OffBy(f.Unit, v, f.Values[0]); d != "" {
					value += " " + html.Span(html.Class("difference"), html.Text(d))
				}
			}
			if best[i] {
				value += " " + html.Span(html.Class("mark"), w.HTML(i18n.FigureBest))
			}
			cells += html.Td(html.If(best[i], html.Class("best")), value)
		}
		rows += html.Tr(cells)
	}
	return html.El("caption", html.Class("sr"), w.HTML(i18n.FiguresOf, i18n.S("name", c.Name(0)))) + html.Rows(heads, rows)
}
