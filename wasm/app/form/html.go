package form

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// BlocksHTML returns the list of blocks. It marks the blocks that the text
// contains, and the blocks that have errors.
func (s *FormSheet) BlocksHTML() html.HTML {
	wrong := map[string]int64{}
	for i := range s.Faults {
		wrong[s.blockOf(&s.Faults[i])]++
	}
	var out html.HTML
	block := func(name, title string, there bool) {
		class := ""
		if there {
			class = "there"
		}
		var faults html.HTML
		if n := wrong[name]; n > 0 {
			faults = " " + html.B(html.Class("wrong"), s.Words.HTML(i18n.FormFaults, s.Words.N("n", n)))
		}
		out += html.Li(html.Button(html.Class(class), html.Attr{"data-block", name}, html.If(name == s.Block, html.Attr{"aria-current", "true"}), html.Text(title), faults))
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
	return out
}

// HTML returns the form of the block on screen.
func (s *FormSheet) HTML() html.HTML {
	s.ids = 0
	if s.Block == jobsBlock {
		return s.jobsHTML()
	}
	f := s.form(s.Block)
	if f == nil {
		return ""
	}
	return s.block(f, nil)
}

// block returns one form: its description, its fields, and a button that removes the
// block. It returns "" for a form of a job whose fields all have no effect.
func (s *FormSheet) block(f *schema.Form, where []string) html.HTML {
	path, fields := f.At(where...), s.fields(f, children(f, prefix(f)), where)
	if fields == "" {
		return ""
	}
	heading := s.Words.Tell(f.Title)
	if f.Name == "job" {
		number, _ := s.look(path + ".id")
		heading = s.Words.Say(i18n.FormJob, i18n.S("n", number))
	}
	out := html.H3(html.Text(heading)) + html.P(html.Class("small"), html.Text(s.Words.Tell(f.About))) +
		html.P(html.Class("field-error"), html.Attr{"data-error", plain(path)}, html.Text(s.faultsAt(path))) + fields
	if optional(f) && !strings.HasSuffix(f.Path, "[]") && s.there2(path) {
		out += s.button("data-remove", path, s.Words.Say(i18n.FormRemoveBlock), "")
	}
	return html.Section(html.Class("form-block"), out)
}

func (s *FormSheet) there2(path string) bool {
	value, _ := s.look(path)
	return value != ""
}

// fields returns the fields of one object or list element. It leaves out fields of
// jobs that have neither an effect nor a value, and returns "" if there are no others.
func (s *FormSheet) fields(f *schema.Form, list []*schema.Field, where []string) html.HTML {
	gate, chosen := s.chosen(f, where)
	var out html.HTML
	for _, x := range list {
		if x.Of != "" && x != gate && x.Of != chosen || !s.shows(x, where) {
			continue
		}
		switch x.Kind {
		case schema.List, schema.Map:
			out += s.collection(f, x, where)
		default:
			out += s.field(x, where, html.Escape(s.title(x)))
		}
	}
	return html.If(out != "", html.Div(html.Class("form-fields"), out))
}

// shows reports whether a field has an effect or a value.
func (s *FormSheet) shows(x *schema.Field, where []string) bool {
	path := jobPath(x)
	return path == "" || s.jobOptions().Shows(path) || s.there2(x.At(where...))
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

// collection returns a list or a map: the fields of each element, and a button that
// adds an element.
func (s *FormSheet) collection(f *schema.Form, x *schema.Field, where []string) html.HTML {
	c, path, mark := s.Words, x.At(where...), "[]"
	if x.Kind == schema.Map {
		mark = "{}"
	}
	_, names := s.look(path)
	var out html.Builder
	out.Add(html.El("legend", html.Text(s.title(x))), html.P(html.Class("small"), html.Text(s.Words.Tell(x.About))), s.errorLine(path, ""))
	const most = 100
	for i, name := range names {
		if i == most {
			out.El("p", html.Class("small"), c.HTML(i18n.FormMore, c.N("n", int64(len(names)-most))))
			break
		}
		inner := append(append([]string{}, where...), name)
		label := name
		if x.Kind == schema.List {
			label = strconv.Itoa(i + 1)
		}
		var fields html.HTML
		if own := children(f, x.Path+mark); len(own) == 1 && own[0].Path == x.Path+mark {
			fields = s.field(own[0], inner, html.Escape(s.Words.Tell(own[0].Title))+html.Spoken(html.Text(" "+label)))
		} else {
			fields = s.fields(f, own, inner)
		}
		out.El("div", html.Class("form-item"), html.Bold(label), fields, s.button("data-remove", fill(x.Path+mark, inner), c.Say(i18n.FormRemove), label))
	}
	if x.Kind == schema.Map {
		id := s.id()
		out.El("div", html.Class("row"), html.El("label", html.Class("sr"), html.Attr{"for", id}, c.HTML(i18n.FormName)),
			html.El("input", html.ID(id), html.Flag("data-name"), html.Attr{"placeholder", c.Say(i18n.FormName)}, html.Num("maxlength", scenario.MaxName)),
			s.button("data-add", path, c.Say(i18n.FormAdd), ""))
	} else {
		out.Add(s.button("data-add", path, c.Say(i18n.FormAdd), s.title(x)))
	}
	return html.El("fieldset", html.Class("form-list"), out.HTML())
}

// fill replaces the placeholders of a path by indices and names.
func fill(path string, where []string) string {
	return (&schema.Field{Path: path}).At(where...)
}

func (s *FormSheet) button(attribute, path, text, of string) html.HTML {
	return html.Button(html.Attr{attribute, path}, html.Text(text), html.If(of != "", html.Spoken(html.Text(" "+of))))
}

func (s *FormSheet) errorLine(path, id string) html.HTML {
	return html.Span(html.Class("field-error"), html.ID(id), html.Attr{"data-error", plain(path)}, html.Text(s.faultsAt(path)))
}

// field returns one field with its label, help text and errors.
func (s *FormSheet) field(x *schema.Field, where []string, label html.HTML) html.HTML {
	path := x.At(where...)
	value := s.value(x, path)
	id := s.id()
	if s.needed(x, path) {
		label += " " + html.Span(html.Class("needed"), html.Attr{"title", s.Words.Say(i18n.FormNeeded)}, html.Text("*"))
	}
	help := Help(s.Words.Tell(x.About))
	if limits := s.limits(x); limits != "" {
		help += " " + html.Span(html.Text(limits))
	}
	return html.Div(html.Class("form-field"), html.El("label", html.Attr{"for", id}, label), s.control(x, path, value, id),
		html.Small(html.ID(id+"-help"), help), s.errorLine(path, id+"-error"))
}

// needed reports whether a field is marked as required. The fields of an object that
// has no form of its own, such as a job's slice, are required only if it is given.
func (s *FormSheet) needed(x *schema.Field, path string) bool {
	end := strings.LastIndexByte(path, '.')
	return x.Needed && (end < 0 || s.hasForm(path[:end]) || path[end-1] == ']' || s.there2(path[:end]))
}

// Help returns the description of a field. Options of commands, such as --switches,
// are kept on one line.
func Help(about string) (out html.HTML) {
	for {
		before, option, found := strings.Cut(about, "--")
		out += html.Escape(before)
		if !found {
			return out
		}
		end := strings.IndexFunc(option, func(r rune) bool { return (r < 'a' || r > 'z') && !strings.ContainsRune("-=@", r) })
		if end < 0 {
			end = len(option)
		}
		out += html.Span(html.Text("--" + option[:end]))
		about = option[end:]
	}
}

// control returns the HTML input element of a field in the form.
func (s *FormSheet) control(x *schema.Field, path, value, id string) html.HTML {
	return control(s.Words, x, s.offers(x), value, html.ID(id), html.Attr{"data-path", path}, html.Num("data-kind", int(x.Kind)),
		html.Attr{"aria-describedby", id + "-help " + id + "-error"}, html.If(s.faultsAt(path) != "", html.Attr{"aria-invalid", "true"}))
}

// control returns the HTML input element of a field with the given attributes. The
// element is a list if there are values to choose from.
func control(c *i18n.Catalog, x *schema.Field, offers []string, value string, attributes ...html.Piece) html.HTML {
	el := func(name string, parts ...html.Piece) html.HTML {
		return html.El(name, append(slices.Clone(attributes), parts...)...)
	}
	usual, kind := strings.Trim(x.Default, `"[]`), x.Kind
	if rich(kind, value) || kind == schema.Alternative && offers == nil && value == "" {
		kind = schema.Other
	}
	if offers != nil || kind == schema.Alternative {
		return el("select", offered(c, x, offers, value))
	}
	switch kind {
	case schema.OneOf:
		var options html.HTML
		none := c.Say(i18n.FormUsual, i18n.S("value", titleOf(c, x.Path, usual)))
		if usual == "" {
			none = "–"
		}
		if !x.Needed || value == "" {
			options = html.Option("", false, html.Text(none))
		}
		for _, name := range x.Choices {
			options += html.Option(name, name == value, html.Text(titleOf(c, x.Path, name)))
		}
		return el("select", options)
	case schema.Truth:
		return el("input", html.Attr{"type", "checkbox"}, html.Attr{"data-usual", usual}, html.Checked(value == "true" || value == "" && usual == "true"))
	case schema.Other:
		return el("span", c.HTML(i18n.FormOther))
	case schema.Text:
		if x.Max > scenario.MaxTitle {
			return el("textarea", html.Attr{"rows", "3"}, html.Text(value))
		}
		return el("input", html.Attr{"value", value})
	}
	number := x.Kind == schema.Whole || x.Kind == schema.Number || x.Kind == schema.Bytes
	return el("input", html.Attr{"value", value}, html.Attr{"placeholder", usual}, html.If(number, html.Attr{"inputmode", "decimal"}), html.Attr{"autocomplete", "off"}, html.Attr{"spellcheck", "false"})
}

// offered returns the options of a list of values. A value that is not offered is an
// option too.
func offered(c *i18n.Catalog, x *schema.Field, offers []string, value string) html.HTML {
	told := func(value string) html.Piece {
		if x.Kind == schema.Alternative {
			value = alternative(c, value)
		}
		return html.Text(value)
	}
	options := html.Option("", value == "", html.Text("–"))
	for _, offer := range offers {
		options += html.Option(offer, offer == value, told(offer))
	}
	if value != "" && !slices.Contains(offers, value) {
		options += html.Option(value, true, told(value))
	}
	return options
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
func titleOf(c *i18n.Catalog, path, name string) string {
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
			return c.Tell(table[i].Title)
		}
	}
	return name
}
