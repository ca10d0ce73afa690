package model

import (
	"fmt"
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// FaultsHTML returns a list of errors. Each is shown with its position, limit and
// fix. If buttons is set, the line number is a button that leads to the position in
// the text.
func (m *Model) FaultsHTML(faults []message.Problem, buttons bool) string {
	const most = 50
	var out strings.Builder
	c := m.Words
	for i := range faults {
		if i == most {
			out.WriteString(`<li>` + c.Say(i18n.FaultHidden, c.N("n", int64(len(faults)-most))) + `</li>`)
			break
		}
		f := &faults[i]
		out.WriteString(`<li>`)
		if f.Line > 0 {
			line := c.Say(i18n.FaultLine, c.N("n", int64(f.Line)))
			if buttons {
				fmt.Fprintf(&out, `<button type="button" class="link" data-fault="%d">%s</button> `, i, line)
			} else {
				out.WriteString(line + ` `)
			}
		}
		if f.Place != "" {
			out.WriteString(`<code>` + i18n.Escape(f.Place) + `</code>: `)
		}
		out.WriteString(c.Foreign(f.Problem))
		if f.Limit != "" && !strings.Contains(f.Problem, f.Limit) {
			out.WriteString(` (` + c.Say(i18n.FaultLimit, i18n.S("limit", c.Foreign(f.Limit))) + `)`)
		}
		if f.Fix != "" {
			out.WriteString(`<br><small>` + c.Say(i18n.FaultFix, i18n.S("fix", c.Foreign(f.Fix))) + `</small>`)
		}
		out.WriteString(`</li>`)
	}
	return out.String()
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

// BusyHTML returns the progress of the recording and a button that stops it.
func (m *Model) BusyHTML() string {
	if m.Loading == nil {
		return ""
	}
	text := m.Words.Say(i18n.Recording, m.Words.N("n", int64(m.Loading.Ended)), m.Words.N("all", int64(m.Loading.Jobs)))
	return text + ` <button type="button" data-cancel>` + m.Words.Say(i18n.Stop) + `</button>` + m.sketchHTML(m.Loading)
}

// sketchHTML returns charts for a long trace that is being recorded: the
// utilization of the machine and, below it, the number of waiting jobs. They show
// the part recorded so far, and are as wide as their container.
func (m *Model) sketchHTML(p *message.Progress) string {
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
	key := func(fill string, text i18n.Text) string {
		return `<span><svg width="11" height="11" aria-hidden="true"><rect width="11" height="11" rx="3" fill="var(` + fill + `)"/></svg>` + m.Words.Say(text) + `</span>`
	}
	return `<small>` + key("--job0", i18n.CurveUtilization) + key("--job5", i18n.CurveQueue) + `</small>` + fmt.Sprintf(
		`<svg class="sketch" viewBox="0 0 %d 64" preserveAspectRatio="none" width="100%%" height="64" aria-hidden="true">`+
			`<path d="M0 0.5H%[1]dM0 40H%[1]dM0 64H%[1]d" fill="none" stroke="var(--line)" vector-effect="non-scaling-stroke"/>`+
			`<path d="M0 40%[2]sV40" fill="var(--job0)"/><path d="M0 64%[3]sV64" fill="var(--job5)"/></svg>`, p.Parts, busy, waits)
}

// RefuseText records errors in a text that the page rejected without sending it to
// the worker. The editor then shows the text with its errors.
func (m *Model) RefuseText(name, text string, faults []message.Problem) {
	m.Reject(&message.Failed{Serial: m.Asked.Serial, Name: name, Form: message.JSON, Text: text, Faults: faults})
}
