// Package option makes the template of the ECharts options for the page's curves,
// with the types of go-echarts. The build writes the template into a file, which
// the page loads together with ECharts. Package curves then replaces the
// placeholders in the template by the numbers, texts and colours of a run.
//
// The page itself does not link go-echarts, because go-echarts would take a twelfth
// of the bytes that may be loaded before the first schedule is shown.
package option

import (
	"encoding/json"
	"strconv"

	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"hopyard/wasm/app/chart"
	"hopyard/wasm/app/curves"
)

// Template returns four lines of JSON. The first two lines are for runs in which
// jobs do not share links: the options of all curves, and the options that only
// move the line at the current time. The last two lines are the same for runs in
// which jobs share links. Strings that begin with $ are placeholders.
func Template() ([]byte, error) {
	var out []byte
	for _, sharing := range []bool{false, true} {
		plots := curves.Plots[:curves.Shown(sharing)]
		marks := struct {
			Series []chart.Series `json:"series"`
		}{}
		for i, p := range plots {
			marks.Series = append(marks.Series, chart.Series{ID: p.ID, XAxisIndex: i, YAxisIndex: i, MarkLine: mark()})
		}
		for _, line := range []any{all(plots), marks} {
			text, err := json.Marshal(line)
			if err != nil {
				return nil, err
			}
			out = append(append(out, text...), '\n')
		}
	}
	return out, nil
}

func all(plots []curves.Plot) chart.ChartOptions {
	o := chart.ChartOptions{
		TextStyle: new(small("$soft")),
		Tooltip: &chart.Tooltip{
			Tooltip:    opts.Tooltip{Show: on, Trigger: "axis", BackgroundColor: "$panel", BorderColor: "$line"},
			RenderMode: "richText", Confine: true, Padding: 6, TextStyle: new(small("$ink")),
		},
		AxisPointer: &opts.AxisPointer{Link: []opts.AxisPointerLink{{XAxisIndex: every(len(plots))}}},
	}
	for i, p := range plots {
		y := curves.Top + i*curves.Row
		o.Title = append(o.Title, opts.Title{Title: "$title" + p.ID, TitleStyle: new(small("$soft")), Left: "-5", Top: strconv.Itoa(y)})
		o.Grid = append(o.Grid, chart.ChartGrid{Grid: opts.Grid{Left: "46", Right: "12", Top: strconv.Itoa(y + 25), Height: strconv.Itoa(curves.High)}, OuterBoundsMode: "none"})
		o.XAxis = append(o.XAxis, xAxis(i, i == len(plots)-1))
		o.YAxis = append(o.YAxis, yAxis(i, &p))
		o.Series = append(o.Series, line(i, &p))
	}
	return o
}

func small(colour string) opts.TextStyle {
	return opts.TextStyle{Color: colour, FontSize: 11, FontWeight: "normal"}
}

func line(i int, p *curves.Plot) chart.Series {
	return chart.Series{
		ID: p.ID, Name: "$title" + p.ID, Type: "line", XAxisIndex: i, YAxisIndex: i, Step: "end", Symbol: "none",
		LineStyle: &opts.LineStyle{Color: "$accent", Width: 1.4}, ItemStyle: &opts.ItemStyle{Color: "$accent"},
		AreaStyle: &opts.AreaStyle{Color: "$accent", Opacity: opts.Float(0.12)},
		MarkLine:  mark(),
		Data:      "$data" + p.ID,
	}
}

func mark() *chart.MarkLine {
	return &chart.MarkLine{Silent: true, MarkLines: opts.MarkLines{
		Data: []any{opts.MarkLineNameXAxisItem{XAxis: "$now"}},
		MarkLineStyle: opts.MarkLineStyle{
			Symbol: []string{"none", "none"}, Label: &opts.Label{Show: off}, LineStyle: &opts.LineStyle{Color: "$ink", Width: 1, Type: "solid"},
		},
	}}
}

func every(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

func xAxis(i int, last bool) opts.XAxis {
	label := &opts.AxisLabel{Show: opts.Bool(last), Formatter: types.FuncStr("$unit"), Color: "$soft", HideOverlap: on, FontSize: 11}
	return opts.XAxis{
		Type: "value", GridIndex: i, Min: 0, Max: "$last", AxisLabel: label,
		SplitLine: &opts.SplitLine{Show: off}, AxisTick: &opts.AxisTick{Show: off}, AxisLine: &opts.AxisLine{LineStyle: &opts.LineStyle{Color: "$line"}},
		AxisPointer: &opts.AxisPointer{Type: "line", Label: &opts.Label{Show: off}},
	}
}

func yAxis(i int, p *curves.Plot) opts.YAxis {
	y := opts.YAxis{
		Type: "value", GridIndex: i, SplitNumber: 1, Min: 0,
		AxisLabel: &opts.AxisLabel{Formatter: types.FuncStr(p.Unit), Color: "$soft", FontSize: 11},
		SplitLine: &opts.SplitLine{LineStyle: &opts.LineStyle{Color: "$line"}}, AxisLine: &opts.AxisLine{Show: off},
	}
	if p.Most > 0 {
		y.Max = p.Most
	}
	return y
}

var (
	on  = opts.Bool(true)
	off = opts.Bool(false)
)
