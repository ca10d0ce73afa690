package form

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/wasm/app/i18n"
)

// BlocksHTML returns the list of blocks. It marks the blocks that the text
// contains, and the blocks that have errors.
func (s *FormSheet) BlocksHTML() string {
	wrong := map[string]int64{}
	for i := range s.Faults {
		wrong[s.blockOf(&s.Faults[i])]++
	}
	var out strings.Builder
	block := func(name, title string, there bool) {
		class, current := "", ""
		if there {
			class = "there"
		}
		if name == s.Block {
			current = ` aria-current="true"`
		}
		fmt.Fprintf(&out, `<li><button type="button" class="%s" data-block="%s"%s>%s`, class, name, current, i18n.Escape(title))
		if n := wrong[name]; n > 0 {
			out.WriteString(` <b class="wrong">` + s.Words.Say(i18n.FormFaults, s.Words.N("n", n)) + `</b>`)
		}
		out.WriteString(`</button></li>`)
	}
	listed := false
	for i := range s.Forms {
		f := &s.Forms[i]
		switch {
		case !ofJobs(f):
			block(f.Name, s.Words.Tell(f.Title), s.there(f))
		case !listed:
			listed = true
			block(jobsBlock, s.Words.Say(i18n.FormJobs), len(s.jobs) > 0)
		}
	}
	return out.String()
}

// HTML returns the form of the block on screen.
func (s *FormSheet) HTML() string {
	s.ids = 0
	if s.Block == jobsBlock {
		return s.jobsHTML()
	}
	f := s.form(s.Block)
	if f == nil {
		return ""
	}
	var out strings.Builder
	s.block(&out, f, nil)
	return out.String()
}

// block writes one form: its description, its fields, and a button that removes the
// block.
func (s *FormSheet) block(out *strings.Builder, f *schema.Form, where []string) {
	path := f.At(where...)
	heading := s.Words.Tell(f.Title)
	if f.Name == "job" {
		number, _ := s.look(path + ".id")
		heading = s.Words.Say(i18n.FormJob, i18n.S("n", number))
	}
	out.WriteString(`<section class="form-block"><h3>` + i18n.Escape(heading) + `</h3><p class="small">` + i18n.Escape(s.Words.Tell(f.About)) + `</p>`)
	out.WriteString(`<p class="field-error" data-error="` + i18n.Escape(plain(path)) + `">` + i18n.Escape(s.faultsAt(path)) + `</p>`)
	s.fields(out, f, children(f, prefix(f)), where)
	if optional(f) && !strings.HasSuffix(f.Path, "[]") && s.there2(path) {
		s.button(out, "data-remove", path, s.Words.Say(i18n.FormRemoveBlock), "")
	}
	out.WriteString(`</section>`)
}

func (s *FormSheet) there2(path string) bool {
	value, _ := s.look(path)
	return value != ""
}

// fields writes the fields of one object or list element.
func (s *FormSheet) fields(out *strings.Builder, f *schema.Form, list []*schema.Field, where []string) {
	gate, chosen := s.chosen(f, where)
	out.WriteString(`<div class="form-fields">`)
	for _, x := range list {
		if x.Of != "" && x != gate && x.Of != chosen {
			continue
		}
		switch x.Kind {
		case schema.List, schema.Map:
			s.collection(out, f, x, where)
		default:
			s.field(out, x, where, i18n.Escape(s.title(x)))
		}
	}
	out.WriteString(`</div>`)
}

// title returns the title of a field. If the title is an identifier of the scenario
// language, its underscores become spaces.
func (s *FormSheet) title(x *schema.Field) string {
	if t := s.Words.Tell(x.Title); t != x.Title {
		return t
	}
	t := strings.ReplaceAll(x.Title, "_", " ")
	switch t {
	case "":
		return t
	case "gpus":
		return "GPUs"
	}
	return strings.ToUpper(t[:1]) + t[1:]
}

// collection writes a list or a map: the fields of each element, and a button that
// adds an element.
func (s *FormSheet) collection(out *strings.Builder, f *schema.Form, x *schema.Field, where []string) {
	c, path, mark := s.Words, x.At(where...), "[]"
	if x.Kind == schema.Map {
		mark = "{}"
	}
	_, names := s.look(path)
	out.WriteString(`<fieldset class="form-list"><legend>` + i18n.Escape(s.title(x)) + `</legend><p class="small">` + i18n.Escape(s.Words.Tell(x.About)) + `</p>`)
	s.errorLine(out, path, "")
	const most = 100
	for i, name := range names {
		if i == most {
			out.WriteString(`<p class="small">` + c.Say(i18n.FormMore, c.N("n", int64(len(names)-most))) + `</p>`)
			break
		}
		inner := append(append([]string{}, where...), name)
		label := name
		if x.Kind == schema.List {
			label = strconv.Itoa(i + 1)
		}
		out.WriteString(`<div class="form-item"><b>` + i18n.Escape(label) + `</b>`)
		if own := children(f, x.Path+mark); len(own) == 1 && own[0].Path == x.Path+mark {
			s.field(out, own[0], inner, i18n.Escape(s.Words.Tell(own[0].Title))+`<span class="sr"> `+i18n.Escape(label)+`</span>`)
		} else {
			s.fields(out, f, own, inner)
		}
		s.button(out, "data-remove", fill(x.Path+mark, inner), c.Say(i18n.FormRemove), label)
		out.WriteString(`</div>`)
	}
	if x.Kind == schema.Map {
		id := s.id()
		fmt.Fprintf(out, `<div class="row"><label class="sr" for="%s">%s</label><input id="%s" data-name placeholder="%s" maxlength="%d">`,
			id, c.Say(i18n.FormName), id, c.Say(i18n.FormName), scenario.MaxName)
		s.button(out, "data-add", path, c.Say(i18n.FormAdd), "")
		out.WriteString(`</div>`)
	} else {
		s.button(out, "data-add", path, c.Say(i18n.FormAdd), s.title(x))
	}
	out.WriteString(`</fieldset>`)
}

// fill replaces the placeholders of a path by indices and names.
func fill(path string, where []string) string {
	return (&schema.Field{Path: path}).At(where...)
}

func (s *FormSheet) button(out *strings.Builder, attribute, path, text, of string) {
	fmt.Fprintf(out, `<button type="button" %s="%s">%s`, attribute, i18n.Escape(path), text)
	if of != "" {
		out.WriteString(`<span class="sr"> ` + i18n.Escape(of) + `</span>`)
	}
	out.WriteString(`</button>`)
}

func (s *FormSheet) errorLine(out *strings.Builder, path, id string) {
	if id != "" {
		id = ` id="` + id + `"`
	}
	out.WriteString(`<span class="field-error"` + id + ` data-error="` + i18n.Escape(plain(path)) + `">` + i18n.Escape(s.faultsAt(path)) + `</span>`)
}

// field writes one field with its label, help text and errors.
func (s *FormSheet) field(out *strings.Builder, x *schema.Field, where []string, label string) {
	path := x.At(where...)
	value, _ := s.look(path)
	id := s.id()
	needed := ""
	if x.Needed {
		needed = ` <span class="needed" title="` + s.Words.Say(i18n.FormNeeded) + `">*</span>`
	}
	fmt.Fprintf(out, `<div class="form-field"><label for="%s">%s%s</label>`, id, label, needed)
	s.control(out, x, path, shown(x.Kind, value), id)
	help := i18n.Escape(s.Words.Tell(x.About))
	if limits := s.limits(x); limits != "" {
		help += ` <span>` + limits + `</span>`
	}
	fmt.Fprintf(out, `<small id="%s-help">%s</small>`, id, help)
	s.errorLine(out, path, id+"-error")
	out.WriteString(`</div>`)
}

// control writes the HTML input element of a field.
func (s *FormSheet) control(out *strings.Builder, x *schema.Field, path, value, id string) {
	common := fmt.Sprintf(`id="%s" data-path="%s" data-kind="%d" aria-describedby="%s-help %s-error"`, id, i18n.Escape(path), x.Kind, id, id)
	if s.faultsAt(path) != "" {
		common += ` aria-invalid="true"`
	}
	usual, kind := strings.Trim(x.Default, `"[]`), x.Kind
	if rich(kind, value) {
		kind = schema.Other
	}
	switch kind {
	case schema.OneOf:
		out.WriteString(`<select ` + common + `>`)
		none := s.Words.Say(i18n.FormUsual, i18n.S("value", i18n.Escape(s.titleOf(x.Path, usual))))
		if usual == "" {
			none = "–"
		}
		if !x.Needed || value == "" {
			out.WriteString(`<option value="">` + none + `</option>`)
		}
		for _, name := range x.Choices {
			mark := ""
			if name == value {
				mark = " selected"
			}
			fmt.Fprintf(out, `<option value="%s"%s>%s</option>`, i18n.Escape(name), mark, i18n.Escape(s.titleOf(x.Path, name)))
		}
		out.WriteString(`</select>`)
	case schema.Truth:
		checked := ""
		if value == "true" || value == "" && usual == "true" {
			checked = " checked"
		}
		fmt.Fprintf(out, `<input type="checkbox" %s data-usual="%s"%s>`, common, usual, checked)
	case schema.Other:
		out.WriteString(`<span ` + common + `>` + s.Words.Say(i18n.FormOther) + `</span>`)
	case schema.Text:
		if x.Max > scenario.MaxTitle {
			fmt.Fprintf(out, `<textarea %s rows="3">%s</textarea>`, common, i18n.Escape(value))
			return
		}
		fmt.Fprintf(out, `<input %s value="%s">`, common, i18n.Escape(value))
	default:
		mode := ""
		if x.Kind == schema.Whole || x.Kind == schema.Number || x.Kind == schema.Bytes {
			mode = ` inputmode="decimal"`
		}
		fmt.Fprintf(out, `<input %s value="%s" placeholder="%s"%s autocomplete="off" spellcheck="false">`, common, i18n.Escape(value), i18n.Escape(usual), mode)
	}
}

// limits returns the permitted range of a number. It omits limits that are too
// large to be relevant.
func (s *FormSheet) limits(x *schema.Field) string {
	const telling = 1 << 30
	unit := int64(1)
	switch x.Kind {
	case schema.Number, schema.Range, schema.Numbers:
		unit = 1000
	case schema.Whole, schema.Wholes, schema.Bounds:
	default:
		return ""
	}
	number := func(n int64) string {
		if n%unit == 0 {
			return s.Words.Int(n / unit)
		}
		return s.Words.Float(float64(n)/float64(unit), 3)
	}
	if x.Max == 0 || x.Max/unit >= telling {
		if x.Min > 0 {
			return s.Words.Say(i18n.FormAtLeast, i18n.S("from", number(x.Min)))
		}
		return ""
	}
	return s.Words.Say(i18n.FormRange, i18n.S("from", number(x.Min)), i18n.S("to", number(x.Max)))
}

// titleOf returns the title of a value that a field can take.
func (s *FormSheet) titleOf(path, name string) string {
	var table []scenario.Name
	switch path {
	case "scheduler.queue":
		table = scenario.Queues()
	case "scheduler.allocator":
		table = scenario.Allocators()
	case "network.model":
		table = scenario.Networks()
	}
	for i := range table {
		if table[i].Name == name {
			return s.Words.Tell(table[i].Title)
		}
	}
	return name
}
