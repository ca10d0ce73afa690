package queuepanel

import (
	"slices"

	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// slack returns how much longer a job can wait and still meet its deadline. The
// result is negative if the job can no longer meet its deadline.
func (m QueuePanel) slack(r *queue.Row) simtime.Duration {
	return r.Latest.Sub(m.Run.Time(int(m.State.Step)))
}

// rowHTML returns the text about a job's deadline, such as "due 2:00, takes about
// 40 min: 12 min of slack".
func (m QueuePanel) rowHTML(r *queue.Row) html.HTML {
	text, class := i18n.DueSlack, "due"
	switch {
	case r.Due == 0:
		text = i18n.DueNever
	case r.State == queue.RowRuns && r.AtRisk:
		text, class = i18n.RunsPastDue, "due risk"
	case r.State == queue.RowRuns:
		text = i18n.RunsByDue
	case r.AtRisk:
		text, class = i18n.DueRisk, "due risk"
	}
	return html.Em(html.Class(class), m.Words.HTML(text, i18n.S("due", m.Run.Clock.At(r.Due)),
		i18n.S("estimate", m.Span(r.Estimate)), i18n.S("slack", m.Span(m.slack(r)))))
}

// Tabled reports whether the discipline keeps a job table, which lists all jobs.
func (m QueuePanel) Tabled() bool { return m.State != nil && len(m.State.Table) > 0 }

var tableColumns = [...]i18n.Text{
	i18n.ColumnJob, i18n.ColumnUser, i18n.ColumnResources, i18n.ColumnPriority, i18n.ColumnSubmitted, i18n.ColumnDue,
	i18n.ColumnHolds, i18n.ColumnAmount, i18n.ColumnEstimate, i18n.ColumnSlack,
}

// TableHTML returns source S1's job table. It lists all waiting, running and
// completed jobs, grouped by user.
func (m QueuePanel) TableHTML() html.HTML {
	if !m.Tabled() {
		return ""
	}
	c := m.Words
	var columns html.HTML
	var rows html.Builder
	for _, t := range tableColumns {
		columns += html.ColumnHead(c.HTML(t))
	}
	for i := range m.State.Table {
		r := &m.State.Table[i]
		job := &m.Run.Jobs[r.Job]
		due, slack, amount := c.Say(i18n.NoFigure), c.Say(i18n.NoFigure), c.Say(i18n.NoFigure)
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
		switch done := i18n.S("at", m.Run.Clock.At(r.Ended)); {
		case r.State == queue.RowDone && r.AtRisk:
			class, slack = "done risk", c.Say(i18n.DoneLate, done)
		case r.State == queue.RowDone:
			class, slack = "done", c.Say(i18n.DoneAt, done)
		case r.AtRisk && r.State == queue.RowRuns && m.Run.Time(int(m.State.Step)) > r.Due:
			class, slack = "risk", c.Say(i18n.LateMark)
		case r.AtRisk:
			class, slack = "risk", slack+" · "+c.Say(i18n.AtRiskMark)
		}
		cells := html.RowHead(m.Chip(r.Job), m.Chooser(r.Job))
		for k, text := range [...]string{
			m.UserText(r.Job), m.Size(r.Job), c.Int(job.Priority), m.Run.Clock.At(m.Submitted(r.Job)), due, m.holding(r), amount, c.Span(i18n.Rounded(r.Estimate.Seconds())), slack,
		} {
			number := k >= 2 && k != 5
			cells += html.Td(html.If(number, html.Class("n")), html.Text(text))
		}
		rows.Add(m.JobLine("tr", r.Job, class, cells))
	}
	return html.El("caption", c.HTML(i18n.TableAt, i18n.S("at", m.ClockText()))) + html.Rows(columns, rows.HTML())
}

// holding returns a text with the number of nodes that a job holds. The text also
// names the pools from which the nodes come: the user's share, the reserve, or the
// system. For a completed job holding returns "".
func (m QueuePanel) holding(r *queue.Row) string {
	switch r.State {
	case queue.RowDone:
		return ""
	case queue.RowWaits:
		return m.Words.Say(i18n.HoldsNothing)
	}
	var parts []string
	for k, n := range [...]int32{r.Usable, r.Reserve, r.System} {
		if n > 0 {
			parts = append(parts, m.Words.Say([...]i18n.Text{i18n.OfUsable, i18n.OfReserve, i18n.OfSystem}[k], m.Words.N("n", int64(n))))
		}
	}
	return i18n.List(m.Words, parts...)
}

// RunningHTML returns a list of the running jobs with their deadlines. The page
// shows it below the queue. RunningHTML returns "" if the discipline keeps no job
// table.
func (m QueuePanel) RunningHTML() html.HTML {
	if !m.Tabled() {
		return ""
	}
	var out html.Builder
	listed := m.Queued()
	for i := range m.State.Table {
		if r := &m.State.Table[i]; r.State == queue.RowRuns && !slices.Contains(listed, r.Job) {
			out.Add(m.JobLine("li", r.Job, "", m.Chip(r.Job)+html.Span(m.Chooser(r.Job), html.Text(" "+m.Size(r.Job)+" · "+m.UserText(r.Job)),
				html.Em(html.Text(m.holding(r))), m.rowHTML(r))))
		}
	}
	return out.HTML()
}
