package simworker

import (
	"slices"

	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/variant"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// likeness searches runs for a question that is similar to a given question. Both
// must have the same kind and form, and must share at least one wrong rule that
// leads to a wrong answer.
type likeness struct {
	to         *quiz.Question
	number     int64 // number of the job that the given question is about
	discipline string
	best       *quiz.Question
}

// rejects reports whether a run has no similar question. If the run has some, it
// stores the most similar question in best.
func (l *likeness) rejects(run *engine.Recording) bool {
	l.best = nil
	most := 0
	for q := range quiz.New(run, l.discipline).All(quiz.Of(l.to.Kind)) {
		common := 0
		for i := range q.Wrong {
			if l.has(q.Wrong[i].Slip.Code) {
				common++
			}
		}
		if common == 0 || l.same(&q) || q.Form != l.to.Form || (len(q.Options) > 0) != (len(l.to.Options) > 0) {
			continue
		}
		score := 4 * common
		if q.Job != workload.NoJob && run.Jobs()[q.Job].Number == l.number {
			score += 2
		}
		if q.Step == l.to.Step {
			score++
		}
		if score > most {
			most, l.best = score, &q
		}
	}
	return l.best == nil
}

// same reports whether q looks the same as the original question: it has the same
// step, time and right answers.
func (l *likeness) same(q *quiz.Question) bool {
	return q.Step == l.to.Step && q.At == l.to.At && slices.EqualFunc(q.Right, l.to.Right, func(a, b quiz.Answer) bool {
		return slices.Equal(a.Jobs, b.Jobs) && slices.Equal(a.Nodes, b.Nodes) && a.Time == b.Time && a.Number == b.Number && a.Choice == b.Choice
	})
}

func (l *likeness) has(code quiz.Misconception) bool {
	for i := range l.to.Wrong {
		if l.to.Wrong[i].Slip.Code == code {
			return true
		}
	}
	return false
}

// similar generates a variant of the scenario on screen in which a similar question
// can be asked. It returns the question and the run of the variant. The run is nil
// if no variant was found.
func (r *Replay) similar(m *message.FindSimilar) (*message.SimilarQuestion, *Replay) {
	out := &message.SimilarQuestion{Serial: m.Serial}
	if m.Step < 0 || int(m.Step) >= r.tape.Len() {
		return out, nil
	}
	found := r.exam().At(int(m.Step), quiz.Of(m.Kind))
	if len(found) == 0 || m.Seed < 1 {
		return out, nil
	}
	like := &likeness{to: &found[0], discipline: r.scenario.Scheduler.Queue}
	if found[0].Job != workload.NoJob {
		like.number = r.tape.Jobs()[found[0].Job].Number
	}
	v, err := variant.Draw(r.scenario, uint64(m.Seed), like.rejects)
	if err != nil || like.best == nil {
		return out, nil
	}
	asked := message.Load{Serial: m.Serial, Form: message.JSON, Text: string(v.Scenario.Canonical()), At: -1, Job: -1}
	what, err := describe(&asked)
	if err != nil {
		return out, nil
	}
	alike, err := open(&asked, what)
	if err != nil {
		return out, nil
	}
	for !alike.Extend(1000) {
	}
	list := alike.exam().At(like.best.Step, quiz.Of(m.Kind))
	if len(list) == 0 {
		return out, nil
	}
	q := alike.covered(list[:1])[0]
	out.Question, out.Loaded = &q, string(alike.Loaded().Pack())
	if q.Before {
		out.Middle = alike.State(&message.Seek{Step: int32(q.Step), Job: workload.NoJob})
	} else {
		out.Middle = alike.middle(q.Step)
	}
	return out, alike
}
