package quiztext

import (
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// slips holds the first sentence of the explanation of each mistake. The sentences
// about the facts follow it and state what is true. For a mistake that is not in
// slips, the explanation consists only of the facts.
var slips = map[quiz.Misconception]i18n.Text{
	quiz.FirstCome: i18n.SlipFirstCome, quiz.Overtakes: i18n.SlipOvertakes, quiz.NoExtra: i18n.SlipNoExtra, quiz.ExtraTwice: i18n.SlipExtraTwice,
	quiz.AllPromised: i18n.SlipAllPromised, quiz.OnlyHeadPromised: i18n.SlipOnlyHead, quiz.DelaysHead: i18n.SlipDelays, quiz.WalltimeIsRuntime: i18n.SlipRuntime,
	quiz.HeadStarts: i18n.SlipHead, quiz.OneAtATime: i18n.SlipOne, quiz.IgnoresOrder: i18n.SlipOrder, quiz.ShortestFirst: i18n.SlipShortest,
	quiz.FitsSoStarts: i18n.SlipFits, quiz.QueueIsOpen: i18n.SlipStopped,
	quiz.FirstEnd: i18n.SlipFirstEnd, quiz.LastEnd: i18n.SlipLastEnd, quiz.FreeForgotten: i18n.SlipForgotten, quiz.PromisesIgnored: i18n.SlipPromises,
	quiz.TooLate: i18n.SlipTooLate, quiz.FreeNowIsExtra: i18n.SlipFreeNow, quiz.HeadNotCounted: i18n.SlipHeadNot, quiz.ShadowNotCounted: i18n.SlipShadowNot,
	quiz.TakesFirstFit: i18n.SlipFirstFit, quiz.MaxForSum: i18n.SlipMaxForSum, quiz.SumForMax: i18n.SlipSumForMax, quiz.IdleUnit: i18n.SlipIdleUnit, quiz.NodeTaken: i18n.SlipTaken,
	quiz.WrongSize: i18n.SlipSize, quiz.FrozenIsFree: i18n.SlipFrozen, quiz.Costlier: i18n.SlipCostlier, quiz.EqualCost: i18n.SlipEqualCost,
	quiz.NotAChoice: i18n.SlipNotAChoice, quiz.UnknownNodes: i18n.SlipLacks, quiz.OtherPairs: i18n.SlipPairs,
	quiz.NotHere: i18n.SlipCheck, quiz.Later: i18n.SlipLater, quiz.Earlier: i18n.SlipEarlier,
	quiz.FirstStarted: i18n.SlipFirstStarted, quiz.ShortestEnds: i18n.SlipShortestEnds, quiz.OtherRule: i18n.SlipRule, quiz.LongerWait: i18n.SlipLonger,
	quiz.EqualParts: i18n.SlipEqual, quiz.OtherLink: i18n.SlipLink,
	quiz.JobNotCounted: i18n.SlipNotCounted, quiz.UsedForLeft: i18n.SlipUsed, quiz.WholeShare: i18n.SlipWhole, quiz.OnePart: i18n.SlipParts,
}

// Slip returns an explanation of the mistake behind an answer, with the numbers
// that the scheduling rule uses.
func (t *RunTexts) Slip(q *quiz.Question, s *quiz.Slip) html.HTML {
	text, lead := slips[s.Code]
	switch {
	case s.Code == quiz.Later && s.Other != workload.NoJob:
		text = i18n.SlipLaterEnd
	case s.Code == quiz.NodeTaken && s.Other == workload.NoJob:
		text = i18n.SlipDown
	case s.Code == quiz.OtherRule && s.At == simtime.Never:
		text = i18n.SlipRuleNever
	case (s.Code == quiz.TooEarly || s.Code == quiz.StartsNow) && len(s.Facts) > 0 && len(s.Facts[0].Sum) == 0:
		text, lead = i18n.SlipTooEarly, true
	case s.Code == quiz.NotAChoice && !t.weighs():
		text = i18n.SlipOtherNodes
	case q.Kind == quiz.Cost && s.Code == quiz.MaxForSum:
		text = i18n.SlipSumCounts
	case q.Kind == quiz.Cost && s.Code == quiz.SumForMax:
		text = i18n.SlipMaxCounts
	case !lead && len(s.Facts) == 0:
		text, lead = i18n.SlipNotWaiting, true
	}
	need, have := t.Words.N("need", s.Need), t.Words.N("have", s.Have)
	switch {
	case s.Code == quiz.LongerWait:
		need, have = i18n.S("need", t.Words.Span(simtime.Duration(s.Need))), i18n.S("have", t.Words.Span(simtime.Duration(s.Have)))
	case q.Kind == quiz.Place && s.Code != quiz.WrongSize && s.Code != quiz.IdleUnit:
		need, have = i18n.S("need", t.CostOf(s.Need)), i18n.S("have", t.CostOf(s.Have))
	}
	var said []html.HTML
	if lead {
		var chosen, link html.HTML
		if q.Form == quiz.Nodes && len(q.Right) > 0 {
			chosen = t.nodes(q.Right[0].Nodes)
		}
		if s.Code == quiz.OtherLink && len(q.Right) > 0 {
			link = t.Option(q, q.Right[0].Choice)
		}
		said = append(said, i18n.UpperHTML(t.Words.HTML(text, i18n.S("job", t.Job(s.Job)), i18n.S("other", t.Job(s.Other)), need, have,
			i18n.S("at", t.At(s.At)), i18n.S("until", t.At(s.Until)), i18n.S("node", t.Nodes(cluster.Placement(nil).Append(s.Node, s.Node, 1))),
			i18n.H("nodes", chosen), i18n.H("link", link), i18n.S("cost", t.Words.Say(t.Cost)), i18n.S("allocator", t.Allocator))))
	}
	if s.Code == quiz.EqualCost && len(s.Facts) == 0 {
		said = append(said, t.Words.HTML(i18n.TieFirst))
	}
	for i := range s.Facts {
		said = append(said, t.fact(q, &s.Facts[i]))
	}
	return i18n.Sentences(t.Words, said...)
}

// weighs reports whether readers can understand the costs that the allocator
// compares.
func (t *RunTexts) weighs() bool { return t.Cost != i18n.CostOther && t.Cost != i18n.CostRank }

func (t *RunTexts) nodes(p cluster.Placement) html.HTML {
	text := i18n.NodesText
	if p.Nodes() == 1 {
		text = i18n.NodeText
	}
	return t.Words.HTML(text, i18n.S("nodes", t.Nodes(p)))
}

// Because returns the reasons why the right answer is right, as one text; see
// Reasons.
func (t *RunTexts) Because(q *quiz.Question) html.HTML {
	return i18n.Sentences(t.Words, t.Reasons(q, nil)...)
}

// Reasons returns sentences that explain why the right answer is right. For some
// kinds of questions, a few sentences compare the options. For all other kinds
// there is one sentence for each deciding fact. The parameter without lists facts
// to omit, because the page shows them elsewhere.
func (t *RunTexts) Reasons(q *quiz.Question, without []quiz.Fact) []html.HTML {
	var said []html.HTML
	switch {
	case q.Kind == quiz.Place && len(q.Right) > 0:
		said = t.becausePlace(q)
	case q.Kind == quiz.Next && len(q.Right) > 0:
		said = t.becauseNext(q)
	case q.Kind == quiz.Policy && len(q.Right) > 0:
		for i := range q.Options {
			if o := &q.Options[i]; o.Slip.Code == quiz.OtherRule {
				text := i18n.RuleBecause
				if o.Slip.At == simtime.Never {
					text = i18n.RuleNever
				}
				said = append(said, t.Words.HTML(text, i18n.S("name", t.Called(o.Policy)), i18n.S("job", t.Job(o.Slip.Job)), i18n.S("at", t.At(o.Slip.At)), i18n.S("until", t.At(o.Slip.Until))))
			}
		}
	case q.Kind == quiz.Figure && len(q.Right) > 0:
		said = t.list(q, i18n.WaitsMean, func(o *quiz.AnswerOption) string { return t.Words.Span(simtime.Duration(o.Number)) })
	case q.Kind == quiz.Link && q.Form == quiz.Choice && len(q.Right) > 0:
		said = t.list(q, i18n.LinksFilled, func(o *quiz.AnswerOption) string {
			return t.Words.Say(i18n.UnitPercent, i18n.S("n", t.Words.Int(o.Number)))
		})
	}
	told := map[html.HTML]bool{}
	for i := range without {
		told[t.fact(q, &without[i])] = true
	}
	if len(said) == 0 {
		for i := range q.Facts {
			if s := t.fact(q, &q.Facts[i]); !told[s] {
				said, told[s] = append(said, s), true
			}
		}
	}
	return said
}

// list returns one sentence that names every option with its number. The function
// number formats the number of an option, and text is the text of the sentence with
// a gap for the list.
func (t *RunTexts) list(q *quiz.Question, text i18n.Text, number func(*quiz.AnswerOption) string) []html.HTML {
	items := make([]html.HTML, len(q.Options))
	for i := range q.Options {
		items[i] = i18n.Colon(t.Words, t.Option(q, i), html.Escape(number(&q.Options[i])))
	}
	return []html.HTML{t.Words.HTML(text, i18n.H("list", i18n.Join("; ", items)))}
}

// becausePlace returns sentences about the cost of the right nodes, about other
// nodes with the same cost, and about the cost of the next best option.
func (t *RunTexts) becausePlace(q *quiz.Question) []html.HTML {
	text := i18n.PlaceBecause
	if !t.weighs() {
		text = i18n.PlacePlain
	}
	said := []html.HTML{t.Words.HTML(text, i18n.S("allocator", t.Allocator), i18n.H("nodes", t.nodes(q.Right[0].Nodes)), i18n.S("cost", t.Words.Say(t.Cost)), i18n.S("n", t.CostOf(q.Cost)))}
	if more := q.Right[1:]; len(more) > 0 {
		items := make([]string, min(len(more), 3))
		for i := range items {
			items[i] = t.Nodes(more[i].Nodes)
		}
		said = append(said, t.Words.HTML(i18n.PlaceEqual, i18n.S("list", strings.Join(items, "; ")), t.Words.N("n", int64(len(more)))))
	}
	var next *quiz.AnswerOption
	for i := range q.Options {
		o := &q.Options[i]
		if o.Slip.Code != quiz.None && o.Slip.Code != quiz.IdleUnit && o.Slip.Code != quiz.NotAChoice && o.Slip.Code != quiz.EqualCost && (next == nil || o.Slip.Need < next.Slip.Need) {
			next = o
		}
	}
	if next != nil {
		said = append(said, t.Words.HTML(i18n.PlaceNext, i18n.H("nodes", t.nodes(next.Nodes)), i18n.S("n", t.CostOf(next.Slip.Need))))
	}
	return said
}

// becauseNext returns sentences that explain which event comes next. They refer to
// the stage of a growth or to the time limit of each job. For a job that lost nodes
// becauseNext returns nothing, because the facts of the question explain that case.
func (t *RunTexts) becauseNext(q *quiz.Question) []html.HTML {
	right := &q.Options[q.Right[0].Choice]
	switch {
	case right.Event == trace.Stage:
		return []html.HTML{t.Words.HTML(i18n.StageBecause, i18n.S("job", t.Job(q.Job)), t.Words.N("n", right.Number))}
	case q.Job != workload.NoJob:
		return nil // the fact about this job explains the event
	}
	return t.list(q, i18n.LimitsBecause, func(o *quiz.AnswerOption) string {
		if o.Slip.Code != quiz.None {
			return t.At(o.Slip.Until)
		}
		for i := range q.Options {
			if s := &q.Options[i].Slip; s.Code != quiz.None {
				return t.At(s.At)
			}
		}
		return ""
	})
}

// fact returns the sentence for a fact.
func (t *RunTexts) fact(q *quiz.Question, f *quiz.Fact) html.HTML {
	job := i18n.S("job", t.Job(f.Job))
	if len(f.Sum) == 0 {
		return t.reason(q, f)
	}
	n := t.Words.Int(f.Total())
	switch first := &f.Sum[0]; first.Kind {
	case quiz.PairsTerm:
		return t.Words.HTML(i18n.SumPairs, i18n.S("sum", t.sum(f, n)))
	case quiz.FarTerm:
		return t.Words.HTML(i18n.SumFar, i18n.S("device", t.Device(first.Name)), t.Words.N("n", first.Number))
	case quiz.WholeTerm:
		return t.Words.HTML(i18n.SumLeft, i18n.S("sum", t.sum(f, n)))
	case quiz.PartTerm:
		return i18n.UpperHTML(t.Words.HTML(i18n.SumParts, job, i18n.S("sum", t.sum(f, t.thousandths(f.Total())))))
	case quiz.TieTerm:
		return t.Words.HTML(i18n.TiePairs, i18n.S("best", t.Words.Int(first.Each)), i18n.S("this", t.Words.Int(first.Number)))
	case quiz.KeyTerm:
		return t.Words.HTML(i18n.SumKey, i18n.S("best", t.CostOf(first.Each)), i18n.S("this", t.CostOf(first.Number)))
	case quiz.SpeedTerm:
		return t.Words.HTML(i18n.TieSpeed, i18n.S("best", t.thousandths(first.Each)), i18n.S("this", t.thousandths(first.Number)))
	case quiz.RoomTerm:
		return t.factLink(q, f)
	}
	text := i18n.SumRoom
	switch {
	case f.Need == 0:
		text = i18n.SumExtra
	case f.At > q.At:
		text = i18n.SumRoomAt
	}
	return i18n.UpperHTML(t.Words.HTML(text, job, t.Words.N("need", f.Need), i18n.S("at", t.At(f.At)), i18n.S("sum", t.sum(f, n))))
}

// reason returns the sentence for a fact that has no calculation, only a reason.
func (t *RunTexts) reason(q *quiz.Question, f *quiz.Fact) html.HTML {
	text := i18n.WaitsBecause
	switch {
	case f.Reason.OK():
		text = i18n.StartsBecause
	case f.Reason.Code == why.NodeLost && q.Kind == quiz.Next && len(q.Right) > 0:
		return i18n.UpperHTML(t.Words.HTML(i18n.SumLost, i18n.S("job", t.Job(f.Job)), t.Words.N("need", int64(f.Reason.Need)), t.Words.N("have", int64(f.Reason.Have)), i18n.H("fate", t.Option(q, q.Right[0].Choice))))
	}
	because := i18n.Clause(t.Why(f.Job, f.Reason)) // some reasons are complete sentences
	return i18n.UpperHTML(i18n.Clauses(t.Words, t.Words.HTML(text, i18n.S("job", t.Job(f.Job)), i18n.H("why", i18n.Lower(because)))))
}

// factLink returns a sentence that calculates how fast a job can run because of a
// link.
func (t *RunTexts) factLink(q *quiz.Question, f *quiz.Fact) html.HTML {
	const full = 1000
	from, to := t.Ends(topology.LinkID(f.Sum[0].Part))
	room, want := f.Sum[0].Number, f.Sum[1].Number
	text := i18n.SumLinkShared
	if room == full {
		text = i18n.SumLink
	}
	percent := (room*200/want + 1) / 2
	if q.Form == quiz.Number && len(q.Right) > 0 {
		percent = q.Right[0].Number
	}
	return t.Words.HTML(text, i18n.H("link", t.Words.HTML(i18n.LinkText, i18n.S("from", from), i18n.S("to", to))),
		i18n.S("room", t.tenths(room)), i18n.S("want", t.tenths(want)), i18n.S("others", t.tenths(full-room)), i18n.S("n", t.Words.Int(percent)))
}

// tenths formats a number given in tenths. It omits the decimal if the number is
// whole.
func (t *RunTexts) tenths(n int64) string {
	if n%10 == 0 {
		return t.Words.Int(n / 10)
	}
	return t.Words.Float(float64(n)/10, 1)
}

// thousandths formats a number given in thousandths, with as many decimals as
// necessary.
func (t *RunTexts) thousandths(n int64) string {
	digits := 3
	for ; digits > 0 && n%10 == 0; digits-- {
		n /= 10
	}
	scale := [...]float64{1, 10, 100, 1000}[digits]
	return t.Words.Float(float64(n)/scale, digits)
}

// mostEnds is the maximum number of ending jobs for which a sum has separate terms.
const mostEnds = 4

// sum formats the terms of a sum with their descriptions, followed by the total.
func (t *RunTexts) sum(f *quiz.Fact, total string) string {
	var out strings.Builder
	terms := 0
	for _, x := range mergeEnds(f.Sum) {
		if x.Number == 0 && terms > 0 {
			continue
		}
		figure, about := t.term(&x, len(f.Sum) > 1)
		switch {
		case terms > 0 && x.Number < 0:
			out.WriteString(" − ")
		case terms > 0:
			out.WriteString(" + ")
		case x.Number < 0:
			out.WriteString("−")
		}
		out.WriteString(figure)
		if about != "" {
			out.WriteString(" (" + about + ")")
		}
		terms++
	}
	if terms > 1 || f.Sum[0].Kind == quiz.PairsTerm {
		out.WriteString(" = " + total)
	}
	return out.String()
}

// mergeEnds replaces the terms of ending jobs by a single term if there are more
// than mostEnds of them. The field Each of the new term holds the number of these
// jobs.
func mergeEnds(sum []quiz.Term) []quiz.Term {
	ends, back := int64(0), int64(0)
	for _, x := range sum {
		if x.Kind == quiz.EndsTerm {
			ends++
			back += x.Number
		}
	}
	if ends <= mostEnds {
		return sum
	}
	var out []quiz.Term
	for _, x := range sum {
		switch {
		case x.Kind != quiz.EndsTerm:
			out = append(out, x)
		case back > 0:
			out = append(out, quiz.Term{Kind: quiz.EndsTerm, Number: back, Each: ends})
			back = 0
		}
	}
	return out
}

// term returns the number of a term without its sign, and a description of the
// term. The argument several is true if the sum has several terms.
func (t *RunTexts) term(x *quiz.Term, several bool) (figure, about string) {
	c, job := t.Words, i18n.S("job", t.Job(x.Job))
	figure = c.Int(max(x.Number, -x.Number))
	switch x.Kind {
	case quiz.FreeTerm:
		if several {
			about = c.Say(i18n.TermFree)
		}
	case quiz.EndsTerm:
		if about = c.Say(i18n.TermEnds, job); x.Each > 0 {
			about = c.Say(i18n.TermEndsMany, c.N("n", x.Each))
		}
	case quiz.StartsTerm:
		about = c.Say(i18n.TermStarts, job)
	case quiz.HeldTerm:
		about = c.Say(i18n.TermHeld, job, i18n.S("at", t.At(x.At)))
	case quiz.PairsTerm:
		figure = c.Int(x.Number) + " × " + c.Int(x.Each)
	case quiz.UsedTerm:
		about = c.Say(i18n.TermUsed)
	case quiz.GivenTerm:
		if about = c.Say(i18n.TermGivenMany); x.Job != workload.NoJob {
			about = c.Say(i18n.TermGiven, job)
		}
	case quiz.PartTerm:
		figure, about = t.thousandths(max(x.Number, -x.Number)), c.Say(i18n.PartNames[x.Part])
	}
	return figure, about
}
