package model

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// FaultsHTML returns a list of errors. Each is shown with its position, limit and
// fix. If buttons is set, the line number is a button that leads to the position in
// the text.
func (m *Model) FaultsHTML(faults []message.Problem, buttons bool) html.HTML {
	const most = 50
	var out html.Builder
	c := m.Words
	for i := range faults {
		if i == most {
			out.Add(html.Li(c.HTML(i18n.FaultHidden, c.N("n", int64(len(faults)-most)))))
			break
		}
		f := &faults[i]
		var line, place, limit, fix html.HTML
		if f.Line > 0 {
			line = c.HTML(i18n.FaultLine, c.N("n", int64(f.Line)))
			if buttons {
				line = html.Button(html.Class("link"), html.Num("data-fault", i), line)
			}
			line += " "
		}
		if f.Place != "" {
			place = html.Code(html.Text(f.Place)) + ": "
		}
		if f.Limit != "" && !strings.Contains(f.Problem, f.Limit) {
			limit = " (" + c.HTML(i18n.FaultLimit, i18n.H("limit", c.Foreign(f.Limit))) + ")"
		}
		if f.Fix != "" {
			fix = html.Br + html.Small(c.HTML(i18n.FaultFix, i18n.H("fix", c.Foreign(f.Fix))))
		}
		out.Add(html.Li(line, place, c.Foreign(f.Problem), limit, fix))
	}
	return out.HTML()
}

// StaleText returns a warning if the latest request failed and the page therefore
// still shows an earlier run.
func (m *Model) StaleText() string {
	if m.Failed == nil {
		return ""
	}
	name := m.Failed.Name
	if name == "" {
		name = m.Words.Say(i18n.OwnScenario)
	}
	return m.Words.Say(i18n.Stale, i18n.S("name", name), m.Words.N("n", int64(len(m.Faults))))
}

// Spot returns the range of an error in a text, in UTF-16 code units as text fields
// count. The range is empty if the position of the error is unknown.
func Spot(text string, f *message.Problem) (from, to int) {
	if f.Line == 0 || int(f.Offset) > len(text) {
		return 0, 0
	}
	from = units(text[:f.Offset])
	end := min(max(int(f.End), int(f.Offset)), len(text))
	return from, from + units(text[f.Offset:end])
}

// units returns the length of a text in UTF-16 code units.
func units(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// EditsFaults reports whether the latest request failed because of a text that the
// reader can correct in the editor.
func (m *Model) EditsFaults() bool {
	return m.Failed != nil && m.Failed.Text != "" && m.Failed.Form != message.SWF
}

// Refuse records an error in an input that the page rejected without sending it to
// the worker.
func (m *Model) Refuse(name string, f message.Problem) {
	m.Reject(&message.Failed{Serial: m.Asked.Serial, Name: name, Faults: []message.Problem{f}})
}

// BusyHTML returns the progress of the recording and a button that stops it. The
// argument stop is the attribute by which the page knows the button.
func (m *Model) BusyHTML(stop html.Piece) html.HTML {
	if m.Loading == nil {
		return ""
	}
	text := m.Words.HTML(i18n.Recording, m.Words.N("n", int64(m.Loading.Ended)), m.Words.N("all", int64(m.Loading.Jobs)))
	return text + " " + html.Button(stop, m.Words.HTML(i18n.Stop)) + m.sketchHTML(m.Loading)
}

// sketchHTML returns charts for a long trace that is being recorded: the
// utilization of the machine and, below it, the number of waiting jobs. They show
// the part recorded so far, and are as wide as their container.
func (m *Model) sketchHTML(p *message.Progress) html.HTML {
	if p.Parts == 0 {
		return ""
	}
	most := int32(1)
	for _, n := range p.Waiting {
		most = max(most, n)
	}
	var busy, waits []byte
	for i := range p.Busy {
		busy = fmt.Appendf(busy, "V%d H%d", 40-40*int(p.Busy[i])/100, i+1)
		waits = fmt.Appendf(waits, "V%.1f H%d", 64-20*float64(p.Waiting[i])/float64(most), i+1)
	}
	key := func(fill string, text i18n.Text) html.HTML {
		square := html.El("rect", html.Attr{"width", "11"}, html.Attr{"height", "11"}, html.Attr{"rx", "3"}, html.Attr{"fill", "var(" + fill + ")"})
		return html.Span(html.El("svg", html.Attr{"width", "11"}, html.Attr{"height", "11"}, html.Hide{}, square), m.Words.HTML(text))
	}
	return html.Small(key("--job0", i18n.CurveUtilization), key("--job5", i18n.CurveQueue)) +
		html.El("svg", html.Class("sketch"), html.Attr{"viewBox", fmt.Sprintf("0 0 %d 64", p.Parts)}, html.Attr{"preserveAspectRatio", "none"},
			html.Attr{"width", "100%"}, html.Attr{"height", "64"}, html.Hide{},
			html.Path(fmt.Sprintf("M0 0.5H%dM0 40H%[1]dM0 64H%[1]d", p.Parts), html.Attr{"fill", "none"}, html.Attr{"stroke", "var(--line)"}, html.Attr{"vector-effect", "non-scaling-stroke"}),
			html.Path("M0 40"+string(busy)+"V40", html.Attr{"fill", "var(--job0)"}),
			html.Path("M0 64"+string(waits)+"V64", html.Attr{"fill", "var(--job5)"}))
}

// RefuseText records errors in a text that the page rejected without sending it to
// the worker. The editor then shows the text with its errors.
func (m *Model) RefuseText(name, text string, faults []message.Problem) {
	m.Reject(&message.Failed{Serial: m.Asked.Serial, Name: name, Form: message.JSON, Text: text, Faults: faults})
}
