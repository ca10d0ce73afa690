package practice

import (
	"fmt"
	"slices"

	"hopyard/core/quiz"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
	"hopyard/wasm/html"
)

// Item is a question in the list from which a lecturer chooses questions.
type Item struct {
	Key    string // identifier of the question within its run; see the function Key
	Step   int    // step that the question is about, counted from 0
	Clock  string // instant of the step, as text
	Ask    string // text of the question, without HTML
	Phones bool   // voters can answer the question on a phone
	Asked  bool   // the question is asked by default; this is so for at most one question about each step
}

// Key returns the identifier of a question within its run. It consists of the kind
// and the step, because there is at most one question of each kind about a step.
func Key(q *quiz.Question) string { return fmt.Sprintf("%s@%d", q.Kind, q.Step) }

// Survey returns the request for all questions about a run. It returns nil if the
// run has too many jobs or steps for the list.
func Survey(r *recording.RecordedRun) *message.Survey {
	if r == nil || r.Archive != nil || len(r.Jobs) > smallRun || r.Len() > MaxSteps {
		return nil
	}
	return &message.Survey{Serial: r.Serial, Kinds: kinds}
}

// Items returns the list of the questions about a run. By default one question
// about each step is asked. It is a question that voters can answer on a phone, and
// its kind is the one asked least often about earlier steps.
func (p *PracticePanel) Items(list []quiz.Question) []Item {
	var counts [quiz.NumKinds]int
	out := make([]Item, len(list))
	t := p.teller()
	for i := 0; i < len(list); {
		best, n := -1, i
		for ; n < len(list) && list[n].Step == list[i].Step; n++ {
			q := &list[n]
			out[n] = Item{Key(q), q.Step, p.Run.Clock.At(q.At), i18n.Upper(html.Plain(t.Prompt(q))), Phones(q), false}
			if out[n].Phones && (best < 0 || counts[q.Kind] < counts[list[best].Kind]) {
				best = n
			}
		}
		if best >= 0 {
			out[best].Asked = true
			counts[list[best].Kind]++
		}
		i = n
	}
	return out
}

// Phones reports whether voters can answer a question on a phone, which does not
// show the picture of the machine. On a phone it is not possible to mark individual
// nodes.
func Phones(q *quiz.Question) bool {
	return q.Form != quiz.Nodes && q.Form != quiz.Choice || len(q.Options) > 0
}

// SetPlan sets which questions are asked, given by their keys. If the list is nil,
// all questions are asked.
func (p *PracticePanel) SetPlan(keys []string) {
	p.plan, p.planned = keys, keys != nil
	p.next = nil // the worker's report contains only questions of the previous plan
}

// Planned reports whether the lecturer has chosen the questions.
func (p *PracticePanel) Planned() bool { return p.planned }

// follow removes from the worker's report the questions that are not in the plan.
func (p *PracticePanel) follow(m *message.QuestionList) {
	if !p.planned || p.sought != nil || len(m.Questions) == 0 {
		return
	}
	m.Questions = slices.DeleteFunc(m.Questions, func(q quiz.Question) bool { return !slices.Contains(p.plan, Key(&q)) })
	if len(m.Questions) == 0 {
		m.Step++ // no question about this step is in the plan
	}
}

// Afresh discards all questions and points so far. It then hides everything after
// the step on screen.
func (p *PracticePanel) Afresh() {
	p.counts, p.points, p.all, p.shown = [quiz.NumKinds]int{}, 0, 0, false
	if p.whole != nil {
		p.hideAgain()
	}
}

// hideAgain closes the open question and hides everything after the step on screen.
func (p *PracticePanel) hideAgain() {
	n := min(p.Step, p.whole.Len())
	if p.middle != nil && p.asked != nil && p.Step == p.asked.Step+1 || p.graded != nil && p.Step == int(p.graded.Step)+1 && p.Predict.Asking {
		n-- // the screen shows only the events of the last step, and this step is hidden as well
	}
	p.wish, p.sought = nil, nil
	p.close()
	p.Step = n
	if p.State != nil && (p.State.Middle || int(p.State.Step) > n) {
		p.State = nil
	}
	p.cover(n, -1)
}
