package practice

import (
	"fmt"
	"slices"

	"hopyard/core/quiz"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/recording"
)

// Item is a question of a run in the list from which a lecturer chooses.
type Item struct {
	Key    string // names the question within its run
	Step   int    // that it is about, from 0
	Clock  string // the instant of the step
	Ask    string // the question, as plain text
	Phones bool   // phones can answer it
	Asked  bool   // it is asked unless the lecturer chooses otherwise: one a step
}

// Key names a question within its run: there is one of a kind a step.
func Key(q *quiz.Question) string { return fmt.Sprintf("%s@%d", q.Kind, q.Step) }

// Survey is what the worker is to be asked for all questions of a run; nil where
// there are too many jobs or steps for a list.
func Survey(r *recording.RecordedRun) *message.Survey {
	if r == nil || r.Archive != nil || len(r.Jobs) > smallRun || r.Len() > MaxSteps {
		return nil
	}
	return &message.Survey{Serial: r.Serial, Kinds: kinds}
}

// Items lists the questions of a run. By default each step asks one, of the kind that
// the steps before it asked least.
func (p *PracticePanel) Items(list []quiz.Question) []Item {
	var counts [quiz.NumKinds]int
	out := make([]Item, len(list))
	t := p.teller()
	for i := 0; i < len(list); {
		best, n := -1, i
		for ; n < len(list) && list[n].Step == list[i].Step; n++ {
			q := &list[n]
			out[n] = Item{Key(q), q.Step, p.Run.Clock.At(q.At), i18n.Plain(i18n.UpperHTML(t.Prompt(q))), Phones(q), false}
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

// Phones reports whether a question can be answered without the page's machine: nodes
// that are marked one by one cannot.
func Phones(q *quiz.Question) bool {
	return q.Form != quiz.Nodes && q.Form != quiz.Choice || len(q.Options) > 0
}

// SetPlan says by Key which questions are asked; nil asks all.
func (p *PracticePanel) SetPlan(keys []string) {
	p.plan, p.planned = keys, keys != nil
	p.next = nil // it may have questions that are not in the plan, or lack some that are
}

// Planned reports whether the questions that are asked were chosen.
func (p *PracticePanel) Planned() bool { return p.planned }

// follow leaves those questions of a step that the plan has.
func (p *PracticePanel) follow(m *message.Asked) {
	if !p.planned || p.sought != nil || len(m.Questions) == 0 {
		return
	}
	m.Questions = slices.DeleteFunc(m.Questions, func(q quiz.Question) bool { return !slices.Contains(p.plan, Key(&q)) })
	if len(m.Questions) == 0 {
		m.Step++ // that step asks something else
	}
}

// Afresh forgets what was asked and answered before, and covers what comes after the
// step on screen.
func (p *PracticePanel) Afresh() {
	p.counts, p.points, p.all, p.shown = [quiz.NumKinds]int{}, 0, 0, false
	if p.whole != nil {
		p.recover()
	}
}

// recover covers again what comes after the step that is wanted.
func (p *PracticePanel) recover() {
	n := min(p.Step, p.whole.Len())
	if p.middle != nil && p.asked != nil && p.Step == p.asked.Step+1 || p.graded != nil && p.Step == int(p.graded.Step)+1 && p.Predict.Asking {
		n-- // it was the middle of a step
	}
	p.wish, p.sought = nil, nil
	p.close()
	p.Step = n
	if p.State != nil && (p.State.Middle || int(p.State.Step) > n) {
		p.State = nil
	}
	p.cover(n, -1)
}
