package scenario

import (
	"hopyard/core/simtime"
)

// table states once what an object of the language may hold, bound to the object
// that is read or written. The reader, the canonical form, the errors, the forms
// and the tests of the documentation follow from it.
//
// A table is made by a function of what it is bound to, so that where a field is
// kept is a plain pointer, and nothing looks at types while the program runs: the
// page loads all this before its first schedule. Whoever reads many objects binds
// one table to one of them, and copies.
type table struct {
	of     string  // what the object is, "a job", for errors
	fields []field // in the order of the canonical form
	whole  func(p *parser, v ref, g given)
}

// field is one field of an object.
type field struct {
	name     string
	kind     FieldKind
	forced   bool   // the canonical form has it even if it is usual
	required bool   // may not be left out
	of       string // Number, Range: of what, "shares"
	alone    string // the values of the object's first OneOf with which it may stand; "" for any
	fix      string // what to do if it is left out, of Wholes if it is empty; "" if the object's own code says it
	min, max int64  // as those of Field
	most     int64  // elements of a list of values
	each     *field // of values by name
	words    []string
	names    func() []Name // OneOf: words, or names of a table
	at       any           // where it is kept, a pointer; nil if reading and writing know
	inner    func() *table // of an object that is kept at at
	note     *ref          // where to keep its place in the text
	read     func(p *parser, v ref)
	has      func() bool // whether the canonical form has it; nil for: if it is not usual
	write    func(w *writer, usual any)
}

// given is where the fields of an object stand in the text.
type given struct {
	ok     bool // it is an object
	before int  // how many problems there were
	fields []field
	refs   []ref
}

// at is the value of a field, 0 if it was left out.
func (g given) at(name string) ref {
	for i := range g.fields {
		if g.fields[i].name == name {
			return g.refs[i]
		}
	}
	return 0
}

// first is which field the text has first, -1 for none.
func (g given) first() int {
	first := -1
	for i, v := range g.refs {
		if v != 0 && (first < 0 || v < g.refs[first]) {
			first = i
		}
	}
	return first
}

// count is how many fields there are.
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

// place is the place of a field, or -1. Most texts have fields in the order of
// the table, so that the search begins behind the one before.
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

// field is the field of a name, which the table has.
func (t *table) field(name string) *field { return &t.fields[t.place(name, 0)] }

// newTable is a table of so many fields, or more.
func newTable(of string, fields int) *table {
	return &table{of: of, fields: make([]field, 0, fields)}
}

// add adds a field of any kind, of which nothing else is known.
func (t *table) add(name string, kind FieldKind, at any, lo, hi int64) *field {
	t.fields = append(t.fields, field{name: name, kind: kind, at: at, min: lo, max: hi})
	return &t.fields[len(t.fields)-1]
}

// integer adds a whole number.
func (t *table) integer(name string, at any, lo, hi int64) *field {
	return t.add(name, Whole, at, lo, hi)
}

// number adds a number with three decimals; its bounds are in thousandths.
func (t *table) number(name string, at any, lo, hi int64, of string) *field {
	return t.add(name, Number, at, lo, hi).unit(of)
}

// seconds adds a time or a span.
func (t *table) seconds(name string, at any, least int64) *field {
	return t.number(name, at, least, simtime.Max, "seconds")
}

// bytes adds a number of bytes, or of bytes a second.
func (t *table) bytes(name string, at any) *field { return t.add(name, Bytes, at, 1, MaxRate) }

// truth adds true or false.
func (t *table) truth(name string, at any) *field { return t.add(name, Truth, at, 0, 0) }

// label adds the name of a user, group, queue or application.
func (t *table) label(name string, at any) *field { return t.add(name, Label, at, 0, MaxName) }

// oneOf adds a choice of words.
func (t *table) oneOf(name string, at any, words []string) *field {
	f := t.add(name, OneOf, at, 0, 0)
	f.words = words
	return f
}

// named adds a choice of the names of a table.
func (t *table) named(name string, at any, names func() []Name) *field {
	f := t.add(name, OneOf, at, 0, 0)
	f.names = names
	return f
}

// list adds a list of at most so many values.
func (t *table) list(name string, kind FieldKind, at any, lo, hi, most int64, of string) *field {
	f := t.add(name, kind, at, lo, hi).unit(of)
	f.most = most
	return f
}

// byName adds values by the names of users, groups or queues.
func (t *table) byName(name string, at any, each *field) *field {
	f := t.add(name, Map, at, 0, MaxOwners)
	f.each = each
	return f
}

// object adds an object that is kept where inner is bound to.
func (t *table) object(name string, at any, inner func() *table) *field {
	f := t.add(name, Other, at, 0, 0)
	f.inner = inner
	return f
}

// unit says of what the numbers are.
func (f *field) unit(of string) *field {
	f.of = of
	return f
}

// always: the canonical form has the field even if it is usual.
func (f *field) always() *field {
	f.forced = true
	return f
}

// must: the field may not be left out, which the object's own code tells.
func (f *field) must() *field {
	f.required = true
	return f
}

// needs: the field may not be left out; what to do then.
func (f *field) needs(fix string) *field {
	f.fix = fix
	return f.must()
}

// example says what to write where a list is empty.
func (f *field) example(fix string) *field {
	f.fix = fix
	return f
}

// only: the field stands with these values of the object's first choice alone.
func (f *field) only(values string) *field {
	f.alone = values
	return f
}

// noted: the place of the field in the text is kept.
func (f *field) noted(at *ref) *field {
	f.note = at
	return f
}

// reads: the field is read so, not by its kind.
func (f *field) reads(read func(p *parser, v ref)) *field {
	f.read = read
	return f
}

// when: the canonical form has the field when this says so.
func (f *field) when(has func() bool) *field {
	f.has = has
	return f
}

// writes: the field is written so, not by its kind.
func (f *field) writes(write func(w *writer, usual any)) *field {
	f.write = write
	return f
}

// choices are the words that a OneOf may be.
func (f *field) choices() []string {
	if f.names != nil {
		return namesIn(f.names())
	}
	return f.words
}
