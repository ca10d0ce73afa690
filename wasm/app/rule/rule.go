// Package rule shows the rule of a discipline beside the run: its few lines, each with
// the jobs that it decided about in the step on screen.
//
// The lines say what core/queue does, in its order. Which line decided about a job
// follows from the reason that the core gave for it (core/why).
package rule

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// RulePanel is the rule beside the model of the page.
type RulePanel struct{ *model.Model }

// Rule is one line of the rule on screen.
type Rule struct {
	Depth   int
	Text    string
	Starts  []workload.JobID // whom it starts in the step on screen
	Waiting []workload.JobID // whom it makes wait after it
}

// Rules returns the lines of the discipline; nil where a person or a program decides,
// and before the first step.
func (p RulePanel) Rules() []Rule {
	if p.Run == nil || p.State == nil || p.State.Step == 0 || p.Middle() {
		return nil
	}
	at := slices.IndexFunc(rules[:], func(r rule) bool { return r.name == p.name() })
	if at < 0 {
		return nil
	}
	lines := rules[at].lines
	out := make([]Rule, len(lines))
	for i := range lines {
		out[i] = Rule{Depth: int(lines[i].depth), Text: p.Words.Say(lines[i].text, p.Words.N("n", int64(p.Run.Policy.Depth)))}
	}
	for k, e := range p.Run.StepEvents(int(p.State.Step) - 1) {
		if e.Kind != trace.Start {
			continue
		}
		if i := find(lines, p.Reason(k).Reason.Code, nil); i >= 0 {
			out[i].Starts = append(out[i].Starts, e.Job)
		}
	}
	for i := range p.State.Queue {
		w := &p.State.Queue[i]
		if n := find(lines, w.Why.Code, func(x who) bool { return p.is(x, i, w) }); n >= 0 {
			out[n].Waiting = append(out[n].Waiting, w.Job)
		}
	}
	return out
}

// name is the rule that the run goes by.
func (p RulePanel) name() string {
	if p.Run.Policy.Queue == policies.Default && p.Run.Policy.Depth > 1 {
		return deep
	}
	return p.Run.Policy.Queue
}

// find returns the line that gave a reason, -1 if none did. A job that starts has no
// place in the queue any more: only its reason counts.
func find(lines []line, code why.Code, is func(who) bool) int {
	return slices.IndexFunc(lines, func(l line) bool {
		switch {
		case l.who == anybody:
			return slices.Contains(l.codes, code)
		case is == nil || !is(l.who):
			return false
		}
		return l.codes == nil || slices.Contains(l.codes, code)
	})
}

// is reports whether a waiting job, the one at place i of the queue, is one of those.
func (p RulePanel) is(x who, i int, w *message.Waiting) bool {
	switch x {
	case head:
		return i == 0
	case promised:
		return w.Promised != simtime.Never
	}
	row := p.Row(w.Job)
	return row != nil && row.Due != 0 && row.Due.Sub(p.Run.Time(p.Step)) <= row.Estimate
}

// HTML returns the lines, those that decided in the step on screen marked: the lines of
// the chosen job, else of the jobs that start, else of the job that the step is about.
func (p RulePanel) HTML() string {
	all := p.Rules()
	if len(all) == 0 {
		return ""
	}
	about := p.Starters()
	if p.Selected != workload.NoJob || len(about) == 0 {
		about = []workload.JobID{p.Subject()}
	}
	var out strings.Builder
	for i := range all {
		r := &all[i]
		mark := ""
		if slices.ContainsFunc(about, func(id workload.JobID) bool { return slices.Contains(r.Starts, id) || slices.Contains(r.Waiting, id) }) {
			mark = ` aria-current="step"`
		}
		out.WriteString(`<li data-depth="` + strconv.Itoa(r.Depth) + `"` + mark + `><span>` + i18n.EscapeMarked(r.Text) + `</span>`)
		if jobs := append(slices.Clone(r.Starts), r.Waiting...); len(jobs) > 0 {
			out.WriteString(` <span class="rule-jobs">` + p.jobs(jobs) + `</span>`)
		}
		out.WriteString(`</li>`)
	}
	return out.String()
}

// jobs lists jobs as buttons that choose them.
func (p RulePanel) jobs(ids []workload.JobID) string {
	const most = 6
	var out strings.Builder
	for _, id := range ids[:min(len(ids), most)] {
		out.WriteString(`<span` + p.JobLine(id, "rule-job") + `>` + p.Chip(id) + p.Chooser(id) + `</span>`)
	}
	if more := len(ids) - most; more > 0 {
		out.WriteString(`<small>` + p.Words.Say(i18n.AndMore, p.Words.N("n", int64(more))) + `</small>`)
	}
	return out.String()
}

// Title is what stands above the lines.
func (p RulePanel) Title() string { return p.Words.Say(i18n.LinesTitle) }
