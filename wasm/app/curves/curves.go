// Package curves puts a run's numbers, texts and colours into the options of
// its curves over time, which package option makes and the build writes into a
// file.
package curves

import (
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Colours are CSS colours, since a canvas knows no custom properties.
type Colours struct{ Ink, Soft, Line, Panel, Accent string }

// Plot is one of the curves.
type Plot struct {
	ID    string
	Most  float64 // of the vertical axis; 0: what the data needs
	Unit  string  // with {value} in it
	Title i18n.Text
	Value func(p *message.Point) float64
}

// Plots are the curves from top to bottom.
var Plots = [...]Plot{
	{"utilization", 100, "{value} %", i18n.CurveUtilization, func(p *message.Point) float64 { return round(p.Busy * 100) }},
	{"queue", 0, "{value}", i18n.CurveQueue, func(p *message.Point) float64 { return float64(p.Waiting) }},
	{"fragmentation", 100, "{value} %", i18n.CurveFragmentation, func(p *message.Point) float64 { return round(p.Idle * 100) }},
	{"hops", 0, "{value}", i18n.CurveHops, func(p *message.Point) float64 { return round(p.Hops) }},
	{"load", 0, "{value} %", i18n.CurveLoad, func(p *message.Point) float64 { return round(p.Load * 100) }},
}

// Shown are how many of the plots a run has: the last only where jobs share
// links.
func Shown(sharing bool) int {
	if sharing {
		return len(Plots)
	}
	return len(Plots) - 1
}

// Height is what so many curves need.
func Height(plots int) int { return Top + Row*plots + 20 }

func round(v float64) float64 { return float64(int64(v*100+0.5)) / 100 }

// Lengths in pixels: where the first curve begins, how far apart they are, and
// how high each is.
const (
	Top  = 2
	Row  = 64
	High = Row - 35
)

// Scale is the unit of the time axis.
type Scale struct {
	Unit  simtime.Duration
	Label string // with {value} in it
}

// ScaleOf is the unit in which a run that ends at last is best read.
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

// Picture is what the curves show.
type Picture struct {
	Points    []message.Point
	Last, Now simtime.Time
	Sharing   bool // jobs share links: there is one curve more
	Words     *i18n.Catalog
	Colours   Colours
}

// Options fills the template with the whole picture. Cost: O(points).
func (p *Picture) Options(template string) []byte { return p.fill(p.line(template, 0)) }

// Mark fills the line of the template in which only the line at now moves.
func (p *Picture) Mark(template string) []byte { return p.fill(p.line(template, 1)) }

// line is the n-th line of the template for this run: first come the two for
// runs in which jobs do not share links.
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

// fill puts values in the place of the texts that begin with $.
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

// append adds the value of a place as JSON.
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

// data are the points of a curve. ECharts leaves out corners within two pixels of
// the one before, and so makes a slope of a small step up to the next point: a
// step has a second point soon after it, so that what is level is drawn so.
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

// soonPart is the part of a curve's width that is more than two pixels: it has
// 160 at least.
const soonPart = 70

func number(dst []byte, v float64) []byte { return strconv.AppendFloat(dst, v, 'f', -1, 64) }

// text writes s as JSON. The texts are the page's own: colours and words.
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
