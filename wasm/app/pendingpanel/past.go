package pendingpanel

import (
	"slices"
	"strings"

	"hopyard/core/simtime"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// PastChange is a change of the configuration as the reader has entered it.
type PastChange struct{ Setting, Name, Value string }

// pastSetting is a setting that a change may have.
type pastSetting struct {
	kind    string // what its path begins with: partition, qos, account or user; "" for none
	name    string
	example string
	choices []string // all values, if there are few
}

// id returns the value of the setting's option.
func (s *pastSetting) id() string {
	if s.kind == "" {
		return s.name
	}
	return s.kind + "." + s.name
}

// pastGroup is a group of settings.
type pastGroup struct {
	title i18n.Text
	all   []pastSetting
}

// pastGroups returns all settings, as the command fidelity has them. It is a function,
// because a package variable would be part of what the page loads first.
func pastGroups() []pastGroup {
	plain := func(pairs ...string) (all []pastSetting) {
		for i := 0; i < len(pairs); i += 2 {
			all = append(all, pastSetting{name: pairs[i], example: pairs[i+1]})
		}
		return all
	}
	of := func(kind string, pairs ...string) []pastSetting {
		all := plain(pairs...)
		for i := range all {
			all[i].kind = kind
		}
		return all
	}
	preemption := pastSetting{name: "preemption", example: "off", choices: []string{"off", "partition-requeue", "partition-cancel", "qos-requeue", "qos-cancel"}}
	limits := []string{"GrpTRES", "cpu=256", "GrpJobs", "20", "MaxWall", "1-0", "MaxTRESPerJob", "cpu=64", "GrpTRESRunMins", "cpu=100000"}
	scheduler := pastSetting{name: "SchedulerType", example: "sched/builtin", choices: []string{"sched/builtin", "sched/backfill"}}
	return []pastGroup{
		{i18n.LivePastBackfill, append(plain("bf_interval", "60", "bf_window", "2880", "bf_resolution", "300", "bf_max_job_test", "1000", "bf_max_job_user", "20"), scheduler)},
		{i18n.LivePastPartition, of("partition", "Nodes", "+16", "MaxTime", "2-0", "MaxNodes", "16", "PriorityTier", "2", "PriorityJobFactor", "10", "QOS", "normal", "PreemptMode", "off", "GraceTime", "60")},
		{i18n.LivePastQOS, append(of("qos", "Priority", "100", "Preempt", "low", "PreemptMode", "requeue", "GraceTime", "60", "MaxTRESPerUser", "cpu=64", "MaxJobsPerUser", "4", "MaxTRESPerAccount", "cpu=128", "MaxJobsPerAccount", "8"), of("qos", limits...)...)},
		{i18n.LivePastAccount, of("account", append(slices.Clone(limits), "MaxJobs", "4")...)},
		{i18n.LivePastUser, of("user", append(slices.Clone(limits), "MaxJobs", "4")...)},
		{i18n.LivePastPreemption, append([]pastSetting{preemption}, plain("PreemptExemptTime", "30", "PreemptParameters", "youngest_first")...)},
		{i18n.LivePastPriorities, plain("PriorityWeightAge", "1000", "PriorityWeightFairshare", "1000", "PriorityWeightJobSize", "1000", "PriorityWeightPartition", "1000", "PriorityWeightQOS", "1000", "PriorityMaxAge", "7-0", "PriorityDecayHalfLife", "7-0", "PriorityCalcPeriod", "5", "PriorityFavorSmall", "yes", "PriorityFlags", "SMALL_RELATIVE_TO_TIME", "PriorityType", "priority/basic")},
	}
}

// setting returns the setting of the change, the first one at the beginning.
func (p *PendingPanel) setting() (s pastSetting) {
	groups := pastGroups()
	for _, g := range groups {
		for _, x := range g.all {
			if x.id() == p.Change.Setting {
				return x
			}
		}
	}
	return groups[0].all[0]
}

// owners returns the names that the setting of the change may have, if they are known.
func (p *PendingPanel) owners(s *pastSetting) []string {
	switch {
	case p.Past == nil:
	case s.kind == "partition":
		return p.Past.Partitions
	case s.kind == "qos":
		return p.Past.QOS
	}
	return nil
}

// Replayed reports whether the reader looks at a replay of the past, and not at the queue
// as it stands. That is so at first if no job of the queue is known.
func (p *PendingPanel) Replayed() bool {
	q := p.Queue
	return q != nil && q.Has.Past && (p.Looking || q.Running+q.Waiting == 0)
}

// Look changes between the queue as it stands and its past. It returns the question to
// ask, or nil.
func (p *PendingPanel) Look(past bool) *message.LivePast {
	if p.Looking = past; !p.Replayed() || p.Past != nil && p.Past.Known {
		return nil
	}
	return p.AskPast(false)
}

// AskPast returns the question about the past, with the change that the reader has
// entered or without one.
func (p *PendingPanel) AskPast(change bool) *message.LivePast {
	p.pastAsked++
	m := &message.LivePast{Serial: p.serial, Number: p.pastAsked}
	p.replaying, p.tried = true, ""
	if change {
		s := p.setting()
		m.Path, m.Value = s.name, strings.TrimSpace(p.Change.Value)
		if m.Value == "" {
			m.Value = s.example
		}
		if len(s.choices) > 0 && !slices.Contains(s.choices, m.Value) {
			m.Value = s.choices[0]
		}
		if s.kind != "" {
			m.Path = s.kind + "." + p.owner(&s) + "." + s.name
		}
		p.tried = m.Path + "=" + m.Value
	}
	if p.Past != nil {
		p.Past.Changed, p.Past.Trouble, p.Past.Done, p.Past.Over = false, "", 0, false
	}
	return m
}

// owner returns the name that the change is about.
func (p *PendingPanel) owner(s *pastSetting) string {
	name := strings.TrimSpace(p.Change.Name)
	if all := p.owners(s); len(all) > 0 && !slices.Contains(all, name) {
		return all[0]
	}
	return name
}

// StopPast returns the message that cancels a replay of the past.
func (p *PendingPanel) StopPast() *message.LivePast {
	p.replaying = false
	return &message.LivePast{Serial: p.serial, Number: p.pastAsked, Stop: true}
}

// hearPast takes an answer about the past. It reports whether it is one.
func (p *PendingPanel) hearPast(wire []byte) bool {
	var m message.LiveFidelity
	if m.Unpack(wire) != nil || m.Serial != p.serial || m.Number != p.pastAsked {
		return false
	}
	if !m.Known && p.Past != nil && p.Past.Known {
		return true // the progress of a replay that is known already
	}
	p.Past = &m
	p.replaying = !m.Over
	return true
}

// ViewHTML returns the buttons that change between the queue and its past, or "" if only
// one of them is known.
func (p *PendingPanel) ViewHTML() html.HTML {
	q, c := p.Queue, p.Words
	if q == nil || !q.Has.Past || q.Running+q.Waiting == 0 {
		return ""
	}
	one := func(what string, text i18n.Text, here bool) html.HTML {
		return html.Button(html.Attr{"data-live-do", what}, html.Attr{"aria-pressed", map[bool]string{true: "true", false: "false"}[here]}, c.HTML(text))
	}
	return one("queue", i18n.LivePastBack, !p.Replayed()) + one("past", i18n.LivePastAsk, p.Replayed())
}

// Title returns the title of the dialog.
func (p *PendingPanel) Title() string {
	if p.Replayed() {
		return p.Words.Say(i18n.LivePastAsk)
	}
	return p.Words.Say(i18n.LiveTitle)
}

// FidelityHTML returns how true the replay is.
func (p *PendingPanel) FidelityHTML() html.HTML {
	f, c := p.Past, p.Words
	if !p.Replayed() {
		return ""
	}
	switch {
	case f != nil && f.Known:
	case f != nil && f.Trouble != "":
		return html.P(html.Class("live-trouble"), c.HTML(i18n.LiveTrouble, i18n.H("why", c.Foreign(f.Trouble)))) + p.pastCommand()
	default:
		return html.P(c.HTML(i18n.LivePastLead)) + p.progress(i18n.LivePastBusy)
	}
	all := &f.Rows[0]
	out := html.Div(html.Class("live-sum"), html.P(html.B(c.HTML(i18n.LivePastSum, i18n.S("share", p.share(all.Minute)), c.N("n", int64(all.Jobs))))),
		html.P(html.Class("small"), c.HTML(i18n.LivePastWaits, i18n.S("recorded", p.span(all.Recorded)), i18n.S("predicted", p.span(all.Predicted)))))
	out += p.accuracyHTML() + p.wrongHTML()
	if f.RecordedStopped+f.Stopped > 0 {
		out += html.P(c.HTML(i18n.LivePastStopped, c.N("n", int64(f.RecordedStopped)), c.N("m", int64(f.Stopped))))
	}
	if len(f.Refused) > 0 {
		out += html.H3(c.HTML(i18n.LivePastRefused)) + p.countsHTML(f.Refused)
	}
	if len(f.Assumed) > 0 {
		var list html.HTML
		for _, text := range f.Assumed {
			list += html.Li(c.Foreign(text))
		}
		out += html.H3(c.HTML(i18n.LiveAssumed)) + html.Ul(html.Class("live-counts"), list)
	}
	return out + html.P(html.Class("small"), c.HTML(i18n.LivePastLead))
}

// pastCommand returns the command that prints all that a replay needs.
func (p *PendingPanel) pastCommand() html.HTML {
	return html.P(html.Class("small"), p.Words.HTML(i18n.LivePastGive, i18n.H("command", html.Code(html.Text(recordsCommand)))))
}

// recordsCommand prints all that a replay needs: sacct.RecordsCommand for four weeks.
const recordsCommand = "sacct -a -X -D -P -S now-28days --format=JobID,User,Account,Partition,QOS,Priority,Reservation,Submit,Eligible,Start,End,ElapsedRaw,TimelimitRaw,State,AllocCPUS,AllocNodes,ReqCPUS,ReqMem,AllocTRES,NodeList,Restarts"

// progress returns how far a replay is, with the button that gives it up.
func (p *PendingPanel) progress(text i18n.Text) html.HTML {
	done := int64(0)
	if p.Past != nil {
		done = int64(p.Past.Done) / 10
	}
	if !p.replaying {
		return html.P(html.Button(html.Attr{"data-live-do", "past"}, p.Words.HTML(i18n.LivePastAsk)))
	}
	return html.P(html.Class("live-busy live-progress"), p.Words.HTML(text, p.Words.N("n", done)), html.HTML(" "), html.Button(html.Class("link"), html.Attr{"data-live-do", "stop"}, p.Words.HTML(i18n.LivePastStop)))
}

func (p *PendingPanel) share(thousandths int32) string {
	return p.Words.Float(float64(thousandths)/10, 1) + " %"
}

// span returns a time with as many digits as matter: whole seconds, from ten minutes on
// whole minutes, and from a day on whole hours.
func (p *PendingPanel) span(d simtime.Duration) string {
	unit := simtime.Second
	switch {
	case d >= 24*simtime.Hour:
		unit = simtime.Hour
	case d >= 10*simtime.Minute:
		unit = simtime.Minute
	}
	return p.Words.Span((d + unit/2) / unit * unit)
}

// accuracyHTML returns the table of the figures by partition and size.
func (p *PendingPanel) accuracyHTML() html.HTML {
	c := p.Words
	sizes := [...]i18n.Text{i18n.LivePastPart, i18n.LivePastOne, i18n.LivePastFour, i18n.LivePastSixteen, i18n.LivePastSixtyFour, i18n.LivePastMore}
	var rows html.HTML
	for i := range p.Past.Rows {
		x := &p.Past.Rows[i]
		name := c.Say(i18n.LivePastAll)
		switch {
		case x.Size >= 0 && int(x.Size) < len(sizes):
			name = c.Say(sizes[x.Size])
		case x.Name != "":
			name = c.Say(i18n.LivePastInPartition, i18n.S("name", x.Name))
		}
		rows += html.Tr(html.If(i == 0, html.Class("sooner")), html.RowHead(html.Text(name)), html.NumberCell(c.Int(int64(x.Jobs))), html.NumberCell(p.share(x.Minute)), html.NumberCell(p.share(x.Tenth)),
			html.NumberCell(p.span(x.Median)), html.NumberCell(p.span(x.Ninetieth)), html.NumberCell(p.span(x.Recorded)), html.NumberCell(p.span(x.Predicted)))
	}
	heads := p.heads("", i18n.LivePastOf) + p.heads("n", i18n.LivePastJobs, i18n.LivePastMinute, i18n.LivePastTenth, i18n.LivePastMedian, i18n.LivePastNinety, i18n.LivePastRecorded, i18n.LivePastReplayed)
	return p.table(i18n.LivePastAsk, heads, rows)
}

// wrongHTML returns how many starts are wrong, and the likely reasons.
func (p *PendingPanel) wrongHTML() html.HTML {
	f, c := p.Past, p.Words
	n := int64(f.Early) + int64(f.Late)
	if n == 0 {
		return html.P(c.HTML(i18n.LivePastRight))
	}
	reasons := [...]i18n.Text{i18n.LivePastByReservation, i18n.LivePastByRequeue, i18n.LivePastByOutside, i18n.LivePastByHold, i18n.LivePastByArray, i18n.LivePastByLimit, i18n.LivePastByFree, i18n.LivePastByBusy, i18n.LivePastByShared, i18n.LivePastByOrder, i18n.LivePastByFull}
	var list html.HTML
	for _, x := range f.Reasons {
		if x.Kind >= 0 && int(x.Kind) < len(reasons) {
			list += html.Li(html.B(html.Text(c.Int(int64(x.Jobs)))), html.HTML(" "), c.HTML(reasons[x.Kind]))
		}
	}
	return html.P(c.HTML(i18n.LivePastWrong, c.N("n", n), c.N("early", int64(f.Early)), c.N("late", int64(f.Late)))) + html.Ul(html.Class("live-counts"), list)
}

// countsHTML returns a list of numbers of jobs, each with a reason in English.
func (p *PendingPanel) countsHTML(all []message.LiveCount) html.HTML {
	var list html.HTML
	for _, x := range all {
		list += html.Li(html.B(html.Text(p.Words.Int(int64(x.Jobs)))), html.HTML(" "), p.Words.Foreign(x.Name))
	}
	return html.Ul(html.Class("live-counts"), list)
}

// FormKey returns a key of the fields that ChangeHTML shows. When it changes, the form
// must be drawn anew.
func (p *PendingPanel) FormKey() string {
	if !p.Replayed() || p.Past == nil || !p.Past.Known {
		return ""
	}
	s := p.setting()
	return p.Words.Code + " " + s.id() + " " + strings.Join(p.owners(&s), ",")
}

// ChangeHTML returns the form of a change.
func (p *PendingPanel) ChangeHTML() html.HTML {
	if !p.Replayed() || p.Past == nil || !p.Past.Known {
		return ""
	}
	c, s := p.Words, p.setting()
	var options html.HTML
	for _, g := range pastGroups() {
		var list html.HTML
		for _, x := range g.all {
			list += html.Option(x.id(), x.id() == s.id(), html.Text(x.name))
		}
		options += html.El("optgroup", html.Attr{"label", c.Say(g.title)}, list)
	}
	field := func(id string, label i18n.Text, choices []string, value, example string) html.HTML {
		if len(choices) == 0 {
			return html.Field(html.Text(c.Say(label)), html.El("input", html.ID(id), html.Attr{"value", value}, html.Attr{"placeholder", example}, html.Attr{"autocomplete", "off"}, html.Attr{"spellcheck", "false"}))
		}
		var list html.HTML
		for _, x := range choices {
			list += html.Option(x, x == value, html.Text(x))
		}
		return html.Field(html.Text(c.Say(label)), html.El("select", html.ID(id), list))
	}
	out := html.Field(html.Text(c.Say(i18n.LivePastSetting)), html.El("select", html.ID("live-set"), options))
	if s.kind != "" {
		out += field("live-of", i18n.LivePastWhich, p.owners(&s), p.Change.Name, "")
	}
	out += field("live-value", i18n.LivePastValue, s.choices, p.Change.Value, s.example)
	return html.H3(c.HTML(i18n.LivePastWhat)) + html.Div(html.Class("live-form"), out, html.Button(html.Attr{"data-live-do", "try"}, html.Class("primary"), c.HTML(i18n.LivePastTry)))
}

// EffectHTML returns what the change does, beside how true the replay is.
func (p *PendingPanel) EffectHTML() html.HTML {
	f, c := p.Past, p.Words
	if !p.Replayed() || f == nil || !f.Known || p.tried == "" {
		return ""
	}
	head := html.H3(html.Code(html.Isolated(p.tried)))
	switch {
	case f.Trouble != "":
		return head + html.P(html.Class("live-trouble"), c.HTML(i18n.LiveTrouble, i18n.H("why", c.Foreign(f.Trouble))))
	case !f.Changed && p.replaying:
		return head + p.progress(i18n.LivePastChangeBusy)
	case !f.Changed:
		return ""
	}
	out := head + html.P(html.Class("say"), p.verdict()) + p.differencesHTML()
	if f.Stops != [2]int32{} {
		out += html.P(c.HTML(i18n.LivePastStops, c.N("n", int64(f.Stops[0])), c.N("m", int64(f.Stops[1]))))
	}
	if len(f.Lost) > 0 {
		out += html.H3(c.HTML(i18n.LivePastLost)) + p.countsHTML(f.Lost)
	}
	return out + html.P(html.Class("small"), c.HTML(i18n.LivePastBeside, c.N("n", int64(f.Jobs)), c.N("days", int64(f.Days))))
}

// verdict returns what the change does to the mean wait, as a sentence.
func (p *PendingPanel) verdict() html.HTML {
	c := p.Words
	if len(p.Past.Differences) == 0 {
		return ""
	}
	switch d := &p.Past.Differences[0]; {
	case !d.Interval:
		return c.HTML(i18n.LivePastFewDays)
	case d.Low == 0 && d.High == 0:
		return c.HTML(i18n.LivePastSame)
	case d.High < 0:
		return c.HTML(i18n.LivePastShorter)
	case d.Low > 0:
		return c.HTML(i18n.LivePastLonger)
	}
	return c.HTML(i18n.LivePastUnclear)
}

// Figures of an effect that are no times, by their indices.
const (
	figureSlowdown = 3
	figureSoon     = 4
)

// differencesHTML returns the table of the figures without and with the change.
func (p *PendingPanel) differencesHTML() html.HTML {
	c := p.Words
	figures := [...]i18n.Text{i18n.LivePastMeanWait, i18n.LivePastMedianWait, i18n.LivePastNinetyWait, figureSlowdown: i18n.LivePastSlowdown, figureSoon: i18n.LivePastSoon, 5: i18n.LivePastToEnd}
	var rows html.HTML
	for i := range p.Past.Differences {
		x := &p.Past.Differences[i]
		number := func(v float64) string {
			switch x.Figure {
			case figureSlowdown:
				return c.Float(v, 2)
			case figureSoon:
				return c.Float(100*v, 1) + " %"
			}
			if v <= -0.5 {
				return "−" + p.span(simtime.Duration(-1000*v))
			}
			return p.span(simtime.Duration(1000 * max(0, v)))
		}
		signed := func(v float64) string {
			if v < 0 {
				return number(v)
			}
			return "+" + number(v)
		}
		name := c.Say(i18n.LivePastPartitionWait, i18n.S("name", x.Name))
		if x.Figure >= 0 && int(x.Figure) < len(figures) {
			name = c.Say(figures[x.Figure])
		}
		interval, difference := "–", signed(x.After-x.Before)
		if x.Interval {
			interval = signed(x.Low) + " … " + signed(x.High)
			if x.Low <= 0 && x.High >= 0 && x.Low < x.High {
				difference = c.Say(i18n.LivePastUnshown)
			}
		}
		rows += html.Tr(html.If(i == 0, html.Class("sooner")), html.RowHead(html.Text(name)), html.NumberCell(number(x.Before)), html.NumberCell(number(x.After)), html.NumberCell(difference), html.NumberCell(interval))
	}
	heads := p.heads("", i18n.LivePastFigure) + p.heads("n", i18n.LivePastBefore, i18n.LivePastAfter, i18n.LiveColDifference, i18n.LivePastInterval)
	return p.table(i18n.LivePastWhat, heads, rows)
}
