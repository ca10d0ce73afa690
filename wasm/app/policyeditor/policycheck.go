package policyeditor

import (
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Cases is the number of workloads in a test of a policy.
const Cases = 500

// PolicyCheck is a test of the policy in the editor on random workloads.
type PolicyCheck struct {
	Told    *message.Findings // latest report of the test; nil before the first report
	Running bool
	Broke   string // reason why the test stopped early; "" if it did not
	of      string // program that was tested
	seed    int64
	began   float64
	took    float64
}

// Try returns the request to test the program in the editor. Each test uses new
// random workloads.
func (m *PolicyEditor) Try(now float64) *message.CheckRequest {
	t := &m.Trial
	t.seed++
	t.Told, t.Running, t.began, t.Broke, t.of = nil, true, now, "", m.Source
	return &message.CheckRequest{Source: m.Source, Seed: t.seed, Cases: Cases}
}

// Forget discards the findings of the last test, because the editor now contains
// another program.
func (t *PolicyCheck) Forget() { t.Told, t.Running, t.Broke, t.of = nil, false, "", "" }

// Take stores the worker's report with the findings so far.
func (t *PolicyCheck) Take(told *message.Findings, now float64) {
	t.Told, t.took = told, now-t.began
	t.Running = t.Running && !told.Over
}

// passed holds a text for each kind of problem that a test can find. The text is
// shown if the test found no problem of that kind.
var passed = [...]i18n.Text{i18n.PassedError, i18n.PassedDiffers, i18n.PassedNeverStarts, i18n.PassedIdempotent, i18n.PassedBroken, i18n.PassedHeadLate, i18n.PassedIdle, i18n.PassedWorse, i18n.PassedStarvation}

// TrialTitle returns the title of the test. While the test runs, it includes the
// progress; afterwards it includes the result.
func (m *PolicyEditor) TrialTitle() html.HTML {
	c, t := m.Words, &m.Trial
	about := c.HTML(i18n.TrialAbout, c.N("n", Cases))
	switch {
	case t.Running && t.Told != nil:
		about = c.HTML(i18n.TrialFar, c.N("n", int64(t.Told.Done)), c.N("all", int64(t.Told.All)))
	case !t.Running && t.Told != nil:
		about = c.HTML(i18n.TrialDone, c.N("all", int64(t.Told.Done)), i18n.S("s", c.Float(t.took/1000, 1)), c.N("n", int64(len(t.Told.Findings))))
	}
	return c.HTML(i18n.TrialTitle) + " " + html.Small(about)
}

// TrialButton returns the action of the test's button, "run" or "stop", and the
// text on the button.
func (m *PolicyEditor) TrialButton() (does, text string) {
	switch t := &m.Trial; {
	case t.Running:
		return "stop", m.Words.Say(i18n.TrialStop)
	case t.Told != nil:
		return "run", m.Words.Say(i18n.TrialAgain)
	}
	return "run", m.Words.Say(i18n.TrialRun)
}

// TrialHTML returns the findings of the test.
func (m *PolicyEditor) TrialHTML() html.HTML {
	c, t := m.Words, &m.Trial
	var out, found, ok html.HTML
	if t.Running && t.Told != nil {
		out = html.El("progress", html.Num("max", int(t.Told.All)), html.Num("value", int(t.Told.Done)), html.Label(c.Say(i18n.TrialTitle)))
	}
	if t.Broke != "" {
		out += html.P(html.Class("small"), html.Text(t.Broke))
	}
	if t.Told == nil {
		return out
	}
	if m.Source != t.of {
		out += html.P(html.Class("small own-before"), c.HTML(i18n.TrialBefore))
	}
	for i := range t.Told.Findings {
		f := &t.Told.Findings[i]
		inner := html.B(i18n.UpperHTML(c.Foreign(f.Title))) + html.Small(c.HTML(i18n.TrialFound, c.N("n", int64(f.Found)), c.N("all", int64(f.Of))), html.Text(m.jobs(f)))
		if f.Text == "" {
			found += html.Li(html.Class("none"), inner)
			continue
		}
		found += html.Li(html.Button(html.Num("data-finding", i), inner, html.Em(c.HTML(i18n.TrialOpen), html.HTML(" ›"))))
	}
	out += html.Ul(html.Class("own-found"), found)
	if len(t.Told.Findings) == 0 && !t.Running {
		out += html.P(html.Class("small"), c.HTML(i18n.TrialClean))
	}
	if len(t.Told.Passed) > 0 {
		for _, k := range t.Told.Passed {
			if int(k) < len(passed) {
				ok += html.Span(c.HTML(passed[k])) + " "
			}
		}
		out += html.P(html.Class("own-ok"), ok)
	}
	return out
}

// jobs returns a text with the number of jobs in the smallest workload that
// demonstrates a finding.
func (m *PolicyEditor) jobs(f *message.Finding) string {
	if f.Jobs == 0 {
		return ""
	}
	return " · " + m.Words.Say(i18n.TrialJobs, m.Words.N("n", int64(f.Jobs)))
}

// Finding returns the request to show the smallest workload that demonstrates
// finding i. The page then shows the step at which the problem appears. Finding
// returns false if there is no such workload.
func (m *PolicyEditor) Finding(i int) (message.Load, bool) {
	if m.Trial.Told == nil || i < 0 || i >= len(m.Trial.Told.Findings) {
		return message.Load{}, false
	}
	f := &m.Trial.Told.Findings[i]
	return message.Load{Form: message.JSON, Text: f.Text, Name: f.Title, At: f.At, Ordinal: f.Ordinal, Job: f.Job}, f.Text != ""
}
