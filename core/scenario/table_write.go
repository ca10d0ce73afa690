package scenario

import (
	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// write writes the object of those fields that differ from what is usual.
func (t *table) write(w *writer, usual *table) {
	w.raw("{")
	first := true
	for i := range t.fields {
		f, same := &t.fields[i], &usual.fields[i]
		if f.shown(same) {
			w.member(f.name, first)
			f.put(w, same)
			first = false
		}
	}
	w.raw("}")
}

// shown reports whether the canonical form has the field.
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

// put writes the field's value.
func (f *field) put(w *writer, usual *field) {
	switch {
	case f.write != nil:
		f.write(w, usual.at)
	case f.inner != nil:
		f.inner().write(w, usual.inner())
	default:
		f.tell(w, f.at)
	}
}

// differs reports whether any field differs from what is usual.
func (t *table) differs(usual *table) bool {
	for i := range t.fields {
		f, same := &t.fields[i], &usual.fields[i]
		if f.forced && differ(f.at, same.at) || !f.forced && f.shown(same) {
			return true
		}
	}
	return false
}

// differ compares what two pointers of one type point to. Lists and
// what is pointed to usually are not there.
func differ(a, b any) bool {
	switch a := a.(type) {
	case *string:
		return *a != *b.(*string)
	case *workload.Span:
		return *a != *b.(*workload.Span)
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

// tell writes a value of the field's kind that is kept at at.
func (f *field) tell(w *writer, at any) {
	switch at := at.(type) {
	case *string:
		w.text(*at)
		return
	case *workload.Span:
		w.span(*at)
		return
	case *cluster.Placement:
		w.text(at.String())
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
		w.lines('[', ']', len(*at), func(i int) { w.text((*at)[i]) })
		return
	case *[]int:
		w.sides(*at)
		return
	}
	switch n := kept(at); {
	case f.kind == OneOf:
		w.text(f.choices()[n])
	case f.kind == Number:
		w.seconds(n)
	case f.kind != Truth:
		w.number(n)
	case n != 0:
		w.raw("true")
	default:
		w.raw("false")
	}
}

// span writes a number, or the lowest and the highest.
func (w *writer) span(s workload.Span) {
	if s.Low == s.High {
		w.seconds(s.Low)
		return
	}
	w.raw("[").seconds(s.Low)
	w.comma(1)
	w.seconds(s.High)
	w.raw("]")
}
