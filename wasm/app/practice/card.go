package practice

import (
	"slices"
	"strconv"

	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/practice/quiztext"
	"hopyard/wasm/html"
)

// teller returns a RunTexts, which writes sentences about the run in the language
// of the page.
func (p *PracticePanel) teller() *quiztext.RunTexts {
	return &quiztext.RunTexts{
		Words:  p.Words,
		Number: func(id workload.JobID) int64 { return p.Run.Jobs[id].Number },
		At:     p.Run.Clock.At,
		Why: func(id workload.JobID, r why.Reason) html.HTML {
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
func (p *PracticePanel) CardHTML() html.HTML {
	switch {
	case p.graded != nil:
		return p.gradedHTML()
	case p.Here():
		return p.questionHTML()
	case p.Asking():
		return html.P(html.Class("ask-how"), p.Words.HTML(i18n.HowLooking)) + html.P(html.Class("ask-go"), button("back", p.Words.HTML(i18n.BackToIt), "primary"))
	case p.note != "":
		return html.P(html.Class("ask-how"), html.Escape(p.note))
	}
	return ""
}

func button(do string, text html.HTML, class string) html.HTML {
	return html.Button(html.Attr{"data-ask", do}, html.Class(class), text)
}

func (p *PracticePanel) head() html.HTML {
	out := html.B(p.Words.HTML(i18n.QuestionAt, i18n.S("at", p.Run.Clock.At(p.Run.Time(p.Step)))))
	if p.Exam != nil {
		out += " " + html.Small(html.Text(p.Exam.Head))
	} else if p.all > 0 {
		out += " " + html.Small(html.Text(p.pointsText()))
	}
	return html.P(html.Class("ask-head"), out)
}

func (p *PracticePanel) pointsText() string {
	decimals := 0
	if p.points != float64(int(p.points)) {
		decimals = 1
	}
	return p.Words.Say(i18n.PointsText, i18n.S("points", p.Words.Float(p.points, decimals)), p.Words.N("n", int64(p.all)))
}

func (p *PracticePanel) questionHTML() html.HTML {
	c, q := p.Words, p.asked
	out := p.head()
	if happened, _ := p.Sentence(); p.State != nil && p.State.Step > 0 && p.middle != nil {
		out += html.P(html.Class("ask-lead"), i18n.UpperHTML(happened))
	}
	out += html.P(html.ID("ask-prompt"), html.Class("ask-prompt"), i18n.UpperHTML(p.teller().Prompt(q))) + html.P(html.ID("ask-how"), html.Class("ask-how"), html.Text(p.how())) +
		p.facts() + p.field()
	if p.hinted {
		out += html.P(html.Class("ask-hint"), p.hint())
	}
	if q.Form == quiz.Jobs || q.Form == quiz.Nodes {
		out += html.P(html.Class("ask-mine"), html.Span(c.HTML(i18n.YourAnswer))+" "+html.B(p.mine()))
	}
	if p.note != "" {
		out += html.P(html.Class("ask-note"), html.Attr{"role", "alert"}, html.Text(p.note))
	}
	buttons := button("answer", c.HTML(i18n.AnswerIt), "primary")
	if !p.hinted {
		buttons += button("hint", c.HTML(i18n.HintIt)+" "+html.Small(html.HTML("· "), c.HTML(i18n.HintCosts)), "")
	}
	buttons += button("skip", c.HTML(i18n.SkipIt), "")
	if p.Exam == nil {
		buttons += button("show", c.HTML(i18n.ShowIt), "")
	}
	return html.Div(html.Attr{"role", "group"}, html.Attr{"data-kind", q.Kind.String()}, html.LabelledBy("ask-prompt"), html.Attr{"aria-describedby", "ask-how"}, out, html.P(html.Class("ask-go"), buttons))
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

// facts returns the numbers that the reader needs to find the answer, such as the
// number of free nodes and the requests of jobs. It omits numbers that would reveal
// the answer.
func (p *PracticePanel) facts() html.HTML {
	if p.State == nil {
		return ""
	}
	c := p.Words
	var out html.HTML
	row := func(name, value string) {
		out += html.Entry(html.Text(i18n.Upper(name)), html.Text(value))
	}
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
	return html.El("dl", html.Class("facts ask-facts"), out)
}

// field returns the elements of the card in which the reader enters the answer: a
// text field or a list of options.
func (p *PracticePanel) field() html.HTML {
	c, q := p.Words, p.asked
	input := func(label i18n.Text, mode string, unit html.HTML) html.HTML {
		return html.El("label", html.Class("field ask-field"), html.Span(c.HTML(label), unit), html.El("input", html.ID("ask-field"), html.Attr{"data-ask", "field"}, html.Attr{"type", "text"},
			html.Attr{"inputmode", mode}, html.Attr{"autocomplete", "off"}, html.Attr{"spellcheck", "false"}))
	}
	switch {
	case q.Form == quiz.Time:
		return input(i18n.TimeField, "text", "")
	case q.Form == quiz.Number:
		return input(i18n.NumberField, "numeric", p.unit())
	case len(q.Options) == 0:
		return ""
	}
	options := html.El("legend", html.Class("sr"), html.Text(i18n.Upper(html.Plain(p.teller().Prompt(q)))))
	for i := range q.Options {
		options += html.El("label", html.Class("check"), html.El("input", html.Attr{"type", "radio"}, html.Attr{"name", "ask-option"}, html.Attr{"data-ask", "option-" + strconv.Itoa(i)},
			html.Num("value", i), html.Checked(i == p.given.choice)), html.HTML(" "), html.Span(i18n.UpperHTML(p.teller().Option(q, i))))
	}
	return html.El("fieldset", html.Class("ask-options"), options)
}

// unit returns the unit of the number that the reader must enter, as HTML in
// parentheses. It returns "" if the text of the question already names the unit.
func (p *PracticePanel) unit() html.HTML {
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
	return " " + html.Small(html.Text("("+p.Words.Say(text)+")"))
}

// mine returns the jobs or nodes that the reader has marked, as text.
func (p *PracticePanel) mine() html.HTML {
	g := &p.given
	switch {
	case len(g.jobs) > 0:
		list := make([]string, len(g.jobs))
		for i, id := range g.jobs {
			list[i] = p.JobText(id)
		}
		return html.Escape(i18n.List(p.Words, list...))
	case g.none:
		return p.Words.HTML(i18n.NoneOfThem)
	case len(g.nodes) > 0:
		return html.Escape(p.nodes(p.Predict.Nodes)) + " " + html.Small(html.Text("("+strconv.Itoa(len(g.nodes))+" / "+strconv.Itoa(int(p.asked.Need))+")"))
	}
	return p.Words.HTML(i18n.NoAnswerYet)
}

// hint returns a hint: the title of the rule that decides, and the first number
// that the reader needs.
func (p *PracticePanel) hint() html.HTML {
	c, q := p.Words, p.asked
	rule := i18n.B("rule", p.PolicyTitle(p.Run.Choices.Queues, p.Run.Policy.Queue))
	free := c.HTML(i18n.HintFree, c.N("n", int64(p.idle())))
	switch q.Kind {
	case quiz.Place, quiz.Cost:
		return c.HTML(i18n.HintPlace, i18n.B("rule", p.AllocatorTitle()))
	case quiz.Promise, quiz.Extra:
		needs := c.HTML(i18n.HintNeeds, p.Job(q.Job), i18n.S("need", p.Size(q.Job)))
		return i18n.Sentences(c, i18n.UpperHTML(needs), free, p.firstEnd())
	case quiz.Next:
		return c.HTML(i18n.HintTime)
	case quiz.Start, quiz.Check:
		return i18n.Sentences(c, c.HTML(i18n.HintRule, rule), free)
	}
	return c.HTML(i18n.HintRule, rule)
}

func (p *PracticePanel) idle() int32 {
	if p.State == nil {
		return 0
	}
	return p.State.Idle
}

// firstEnd returns a sentence about the running job whose walltime ends earliest.
func (p *PracticePanel) firstEnd() html.HTML {
	first := simtime.Never
	for i := range p.State.Running {
		first = min(first, p.State.Running[i].Limit)
	}
	if first == simtime.Never {
		return ""
	}
	return p.Words.HTML(i18n.HintEnds, i18n.B("at", p.Run.Clock.At(first)))
}

func (p *PracticePanel) gradedHTML() html.HTML {
	c, g, t := p.Words, p.graded, p.teller()
	class, mark, text := "ask-right", "✓", c.HTML(i18n.RightText)
	switch {
	case g.Skip:
		class, mark, text = "ask-told", "▷", c.HTML(i18n.Shown)
	case !g.Right:
		class, mark, text = "ask-wrong", "✕", c.HTML(i18n.WrongText)
	}
	verdict := html.I(html.Hide{}, html.Text(mark)) + " " + html.B(text)
	if p.hinted && g.Right && !g.Skip {
		verdict += " " + html.Small(c.HTML(i18n.WithHint))
	}
	var answers, buttons html.HTML
	answer := func(title i18n.Text, a *quiz.Answer) {
		answers += html.Entry(c.HTML(title), t.Answer(&g.Question, a))
	}
	if !g.Skip {
		a := p.answer()
		answer(i18n.YourAnswer, &a)
	}
	if !g.Right {
		answer(i18n.RightAnswer, &g.Question.Right[0])
	}
	out := p.head() + html.P(html.Class("ask-verdict "+class), verdict) + html.El("dl", html.Class("ask-answers"), answers)
	if !g.Right && !g.Skip {
		out += html.P(html.Class("ask-slip"), html.Attr{"data-slip", g.Slip.Code.String()}, i18n.UpperHTML(t.Slip(&g.Question, &g.Slip)))
	}
	if because := p.because(p.Starters()); because != "" { // the sentence added below explains why these jobs start
		out += html.P(html.Class("ask-because"), because)
	}
	if p.note != "" {
		out += html.P(html.Class("ask-note"), html.Attr{"role", "status"}, html.Text(p.note))
	}
	if p.Step < p.whole.Len() {
		buttons = button("next", c.HTML(i18n.NextQuestion), "primary")
	}
	if p.middle != nil {
		buttons += button("again", c.HTML(i18n.ShowAgain), "")
	}
	return out + html.P(html.Class("ask-go"), buttons)
}

// because returns the reasons why the right answer is right. It omits facts that
// the explanation of the mistake already contains. It also omits the reasons for
// the start of the given jobs.
func (p *PracticePanel) because(starters []workload.JobID) html.HTML {
	without := append([]quiz.Fact(nil), p.graded.Slip.Facts...)
	for _, f := range p.graded.Question.Facts {
		if f.Reason.OK() && slices.Contains(starters, f.Job) {
			without = append(without, f)
		}
	}
	return i18n.Sentences(p.Words, p.teller().Reasons(&p.graded.Question, without)...)
}

// Spoken returns the text about the card that screen readers announce.
func (p *PracticePanel) Spoken() string {
	c := p.Words
	if g := p.graded; g != nil {
		t, text := p.teller(), i18n.RightText
		var slip, right html.HTML
		switch {
		case g.Skip:
			text = i18n.Shown
		case !g.Right:
			text, slip = i18n.WrongText, t.Slip(&g.Question, &g.Slip)
		}
		if !g.Right {
			right = i18n.Colon(c, c.HTML(i18n.RightAnswer), t.Answer(&g.Question, &g.Question.Right[0])) + "."
		}
		return html.Plain(i18n.Sentences(c, c.HTML(text), i18n.UpperHTML(slip), right, p.because(nil)))
	}
	happened := ""
	if p.State != nil && int(p.State.Step) == p.Step {
		happened = p.Sentences.Spoken()
	}
	return i18n.Sentences(c, happened, i18n.Upper(html.Plain(p.teller().Prompt(p.asked))), p.how())
}

// Prompt returns the text of the question on screen, or "" if there is none.
func (p *PracticePanel) Prompt() html.HTML {
	if p.asked == nil {
		return ""
	}
	return p.teller().Prompt(p.asked)
}
