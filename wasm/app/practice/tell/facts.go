package tell

import (
	"strings"

	"hopyard/core/cluster"
	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/app/words"
)

// slips are what is said first of each mistake; what is true instead follows, as
// facts. Mistakes without a text are told by their facts alone.
var slips = map[quiz.Misconception]words.Text{
	quiz.FirstCome: words.SlipFirstCome, quiz.Overtakes: words.SlipOvertakes, quiz.NoExtra: words.SlipNoExtra, quiz.ExtraTwice: words.SlipExtraTwice,
	quiz.AllPromised: words.SlipAllPromised, quiz.OnlyHeadPromised: words.SlipOnlyHead, quiz.DelaysHead: words.SlipDelays, quiz.WalltimeIsRuntime: words.SlipRuntime,
	quiz.HeadStarts: words.SlipHead, quiz.OneAtATime: words.SlipOne, quiz.IgnoresOrder: words.SlipOrder, quiz.ShortestFirst: words.SlipShortest,
	quiz.FitsSoStarts: words.SlipFits, quiz.QueueIsOpen: words.SlipStopped,
	quiz.FirstEnd: words.SlipFirstEnd, quiz.LastEnd: words.SlipLastEnd, quiz.FreeForgotten: words.SlipForgotten, quiz.PromisesIgnored: words.SlipPromises,
	quiz.TooLate: words.SlipTooLate, quiz.FreeNowIsExtra: words.SlipFreeNow, quiz.HeadNotCounted: words.SlipHeadNot, quiz.ShadowNotCounted: words.SlipShadowNot,
	quiz.TakesFirstFit: words.SlipFirstFit, quiz.MaxForSum: words.SlipMaxForSum, quiz.SumForMax: words.SlipSumForMax, quiz.IdleUnit: words.SlipIdleUnit, quiz.NodeTaken: words.SlipTaken,
	quiz.WrongSize: words.SlipSize, quiz.FrozenIsFree: words.SlipFrozen, quiz.Costlier: words.SlipCostlier, quiz.EqualCost: words.SlipEqualCost,
	quiz.NotAChoice: words.SlipNotAChoice, quiz.UnknownNodes: words.SlipLacks, quiz.OtherPairs: words.SlipPairs,
	quiz.NotHere: words.SlipCheck, quiz.Later: words.SlipLater, quiz.Earlier: words.SlipEarlier,
	quiz.FirstStarted: words.SlipFirstStarted, quiz.ShortestEnds: words.SlipShortestEnds, quiz.OtherRule: words.SlipRule, quiz.LongerWait: words.SlipLonger,
	quiz.EqualParts: words.SlipEqual, quiz.OtherLink: words.SlipLink,
	quiz.JobNotCounted: words.SlipNotCounted, quiz.UsedForLeft: words.SlipUsed, quiz.WholeShare: words.SlipWhole, quiz.OnePart: words.SlipParts,
}

// Slip says what is wrong with an answer, with the rule's numbers.
func (t *Teller) Slip(q *quiz.Question, s *quiz.Slip) string {
	text, lead := slips[s.Code]
	switch {
	case s.Code == quiz.Later && s.Other != workload.NoJob:
		text = words.SlipLaterEnd
	case s.Code == quiz.NodeTaken && s.Other == workload.NoJob:
		text = words.SlipDown
	case s.Code == quiz.OtherRule && s.At == simtime.Never:
		text = words.SlipRuleNever
	case (s.Code == quiz.TooEarly || s.Code == quiz.StartsNow) && len(s.Facts) > 0 && len(s.Facts[0].Sum) == 0:
		text, lead = words.SlipTooEarly, true
	case s.Code == quiz.NotAChoice && !t.weighs():
		text = words.SlipOtherNodes
	case q.Kind == quiz.Cost && s.Code == quiz.MaxForSum:
		text = words.SlipSumCounts
	case q.Kind == quiz.Cost && s.Code == quiz.SumForMax:
		text = words.SlipMaxCounts
	case !lead && len(s.Facts) == 0:
		text, lead = words.SlipNotWaiting, true
	}
	need, have := t.Words.N("need", s.Need), t.Words.N("have", s.Have)
	switch {
	case s.Code == quiz.LongerWait:
		need, have = words.S("need", t.Words.Span(simtime.Duration(s.Need))), words.S("have", t.Words.Span(simtime.Duration(s.Have)))
	case q.Kind == quiz.Place && s.Code != quiz.WrongSize && s.Code != quiz.IdleUnit:
		need, have = words.S("need", t.CostOf(s.Need)), words.S("have", t.CostOf(s.Have))
	}
	var said []string
	if lead {
		chosen, link := "", ""
		if q.Form == quiz.Nodes && len(q.Right) > 0 {
			chosen = t.nodes(q.Right[0].Nodes)
		}
		if s.Code == quiz.OtherLink && len(q.Right) > 0 {
			link = t.Option(q, q.Right[0].Choice)
		}
		said = append(said, words.UpperHTML(t.Words.Say(text, words.S("job", t.Job(s.Job)), words.S("other", t.Job(s.Other)), need, have,
			words.S("at", t.At(s.At)), words.S("until", t.At(s.Until)), words.S("node", t.Nodes(cluster.Placement(nil).Append(s.Node, s.Node, 1))),
			words.S("nodes", chosen), words.S("link", link), words.S("cost", t.Words.Say(t.Cost)), words.S("allocator", words.Escape(t.Allocator)))))
	}
	if s.Code == quiz.EqualCost && len(s.Facts) == 0 {
		said = append(said, t.Words.Say(words.TieFirst))
	}
	for i := range s.Facts {
		said = append(said, t.fact(q, &s.Facts[i]))
	}
	return t.Words.Sentences(said...)
}

// weighs reports whether the allocator's costs mean something to people.
func (t *Teller) weighs() bool { return t.Cost != words.CostOther && t.Cost != words.CostRank }

func (t *Teller) nodes(p cluster.Placement) string {
	text := words.NodesText
	if p.Nodes() == 1 {
		text = words.NodeText
	}
	return t.Words.Say(text, words.S("nodes", t.Nodes(p)))
}

// Because says why the right answer is right; see Reasons.
func (t *Teller) Because(q *quiz.Question) string { return t.Words.Sentences(t.Reasons(q, nil)...) }

// Reasons says why the right answer is right: a sentence for each fact that it turns
// on, or what all answers come to. Some facts are left out, which are told elsewhere.
func (t *Teller) Reasons(q *quiz.Question, without []quiz.Fact) []string {
	var said []string
	switch {
	case q.Kind == quiz.Place && len(q.Right) > 0:
		said = t.becausePlace(q)
	case q.Kind == quiz.Next && len(q.Right) > 0:
		said = t.becauseNext(q)
	case q.Kind == quiz.Policy && len(q.Right) > 0:
		for i := range q.Options {
			if o := &q.Options[i]; o.Slip.Code == quiz.OtherRule {
				text := words.RuleBecause
				if o.Slip.At == simtime.Never {
					text = words.RuleNever
				}
				said = append(said, t.Words.Say(text, words.S("name", t.Called(o.Policy)), words.S("job", t.Job(o.Slip.Job)), words.S("at", t.At(o.Slip.At)), words.S("until", t.At(o.Slip.Until))))
			}
		}
	case q.Kind == quiz.Figure && len(q.Right) > 0:
		said = t.list(q, words.WaitsMean, func(o *quiz.Option) string { return t.Words.Span(simtime.Duration(o.Number)) })
	case q.Kind == quiz.Link && q.Form == quiz.Choice && len(q.Right) > 0:
		said = t.list(q, words.LinksFilled, func(o *quiz.Option) string {
			return t.Words.Say(words.UnitPercent, words.S("n", t.Words.Int(o.Number)))
		})
	}
	told := map[string]bool{}
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

// list is one sentence that names every option with its number.
func (t *Teller) list(q *quiz.Question, text words.Text, number func(*quiz.Option) string) []string {
	items := make([]string, len(q.Options))
	for i := range q.Options {
		items[i] = t.Words.Colon(t.Option(q, i), number(&q.Options[i]))
	}
	return []string{t.Words.Say(text, words.S("list", strings.Join(items, "; ")))}
}

// becausePlace says what the chosen nodes cost, what is as good, and what the next
// best cost.
func (t *Teller) becausePlace(q *quiz.Question) []string {
	text := words.PlaceBecause
	if !t.weighs() {
		text = words.PlacePlain
	}
	said := []string{t.Words.Say(text, words.S("allocator", words.Escape(t.Allocator)), words.S("nodes", t.nodes(q.Right[0].Nodes)), words.S("cost", t.Words.Say(t.Cost)), words.S("n", t.CostOf(q.Cost)))}
	if more := q.Right[1:]; len(more) > 0 {
		items := make([]string, min(len(more), 3))
		for i := range items {
			items[i] = t.Nodes(more[i].Nodes)
		}
		said = append(said, t.Words.Say(words.PlaceEqual, words.S("list", strings.Join(items, "; ")), t.Words.N("n", int64(len(more)))))
	}
	var next *quiz.Option
	for i := range q.Options {
		o := &q.Options[i]
		if o.Slip.Code != quiz.None && o.Slip.Code != quiz.IdleUnit && o.Slip.Code != quiz.NotAChoice && o.Slip.Code != quiz.EqualCost && (next == nil || o.Slip.Need < next.Slip.Need) {
			next = o
		}
	}
	if next != nil {
		said = append(said, t.Words.Say(words.PlaceNext, words.S("nodes", t.nodes(next.Nodes)), words.S("n", t.CostOf(next.Slip.Need))))
	}
	return said
}

// becauseNext says which stage a growth is in, what nodes are lost, or until when
// each job may run.
func (t *Teller) becauseNext(q *quiz.Question) []string {
	right := &q.Options[q.Right[0].Choice]
	switch {
	case right.Event == trace.Stage:
		return []string{t.Words.Say(words.StageBecause, words.S("job", t.Job(q.Job)), t.Words.N("n", right.Number))}
	case q.Job != workload.NoJob:
		return nil // its fact
	}
	return t.list(q, words.LimitsBecause, func(o *quiz.Option) string {
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

// fact is one fact as a sentence.
func (t *Teller) fact(q *quiz.Question, f *quiz.Fact) string {
	job := words.S("job", t.Job(f.Job))
	if len(f.Sum) == 0 {
		return t.reason(q, f)
	}
	n := t.Words.Int(f.Total())
	switch first := &f.Sum[0]; first.Kind {
	case quiz.PairsTerm:
		return t.Words.Say(words.SumPairs, words.S("sum", t.sum(f, n)))
	case quiz.FarTerm:
		return t.Words.Say(words.SumFar, words.S("device", t.Device(first.Name)), t.Words.N("n", first.Number))
	case quiz.WholeTerm:
		return t.Words.Say(words.SumLeft, words.S("sum", t.sum(f, n)))
	case quiz.PartTerm:
		return words.UpperHTML(t.Words.Say(words.SumParts, job, words.S("sum", t.sum(f, t.thousandths(f.Total())))))
	case quiz.TieTerm:
		return t.Words.Say(words.TiePairs, words.S("best", t.Words.Int(first.Each)), words.S("this", t.Words.Int(first.Number)))
	case quiz.KeyTerm:
		return t.Words.Say(words.SumKey, words.S("best", t.CostOf(first.Each)), words.S("this", t.CostOf(first.Number)))
	case quiz.SpeedTerm:
		return t.Words.Say(words.TieSpeed, words.S("best", t.thousandths(first.Each)), words.S("this", t.thousandths(first.Number)))
	case quiz.RoomTerm:
		return t.factLink(q, f)
	}
	text := words.SumRoom
	switch {
	case f.Need == 0:
		text = words.SumExtra
	case f.At > q.At:
		text = words.SumRoomAt
	}
	return words.UpperHTML(t.Words.Say(text, job, t.Words.N("need", f.Need), words.S("at", t.At(f.At)), words.S("sum", t.sum(f, n))))
}

// reason is a fact that is a reason alone.
func (t *Teller) reason(q *quiz.Question, f *quiz.Fact) string {
	text := words.WaitsBecause
	switch {
	case f.Reason.OK():
		text = words.StartsBecause
	case f.Reason.Code == why.NodeLost && q.Kind == quiz.Next && len(q.Right) > 0:
		return words.UpperHTML(t.Words.Say(words.SumLost, words.S("job", t.Job(f.Job)), t.Words.N("need", int64(f.Reason.Need)), t.Words.N("have", int64(f.Reason.Have)), words.S("fate", t.Option(q, q.Right[0].Choice))))
	}
	because := strings.TrimRight(t.Why(f.Job, f.Reason), ".。") // some are whole sentences
	return words.UpperHTML(t.Words.Clauses(t.Words.Say(text, words.S("job", t.Job(f.Job)), words.S("why", words.Lower(because)))))
}

// factLink works out the speed that a link allows.
func (t *Teller) factLink(q *quiz.Question, f *quiz.Fact) string {
	const full = 1000
	from, to := t.Ends(topology.LinkID(f.Sum[0].Part))
	room, want := f.Sum[0].Number, f.Sum[1].Number
	text := words.SumLinkShared
	if room == full {
		text = words.SumLink
	}
	percent := (room*200/want + 1) / 2
	if q.Form == quiz.Number && len(q.Right) > 0 {
		percent = q.Right[0].Number
	}
	return t.Words.Say(text, words.S("link", t.Words.Say(words.LinkText, words.S("from", from), words.S("to", to))),
		words.S("room", t.tenths(room)), words.S("want", t.tenths(want)), words.S("others", t.tenths(full-room)), words.S("n", t.Words.Int(percent)))
}

// tenths writes tenths as a number with a decimal where it needs one.
func (t *Teller) tenths(n int64) string {
	if n%10 == 0 {
		return t.Words.Int(n / 10)
	}
	return t.Words.Float(float64(n)/10, 1)
}

// thousandths writes thousandths with the decimals that they need.
func (t *Teller) thousandths(n int64) string {
	digits := 3
	for ; digits > 0 && n%10 == 0; digits-- {
		n /= 10
	}
	scale := [...]float64{1, 10, 100, 1000}[digits]
	return t.Words.Float(float64(n)/scale, digits)
}

// mostEnds is how many jobs that give something back are named one by one.
const mostEnds = 4

// sum writes the terms of a sum and what they come to.
func (t *Teller) sum(f *quiz.Fact, total string) string {
	var out strings.Builder
	terms := 0
	for _, x := range merged(f.Sum) {
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

// merged puts many terms of jobs that end into one, whose Each is how many they are.
func merged(sum []quiz.Term) []quiz.Term {
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

// term writes one term without its sign, and what it is.
func (t *Teller) term(x *quiz.Term, several bool) (figure, about string) {
	c, job := t.Words, words.S("job", t.Job(x.Job))
	figure = c.Int(max(x.Number, -x.Number))
	switch x.Kind {
	case quiz.FreeTerm:
		if several {
			about = c.Say(words.TermFree)
		}
	case quiz.EndsTerm:
		if about = c.Say(words.TermEnds, job); x.Each > 0 {
			about = c.Say(words.TermEndsMany, c.N("n", x.Each))
		}
	case quiz.StartsTerm:
		about = c.Say(words.TermStarts, job)
	case quiz.HeldTerm:
		about = c.Say(words.TermHeld, job, words.S("at", t.At(x.At)))
	case quiz.PairsTerm:
		figure = c.Int(x.Number) + " × " + c.Int(x.Each)
	case quiz.UsedTerm:
		about = c.Say(words.TermUsed)
	case quiz.GivenTerm:
		if about = c.Say(words.TermGivenMany); x.Job != workload.NoJob {
			about = c.Say(words.TermGiven, job)
		}
	case quiz.PartTerm:
		figure, about = t.thousandths(max(x.Number, -x.Number)), c.Say(words.PartNames[x.Part])
	}
	return figure, about
}
