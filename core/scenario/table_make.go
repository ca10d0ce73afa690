package scenario

import "hopyard/core/simtime"

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
