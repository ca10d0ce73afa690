package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
)

// designHTML returns the form of the design: the axis, the compared levels, the
// other factors, and the number of repetitions.
func (l *Lab) designHTML() string {
	var out strings.Builder
	fmt.Fprintf(&out, `<div class="head"><h2>%s</h2><button type="button" class="link" data-lab="anew">%s</button></div>`, esc(l.say("VaryThis")), esc(l.say("Anew")))
	l.drawsText(&out)
	l.axisForm(&out)
	l.seriesForm(&out)
	for i := range l.d.Factors {
		if f := &l.d.Factors[i]; f.Name != l.d.Axis && i != l.seriesFactor() {
			l.otherForm(&out, f)
		}
	}
	l.runsForm(&out)
	if len(l.d.Factors) < 3 {
		fmt.Fprintf(&out, `<label class="field"><span>%s</span>%s</label>`, esc(l.say("Another")), l.fieldSelect("another", "", false, l.say("AnotherNone")))
	}
	if l.bad != nil {
		out.WriteString(`<ul class="errors" role="alert">`)
		for line := range strings.Lines(l.bad.Error()) {
			fmt.Fprintf(&out, `<li>%s</li>`, esc(strings.TrimSpace(line)))
		}
		out.WriteString(`</ul>`)
	}
	return out.String()
}

// drawsText writes that the jobs are random. If random jobs replace the scenario's
// jobs, it writes this, too.
func (l *Lab) drawsText(out *strings.Builder) {
	jobs, _ := scenario.LookUp(l.d.Base, "workload.jobs")
	if jobs == "" {
		return
	}
	n, err := strconv.Atoi(jobs)
	if err != nil { // the number of jobs is varied or invalid
		return
	}
	text := l.say("RandomJobs", "n", grouped(n))
	if l.fresh {
		text += " " + l.say("NotItsJobs")
	}
	fmt.Fprintf(out, `<p class="small">%s</p>`, esc(text))
}

func (l *Lab) axisForm(out *strings.Builder) {
	at := l.d.Find(l.d.Axis)
	path := ""
	if at >= 0 {
		path = pathOf(&l.d.Factors[at])
	}
	fmt.Fprintf(out, `<section class="factor"><header><b>%s</b><small>%s</small></header>`, esc(l.say("AlongAxis")), esc(path))
	fmt.Fprintf(out, `<label class="field"><span>%s</span>%s</label>`, esc(l.say("Factor")), l.fieldSelect("axis", path, true, ""))
	if at >= 0 {
		fmt.Fprintf(out, `<label class="field"><span>%s</span><input data-lab="levels" value="%s" autocomplete="off" spellcheck="false"></label><small>%s</small>`,
			esc(l.say("Levels")), esc(names(&l.d.Factors[at])), esc(l.say("LevelsHint")))
	}
	out.WriteString(`</section>`)
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
func (l *Lab) fieldSelect(act, chosen string, numbers bool, none string) string {
	var out strings.Builder
	fmt.Fprintf(&out, `<select data-lab="%s">`, act)
	if none != "" {
		fmt.Fprintf(&out, `<option value="">%s</option>`, esc(none))
	}
	known := none != ""
	group := ""
	for _, f := range l.offered {
		if numbers && !f.numeric() {
			continue
		}
		if f.group != group {
			if group != "" {
				out.WriteString(`</optgroup>`)
			}
			group = f.group
			fmt.Fprintf(&out, `<optgroup label="%s">`, esc(l.orText("form "+group, group)))
		}
		mark := ""
		if f.Path == chosen {
			mark, known = " selected", true
		}
		fmt.Fprintf(&out, `<option value="%s"%s>%s</option>`, esc(f.Path), mark, esc(l.orText("field "+f.Path, l.orText("title "+f.Title, f.Title))))
	}
	if group != "" {
		out.WriteString(`</optgroup>`)
	}
	if !known {
		fmt.Fprintf(&out, `<option value="%s" selected>%s</option>`, esc(chosen), esc(chosen))
	}
	out.WriteString(`</select>`)
	return out.String()
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

func (l *Lab) seriesForm(out *strings.Builder) {
	at := l.seriesFactor()
	path := ""
	var f *scenario.Factor
	if at >= 0 {
		f = &l.d.Factors[at]
		path = pathOf(f)
	}
	fmt.Fprintf(out, `<section class="factor"><header><b>%s</b><small>%s</small></header>`, esc(l.say("Series")), esc(path))
	fmt.Fprintf(out, `<label class="field"><span>%s</span>%s</label>`, esc(l.say("Factor")), l.fieldSelect("series", path, false, ""))
	if f != nil {
		l.tags(out, f, path)
		l.addForm(out, f, path)
	}
	out.WriteString(`</section>`)
}

// tags writes the compared levels, each with a button to remove it.
func (l *Lab) tags(out *strings.Builder, f *scenario.Factor, path string) {
	out.WriteString(`<div class="tags">`)
	for i, x := range f.Levels {
		chip := ""
		if len(l.d.Algorithm) == 1 {
			chip = l.chip(i)
		}
		title := l.choiceTitle(path, x.Name)
		fmt.Fprintf(out, `<span>%s%s<button type="button" class="strike" data-lab="drop" value="%s" aria-label="%s">×</button></span>`, chip, esc(title), esc(x.Name), esc(l.say("Drop", "name", title)))
	}
	out.WriteString(`</div>`)
}

// addForm writes the control with which the reader adds another compared level.
func (l *Lab) addForm(out *strings.Builder, f *scenario.Factor, path string) {
	x := fieldAt(path)
	if x == nil {
		return
	}
	if x.numeric() {
		fmt.Fprintf(out, `<label class="field"><span>%s</span><input data-lab="add" autocomplete="off" inputmode="decimal"></label>`, esc(l.say("Add")))
		return
	}
	fmt.Fprintf(out, `<label class="field"><span>%s</span><select data-lab="add"><option value="">%s</option>`, esc(l.say("Add")), esc(l.say("AddNone")))
	for _, c := range x.choices() {
		if d := policies.DisciplineOf(c); path == "scheduler.queue" && (d == nil || d.Allotted) {
			continue
		}
		if !slices.ContainsFunc(f.Levels, func(have scenario.Level) bool { return have.Name == c }) {
			fmt.Fprintf(out, `<option value="%s">%s</option>`, esc(c), esc(l.choiceTitle(path, c)))
		}
	}
	out.WriteString(`</select></label>`)
	if slices.Contains([]string{"scheduler.queue", "scheduler.allocator", "scheduler.order"}, path) {
		fmt.Fprintf(out, `<details><summary>%s</summary><textarea data-lab="own" rows="6" spellcheck="false" aria-label="%s" placeholder="def key(job): return job.walltime"></textarea></details>`,
			esc(l.say("Own")), esc(l.say("Own")))
	}
}

// otherForm writes a factor that is neither varied along the axis nor compared.
// Each of its levels has separate charts.
func (l *Lab) otherForm(out *strings.Builder, f *scenario.Factor) {
	path := pathOf(f)
	fmt.Fprintf(out, `<section class="factor"><header><b>%s</b><small>%s</small></header>`, esc(l.fieldTitle(path, f.Name)), esc(path))
	if path == "" {
		fmt.Fprintf(out, `<p>%s</p>`, esc(names(f)))
	} else {
		fmt.Fprintf(out, `<label class="field"><span>%s</span><input data-lab="values" data-of="%s" value="%s" autocomplete="off" spellcheck="false"></label>`, esc(l.say("Levels")), esc(f.Name), esc(names(f)))
	}
	fmt.Fprintf(out, `<button type="button" class="link" data-lab="without" value="%s">%s</button></section>`, esc(f.Name), esc(l.say("Without")))
}

func (l *Lab) runsForm(out *strings.Builder) {
	fmt.Fprintf(out, `<section class="factor"><header><b>%s</b><small>seed</small></header>`, esc(l.say("Repetitions")))
	input := func(act, title, value string) {
		fmt.Fprintf(out, `<label class="field"><span>%s</span><input data-lab="%s" value="%s" inputmode="decimal" autocomplete="off"></label>`, esc(title), act, esc(value))
	}
	input("repetitions", l.say("Seeds"), strconv.Itoa(l.d.Repetitions))
	seed, _ := scenario.LookUp(l.d.Base, "seed")
	if seed == "" {
		seed = "1"
	}
	input("seed", l.say("FirstSeed"), seed)
	if model, _ := scenario.LookUp(l.d.Base, "workload.model"); model == "" {
		fmt.Fprintf(out, `<small>%s</small>`, esc(l.say("SameJobs")))
	} else {
		jobs, _ := scenario.LookUp(l.d.Base, "workload.jobs")
		input("jobs", l.say("Jobs"), jobs)
		if load, _ := scenario.LookUp(l.d.Base, "workload.load"); load != "" {
			input("load", l.say("Load"), load)
		}
		fmt.Fprintf(out, `<small>%s</small>`, esc(l.say("Paired")))
	}
	out.WriteString(`</section>`)
}

// progressHTML returns the number of runs, their estimated time, and the progress.
func (l *Lab) progressHTML() string {
	if l.r == nil {
		return ""
	}
	var out strings.Builder
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
	fmt.Fprintf(&out, `<dl class="sum"><div><dt>%s</dt><dd>%s</dd></div>`, esc(l.say("Product", "levels", strings.Join(parts, " × "), "n", grouped(l.d.Repetitions))), esc(l.say("Runs", "n", grouped(all))))
	if left > 0 && l.cost > 0 {
		fmt.Fprintf(&out, `<div><dt>%s</dt><dd>%s</dd></div>`, esc(l.workersText()), esc(l.say("About", "time", l.span(ms))))
	}
	out.WriteString(`</dl><div class="run">`)
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
	fmt.Fprintf(&out, `<div class="head"><b>%s</b> <small>%s</small></div><progress max="%d" value="%d" aria-label="%s"></progress>`,
		esc(l.say(progress, "n", grouped(made), "all", grouped(goal))), esc(status), goal, made, esc(l.say("Made")))
	if l.fault != "" {
		fmt.Fprintf(&out, `<p class="errors" role="alert">%s</p>`, esc(l.say("Fault", "text", l.fault)))
	}
	fmt.Fprintf(&out, `<p class="small">%s</p><div class="row">`, esc(l.say("Kept")))
	switch {
	case l.running:
		fmt.Fprintf(&out, `<button type="button" class="primary" data-lab="stop">%s</button>`, esc(l.say("Stop")))
	case left > 0 || len(l.todo) > 0:
		name := "Run"
		if l.made > 1 {
			name = "GoOn"
		}
		fmt.Fprintf(&out, `<button type="button" class="primary" data-lab="run">%s</button>`, esc(l.say(name)))
	}
	fmt.Fprintf(&out, `<button type="button" data-lab="more" value="20">%s</button>`, esc(l.say("More", "n", "20")))
	if l.cores > 1 {
		fmt.Fprintf(&out, `<label class="field"><span>%s</span><select data-lab="workers">`, esc(l.say("Workers")))
		for n := 1; n <= l.cores; n++ {
			mark := ""
			if n == l.Workers() {
				mark = " selected"
			}
			fmt.Fprintf(&out, `<option value="%d"%s>%d</option>`, n, mark, n)
		}
		out.WriteString(`</select></label>`)
	}
	out.WriteString(`</div></div>`)
	return out.String()
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
func (l *Lab) chip(algorithm int) string {
	n := look(algorithm)
	return fmt.Sprintf(`<svg class="symbol" viewBox="0 0 10 10" aria-hidden="true"><path d="%s" fill="var(%s)"/></svg>`, symbols[n].path, SeriesColours[n])
}
