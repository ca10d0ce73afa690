package figures

import (
	"slices"
	"strings"

	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/model"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// FiguresNote returns a note that says whether the figures cover the whole run or
// the run up to the step on screen.
func (m FiguresPanel) FiguresNote() string {
	if m.State != nil && int(m.State.Step) == m.Run.Len() && !m.Run.Covered {
		return m.Words.Say(i18n.FiguresWhole)
	}
	return m.Words.Say(i18n.FiguresSoFar)
}

// CurvesText returns a description of the curves for screen readers.
func (m FiguresPanel) CurvesText() string {
	busy, longest := 0.0, int64(0)
	for _, p := range m.Run.Curve {
		busy, longest = max(busy, p.Busy), max(longest, p.Waiting)
	}
	return m.Words.Say(i18n.CurvesSummary, i18n.S("busy", m.Words.Float(busy*100, 0)), m.Words.N("n", longest))
}

// ShownFigures lists the keys of the figures that are always shown, in order.
var ShownFigures = []string{
	"mean_wait", "utilization", "mean_bounded_slowdown", "mean_hops_per_pair", "fragmentation", "makespan",
}

// Size of the small curves beside the figures, in CSS pixels.
const SparkWidth, sparkHeight = 64.0, 18.0

// FiguresHTML returns the list of figures. The value and the small curve of each
// figure are empty. [FiguresPanel.FigureTexts] returns their content at each step.
func (m FiguresPanel) FiguresHTML() html.HTML {
	var out html.HTML
	for _, key := range ShownFigures {
		_, figure := model.FigureOf(key)
		out += html.Div(m.heading(&figure, m.Words.Figure(key), "\u202f"), html.Dd(html.ID(figureID(key))), html.Dd(html.Class("curve"), html.Hide{},
			html.El("svg", html.Class("spark"), html.Attr{"viewBox", "0 0 64 18"}, html.El("path", html.ID("spark-"+key)))))
	}
	return out + m.wholeFigures()
}

// heading returns the name of a figure, and which direction is better. The gap
// stands between the name and the arrow.
func (m FiguresPanel) heading(f *metrics.Figure, name string, gap html.Text) html.HTML {
	better := m.Direction(f.Better)
	return html.Dt(html.Attr{"title", better}, nameHTML(f, name), gap, html.Small(html.Hide{}, html.Text(Arrow(f.Better))), html.Spoken(html.Text(", "+better)))
}

// DisciplineFigures lists the keys of figures of the whole run that are shown only
// for runs in which they mean something, such as runs with deadlines.
var DisciplineFigures = []string{"slot_fragmentation", "gpu_use", "deadlines_kept", "fair_slowdown", "fair_share", "node_hours", "node_hours_lost", "availability", "energy", "peak_power", "energy_per_job", "carbon"}

// wholeFigures returns those of the DisciplineFigures that mean something for this
// run: figures about deadlines, users, growth, failures and energy.
func (m FiguresPanel) wholeFigures() (out html.HTML) {
	var none metrics.Figures
	list := none.List()
	for i := range list {
		if i < len(m.Run.Whole) {
			list[i].Value = m.Run.Whole[i]
		}
	}
	for i := range list {
		f := &list[i]
		users := f.Key == "fair_slowdown" || f.Key == "fair_share"
		grows := f.Key == "node_hours"
		switch {
		case !slices.Contains(DisciplineFigures, f.Key) || i >= len(m.Run.Whole) || !metrics.IsMeaningful(list, i),
			users && !m.Discipline(policies.ShowsShares|policies.ShowsFilters),
			grows && m.Policy.GrowthOptions() == "":
			continue
		}
		out += html.Div(html.Class("whole"), m.heading(f, m.Words.Tell(f.Title), " "), html.Dd(html.Text(m.Figure(f.Key, f.Unit, f.Value)+m.Unit(f.Unit))),
			html.Dd(html.Class("curve"), html.Small(m.Words.HTML(i18n.FigureWhole))))
	}
	return out
}

// FigureText is the text of a figure's current value (Text) with the id of its
// element (ID), and the path of its small curve (D) with the id of the path element
// (Path).
type FigureText struct{ ID, Text, Path, D string }

// FigureTexts returns the values and small curves of the figures up to the step on
// screen.
func (m FiguresPanel) FigureTexts() []FigureText {
	out := make([]FigureText, 0, len(ShownFigures))
	for _, key := range ShownFigures {
		if i, figure := model.FigureOf(key); i >= 0 && i < len(m.State.Figures) {
			out = append(out, FigureText{figureID(key), m.Figure(key, figure.Unit, m.State.Figures[i]), "spark-" + key, m.spark(i)})
		}
	}
	return out
}

// spark returns the path of a figure's small curve up to the step on screen. The
// later part is not drawn.
func (m FiguresPanel) spark(i int) string {
	if i >= len(m.Run.Sparks) {
		return ""
	}
	all, step := float64(m.Run.Len()), int(m.State.Step)
	var at, values []float64
	for k, v := range m.Run.Sparks[i] {
		n := (k + 1) * m.Run.Len() / len(m.Run.Sparks[i]) // number of steps after which the figure had the value v
		if n >= step {
			break
		}
		at, values = append(at, float64(n)/all), append(values, v)
	}
	if step > 0 {
		at, values = append(at, float64(step)/all), append(values, m.State.Figures[i])
	}
	return draw.SparkPath(at, values, SparkWidth, sparkHeight)
}

func figureID(key string) string { return "figure-" + key }

// Figure formats the value of a figure. For some figures 0 means that there is no
// value yet: a slowdown, for example, is at least 1. Figure then returns the text
// for a missing value.
func (m FiguresPanel) Figure(key, unit string, v float64) string {
	if v == 0 && (strings.Contains(key, "slowdown") || key == "mean_hops_per_pair") {
		return m.Words.Say(i18n.NoFigure)
	}
	return m.Value(unit, v)
}

// Arrow returns an arrow that points in the better direction of a figure. It
// returns "" if neither direction is better.
func Arrow(d metrics.Direction) string {
	switch d {
	case metrics.LowerBetter:
		return "↓"
	case metrics.HigherBetter:
		return "↑"
	}
	return ""
}

// Direction returns the better direction of a figure in words. It returns "" if
// neither direction is better.
func (m FiguresPanel) Direction(d metrics.Direction) string {
	switch d {
	case metrics.LowerBetter:
		return m.Words.Say(i18n.LowerBetter)
	case metrics.HigherBetter:
		return m.Words.Say(i18n.HigherBetter)
	}
	return ""
}
