package scenario

import "hopyard/core/workload"

func (w *writer) model(m *workload.Lublin, f *Fill) {
	w.raw("{").member("model", true).text(models[0].Name)
	w.count("jobs", m.Jobs)
	if m.Load != 0 {
		w.member("load", false).seconds(m.Load)
	}
	if m.Estimates != 0 {
		w.member("estimates", false).text(m.Estimates.String())
	}
	if m.Types != 0 {
		w.member("types", false).text(m.Types.String())
	}
	if m.Tasks {
		w.member("tasks", false).raw("true")
	}
	if m.Widest != 0 {
		w.member("widest", false).number(m.Widest)
	}
	if m.Factor != 0 {
		w.member("factor", false).seconds(m.Factor)
	}
	if m.MaxEstimate != 0 {
		w.member("max_estimate", false).seconds(int64(m.MaxEstimate))
	}
	w.span("memory", m.Memory)
	w.span("disk", m.Disk)
	if m.Of != 0 {
		w.member("fraction_of", false).text(m.Of.String())
	}
	if len(m.Patterns) > 0 {
		w.member("patterns", false).raw("[")
		for i, p := range m.Patterns {
			w.comma(i)
			w.text(p.String())
		}
		w.raw("]")
	}
	w.span("share", m.Share)
	w.fill(f)
	w.raw("}")
}

// span writes a fraction, or the lowest and the highest.
func (w *writer) span(name string, s workload.Span) {
	switch {
	case s == (workload.Span{}):
	case s.Low == s.High:
		w.member(name, false).seconds(s.Low)
	default:
		w.member(name, false).raw("[").seconds(s.Low)
		w.comma(1)
		w.seconds(s.High)
		w.raw("]")
	}
}
