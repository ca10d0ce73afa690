// Package curves says how a run's curves over time look: options of ECharts,
// in the types of go-echarts, as JSON.
package curves

import (
	"reflect"

	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"hopyard/core/simtime"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// Colours are CSS colours, since a canvas knows no custom properties.
type Colours struct{ Ink, Soft, Line, Panel, Accent string }

// option is what ECharts is given. go-echarts keeps its own in a package that
// also holds templates for whole pages, which a browser has no use for.
type option struct {
	Animation   bool              `json:"animation"`
	Aria        opts.Aria         `json:"aria"`
	TextStyle   opts.TextStyle    `json:"textStyle"`
	Title       []opts.Title      `json:"title"`
	Grid        []opts.Grid       `json:"grid"`
	XAxis       []opts.XAxis      `json:"xAxis"`
	YAxis       []opts.YAxis      `json:"yAxis"`
	Tooltip     tooltip           `json:"tooltip"`
	AxisPointer *opts.AxisPointer `json:"axisPointer"`
	Series      []series          `json:"series"`
}

// tooltip is go-echarts' with what it lacks: text drawn on the canvas, because
// the page's policy forbids the inline styles of an HTML one.
type tooltip struct {
	opts.Tooltip
	RenderMode string          `json:"renderMode"`
	Confine    bool            `json:"confine"`
	TextStyle  *opts.TextStyle `json:"textStyle"`
	Padding    int             `json:"padding"`
}

type series struct {
	ID         string          `json:"id"`
	Name       string          `json:"name,omitempty"`
	Type       string          `json:"type,omitempty"`
	XAxisIndex int             `json:"xAxisIndex"`
	YAxisIndex int             `json:"yAxisIndex"`
	Step       string          `json:"step,omitempty"`
	Symbol     string          `json:"symbol,omitempty"`
	Silent     bool            `json:"silent,omitempty"`
	LineStyle  *opts.LineStyle `json:"lineStyle,omitempty"`
	ItemStyle  *opts.ItemStyle `json:"itemStyle,omitempty"`
	AreaStyle  *opts.AreaStyle `json:"areaStyle,omitempty"`
	MarkLine   *markLine       `json:"markLine,omitempty"`
	Data       [][2]float64    `json:"data,omitempty"`
}

type markLine struct {
	opts.MarkLines
	Silent    bool `json:"silent"`
	Animation bool `json:"animation"`
}

// plot is one of the curves.
type plot struct {
	id    string
	title words.Text
	most  float64 // of the vertical axis; 0: what the data needs
	unit  string
	value func(p *message.Point) float64
}

var plots = []plot{
	{"utilization", words.CurveUtilization, 100, "{value} %", func(p *message.Point) float64 { return round(p.Busy * 100) }},
	{"queue", words.CurveQueue, 0, "{value}", func(p *message.Point) float64 { return float64(p.Waiting) }},
	{"fragmentation", words.CurveFragmentation, 100, "{value} %", func(p *message.Point) float64 { return round(p.Idle * 100) }},
	{"hops", words.CurveHops, 0, "{value}", func(p *message.Point) float64 { return round(p.Hops) }},
}

func round(v float64) float64 { return float64(int64(v*100+0.5)) / 100 }

// Height is the height in pixels that the curves need.
const Height = top + row*4 + 20

const (
	top = 2
	row = 62
)

// Scale is the unit of the time axis.
type Scale struct {
	Unit  simtime.Duration
	Label string // with {value} in it
}

// ScaleOf is the unit in which a run that ends at last is best read.
func ScaleOf(last simtime.Time, c *words.Catalog) Scale {
	value := words.S("n", "{value}")
	switch d := simtime.Duration(last); {
	case d > 4*simtime.Day:
		return Scale{simtime.Day, c.Say(words.Days, value)}
	case d > 4*simtime.Hour:
		return Scale{simtime.Hour, c.Say(words.Hours, value)}
	case d > 10*simtime.Minute:
		return Scale{simtime.Minute, c.Say(words.Minutes, value)}
	}
	return Scale{simtime.Second, c.Say(words.Seconds, value)}
}

func (s Scale) at(t simtime.Time) float64 { return float64(t) / float64(s.Unit) }

// Options are the options of all curves as JSON, with a line at now.
// Cost: O(points).
func Options(points []message.Point, last, now simtime.Time, c *words.Catalog, k Colours) []byte {
	scale := ScaleOf(last, c)
	small := func(colour string) opts.TextStyle {
		return opts.TextStyle{Color: colour, FontSize: 11, FontWeight: "normal"}
	}
	o := option{
		Aria:      opts.Aria{Enabled: on},
		TextStyle: small(k.Soft),
		Tooltip: tooltip{
			Tooltip:    opts.Tooltip{Show: on, Trigger: "axis", BackgroundColor: k.Panel, BorderColor: k.Line},
			RenderMode: "richText", Confine: true, Padding: 6, TextStyle: textStyle(small(k.Ink)),
		},
		AxisPointer: &opts.AxisPointer{Link: []opts.AxisPointerLink{{XAxisIndex: []int{0, 1, 2, 3}}}},
	}
	for i, p := range plots {
		y := top + i*row
		style := small(k.Soft)
		o.Title = append(o.Title, opts.Title{Title: c.Say(p.title), TitleStyle: &style, Left: "0", Top: px(y)})
		o.Grid = append(o.Grid, opts.Grid{Left: "42", Right: "6", Top: px(y + 19), Height: px(row - 29)})
		o.XAxis = append(o.XAxis, xAxis(i, scale, last, k))
		o.YAxis = append(o.YAxis, yAxis(i, &p, k))
		o.Series = append(o.Series, line(i, &p, points, scale, now, c, k))
	}
	return appendJSON(nil, reflect.ValueOf(&o))
}

// Mark are the options that move the line at now, as JSON.
func Mark(last, now simtime.Time, c *words.Catalog, k Colours) []byte {
	var o struct {
		Series []series `json:"series"`
	}
	for i, p := range plots {
		o.Series = append(o.Series, series{ID: p.id, XAxisIndex: i, YAxisIndex: i, MarkLine: mark(ScaleOf(last, c), now, k)})
	}
	return appendJSON(nil, reflect.ValueOf(&o))
}

func line(i int, p *plot, points []message.Point, scale Scale, now simtime.Time, c *words.Catalog, k Colours) series {
	s := series{
		ID: p.id, Name: c.Say(p.title), Type: "line", XAxisIndex: i, YAxisIndex: i, Step: "end", Symbol: "none",
		LineStyle: &opts.LineStyle{Color: k.Accent, Width: 1.4}, ItemStyle: &opts.ItemStyle{Color: k.Accent},
		AreaStyle: &opts.AreaStyle{Color: k.Accent, Opacity: opts.Float(0.12)},
		MarkLine:  mark(scale, now, k),
		Data:      make([][2]float64, len(points)),
	}
	for j := range points {
		s.Data[j] = [2]float64{scale.at(points[j].Time), p.value(&points[j])}
	}
	return s
}

func mark(scale Scale, now simtime.Time, k Colours) *markLine {
	return &markLine{Silent: true, MarkLines: opts.MarkLines{
		Data: []any{opts.MarkLineNameXAxisItem{XAxis: scale.at(now)}},
		MarkLineStyle: opts.MarkLineStyle{
			Symbol: []string{"none", "none"}, Label: &opts.Label{Show: off}, LineStyle: &opts.LineStyle{Color: k.Ink, Width: 1, Type: "solid"},
		},
	}}
}

func xAxis(i int, scale Scale, last simtime.Time, k Colours) opts.XAxis {
	label := &opts.AxisLabel{Show: opts.Bool(i == len(plots)-1), Formatter: types.FuncStr(scale.Label), Color: k.Soft, HideOverlap: on, FontSize: 11}
	return opts.XAxis{
		Type: "value", GridIndex: i, Min: 0, Max: scale.at(last), AxisLabel: label,
		SplitLine: &opts.SplitLine{Show: off}, AxisTick: &opts.AxisTick{Show: off}, AxisLine: axisLine(k),
		AxisPointer: &opts.AxisPointer{Type: "line", Label: &opts.Label{Show: off}},
	}
}

func yAxis(i int, p *plot, k Colours) opts.YAxis {
	y := opts.YAxis{
		Type: "value", GridIndex: i, SplitNumber: 1, Min: 0,
		AxisLabel: &opts.AxisLabel{Formatter: types.FuncStr(p.unit), Color: k.Soft, FontSize: 11},
		SplitLine: &opts.SplitLine{LineStyle: &opts.LineStyle{Color: k.Line}}, AxisLine: &opts.AxisLine{Show: off},
	}
	if p.most > 0 {
		y.Max = p.most
	}
	return y
}

func axisLine(k Colours) *opts.AxisLine {
	return &opts.AxisLine{LineStyle: &opts.LineStyle{Color: k.Line}}
}

func textStyle(s opts.TextStyle) *opts.TextStyle { return &s }

func px(n int) string {
	return string(appendJSON(nil, reflect.ValueOf(n)))
}

var (
	on  = opts.Bool(true)
	off = opts.Bool(false)
)
