package app

import (
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/words"
)

// SentenceHTML is the panel's text: the sentence, what else happened in the
// step, and what is to be said of the chosen job.
func (m *Model) SentenceHTML() string {
	if m.State == nil {
		return ""
	}
	var out strings.Builder
	main, also := m.Sentence()
	small := func(html string) { out.WriteString(`<br><small>` + upperHTML(html) + `</small>`) }
	if m.State.Step == 0 && m.Run.About != "" {
		out.WriteString(words.Escape(m.Words.Tell(m.Run.About)))
		for _, goal := range m.Run.Goals {
			small("• " + words.Escape(m.Words.Tell(goal)))
		}
		small(main)
	} else {
		out.WriteString(upperHTML(main))
	}
	if m.State.Step == 0 {
		small(m.hint())
		if len(m.Run.Warnings) > 0 {
			small(m.Words.Say(words.OddTrace, m.Words.N("n", int64(m.Run.Odd)), words.S("first", m.Words.Foreign(m.Run.Warnings[0]))))
		}
	}
	for _, text := range also {
		small(text)
	}
	if text := m.together(); text != "" {
		small(text)
	}
	if m.Selected != workload.NoJob && m.Selected != m.Current() {
		if about := m.About(m.Selected); about != "" {
			out.WriteString(`<br>` + upperHTML(about))
		}
	}
	return out.String()
}

// hint is what to do at the start.
func (m *Model) hint() string {
	if m.Run.Len() == 0 {
		return m.Words.Say(words.NoSteps)
	}
	return m.Words.Say(words.FirstStep)
}

// RulesHTML is the list of tests that decided; "" where there is none.
func (m *Model) RulesHTML() string {
	var out strings.Builder
	for _, r := range m.Rules() {
		class := "no"
		if r.OK {
			class = "ok"
		}
		out.WriteString(`<li class="` + class + `"><i>` + words.EscapeMarked(r.Text) + `</i>`)
		if r.Figures != "" {
			out.WriteString(` <span>` + words.Escape(r.Figures) + `</span>`)
		}
		out.WriteString(`</li>`)
	}
	return out.String()
}

// upperHTML is upper for a sentence that begins with a mark.
func upperHTML(html string) string {
	if strings.HasPrefix(html, "<") {
		if _, rest, ok := strings.Cut(html, ">"); ok {
			return html[:len(html)-len(rest)] + upper(rest)
		}
	}
	return upper(html)
}
