package schema

import (
	"hopyard/core/jsondoc"
	"hopyard/core/simtime"
)

// FieldReader is a reader of JSON, together with whatever the functions for some
// fields need.
type FieldReader interface {
	Base() *jsondoc.Reader
}

// FieldWriter is a writer of JSON, together with whatever the functions for some
// fields need.
type FieldWriter interface {
	Base() *jsondoc.Writer
}

// Value is a variable that reads and writes itself. Variables of other types are
// strings and numbers, which package schema reads according to the field's kind.
type Value[P FieldReader, W FieldWriter] interface {
	ReadValue(p P, v jsondoc.Ref, f *Row[P, W])
	WriteValue(w W, f *Row[P, W], usual any) // usual is the variable with the default, of the same type
	Differs(usual any) bool                  // whether the value differs from the default
}

// Table lists, in one place, the fields that an object of a language may have. It
// is bound to the object that is read or written. The parser, the canonical form,
// the error messages, the forms and the tests of the documentation all use tables.
//
// A function makes each table for the object to which it is bound. So the table
// stores plain pointers to the fields and needs no reflection at run time. This
// matters because the page loads this code before it can compute its first
// schedule. Code that reads many objects binds one table to one variable, and
// copies the variable after each object.
type Table[P FieldReader, W FieldWriter] struct {
	Of    string      // name of the object in errors, such as "a job"
	Rows  []Row[P, W] // in the order of the canonical form
	Whole func(p P, v jsondoc.Ref, g Given[P, W])
}

// Row describes one field of an object.
type Row[P FieldReader, W FieldWriter] struct {
	Name     string
	Kind     FieldKind
	forced   bool   // whether the canonical form contains the field even if it has its default
	Required bool   // whether the field may not be left out
	Of       string // Number, Range: unit of the number, such as "shares"
	Alone    string // values that the object's first field of kind OneOf must have for this field to be allowed; "" if it is always allowed
	Fix      string // text of the fix in the error about a missing field, or, for Wholes, about an empty list; "" if the object's own code reports the error
	Min, Max int64  // the same as Min and Max of Field
	Most     int64  // maximum number of elements of a list of values
	words    []string
	names    func() []string     // OneOf: function that returns the words; used instead of the field words
	At       any                 // pointer to the variable that holds the value, or a Value; nil if the functions in read and write handle the value
	inner    func() *Table[P, W] // function that returns the table of the object in this field; nil if the field holds no such object
	note     *jsondoc.Ref        // where to store the position of the field in the text; nil if it is not needed
	read     func(p P, v jsondoc.Ref)
	has      func() bool // reports whether the canonical form contains the field; if it is nil, the form contains every value that differs from the default
	write    func(w W, usual any)
}

// Given holds the fields of an object that a text gives, with their positions in
// the text.
type Given[P FieldReader, W FieldWriter] struct {
	OK     bool // whether the value is an object
	Before int  // number of problems noted before the object was read
	Rows   []Row[P, W]
	Refs   []jsondoc.Ref
}

// At returns the position of a field's value in the text, or 0 if the field was
// left out.
func (g Given[P, W]) At(name string) jsondoc.Ref {
	for i := range g.Rows {
		if g.Rows[i].Name == name {
			return g.Refs[i]
		}
	}
	return 0
}

// First returns the index of the field that comes first in the text, or -1 if no
// field is given.
func (g Given[P, W]) First() int {
	first := -1
	for i, v := range g.Refs {
		if v != 0 && (first < 0 || v < g.Refs[first]) {
			first = i
		}
	}
	return first
}

// Count returns the number of fields that are given.
func (g Given[P, W]) Count() int {
	n := 0
	for _, v := range g.Refs {
		if v != 0 {
			n++
		}
	}
	return n
}

// Names returns the names of the fields.
func (t *Table[P, W]) Names() []string {
	names := make([]string, len(t.Rows))
	for i := range t.Rows {
		names[i] = t.Rows[i].Name
	}
	return names
}

// Index returns the index of the field with the given name, or -1 if there is none.
// The search begins at the given index, because most texts have fields in the order
// of the table.
func (t *Table[P, W]) Index(name string, from int) int {
	for range t.Rows {
		if from >= len(t.Rows) {
			from = 0
		}
		if t.Rows[from].Name == name {
			return from
		}
		from++
	}
	return -1
}

// Row returns the field with the given name, which must exist.
func (t *Table[P, W]) Row(name string) *Row[P, W] { return &t.Rows[t.Index(name, 0)] }

// New returns an empty table with room for the given number of fields.
func New[P FieldReader, W FieldWriter](of string, fields int) *Table[P, W] {
	return &Table[P, W]{Of: of, Rows: make([]Row[P, W], 0, fields)}
}

// Add adds a field of any kind and returns it for further settings.
func (t *Table[P, W]) Add(name string, kind FieldKind, at any, lo, hi int64) *Row[P, W] {
	t.Rows = append(t.Rows, Row[P, W]{Name: name, Kind: kind, At: at, Min: lo, Max: hi})
	return &t.Rows[len(t.Rows)-1]
}

// Integer adds a field with a whole number.
func (t *Table[P, W]) Integer(name string, at any, lo, hi int64) *Row[P, W] {
	return t.Add(name, Whole, at, lo, hi)
}

// Number adds a field with a number of up to three decimals. Its bounds are in
// thousandths.
func (t *Table[P, W]) Number(name string, at any, lo, hi int64, of string) *Row[P, W] {
	return t.Add(name, Number, at, lo, hi).Unit(of)
}

// Seconds adds a field with a time or duration.
func (t *Table[P, W]) Seconds(name string, at any, least int64) *Row[P, W] {
	return t.Number(name, at, least, simtime.Max, "seconds")
}

// Truth adds a field that is true or false.
func (t *Table[P, W]) Truth(name string, at any) *Row[P, W] { return t.Add(name, Truth, at, 0, 0) }

// OneOf adds a field with one of the given words.
func (t *Table[P, W]) OneOf(name string, at any, words []string) *Row[P, W] {
	f := t.Add(name, OneOf, at, 0, 0)
	f.words = words
	return f
}

// Named adds a field with one of the names that a function returns.
func (t *Table[P, W]) Named(name string, at any, names func() []string) *Row[P, W] {
	f := t.Add(name, OneOf, at, 0, 0)
	f.names = names
	return f
}

// List adds a field with a list of at most the given number of values.
func (t *Table[P, W]) List(name string, kind FieldKind, at any, lo, hi, most int64, of string) *Row[P, W] {
	f := t.Add(name, kind, at, lo, hi).Unit(of)
	f.Most = most
	return f
}

// Object adds a field with an object, which the given table reads and writes.
func (t *Table[P, W]) Object(name string, at any, inner func() *Table[P, W]) *Row[P, W] {
	f := t.Add(name, Other, at, 0, 0)
	f.inner = inner
	return f
}

// Unit sets the unit of the numbers in the field.
func (f *Row[P, W]) Unit(of string) *Row[P, W] {
	f.Of = of
	return f
}

// Always makes the canonical form contain the field even if its value is the
// default.
func (f *Row[P, W]) Always() *Row[P, W] {
	f.forced = true
	return f
}

// Must marks the field as required. If the field is missing, the object's own code
// reports the error.
func (f *Row[P, W]) Must() *Row[P, W] {
	f.Required = true
	return f
}

// Needs marks the field as required, and sets the fix in the error about a missing
// field.
func (f *Row[P, W]) Needs(fix string) *Row[P, W] {
	f.Fix = fix
	return f.Must()
}

// Example sets the fix in the error for an empty list.
func (f *Row[P, W]) Example(fix string) *Row[P, W] {
	f.Fix = fix
	return f
}

// Only restricts the field to objects whose first field of kind OneOf has one of
// the given values.
func (f *Row[P, W]) Only(values string) *Row[P, W] {
	f.Alone = values
	return f
}

// Noted sets where to store the position of the field in the text.
func (f *Row[P, W]) Noted(at *jsondoc.Ref) *Row[P, W] {
	f.note = at
	return f
}

// Reads sets the function that reads the field. Without it, the field is read
// according to its kind.
func (f *Row[P, W]) Reads(read func(p P, v jsondoc.Ref)) *Row[P, W] {
	f.read = read
	return f
}

// When sets the function that reports whether the canonical form contains the
// field.
func (f *Row[P, W]) When(has func() bool) *Row[P, W] {
	f.has = has
	return f
}

// Writes sets the function that writes the field. Without it, the field is written
// according to its kind.
func (f *Row[P, W]) Writes(write func(w W, usual any)) *Row[P, W] {
	f.write = write
	return f
}

// Inner returns the table of the object in the field, or nil if the field holds no
// such object.
func (f *Row[P, W]) Inner() *Table[P, W] {
	if f.inner == nil {
		return nil
	}
	return f.inner()
}

// Choices returns the words that a field of kind OneOf may have.
func (f *Row[P, W]) Choices() []string {
	if f.names != nil {
		return f.names()
	}
	return f.words
}
