package queue

import (
	"slices"
	"strings"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/wasm/app/words"
)

// slack is how long a job may still wait: negative once it is too late.
func (m Panel) slack(r *queue.Row) simtime.Duration {
	return r.Latest.Sub(m.Run.Time(int(m.State.Step)))
}

// rowHTML is what the queue says of a job's deadline: "due 2:00, takes about
// 40 min: 12 min of slack".
func (m Panel) rowHTML(r *queue.Row) string {
	text, class := words.DueSlack, "due"
	switch {
	case r.Due == 0:
		text = words.DueNever
	case r.State == queue.RowRuns && r.AtRisk:
		text, class = words.RunsPastDue, "due risk"
	case r.State == queue.RowRuns:
		text = words.RunsByDue
	case r.AtRisk:
		text, class = words.DueRisk, "due risk"
	}
	return `<em class="` + class + `">` + m.Words.Say(text, words.S("due", m.Run.Clock.At(r.Due)),
		words.S("estimate", m.Span(r.Estimate)), words.S("slack", m.Span(m.slack(r)))) + `</em>`
}

// Tabled reports whether there is a job table.
func (m Panel) Tabled() bool { return m.State != nil && len(m.State.Table) > 0 }

var tableColumns = [...]words.Text{
	words.ColumnJob, words.ColumnUser, words.ColumnResources, words.ColumnPriority, words.ColumnSubmitted, words.ColumnDue,
	words.ColumnHolds, words.ColumnAmount, words.ColumnEstimate, words.ColumnSlack,
}

// TableHTML is S1's job table: all jobs that wait, run or are done, user by
// user.
func (m Panel) TableHTML() string {
	if !m.Tabled() {
		return ""
	}
	c := m.Words
	var out strings.Builder
	out.WriteString(`<caption>` + c.Say(words.TableAt, words.S("at", m.ClockText())) + `</caption><thead><tr>`)
	for _, t := range tableColumns {
		out.WriteString(`<th scope="col">` + c.Say(t) + `</th>`)
	}
	out.WriteString(`</tr></thead><tbody>`)
	for i := range m.State.Table {
		r := &m.State.Table[i]
		job := &m.Run.Jobs[r.Job]
		due, slack, amount := c.Say(words.NoFigure), c.Say(words.NoFigure), c.Say(words.NoFigure)
		if r.Due != 0 {
			due = m.Run.Clock.At(r.Due)
			if r.State == queue.RowWaits {
				slack = m.Span(m.slack(r))
			}
		}
		if r.Amount > 0 {
			amount = c.Int(r.Amount)
		}
		class := ""
		switch done := words.S("at", m.Run.Clock.At(r.Ended)); {
		case r.State == queue.RowDone && r.AtRisk:
			class, slack = "done risk", c.Say(words.DoneLate, done)
		case r.State == queue.RowDone:
			class, slack = "done", c.Say(words.DoneAt, done)
		case r.AtRisk && r.State == queue.RowRuns && m.Run.Time(int(m.State.Step)) > r.Due:
			class, slack = "risk", c.Say(words.LateMark)
		case r.AtRisk:
			class, slack = "risk", slack+" · "+c.Say(words.AtRiskMark)
		}
		out.WriteString(`<tr` + m.JobLine(r.Job, class) + `><th scope="row">` + m.Chip(r.Job) + m.Chooser(r.Job) + `</th>`)
		for k, text := range [...]string{
			m.UserText(r.Job), m.Size(r.Job), c.Int(job.Priority), m.Run.Clock.At(m.Submitted(r.Job)), due, m.holding(r), amount, c.Span(words.Rounded(r.Estimate.Seconds())), slack,
		} {
			class := ` class="n"`
			if k < 2 || k == 5 {
				class = ""
			}
			out.WriteString(`<td` + class + `>` + text + `</td>`)
		}
		out.WriteString(`</tr>`)
	}
	out.WriteString(`</tbody>`)
	return out.String()
}

// holding says what a job holds, and of which shares: nothing at all if it is
// done.
func (m Panel) holding(r *queue.Row) string {
	switch r.State {
	case queue.RowDone:
		return ""
	case queue.RowWaits:
		return m.Words.Say(words.HoldsNothing)
	}
	var parts []string
	for k, n := range [...]int32{r.Usable, r.Reserve, r.System} {
		if n > 0 {
			parts = append(parts, m.Words.Say([...]words.Text{words.OfUsable, words.OfReserve, words.OfSystem}[k], m.Words.N("n", int64(n))))
		}
	}
	return m.Words.List(parts...)
}

// RunningHTML are the running jobs of the table as items below the queue, each
// with its deadline; "" where there is no table.
func (m Panel) RunningHTML() string {
	if !m.Tabled() {
		return ""
	}
	var out strings.Builder
	listed := m.Queued()
	for i := range m.State.Table {
		if r := &m.State.Table[i]; r.State == queue.RowRuns && !slices.Contains(listed, r.Job) {
			out.WriteString(`<li` + m.JobLine(r.Job, "") + `>` + m.Chip(r.Job) + `<span>` + m.Chooser(r.Job) + ` ` + m.Size(r.Job) + ` · ` + m.UserText(r.Job) +
				`<em>` + m.holding(r) + `</em>` + m.rowHTML(r) + `</span></li>`)
		}
	}
	return out.String()
}
