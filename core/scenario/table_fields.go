package scenario

import (
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/jsondoc"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// read reads an object into the variable to which the table is bound. It then
// checks the fields of the object together.
func (t *table) read(p *parser, v jsondoc.Ref) given {
	g := t.places(p, v)
	t.fill(p, g.refs)
	if t.whole != nil {
		t.whole(p, v, g)
	}
	return g
}

// places finds the fields of an object, without reading their values.
func (t *table) places(p *parser, v jsondoc.Ref) given {
	g := given{before: p.Count(), fields: t.fields, refs: make([]jsondoc.Ref, len(t.fields))}
	g.ok = t.find(p, v, g.refs)
	return g
}

// find stores the positions of the fields of an object in refs. It notes an error
// for each unknown, repeated or missing field. It reports whether v is an object.
func (t *table) find(p *parser, v jsondoc.Ref, refs []jsondoc.Ref) bool {
	if !p.IsObject(v, t.of) {
		return false
	}
	next := 0
	for key, val := range p.Members(v) {
		name := p.Text(key)
		switch i := t.place(name, next); {
		case i < 0:
			p.Unknown(key, name, t.of, t.names())
		case refs[i] != 0:
			p.Twice(key, name)
		default:
			refs[i] = val
			next = i + 1
		}
	}
	for i := range t.fields {
		if f := &t.fields[i]; f.fix != "" && f.kind != Wholes && refs[i] == 0 {
			p.Missing(v, f.name, t.of, f.fix)
		}
	}
	return true
}

// fill reads the fields at the given positions, in the order of the table.
func (t *table) fill(p *parser, refs []jsondoc.Ref) {
	for i, v := range refs {
		if v != 0 {
			t.fields[i].take(p, v)
		}
	}
}

// take reads a field. If this fails, take notes an error, and the field keeps its
// value.
func (f *field) take(p *parser, v jsondoc.Ref) {
	if f.note != nil {
		*f.note = v
	}
	switch {
	case f.read != nil:
		f.read(p, v)
	case f.at == nil: // the object's own code reads it
	case f.inner != nil:
		f.inner().read(p, v)
	default:
		f.keep(p, v, f.at)
	}
}

// keep reads a value of the field's kind and stores it in *to.
func (f *field) keep(p *parser, v jsondoc.Ref, to any) {
	n, ok := int64(0), false
	switch f.kind {
	case Whole:
		n, ok = p.Integer(v, f.min, f.max)
	case Number:
		n, ok = p.Thousandths(v, f.min, f.max, f.of)
	case Bytes:
		n, ok = p.Rate(v, f.max)
	case Truth:
		yes, _ := p.Truth(v)
		n, ok = int64(truth(yes)), true
	case OneOf:
		p.oneOf(v, f.choices(), to)
	case Text:
		if text, ok := p.Words(v, int(f.max)); ok {
			*to.(*string) = text
		}
	case Label:
		*to.(*string) = p.name(v)
	default:
		f.keepMore(p, v, to)
	}
	if ok {
		keep(to, n)
	}
}

// keepMore reads a value that is not just a number or a text, and stores it in *to.
// The type of *to determines how the value is read.
func (f *field) keepMore(p *parser, v jsondoc.Ref, to any) {
	switch to := to.(type) {
	case *cluster.Placement:
		*to, _ = p.nodeList(v)
	case *workload.PermilleRange:
		*to = p.span(v, f.min, f.max, f.of)
	case **workload.Comm:
		*to = p.comm(v)
	case *[]queue.Named:
		*to = p.values(v, f.name, f.each)
	case *[]int32:
		*to = p.matrix(v)
	case *[]simtime.Duration:
		*to = p.spans(v, int(f.most), f.of)
	case *[]workload.Pattern:
		*to = p.drawnPatterns(v)
	case *[]string:
		*to = p.Texts(v, int(f.most), int(f.max), f.of)
	case *[]int:
		*to = p.sides(v, int(f.most), f.of, f.fix)
	case *workload.Resources:
		p.resources(v, f.of != "", func(k int, v jsondoc.Ref) { amount.keep(p, v, &to[int(workload.Named)+k]) })
	}
}

// oneOf reads one of the given names and stores it in *to. If *to is a string, it
// becomes the name itself. If *to is an integer, it becomes the index of the name.
// If *to is a bool, it becomes true for the second of two names and false for the
// first.
func (p *parser) oneOf(v jsondoc.Ref, names []string, to any) {
	text, named := to.(*string)
	if named {
		*text = ""
	}
	if p.Kind(v) != '"' {
		fix := "write one of " + strings.Join(names, ", ")
		if _, two := to.(*bool); two {
			fix = "write " + jsondoc.Quoted(names[0]) + " or " + jsondoc.Quoted(names[1])
		}
		p.Wrong(v, p.Is(v)+", not a name", "", fix)
		return
	}
	written := p.Text(v)
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
	p.Wrong(v, "is unknown", "", p.DidYouMean(written, names))
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
		return int64(truth(*at))
	case *float64:
		return thousandths(*at)
	}
	return 0
}

// thousandths converts x to thousandths. The result is exact, because x was read as
// a number with at most three decimals.
func thousandths(x float64) int64 { return int64(float64(x*1000) + 0.5) }

// write writes the object. It writes only the fields that the canonical form
// contains, mostly those that differ from their defaults in usual.
func (t *table) write(w *writer, usual *table) {
	w.Raw("{")
	first := true
	for i := range t.fields {
		f, same := &t.fields[i], &usual.fields[i]
		if f.shown(same) {
			w.Member(f.name, first)
			f.put(w, same)
			first = false
		}
	}
	w.Raw("}")
}

// shown reports whether the canonical form contains the field.
func (f *field) shown(usual *field) bool {
	switch {
	case f.forced:
		return true
	case f.has != nil:
		return f.has()
	case f.at == nil:
		return false
	case f.inner != nil:
		return f.inner().differs(usual.inner())
	}
	return differ(f.at, usual.at)
}

// put writes the value of the field.
func (f *field) put(w *writer, usual *field) {
	switch {
	case f.write != nil:
		f.write(w, usual.at)
	case f.inner != nil:
		f.inner().write(w, usual.inner())
	default:
		f.writeValue(w, f.at)
	}
}

// differs reports whether any field of the object differs from its default in
// usual.
func (t *table) differs(usual *table) bool {
	for i := range t.fields {
		f, same := &t.fields[i], &usual.fields[i]
		if f.forced && differ(f.at, same.at) || !f.forced && f.shown(same) {
			return true
		}
	}
	return false
}

// differ reports whether the values behind two pointers of the same type differ.
// For a list or a pointer, it only reports whether the first value is set, because
// the default is nil.
func differ(a, b any) bool {
	switch a := a.(type) {
	case *string:
		return *a != *b.(*string)
	case *workload.PermilleRange:
		return *a != *b.(*workload.PermilleRange)
	case *workload.Resources:
		return ownDiffer(a, b.(*workload.Resources))
	case *[elastic.NumStages]simtime.Duration:
		return *a != *b.(*[elastic.NumStages]simtime.Duration)
	case *cluster.Placement:
		return *a != nil
	case **workload.Comm:
		return *a != nil
	case *[]queue.Named:
		return *a != nil
	case *[]int32:
		return *a != nil
	case *[]workload.Pattern:
		return *a != nil
	case *[]string:
		return *a != nil
	case *[]int:
		return *a != nil
	}
	return kept(a) != kept(b)
}

// writeValue writes the value behind the given pointer, in the form of the field's
// kind.
func (f *field) writeValue(w *writer, at any) {
	switch at := at.(type) {
	case *string:
		w.Text(*at)
		return
	case *workload.PermilleRange:
		w.span(*at)
		return
	case *cluster.Placement:
		w.Text(at.String())
		return
	case **workload.Comm:
		w.comm(*at)
		return
	case *[]queue.Named:
		w.values(*at, f.each)
		return
	case *[]int32:
		w.matrix(*at)
		return
	case *[]simtime.Duration:
		w.spans(*at)
		return
	case *[]workload.Pattern:
		w.drawnPatterns(*at)
		return
	case *[]string:
		w.Lines('[', ']', len(*at), func(i int) { w.Text((*at)[i]) })
		return
	case *[]int:
		w.sides(*at)
		return
	}
	switch n := kept(at); {
	case f.kind == OneOf:
		w.Text(f.choices()[n])
	case f.kind == Number:
		w.Seconds(n)
	case f.kind != Truth:
		w.Number(n)
	case n != 0:
		w.Raw("true")
	default:
		w.Raw("false")
	}
}

// span writes a range as one number, or as a list of the lowest and the highest.
func (w *writer) span(s workload.PermilleRange) {
	if s.Low == s.High {
		w.Seconds(s.Low)
		return
	}
	w.Raw("[").Seconds(s.Low)
	w.Comma(1)
	w.Seconds(s.High)
	w.Raw("]")
}
