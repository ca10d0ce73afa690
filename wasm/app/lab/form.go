package lab

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/wasm/html"
)

// designHTML returns the form of the design: the axis, the compared levels, the
// other factors, and the number of repetitions.
func (l *Lab) designHTML() html.HTML {
	out := html.Div(html.Class("head"), html.H2(l.text("VaryThis")), html.Button(html.Class("link"), act("anew"), l.text("Anew"))) + l.drawsText() + l.axisForm() + l.seriesForm()
	for i := range l.d.Factors {
		if f := &l.d.Factors[i]; f.Name != l.d.Axis && i != l.seriesFactor() {
			out += l.otherForm(f)
		}
	}
	out += l.runsForm()
	if len(l.d.Factors) < 3 {
		out += l.field("Another", l.fieldSelect("another", "", false, l.say("AnotherNone")))
	}
	if l.bad != nil {
		var lines html.HTML
		for line := range strings.Lines(l.bad.Error()) {
			lines += html.Li(html.Text(strings.TrimSpace(line)))
		}
		out += html.Ul(html.Class("errors"), html.Attr{"role", "alert"}, lines)
	}
	return out
}

// field returns a control with its label.
func (l *Lab) field(label string, control html.HTML) html.HTML {
	return html.Field(l.text(label), control)
}

// factor returns the box of a factor: its title, a note, and its controls.
func factor(title, note string, controls html.HTML) html.HTML {
	return html.Section(html.Class("factor"), html.El("header", html.Bold(title), html.Small(html.Text(note))), controls)
}

// typed returns a text field.
func typed(name, text string, more ...html.Piece) html.HTML {
	return html.El("input", append([]html.Piece{act(name), value(text), html.Attr{"autocomplete", "off"}}, more...)...)
}

// drawsText returns the note that the jobs are random. If random jobs replace the
// scenario's jobs, the note says this, too.
func (l *Lab) drawsText() html.HTML {
	jobs, _ := scenario.LookUp(l.d.Base, "workload.jobs")
	if jobs == "" {
		return ""
	}
	n, err := strconv.Atoi(jobs)
	if err != nil { // the number of jobs is varied or invalid
		return ""
	}
	text := l.say("RandomJobs", "n", grouped(n))
	if l.fresh {
		text += " " + l.say("NotItsJobs")
	}
	return html.P(html.Class("small"), html.Text(text))
}

func (l *Lab) axisForm() html.HTML {
	at := l.d.Find(l.d.Axis)
	path := ""
	var levels html.HTML
	if at >= 0 {
		f := &l.d.Factors[at]
		path = pathOf(f)
		levels = l.field("Levels", typed("levels", names(f), html.Attr{"spellcheck", "false"})) + html.Small(l.text("LevelsHint"))
	}
	return factor(l.say("AlongAxis"), path, l.field("Factor", l.fieldSelect("axis", path, true, ""))+levels)
}

// names returns the levels of a factor in the notation in which the reader can type
// them.
func names(f *scenario.Factor) string {
	var all []string
	for _, x := range f.Levels {
		all = append(all, x.Name)
	}
	return strings.Join(all, ", ")
}

// fieldSelect returns a drop-down list of the fields that can be varied. If numbers
// is set, it lists only numeric fields, because other fields cannot be varied along
// the axis.
func (l *Lab) fieldSelect(name, chosen string, numbers bool, none string) html.HTML {
	var out, group html.HTML
	if none != "" {
		out = html.Option("", false, html.Text(none))
	}
	known := none != ""
	of := ""
	end := func() {
		if of != "" {
			out += html.El("optgroup", html.Attr{"label", l.orText("form "+of, of)}, group)
		}
		group = ""
	}
	for _, f := range l.offered {
		if numbers && !f.numeric() {
			continue
		}
		if f.group != of {
			end()
			of = f.group
		}
		known = known || f.Path == chosen
		group += html.Option(f.Path, f.Path == chosen, html.Text(l.orText("field "+f.Path, l.orText("title "+f.Title, f.Title))))
	}
	end()
	if !known {
		out += html.Option(chosen, true, html.Text(chosen))
	}
	return html.El("select", act(name), out)
}

func (l *Lab) orText(name, otherwise string) string {
	if own := l.texts.Of[name]; own != "" {
		return own
	}
	return otherwise
}

// offers returns the fields that can be varied in this scenario, without
// duplicates.
func (l *Lab) offers() []*field {
	var out []*field
	for i := range fields {
		f := &fields[i]
		if l.applies(f) && !slices.ContainsFunc(out, func(x *field) bool { return x.Path == f.Path }) {
			out = append(out, f)
		}
	}
	return out
}

// applies reports whether the scenario can have a field. A field may require that a
// block has a certain kind, such as a kind of topology. A field of random jobs
// requires a workload model.
func (l *Lab) applies(f *field) bool {
	if f.Kind == schema.OneOf && f.Path == "cluster.topology.kind" || f.Path == "workload.model" {
		return false
	}
	if strings.HasPrefix(f.Path, "workload.") {
		if model, _ := scenario.LookUp(l.d.Base, "workload.model"); model == "" {
			return false
		}
	}
	if f.Of == "" {
		return true
	}
	block := f.Path[:strings.LastIndexByte(f.Path, '.')]
	for _, x := range []string{".kind", ".model", ".unit"} {
		if kind, _ := scenario.LookUp(l.d.Base, block+x); kind == f.Of {
			return true
		}
	}
	return false
}

func (l *Lab) seriesForm() html.HTML {
	at := l.seriesFactor()
	path := ""
	var f *scenario.Factor
	if at >= 0 {
		f = &l.d.Factors[at]
		path = pathOf(f)
	}
	out := l.field("Factor", l.fieldSelect("series", path, false, ""))
	if f != nil {
		out += l.tags(f, path) + l.addForm(f, path)
	}
	return factor(l.say("Series"), path, out)
}

// tags returns the compared levels, each with a button to remove it.
func (l *Lab) tags(f *scenario.Factor, path string) html.HTML {
	var out html.HTML
	for i, x := range f.Levels {
		var chip html.HTML
		if len(l.d.Algorithm) == 1 {
			chip = l.chip(i)
		}
		title := l.choiceTitle(path, x.Name)
		out += html.Span(chip, html.Text(title), html.Button(html.Class("strike"), act("drop"), value(x.Name), html.Label(l.say("Drop", "name", title)), html.Text("×")))
	}
	return html.Div(html.Class("tags"), out)
}

// addForm returns the control with which the reader adds another compared level.
func (l *Lab) addForm(f *scenario.Factor, path string) html.HTML {
	x := fieldAt(path)
	if x == nil {
		return ""
	}
	if x.numeric() {
		return l.field("Add", html.El("input", act("add"), html.Attr{"autocomplete", "off"}, html.Attr{"inputmode", "decimal"}))
	}
	options := html.Option("", false, l.text("AddNone"))
	for _, c := range x.choices() {
		if d := policies.DisciplineOf(c); path == "scheduler.queue" && (d == nil || d.NeedsBlock()) {
			continue
		}
		if !slices.ContainsFunc(f.Levels, func(have scenario.Level) bool { return have.Name == c }) {
			options += html.Option(c, false, html.Text(l.choiceTitle(path, c)))
		}
	}
	out := l.field("Add", html.El("select", act("add"), options))
	if slices.Contains([]string{"scheduler.queue", "scheduler.allocator", "scheduler.order"}, path) {
		out += html.El("details", html.El("summary", l.text("Own")), html.El("textarea", act("own"), html.Attr{"rows", "6"}, html.Attr{"spellcheck", "false"}, html.Label(l.say("Own")),
			html.Attr{"placeholder", "def key(job): return job.walltime"}))
	}
	return out
}

// otherForm returns a factor that is neither varied along the axis nor compared.
// Each of its levels has separate charts.
func (l *Lab) otherForm(f *scenario.Factor) html.HTML {
	path := pathOf(f)
	levels := html.P(html.Text(names(f)))
	if path != "" {
		levels = l.field("Levels", typed("values", names(f), html.Attr{"data-of", f.Name}, html.Attr{"spellcheck", "false"}))
	}
	return factor(l.fieldTitle(path, f.Name), path, levels+html.Button(html.Class("link"), act("without"), value(f.Name), l.text("Without")))
}

func (l *Lab) runsForm() html.HTML {
	input := func(name, title, text string) html.HTML {
		return l.field(title, typed(name, text, html.Attr{"inputmode", "decimal"}))
	}
	seed, _ := scenario.LookUp(l.d.Base, "seed")
	if seed == "" {
		seed = "1"
	}
	out := input("repetitions", "Seeds", strconv.Itoa(l.d.Repetitions)) + input("seed", "FirstSeed", seed)
	note := "SameJobs"
	if model, _ := scenario.LookUp(l.d.Base, "workload.model"); model != "" {
		jobs, _ := scenario.LookUp(l.d.Base, "workload.jobs")
		out += input("jobs", "Jobs", jobs)
		if load, _ := scenario.LookUp(l.d.Base, "workload.load"); load != "" {
			out += input("load", "Load", load)
		}
		note = "Paired"
	}
	return factor(l.say("Repetitions"), "seed", out+html.Small(l.text(note)))
}

// progressHTML returns the number of runs, their estimated time, and the progress.
func (l *Lab) progressHTML() html.HTML {
	if l.r == nil {
		return ""
	}
	all := len(l.r.Cells) * l.d.Repetitions
	goal, made, progress := all, l.made, "Progress"
	if l.running && l.seeds > 0 {
		goal, progress = len(l.r.Cells)*l.seeds, "FirstPicture"
		made = min(made, goal)
	}
	var parts []string
	for i := range l.d.Factors {
		parts = append(parts, strconv.Itoa(len(l.d.Factors[i].Levels)))
	}
	left, ms := l.left()
	sum := html.Entry(l.text("Product", "levels", strings.Join(parts, " × "), "n", grouped(l.d.Repetitions)), l.text("Runs", "n", grouped(all)))
	if left > 0 && l.cost > 0 {
		sum += html.Entry(html.Text(l.workersText()), l.text("About", "time", l.span(ms)))
	}
	status := ""
	switch {
	case l.running && left == 0:
		status = l.say("Doubling")
	case l.running && l.seeds > 0:
	case l.running:
		status = l.say("Left", "time", l.span(ms))
	case left == 0:
		status = l.say("Done")
	}
	run := html.Div(html.Class("head"), html.Bold(l.say(progress, "n", grouped(made), "all", grouped(goal))), html.HTML(" "), html.Small(html.Text(status))) +
		html.El("progress", html.Num("max", goal), html.Num("value", made), html.Label(l.say("Made")))
	if l.fault != "" {
		run += html.P(html.Class("errors"), html.Attr{"role", "alert"}, l.text("Fault", "text", l.fault))
	}
	run += html.P(html.Class("small"), l.text("Kept"))
	var row html.HTML
	switch {
	case l.running:
		row = html.Button(html.Class("primary"), act("stop"), l.text("Stop"))
	case left > 0 || len(l.todo) > 0:
		name := "Run"
		if l.made > 1 {
			name = "GoOn"
		}
		row = html.Button(html.Class("primary"), act("run"), l.text(name))
	}
	row += html.Button(act("more"), value("20"), l.text("More", "n", "20"))
	if l.cores > 1 {
		var options html.HTML
		for n := 1; n <= l.cores; n++ {
			options += html.Option(strconv.Itoa(n), n == l.Workers(), html.Text(strconv.Itoa(n)))
		}
		row += l.field("Workers", html.El("select", act("workers"), options))
	}
	return html.El("dl", html.Class("sum"), sum) + html.Div(html.Class("run"), run, html.Div(html.Class("row"), row))
}

func (l *Lab) workersText() string {
	jobs := 0
	if m := l.r.Cells[0].Scenario.Model; m != nil {
		jobs = m.Jobs
	} else {
		jobs = len(l.r.Cells[0].Scenario.Jobs)
	}
	return l.say("OnWorkers", "jobs", grouped(jobs), "workers", strconv.Itoa(l.Workers()))
}

// chip returns the marker of a curve as an SVG image.
func (l *Lab) chip(algorithm int) html.HTML {
	n := look(algorithm)
	return symbol(html.Path(symbols[n].path, html.Attr{"fill", "var(" + SeriesColours[n] + ")"}))
}

// symbol returns a small picture within a text.
func symbol(picture html.HTML) html.HTML {
	return html.El("svg", html.Class("symbol"), html.Attr{"viewBox", "0 0 10 10"}, html.Hide{}, picture)
}
