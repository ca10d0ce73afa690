package practice

import (
	"slices"

	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// Further goes on to so many steps, or to a question before. A question that waits
// is not passed.
func (p *PracticePanel) Further(to int) {
	if p.whole == nil || p.Asking() || p.Exam != nil {
		return
	}
	p.wish = &wish{to: min(to, p.whole.Len())}
	p.grant()
}

// Next goes on to the next question.
func (p *PracticePanel) Next() {
	if p.whole == nil || p.Asking() || p.Exam != nil {
		return
	}
	p.wish = &wish{to: p.whole.Len(), asking: true}
	p.grant()
}

// Seek goes on to the next question of a kind, about a job if one is named.
func (p *PracticePanel) Seek(kind quiz.QuestionKind, job workload.JobID) {
	if p.whole == nil || p.Asking() {
		return
	}
	p.next, p.sent, p.sought = nil, -1, &sought{kind, job}
	p.Next()
}

// fits leaves only those questions that are sought.
func (s *sought) fits(list []quiz.Question) []quiz.Question {
	return slices.DeleteFunc(list, func(q quiz.Question) bool { return q.Kind != s.kind || s.job != workload.NoJob && q.Job != s.job })
}

// ToEnd goes on to the end of the run, or to the next question, however soon that
// comes.
func (p *PracticePanel) ToEnd() {
	if p.whole != nil && !p.Asking() && p.Exam == nil {
		p.wish = &wish{to: p.whole.Len(), asking: true, anyway: true}
		p.grant()
	}
}

// known reports whether it is known which of the next steps has a question.
func (p *PracticePanel) known() bool {
	n := int32(p.Run.Len())
	return p.next != nil && p.next.From <= n && (n < p.next.Step || n == p.next.Step && len(p.next.Questions) > 0)
}

// Ready reports whether what the next step asks is known, or nothing is to come.
func (p *PracticePanel) Ready() bool {
	return p.whole == nil || p.Asking() || p.Run.Len() >= p.whole.Len() || p.known()
}

// Ask is what the worker is to be asked; nil for nothing. The question is there
// before the reader comes to it, so that it need not be waited for.
func (p *PracticePanel) Ask() *message.Ask {
	if p.Exam != nil || p.sent >= 0 || p.Ready() {
		return nil
	}
	p.sent = p.Run.Len()
	m := &message.Ask{Serial: p.whole.Serial, Step: int32(p.sent), Kinds: kinds}
	if p.whole.Text == p.Predict.Plain && !p.Always {
		m.Kinds &^= quiz.Of(quiz.Place, quiz.Cost)
	}
	if p.sought != nil {
		m.Kinds = quiz.Of(p.sought.kind)
	}
	if len(p.whole.Jobs) <= smallRun {
		m.Ahead = ahead
	}
	return m
}

// Hear takes in the worker's answer to Ask.
func (p *PracticePanel) Hear(m *message.Asked) {
	if p.whole == nil || m.Serial != p.whole.Serial {
		return
	}
	p.sent, p.next = -1, m
	p.follow(m)
	if s := p.sought; s != nil && len(m.Questions) > 0 {
		if m.Questions = s.fits(m.Questions); len(m.Questions) == 0 {
			m.Step++ // that step asks something else
		}
	}
	p.grant()
}

// grant goes as far as was wished, and is known to be free of questions.
func (p *PracticePanel) grant() {
	w, n := p.wish, p.Run.Len()
	switch {
	case w == nil || p.Asking():
		p.wish = nil
		return
	case n >= p.whole.Len():
		if p.wish = nil; w.asking && !w.anyway {
			p.note = p.Words.Say(i18n.NoneLeft)
		}
		return
	case !p.known():
		return
	}
	at := int(p.next.Step)
	if len(p.next.Questions) > 0 && at < w.to && (w.asking || p.due()) {
		p.wish = nil
		p.pose(p.next)
		return
	}
	to := w.to
	if len(p.next.Questions) == 0 && to > at {
		if to = at; w.asking && !w.anyway && at == p.whole.Len() {
			p.wish, p.note = nil, p.Words.Say(i18n.NoMoreAsked, p.Words.N("n", int64(at-n)))
			return
		}
	}
	p.close()
	p.cover(to, -1)
	p.Step = to
	if to == w.to {
		p.wish = nil
	}
}

// due reports whether the last question is long enough ago.
func (p *PracticePanel) due() bool { return p.Always || !p.shown || p.Clock()-p.shownAt >= pause }

// pose puts a question on screen: of several about one step that of the kind that
// was asked least.
func (p *PracticePanel) pose(a *message.Asked) {
	p.close()
	if p.sought != nil { // what else the next steps ask is not known
		p.sought, p.next = nil, nil
	}
	q := p.pick(a)
	p.counts[q.Kind]++
	p.shown, p.shownAt = true, p.Clock()
	p.Playing, p.Glide, p.Note, p.Changed = false, 0, "", ""
	if q.Before {
		p.asked = q
		p.cover(q.Step, -1)
		p.Step = q.Step
	} else {
		p.middle = forQuestion(a.Middle, q)
		p.cover(q.Step, int(p.middle.Events))
		p.asked, p.Step = q, q.Step+1
		p.State, p.Weighed, p.Model.Shown = p.middle, nil, -1
		p.reach(p.fits())
	}
	p.Predict.Asking = true
	p.Predict.Nodes = q.Nodes
	p.Announce = p.Spoken()
}

// pick is that of several questions about one step whose kind was asked least.
func (p *PracticePanel) pick(a *message.Asked) *quiz.Question {
	q := &a.Questions[0]
	for i := range a.Questions {
		if p.counts[a.Questions[i].Kind] < p.counts[q.Kind] {
			q = &a.Questions[i]
		}
	}
	return q
}

// Coming is the question that going on to so many steps would put on screen, nil
// for none. It is false while the worker has not said yet.
func (p *PracticePanel) Coming(to int) (*quiz.Question, bool) {
	n := p.Run.Len()
	switch {
	case p.whole == nil || p.Asking() || p.Step < n || n >= p.whole.Len():
		return nil, true
	case !p.known():
		return nil, false
	case len(p.next.Questions) > 0 && int(p.next.Step) < to && p.due():
		return p.pick(p.next), true
	}
	return nil, true
}

// Put puts a question that was drawn beforehand on screen; middle is nil for one
// that is asked before its step.
func (p *PracticePanel) Put(q quiz.Question, middle *message.State) {
	if middle != nil {
		middle.Serial = p.whole.Serial
	}
	p.wish = nil
	p.pose(&message.Asked{Serial: p.whole.Serial, From: int32(q.Step), Step: int32(q.Step), Questions: []quiz.Question{q}, Middle: middle})
}

// Hinted reports whether a hint was taken.
func (p *PracticePanel) Hinted() bool { return p.hinted }

// forQuestion is the state in the middle of a step without the promise that is
// asked for.
func forQuestion(s *message.State, q *quiz.Question) *message.State {
	out := *s
	if q.Kind == quiz.Promise {
		out.Queue = append([]message.Waiting(nil), s.Queue...)
		for i := range out.Queue {
			if out.Queue[i].Job == q.Job {
				out.Queue[i].Promised = simtime.Never
			}
		}
	}
	return &out
}

// Reply is the answer for the worker to grade; nil where none is given yet, which
// the card then says.
func (p *PracticePanel) Reply() *message.Reply {
	if !p.Here() || p.waiting {
		return nil
	}
	if p.note = p.missing(); p.note != "" {
		return nil
	}
	p.waiting = true
	return &message.Reply{Serial: p.whole.Serial, Step: int32(p.asked.Step), Kind: p.asked.Kind, Answer: p.answer()}
}

// GiveUp goes on without an answer; with telling, the card says what is right.
func (p *PracticePanel) GiveUp(telling bool) *message.Reply {
	if !p.Asking() || p.waiting {
		return nil
	}
	p.waiting, p.telling = true, telling
	return &message.Reply{Serial: p.whole.Serial, Step: int32(p.asked.Step), Kind: p.asked.Kind, Skip: true}
}

// Withdraw takes an answer back that is not graded yet.
func (p *PracticePanel) Withdraw() { p.waiting, p.telling = false, false }

// Grade takes in what an answer is worth, and uncovers the pass that it was about.
func (p *PracticePanel) Grade(g *message.Graded) {
	if p.whole == nil || g.Serial != p.whole.Serial || !p.Asking() || int(g.Step) != p.asked.Step {
		return
	}
	p.graded, p.waiting, p.note = g, false, ""
	if !g.Skip {
		p.all++
		if g.Right {
			p.points += p.worth()
		}
	}
	p.Predict.Asking, p.Predict.Time, p.Predict.Nodes = false, simtime.Never, nil
	p.State, p.Weighed, p.Model.Shown = g.After, g.After.Weighed, -1
	p.cover(int(g.Step)+1, -1)
	p.Step = int(g.Step) + 1
	if g.Skip && !p.telling {
		p.close()
		p.Announce = p.Sentences.Spoken()
		return
	}
	p.Announce = p.Spoken()
}

// worth is what the right answer gives: a hint costs half.
func (p *PracticePanel) worth() float64 {
	if p.hinted {
		return 0.5
	}
	return 1
}

// Hint takes a hint.
func (p *PracticePanel) Hint() {
	if p.Here() {
		p.hinted = true
		p.Announce = i18n.Plain(p.hint())
	}
}

// Again shows what the question was asked about once more, or what came of it. It
// reports false where there is nothing of the kind.
func (p *PracticePanel) Again(before bool) bool {
	if p.graded == nil || p.middle == nil || p.Step != int(p.graded.Step)+1 {
		return false
	}
	p.State, p.Weighed, p.Model.Shown = p.graded.After, p.graded.After.Weighed, -1
	events := -1
	n := int(p.graded.Step) + 1
	if before {
		p.State, p.Weighed = p.middle, nil
		n, events = n-1, int(p.middle.Events)
	}
	p.cover(n, events)
	p.Predict.Asking = before
	return true
}
