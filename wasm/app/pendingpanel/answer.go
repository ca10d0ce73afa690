package pendingpanel

import (
	"strconv"
	"strings"

	"hopyard/core/pending"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// AnswerHTML returns the answer as far as it is known.
func (p *PendingPanel) AnswerHTML() html.HTML {
	a, c := p.Answer, p.Words
	switch {
	case p.Queue == nil:
		return ""
	case p.Queue.Trouble != "":
		return html.P(html.Class("live-trouble"), c.HTML(i18n.LiveTrouble, i18n.H("why", c.Foreign(p.Queue.Trouble))))
	case p.job == "":
		return html.P(html.Class("live-hint"), c.HTML(i18n.LiveChooseJob))
	case a == nil:
		return html.H3(html.Text(c.Say(i18n.LiveJob, i18n.S("job", p.job)))) + html.P(html.Class("live-busy"), c.HTML(i18n.LiveComputing))
	case a.Trouble != "":
		return html.P(html.Class("live-trouble"), c.HTML(i18n.LiveTrouble, i18n.H("why", c.Foreign(a.Trouble))))
	}
	out := p.headHTML(&a.Job) + html.P(html.Class("say"), html.ID("live-why"), p.because(), html.HTML(" "), p.wordHTML(&a.Job))
	out += p.adviceHTML() + p.roomHTML()
	if a.Obstacle.Code != pending.NoClause {
		return out + p.missing(a.Obstacle.Code)
	}
	if a.Queue != "" {
		out += html.P(html.Class("small"), c.HTML(i18n.LiveSimulatedIn, i18n.S("name", a.Queue)))
	}
	if len(a.Missing) > 0 {
		return out + p.lacksHTML() + p.aheadHTML()
	}
	if !a.Started {
		out += html.P(html.Class("live-busy"), c.HTML(i18n.LiveComputing))
	} else {
		out += html.Div(html.Class("live-start"), html.ID("live-start"), html.P(html.B(p.startHTML(&a.Start)), html.HTML(" "), p.onHTML(&a.Start)), html.P(html.Class("small"), p.startNote(&a.Start)), p.rangeHTML())
	}
	out += p.whatIfsHTML() + p.aheadHTML() + p.endsHTML()
	return out
}

// adviceHTML returns what the job's user can do about an obstacle.
func (p *PendingPanel) adviceHTML() html.HTML {
	what := pending.AdviceOn(p.Answer.Obstacle.Code, p.Answer.Because.Code)
	if what == pending.NoAdvice {
		return ""
	}
	return html.P(html.ID("live-advice"), p.Words.HTML(advice[what], i18n.H("command", p.command(what.Command(p.Answer.Job.ID)))))
}

// command returns a command with a button that copies it.
func (p *PendingPanel) command(text string) html.HTML {
	return html.Code(html.Text(text)) + " " + p.copyButton(text)
}

// roomHTML returns the running jobs that must end before a limit has room.
func (p *PendingPanel) roomHTML() html.HTML {
	r, c := p.Answer.Room, p.Words
	if r == nil {
		return ""
	}
	var out, rows html.HTML
	switch {
	case r.Num == 0:
	case r.Enough:
		out = html.P(c.HTML(i18n.LiveRoom, c.N("n", int64(r.Num))))
	default:
		out = html.P(c.HTML(i18n.LiveRoomFirst))
	}
	for i := range r.Ends {
		if i == len(r.Ends)-1 && int(r.Num) > len(r.Ends) {
			rows += html.Li(html.Text("…"))
		}
		rows += p.endHTML(&r.Ends[i])
	}
	if rows != "" {
		out += html.Ul(html.Class("live-ends"), rows)
	}
	if r.Lacks != nil {
		out += html.Ul(html.Class("live-ends"), p.lacksOf(r.Lacks))
	}
	return html.Div(html.ID("live-room"), html.Class("live-room"), out)
}

// advice holds the sentence of each advice.
var advice = [pending.NumAdvice]i18n.Text{
	pending.AskAdmins: i18n.LiveAskAdmins, pending.Resubmit: i18n.LiveResubmit, pending.NothingToDo: i18n.LiveNothingToDo, pending.RaiseArray: i18n.LiveRaiseArray, pending.MovePartition: i18n.LiveMovePartition,
	pending.ShortenLimit: i18n.LiveShortenLimit, pending.ResizeJob: i18n.LiveResizeJob, pending.AskLess: i18n.LiveAskLess, pending.WaitForOwn: i18n.LiveWaitForOwn, pending.WaitForGroup: i18n.LiveWaitForGroup, pending.WaitForUse: i18n.LiveWaitForUse,
	pending.ReleaseJob: i18n.LiveReleaseJob,
}

// lacksHTML returns what the files do not tell, and the commands that print it.
func (p *PendingPanel) lacksHTML() html.HTML {
	c := p.Words
	rows := p.lacksOf(p.Answer.Missing)
	return html.Div(html.Class("live-start"), html.ID("live-lacks"), html.P(html.B(c.HTML(i18n.LiveUntold))), html.P(html.Class("small"), c.HTML(i18n.LiveAddThese)), html.Ul(html.Class("live-ends"), rows))
}

// lacksOf returns what is missing, as items of a list.
func (p *PendingPanel) lacksOf(all []pending.Missing) (rows html.HTML) {
	for _, m := range all {
		what := [...]i18n.Text{pending.MissingLimits: i18n.LiveMissingLimits, pending.MissingNodes: i18n.LiveMissingNodes, pending.MissingBegin: i18n.LiveMissingBegin, pending.MissingOwners: i18n.LiveMissingOwners, pending.MissingOthers: i18n.LiveMissingOthers}[m]
		rows += html.Li(p.command(m.Command()), html.HTML(" "), html.Small(p.Words.HTML(what)))
	}
	return rows
}

// copyButton returns a button that copies a command.
func (p *PendingPanel) copyButton(command string) html.HTML {
	return html.Button(html.Attr{"data-copy", command}, html.Class("link"), p.Words.HTML(i18n.LiveCopy))
}

// missing returns which command tells when a limit ends, unless its output is known.
func (p *PendingPanel) missing(code pending.Code) html.HTML {
	command := code.Command()
	if command == "" || p.Queue.Has.QOS && command == pending.QOSGroup.Command() || p.Queue.Has.Accounts && command == pending.AccountGroup.Command() {
		return ""
	}
	return html.P(p.Words.HTML(i18n.LiveMissing, i18n.H("command", p.command(command))))
}

// headHTML returns the title of an answer, and what the job asks for.
func (p *PendingPanel) headHTML(j *message.LiveJob) html.HTML {
	c := p.Words
	facts := []string{strings.Join(j.Partitions, ","), p.size(j.Nodes)}
	if p.Queue.Has.Limits {
		facts = append(facts, p.limit(j))
	}
	if j.Priority > 0 {
		facts = append(facts, i18n.Colon(c, c.Say(i18n.LiveColPriority), c.Int(j.Priority)))
	}
	return html.H3(html.Text(c.Say(i18n.LiveJob, i18n.S("job", j.ID))), html.HTML(" "), html.Small(html.Isolated(owner(j)))) +
		html.P(html.Class("small"), html.Text(strings.Join(facts, " · ")))
}

// because returns why the job waits, as a sentence.
func (p *PendingPanel) because() html.HTML {
	if p.Answer.Obstacle.Code != pending.NoClause {
		return p.clause(&p.Answer.Obstacle)
	}
	return p.clause(&p.Answer.Because)
}

// wordHTML returns Slurm's own word for the reason.
func (p *PendingPanel) wordHTML(j *message.LiveJob) html.HTML {
	if j.Reason == "" {
		return ""
	}
	return html.Span(html.Class("live-word"), html.Small(p.Words.HTML(i18n.LiveWord)), html.HTML(" "), html.Code(html.Text(j.Reason)))
}

// startHTML returns when the job starts, as a sentence.
func (p *PendingPanel) startHTML(s *message.LiveStart) html.HTML {
	c := p.Words
	switch {
	case s.After == pending.Never && s.Until > 0:
		return c.HTML(i18n.LiveStartLong, i18n.S("span", c.Span(s.Until)))
	case s.Removed && s.Removal == 0:
		return c.HTML(i18n.LiveRemovedNow)
	case s.Removed:
		return c.HTML(i18n.LiveRemoved, i18n.S("span", c.Span(s.Removal)))
	case s.Unbounded:
		return c.HTML(i18n.LiveUnbounded)
	case s.After == pending.Never:
		return c.HTML(i18n.LiveStartNever)
	case s.After == 0:
		return c.HTML(i18n.LiveStartNow)
	}
	return c.HTML(i18n.LiveStartIn, i18n.S("span", c.Span(s.After)))
}

// rangeHTML returns when the job starts if jobs end as they usually do, or what tells.
func (p *PendingPanel) rangeHTML() html.HTML {
	a, c := p.Answer, p.Words
	if r := a.Range; r != nil {
		when := func(gap string, d simtime.Duration) i18n.Markup {
			return i18n.B(gap, p.when(&message.LiveStart{After: d}))
		}
		return html.P(html.Class("live-range"), c.HTML(i18n.LiveRange, when("median", r.Median), when("early", r.Early), when("late", r.Late), c.N("n", int64(r.Draws))))
	}
	if a.Over && !p.Queue.Has.History && a.Start.After > 0 {
		return html.P(html.Class("small"), c.HTML(i18n.LiveRangeHow, i18n.H("command", p.command(pastCommand))))
	}
	return ""
}

// startNote returns under which condition a start is predicted.
func (p *PendingPanel) startNote(s *message.LiveStart) html.HTML {
	if s.After == pending.Never && s.Until > 0 {
		return p.Words.HTML(i18n.LiveGivenUp)
	}
	note := p.Words.HTML(i18n.LiveIfLimits)
	if d := p.Answer.Deadline; d != nil && d.Latest >= 0 {
		note = i18n.Sentences(p.Words, note, p.Words.HTML(i18n.LiveDeadline, i18n.S("span", p.Words.Span(d.In)), i18n.S("latest", p.Words.Span(d.Latest))))
	}
	if s.Rough {
		note = i18n.Sentences(p.Words, note, p.Words.HTML(i18n.LiveRough))
	}
	return note
}

// onHTML returns the nodes of a start.
func (p *PendingPanel) onHTML(s *message.LiveStart) html.HTML {
	if s.NumNodes == 0 {
		return ""
	}
	c, names := p.Words, i18n.List(p.Words, s.Nodes...)
	if more := int64(s.NumNodes) - int64(len(s.Nodes)); more > 0 {
		return c.HTML(i18n.LiveOnMore, i18n.S("nodes", names), c.N("n", more))
	}
	return c.HTML(i18n.LiveOn, i18n.S("nodes", names))
}

// aheadHTML returns the table of the jobs that are ahead.
func (p *PendingPanel) aheadHTML() html.HTML {
	a, c := p.Answer, p.Words
	if a.NumAhead == 0 {
		return html.H3(c.HTML(i18n.LiveAheadNone)) + p.severalHTML()
	}
	var note html.HTML
	if len(a.Ahead) < int(a.NumAhead) {
		note = " " + html.Small(c.HTML(i18n.LiveAheadFirst, c.N("n", int64(len(a.Ahead)))))
	}
	var rows html.HTML
	for i := range a.Ahead {
		x := &a.Ahead[i]
		priority := ""
		if x.Job.Priority > 0 {
			priority = c.Int(x.Job.Priority)
		}
		by := [...]i18n.Text{pending.ByTier: i18n.LiveByTier, pending.ByPriority: i18n.LiveByPriority, pending.BySubmission: i18n.LiveBySubmission, pending.ByList: i18n.LiveByList, pending.ByReservation: i18n.LiveByReservation}[x.Higher]
		numbers := html.NumberCell(c.Int(x.Job.Nodes))
		if p.Queue.Has.Limits {
			numbers += html.NumberCell(p.limit(&x.Job))
		}
		if p.Queue.Has.Priorities {
			numbers += html.NumberCell(priority)
		}
		rows += html.Tr(html.RowHead(html.Button(html.Class("link"), html.Attr{"data-live", x.Job.ID}, html.Isolated(x.Job.ID))), html.Td(html.Isolated(x.Job.User)), numbers, html.Td(c.HTML(by), p.partsHTML(x.Parts)), html.Td(html.Class("waits"), p.waitsHTML(x)))
	}
	heads := p.heads("", i18n.LiveColJob) + p.heads("", i18n.LiveColUser) + p.heads("n", i18n.LiveColNodes)
	if p.Queue.Has.Limits {
		heads += p.heads("n", i18n.LiveColLimit)
	}
	if p.Queue.Has.Priorities {
		heads += p.heads("n", i18n.LiveColPriority)
	}
	heads += p.heads("", i18n.LiveColBy) + p.heads("", i18n.LiveColWaits)
	return html.H3(c.HTML(i18n.LiveAhead, c.N("n", int64(a.NumAhead))), note) + p.table(i18n.LiveAhead, heads, rows, c.N("n", int64(a.NumAhead))) + p.severalHTML()
}

// waits holds what a job waits for, in a few words.
var waits = [pending.NumWaits]i18n.Text{
	pending.WaitsTurn: i18n.LiveWaitsTurn, pending.WaitsNodes: i18n.LiveWaitsNodes, pending.WaitsScheduler: i18n.LiveWaitsScheduler, pending.WaitsRelease: i18n.LiveWaitsRelease, pending.WaitsJob: i18n.LiveWaitsJob,
	pending.WaitsBegin: i18n.LiveWaitsBegin, pending.WaitsLimit: i18n.LiveWaitsLimit, pending.WaitsArray: i18n.LiveWaitsArray, pending.WaitsOwnReservation: i18n.LiveWaitsOwnReservation, pending.WaitsLicense: i18n.LiveWaitsLicense,
	pending.WaitsPartition: i18n.LiveWaitsPartition, pending.WaitsUnavailable: i18n.LiveWaitsUnavailable, pending.WaitsInVain: i18n.LiveWaitsInVain,
}

// waitsHTML returns what a job that is ahead waits for itself, in plain words and in
// Slurm's, and its partitions if there are several.
func (p *PendingPanel) waitsHTML(x *message.LiveAhead) (out html.HTML) {
	if x.Waits != pending.WaitsUnsaid {
		out = p.Words.HTML(waits[x.Waits]) + " "
	}
	if x.Job.Reason != "" {
		out += html.Code(html.Text(x.Job.Reason))
	}
	if len(x.Job.Partitions) > 1 {
		out += html.Br + html.Small(html.Text(i18n.List(p.Words, x.Job.Partitions...)))
	}
	return out
}

// severalHTML returns what becomes of jobs that name several partitions.
func (p *PendingPanel) severalHTML() (out html.HTML) {
	a, c := p.Answer, p.Words
	if a.Several > 0 {
		out = c.HTML(i18n.LiveSeveral, c.N("n", int64(a.Several)))
	}
	if a.Others > 0 {
		out = i18n.Sentences(c, out, c.HTML(i18n.LiveOthers, c.N("n", int64(a.Others))))
	}
	if out != "" {
		out = html.P(html.ID("live-several"), html.Class("small"), out)
	}
	return out
}

// mostParts is the number of parts of a priority shown.
const mostParts = 3

// partsHTML returns the parts in which a priority differs, with the names that sprio
// has for them.
func (p *PendingPanel) partsHTML(all []pending.PriorityGap) html.HTML {
	var list []string
	for _, x := range all[:min(len(all), mostParts)] {
		sign := "+"
		if x.Theirs < x.Mine {
			sign = "−"
		}
		list = append(list, x.Name+" "+sign+strconv.FormatInt(max(x.Theirs-x.Mine, x.Mine-x.Theirs), 10))
	}
	if list == nil {
		return ""
	}
	return html.Br + html.Small(html.Text(i18n.List(p.Words, list...)))
}

func (p *PendingPanel) heads(class html.Class, texts ...i18n.Text) (out html.HTML) {
	for _, t := range texts {
		out += html.ColumnHead(html.If(class != "", class), p.Words.HTML(t))
	}
	return out
}

// table returns a table that scrolls sideways where it is wider than the page.
func (p *PendingPanel) table(title i18n.Text, heads, rows html.HTML, fillings ...i18n.Filling) html.HTML {
	return html.Div(html.Class("live-scroll"), html.Attr{"tabindex", "0"}, html.Table(html.Class("live-table"), html.El("caption", html.Class("sr"), p.Words.HTML(title, fillings...)), html.Rows(heads, rows)))
}

// endsHTML returns the next ends of jobs.
func (p *PendingPanel) endsHTML() html.HTML {
	a, c := p.Answer, p.Words
	var rows html.HTML
	for i := range a.Ends {
		x := &a.Ends[i]
		rows += p.endHTML(x)
	}
	if rows == "" {
		return ""
	}
	return html.H3(c.HTML(i18n.LiveEnds)) + html.Ul(html.Class("live-ends"), rows)
}

// endHTML returns the end of a job, as an item of a list.
func (p *PendingPanel) endHTML(x *message.LiveEnd) html.HTML {
	c := p.Words
	return html.Li(i18n.UpperHTML(c.HTML(i18n.LiveEnd, i18n.B("span", c.Span(x.After)), i18n.S("job", x.Job.ID), i18n.S("user", x.Job.User), c.N("n", int64(x.Nodes)))))
}

// whatIfsHTML returns the table of the changed requests that have been simulated.
func (p *PendingPanel) whatIfsHTML() html.HTML {
	a, c := p.Answer, p.Words
	if !a.Started || a.Start.After == 0 {
		return ""
	}
	var rows html.HTML
	any := false
	for i := range a.WhatIfs {
		x := &a.WhatIfs[i]
		any = any || x.Sooner
		rows += html.Tr(html.If(x.Sooner, html.Class("sooner")), html.RowHead(html.Text(p.change(x)), p.changeButton(x)), html.NumberCell(p.when(&x.Start)),
			html.Td(html.Class("difference"), html.If(x.Sooner, html.I(html.Attr{"aria-hidden", "true"}, html.Text("▲"))), html.Text(p.difference(&x.Start, &a.Start))))
	}
	note := html.P(html.Class("small"), c.HTML(i18n.LiveWhatIfsHow))
	if !a.Over {
		note += html.P(html.Class("live-busy small"), c.HTML(i18n.LiveWaysBusy, c.N("n", int64(len(a.WhatIfs)))))
	} else if !any && rows != "" {
		note = html.P(html.B(c.HTML(i18n.LiveNothingSooner))) + note
	}
	if rows == "" && a.Over {
		return ""
	}
	var table html.HTML
	if rows != "" {
		table = p.table(i18n.LiveWhatIfs, p.heads("", i18n.LiveColChange)+p.heads("n", i18n.LiveColStarts)+p.heads("", i18n.LiveColDifference), rows)
	}
	return html.H3(c.HTML(i18n.LiveWhatIfs)) + table + note
}

// changeButton returns a button that copies the command for a change that starts the job
// sooner, if its user can make it.
func (p *PendingPanel) changeButton(x *message.LiveWhatIf) html.HTML {
	command := x.Kind.Command(p.Answer.Job.ID, x.Limit, x.Nodes, x.Name)
	if command == "" || !x.Sooner {
		return ""
	}
	return html.Br + html.Button(html.Attr{"data-copy", command}, html.Attr{"title", command}, html.Class("link"), p.Words.HTML(i18n.LiveCopyCommand))
}

// change returns a changed request.
func (p *PendingPanel) change(x *message.LiveWhatIf) string {
	c := p.Words
	switch x.Kind {
	case pending.ShorterLimit:
		return c.Say(i18n.LiveChangeLimit, i18n.S("span", c.Span(x.Limit)))
	case pending.FewerNodes:
		return c.Say(i18n.LiveChangeNodes, c.N("n", x.Nodes), c.N("m", p.Answer.Job.Nodes))
	case pending.OtherPartition:
		return c.Say(i18n.LiveChangePartition, i18n.S("name", x.Name))
	case pending.OtherQOS:
		return c.Say(i18n.LiveChangeQOS, i18n.S("name", x.Name))
	}
	return c.Say(i18n.LiveChangeFirst)
}

// when returns a start, for a table.
func (p *PendingPanel) when(s *message.LiveStart) string {
	c := p.Words
	switch {
	case s.After == pending.Never && s.Until > 0:
		return c.Say(i18n.LiveNotWithin, i18n.S("span", c.Span(s.Until)))
	case s.Unbounded:
		return c.Say(i18n.LiveNotTold)
	case s.After == pending.Never:
		return c.Say(i18n.LiveNever)
	case s.After == 0:
		return c.Say(i18n.LiveNow)
	}
	return c.Say(i18n.LiveIn, i18n.S("span", c.Span(s.After)))
}

// difference returns how much sooner or later a start is than another.
func (p *PendingPanel) difference(is, was *message.LiveStart) string {
	c := p.Words
	by := func(d simtime.Duration) i18n.Pair { return i18n.S("span", c.Span(d)) }
	switch {
	case is.After == was.After && is.After != pending.Never:
		return c.Say(i18n.LiveNoSooner)
	case is.After == pending.Never && was.After == pending.Never: // both may have been given up
		return ""
	case was.After == pending.Never:
		return c.Say(i18n.LiveSoonerAtAll)
	case is.After == pending.Never:
		return c.Say(i18n.LiveLaterAtAll)
	case is.After < was.After:
		return c.Say(i18n.LiveSooner, by(was.After-is.After))
	}
	return c.Say(i18n.LiveLater, by(is.After-was.After))
}
