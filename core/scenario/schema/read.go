package schema

import (
	"strings"

	"hopyard/core/jsondoc"
)

// Read reads an object into the variable to which the table is bound. It then
// checks the fields of the object together.
func (t *Table[P, W]) Read(p P, v jsondoc.Ref) Given[P, W] {
	g := t.Places(p, v)
	t.Fill(p, g.Refs)
	if t.Whole != nil {
		t.Whole(p, v, g)
	}
	return g
}

// Places finds the fields of an object, without reading their values.
func (t *Table[P, W]) Places(p P, v jsondoc.Ref) Given[P, W] {
	g := Given[P, W]{Before: p.Base().Count(), Rows: t.Rows, Refs: make([]jsondoc.Ref, len(t.Rows))}
	g.OK = t.Find(p, v, g.Refs)
	return g
}

// Find stores the positions of the fields of an object in refs. It notes an error
// for each unknown, repeated or missing field. It reports whether v is an object.
func (t *Table[P, W]) Find(p P, v jsondoc.Ref, refs []jsondoc.Ref) bool {
	r := p.Base()
	if !r.IsObject(v, t.Of) {
		return false
	}
	next := 0
	for key, val := range r.Members(v) {
		name := r.Text(key)
		switch i := t.Index(name, next); {
		case i < 0:
			r.Unknown(key, name, t.Of, t.Names())
		case refs[i] != 0:
			r.Twice(key, name)
		default:
			refs[i] = val
			next = i + 1
		}
	}
	for i := range t.Rows {
		if f := &t.Rows[i]; f.Fix != "" && f.Kind != Wholes && refs[i] == 0 {
			r.Missing(v, f.Name, t.Of, f.Fix)
		}
	}
	return true
}

// Fill reads the fields at the given positions, in the order of the table.
func (t *Table[P, W]) Fill(p P, refs []jsondoc.Ref) {
	for i, v := range refs {
		if v != 0 {
			t.Rows[i].Take(p, v)
		}
	}
}

// Take reads a field. If this fails, Take notes an error, and the field keeps its
// value.
func (f *Row[P, W]) Take(p P, v jsondoc.Ref) {
	if f.note != nil {
		*f.note = v
	}
	switch {
	case f.read != nil:
		f.read(p, v)
	case f.At == nil: // the object's own code reads it
	case f.inner != nil:
		f.inner().Read(p, v)
	default:
		f.Keep(p, v, f.At)
	}
}

// Keep reads a value of the field's kind and stores it in *to.
func (f *Row[P, W]) Keep(p P, v jsondoc.Ref, to any) {
	if own, ok := to.(Value[P, W]); ok {
		own.ReadValue(p, v, f)
		return
	}
	r, n, ok := p.Base(), int64(0), false
	switch f.Kind {
	case Whole:
		n, ok = r.Integer(v, f.Min, f.Max)
	case Number:
		n, ok = r.Thousandths(v, f.Min, f.Max, f.Of)
	case Bytes:
		n, ok = r.Rate(v, f.Max)
	case Truth:
		n, ok = 0, true
		if yes, _ := r.Truth(v); yes {
			n = 1
		}
	case OneOf:
		ReadOneOf(r, v, f.Choices(), to)
	case Text:
		if text, ok := r.Words(v, int(f.Max)); ok {
			*to.(*string) = text
		}
	}
	if ok {
		keep(to, n)
	}
}

// ReadOneOf reads one of the given names and stores it in *to. If *to is a string,
// it becomes the name itself. If *to is an integer, it becomes the index of the
// name. If *to is a bool, it becomes true for the second of two names and false for
// the first.
func ReadOneOf(r *jsondoc.Reader, v jsondoc.Ref, names []string, to any) {
	text, named := to.(*string)
	if named {
		*text = ""
	}
	if r.Kind(v) != '"' {
		fix := "write one of " + strings.Join(names, ", ")
		if _, two := to.(*bool); two {
			fix = "write " + jsondoc.Quoted(names[0]) + " or " + jsondoc.Quoted(names[1])
		}
		r.Wrong(v, r.Is(v)+", not a name", "", fix)
		return
	}
	written := r.Text(v)
	for i, name := range names {
		if name != written {
			continue
		}
		if named {
			*text = name
		} else {
			keep(to, int64(i))
		}
		return
	}
	r.Wrong(v, "is unknown", "", r.DidYouMean(written, names))
}

// keep stores the number n in *to, converted to the type of *to.
func keep(to any, n int64) {
	switch to := to.(type) {
	case *int64:
		*to = n
	case *int32:
		*to = int32(n)
	case *int:
		*to = int(n)
	case *uint8:
		*to = uint8(n)
	case *bool:
		*to = n != 0
	case *float64:
		*to = float64(n) / 1000
	}
}

// kept returns a number that keep has stored.
func kept(at any) int64 {
	switch at := at.(type) {
	case *int64:
		return *at
	case *int32:
		return int64(*at)
	case *int:
		return int64(*at)
	case *uint8:
		return int64(*at)
	case *bool:
		if *at {
			return 1
		}
	case *float64:
		return thousandths(*at)
	}
	return 0
}

// thousandths converts x to thousandths. The result is exact, because x was read as
// a number with at most three decimals.
func thousandths(x float64) int64 { return int64(float64(x*1000) + 0.5) }
