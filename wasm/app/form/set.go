package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/scenario/schema"
)

// shown converts a JSON value to the text that a field shows. For a list, the text
// has no brackets.
func shown(kind schema.FieldKind, value string) string {
	switch kind {
	case schema.Numbers, schema.Wholes, schema.Bounds, schema.Range, schema.Ends:
		if rich(kind, value) {
			return value
		}
		value = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(value, "["), "]"))
		if kind == schema.Ends {
			value = strings.ReplaceAll(value, `"`, "")
		}
		return strings.Join(strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\t' }), ", ")
	default:
		return value
	}
}

// rich reports whether a list contains elements that are not numbers, such as
// nested parts. The form shows and writes such a list unchanged.
func rich(kind schema.FieldKind, value string) bool {
	return kind == schema.Numbers && strings.Contains(value, "{")
}

// written converts the text of a field to JSON. An empty field becomes null, which
// removes the value.
func written(kind schema.FieldKind, value string) string {
	text := strings.TrimSpace(value)
	switch {
	case text == "":
		return "null"
	case rich(kind, text):
		return text
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
	switch kind {
	case schema.Text, schema.Label, schema.OneOf, schema.Nodes:
		return Quote(value)
	case schema.Numbers, schema.Wholes:
		return "[" + strings.Join(parts, ", ") + "]"
	case schema.Bounds, schema.Range:
		if len(parts) > 1 {
			return "[" + strings.Join(parts, ", ") + "]"
		}
	case schema.Ends:
		for i := range parts {
			parts[i] = Quote(parts[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	default:
	}
	return text
}

// Quote returns a text as a JSON string.
func Quote(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case r < ' ':
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// Set writes a value at a path of the text. It reports whether this can make other
// fields appear or disappear. Errors are those of scenario.Edit.
func (s *FormSheet) Set(path string, kind schema.FieldKind, value string) (moves bool, err error) {
	raw := jsonOf(s.fieldAt(path), kind, value)
	text, err := Put(s.Text, path, raw, s.hasForm)
	if err != nil {
		return false, err
	}
	s.Text = text
	if kind == schema.OneOf {
		return true, s.settle(path, value)
	}
	return false, nil
}

// hasForm reports whether there is a form of the object at a path.
func (s *FormSheet) hasForm(path string) bool {
	where := places(path)
	return slices.ContainsFunc(s.Forms, func(f schema.Form) bool { return f.At(where...) == path })
}

// jsonOf converts the text of a field to JSON. The field may be nil.
func jsonOf(x *schema.Field, kind schema.FieldKind, value string) string {
	if x != nil && x.Seconds() && !rich(kind, value) {
		return writtenTimes(kind, value)
	}
	return written(kind, value)
}

// Told returns a value that the field at a path shows, in words if it has some.
func (s *FormSheet) Told(path, value string) string {
	if x := s.fieldAt(path); x != nil && x.Kind == schema.Alternative && value != "" {
		return alternative(s.Words, value)
	}
	return value
}

// writtenTimes converts the text of a field for times to JSON. A list of times that
// contains commas or semicolons is split at these, because a space may separate a
// number from its unit. Any other list is split at spaces.
func writtenTimes(kind schema.FieldKind, value string) string {
	if kind != schema.Numbers || strings.TrimSpace(value) == "" {
		return Seconds(value)
	}
	parts := strings.Fields(value)
	if strings.ContainsAny(value, ",;") {
		parts = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ';' })
	}
	for i := range parts {
		parts[i] = Seconds(parts[i])
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// fieldAt returns the field with the given path, or nil.
func (s *FormSheet) fieldAt(path string) *schema.Field {
	where := places(path)
	for i := range s.Forms {
		for k := range s.Forms[i].Fields {
			if x := &s.Forms[i].Fields[k]; x.At(where...) == path {
				return x
			}
		}
	}
	return nil
}

// Since compares the text of the form with an earlier text, that of the latest run.
// It returns the earlier value at a path. It also reports whether the value at this
// path is the only difference between the two texts. Invalid values that were
// entered in the meantime do not matter.
func (s *FormSheet) Since(ran, path string, kind schema.FieldKind, value string) (old string, alone bool) {
	was := FormSheet{Forms: s.Forms, Words: s.Words}
	was.Open(ran, nil)
	_, _, old = was.Describe(path)
	_, err := was.Set(path, kind, value)
	return old, err == nil && was.Text == s.Text
}

// settle removes values that do not apply to the new value of a field, for example
// the width of a fat tree when the topology becomes a star.
func (s *FormSheet) settle(path, value string) error {
	for i := range s.Forms {
		f := &s.Forms[i]
		where := places(path)
		gate, _ := s.chosen(f, where)
		if gate == nil || gate.At(where...) != path {
			continue
		}
		stays := map[string]bool{}
		for k := range f.Fields {
			if x := &f.Fields[k]; x.Of == "" || x.Of == value {
				stays[x.Path] = true
			}
		}
		for k := range f.Fields {
			x := &f.Fields[k]
			if x.Of == "" || stays[x.Path] || strings.Count(x.Path, "[")+strings.Count(x.Path, "{") != len(where) {
				continue
			}
			text, err := scenario.Edit([]byte(s.Text), x.At(where...), "null")
			if err != nil {
				return err
			}
			s.Text = string(text)
		}
	}
	return nil
}

// places returns the indices and names in brackets that a path contains.
func places(path string) []string {
	var out []string
	for {
		_, rest, ok := strings.Cut(path, "[")
		if !ok {
			return out
		}
		if strings.HasPrefix(rest, `"`) {
			text, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return out
			}
			name, _ := strconv.Unquote(text)
			out, path = append(out, name), rest[len(text):]
			continue
		}
		index, after, _ := strings.Cut(rest, "]")
		out, path = append(out, index), after
	}
}

// Add adds an element to the list or map at a path. For a map, name is the key of
// the element. Errors are those of scenario.Edit.
func (s *FormSheet) Add(path, name string) error {
	if path == jobsBlock {
		return s.addJob()
	}
	x, kind := s.collectionAt(path)
	if x == nil {
		return nil
	}
	place := strconv.Quote(name)
	switch {
	case kind == schema.List:
		_, names := s.look(path)
		place = strconv.Itoa(len(names))
	case name == "":
		return nil
	}
	if value, _ := s.look(path + "[" + place + "]"); value != "" {
		return nil
	}
	return s.edit(path+"["+place+"]", x.New)
}

// collectionAt returns the field that describes the list or map at a path, and the
// field's kind.
func (s *FormSheet) collectionAt(path string) (*schema.Field, schema.FieldKind) {
	where := places(path)
	for i := range s.Forms {
		for k := range s.Forms[i].Fields {
			x := &s.Forms[i].Fields[k]
			if (x.Kind == schema.List || x.Kind == schema.Map) && x.At(where...) == path {
				return x, x.Kind
			}
		}
	}
	return nil, 0
}

// Remove removes the value at a path.
func (s *FormSheet) Remove(path string) error { return s.edit(path, "null") }

func (s *FormSheet) edit(path, value string) error {
	text, err := scenario.Edit([]byte(s.Text), path, value)
	if err == nil {
		s.Text = string(text)
	}
	return err
}
