package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/experiment"
	"hopyard/core/scenario"
	"hopyard/wasm/draw"
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

func (l *Lab) barHTML() string {
	return fmt.Sprintf(`<h2>%s</h2><small>%s</small><span class="grow"></span><button type="button" data-lab="export" value="report">%s</button><button type="button" data-lab="leave">%s</button>`,
		esc(l.say("Experiment")), esc(l.say("From", "title", l.d.Title)), esc(l.say("Report")), esc(l.say("Back")))
}

func (l *Lab) headHTML() string {
	if l.r == nil {
		return ""
	}
	var out strings.Builder
	of := l.say("Waiting")
	if l.layout != nil {
		of = l.say("Intervals", "n", strconv.Itoa(len(l.layout.Made)))
	}
	fmt.Fprintf(&out, `<h2>%s <small>%s</small></h2><div class="zoom"><label><span class="sr">%s</span><select data-lab="figure">`, esc(l.figureTitle(l.key())), esc(of), esc(l.say("Figure")))
	for i, k := range l.r.Keys {
		mark := ""
		if i == l.figure {
			mark = " selected"
		}
		fmt.Fprintf(&out, `<option value="%s"%s>%s</option>`, esc(k.Key), mark, esc(l.figureTitle(&k)))
	}
	out.WriteString(`</select></label>`)
	if l.layout != nil && len(l.layout.Places) > 1 {
		fmt.Fprintf(&out, `<label><span class="sr">%s</span><select data-lab="place">`, esc(l.say("Place")))
		for i, p := range l.layout.Places {
			mark := ""
			if i == l.place {
				mark = " selected"
			}
			fmt.Fprintf(&out, `<option value="%d"%s>%s</option>`, i, mark, esc(l.placeTitle(&p)))
		}
		out.WriteString(`</select></label>`)
	}
	fmt.Fprintf(&out, `<button type="button" data-lab="log" aria-pressed="%t">%s</button><button type="button" data-lab="table" aria-pressed="%t">%s</button></div>`,
		l.log, esc(l.say("Log")), l.table, esc(l.say("Table")))
	if l.layout != nil { // shown if there is no room for labels beside the curves
		out.WriteString(`<p class="names">`)
		for _, a := range l.drawn() {
			out.WriteString(`<span>` + l.chip(a) + esc(l.algorithm(a)) + `</span>`)
		}
		out.WriteString(`</p>`)
	}
	return out.String()
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

func (l *Lab) warnHTML() string {
	if l.layout == nil {
		return ""
	}
	var out strings.Builder
	for _, s := range l.saturation() {
		load := l.loadAt(s.step)
		out.WriteString(`<div class="warn" role="note"><b>!</b><div><b>` + esc(l.say("Saturated", "name", l.algorithm(s.algorithm))) + `</b> `)
		if load != "" {
			out.WriteString(esc(l.say("LoadReached", "load", load, "reached", strconv.FormatFloat(s.reached, 'f', 2, 64))) + " ")
		} else {
			out.WriteString(esc(l.say("Reached", "reached", strconv.FormatFloat(s.reached, 'f', 2, 64))) + " ")
		}
		wait := l.scaleFor(&l.r.Keys[l.figureAt("mean_wait")], s.mean)
		out.WriteString(esc(l.say("TwiceTheJobs", "axis", l.axisTitle(), "level", l.layout.Axis.Levels[s.step].Name, "wait", wait.with(s.mean), "times", short(s.times))) + `</div></div>`)
	}
	return out.String()
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
func (l *Lab) tableHTML() string {
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
	class := ""
	if !l.table {
		class = ` class="sr"` // hidden, but read by screen readers
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<div%s><table><caption class="sr">%s</caption><thead><tr><th scope="col">%s</th>`, class, esc(l.figureTitle(l.key())), esc(l.axisTitle()))
	for _, a := range curves {
		fmt.Fprintf(&out, `<th scope="col" class="n">%s%s</th>`, l.chip(a), esc(l.algorithm(a)))
	}
	out.WriteString(`</tr></thead><tbody>`)
	for step, x := range l.layout.Axis.Levels {
		fmt.Fprintf(&out, `<tr><th scope="row">%s</th>`, esc(x.Name))
		for n, a := range curves {
			sample := l.sample(a, step)
			if sample == nil {
				out.WriteString(`<td class="n">–</td>`)
				continue
			}
			fmt.Fprintf(&out, `<td class="n"><button type="button" class="link" data-lab-point="%d,%d">%s</button></td>`, n*perCurve, step, esc(s.estimate(experiment.Of(sample))))
		}
		out.WriteString(`</tr>`)
	}
	out.WriteString(`</tbody></table></div>`)
	return out.String()
}

func (l *Lab) differencesHeadHTML() string {
	if l.layout == nil || len(l.drawn()) < 2 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<h2>%s <small>%s</small></h2><div class="zoom"><label>%s <select data-lab="against">`, esc(l.say("Less", "name", l.algorithm(l.against))), esc(l.say("PairedBySeed")), esc(l.say("Against")))
	for _, a := range l.drawn() {
		mark := ""
		if a == l.against {
			mark = " selected"
		}
		fmt.Fprintf(&out, `<option value="%d"%s>%s</option>`, a, mark, esc(l.algorithm(a)))
	}
	fmt.Fprintf(&out, `</select></label><span class="key"><svg class="symbol" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4" fill="currentColor"/></svg>%s <svg class="symbol" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" stroke-width="1.6"/></svg>%s</span></div>`, esc(l.say("Apart")), esc(l.say("NotApart")))
	return out.String()
}

// pointHTML returns the panel about the selected point. It shows the mean at the
// point, the mean of the curve with which it is compared, the paired difference,
// and a button that opens a run.
func (l *Lab) pointHTML() string {
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
	var out strings.Builder
	fmt.Fprintf(&out, `<div class="head"><h2>%s%s <small>%s %s</small></h2><button type="button" class="icon" data-lab="close" aria-label="%s">×</button></div><table><tbody>`,
		l.chip(p.algorithm), esc(l.algorithm(p.algorithm)), esc(l.axisTitle()), esc(l.layout.Axis.Levels[p.step].Name), esc(l.say("Close")))
	row := func(name, value string) {
		fmt.Fprintf(&out, `<tr><td>%s</td><td class="n">%s</td></tr>`, esc(name), esc(value))
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
	out.WriteString(`</tbody></table>` + l.openHTML(p))
	return out.String()
}

// openHTML returns the button that opens a run of the selected point, with a text
// about what the run shows.
func (l *Lab) openHTML(p point) string {
	q, ok := l.parting(p)
	if !ok {
		return ""
	}
	x := l.differing[q]
	button := func(text string, ready bool) string {
		return fmt.Sprintf(`<button type="button" class="primary" data-lab="open" aria-disabled="%t">%s</button>`, !ready, esc(text))
	}
	seed := strconv.FormatInt(l.r.Seed(q.A, q.Repetition), 10)
	switch {
	case x == nil:
		return button(l.say("LookingFor"), false)
	case x.Err != "":
		return `<p class="errors">` + esc(x.Err) + `</p>`
	case x.Same:
		return button(l.say("OpenRun"), true) + `<p class="small">` + esc(l.say("SameSchedule", "seed", seed)) + `</p>`
	}
	first, second := l.algorithm(p.algorithm), l.algorithm(l.other(p))
	if !x.InA {
		first, second = second, first
	}
	return button(l.say("OpenAtDifference"), true) + `<p class="small">` +
		esc(l.say("FirstDifference", "seed", seed, "at", (&draw.Words{Day: l.say("Days")}).Clock(x.At), "job", strconv.FormatInt(x.Job, 10), "first", first, "second", second)) + `</p>`
}

func (l *Lab) bestHTML() string {
	if l.layout == nil || len(l.drawn()) < 2 || l.key().Better == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<div class="head"><h2>%s</h2><small>%s</small></div><table><thead><tr><th scope="col">%s</th><th scope="col">%s</th><th scope="col">%s</th></tr></thead><tbody>`,
		esc(l.say("BestBy", "figure", l.figureTitle(l.key()))), esc(l.say("SeedsMade", "n", strconv.Itoa(len(l.layout.Made)))), esc(l.axisTitle()), esc(l.say("Best")), esc(l.say("ToldApart")))
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
			mark := `<span class="mark no">` + esc(l.say("Unclear")) + `</span>`
			if b.apart {
				mark = `<span class="mark">` + esc(l.say("Better")) + `</span>`
			}
			fmt.Fprintf(&out, `<tr><th scope="row">%s</th><td>%s</td><td>%s</td></tr>`, esc(name), esc(l.algorithm(b.first)), mark)
		}
		step = last + 1
	}
	fmt.Fprintf(&out, `</tbody></table><p class="small">%s</p>`, esc(l.say("Holm", "n", strconv.Itoa(len(all)))))
	if where >= 0 && len(l.layout.Made) > 1 {
		fmt.Fprintf(&out, `<p class="small"><button type="button" class="link" data-lab="more" value="%d">%s</button> %s</p>`, most-len(l.layout.Made),
			esc(l.say("NeededSeeds", "n", grouped(most))), esc(l.say("WouldTell", "level", l.layout.Axis.Levels[where].Name)))
	}
	return out.String()
}

// saysHTML returns sentences about how each curve changes between the first and the
// last step, over runs with the same seed.
func (l *Lab) saysHTML() string {
	if l.layout == nil || len(l.layout.Made) < 2 || len(l.layout.Steps) < 2 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<h2>%s</h2><p class="say">`, esc(l.say("WhatItSays")))
	last := len(l.layout.Steps) - 1
	fmt.Fprintf(&out, `%s `, esc(l.say("FromFirst", "axis", l.axisTitle(), "from", l.layout.Axis.Levels[0].Name, "to", l.layout.Axis.Levels[last].Name, "figure", l.figureTitle(l.key()))))
	var texts []string
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
		texts = append(texts, esc(l.say(name, "name", l.algorithm(a), "by", s.estimate(e))))
	}
	out.WriteString(strings.Join(texts, " ") + `</p>`)
	return out.String()
}

func (l *Lab) exportsHTML() string {
	if l.r == nil {
		return ""
	}
	var out strings.Builder
	out.WriteString(`<div class="row">`)
	for _, kind := range [][2]string{{"csv", "CSV"}, {"means", l.say("Means")}, {"png", "PNG"}, {"svg", "SVG"}, {"latex", "LaTeX"}, {"design", l.say("Design")}, {"cite", l.say("Cite")}, {"command", l.say("Command")}} {
		disabled := ""
		if l.layout == nil && !slices.Contains([]string{"design", "command"}, kind[0]) {
			disabled = ` aria-disabled="true"`
		}
		fmt.Fprintf(&out, `<button type="button" class="link" data-lab="export" value="%s"%s>%s</button>`, kind[0], disabled, esc(kind[1]))
	}
	out.WriteString(`</div>`)
	if link := l.Fragment(); link != "" {
		fmt.Fprintf(&out, `<div class="row"><code class="box">%s</code><button type="button" data-lab="export" value="link">%s</button></div>`, esc(link[:min(len(link), 34)]+"…"), esc(l.say("CopyLink")))
	} else {
		fmt.Fprintf(&out, `<p class="small">%s</p>`, esc(l.say("NoLink")))
	}
	return out.String()
}
