package lab

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"hopyard/core/experiment"
	"hopyard/wasm/app/chart"
)

// perCurve is the number of ECharts series for each curve: one for the line, and
// one for the intervals, which are drawn as vertical strokes.
const perCurve = 2

// symbols lists the markers that distinguish curves without relying on color. Each
// has its ECharts name and the same shape as an SVG path in a square of 10 × 10
// units.
var symbols = [...]struct{ name, path string }{
	{"circle", "M5 .5A4.5 4.5 0 1 1 5 9.5A4.5 4.5 0 1 1 5 .5Z"},
	{"rect", "M1 1H9V9H1Z"},
	{"diamond", "M5 0L10 5L5 10L0 5Z"},
	{"triangle", "M5 0L10 9H0Z"},
	{"path://M0 1L10 1L5 10Z", "M0 1L10 1L5 10Z"},
	{"path://M0 2L2 0L5 3L8 0L10 2L7 5L10 8L8 10L5 7L2 10L0 8L3 5Z", "M0 2L2 0L5 3L8 0L10 2L7 5L10 8L8 10L5 7L2 10L0 8L3 5Z"},
	{"path://M3.5 0H6.5V3.5H10V6.5H6.5V10H3.5V6.5H0V3.5H3.5Z", "M3.5 0H6.5V3.5H10V6.5H6.5V10H3.5V6.5H0V3.5H3.5Z"},
	{"path://M0 3H10V7H0Z", "M0 3H10V7H0Z"},
}

// look returns the index of the color and of the marker of a curve.
func look(algorithm int) int { return algorithm % len(symbols) }

// Charts returns the charts to be shown.
func (l *Lab) Charts(c Colours) []Chart {
	if l.layout == nil || len(c.Series) < len(SeriesColours) {
		return []Chart{{"lab-curves", ""}, {"lab-differences", ""}}
	}
	return []Chart{{"lab-curves", l.curves(&c)}, {"lab-differences", l.differenceChart(&c)}}
}

// Heights within a chart, in percent of its height.
const (
	chartTop, breakShare = 4, 7 // chartTop is the space above the chart, breakShare the gap between the two parts of a broken axis
	belowCurves          = 13.0 // space below the curves, for the axis and its title
	belowDifferences     = 23.0 // the same space in the chart of differences
)

// curves returns the chart of the mean values along the axis, with their intervals.
// If the curves lie far apart, the vertical axis is broken into two bands with
// different scales.
func (l *Lab) curves(c *Colours) string {
	bands := l.bands(l.drawn(), l.extent)
	o := l.frame(c)
	scales := l.addBands(o, c, bands, belowCurves, l.extent)
	for n, a := range l.drawn() {
		band := slices.IndexFunc(bands, func(b []int) bool { return slices.Contains(b, a) })
		if l.log {
			o.YAxis[band].Type = "log"
		}
		l.addCurve(o, c, n, a, band, scales[band])
	}
	return chartText(o)
}

// addBands adds a grid with axes for each band of curves, with the lowest band at
// the bottom. It returns the scales of the bands. The parameter below is the free
// space below the bands, and extent returns the range of values of a curve.
func (l *Lab) addBands(o *chart.ChartOptions, c *Colours, bands [][]int, below float64, extent func(int) (low, high float64)) []scale {
	free := 100.0 - chartTop - below - float64(len(bands)-1)*breakShare
	bottom, right := below, "150"
	if c.Narrow {
		right = "16"
	}
	var scales []scale
	for i, band := range bands {
		share := free
		if len(bands) == 2 {
			share = free * [...]float64{0.68, 0.32}[i]
		}
		o.Grid = append(o.Grid, chart.ChartGrid{Grid: opts.Grid{Left: "64", Right: right, Bottom: percent(bottom), Height: percent(share)}, OuterBoundsMode: "none"})
		bottom += share + breakShare
		most := 0.0
		for _, a := range band {
			low, high := extent(a)
			most = max(most, math.Abs(low), math.Abs(high))
		}
		s := l.scaleFor(l.key(), most)
		x, y := l.axis(c, i == 0), l.upright(c, s)
		x.GridIndex, y.GridIndex, y.SplitNumber = i, i, []int{5, 2}[i]
		if len(bands) == 2 && below == belowDifferences {
			y.SplitNumber = 2 // a broken axis leaves little height for each band
		}
		o.XAxis, o.YAxis, scales = append(o.XAxis, x), append(o.YAxis, y), append(scales, s)
	}
	return scales
}

// frame returns the options of a chart that has no axes and curves yet.
func (l *Lab) frame(c *Colours) *chart.ChartOptions {
	return &chart.ChartOptions{TextStyle: &opts.TextStyle{Color: c.Soft}, Series: []chart.Series{},
		Tooltip: &chart.Tooltip{Tooltip: opts.Tooltip{Trigger: "item", Formatter: "{b}", BackgroundColor: c.Panel, BorderColor: c.Line},
			RenderMode: "richText", Confine: true, TextStyle: &opts.TextStyle{Color: c.Ink}}}
}

// chartText returns the options of a chart as JSON.
func chartText(o *chart.ChartOptions) string {
	raw, err := json.Marshal(o)
	if err != nil { // a value is NaN or infinite
		return ""
	}
	return string(raw)
}

// upright returns a vertical axis with the unit of s.
func (l *Lab) upright(c *Colours, s scale) opts.YAxis {
	return opts.YAxis{Type: "value", Scale: opts.Bool(true), SplitNumber: 4,
		AxisLabel: &opts.AxisLabel{Color: c.Soft, Formatter: types.FuncStr(spaced("{value}", s.name))},
		SplitLine: &opts.SplitLine{Show: opts.Bool(true), LineStyle: &opts.LineStyle{Color: c.Line}}}
}

func percent(x float64) string { return fmt.Sprintf("%.1f%%", x) }

// axis returns the horizontal axis, which covers the steps of the design. If named
// is set, it has labels and a title.
func (l *Lab) axis(c *Colours, named bool) opts.XAxis {
	low, high := l.layout.Steps[0], l.layout.Steps[0]
	for _, x := range l.layout.Steps {
		low, high = min(low, x), max(high, x)
	}
	room := (high - low) / 40
	if room == 0 {
		room = 1
	}
	x := opts.XAxis{Type: "value", Min: low - room, Max: high + room, SplitLine: &opts.SplitLine{Show: opts.Bool(false)},
		AxisLabel: &opts.AxisLabel{Show: opts.Bool(named), Color: c.Soft, ShowMinLabel: opts.Bool(false), ShowMaxLabel: opts.Bool(false)}, AxisTick: &opts.AxisTick{Show: opts.Bool(named)},
		AxisLine: &opts.AxisLine{Show: opts.Bool(named), LineStyle: &opts.LineStyle{Color: c.Line}}}
	if named {
		x.Name, x.NameLocation, x.NameGap = l.axisTitle(), "middle", 26
	}
	return x
}

// axisTitle returns the title of the horizontal axis.
func (l *Lab) axisTitle() string {
	at := l.d.Find(l.d.Axis)
	path := pathOf(&l.d.Factors[at])
	if own := l.texts.Of["axis "+path]; own != "" {
		return own
	}
	return l.fieldTitle(path, l.d.Axis)
}

// addCurve adds a curve to the chart: its line, and the vertical strokes for its
// intervals. Each curve is shifted sideways a little, so that the strokes of
// different curves do not overlap.
func (l *Lab) addCurve(o *chart.ChartOptions, c *Colours, n, a, band int, s scale) {
	var means, strokes []chart.ChartPoint
	room := l.dodge() * (float64(n) - float64(len(l.drawn())-1)/2)
	for step, x := range l.layout.Steps {
		sample := l.sample(a, step)
		if sample == nil {
			means = append(means, chart.ChartPoint{Value: []any{x, nil}})
			continue
		}
		e := experiment.Of(sample)
		means = append(means, chart.ChartPoint{Value: []any{x + room, rounded(e.Mean / s.unit)}, Name: l.pointName(a, step, s.estimate(e))})
		if e.N > 1 {
			strokes = append(strokes, chart.ChartPoint{Value: []any{x + room, rounded((e.Mean - e.Half) / s.unit)}}, chart.ChartPoint{Value: []any{x + room, rounded((e.Mean + e.Half) / s.unit)}}, chart.ChartPoint{Value: []any{nil, nil}})
		}
	}
	paint := c.Series[look(a)]
	line := chart.Series{Name: l.algorithm(a), Type: "line", XAxisIndex: band, YAxisIndex: band, Symbol: symbols[look(a)].name, SymbolSize: 8, ShowSymbol: true,
		LineStyle: &opts.LineStyle{Color: paint, Width: 1.8}, ItemStyle: &opts.ItemStyle{Color: paint}, Data: means}
	named(&line, c)
	o.Series = append(o.Series, line, chart.Series{Name: l.algorithm(a), Type: "line", XAxisIndex: band, YAxisIndex: band, Symbol: "none", Silent: true,
		LineStyle: &opts.LineStyle{Color: paint, Width: 1.2, Opacity: opts.Float(0.7)}, ItemStyle: &opts.ItemStyle{Color: paint}, Data: strokes})
}

// named adds a label with the curve's name at the end of the curve.
func named(s *chart.Series, c *Colours) {
	if c.Narrow {
		return // there is no room; the names are shown in the list of compared levels and in the table
	}
	s.EndLabel = &chart.EndLabel{Show: true, Formatter: s.Name, Color: c.Ink, FontWeight: 600, FontSize: 12, LineHeight: 14, Width: 136, Overflow: "break"}
	s.LabelLayout = &chart.LabelLayout{MoveOverlap: "shiftY"}
}

// dodge returns the distance by which adjacent curves are shifted sideways against
// each other, so that their strokes do not overlap.
func (l *Lab) dodge() float64 {
	steps := slices.Clone(l.layout.Steps)
	slices.Sort(steps)
	if len(steps) < 2 {
		return 0.05
	}
	least := math.Inf(1)
	for i := range steps[1:] {
		if gap := steps[i+1] - steps[i]; gap > 0 {
			least = min(least, gap)
		}
	}
	return min(0.12*least, (steps[len(steps)-1]-steps[0])/100)
}

// pointName returns the text of a point's tooltip.
func (l *Lab) pointName(a, step int, value string) string {
	return l.algorithm(a) + ", " + l.axisTitle() + " " + l.layout.Axis.Levels[step].Name + ": " + value
}

// differenceChart returns the chart of the paired differences between each curve
// and the base curve. A significant difference is drawn as a filled point.
func (l *Lab) differenceChart(c *Colours) string {
	curves := slices.DeleteFunc(l.drawn(), func(a int) bool { return a == l.against })
	if len(curves) == 0 || len(l.layout.Made) < 2 {
		return ""
	}
	all := map[int][]compared{}
	for _, a := range curves {
		all[a] = l.differences(a)
	}
	extent := func(a int) (low, high float64) {
		for _, d := range all[a] {
			low, high = min(low, d.Mean-d.Half), max(high, d.Mean+d.Half)
		}
		return low, high // the range includes 0, the value of the base curve
	}
	bands := byWidth(curves, extent)
	o := l.frame(c)
	scales := l.addBands(o, c, bands, belowDifferences, extent)
	for n, a := range curves {
		band := slices.IndexFunc(bands, func(b []int) bool { return slices.Contains(b, a) })
		o.YAxis[band].Scale = opts.Bool(false)
		l.addDifferences(o, c, n, a, band, all[a], scales[band])
	}
	return chartText(o)
}

// byWidth sorts curves of differences by the width of their range of values. If a
// curve is more than eight times as wide as the next narrower one, byWidth splits
// the curves into two bands at this point; otherwise the narrow curves would look
// flat. The band of the narrow curves comes first.
func byWidth(curves []int, extent func(int) (low, high float64)) [][]int {
	width := func(a int) float64 { low, high := extent(a); return high - low }
	sorted := slices.SortedStableFunc(slices.Values(curves), func(a, b int) int { return cmp.Compare(width(a), width(b)) })
	for i := 1; i < len(sorted); i++ {
		if width(sorted[i]) > 8*width(sorted[i-1]) && width(sorted[i-1]) > 0 {
			return [][]int{sorted[:i], sorted[i:]}
		}
	}
	return [][]int{sorted}
}

func (l *Lab) addDifferences(o *chart.ChartOptions, c *Colours, n, a, band int, all []compared, s scale) {
	var means, strokes []chart.ChartPoint
	paint := c.Series[look(a)]
	room := l.dodge() * float64(n)
	for step, d := range all {
		x := l.layout.Steps[step] + room
		if !d.known {
			means = append(means, chart.ChartPoint{Value: []any{x, nil}})
			continue
		}
		fill := c.Panel
		verdict := l.say("NotApart")
		if d.apart {
			fill, verdict = paint, l.say("Apart")
		}
		means = append(means, chart.ChartPoint{Value: []any{x, rounded(d.Mean / s.unit)}, Name: l.pointName(a, step, s.estimate(d.Estimate)+", "+verdict), ItemStyle: &opts.ItemStyle{Color: fill, BorderColor: paint, BorderWidth: 2}})
		strokes = append(strokes, chart.ChartPoint{Value: []any{x, rounded((d.Mean - d.Half) / s.unit)}}, chart.ChartPoint{Value: []any{x, rounded((d.Mean + d.Half) / s.unit)}}, chart.ChartPoint{Value: []any{nil, nil}})
	}
	line := chart.Series{Name: l.algorithm(a), Type: "line", XAxisIndex: band, YAxisIndex: band, Symbol: "circle", SymbolSize: 9, ShowSymbol: true,
		LineStyle: &opts.LineStyle{Color: paint, Opacity: opts.Float(0)}, ItemStyle: &opts.ItemStyle{Color: paint}, Data: means}
	named(&line, c)
	o.Series = append(o.Series, line, chart.Series{Name: l.algorithm(a), Type: "line", XAxisIndex: band, YAxisIndex: band, Symbol: "none", Silent: true,
		LineStyle: &opts.LineStyle{Color: paint, Width: 1.2}, ItemStyle: &opts.ItemStyle{Color: paint}, Data: strokes})
}

// rounded rounds a number to five significant digits, which is enough for a chart.
// It returns nil for NaN and infinite values.
func rounded(x float64) any {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return json.Number(strings.TrimSuffix(fmt.Sprintf("%.5g", x), "."))
}
