package scenario

import (
	"hopyard/core/jsondoc"
	"hopyard/core/simtime"
)

// table lists, in one place, the fields that an object of the language may have. It
// is bound to the object that is read or written. The parser, the canonical form,
// the error messages, the forms and the tests of the documentation all use tables.
//
// A function makes each table for the object to which it is bound. So the table
// stores plain pointers to the fields and needs no reflection at run time. This
// matters because the page loads this code before it can compute its first
// schedule. Code that reads many objects binds one table to one variable, and
// copies the variable after each object.
type table struct {
	of     string  // name of the object in errors, such as "a job"
	fields []field // in the order of the canonical form
	whole  func(p *parser, v jsondoc.Ref, g given)
}

// field describes one field of an object.
type field struct {
	name     string
	kind     FieldKind
	forced   bool   // whether the canonical form contains the field even if it has its default
	required bool   // whether the field may not be left out
	of       string // Number, Range: unit of the number, such as "shares"
	alone    string // values that the object's first field of kind OneOf must have for this field to be allowed; "" if it is always allowed
	fix      string // text of the fix in the error about a missing field, or, for Wholes, about an empty list; "" if the object's own code reports the error
	min, max int64  // the same as Min and Max of Field
	most     int64  // maximum number of elements of a list of values
	each     *field // description of each value, if the field is an object of values by name
	words    []string
	names    func() []Name // OneOf: function that returns the names of a table; used instead of the field words
	at       any           // pointer to the variable that holds the value; nil if the functions in read and write handle the value
	inner    func() *table // function that returns the table of the object in this field; nil if the field holds no such object
	note     *jsondoc.Ref  // where to store the position of the field in the text; nil if it is not needed
	read     func(p *parser, v jsondoc.Ref)
	has      func() bool // reports whether the canonical form contains the field; if it is nil, the form contains every value that differs from the default
	write    func(w *writer, usual any)
}

// given holds the fields of an object that a text gives, with their positions in
// the text.
type given struct {
	ok     bool // whether the value is an object
	before int  // number of problems noted before the object was read
	fields []field
	refs   []jsondoc.Ref
}

// at returns the position of a field's value in the text, or 0 if the field was
// left out.
func (g given) at(name string) jsondoc.Ref {
	for i := range g.fields {
		if g.fields[i].name == name {
			return g.refs[i]
		}
	}
	return 0
}

// first returns the index of the field that comes first in the text, or -1 if no
// field is given.
func (g given) first() int {
	first := -1
	for i, v := range g.refs {
		if v != 0 && (first < 0 || v < g.refs[first]) {
			first = i
		}
	}
	return first
}

// count returns the number of fields that are given.
func (g given) count() int {
	n := 0
	for _, v := range g.refs {
		if v != 0 {
			n++
		}
	}
	return n
}

func (t *table) names() []string {
	names := make([]string, len(t.fields))
	for i := range t.fields {
		names[i] = t.fields[i].name
	}
	return names
}

// place returns the index of the field with the given name, or -1 if there is none.
// The search begins at the given index, because most texts have fields in the order
// of the table.
func (t *table) place(name string, from int) int {
	for range t.fields {
		if from >= len(t.fields) {
			from = 0
		}
		if t.fields[from].name == name {
			return from
		}
		from++
	}
	return -1
}

// field returns the field with the given name, which must exist.
func (t *table) field(name string) *field { return &t.fields[t.place(name, 0)] }

// newTable returns an empty table with room for the given number of fields.
func newTable(of string, fields int) *table {
	return &table{of: of, fields: make([]field, 0, fields)}
}

// add adds a field of any kind and returns it for further settings.
func (t *table) add(name string, kind FieldKind, at any, lo, hi int64) *field {
	t.fields = append(t.fields, field{name: name, kind: kind, at: at, min: lo, max: hi})
	return &t.fields[len(t.fields)-1]
}

// integer adds a field with a whole number.
func (t *table) integer(name string, at any, lo, hi int64) *field {
	return t.add(name, Whole, at, lo, hi)
}

// number adds a field with a number of up to three decimals. Its bounds are in
// thousandths.
func (t *table) number(name string, at any, lo, hi int64, of string) *field {
	return t.add(name, Number, at, lo, hi).unit(of)
}

// seconds adds a field with a time or duration.
func (t *table) seconds(name string, at any, least int64) *field {
	return t.number(name, at, least, simtime.Max, "seconds")
}

// bytes adds a field with a number of bytes or of bytes per second.
func (t *table) bytes(name string, at any) *field { return t.add(name, Bytes, at, 1, MaxRate) }

// truth adds a field that is true or false.
func (t *table) truth(name string, at any) *field { return t.add(name, Truth, at, 0, 0) }

// label adds a field with the name of a user, group, queue or application.
func (t *table) label(name string, at any) *field { return t.add(name, Label, at, 0, MaxName) }

// oneOf adds a field with one of the given words.
func (t *table) oneOf(name string, at any, words []string) *field {
	f := t.add(name, OneOf, at, 0, 0)
	f.words = words
	return f
}

// named adds a field with one of the names of a table.
func (t *table) named(name string, at any, names func() []Name) *field {
	f := t.add(name, OneOf, at, 0, 0)
	f.names = names
	return f
}

// list adds a field with a list of at most the given number of values.
func (t *table) list(name string, kind FieldKind, at any, lo, hi, most int64, of string) *field {
	f := t.add(name, kind, at, lo, hi).unit(of)
	f.most = most
	return f
}

// byName adds a field with an object of values. The names in the object are users,
// groups or queues.
func (t *table) byName(name string, at any, each *field) *field {
	f := t.add(name, Map, at, 0, MaxOwners)
	f.each = each
	return f
}

// object adds a field with an object, which the given table reads and writes.
func (t *table) object(name string, at any, inner func() *table) *field {
	f := t.add(name, Other, at, 0, 0)
	f.inner = inner
	return f
}

// unit sets the unit of the numbers in the field.
func (f *field) unit(of string) *field {
	f.of = of
	return f
}

// always makes the canonical form contain the field even if its value is the
// default.
func (f *field) always() *field {
	f.forced = true
	return f
}

// must marks the field as required. If the field is missing, the object's own code
// reports the error.
func (f *field) must() *field {
	f.required = true
	return f
}

// needs marks the field as required, and sets the fix in the error about a missing
// field.
func (f *field) needs(fix string) *field {
	f.fix = fix
	return f.must()
}

// example sets the fix in the error for an empty list.
func (f *field) example(fix string) *field {
	f.fix = fix
	return f
}

// only restricts the field to objects whose first field of kind OneOf has one of
// the given values.
func (f *field) only(values string) *field {
	f.alone = values
	return f
}

// noted sets where to store the position of the field in the text.
func (f *field) noted(at *jsondoc.Ref) *field {
	f.note = at
	return f
}

// reads sets the function that reads the field. Without it, the field is read
// according to its kind.
func (f *field) reads(read func(p *parser, v jsondoc.Ref)) *field {
	f.read = read
	return f
}

// when sets the function that reports whether the canonical form contains the
// field.
func (f *field) when(has func() bool) *field {
	f.has = has
	return f
}

// writes sets the function that writes the field. Without it, the field is written
// according to its kind.
func (f *field) writes(write func(w *writer, usual any)) *field {
	f.write = write
	return f
}

// choices returns the words that a field of kind OneOf may have.
func (f *field) choices() []string {
	if f.names != nil {
		return namesIn(f.names())
	}
	return f.words
}
