package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/experiment"
	"hopyard/core/scenario"
	"hopyard/wasm/draw"
	"hopyard/wasm/html"
)

// Parts returns the contents of all elements of the lab. The page replaces those
// that have changed. A control has the attribute data-lab="name"; when the reader
// uses it, the page calls Act with this name.
func (l *Lab) Parts() []Part {
	if l.d == nil {
		return nil
	}
	l.arrange()
	return []Part{
		{"lab-bar", l.barHTML()}, {"lab-design", l.designHTML()}, {"lab-progress", l.progressHTML()},
		{"lab-head", l.headHTML()}, {"lab-warn", l.warnHTML()}, {"lab-table", l.tableHTML()},
		{"lab-differences-head", l.differencesHeadHTML()}, {"lab-point", l.pointHTML()},
		{"lab-best", l.bestHTML()}, {"lab-says", l.saysHTML()}, {"lab-exports", l.exportsHTML()},
	}
}

func (l *Lab) barHTML() html.HTML {
	return html.H2(l.text("Experiment")) + html.Small(l.text("From", "title", l.d.Title)) + html.Span(html.Class("grow")) +
		html.Button(act("export"), value("report"), l.text("Report")) + html.Button(act("leave"), l.text("Back"))
}

func (l *Lab) headHTML() html.HTML {
	if l.r == nil {
		return ""
	}
	of := l.say("Waiting")
	if l.layout != nil {
		of = l.say("Intervals", "n", strconv.Itoa(len(l.layout.Made)))
	}
	pick := func(name, title string, options html.HTML) html.HTML {
		return html.El("label", html.Spoken(l.text(title)), html.El("select", act(name), options))
	}
	var figures, places, curves html.HTML
	for i, k := range l.r.Keys {
		figures += html.Option(k.Key, i == l.figure, html.Text(l.figureTitle(&k)))
	}
	zoom := pick("figure", "Figure", figures)
	if l.layout != nil && len(l.layout.Places) > 1 {
		for i, p := range l.layout.Places {
			places += html.Option(strconv.Itoa(i), i == l.place, html.Text(l.placeTitle(&p)))
		}
		zoom += pick("place", "Place", places)
	}
	zoom += html.Button(act("log"), html.Bool("aria-pressed", l.log), l.text("Log")) + html.Button(act("table"), html.Bool("aria-pressed", l.table), l.text("Table"))
	out := html.H2(html.Text(l.figureTitle(l.key())+" "), html.Small(html.Text(of))) + html.Div(html.Class("zoom"), zoom)
	if l.layout != nil { // shown if there is no room for labels beside the curves
		for _, a := range l.drawn() {
			curves += html.Span(l.chip(a), html.Text(l.algorithm(a)))
		}
		out += html.P(html.Class("names"), curves)
	}
	return out
}

// placeTitle returns the title of a place, that is, of a combination of levels of
// the factors that are neither varied along the axis nor compared.
func (l *Lab) placeTitle(p *experiment.Site) string {
	var names []string
	for i, level := range p.Levels {
		if level != "" {
			names = append(names, l.fieldTitle(pathOf(&l.d.Factors[i]), l.d.Factors[i].Name)+" "+l.levelTitle(l.d.Factors[i].Name, level))
		}
	}
	return strings.Join(names, ", ")
}

func (l *Lab) warnHTML() html.HTML {
	if l.layout == nil {
		return ""
	}
	var out html.HTML
	for _, s := range l.saturation() {
		reached := strconv.FormatFloat(s.reached, 'f', 2, 64)
		text := l.say("Reached", "reached", reached)
		if load := l.loadAt(s.step); load != "" {
			text = l.say("LoadReached", "load", load, "reached", reached)
		}
		wait := l.scaleFor(&l.r.Keys[l.figureAt("mean_wait")], s.mean)
		text += " " + l.say("TwiceTheJobs", "axis", l.axisTitle(), "level", l.layout.Axis.Levels[s.step].Name, "wait", wait.with(s.mean), "times", short(s.times))
		out += html.Div(html.Class("warn"), html.Attr{"role", "note"}, html.Bold("!"), html.Div(html.Bold(l.say("Saturated", "name", l.algorithm(s.algorithm))), html.Text(" "+text)))
	}
	return out
}

// loadAt returns the offered load at a step of the axis, or "" if the experiment
// does not set the load.
func (l *Lab) loadAt(step int) string {
	if pathOf(&l.layout.Axis) == "workload.load" {
		return l.layout.Axis.Levels[step].Name
	}
	load, _ := scenario.LookUp(l.d.Base, "workload.load")
	return load
}

// tableHTML returns the values of the curves as a table. It has a row for each
// step, and a button for each point.
func (l *Lab) tableHTML() html.HTML {
	if l.layout == nil {
		return ""
	}
	curves := l.drawn()
	most := 0.0
	for _, a := range curves {
		_, high := l.extent(a)
		most = max(most, high)
	}
	s := l.scaleFor(l.key(), most)
	heads := html.ColumnHead(html.Text(l.axisTitle()))
	var rows html.HTML
	for _, a := range curves {
		heads += html.ColumnHead(html.Class("n"), l.chip(a), html.Text(l.algorithm(a)))
	}
	for step, x := range l.layout.Axis.Levels {
		cells := html.RowHead(html.Text(x.Name))
		for n, a := range curves {
			cell := html.HTML("–")
			if sample := l.sample(a, step); sample != nil {
				cell = html.Button(html.Class("link"), html.Attr{"data-lab-point", fmt.Sprintf("%d,%d", n*perCurve, step)}, html.Text(s.estimate(experiment.Of(sample))))
			}
			cells += html.Td(html.Class("n"), cell)
		}
		rows += html.Tr(cells)
	}
	// A hidden table is still read by screen readers.
	return html.Div(html.If(!l.table, html.Class("sr")), html.Table(html.El("caption", html.Class("sr"), html.Text(l.figureTitle(l.key()))), html.Rows(heads, rows)))
}

func (l *Lab) differencesHeadHTML() html.HTML {
	if l.layout == nil || len(l.drawn()) < 2 {
		return ""
	}
	var options html.HTML
	for _, a := range l.drawn() {
		options += html.Option(strconv.Itoa(a), a == l.against, html.Text(l.algorithm(a)))
	}
	circle := func(r float64, parts ...html.Piece) html.HTML {
		return symbol(html.El("circle", append([]html.Piece{html.Attr{"cx", "5"}, html.Attr{"cy", "5"}, html.Float("r", r)}, parts...)...))
	}
	return html.H2(l.text("Less", "name", l.algorithm(l.against)), html.HTML(" "), html.Small(l.text("PairedBySeed"))) +
		html.Div(html.Class("zoom"), html.El("label", l.text("Against"), html.HTML(" "), html.El("select", act("against"), options)),
			html.Span(html.Class("key"), circle(4, html.Attr{"fill", "currentColor"}), l.text("Apart"), html.HTML(" "),
				circle(3.6, html.Attr{"fill", "none"}, html.Attr{"stroke", "currentColor"}, html.Float("stroke-width", 1.6)), l.text("NotApart")))
}

// pointHTML returns the panel about the selected point. It shows the mean at the
// point, the mean of the curve with which it is compared, the paired difference,
// and a button that opens a run.
func (l *Lab) pointHTML() html.HTML {
	if l.layout == nil || l.point == nil {
		return ""
	}
	p := *l.point
	mine := l.sample(p.algorithm, p.step)
	if mine == nil {
		return ""
	}
	e := experiment.Of(mine)
	s := l.scaleFor(l.key(), e.Mean+e.Half)
	var rows html.HTML
	row := func(name, text string) {
		rows += html.Tr(html.Td(html.Text(name)), html.NumberCell(text))
	}
	row(l.figureTitle(l.key()), s.estimate(e))
	if b := l.other(p); b >= 0 {
		base := l.sample(b, p.step)
		row(l.say("SameSeeds", "name", l.algorithm(b)), s.estimate(experiment.Of(base)))
		row(l.say("Difference"), s.estimate(experiment.Difference(mine, base)))
	}
	used := experiment.Of(l.layout.SampleAt(l.figureAt("utilization"), l.place, p.algorithm, p.step)).Mean
	reached := strconv.FormatFloat(used, 'f', 2, 64)
	if load := l.loadAt(p.step); load != "" {
		reached = l.say("OfLoad", "reached", reached, "load", load)
	}
	row(l.say("Utilization"), reached)
	return html.Div(html.Class("head"), html.H2(l.chip(p.algorithm), html.Text(l.algorithm(p.algorithm)+" "), html.Small(html.Text(l.axisTitle()+" "+l.layout.Axis.Levels[p.step].Name))),
		html.Button(html.Class("icon"), act("close"), html.Label(l.say("Close")), html.Text("×"))) + html.Table(html.El("tbody", rows)) + l.openHTML(p)
}

// openHTML returns the button that opens a run of the selected point, with a text
// about what the run shows.
func (l *Lab) openHTML(p point) html.HTML {
	q, ok := l.parting(p)
	if !ok {
		return ""
	}
	x := l.differing[q]
	button := func(name string, ready bool) html.HTML {
		return html.Button(html.Class("primary"), act("open"), html.Bool("aria-disabled", !ready), l.text(name))
	}
	seed := strconv.FormatInt(l.r.Seed(q.A, q.Repetition), 10)
	switch {
	case x == nil:
		return button("LookingFor", false)
	case x.Err != "":
		return html.P(html.Class("errors"), html.Text(x.Err))
	case x.Same:
		return button("OpenRun", true) + html.P(html.Class("small"), l.text("SameSchedule", "seed", seed))
	}
	first, second := l.algorithm(p.algorithm), l.algorithm(l.other(p))
	if !x.InA {
		first, second = second, first
	}
	return button("OpenAtDifference", true) + html.P(html.Class("small"),
		l.text("FirstDifference", "seed", seed, "at", (&draw.Words{Day: l.say("Days")}).Clock(x.At), "job", strconv.FormatInt(x.Job, 10), "first", first, "second", second))
}

func (l *Lab) bestHTML() html.HTML {
	if l.layout == nil || len(l.drawn()) < 2 || l.key().Better == 0 {
		return ""
	}
	var rows html.HTML
	most, where := 0, -1
	all := l.bests()
	for step := 0; step < len(all); {
		b := all[step]
		last := step // consecutive steps with the same verdict share a row
		for last+1 < len(all) && all[last+1].first == b.first && all[last+1].apart == b.apart {
			last++
		}
		for i := step; i <= last; i++ {
			if n := all[i].needed; !b.apart && n > len(l.layout.Made) && (most == 0 || n < most) {
				most, where = n, i
			}
		}
		if b.first >= 0 {
			name := l.layout.Axis.Levels[step].Name
			if last > step {
				name = l.say("FromTo", "from", name, "to", l.layout.Axis.Levels[last].Name)
			}
			class, verdict := "mark no", "Unclear"
			if b.apart {
				class, verdict = "mark", "Better"
			}
			rows += html.Tr(html.RowHead(html.Text(name)), html.Td(html.Text(l.algorithm(b.first))), html.Td(html.Span(html.Class(class), l.text(verdict))))
		}
		step = last + 1
	}
	heads := html.ColumnHead(html.Text(l.axisTitle())) + html.ColumnHead(l.text("Best")) + html.ColumnHead(l.text("ToldApart"))
	out := html.Div(html.Class("head"), html.H2(l.text("BestBy", "figure", l.figureTitle(l.key()))), html.Small(l.text("SeedsMade", "n", strconv.Itoa(len(l.layout.Made))))) +
		html.Table(html.Rows(heads, rows)) + html.P(html.Class("small"), l.text("Holm", "n", strconv.Itoa(len(all))))
	if where >= 0 && len(l.layout.Made) > 1 {
		out += html.P(html.Class("small"), html.Button(html.Class("link"), act("more"), html.Num("value", most-len(l.layout.Made)), l.text("NeededSeeds", "n", grouped(most))),
			html.HTML(" "), l.text("WouldTell", "level", l.layout.Axis.Levels[where].Name))
	}
	return out
}

// saysHTML returns sentences about how each curve changes between the first and the
// last step, over runs with the same seed.
func (l *Lab) saysHTML() html.HTML {
	if l.layout == nil || len(l.layout.Made) < 2 || len(l.layout.Steps) < 2 {
		return ""
	}
	last := len(l.layout.Steps) - 1
	texts := []string{l.say("FromFirst", "axis", l.axisTitle(), "from", l.layout.Axis.Levels[0].Name, "to", l.layout.Axis.Levels[last].Name, "figure", l.figureTitle(l.key()))}
	for _, a := range l.drawn() {
		x, y := l.sample(a, 0), l.sample(a, last)
		if x == nil || y == nil {
			continue
		}
		e := experiment.Difference(y, x)
		s := l.scaleFor(l.key(), max(e.Mean, -e.Mean)+e.Half)
		name := "Stays"
		switch {
		case e.Mean == 0 && e.Half == 0:
			name = "Same"
		case e.Sign() > 0:
			name = "Rises"
		case e.Sign() < 0:
			name, e.Mean = "Falls", -e.Mean
		}
		texts = append(texts, l.say(name, "name", l.algorithm(a), "by", s.estimate(e)))
	}
	return html.H2(l.text("WhatItSays")) + html.P(html.Class("say"), html.Text(strings.Join(texts, " ")))
}

func (l *Lab) exportsHTML() html.HTML {
	if l.r == nil {
		return ""
	}
	var row html.HTML
	for _, kind := range [][2]string{{"csv", "CSV"}, {"means", l.say("Means")}, {"png", "PNG"}, {"svg", "SVG"}, {"latex", "LaTeX"}, {"design", l.say("Design")}, {"cite", l.say("Cite")}, {"command", l.say("Command")}} {
		early := l.layout == nil && !slices.Contains([]string{"design", "command"}, kind[0])
		row += html.Button(html.Class("link"), act("export"), value(kind[0]), html.If(early, html.Attr{"aria-disabled", "true"}), html.Text(kind[1]))
	}
	out := html.Div(html.Class("row"), row)
	if link := l.Fragment(); link != "" {
		return out + html.Div(html.Class("row"), html.Code(html.Class("box"), html.Text(link[:min(len(link), 34)]+"…")), html.Button(act("export"), value("link"), l.text("CopyLink")))
	}
	return out + html.P(html.Class("small"), l.text("NoLink"))
}
