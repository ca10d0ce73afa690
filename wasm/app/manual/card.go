package manual

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/bound"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

// CardHTML is what is in the hand, with what can be done with it, what was
// refused and what was broken, and how the person stands.
func (p *Panel) CardHTML() string {
	var out strings.Builder
	c := p.Words
	out.WriteString(`<h3>` + c.Say(words.ActTitle) + `</h3>`)
	switch {
	case p.job == workload.NoJob && p.State.Waiting > 0 && p.Step == p.Run.Len():
		out.WriteString(`<p class="hand-how">` + c.Say(words.ActOver) + `</p>`)
	case p.job == workload.NoJob && len(p.State.Queue) == 0:
		out.WriteString(`<p class="hand-how">` + c.Say(words.ActNobody) + `</p>`)
	case p.job == workload.NoJob:
		out.WriteString(`<p class="hand-how">` + c.Say(words.ActHow, p.Job(p.State.Queue[0].Job)) + `</p>`)
	default:
		p.held(&out)
	}
	out.WriteString(`<p class="ask-go">`)
	if p.job != workload.NoJob {
		fmt.Fprintf(&out, `<button type="button" class="primary" data-act="start" aria-disabled="%t">%s</button><button type="button" data-act="put">%s</button>`, !p.Fits(), c.Say(words.ActStart), c.Say(words.ActPut))
	}
	class := ""
	if p.job == workload.NoJob && len(p.State.Queue) == 0 && p.Step < p.Run.Len() {
		class = "primary"
	}
	fmt.Fprintf(&out, `<button type="button" class="%s" data-act="next" aria-disabled="%t">%s</button></p>`, class, p.Step == p.Run.Len(), c.Say(words.ActNext))
	if p.stood != nil {
		p.notes(&out)
		p.table(&out)
	}
	return out.String()
}

// held says where the job in the hand would run, or what is in the way.
func (p *Panel) held(out *strings.Builder) {
	c, t := p.Words, p.tried
	fmt.Fprintf(out, `<div class="hand-held">%s<b>%s</b> %s · %s`, p.Chip(p.job), words.Upper(c.Say(words.ActHeld, words.S("job", p.JobText(p.job)))), p.Size(p.job), c.Span(p.Run.Jobs[p.job].Walltime))
	switch {
	case t == nil || t.Job != p.job:
	case t.Outcome.Refusal == queue.Done:
		out.WriteString(`<p class="hand-good">` + c.Say(words.ActFits, words.S("nodes", p.list(t))) + `</p>`)
		if t.Costs && t.Cost > 0 {
			out.WriteString(`<p class="small">` + c.Say(words.ActCost, words.S("n", c.Int(t.Cost)+p.Unit("links"))) + `</p>`)
		}
		if broken := p.broken(&t.Outcome); broken != "" {
			out.WriteString(`<p class="hand-bad">` + broken + `</p>`)
		}
	default:
		out.WriteString(`<p class="hand-bad">` + p.refusal(&t.Outcome) + `</p>`)
	}
	fmt.Fprintf(out, `<label class="hand-as">%s <select data-act="as" id="hand-as">`, c.Say(words.ActPlaceAs))
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

// list are the nodes of an answer.
func (p *Panel) list(t *message.Tried) string {
	return p.NodesText(t.Nodes.Nodes(), p.Words.Nodes(t.Nodes, 8, p.Run.Machine.Names))
}

// refusal is what is in the way of a decision, with its numbers.
func (p *Panel) refusal(x *queue.Outcome) string {
	c := p.Words
	texts := [queue.NumRefusals]words.Text{
		queue.NotSubmitted: words.RefNotYet, queue.Runs: words.RefRuns, queue.Ended: words.RefEnded, queue.HeldBack: words.RefStopped, queue.WrongSize: words.RefSize,
		queue.NodeHeld: words.RefHeld, queue.NodeDown: words.RefDown, queue.NodeUnfit: words.RefUnfit, queue.NoRoom: words.RefRoom, queue.NoShape: words.RefShape,
	}
	if x.Refusal == queue.Done || x.Refusal >= queue.NumRefusals {
		return ""
	}
	text, holder := texts[x.Refusal], ""
	if x.Holder != workload.NoJob {
		holder = p.JobText(x.Holder)
	} else if x.Refusal == queue.NodeHeld {
		text = words.RefAside
	}
	first := c.Say(text, c.N("need", int64(x.Need)), c.N("have", int64(x.Have)), words.S("at", p.Run.Clock.At(x.Since)), words.S("holder", holder), words.S("node", p.node(x.Node)))
	switch x.Refusal {
	case queue.NodeHeld, queue.NoRoom, queue.NoShape:
	default:
		return first
	}
	if x.First == simtime.Never {
		return c.Sentences(first, c.Say(words.RefNever))
	}
	ends := ""
	if x.Ends != workload.NoJob {
		ends = p.JobText(x.Ends)
	}
	return c.Sentences(first, c.Say(words.RefFirst, words.S("at", p.Run.Clock.At(x.First)), words.S("ends", ends)))
}

// node is what a node is called, "" for none.
func (p *Panel) node(n topology.NodeID) string {
	if n < 0 {
		return ""
	}
	return words.Upper(p.NodesText(1, p.RangeText(n, n)))
}

// broken says which promise a decision broke, "" if none.
func (p *Panel) broken(x *queue.Outcome) string {
	if x.Refusal != queue.Done || x.Broken == workload.NoJob {
		return ""
	}
	text := words.BrokeIt
	switch {
	case x.Is == simtime.Never:
		text = words.BrokeNever
	case x.Was <= x.At:
		text = words.BrokeNow
	}
	at := p.Run.Clock.At
	return p.Words.Say(text, words.S("head", p.JobText(x.Broken)), words.S("end", at(x.At.Add(p.Run.Jobs[x.Job].Walltime))), words.S("was", at(x.Was)), words.S("is", at(x.Is)),
		words.S("late", p.Words.Span(x.Is.Sub(x.Was))), words.S("size", p.Size(x.Broken)))
}

// notes are the refusals and broken promises, the latest first.
func (p *Panel) notes(out *strings.Builder) {
	const most = 6
	n := 0
	for i := len(p.stood.Acts) - 1; i >= 0 && n < most; i-- {
		a := &p.stood.Acts[i]
		title, text := words.ActBroken, p.broken(&a.Outcome)
		if a.Refusal != queue.Done {
			title, text = words.ActRefused, p.refusal(&a.Outcome)
		}
		if text == "" {
			continue
		}
		n++
		fmt.Fprintf(out, `<div class="hand-note"><h4>%s</h4>%s <button type="button" class="link" data-act="back:%d">%s</button></div>`,
			p.Words.Say(title, words.S("at", p.Run.Clock.At(a.At)), words.S("job", p.called(a))), text, i, p.Words.Say(words.ActTakeBack))
	}
}

// called is the job of a decision.
func (p *Panel) called(a *message.Act) string {
	if a.Job != workload.NoJob {
		return p.JobText(a.Job)
	}
	return p.Words.Say(words.JobName, words.S("n", p.Words.Int(a.Number)))
}

// table is how the person stands.
func (p *Panel) table(out *strings.Builder) {
	c, t := p.Words, &p.stood.Table
	if len(t.Rows) == 0 {
		return
	}
	fmt.Fprintf(out, `<table class="hand-table"><caption>%s <small>%s</small></caption><thead><tr><td></td><th scope="col">%s</th><th scope="col">%s</th><th scope="col">%s</th></tr></thead><tbody>`,
		c.Say(words.StandTitle), c.Say(words.StandNote), c.Say(words.StandWait), c.Say(words.StandEnds), c.Say(words.StandBroken))
	row := func(class, title string, wait simtime.Duration, end simtime.Time, last string) {
		fmt.Fprintf(out, `<tr class="%s"><th scope="row">%s</th><td>%s</td><td>%s</td><td>%s</td></tr>`, class, title, c.Span(wait), p.Run.Clock.At(end), last)
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		class, title, broken := "", p.Called(p.Run.Choices.Queues, r.Queue), c.Int(int64(r.Broken))
		if r.Queue == Queue {
			class, title = "you", c.Say(words.StandYou)
		}
		if r.Broken < 0 {
			broken = "–"
		} else if r.Broken > 0 {
			broken = `<b class="hand-bad">` + broken + `</b>`
		}
		row(class, title, seconds(r.MeanWait), r.End, broken)
	}
	if !t.Bounded {
		out.WriteString(`</tbody></table><p class="small">` + c.Say(words.StandUnbounded) + `</p>`)
		return
	}
	b := &t.Bounds
	row("bound", c.Say(words.StandBound), (b.Wait/simtime.Duration(max(b.Jobs, 1))+500)/1000*1000, b.End, "")
	proofs := words.Upper(p.proof(b, b.EndBy))
	if b.WaitBy != b.EndBy {
		proofs = c.Say(words.StandProofs, words.S("wait", p.proof(b, b.WaitBy)), words.S("end", p.proof(b, b.EndBy)))
	}
	out.WriteString(`</tbody></table><p class="small">` + proofs + `</p>`)
}

// seconds is a number of seconds, to the second.
func seconds(x float64) simtime.Duration { return simtime.Duration(x+0.5) * simtime.Second }

// proof is how a bound was proven.
func (p *Panel) proof(b *bound.Bounds, by bound.Proof) string {
	c := p.Words
	switch by {
	case bound.Area:
		return c.Say(words.ProofArea)
	case bound.Longest:
		j := &p.Run.Jobs[b.Last]
		return c.Say(words.ProofLongest, p.Job(b.Last), words.S("at", p.Run.Clock.At(j.Submit)), words.S("span", c.Span(b.End.Sub(j.Submit))))
	case bound.Exact:
		return c.Say(words.ProofExact, c.N("n", int64(b.Jobs)))
	}
	return c.Say(words.ProofNone)
}

// DidHTML is what was done: the decisions in the order of time, each to be taken
// back, and what begins anew and shares. Those that the scenario had when it was opened
// are listed apart.
func (p *Panel) DidHTML() string {
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
	list := func(title words.Text, acts string) {
		out.WriteString(`<h2>` + c.Say(title) + `</h2><ul class="hand-acts">` + acts + `</ul>`)
	}
	if given.Len() > 0 {
		list(words.ActGiven, given.String())
	}
	switch {
	case mine.Len() > 0:
		list(words.ActDid, mine.String())
	case given.Len() == 0:
		out.WriteString(`<p class="small">` + c.Say(words.ActNone) + `</p>`)
	}
	if mine.Len() > 0 || given.Len() > 0 && p.Source.Form != message.JSON {
		out.WriteString(`<p class="ask-go"><button type="button" data-act="share">` + c.Say(words.ActShare) + `</button><button type="button" data-act="again">` + c.Say(words.ActAgain) + `</button></p>`)
	}
	out.WriteString(`<p class="small hand-keys keyboard">` + c.Say(words.ActKeys) + `</p>`)
	return out.String()
}

// wasGiven reports whether a decision stood in the scenario when it was opened.
func (p *Panel) wasGiven(a *message.Act) bool {
	return slices.ContainsFunc(p.given, func(g message.Act) bool {
		return g.Number == a.Number && g.At == a.At && slices.Equal(g.Nodes, a.Nodes)
	})
}

// act writes the line of a decision.
func (p *Panel) act(out *strings.Builder, i int) {
	c, a := p.Words, &p.stood.Acts[i]
	class, chip, where := "", `<i class="chip"></i>`, c.Nodes(a.Nodes, 4, p.Run.Machine.Names)
	if a.Job != workload.NoJob {
		chip = p.Chip(a.Job)
	}
	if a.Refusal != queue.Done || a.Broken != workload.NoJob {
		class = "bad"
	}
	fmt.Fprintf(out, `<li class="%s"><span>%s</span>%s<b>%s</b><small>%s</small><button type="button" class="link" data-act="back:%d" aria-label="%s" title="%s">✕</button></li>`,
		class, p.Run.Clock.At(a.At), chip, words.Upper(p.called(a)), where, i, c.Colon(c.Say(words.ActTakeBack), p.called(a)), c.Say(words.ActTakeBack))
}

// GhostHTML is what is dragged: the job, and where it would run or what is in the
// way.
func (p *Panel) GhostHTML() string {
	if p.job == workload.NoJob {
		return ""
	}
	text := p.Size(p.job) + " · " + p.Words.Span(p.Run.Jobs[p.job].Walltime)
	if t := p.tried; t != nil && t.Outcome.Refusal == queue.Done {
		text += `<br>` + p.list(t)
	} else if t != nil {
		text += `<br>` + p.refusal(&t.Outcome)
	}
	return p.Chip(p.job) + `<span><b>` + words.Upper(p.JobText(p.job)) + `</b> ` + text + `</span>`
}

// Says is what the live line says of the hand.
func (p *Panel) Says() string {
	if p.job == workload.NoJob || p.tried == nil || p.tried.Job != p.job {
		return ""
	}
	text := p.refusal(&p.tried.Outcome)
	if p.tried.Outcome.Refusal == queue.Done {
		text = p.Words.Sentences(p.Words.Say(words.ActFits, words.S("nodes", p.list(p.tried))), p.broken(&p.tried.Outcome))
	}
	return words.Plain(words.Upper(p.Words.Say(words.ActHeld, words.S("job", p.JobText(p.job)))) + ": " + text)
}
