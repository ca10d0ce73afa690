//go:build js && wasm

package page

import "syscall/js"

// tellState sets hopyard.state, by which tests know what is on screen, and
// whether more of it is on its way. here is what would bring it back, as the
// worker is asked for it.
func (p *page) tellState() {
	p.glue.Set("state", js.FuncOf(func(_ js.Value, _ []js.Value) any {
		m := p.m
		out := map[string]any{
			"busy": p.busyNow(), "playing": m.Playing, "language": m.Words.Code, "together": m.Walk.Together,
			"run": m.Run != nil, "stale": m.Stale(), "shown": m.Shown >= 0, "compare": m.ComparedParts(), "far": m.Compare != nil && m.Compare.Far,
		}
		if m.Compare != nil {
			for _, column := range m.Compare.Columns {
				if column.Stopped { // by the reader: nothing fresh is like it
					out["stopped"] = true
				}
			}
		}
		if m.Run != nil && m.State != nil {
			asked := m.Lessons.Bookmark()
			out["serial"], out["at"], out["ordinal"], out["job"] = m.Run.Serial, asked.At.String(), asked.Ordinal, asked.Job
		}
		return out
	}))
	p.glue.Set("here", js.FuncOf(func(_ js.Value, _ []js.Value) any {
		asked := p.m.Lessons.Bookmark()
		return jsBytes(asked.Pack())
	}))
}

// busyNow reports whether what is on screen is about to change by itself.
func (p *page) busyNow() bool {
	m := p.m
	if m.Loading != nil || p.translating > 0 || p.waiting >= 0 && !p.failed || p.intake.busy || !m.Playing && (p.framing || p.panels && m.State != nil) {
		return true
	}
	for _, what := range []string{"weigh", "grip", "typed", "slide"} {
		if _, soon := p.timers[what]; soon {
			return true
		}
	}
	for _, l := range p.lanes {
		if l.intake.busy || l.column.Loading != nil || l.waiting >= 0 && l.column.Failed == nil {
			return true
		}
	}
	return false
}
