// Package rule shows the scheduling rule of a discipline beside the run. The rule
// is a few lines of text. At each line are the jobs that the line decided about in
// the step on screen.
//
// The lines describe, in order, how the discipline in core/queue works. The core
// gives a reason (core/why) for each job that starts or waits. Each line has a list
// of the reasons that it can give, and find uses these lists to match jobs with
// lines. Rules returns the lines with their jobs, and HTML writes them.
package rule

import (
	"slices"

	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// RulePanel shows the scheduling rule of the run on screen.
type RulePanel struct{ *model.Model }

// Rule is a line of the scheduling rule on screen.
type Rule struct {
	Depth   int
	Text    html.HTML
	Starts  []workload.JobID // jobs that this line starts in the step on screen
	Waiting []workload.JobID // jobs that must wait because of this line in the step on screen
}

// Rules returns the lines of the discipline's rule with their jobs. It returns nil
// before the first step, between the events of a step and its scheduling pass, and
// if a person or a program makes the decisions.
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
		out[i] = Rule{Depth: int(lines[i].depth), Text: p.Words.HTML(lines[i].text, p.Words.N("n", int64(p.Run.Policy.Depth)))}
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
		if n := find(lines, w.Why.Code, func(x jobGroup) bool { return p.is(x, i, w) }); n >= 0 {
			out[n].Waiting = append(out[n].Waiting, w.Job)
		}
	}
	return out
}

// name returns the name under which the scheduling rule of the run is listed in
// rules.
func (p RulePanel) name() string {
	if p.Run.Policy.Queue == policies.Default && p.Run.Policy.Depth > 1 {
		return deep
	}
	return p.Run.Policy.Queue
}

// find returns the index of the line that gave a reason, or -1 if no line gave it.
// For a waiting job, the function is reports whether the job belongs to a group.
// For a job that starts, the function is nil, because the job is no longer in the
// queue. In that case only lines that apply to all jobs can match.
func find(lines []line, code why.Code, is func(jobGroup) bool) int {
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

// is reports whether a waiting job belongs to the group x. The job has index i in
// the queue.
func (p RulePanel) is(x jobGroup, i int, w *message.Waiting) bool {
	switch x {
	case head:
		return i == 0
	case promised:
		return w.Promised != simtime.Never
	}
	row := p.Row(w.Job)
	return row != nil && row.Due != 0 && row.Due.Sub(p.Run.Time(p.Step)) <= row.Estimate
}

// HTML returns the lines of the rule and marks some of them. If a job is selected,
// it marks the lines that decided about that job in the step on screen. If not, it
// marks the lines about the jobs that start. If no job starts either, it marks the
// line about the job of the step.
func (p RulePanel) HTML() html.HTML {
	all := p.Rules()
	if len(all) == 0 {
		return ""
	}
	about := p.Starters()
	if p.Selected != workload.NoJob || len(about) == 0 {
		about = []workload.JobID{p.Subject()}
	}
	var out html.Builder
	for i := range all {
		r := &all[i]
		current := slices.ContainsFunc(about, func(id workload.JobID) bool { return slices.Contains(r.Starts, id) || slices.Contains(r.Waiting, id) })
		var list html.HTML
		if jobs := append(slices.Clone(r.Starts), r.Waiting...); len(jobs) > 0 {
			list = " " + html.Span(html.Class("rule-jobs"), p.jobs(jobs))
		}
		out.El("li", html.Num("data-depth", r.Depth), html.If(current, html.Attr{"aria-current", "step"}), html.Span(r.Text), list)
	}
	return out.HTML()
}

// jobs returns a list of jobs as buttons, each of which selects its job.
func (p RulePanel) jobs(ids []workload.JobID) html.HTML {
	const most = 6
	var out html.HTML
	for _, id := range ids[:min(len(ids), most)] {
		out += p.JobLine("span", id, "rule-job", p.Chip(id)+p.Chooser(id))
	}
	if more := len(ids) - most; more > 0 {
		out += html.Small(p.Words.HTML(i18n.AndMore, p.Words.N("n", int64(more))))
	}
	return out
}

// Title returns the heading of the panel.
func (p RulePanel) Title() string { return p.Words.Say(i18n.LinesTitle) }
