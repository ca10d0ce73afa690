package practice

import (
	"slices"

	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/html"
)

// Further moves to the given number of steps. If a question comes before that, it
// stops at the question. It does nothing while a question waits for an answer.
func (p *PracticePanel) Further(to int) {
	if p.whole == nil || p.Asking() || p.Exam != nil {
		return
	}
	p.wish = &wish{to: min(to, p.whole.Len())}
	p.advance()
}

// Next moves to the next question. If no question is left, it shows a note instead.
func (p *PracticePanel) Next() {
	if p.whole == nil || p.Asking() || p.Exam != nil {
		return
	}
	p.wish = &wish{to: p.whole.Len(), asking: true}
	p.advance()
}

// Seek moves to the next question of the given kind. If the argument job is not
// workload.NoJob, the question must also be about that job.
func (p *PracticePanel) Seek(kind quiz.QuestionKind, job workload.JobID) {
	if p.whole == nil || p.Asking() {
		return
	}
	p.next, p.sent, p.sought = nil, -1, &questionRequest{kind, job}
	p.Next()
}

// fits removes from a list the questions that do not match the request. It reuses
// the memory of the list.
func (s *questionRequest) fits(list []quiz.Question) []quiz.Question {
	return slices.DeleteFunc(list, func(q quiz.Question) bool { return q.Kind != s.kind || s.job != workload.NoJob && q.Job != s.job })
}

// ToEnd moves to the end of the run, but stops at the next question. It does so
// even if little time has passed since the previous question.
func (p *PracticePanel) ToEnd() {
	if p.whole != nil && !p.Asking() && p.Exam == nil {
		p.wish = &wish{to: p.whole.Len(), asking: true, anyway: true}
		p.advance()
	}
}

// known reports whether the worker's latest report covers the next step. The report
// either contains a question about that step or states that the step has none.
func (p *PracticePanel) known() bool {
	n := int32(p.Run.Len())
	return p.next != nil && p.next.From <= n && (n < p.next.Step || n == p.next.Step && len(p.next.Questions) > 0)
}

// Ready reports whether the panel needs nothing from the worker at the moment. This
// is the case if the worker's report covers the next step, if a question is open,
// or if no steps are left.
func (p *PracticePanel) Ready() bool {
	return p.whole == nil || p.Asking() || p.Run.Len() >= p.whole.Len() || p.known()
}

// Ask returns the request for the next question, or nil if no request is needed.
// The page sends it before the reader reaches the question, so that the reader does
// not have to wait.
func (p *PracticePanel) Ask() *message.ListQuestions {
	if p.Exam != nil || p.sent >= 0 || p.Ready() {
		return nil
	}
	p.sent = p.Run.Len()
	m := &message.ListQuestions{Serial: p.whole.Serial, Step: int32(p.sent), Kinds: kinds}
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

// Hear receives the worker's answer to Ask.
func (p *PracticePanel) Hear(m *message.QuestionList) {
	if p.whole == nil || m.Serial != p.whole.Serial {
		return
	}
	p.sent, p.next = -1, m
	p.follow(m)
	if s := p.sought; s != nil && len(m.Questions) > 0 {
		if m.Questions = s.fits(m.Questions); len(m.Questions) == 0 {
			m.Step++ // the questions about this step do not match the reader's request
		}
	}
	p.advance()
}

// advance carries out the requested move as far as the steps that the worker's
// report covers. If a question must be asked before the end of the move, advance
// stops at that question and asks it.
func (p *PracticePanel) advance() {
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

// due reports whether enough time has passed since the last question to ask another
// question.
func (p *PracticePanel) due() bool { return p.Always || !p.shown || p.Clock()-p.shownAt >= pause }

// pose puts a question on screen. If there are several questions about the step, it
// chooses a question of the kind that has been asked least often.
func (p *PracticePanel) pose(a *message.QuestionList) {
	p.close()
	if p.sought != nil { // the worker's report contains only questions of the requested kind; it must be requested again for all kinds
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

// pick returns a question of the kind that has been asked least often.
func (p *PracticePanel) pick(a *message.QuestionList) *quiz.Question {
	q := &a.Questions[0]
	for i := range a.Questions {
		if p.counts[a.Questions[i].Kind] < p.counts[q.Kind] {
			q = &a.Questions[i]
		}
	}
	return q
}

// Coming returns the question that would appear if the reader moved to the given
// step, or nil if none would appear. It returns false while the worker has not
// answered.
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

// Put puts a prepared question on screen. The argument middle is the state within
// the question's step, after the events and before the scheduling pass. It is nil
// for a question that is asked before its step.
func (p *PracticePanel) Put(q quiz.Question, middle *message.State) {
	if middle != nil {
		middle.Serial = p.whole.Serial
	}
	p.wish = nil
	p.pose(&message.QuestionList{Serial: p.whole.Serial, From: int32(q.Step), Step: int32(q.Step), Questions: []quiz.Question{q}, Middle: middle})
}

// Hinted reports whether the reader has used the hint for the question.
func (p *PracticePanel) Hinted() bool { return p.hinted }

// forQuestion returns a copy of a state between the events of a step and its
// scheduling pass. If the question asks for the reserved start of a job, the copy
// does not contain that start.
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

// Reply returns the reader's answer, which the worker grades. It returns nil if the
// answer is incomplete, and the card then shows what is missing.
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

// GiveUp returns the message that the reader continues without an answer. If
// telling is set, the card then shows the right answer.
func (p *PracticePanel) GiveUp(telling bool) *message.Reply {
	if !p.Asking() || p.waiting {
		return nil
	}
	p.waiting, p.telling = true, telling
	return &message.Reply{Serial: p.whole.Serial, Step: int32(p.asked.Step), Kind: p.asked.Kind, Skip: true}
}

// Withdraw cancels a reply that has not been graded yet.
func (p *PracticePanel) Withdraw() { p.waiting, p.telling = false, false }

// Grade stores the grade of an answer and shows the scheduling pass that the
// question was about.
func (p *PracticePanel) Grade(g *message.Graded) {
	if p.whole == nil || g.Serial != p.whole.Serial || !p.Asking() || int(g.Step) != p.asked.Step {
		return
	}
	p.graded, p.waiting, p.note = g, false, ""
	if !g.Skip {
		p.all++
		if g.Right {
			p.points += p.answerPoints()
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

// answerPoints returns the points for a right answer: 1, or 0.5 if the reader has
// used the hint.
func (p *PracticePanel) answerPoints() float64 {
	if p.hinted {
		return 0.5
	}
	return 1
}

// Hint shows a hint for the question on screen.
func (p *PracticePanel) Hint() {
	if p.Here() {
		p.hinted = true
		p.Announce = html.Plain(p.hint())
	}
}

// Again shows once more the state in which the question was asked if before is set,
// otherwise the state after the scheduling pass. It works only while the result of
// a question that was asked between the events and the scheduling pass of a step is
// on screen. At other times it returns false.
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
