package practice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/practice/quiztext"
)

// teller returns a RunTexts, which writes sentences about the run in the language
// of the page.
func (p *PracticePanel) teller() *quiztext.RunTexts {
	return &quiztext.RunTexts{
		Words:  p.Words,
		Number: func(id workload.JobID) int64 { return p.Run.Jobs[id].Number },
		At:     p.Run.Clock.At,
		Why: func(id workload.JobID, r why.Reason) string {
			if r.OK() {
				return p.Because(&message.Reason{Reason: r, Job: id}, &message.Event{Job: id})
			}
			return p.Decided(&message.Waiting{Job: id, Promised: simtime.Never, Why: r})
		},
		Nodes:     p.nodes,
		Limit:     p.LimitText,
		Ends:      p.ends,
		Device:    p.DeviceName,
		Called:    func(name string) string { return p.PolicyTitle(p.Run.Choices.Queues, name) },
		Allocator: p.AllocatorTitle(),
		Cost:      narrative.CostText(p.Run.Policy.Allocator),
		CostOf:    func(n int64) string { return narrative.CostFigure(p.Words, p.Run.Policy.Allocator, n) },
	}
}

// Teller returns a RunTexts, which writes sentences about the run in the language
// of the page.
func (p *PracticePanel) Teller() *quiztext.RunTexts { return p.teller() }

// ends returns the names of the devices at the start and at the end of a link. A
// cable consists of two links, one for each direction.
func (p *PracticePanel) ends(way topology.LinkID) (from, to string) {
	from, to = p.Ends(int32(way) / 2)
	if way&1 == 1 {
		from, to = to, from
	}
	return from, to
}

// CardHTML returns the content of the card: a grade, a question, a link back to an
// open question, or a note. It returns "" if there is nothing to show.
func (p *PracticePanel) CardHTML() string {
	switch {
	case p.graded != nil:
		return p.gradedHTML()
	case p.Here():
		return p.questionHTML()
	case p.Asking():
		return `<p class="ask-how">` + p.Words.Say(i18n.HowLooking) + `</p><p class="ask-go">` + button("back", p.Words.Say(i18n.BackToIt), "primary") + `</p>`
	case p.note != "":
		return `<p class="ask-how">` + p.note + `</p>`
	}
	return ""
}

func button(do, text, class string) string {
	return `<button type="button" data-ask="` + do + `" class="` + class + `">` + text + `</button>`
}

func (p *PracticePanel) head(out *strings.Builder) {
	at := p.Run.Time(p.Step)
	out.WriteString(`<p class="ask-head"><b>` + p.Words.Say(i18n.QuestionAt, i18n.S("at", p.Run.Clock.At(at))) + `</b>`)
	if p.Exam != nil {
		out.WriteString(` <small>` + p.Exam.Head + `</small>`)
	} else if p.all > 0 {
		out.WriteString(` <small>` + p.pointsText() + `</small>`)
	}
	out.WriteString(`</p>`)
}

func (p *PracticePanel) pointsText() string {
	decimals := 0
	if p.points != float64(int(p.points)) {
		decimals = 1
	}
	return p.Words.Say(i18n.PointsText, i18n.S("points", p.Words.Float(p.points, decimals)), p.Words.N("n", int64(p.all)))
}

func (p *PracticePanel) questionHTML() string {
	c, q := p.Words, p.asked
	var out strings.Builder
	out.WriteString(`<div role="group" data-kind="` + q.Kind.String() + `" aria-labelledby="ask-prompt" aria-describedby="ask-how">`)
	p.head(&out)
	if happened, _ := p.Sentence(); p.State != nil && p.State.Step > 0 && p.middle != nil {
		out.WriteString(`<p class="ask-lead">` + i18n.UpperHTML(happened) + `</p>`)
	}
	out.WriteString(`<p id="ask-prompt" class="ask-prompt">` + i18n.UpperHTML(p.teller().Prompt(q)) + `</p><p id="ask-how" class="ask-how">` + p.how() + `</p>`)
	p.facts(&out)
	p.field(&out)
	if p.hinted {
		out.WriteString(`<p class="ask-hint">` + p.hint() + `</p>`)
	}
	if q.Form == quiz.Jobs || q.Form == quiz.Nodes {
		out.WriteString(`<p class="ask-mine"><span>` + c.Say(i18n.YourAnswer) + `</span> <b>` + p.mine() + `</b></p>`)
	}
	if p.note != "" {
		out.WriteString(`<p class="ask-note" role="alert">` + p.note + `</p>`)
	}
	out.WriteString(`<p class="ask-go">` + button("answer", c.Say(i18n.AnswerIt), "primary"))
	if !p.hinted {
		out.WriteString(button("hint", c.Say(i18n.HintIt)+` <small>· `+c.Say(i18n.HintCosts)+`</small>`, ""))
	}
	out.WriteString(button("skip", c.Say(i18n.SkipIt), ""))
	if p.Exam == nil {
		out.WriteString(button("show", c.Say(i18n.ShowIt), ""))
	}
	out.WriteString(`</p></div>`)
	return out.String()
}

// how returns an instruction that tells the reader how to answer the question.
func (p *PracticePanel) how() string {
	c := p.Words
	switch p.asked.Form {
	case quiz.Jobs:
		return c.Say(i18n.HowJobs)
	case quiz.Nodes:
		switch {
		case p.Run.Jobs[p.asked.Job].Nodes == 0:
			return c.Say(i18n.HowChoice)
		case len(p.asked.Options) == 0:
			return c.Say(i18n.HowNodesAny, c.N("need", int64(p.asked.Need)))
		}
		return c.Say(i18n.HowNodes, c.N("need", int64(p.asked.Need)))
	case quiz.Time:
		return c.Say(i18n.HowTime)
	case quiz.Number:
		return c.Say(i18n.HowNumber)
	}
	return c.Say(i18n.HowChoice)
}

// facts writes the numbers that the reader needs to find the answer, such as the
// number of free nodes and the requests of jobs. It omits numbers that would reveal
// the answer.
func (p *PracticePanel) facts(out *strings.Builder) {
	if p.State == nil {
		return
	}
	c := p.Words
	row := func(name, value string) {
		out.WriteString(`<div><dt>` + i18n.UpperHTML(name) + `</dt><dd>` + value + `</dd></div>`)
	}
	out.WriteString(`<dl class="facts ask-facts">`)
	row(c.Say(i18n.FreeNow), c.Say(i18n.NodeSize, c.N("n", int64(p.State.Idle))))
	asks := func(id workload.JobID) {
		row(c.Say(i18n.AsksFor, i18n.S("job", p.JobText(id))), p.Size(id)+" · "+c.Span(p.Run.Jobs[id].Walltime))
	}
	if q := p.asked; q.Job != workload.NoJob && int(q.Job) < len(p.Run.Jobs) {
		asks(q.Job)
	}
	if p.asked.Form == quiz.Jobs {
		for i := range min(len(p.State.Queue), 3) {
			w := &p.State.Queue[i]
			asks(w.Job)
			if w.Promised != simtime.Never {
				row(c.Say(i18n.IsPromised, i18n.S("job", p.JobText(w.Job))), p.Run.Clock.At(w.Promised))
			}
		}
	}
	out.WriteString(`</dl>`)
}

// field writes the elements of the card in which the reader enters the answer: a
// text field or a list of options.
func (p *PracticePanel) field(out *strings.Builder) {
	c, q := p.Words, p.asked
	input := func(label i18n.Text, mode, unit string) {
		out.WriteString(`<label class="field ask-field"><span>` + c.Say(label) + unit + `</span><input id="ask-field" data-ask="field" type="text" inputmode="` + mode + `" autocomplete="off" spellcheck="false"></label>`)
	}
	switch {
	case q.Form == quiz.Time:
		input(i18n.TimeField, "text", "")
	case q.Form == quiz.Number:
		input(i18n.NumberField, "numeric", p.unit())
	case len(q.Options) > 0:
		out.WriteString(`<fieldset class="ask-options"><legend class="sr">` + i18n.Upper(i18n.Plain(p.teller().Prompt(q))) + `</legend>`)
		for i := range q.Options {
			checked := ""
			if i == p.given.choice {
				checked = " checked"
			}
			fmt.Fprintf(out, `<label class="check"><input type="radio" name="ask-option" data-ask="option-%d" value="%d"%s> <span>%s</span></label>`, i, i, checked, i18n.UpperHTML(p.teller().Option(q, i)))
		}
		out.WriteString(`</fieldset>`)
	}
}

// unit returns the unit of the number that the reader must enter, as HTML in
// parentheses. It returns "" if the text of the question already names the unit.
func (p *PracticePanel) unit() string {
	text := i18n.UnitNodes
	switch p.asked.Unit {
	case quiz.OfPairs, quiz.OfLargest:
		text = i18n.UnitDistance
	case quiz.OfPoints:
		text = i18n.UnitPoints
	case quiz.OfPercent:
		text = i18n.UnitPercentOf
	case quiz.OfLimit:
		return ""
	case quiz.OfNodes, quiz.OfShare, quiz.OfReserve:
	}
	return ` <small>(` + p.Words.Say(text) + `)</small>`
}

// mine returns the jobs or nodes that the reader has marked, as text.
func (p *PracticePanel) mine() string {
	g := &p.given
	switch {
	case len(g.jobs) > 0:
		list := make([]string, len(g.jobs))
		for i, id := range g.jobs {
			list[i] = p.JobText(id)
		}
		return p.Words.List(list...)
	case g.none:
		return p.Words.Say(i18n.NoneOfThem)
	case len(g.nodes) > 0:
		return p.nodes(p.Predict.Nodes) + ` <small>(` + strconv.Itoa(len(g.nodes)) + ` / ` + strconv.Itoa(int(p.asked.Need)) + `)</small>`
	}
	return p.Words.Say(i18n.NoAnswerYet)
}

// hint returns a hint: the title of the rule that decides, and the first number
// that the reader needs.
func (p *PracticePanel) hint() string {
	c, q := p.Words, p.asked
	rule := i18n.S("rule", i18n.Bold(p.PolicyTitle(p.Run.Choices.Queues, p.Run.Policy.Queue)))
	free := c.Say(i18n.HintFree, c.N("n", int64(p.idle())))
	switch q.Kind {
	case quiz.Place, quiz.Cost:
		return c.Say(i18n.HintPlace, i18n.S("rule", i18n.Bold(p.AllocatorTitle())))
	case quiz.Promise, quiz.Extra:
		needs := c.Say(i18n.HintNeeds, p.Job(q.Job), i18n.S("need", p.Size(q.Job)))
		return c.Sentences(i18n.UpperHTML(needs), free, p.firstEnd())
	case quiz.Next:
		return c.Say(i18n.HintTime)
	case quiz.Start, quiz.Check:
		return c.Sentences(c.Say(i18n.HintRule, rule), free)
	}
	return c.Say(i18n.HintRule, rule)
}

func (p *PracticePanel) idle() int32 {
	if p.State == nil {
		return 0
	}
	return p.State.Idle
}

// firstEnd returns a sentence about the running job whose walltime ends earliest.
func (p *PracticePanel) firstEnd() string {
	first := simtime.Never
	for i := range p.State.Running {
		first = min(first, p.State.Running[i].Limit)
	}
	if first == simtime.Never {
		return ""
	}
	return p.Words.Say(i18n.HintEnds, i18n.S("at", i18n.Bold(p.Run.Clock.At(first))))
}

func (p *PracticePanel) gradedHTML() string {
	c, g, t := p.Words, p.graded, p.teller()
	var out strings.Builder
	p.head(&out)
	class, mark, text := "ask-right", "✓", c.Say(i18n.RightText)
	switch {
	case g.Skip:
		class, mark, text = "ask-told", "▷", c.Say(i18n.Shown)
	case !g.Right:
		class, mark, text = "ask-wrong", "✕", c.Say(i18n.WrongText)
	}
	out.WriteString(`<p class="ask-verdict ` + class + `"><i aria-hidden="true">` + mark + `</i> <b>` + text + `</b>`)
	if p.hinted && g.Right && !g.Skip {
		out.WriteString(` <small>` + c.Say(i18n.WithHint) + `</small>`)
	}
	out.WriteString(`</p><dl class="ask-answers">`)
	if !g.Skip {
		a := p.answer()
		out.WriteString(`<div><dt>` + c.Say(i18n.YourAnswer) + `</dt><dd>` + t.Answer(&g.Question, &a) + `</dd></div>`)
	}
	if !g.Right {
		out.WriteString(`<div><dt>` + c.Say(i18n.RightAnswer) + `</dt><dd>` + t.Answer(&g.Question, &g.Question.Right[0]) + `</dd></div>`)
	}
	out.WriteString(`</dl>`)
	if !g.Right && !g.Skip {
		out.WriteString(`<p class="ask-slip" data-slip="` + g.Slip.Code.String() + `">` + i18n.UpperHTML(t.Slip(&g.Question, &g.Slip)) + `</p>`)
	}
	if because := p.because(p.Starters()); because != "" { // the sentence added below explains why these jobs start
		out.WriteString(`<p class="ask-because">` + because + `</p>`)
	}
	if p.note != "" {
		out.WriteString(`<p class="ask-note" role="status">` + p.note + `</p>`)
	}
	out.WriteString(`<p class="ask-go">`)
	if p.Step < p.whole.Len() {
		out.WriteString(button("next", c.Say(i18n.NextQuestion), "primary"))
	}
	if p.middle != nil {
		out.WriteString(button("again", c.Say(i18n.ShowAgain), ""))
	}
	out.WriteString(`</p>`)
	return out.String()
}

// because returns the reasons why the right answer is right. It omits facts that
// the explanation of the mistake already contains. It also omits the reasons for
// the start of the given jobs.
func (p *PracticePanel) because(starters []workload.JobID) string {
	without := append([]quiz.Fact(nil), p.graded.Slip.Facts...)
	for _, f := range p.graded.Question.Facts {
		if f.Reason.OK() && slices.Contains(starters, f.Job) {
			without = append(without, f)
		}
	}
	return p.Words.Sentences(p.teller().Reasons(&p.graded.Question, without)...)
}

// Spoken returns the text about the card that screen readers announce.
func (p *PracticePanel) Spoken() string {
	c := p.Words
	if g := p.graded; g != nil {
		t, text := p.teller(), i18n.RightText
		var slip, right string
		switch {
		case g.Skip:
			text = i18n.Shown
		case !g.Right:
			text, slip = i18n.WrongText, t.Slip(&g.Question, &g.Slip)
		}
		if !g.Right {
			right = c.Colon(c.Say(i18n.RightAnswer), t.Answer(&g.Question, &g.Question.Right[0])) + "."
		}
		return i18n.Plain(c.Sentences(c.Say(text), i18n.UpperHTML(slip), right, p.because(nil)))
	}
	happened := ""
	if p.State != nil && int(p.State.Step) == p.Step {
		happened = p.Sentences.Spoken()
	}
	return i18n.Plain(c.Sentences(happened, i18n.UpperHTML(p.teller().Prompt(p.asked)), p.how()))
}

// Prompt returns the text of the question on screen, or "" if there is none.
func (p *PracticePanel) Prompt() string {
	if p.asked == nil {
		return ""
	}
	return p.teller().Prompt(p.asked)
}
