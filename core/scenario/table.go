package scenario

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
