// Package curves makes the options with which ECharts draws the curves over time,
// such as utilization and queue length.
//
// The options come from a template that package option makes and the build writes
// into a file. The template is JSON with placeholders: strings that begin with $. A
// [Picture] holds the points, the texts and the colours for a run, and replaces the
// placeholders:
//
//	p := &curves.Picture{Points: points, Last: last, Now: now, Words: words, Colours: colours}
//	options := p.Options(template) // all curves
//	update := p.Mark(template)     // moves the line at Now only
//
// [Plots] lists the curves. The last of them is shown only if jobs share links.
package curves

import (
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Colours holds the CSS colours of the curves. They are passed as values because a
// canvas cannot read custom properties.
type Colours struct{ Ink, Soft, Line, Panel, Accent string }

// Plot is one of the curves.
type Plot struct {
	ID    string
	Most  float64 // upper end of the vertical axis; 0: ECharts chooses it from the data
	Unit  string  // unit of the values; contains the placeholder {value}
	Title i18n.Text
	Value func(p *message.Point) float64
}

// Plots lists the curves from top to bottom.
var Plots = [...]Plot{
	{"utilization", 100, "{value} %", i18n.CurveUtilization, func(p *message.Point) float64 { return round(p.Busy * 100) }},
	{"queue", 0, "{value}", i18n.CurveQueue, func(p *message.Point) float64 { return float64(p.Waiting) }},
	{"fragmentation", 100, "{value} %", i18n.CurveFragmentation, func(p *message.Point) float64 { return round(p.Idle * 100) }},
	{"hops", 0, "{value}", i18n.CurveHops, func(p *message.Point) float64 { return round(p.Hops) }},
	{"load", 0, "{value} %", i18n.CurveLoad, func(p *message.Point) float64 { return round(p.Load * 100) }},
}

// Shown returns the number of plots of a run. The last plot is shown only if jobs
// share links.
func Shown(sharing bool) int {
	if sharing {
		return len(Plots)
	}
	return len(Plots) - 1
}

// Height returns the height in pixels of the given number of plots.
func Height(plots int) int { return Top + Row*plots + 20 }

func round(v float64) float64 { return float64(int64(v*100+0.5)) / 100 }

// Lengths in pixels: the top of the first curve, the distance between two curves,
// and the height of a curve.
const (
	Top  = 2
	Row  = 64
	High = Row - 35
)

// Scale is the unit of the time axis.
type Scale struct {
	Unit  simtime.Duration
	Label string // format of a label; contains the placeholder {value}
}

// ScaleOf returns the most readable time unit for a run that ends at last.
func ScaleOf(last simtime.Time, c *i18n.Catalog) Scale {
	value := i18n.S("n", "{value}")
	switch d := simtime.Duration(last); {
	case d > 4*simtime.Day:
		return Scale{simtime.Day, c.Say(i18n.Days, value)}
	case d > 4*simtime.Hour:
		return Scale{simtime.Hour, c.Say(i18n.Hours, value)}
	case d > 10*simtime.Minute:
		return Scale{simtime.Minute, c.Say(i18n.Minutes, value)}
	}
	return Scale{simtime.Second, c.Say(i18n.Seconds, value)}
}

func (s Scale) append(dst []byte, t simtime.Time) []byte {
	return number(dst, float64(t)/float64(s.Unit))
}

// Picture holds the data, texts and colours with which the curves are drawn.
type Picture struct {
	Points    []message.Point
	Last, Now simtime.Time
	Sharing   bool // jobs share links, so there is one more curve
	Words     *i18n.Catalog
	Colours   Colours
}

// Options returns the options that draw all curves. Cost: O(points).
func (p *Picture) Options(template string) []byte { return p.fill(p.line(template, 0)) }

// Mark returns the options that only move the line at the time Now.
func (p *Picture) Mark(template string) []byte { return p.fill(p.line(template, 1)) }

// line returns a line of the template. For n = 0, the line holds the options of all
// curves; for n = 1, it holds the options that only move the line at the time Now.
// The template has two such lines for runs in which jobs do not share links,
// followed by two lines for runs in which jobs share links.
func (p *Picture) line(template string, n int) string {
	if p.Sharing {
		n += 2
	}
	for range n {
		_, template, _ = strings.Cut(template, "\n")
	}
	line, _, _ := strings.Cut(template, "\n")
	return line
}

// fill replaces the placeholders (strings that begin with $) in a line of the
// template.
func (p *Picture) fill(template string) []byte {
	var out []byte
	for {
		before, rest, found := strings.Cut(template, `"$`)
		out = append(out, before...)
		if !found {
			return out
		}
		name, after, _ := strings.Cut(rest, `"`)
		out = p.append(out, name)
		template = after
	}
}

// append appends the value of a placeholder to dst, as JSON.
func (p *Picture) append(dst []byte, name string) []byte {
	switch name {
	case "last":
		return ScaleOf(p.Last, p.Words).append(dst, p.Last)
	case "now":
		return ScaleOf(p.Last, p.Words).append(dst, p.Now)
	case "unit":
		return text(dst, ScaleOf(p.Last, p.Words).Label)
	case "ink":
		return text(dst, p.Colours.Ink)
	case "soft":
		return text(dst, p.Colours.Soft)
	case "line":
		return text(dst, p.Colours.Line)
	case "panel":
		return text(dst, p.Colours.Panel)
	case "accent":
		return text(dst, p.Colours.Accent)
	}
	for i := range Plots {
		switch plot := &Plots[i]; name {
		case "title" + plot.ID:
			return text(dst, p.Words.Say(plot.Title))
		case "data" + plot.ID:
			return p.data(dst, plot)
		}
	}
	return append(dst, "null"...)
}

// data appends the points of a curve. ECharts drops each corner that is within two
// pixels of the corner before, so that a small step would be drawn as a slope to
// the next point. To prevent this, data adds a second point shortly after each
// step, so that level parts are drawn level.
func (p *Picture) data(dst []byte, plot *Plot) []byte {
	scale, soon := ScaleOf(p.Last, p.Words), p.Last/soonPart
	dst = append(dst, '[')
	put := func(t simtime.Time, v float64) {
		if dst[len(dst)-1] == ']' {
			dst = append(dst, ',')
		}
		dst = append(scale.append(append(dst, '['), t), ',')
		dst = append(number(dst, v), ']')
	}
	for i := range p.Points {
		t, v := p.Points[i].Time, plot.Value(&p.Points[i])
		put(t, v)
		if i > 0 && i+1 < len(p.Points) && v != plot.Value(&p.Points[i-1]) && p.Points[i+1].Time-t > 2*soon {
			put(t+soon, v)
		}
	}
	return append(dst, ']')
}

// soonPart sets the distance between a step of a curve and the second point that
// data adds after the step: the width of the curve divided by soonPart. A curve is
// at least 160 pixels wide, so the distance is more than two pixels.
const soonPart = 70

func number(dst []byte, v float64) []byte { return strconv.AppendFloat(dst, v, 'f', -1, 64) }

// text appends s as a JSON string. It escapes only what can occur in the page's own
// colours and words.
func text(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r < ' ':
			dst = append(dst, ' ')
		default:
			dst = append(dst, string(r)...)
		}
	}
	return append(dst, '"')
}
