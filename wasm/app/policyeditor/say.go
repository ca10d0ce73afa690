package policyeditor

import (
	"fmt"
	"strings"

	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/form"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// SizeText returns the size of the program in the editor and the maximum size, in
// KiB.
func (m *PolicyEditor) SizeText() string {
	return m.Words.Say(i18n.PolicySize, i18n.S("size", m.Words.Float(float64(len(m.Source))/1024, 1)), i18n.S("limit", m.Words.Int(policies.MaxSource>>10)))
}

// WrongHTML returns the list of errors. Each error has a button that moves the
// cursor to its line.
func (m *PolicyEditor) WrongHTML() html.HTML {
	var out html.HTML
	c := m.Words
	if m.Broke != "" {
		out = html.Li(html.Span(m.BrokeText()))
	}
	for i := range m.Wrong {
		f := &m.Wrong[i]
		if f.In == nil {
			out += html.Li(html.Span(html.Text(f.Problem)))
			continue
		}
		var at html.HTML
		if f.In.Line > 0 {
			at = html.Button(html.Class("link"), html.Num("data-fault", i), html.Code(html.Text(fmt.Sprintf("%d:%d", f.In.Line, f.In.Col)))) + " "
		}
		text := i18n.UpperHTML(c.Foreign(f.In.Problem))
		if f.In.At != simtime.Never && m.Run != nil {
			text += " " + html.Small(c.HTML(i18n.PolicyAt, i18n.S("at", m.Run.Clock.At(f.In.At))))
		}
		if f.Fix != "" {
			text += html.Small(i18n.UpperHTML(c.Foreign(f.Fix)))
		}
		if len(f.In.Stack) > 1 {
			text += html.Small(c.HTML(i18n.PolicyCalls, i18n.S("list", strings.Join(f.In.Stack, " › "))))
		}
		out += html.Li(at, html.Span(text))
	}
	return out
}

// BrokeText returns the message that the simulator stopped while it ran the
// program.
func (m *PolicyEditor) BrokeText() html.HTML {
	return m.Words.HTML(i18n.PolicyBroke, i18n.S("why", m.Broke))
}

// MarksJSON returns as JSON the lines and columns of the errors. The text editor
// uses them to mark the errors.
func (m *PolicyEditor) MarksJSON() string {
	var out strings.Builder
	for i := range m.Wrong {
		f := &m.Wrong[i]
		if f.In == nil || f.In.Line == 0 {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		lines := form.Quote(f.In.Problem)
		if f.Fix != "" {
			lines += "," + form.Quote(f.Fix)
		}
		fmt.Fprintf(&out, `{"line":%d,"col":%d,"lines":[%s]}`, f.In.Line, max(f.In.Col, 1), lines)
	}
	return "[" + out.String() + "]"
}

// LastText returns a text with the number of steps of the program's last run and
// the time that the run took. It returns "" if that run is not on screen.
func (m *PolicyEditor) LastText() string {
	if m.Run == nil || m.Run.Serial != m.serial {
		return ""
	}
	n := m.Words.N("n", int64(m.Run.Len()))
	return m.Words.Say(i18n.PolicyLast, i18n.S("steps", n.Text), n, i18n.S("ms", m.Words.Int(int64(m.took+0.5))))
}

// StaleHTML returns a notice that the run on screen was made by an older version of
// the program in the editor. If this is not the case, it returns "".
func (m *PolicyEditor) StaleHTML(now float64) html.HTML {
	if len(m.Wrong) == 0 && m.Broke == "" || m.Failed() != nil || m.Run == nil {
		return ""
	}
	ago := i18n.S("ago", m.Words.Span(simtime.Duration(max(1, int64((now-m.good)/1000)))*simtime.Second))
	text := m.Words.HTML(i18n.PolicyStaleWhole, ago)
	for i := range m.Wrong {
		if in := m.Wrong[i].In; in != nil && in.Line > 0 {
			text = m.Words.HTML(i18n.PolicyStale, ago, m.Words.N("line", int64(in.Line)))
			break
		}
	}
	if m.ran != "" {
		text += " " + html.Button(html.Flag("data-ran"), m.Words.HTML(i18n.PolicyShowRan))
	}
	return text
}

// EndedHTML returns a notice that an error in the program ended the run on screen
// early. It returns "" if there was no such error.
func (m *PolicyEditor) EndedHTML() html.HTML {
	f := m.Failed()
	if f == nil {
		return ""
	}
	why := f.In.Problem
	if f.In.Line > 0 {
		why = fmt.Sprintf("%d:%d: %s", f.In.Line, f.In.Col, why)
	}
	return m.Words.HTML(i18n.PolicyEnded, i18n.S("at", m.Run.Clock.At(max(f.In.At, 0))), i18n.H("why", m.Words.Foreign(why)))
}

// most is the maximum number of printed lines shown at once.
const most = 300

// PrintsHTML returns the lines that the program printed, in order of steps. The
// lines of the step on screen are marked. If there are too many lines, it returns
// only those near the step on screen; the maximum is the constant most.
func (m *PolicyEditor) PrintsHTML() html.HTML {
	if m.Run == nil || m.Run.Program == nil {
		return html.Li(html.Class("small"), m.Words.HTML(i18n.PolicySilent))
	}
	all := make([]*message.ProgramMessage, 0, len(m.Run.Program.Said))
	at := 0
	for i := range m.Run.Program.Said {
		if s := &m.Run.Program.Said[i]; s.Job == workload.NoJob {
			if int(s.Step) < m.Step {
				at = len(all)
			}
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return html.Li(html.Class("small"), m.Words.HTML(i18n.PolicySilent))
	}
	from := max(0, min(at-most/2, len(all)-most))
	var out html.Builder
	for _, s := range all[from:min(from+most, len(all))] {
		out.El("li", html.Button(html.Num("data-step", int(s.Step)+1), html.If(int(s.Step) == m.Step-1, html.Attr{"aria-current", "step"}),
			html.Span(html.Text(m.Run.Clock.At(m.Run.Steps[s.Step].Time))), html.Text(" "+s.Text)))
	}
	return out.HTML()
}

// AuthorHTML returns the reasons that the program gives for starting jobs in the
// step on screen.
func (m *PolicyEditor) AuthorHTML() html.HTML {
	if m.Run == nil || m.Run.Program == nil || m.State == nil {
		return ""
	}
	var out html.HTML
	for i := range m.Run.Program.Said {
		if s := &m.Run.Program.Said[i]; s.Job != workload.NoJob && s.Step == m.State.Step-1 {
			out += html.P(i18n.UpperHTML(m.Words.HTML(i18n.PolicySays, i18n.B("job", m.JobText(s.Job)), i18n.S("text", s.Text))))
		}
	}
	return out
}
