package figures

import (
	"strings"

	"hopyard/wasm/app/curves"
	"hopyard/wasm/app/i18n"
)

// maxCurveRows is the largest number of rows in the table with the values of the
// curves.
const maxCurveRows = 200

// CurveTableHTML returns the values of the curves as a table. The table has a row
// for each moment at which a value changes. If there are too many such moments, it
// has rows for an evenly spaced selection.
func (m FiguresPanel) CurveTableHTML() string {
	if m.Run == nil || len(m.Run.Curve) == 0 {
		return ""
	}
	var out strings.Builder
	c, plots := m.Words, curves.Plots[:curves.Shown(m.Shares())]
	out.WriteString(`<details><summary>` + c.Say(i18n.CurveTable) + `</summary><div class="curve-table" tabindex="0" role="group" aria-label="` + c.Say(i18n.CurveTable) +
		`"><table class="keys"><thead><tr><th scope="col">` + c.Say(i18n.CurveTime) + `</th>`)
	for i := range plots {
		out.WriteString(`<th scope="col" class="n">` + c.Say(plots[i].Title) + `</th>`)
	}
	out.WriteString(`</tr></thead><tbody>`)
	points := m.Run.Curve
	rows := min(len(points), maxCurveRows)
	for row := range rows {
		p := &points[row*(len(points)-1)/max(rows-1, 1)]
		out.WriteString(`<tr><th scope="row">` + m.Run.Clock.At(p.Time) + `</th>`)
		for i := range plots {
			v := plots[i].Value(p)
			decimals := 0
			if v != float64(int64(v)) && plots[i].Most == 0 && v < 100 {
				decimals = 2
			}
			out.WriteString(`<td class="n">` + strings.Replace(plots[i].Unit, "{value}", c.Float(v, decimals), 1) + `</td>`)
		}
		out.WriteString(`</tr>`)
	}
	out.WriteString(`</tbody></table></div></details>`)
	return out.String()
}
