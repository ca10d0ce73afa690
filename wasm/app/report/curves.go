package report

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/go-echarts/go-echarts/v2/opts"

	"hopyard/wasm/app/chart"
)

// colours is the number of colors for curves. They are defined in report.css as
// --c0 to --c8: the colors of Okabe and Ito, and a gray. Each color has its own
// marker shape, so that curves can be distinguished without seeing colors.
const colours = 9

var marks = [colours]mark{
	{"round", "circle"}, {"square", "rect"}, {"up", "triangle"}, {"down", "path://M0 0L10 0L5 9Z"},
	{"tilted", "diamond"}, {"cross", "path://M0 2L2 0L5 3L8 0L10 2L7 5L10 8L8 10L5 7L2 10L0 8L3 5Z"},
	{"plus", "path://M3.5 0H6.5V3.5H10V6.5H6.5V10H3.5V6.5H0V3.5H3.5Z"}, {"bar", "path://M0 3H10V7H0Z"}, {"pillar", "path://M3 0H7V10H3Z"},
}

// mark is the shape of a marker: its CSS class in report.css, and its ECharts name.
type mark struct{ class, symbol string }

// dashes lists the line styles. Algorithms with the same color have different line
// styles. Such algorithms have the same level of the last compared factor, and
// differ in another compared factor.
var dashes = []string{"solid", "dashed", "dotted"}

// looks returns the color and the line style of each algorithm. The color depends
// on the algorithm's level of the last compared factor. Two levels may share a
// color if there is no place with runs for both levels.
func (l *layout) looks() (colour, dash []int) {
	last := len(l.Design.Algorithm) - 1
	of := map[int]int{} // by level: its color
	var others [][]int
	for i := range l.Algorithms {
		level := l.Algorithms[i].Levels[last]
		if _, done := of[level]; !done {
			taken := map[int]bool{}
			for other, c := range of {
				taken[c] = taken[c] || l.meet(last, level, other)
			}
			c := 0
			for taken[c] {
				c++
			}
			of[level] = c
		}
		colour = append(colour, of[level]%colours)
		rest := l.Algorithms[i].Levels[:last]
		d := slices.IndexFunc(others, func(o []int) bool { return slices.Equal(o, rest) })
		if d < 0 {
			d, others = len(others), append(others, rest)
		}
		dash = append(dash, d%len(dashes))
	}
	return colour, dash
}

// meet reports whether there is a place with runs for both of two levels of a
// factor.
func (l *layout) meet(factor, a, b int) bool {
	for p := range l.Places {
		here := func(level int) bool {
			for i := range l.Algorithms {
				if l.Algorithms[i].Levels[factor] == level && l.Runs(p, i) {
					return true
				}
			}
			return false
		}
		if here(a) && here(b) {
			return true
		}
	}
	return false
}

// chart returns the chart of a place without the points of its curves. Each
// algorithm has a line, and a series of vertical strokes for its intervals. A color
// such as "$3" in the chart stands for the CSS color --c3.
func (l *layout) chart(place int, colour, dash []int) (json.RawMessage, error) {
	low, high := l.Steps[0], l.Steps[len(l.Steps)-1]
	room := (high - low) / 40
	o := chart.ChartOptions{
		Tooltip: &chart.Tooltip{Tooltip: opts.Tooltip{Show: opts.Bool(true), Trigger: "axis"}},
		Grid:    []chart.ChartGrid{{Grid: opts.Grid{Left: "8", Right: "12", Top: "12", Bottom: "8", ContainLabel: opts.Bool(true)}}},
		XAxis:   []opts.XAxis{{Type: "value", Min: low - room, Max: high + room, SplitLine: &opts.SplitLine{Show: opts.Bool(false)}}},
		YAxis:   []opts.YAxis{{Type: "value", Scale: opts.Bool(true), SplitNumber: 4}},
		Series:  []chart.Series{},
	}
	for a := range l.Algorithms {
		if !l.Runs(place, a) {
			continue
		}
		name, paint := l.Algorithms[a].Name, "$"+strconv.Itoa(colour[a])
		o.Series = append(o.Series,
			chart.Series{ID: fmt.Sprintf("m%d", a), Name: name, Type: "line", Symbol: marks[colour[a]].symbol, SymbolSize: 6, ShowSymbol: true,
				LineStyle: &opts.LineStyle{Color: paint, Width: 1.6, Type: dashes[dash[a]]}, ItemStyle: &opts.ItemStyle{Color: paint}},
			chart.Series{ID: fmt.Sprintf("h%d", a), Name: name, Type: "line", Symbol: "none", LineStyle: &opts.LineStyle{Color: paint, Width: 1}})
	}
	return json.Marshal(o)
}

// points holds the points of the curves of a figure, by place and algorithm. A
// curve has two lists with an element for each step: the means, and half the widths
// of their intervals. The pointer is nil if the algorithm has no runs at the place.
type points [][]*[2][]json.RawMessage

// values returns two sets of curves for a figure. The first contains the means. The
// second contains the paired differences from the first algorithm, in percent of
// the first algorithm's mean.
func (l *layout) values(figure int) (values, differences points) {
	for p := range l.Places {
		var vs, ds []*[2][]json.RawMessage
		for a := range l.Algorithms {
			if !l.Runs(p, a) {
				vs, ds = append(vs, nil), append(ds, nil)
				continue
			}
			var v, d [2][]json.RawMessage
			for step := range l.Steps {
				mine, first := l.SampleAt(figure, p, a, step), l.SampleAt(figure, p, 0, step)
				by := l.EstimatorAt(p, step)
				e := by.Of(mine)
				v[0], v[1] = append(v[0], rounded(e.Mean, mine != nil)), append(v[1], rounded(e.Half, mine != nil))
				known := mine != nil && first != nil
				if known {
					e = by.Difference(mine, first)
					if base := by.Of(first).Mean; base != 0 {
						e.Mean, e.Half = 100*e.Mean/math.Abs(base), 100*e.Half/math.Abs(base)
					}
				}
				d[0], d[1] = append(d[0], rounded(e.Mean, known)), append(d[1], rounded(e.Half, known))
			}
			vs, ds = append(vs, &v), append(ds, &d)
		}
		values, differences = append(values, vs), append(differences, ds)
	}
	return values, differences
}

// rounded rounds a number to five significant digits, which is enough for a chart.
// It returns null if the number is not known.
func rounded(x float64, known bool) json.RawMessage {
	if !known {
		return json.RawMessage("null")
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 5, 64), 64)
	return json.RawMessage(strconv.FormatFloat(short, 'f', -1, 64))
}
