package manualpanel

import (
	"slices"
	"strconv"

	"hopyard/core/lowerbound"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// CardHTML returns the card for scheduling by hand. It shows the job that the
// reader has picked up, buttons for this job, notes about refused decisions and
// broken promises, and the scoreboard, which compares the schedule with those of
// the disciplines.
func (p *ManualPanel) CardHTML() html.HTML {
	c := p.Words
	out := html.H3(c.HTML(i18n.ActTitle))
	how := func(text html.HTML) html.HTML { return html.P(html.Class("hand-how"), text) }
	switch {
	case p.job == workload.NoJob && p.State.Waiting > 0 && p.Step == p.Run.Len():
		out += how(c.HTML(i18n.ActOver))
	case p.job == workload.NoJob && len(p.State.Queue) == 0:
		out += how(c.HTML(i18n.ActNobody))
	case p.job == workload.NoJob:
		out += how(c.HTML(i18n.ActHow, p.Job(p.State.Queue[0].Job)))
	default:
		out += p.held()
	}
	button := func(do, class string, off bool, text i18n.Text) html.HTML {
		return html.Button(html.Class(class), html.Attr{"data-act", do}, html.Bool("aria-disabled", off), c.HTML(text))
	}
	var buttons html.HTML
	if p.job != workload.NoJob {
		buttons = button("start", "primary", !p.Fits(), i18n.ActStart) + html.Button(html.Attr{"data-act", "put"}, c.HTML(i18n.ActPut))
	}
	class := ""
	if p.job == workload.NoJob && len(p.State.Queue) == 0 && p.Step < p.Run.Len() {
		class = "primary"
	}
	out += html.P(html.Class("ask-go"), buttons, button("next", class, p.Step == p.Run.Len(), i18n.ActNext))
	if p.stood != nil {
		out += p.notes() + p.table()
	}
	return out
}

// held returns where the picked-up job would run, or the reason why it cannot start.
// It also contains a list of allocators that can place the job.
func (p *ManualPanel) held() html.HTML {
	c, t := p.Words, p.tried
	out := p.Chip(p.job) + html.Bold(i18n.Upper(c.Say(i18n.ActHeld, i18n.S("job", p.JobText(p.job))))) + html.Escape(" "+p.Size(p.job)+" · "+c.Span(p.Run.Jobs[p.job].Walltime))
	bad := func(text string) html.HTML { return html.P(html.Class("hand-bad"), html.Text(text)) }
	switch {
	case t == nil || t.Job != p.job:
	case t.Outcome.Refusal == queue.Done:
		out += html.P(html.Class("hand-good"), c.HTML(i18n.ActFits, i18n.S("nodes", p.list(t))))
		if t.Costs && t.Cost > 0 {
			out += html.P(html.Class("small"), c.HTML(i18n.ActCost, i18n.S("n", c.Int(t.Cost)+p.Unit("links"))))
		}
		if broken := p.broken(&t.Outcome); broken != "" {
			out += bad(broken)
		}
	default:
		out += bad(p.refusal(&t.Outcome))
	}
	var options html.HTML
	for i := range p.Run.Choices.Allocators {
		a := &p.Run.Choices.Allocators[i]
		if a.Unfit == "" {
			options += html.Option(a.Name, a.Name == p.as || p.as == "" && a.Name == p.Run.Policy.Allocator, html.Text(c.Tell(a.Title)))
		}
	}
	return html.Div(html.Class("hand-held"), out, html.El("label", html.Class("hand-as"), c.HTML(i18n.ActPlaceAs), html.HTML(" "), html.El("select", html.Attr{"data-act", "as"}, html.ID("hand-as"), options)))
}

// list returns as text the nodes that a job would get according to the worker's
// answer.
func (p *ManualPanel) list(t *message.TryResult) string {
	return p.NodesText(t.Nodes.Nodes(), p.Words.Nodes(t.Nodes, 8, p.Run.Machine.Names))
}

// refusal returns a sentence with numbers that explains why a decision is not
// possible.
func (p *ManualPanel) refusal(x *queue.DecisionOutcome) string {
	c := p.Words
	texts := [queue.NumRefusals]i18n.Text{
		queue.NotSubmitted: i18n.RefNotYet, queue.Runs: i18n.RefRuns, queue.Ended: i18n.RefEnded, queue.HeldBack: i18n.RefStopped, queue.WrongSize: i18n.RefSize,
		queue.NodeHeld: i18n.RefHeld, queue.NodeDown: i18n.RefDown, queue.NodeUnfit: i18n.RefUnfit, queue.NoRoom: i18n.RefRoom, queue.NoShape: i18n.RefShape,
	}
	if x.Refusal == queue.Done || x.Refusal >= queue.NumRefusals {
		return ""
	}
	text, holder := texts[x.Refusal], ""
	if x.Holder != workload.NoJob {
		holder = p.JobText(x.Holder)
	} else if x.Refusal == queue.NodeHeld {
		text = i18n.RefAside
	}
	first := c.Say(text, c.N("need", int64(x.Need)), c.N("have", int64(x.Have)), i18n.S("at", p.Run.Clock.At(x.Since)), i18n.S("holder", holder), i18n.S("node", p.node(x.Node)))
	switch x.Refusal {
	case queue.NodeHeld, queue.NoRoom, queue.NoShape:
	default:
		return first
	}
	if x.First == simtime.Never {
		return i18n.Sentences(c, first, c.Say(i18n.RefNever))
	}
	ends := ""
	if x.Ends != workload.NoJob {
		ends = p.JobText(x.Ends)
	}
	return i18n.Sentences(c, first, c.Say(i18n.RefFirst, i18n.S("at", p.Run.Clock.At(x.First)), i18n.S("ends", ends)))
}

// node returns the name of a node, or "" for a negative number.
func (p *ManualPanel) node(n topology.NodeID) string {
	if n < 0 {
		return ""
	}
	return i18n.Upper(p.NodesText(1, p.RangeText(n, n)))
}

// broken returns a sentence about a promised start that a decision delays. It
// returns "" if the decision delays no promised start.
func (p *ManualPanel) broken(x *queue.DecisionOutcome) string {
	if x.Refusal != queue.Done || x.Broken == workload.NoJob {
		return ""
	}
	text := i18n.BrokeIt
	switch {
	case x.Is == simtime.Never:
		text = i18n.BrokeNever
	case x.Was <= x.At:
		text = i18n.BrokeNow
	}
	at := p.Run.Clock.At
	return p.Words.Say(text, i18n.S("head", p.JobText(x.Broken)), i18n.S("end", at(x.At.Add(p.Run.Jobs[x.Job].Walltime))), i18n.S("was", at(x.Was)), i18n.S("is", at(x.Is)),
		i18n.S("late", p.Words.Span(x.Is.Sub(x.Was))), i18n.S("size", p.Size(x.Broken)))
}

// notes returns the notes about refused decisions and broken promises. The latest
// note comes first.
func (p *ManualPanel) notes() (out html.HTML) {
	const most = 6
	n := 0
	for i := len(p.stood.Acts) - 1; i >= 0 && n < most; i-- {
		a := &p.stood.Acts[i]
		title, text := i18n.ActBroken, p.broken(&a.DecisionOutcome)
		if a.Refusal != queue.Done {
			title, text = i18n.ActRefused, p.refusal(&a.DecisionOutcome)
		}
		if text == "" {
			continue
		}
		n++
		out += html.Div(html.Class("hand-note"), html.El("h4", p.Words.HTML(title, i18n.S("at", p.Run.Clock.At(a.At)), i18n.S("job", p.called(a)))), html.Text(text+" "),
			html.Button(html.Class("link"), html.Attr{"data-act", "back:" + strconv.Itoa(i)}, p.Words.HTML(i18n.ActTakeBack)))
	}
	return out
}

// called returns the name of the job that a decision is about.
func (p *ManualPanel) called(a *message.DecisionRecord) string {
	if a.Job != workload.NoJob {
		return p.JobText(a.Job)
	}
	return p.Words.Say(i18n.JobName, i18n.S("n", p.Words.Int(a.Number)))
}

// table returns the scoreboard. It contains the results of the reader's schedule,
// the results of the queue disciplines, and lower bounds.
func (p *ManualPanel) table() html.HTML {
	c, t := p.Words, &p.stood.Table
	if len(t.Rows) == 0 {
		return ""
	}
	var rows html.HTML
	row := func(class, title string, wait simtime.Duration, end simtime.Time, last html.HTML) {
		rows += html.Tr(html.Class(class), html.RowHead(html.Text(title)), html.Td(html.Text(c.Span(wait))), html.Td(html.Text(p.Run.Clock.At(end))), html.Td(last))
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		class, title, broken := "", p.PolicyTitle(p.Run.Choices.Queues, r.Queue), html.Escape(c.Int(int64(r.Broken)))
		if r.Queue == Queue {
			class, title = "you", c.Say(i18n.StandYou)
		}
		if r.Broken < 0 {
			broken = "–"
		} else if r.Broken > 0 {
			broken = html.B(html.Class("hand-bad"), broken)
		}
		row(class, title, seconds(r.MeanWait), r.End, broken)
	}
	note := c.HTML(i18n.StandUnbounded)
	if t.Bounded {
		b := &t.Bounds
		row("bound", c.Say(i18n.StandBound), (b.Wait/simtime.Duration(max(b.Jobs, 1))+500)/1000*1000, b.End, "")
		note = i18n.UpperHTML(p.proof(b, b.EndBy))
		if b.WaitBy != b.EndBy {
			note = c.HTML(i18n.StandProofs, i18n.H("wait", p.proof(b, b.WaitBy)), i18n.H("end", p.proof(b, b.EndBy)))
		}
	}
	heads := html.Td() + html.ColumnHead(c.HTML(i18n.StandWait)) + html.ColumnHead(c.HTML(i18n.StandEnds)) + html.ColumnHead(c.HTML(i18n.StandBroken))
	return html.Table(html.Class("hand-table"), html.El("caption", c.HTML(i18n.StandTitle), html.HTML(" "), html.Small(c.HTML(i18n.StandNote))), html.Rows(heads, rows)) +
		html.P(html.Class("small"), note)
}

// seconds converts a number of seconds to a duration, rounded to whole seconds.
func seconds(x float64) simtime.Duration { return simtime.Duration(x+0.5) * simtime.Second }

// proof returns a text about the method by which a lower bound was proven.
func (p *ManualPanel) proof(b *lowerbound.Bounds, by lowerbound.Proof) html.HTML {
	c := p.Words
	switch by {
	case lowerbound.Area:
		return c.HTML(i18n.ProofArea)
	case lowerbound.Longest:
		j := &p.Run.Jobs[b.Last]
		return c.HTML(i18n.ProofLongest, p.Job(b.Last), i18n.S("at", p.Run.Clock.At(j.Submit)), i18n.S("span", c.Span(b.End.Sub(j.Submit))))
	case lowerbound.Exact:
		return c.HTML(i18n.ProofExact, c.N("n", int64(b.Jobs)))
	}
	return c.HTML(i18n.ProofNone)
}

// DidHTML returns the list of the decisions in order of time, each with a button
// that undoes it. Below are buttons to start over and to share the schedule.
// Decisions that were part of the scenario when the reader opened it are listed
// separately.
func (p *ManualPanel) DidHTML() html.HTML {
	c := p.Words
	var given, mine, out html.HTML
	if p.stood != nil {
		for i := range p.stood.Acts {
			if p.wasGiven(&p.stood.Acts[i]) {
				given += p.act(i)
			} else {
				mine += p.act(i)
			}
		}
	}
	list := func(title i18n.Text, acts html.HTML) html.HTML {
		return html.H2(c.HTML(title)) + html.Ul(html.Class("hand-acts"), acts)
	}
	if given != "" {
		out = list(i18n.ActGiven, given)
	}
	switch {
	case mine != "":
		out += list(i18n.ActDid, mine)
	case given == "":
		out = html.P(html.Class("small"), c.HTML(i18n.ActNone))
	}
	if mine != "" || given != "" && p.Source.Form != message.JSON {
		out += html.P(html.Class("ask-go"), html.Button(html.Attr{"data-act", "share"}, c.HTML(i18n.ActShare)), html.Button(html.Attr{"data-act", "again"}, c.HTML(i18n.ActAgain)))
	}
	return out + html.P(html.Class("small hand-keys keyboard"), c.HTML(i18n.ActKeys))
}

// wasGiven reports whether a decision was part of the scenario when the reader
// opened it.
func (p *ManualPanel) wasGiven(a *message.DecisionRecord) bool {
	return slices.ContainsFunc(p.given, func(g message.DecisionRecord) bool {
		return g.Number == a.Number && g.At == a.At && slices.Equal(g.Nodes, a.Nodes)
	})
}

// act returns the list item of the decision with index i.
func (p *ManualPanel) act(i int) html.HTML {
	c, a := p.Words, &p.stood.Acts[i]
	class, chip := "", html.I(html.Class("chip"))
	if a.Job != workload.NoJob {
		chip = p.Chip(a.Job)
	}
	if a.Refusal != queue.Done || a.Broken != workload.NoJob {
		class = "bad"
	}
	back := c.Say(i18n.ActTakeBack)
	return html.Li(html.Class(class), html.Span(html.Text(p.Run.Clock.At(a.At))), chip, html.Bold(i18n.Upper(p.called(a))), html.Small(html.Text(c.Nodes(a.Nodes, 4, p.Run.Machine.Names))),
		html.Button(html.Class("link"), html.Attr{"data-act", "back:" + strconv.Itoa(i)}, html.Label(i18n.Colon(c, back, p.called(a))), html.Attr{"title", back}, html.Text("✕")))
}

// GhostHTML returns the content of the label that follows the pointer while the
// reader drags a job. The label shows the job, and either where it would run or why
// it cannot start.
func (p *ManualPanel) GhostHTML() html.HTML {
	if p.job == workload.NoJob {
		return ""
	}
	text := html.Bold(i18n.Upper(p.JobText(p.job))) + html.Escape(" "+p.Size(p.job)+" · "+p.Words.Span(p.Run.Jobs[p.job].Walltime))
	if t := p.tried; t != nil && t.Outcome.Refusal == queue.Done {
		text += html.Br + html.Escape(p.list(t))
	} else if t != nil {
		text += html.Br + html.Escape(p.refusal(&t.Outcome))
	}
	return p.Chip(p.job) + html.Span(text)
}

// HandText returns a text about the picked-up job for screen readers.
func (p *ManualPanel) HandText() string {
	if p.job == workload.NoJob || p.tried == nil || p.tried.Job != p.job {
		return ""
	}
	text := p.refusal(&p.tried.Outcome)
	if p.tried.Outcome.Refusal == queue.Done {
		text = i18n.Sentences(p.Words, p.Words.Say(i18n.ActFits, i18n.S("nodes", p.list(p.tried))), p.broken(&p.tried.Outcome))
	}
	return i18n.Upper(p.Words.Say(i18n.ActHeld, i18n.S("job", p.JobText(p.job)))) + ": " + text
}
