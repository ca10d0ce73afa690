package manualpanel

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/lowerbound"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// CardHTML returns the card for scheduling by hand. It shows the job that the
// reader has picked up, buttons for this job, notes about refused decisions and
// broken promises, and the scoreboard, which compares the schedule with those of
// the disciplines.
func (p *ManualPanel) CardHTML() string {
	var out strings.Builder
	c := p.Words
	out.WriteString(`<h3>` + c.Say(i18n.ActTitle) + `</h3>`)
	switch {
	case p.job == workload.NoJob && p.State.Waiting > 0 && p.Step == p.Run.Len():
		out.WriteString(`<p class="hand-how">` + c.Say(i18n.ActOver) + `</p>`)
	case p.job == workload.NoJob && len(p.State.Queue) == 0:
		out.WriteString(`<p class="hand-how">` + c.Say(i18n.ActNobody) + `</p>`)
	case p.job == workload.NoJob:
		out.WriteString(`<p class="hand-how">` + c.Say(i18n.ActHow, p.Job(p.State.Queue[0].Job)) + `</p>`)
	default:
		p.held(&out)
	}
	out.WriteString(`<p class="ask-go">`)
	if p.job != workload.NoJob {
		fmt.Fprintf(&out, `<button type="button" class="primary" data-act="start" aria-disabled="%t">%s</button><button type="button" data-act="put">%s</button>`, !p.Fits(), c.Say(i18n.ActStart), c.Say(i18n.ActPut))
	}
	class := ""
	if p.job == workload.NoJob && len(p.State.Queue) == 0 && p.Step < p.Run.Len() {
		class = "primary"
	}
	fmt.Fprintf(&out, `<button type="button" class="%s" data-act="next" aria-disabled="%t">%s</button></p>`, class, p.Step == p.Run.Len(), c.Say(i18n.ActNext))
	if p.stood != nil {
		p.notes(&out)
		p.table(&out)
	}
	return out.String()
}

// held writes where the picked-up job would run, or the reason why it cannot start.
// It also writes a list of allocators that can place the job.
func (p *ManualPanel) held(out *strings.Builder) {
	c, t := p.Words, p.tried
	fmt.Fprintf(out, `<div class="hand-held">%s<b>%s</b> %s · %s`, p.Chip(p.job), i18n.Upper(c.Say(i18n.ActHeld, i18n.S("job", p.JobText(p.job)))), p.Size(p.job), c.Span(p.Run.Jobs[p.job].Walltime))
	switch {
	case t == nil || t.Job != p.job:
	case t.Outcome.Refusal == queue.Done:
		out.WriteString(`<p class="hand-good">` + c.Say(i18n.ActFits, i18n.S("nodes", p.list(t))) + `</p>`)
		if t.Costs && t.Cost > 0 {
			out.WriteString(`<p class="small">` + c.Say(i18n.ActCost, i18n.S("n", c.Int(t.Cost)+p.Unit("links"))) + `</p>`)
		}
		if broken := p.broken(&t.Outcome); broken != "" {
			out.WriteString(`<p class="hand-bad">` + broken + `</p>`)
		}
	default:
		out.WriteString(`<p class="hand-bad">` + p.refusal(&t.Outcome) + `</p>`)
	}
	fmt.Fprintf(out, `<label class="hand-as">%s <select data-act="as" id="hand-as">`, c.Say(i18n.ActPlaceAs))
	for i := range p.Run.Choices.Allocators {
		a := &p.Run.Choices.Allocators[i]
		if a.Unfit != "" {
			continue
		}
		chosen := ""
		if a.Name == p.as || p.as == "" && a.Name == p.Run.Policy.Allocator {
			chosen = " selected"
		}
		fmt.Fprintf(out, `<option value="%s"%s>%s</option>`, a.Name, chosen, c.Tell(a.Title))
	}
	out.WriteString(`</select></label></div>`)
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
		return c.Sentences(first, c.Say(i18n.RefNever))
	}
	ends := ""
	if x.Ends != workload.NoJob {
		ends = p.JobText(x.Ends)
	}
	return c.Sentences(first, c.Say(i18n.RefFirst, i18n.S("at", p.Run.Clock.At(x.First)), i18n.S("ends", ends)))
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

// notes writes the notes about refused decisions and broken promises. The latest
// note comes first.
func (p *ManualPanel) notes(out *strings.Builder) {
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
		fmt.Fprintf(out, `<div class="hand-note"><h4>%s</h4>%s <button type="button" class="link" data-act="back:%d">%s</button></div>`,
			p.Words.Say(title, i18n.S("at", p.Run.Clock.At(a.At)), i18n.S("job", p.called(a))), text, i, p.Words.Say(i18n.ActTakeBack))
	}
}

// called returns the name of the job that a decision is about.
func (p *ManualPanel) called(a *message.DecisionRecord) string {
	if a.Job != workload.NoJob {
		return p.JobText(a.Job)
	}
	return p.Words.Say(i18n.JobName, i18n.S("n", p.Words.Int(a.Number)))
}

// table writes the scoreboard. It contains the results of the reader's schedule,
// the results of the queue disciplines, and lower bounds.
func (p *ManualPanel) table(out *strings.Builder) {
	c, t := p.Words, &p.stood.Table
	if len(t.Rows) == 0 {
		return
	}
	fmt.Fprintf(out, `<table class="hand-table"><caption>%s <small>%s</small></caption><thead><tr><td></td><th scope="col">%s</th><th scope="col">%s</th><th scope="col">%s</th></tr></thead><tbody>`,
		c.Say(i18n.StandTitle), c.Say(i18n.StandNote), c.Say(i18n.StandWait), c.Say(i18n.StandEnds), c.Say(i18n.StandBroken))
	row := func(class, title string, wait simtime.Duration, end simtime.Time, last string) {
		fmt.Fprintf(out, `<tr class="%s"><th scope="row">%s</th><td>%s</td><td>%s</td><td>%s</td></tr>`, class, title, c.Span(wait), p.Run.Clock.At(end), last)
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		class, title, broken := "", p.PolicyTitle(p.Run.Choices.Queues, r.Queue), c.Int(int64(r.Broken))
		if r.Queue == Queue {
			class, title = "you", c.Say(i18n.StandYou)
		}
		if r.Broken < 0 {
			broken = "–"
		} else if r.Broken > 0 {
			broken = `<b class="hand-bad">` + broken + `</b>`
		}
		row(class, title, seconds(r.MeanWait), r.End, broken)
	}
	if !t.Bounded {
		out.WriteString(`</tbody></table><p class="small">` + c.Say(i18n.StandUnbounded) + `</p>`)
		return
	}
	b := &t.Bounds
	row("bound", c.Say(i18n.StandBound), (b.Wait/simtime.Duration(max(b.Jobs, 1))+500)/1000*1000, b.End, "")
	proofs := i18n.Upper(p.proof(b, b.EndBy))
	if b.WaitBy != b.EndBy {
		proofs = c.Say(i18n.StandProofs, i18n.S("wait", p.proof(b, b.WaitBy)), i18n.S("end", p.proof(b, b.EndBy)))
	}
	out.WriteString(`</tbody></table><p class="small">` + proofs + `</p>`)
}

// seconds converts a number of seconds to a duration, rounded to whole seconds.
func seconds(x float64) simtime.Duration { return simtime.Duration(x+0.5) * simtime.Second }

// proof returns a text about the method by which a lower bound was proven.
func (p *ManualPanel) proof(b *lowerbound.Bounds, by lowerbound.Proof) string {
	c := p.Words
	switch by {
	case lowerbound.Area:
		return c.Say(i18n.ProofArea)
	case lowerbound.Longest:
		j := &p.Run.Jobs[b.Last]
		return c.Say(i18n.ProofLongest, p.Job(b.Last), i18n.S("at", p.Run.Clock.At(j.Submit)), i18n.S("span", c.Span(b.End.Sub(j.Submit))))
	case lowerbound.Exact:
		return c.Say(i18n.ProofExact, c.N("n", int64(b.Jobs)))
	}
	return c.Say(i18n.ProofNone)
}

// DidHTML returns the list of the decisions in order of time, each with a button
// that undoes it. Below are buttons to start over and to share the schedule.
// Decisions that were part of the scenario when the reader opened it are listed
// separately.
func (p *ManualPanel) DidHTML() string {
	c := p.Words
	var given, mine strings.Builder
	if p.stood != nil {
		for i := range p.stood.Acts {
			if p.wasGiven(&p.stood.Acts[i]) {
				p.act(&given, i)
			} else {
				p.act(&mine, i)
			}
		}
	}
	var out strings.Builder
	list := func(title i18n.Text, acts string) {
		out.WriteString(`<h2>` + c.Say(title) + `</h2><ul class="hand-acts">` + acts + `</ul>`)
	}
	if given.Len() > 0 {
		list(i18n.ActGiven, given.String())
	}
	switch {
	case mine.Len() > 0:
		list(i18n.ActDid, mine.String())
	case given.Len() == 0:
		out.WriteString(`<p class="small">` + c.Say(i18n.ActNone) + `</p>`)
	}
	if mine.Len() > 0 || given.Len() > 0 && p.Source.Form != message.JSON {
		out.WriteString(`<p class="ask-go"><button type="button" data-act="share">` + c.Say(i18n.ActShare) + `</button><button type="button" data-act="again">` + c.Say(i18n.ActAgain) + `</button></p>`)
	}
	out.WriteString(`<p class="small hand-keys keyboard">` + c.Say(i18n.ActKeys) + `</p>`)
	return out.String()
}

// wasGiven reports whether a decision was part of the scenario when the reader
// opened it.
func (p *ManualPanel) wasGiven(a *message.DecisionRecord) bool {
	return slices.ContainsFunc(p.given, func(g message.DecisionRecord) bool {
		return g.Number == a.Number && g.At == a.At && slices.Equal(g.Nodes, a.Nodes)
	})
}

// act writes the list item of the decision with index i.
func (p *ManualPanel) act(out *strings.Builder, i int) {
	c, a := p.Words, &p.stood.Acts[i]
	class, chip, where := "", `<i class="chip"></i>`, c.Nodes(a.Nodes, 4, p.Run.Machine.Names)
	if a.Job != workload.NoJob {
		chip = p.Chip(a.Job)
	}
	if a.Refusal != queue.Done || a.Broken != workload.NoJob {
		class = "bad"
	}
	fmt.Fprintf(out, `<li class="%s"><span>%s</span>%s<b>%s</b><small>%s</small><button type="button" class="link" data-act="back:%d" aria-label="%s" title="%s">✕</button></li>`,
		class, p.Run.Clock.At(a.At), chip, i18n.Upper(p.called(a)), where, i, c.Colon(c.Say(i18n.ActTakeBack), p.called(a)), c.Say(i18n.ActTakeBack))
}

// GhostHTML returns the content of the label that follows the pointer while the
// reader drags a job. The label shows the job, and either where it would run or why
// it cannot start.
func (p *ManualPanel) GhostHTML() string {
	if p.job == workload.NoJob {
		return ""
	}
	text := p.Size(p.job) + " · " + p.Words.Span(p.Run.Jobs[p.job].Walltime)
	if t := p.tried; t != nil && t.Outcome.Refusal == queue.Done {
		text += `<br>` + p.list(t)
	} else if t != nil {
		text += `<br>` + p.refusal(&t.Outcome)
	}
	return p.Chip(p.job) + `<span><b>` + i18n.Upper(p.JobText(p.job)) + `</b> ` + text + `</span>`
}

// HandText returns a text about the picked-up job for screen readers.
func (p *ManualPanel) HandText() string {
	if p.job == workload.NoJob || p.tried == nil || p.tried.Job != p.job {
		return ""
	}
	text := p.refusal(&p.tried.Outcome)
	if p.tried.Outcome.Refusal == queue.Done {
		text = p.Words.Sentences(p.Words.Say(i18n.ActFits, i18n.S("nodes", p.list(p.tried))), p.broken(&p.tried.Outcome))
	}
	return i18n.Plain(i18n.Upper(p.Words.Say(i18n.ActHeld, i18n.S("job", p.JobText(p.job)))) + ": " + text)
}
