package figures

import (
	"strings"

	"hopyard/wasm/app/curves"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// maxCurveRows is the largest number of rows in the table with the values of the
// curves.
const maxCurveRows = 200

// CurveTableHTML returns the values of the curves as a table. The table has a row
// for each moment at which a value changes. If there are too many such moments, it
// has rows for an evenly spaced selection.
func (m FiguresPanel) CurveTableHTML() html.HTML {
	if m.Run == nil || len(m.Run.Curve) == 0 {
		return ""
	}
	c, plots := m.Words, curves.Plots[:curves.Shown(m.Shares())]
	columns := html.ColumnHead(c.HTML(i18n.CurveTime))
	for i := range plots {
		columns += html.ColumnHead(html.Class("n"), c.HTML(plots[i].Title))
	}
	points := m.Run.Curve
	count := min(len(points), maxCurveRows)
	var rows html.Builder
	for row := range count {
		p := &points[row*(len(points)-1)/max(count-1, 1)]
		cells := html.RowHead(html.Text(m.Run.Clock.At(p.Time)))
		for i := range plots {
			v := plots[i].Value(p)
			decimals := 0
			if v != float64(int64(v)) && plots[i].Most == 0 && v < 100 {
				decimals = 2
			}
			cells += html.NumberCell(strings.Replace(plots[i].Unit, "{value}", c.Float(v, decimals), 1))
		}
		rows.El("tr", cells)
	}
	return html.El("details", html.El("summary", c.HTML(i18n.CurveTable)), html.Div(html.Class("curve-table"), html.Attr{"tabindex", "0"}, html.Attr{"role", "group"}, html.Label(c.Say(i18n.CurveTable)),
		html.Table(html.Class("keys"), html.Rows(columns, rows.HTML()))))
}
