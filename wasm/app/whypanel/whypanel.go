package whypanel

import (
	"hopyard/core/cluster"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// SentenceHTML returns the main text of the panel: the sentence about the step,
// sentences about other events of the step, and a sentence about the selected job.
func (m WhyPanel) SentenceHTML() html.HTML {
	if m.State == nil {
		return ""
	}
	var out html.Builder
	main, also := m.Sentence()
	small := func(text html.HTML) { out.Add(html.Br, html.Small(i18n.UpperHTML(text))) }
	if m.State.Step == 0 && m.Run.About != "" && m.Walk.Lecture { // lecture mode has no lesson box, so the description is shown here
		out.Add(html.Text(m.Words.Tell(m.Run.About)))
		for _, goal := range m.Run.Goals {
			small("• " + html.Escape(m.Words.Tell(goal.Text)))
		}
		small(main)
	} else if m.State.Step == 0 && m.boxed() {
		out.El("small", i18n.UpperHTML(main))
	} else {
		out.Add(i18n.UpperHTML(main))
	}
	if m.State.Step == 0 {
		if !m.boxed() {
			small(m.hint())
		}
		if len(m.Run.Warnings) > 0 {
			small(m.Words.HTML(i18n.OddTrace, m.Words.N("n", int64(m.Run.Odd)), i18n.H("first", m.Words.Foreign(m.Run.Warnings[0]))))
		}
	}
	for _, text := range also {
		small(text)
	}
	if text := m.Together(); text != "" {
		small(html.Escape(text))
	}
	if m.Selected != workload.NoJob && m.Selected != m.Current() {
		if about := m.About(m.Selected); about != "" {
			out.Add(html.Br, i18n.UpperHTML(about))
		}
	}
	for _, text := range m.tasks() {
		small(text)
	}
	return out.HTML()
}

// boxed reports whether the page shows the lesson box. This box describes the
// scenario and contains the buttons that start the run.
func (m WhyPanel) boxed() bool {
	return !m.Walk.Lecture && (m.Run.About+m.Run.Subject != "" || len(m.Run.Goals) > 0)
}

// tasks returns sentences about when and on which nodes each task of a job runs.
// The job is the selected job or, if no job is selected, the job of the step. tasks
// returns nil if the job has not started.
func (m WhyPanel) tasks() []html.HTML {
	id := m.Selected
	if id == workload.NoJob {
		id = m.Current()
	}
	if id == workload.NoJob || m.Run.Parts == nil || m.Run.Lives[id].Start < 0 || m.Run.Lives[id].Start >= m.State.Step {
		return nil
	}
	const most = 8
	c := m.Words
	var out []html.HTML
	on, last := cluster.Placement(nil), int32(0)
	parts := m.Run.Parts[id]
	for i, x := range parts {
		if x.Number != last {
			on, last = nil, x.Number
		}
		if on = on.Append(x.First, x.Last, 1); !x.Shared { // the task runs on all nodes of the job
			on, _ = m.Run.Placement(id, &m.Run.Lives[id], m.Run.Lives[id].Start)
		}
		if i+1 < len(parts) && parts[i+1].Number == x.Number {
			continue
		}
		if x.Number > most {
			return append(out, c.HTML(i18n.MoreParts, c.N("n", int64(parts[len(parts)-1].Number)-most)))
		}
		out = append(out, c.HTML(i18n.PartRuns, c.N("n", int64(x.Number)), m.At("start", x.From), m.At("end", x.To), m.Nodes(on)))
	}
	return out
}

// hint returns an instruction that tells the reader how to continue from the start
// of the run.
func (m WhyPanel) hint() html.HTML {
	if m.Run.Len() == 0 && (!m.Run.Covered || m.Run.Ended) { // while the page hides the future, the run may have no visible steps although steps follow
		return m.Words.HTML(i18n.NoSteps)
	}
	if m.Looks.Touch {
		return m.Words.HTML(i18n.FirstTouch)
	}
	return m.Words.HTML(i18n.FirstStep)
}

// RulesHTML returns the list of the tests that led to the decisions, or "" if there
// are none. The list names each job, unless it is only about the job of the step.
func (m WhyPanel) RulesHTML() html.HTML {
	if m.Middle() {
		return ""
	}
	var out html.Builder
	all := m.Checks()
	for _, checks := range all {
		if len(all) > 1 || checks.Job != m.Current() {
			out.Add(m.JobLine("li", checks.Job, "of", m.Chip(checks.Job)+m.Chooser(checks.Job)))
		}
		for _, r := range checks.Rules {
			class := "no"
			if r.OK {
				class = "ok"
			}
			var figures html.HTML
			if r.Figures != "" {
				figures = " " + html.Span(html.Text(r.Figures))
			}
			out.El("li", html.Class(class), html.I(r.Text), figures)
		}
	}
	return out.HTML()
}
