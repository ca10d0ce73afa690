package pendingpanel

import (
	"hopyard/core/pending"
	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// commands holds the lines that the reader runs on the cluster.
const commands = "squeue --json > queue.json\nsinfo --json > nodes.json\nscontrol show partition > partitions.txt\nsacctmgr -P show qos > qos.txt\nsacctmgr -P show assoc tree > accounts.txt"

// pastCommand prints how past jobs used their time limits.
const pastCommand = "sacct -a -P -S now-7days"

// lock returns the picture of a lock.
func lock() html.HTML {
	return html.El("svg", html.Attr{"viewBox", "0 0 14 14"}, html.Attr{"aria-hidden", "true"}, html.Path("M3 6.5h8v5.5H3zM4.6 6.5V4.4a2.4 2.4 0 0 1 4.8 0v2.1", html.Class("open")))
}

// GiveHTML returns what to give, and how. If something is known already, it is short.
func (p *PendingPanel) GiveHTML() html.HTML {
	c := p.Words
	private := html.P(html.Class("live-private"), lock(), html.B(c.HTML(i18n.LivePrivate)), html.HTML(" "), html.Span(c.HTML(i18n.LivePrivateWhy)))
	choose := i18n.LiveChoose
	if p.Known() {
		choose = i18n.LiveMore
	}
	buttons := html.Button(html.Attr{"data-live-do", "choose"}, html.If(!p.Known(), html.Class("primary")), c.HTML(choose))
	if p.Known() {
		buttons += html.Button(html.Attr{"data-live-do", "afresh"}, c.HTML(i18n.LiveAfresh))
	} else {
		buttons += html.Button(html.Attr{"data-live-do", "example"}, c.HTML(i18n.LiveExample))
	}
	if p.Known() && !p.Replayed() && p.Queue.Has.Limits && p.Queue.Has.Nodes { // a picture of guesses would mislead
		buttons += html.Button(html.Attr{"data-live-do", "show"}, c.HTML(i18n.LiveShow)) + html.Button(html.Attr{"data-live-do", "hide"}, c.HTML(i18n.LiveHide))
	}
	paste := html.El("textarea", html.ID("live-paste"), html.Attr{"rows", "1"}, html.Attr{"spellcheck", "false"}, html.Attr{"autocomplete", "off"}, html.Attr{"placeholder", c.Say(i18n.LivePaste)}, html.Label(c.Say(i18n.LivePaste)))
	row := html.Div(html.Class("row live-row"), buttons, paste)
	if p.Known() {
		return row + private
	}
	return html.P(html.Class("live-lead"), c.HTML(i18n.LiveLead)) +
		html.Div(html.Class("live-run"), html.H3(c.HTML(i18n.LiveRun)), p.copyButton(commands), html.El("pre", html.Attr{"tabindex", "0"}, html.Text(commands))) +
		html.Div(html.Class("live-drop"), html.P(html.Bold(c.Say(i18n.LiveDrop))), row, html.P(html.Class("small"), c.HTML(i18n.LiveAny)), private) +
		html.El("details", html.Class("small"), html.El("summary", c.HTML(i18n.LivePastAsk)), p.pastCommand())
}

// StatusText returns what screen readers announce: that files are read, or the sentence
// of the answer.
func (p *PendingPanel) StatusText() string {
	switch {
	case p.Reading:
		return p.Words.Say(i18n.LiveReading)
	case p.Replayed():
		switch f := p.Past; {
		case f != nil && f.Changed:
			return html.Plain(p.verdict())
		case f != nil && f.Known && !p.replaying:
			return p.Words.Say(i18n.LivePastSum, i18n.S("share", p.share(f.Rows[0].Minute)), p.Words.N("n", int64(f.Rows[0].Jobs)))
		}
		return ""
	case p.Answer != nil && p.Answer.Started:
		return html.Plain(p.because() + " " + p.startHTML(&p.Answer.Start))
	case p.job != "" && p.Answer == nil:
		return p.Words.Say(i18n.LiveComputing)
	}
	return ""
}

// KnownHTML returns a line with what is known of the cluster, and which parts of its
// state are known.
func (p *PendingPanel) KnownHTML() html.HTML {
	q, c := p.Queue, p.Words
	if q == nil {
		return ""
	}
	nodes := c.Say(i18n.LiveNodes, c.N("n", int64(q.Nodes)))
	if q.Down > 0 {
		nodes = c.Say(i18n.LiveNodesDown, c.N("n", int64(q.Nodes)), c.N("down", int64(q.Down)))
	}
	line := i18n.List(c, c.Say(i18n.LiveRunning, c.N("n", int64(q.Running))), c.Say(i18n.LiveWaiting, c.N("n", int64(q.Waiting))))
	if q.Has.Nodes {
		line = i18n.List(c, nodes, c.Say(i18n.LivePartitions, c.N("n", int64(q.Partitions))), line)
	}
	var parts, lacks html.HTML
	unknown := int64(0)
	for _, x := range [...]struct {
		known   bool
		text    i18n.Text
		command string
	}{
		{q.Running+q.Waiting > 0, i18n.LiveKnowsJobs, "squeue --json"}, {q.Has.Limits, i18n.LiveKnowsLimits, "squeue --json"}, {q.Has.Priorities, i18n.LiveKnowsPriorities, "sprio -l"},
		{q.Has.Nodes, i18n.LiveKnowsNodes, "sinfo --json"}, {q.Has.Partitions, i18n.LiveKnowsPartitions, "scontrol show partition"}, {q.Has.QOS, i18n.LiveKnowsQOS, "sacctmgr -P show qos"}, {q.Has.Accounts, i18n.LiveKnowsAccounts, "sacctmgr -P show assoc tree"},
		{q.Has.Reservations, i18n.LiveKnowsReservations, pending.WaitsForReservation.Command()}, {q.Has.History, i18n.LiveKnowsHistory, pastCommand},
	} {
		if x.text == i18n.LiveKnowsReservations && !x.known && !q.Has.Reserving {
			continue // most clusters have none
		}
		if x.known {
			parts += html.Li(html.Class("has"), html.I(html.Attr{"aria-hidden", "true"}, html.Text("✓")), html.Text(c.Say(x.text)))
		} else {
			unknown++
			lacks += html.Li(html.Class("lacks"), html.I(html.Attr{"aria-hidden", "true"}, html.Text("?")), html.Text(i18n.Colon(c, c.Say(x.text), "")), c.HTML(i18n.LiveLacks, i18n.H("command", p.command(x.command))))
		}
	}
	out := html.P(html.Text(line)) + html.Ul(html.Class("live-parts"), html.Label(c.Say(i18n.LiveKnows)), parts)
	if lacks != "" {
		out += html.El("details", html.ID("live-unknown"), html.El("summary", c.HTML(i18n.LiveUnknown, c.N("n", unknown))), html.Ul(html.Class("live-parts"), lacks))
	}
	return out
}

// MistakesHTML returns the mistakes in the files given last, or "".
func (p *PendingPanel) MistakesHTML() html.HTML {
	if p.unshown != "" {
		return html.P(p.Words.HTML(i18n.LiveUnshown, i18n.H("why", p.Words.Foreign(p.unshown))))
	}
	if p.Queue == nil || len(p.Queue.Faults)+len(p.Queue.Unread) == 0 {
		return ""
	}
	return p.faultsHTML() + p.unreadHTML()
}

// mostUnread is the number of rows shown that could not be read.
const mostUnread = 10

// unreadHTML returns the rows that could not be read, or "".
func (p *PendingPanel) unreadHTML() html.HTML {
	q, c := p.Queue, p.Words
	if len(q.Unread) == 0 {
		return ""
	}
	list := p.Model.FaultsHTML(q.Unread[:min(len(q.Unread), mostUnread)], false)
	if more := int64(q.NumUnread) - int64(min(len(q.Unread), mostUnread)); more > 0 {
		list += html.Li(c.HTML(i18n.LiveNoticesMore, c.N("n", more)))
	}
	return html.P(c.HTML(i18n.LiveUnread, c.N("n", int64(q.NumUnread)))) + html.Ul(html.Class("errors"), list)
}

// faultsHTML returns the mistakes for which files were left out, or "".
func (p *PendingPanel) faultsHTML() html.HTML {
	if len(p.Queue.Faults) == 0 {
		return ""
	}
	return html.P(p.Words.HTML(i18n.LiveFaults, p.Words.N("n", int64(len(p.Queue.Faults))))) + html.Ul(html.Class("errors"), p.Model.FaultsHTML(p.Queue.Faults, false))
}

// mostNotices is the number of notices shown.
const mostNotices = 30

// FilesHTML returns the names of the files, the notices about them, and what is assumed.
func (p *PendingPanel) FilesHTML() html.HTML {
	q, c := p.Queue, p.Words
	if q == nil {
		return ""
	}
	var files, assumed, notices html.HTML
	for _, name := range q.Files {
		files += html.Li(html.Code(html.Isolated(name)))
	}
	for i := range q.Assumed {
		assumed += html.Li(p.clause(&q.Assumed[i]))
	}
	for i, n := range q.Notices {
		if i == mostNotices {
			notices += html.Li(c.HTML(i18n.LiveNoticesMore, c.N("n", int64(len(q.Notices)-i))))
			break
		}
		var at html.HTML
		if n.File != "" {
			at = html.Code(html.Isolated(n.File)) + " "
		}
		if n.Line > 0 {
			at += c.HTML(i18n.FaultLine, c.N("n", int64(n.Line))) + " "
		}
		notices += html.Li(at, c.Foreign(n.Text))
	}
	out := html.Ul(html.Class("live-names"), files)
	if assumed != "" {
		out += html.H3(c.HTML(i18n.LiveAssumed)) + html.Ul(assumed)
	}
	if notices != "" {
		out += html.H3(c.HTML(i18n.LiveNotices)) + html.Ul(notices)
	}
	return out
}

// FilesTitle returns the title of FilesHTML.
func (p *PendingPanel) FilesTitle() string { return p.Words.Say(i18n.LiveFiles) }

// FindLabel returns the label of the search field.
func (p *PendingPanel) FindLabel() string { return p.Words.Say(i18n.LiveFind) }

// FoundText returns the number of jobs found.
func (p *PendingPanel) FoundText() string {
	f, c := p.Found, p.Words
	switch {
	case f == nil:
		return ""
	case f.Total == 0 && p.text == "":
		return c.Say(i18n.LiveNoQueue)
	case f.Total == 0 && f.Other.ID != "":
		return c.Say(i18n.LiveNotPending, i18n.S("job", f.Other.ID), i18n.S("user", f.Other.User), i18n.S("state", f.Other.State))
	case f.Total == 0:
		return c.Say(i18n.LiveFoundNone)
	}
	text := c.Say(i18n.LiveFound, c.N("n", int64(f.Total)))
	if p.text != "" && p.Queue != nil {
		text = c.Say(i18n.LiveMatches, c.N("n", int64(f.Total)), c.N("all", int64(p.Queue.Waiting)))
	}
	if n := int64(len(f.Jobs)); n < int64(f.Total) {
		text = i18n.List(c, text, c.Say(i18n.LiveFoundOf, c.N("n", n), c.N("all", int64(f.Total))))
	}
	return text
}

// JobsHTML returns the pending jobs that were found, as buttons.
func (p *PendingPanel) JobsHTML() html.HTML {
	var out html.Builder
	if p.Found == nil {
		return ""
	}
	for i := range p.Found.Jobs {
		j := &p.Found.Jobs[i]
		about := p.size(j.Nodes)
		if p.Queue != nil && p.Queue.Has.Limits {
			about = i18n.List(p.Words, about, p.limit(j))
		}
		out.El("li", html.Button(html.Attr{"data-live", j.ID}, html.If(j.ID == p.job, html.Attr{"aria-current", "true"}),
			html.B(html.Isolated(j.ID)), html.HTML(" "), html.Span(html.Class("who"), html.Isolated(owner(j))), html.HTML(" "),
			html.Small(html.Text(about)), html.HTML(" "), html.Em(html.Text(j.Reason))))
	}
	return out.HTML()
}

// owner returns a job's user and name.
func owner(j *message.LiveJob) string {
	if j.Name == "" {
		return j.User
	}
	return j.User + " · " + j.Name
}

func (p *PendingPanel) size(nodes int64) string {
	return p.Words.Say(i18n.LiveSize, p.Words.N("n", nodes))
}

// limit returns a job's time limit.
func (p *PendingPanel) limit(j *message.LiveJob) string {
	if j.Limit == 0 {
		return p.Words.Say(i18n.LiveNoLimit)
	}
	return p.Words.Span(j.Limit)
}

// sayings holds the sentence of each clause of a queue.
var sayings = [pending.NumCodes]i18n.Text{
	pending.TooFewNodes: i18n.LiveTooFewNodes, pending.BehindJob: i18n.LiveBehindJob, pending.KeptNodes: i18n.LiveKeptNodes, pending.NotYetTested: i18n.LiveNotYetTested, pending.NotTested: i18n.LiveNotTested,
	pending.HeldByUser: i18n.LiveHeldByUser, pending.HeldByAdmin: i18n.LiveHeldByAdmin, pending.NeverDependency: i18n.LiveNeverDependency, pending.WaitsForJob: i18n.LiveWaitsForJob, pending.ArrayLimit: i18n.LiveArrayLimit,
	pending.DownPartition: i18n.LiveDownPartition, pending.InactivePartition: i18n.LiveInactivePartition, pending.TooLong: i18n.LiveTooLong, pending.WrongSize: i18n.LiveWrongSize, pending.WaitsForReservation: i18n.LiveWaitsForReservation,
	pending.WaitsForLicense: i18n.LiveWaitsForLicense, pending.BadConstraints: i18n.LiveBadConstraints, pending.BadAccount: i18n.LiveBadAccount, pending.BadQOS: i18n.LiveBadQOS, pending.NoAccount: i18n.LiveNoAccount, pending.NoQOS: i18n.LiveNoQOS,
	pending.QOSGroup: i18n.LiveQOSGroup, pending.QOSPerJob: i18n.LiveQOSPerJob, pending.QOSUser: i18n.LiveQOSUser, pending.QOSJobs: i18n.LiveQOSJobs, pending.QOSResources: i18n.LiveQOSResources, pending.QOSTime: i18n.LiveQOSTime, pending.QOSUsage: i18n.LiveQOSUsage,
	pending.AccountGroup: i18n.LiveAccountGroup, pending.AccountPerJob: i18n.LiveAccountPerJob, pending.AccountUser: i18n.LiveAccountUser, pending.AccountJobs: i18n.LiveAccountJobs, pending.AccountResources: i18n.LiveAccountResources, pending.AccountTime: i18n.LiveAccountTime,
	pending.JobsPerAccount: i18n.LiveJobsPerAccount, pending.PerAccount: i18n.LivePerAccount, pending.NoPartition: i18n.LiveNoPartition, pending.NeverFits: i18n.LiveNeverFits,
	pending.NodesFromJobs: i18n.LiveNodesFromJobs, pending.Frozen: i18n.LiveFrozen, pending.YearLong: i18n.LiveYearLong, pending.WholeLimit: i18n.LiveWholeLimit, pending.EqualParts: i18n.LiveEqualParts, pending.Overfull: i18n.LiveOverfull,
	pending.HeldOver: i18n.LiveHeldOver, pending.HeldUnder: i18n.LiveHeldUnder, pending.HeldUsed: i18n.LiveHeldUsed, pending.StoppingOthers: i18n.LiveStoppingOthers, pending.WaitsForPart: i18n.LiveWaitsForPart,
	pending.LimitsCount: i18n.LiveLimitsCount, pending.OwnersUnknown: i18n.LiveOwnersUnknown, pending.StopsJobs: i18n.LiveStopsJobs, pending.SuspendedJobs: i18n.LiveSuspendedJobs, pending.NotSimulated: i18n.LiveNotSimulated, pending.NotEnforced: i18n.LiveNotEnforced, pending.PastUse: i18n.LiveUseFromNow,
	pending.LaterBegin: i18n.LiveLaterBegin, pending.SlurmPriority: i18n.LiveSlurmPriority, pending.SlurmResources: i18n.LiveSlurmResources, pending.SlurmUnavailable: i18n.LiveSlurmUnavailable, pending.SlurmUntested: i18n.LiveSlurmUntested, pending.SlurmOther: i18n.LiveSlurmOther,
	pending.KeptByReservation: i18n.LiveKeptByReservation, pending.OverReservation: i18n.LiveOverReservation, pending.ReservationTime: i18n.LiveReservationTime,
	pending.LeftOut: i18n.LiveLeftOut, pending.ListOrder: i18n.LiveListOrder, pending.HighestTier: i18n.LiveHighestTier, pending.PartitionLimit: i18n.LivePartitionLimit,
	pending.TooLate: i18n.LiveTooLate, pending.UnreadRows: i18n.LiveUnreadRows, pending.DeadlineTime: i18n.LiveDeadlineTime,
	pending.NumberedNodes: i18n.LiveNumberedNodes, pending.UnlistedNodes: i18n.LiveUnlistedNodes, pending.OutsideNetwork: i18n.LiveOutsideNetwork,
}

// clause returns a clause as a sentence.
func (p *PendingPanel) clause(x *pending.Clause) html.HTML {
	c := p.Words
	if x.Code == pending.NoClause {
		return c.HTML(i18n.LiveNothing)
	}
	text := sayings[x.Code]
	if x.Code == pending.LaterBegin && x.Have > 0 {
		text = i18n.LiveLaterBeginIn
	}
	out := c.HTML(text, c.N("need", x.Need), c.N("have", x.Have), c.N("n", x.Have), i18n.S("job", x.Name), i18n.S("name", x.Name), i18n.S("span", c.Span(simtime.Duration(x.Have)*simtime.Second)))
	if x.On != pending.NoMeasure {
		out = i18n.Sentences(c, out, c.HTML(i18n.LiveLimitOn, i18n.S("what", c.Say(measures[x.On]))))
	}
	return out
}

// measures holds what limits count.
var measures = [pending.NumMeasures]i18n.Text{
	pending.RunningJobs: i18n.LiveOnJobs, pending.SubmittedJobs: i18n.LiveOnSubmitted, pending.NodesHeld: i18n.LiveOnNodes, pending.CPUsHeld: i18n.LiveOnCPUs, pending.MemoryHeld: i18n.LiveOnMemory,
	pending.GenericHeld: i18n.LiveOnGRES, pending.LicensesHeld: i18n.LiveOnLicenses, pending.BillingHeld: i18n.LiveOnBilling, pending.JobTime: i18n.LiveOnTime, pending.PastTime: i18n.LiveOnUse,
}
