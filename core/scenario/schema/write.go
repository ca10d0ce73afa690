package schema

import "hopyard/core/jsondoc"

// Write writes the object. It writes only the fields that the canonical form
// contains, mostly those that differ from their defaults in usual.
func (t *Table[P, W]) Write(w W, usual *Table[P, W]) {
	out, first := w.Base(), true
	out.Raw("{")
	for i := range t.Rows {
		f, same := &t.Rows[i], &usual.Rows[i]
		if f.Shown(same) {
			out.Member(f.Name, first)
			f.Put(w, same)
			first = false
		}
	}
	out.Raw("}")
}

// Shown reports whether the canonical form contains the field.
func (f *Row[P, W]) Shown(usual *Row[P, W]) bool {
	switch {
	case f.forced:
		return true
	case f.has != nil:
		return f.has()
	case f.At == nil:
		return false
	case f.inner != nil:
		return f.inner().differs(usual.inner())
	}
	return differ[P, W](f.At, usual.At)
}

// Put writes the value of the field.
func (f *Row[P, W]) Put(w W, usual *Row[P, W]) {
	switch {
	case f.write != nil:
		f.write(w, usual.At)
	case f.inner != nil:
		f.inner().Write(w, usual.inner())
	default:
		if own, ok := f.At.(Value[P, W]); ok {
			own.WriteValue(w, f, usual.At)
			return
		}
		f.WriteNumber(w.Base(), f.At)
	}
}

// differs reports whether any field of the object differs from its default in
// usual.
func (t *Table[P, W]) differs(usual *Table[P, W]) bool {
	for i := range t.Rows {
		f, same := &t.Rows[i], &usual.Rows[i]
		if f.forced && differ[P, W](f.At, same.At) || !f.forced && f.Shown(same) {
			return true
		}
	}
	return false
}

// differ reports whether the values behind two pointers of the same type differ.
func differ[P FieldReader, W FieldWriter](a, b any) bool {
	switch a := a.(type) {
	case Value[P, W]:
		return a.Differs(b)
	case *string:
		return *a != *b.(*string)
	}
	return kept(a) != kept(b)
}

// WriteNumber writes the string or number behind the given pointer, in the form of
// the field's kind.
func (f *Row[P, W]) WriteNumber(w *jsondoc.Writer, at any) {
	if text, ok := at.(*string); ok {
		w.Text(*text)
		return
	}
	switch n := kept(at); {
	case f.Kind == OneOf:
		w.Text(f.Choices()[n])
	case f.Kind == Number:
		w.Seconds(n)
	case f.Kind != Truth:
		w.Number(n)
	case n != 0:
		w.Raw("true")
	default:
		w.Raw("false")
	}
}

// Describe returns the description of a field, for forms and for the tests of the
// documentation. The table of the field must lead to default values, because the
// description contains the default.
func (f *Row[P, W]) Describe() Field {
	d := Field{Path: f.Name, Kind: f.Kind, Min: f.Min, Max: f.Max, Of: f.Alone, Needed: f.Required}
	if f.Kind == OneOf {
		d.Choices = f.Choices()
	}
	switch f.Kind {
	case Whole, Number, Bytes, Truth, OneOf:
	default:
		return d
	}
	if name, ok := f.At.(*string); f.At == nil || f.has != nil || f.inner != nil || ok && *name == "" || !ok && kept(f.At) < f.Min {
		return d
	}
	w := jsondoc.Writer{}
	f.WriteNumber(&w, f.At)
	d.Default = string(w.Out)
	return d
}

// Chosen returns the name that a field of kind OneOf has.
func (f *Row[P, W]) Chosen() string { return f.Choices()[kept(f.At)] }
