package simworker

import (
	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
	"hopyard/wasm/app/message"
)

// asking is a search for the next step at which a question can be asked.
type asking struct {
	message.ListQuestions
	at int32
}

// question starts a search for the next question. It examines the first step
// immediately; the method Work examines the later steps.
func (d *Dispatcher) question(m *message.ListQuestions) {
	d.asking = &asking{ListQuestions: *m, at: m.Step}
	d.look()
}

// look examines one more step of the search for the next question.
func (d *Dispatcher) look() {
	a, r := d.asking, d.shown
	last := min(a.Step+a.Ahead, int32(r.tape.Len())-1)
	var found []quiz.Question
	if a.at >= 0 && a.at <= last {
		found = r.exam().At(int(a.at), a.Kinds)
	}
	if len(found) == 0 && a.at < last {
		a.at++
		return
	}
	d.asking = nil
	out := &message.QuestionList{Serial: a.Serial, From: a.Step, Step: a.at}
	if len(found) > 0 {
		out.Questions, out.Middle = r.covered(found), r.middle(int(a.at))
	} else {
		out.Step = min(a.at+1, int32(r.tape.Len()))
	}
	d.say(out.Pack())
}

// maxSurveyed is the greatest number of questions that a survey lists.
const maxSurveyed = 400

// survey is a search for the questions of a whole run. It examines one step at a
// time.
type survey struct {
	message.Survey
	at    int
	found []quiz.Question
}

// step examines one more step. After the last step it returns the answer; until
// then it returns nil.
func (s *survey) step(r *Replay) *message.Surveyed {
	if s.at < r.tape.Len() && len(s.found) < maxSurveyed {
		s.found = append(s.found, r.covered(r.exam().At(s.at, s.Kinds))...)
		s.at++
		return nil
	}
	return &message.Surveyed{Serial: s.Serial, Questions: s.found}
}

// survey examines one more step of the pending survey, and sends the answer after
// the last step.
func (d *Dispatcher) survey() {
	if all := d.surveying.step(d.shown); all != nil {
		d.surveying = nil
		d.say(all.Pack())
	}
}

// covered returns copies of questions without the fields that would reveal the
// answers.
func (r *Replay) covered(list []quiz.Question) []quiz.Question {
	out := make([]quiz.Question, len(list))
	for i, q := range list {
		q.Right, q.Wrong, q.Facts = nil, nil, nil
		q.Any, q.Cost, q.Tie, q.Speed = false, 0, 0, 0
		r.drawn(&q)
		for k := range q.Options {
			q.Options[k].Slip = quiz.Slip{}
			if q.Kind != quiz.Next { // for these questions the number is a cost or a total, which would reveal the answer
				q.Options[k].Number = 0
			}
		}
		out[i] = q
	}
	return out
}

// drawn replaces the numbers of links in a question by their numbers in the
// drawing.
func (r *Replay) drawn(q *quiz.Question) {
	q.Options = append([]quiz.AnswerOption(nil), q.Options...)
	for k := range q.Options {
		if q.Kind == quiz.Link {
			q.Options[k].Link = topology.LinkID(r.way(q.Options[k].Link))
		}
	}
	for i := range q.Facts {
		for k := range q.Facts[i].Sum {
			if t := &q.Facts[i].Sum[k]; t.Kind == quiz.RoomTerm || t.Kind == quiz.WantTerm {
				t.Part = r.way(topology.LinkID(t.Part))
			}
		}
	}
}

// exam returns the quiz about the run. It creates the quiz on the first call.
func (r *Replay) exam() *quiz.Quiz {
	if r.quiz == nil {
		r.quiz = quiz.New(r.tape, r.scenario.Scheduler.Queue)
	}
	return r.quiz
}

// grade grades the reader's answer to a question. It returns nil if the question
// does not exist.
func (r *Replay) grade(m *message.Reply) *message.Graded {
	if m.Step < 0 || int(m.Step) >= r.tape.Len() {
		return nil
	}
	found := r.exam().At(int(m.Step), quiz.Of(m.Kind))
	if len(found) == 0 {
		return nil
	}
	q := &found[0]
	out := &message.Graded{Serial: m.Serial, Step: m.Step, Skip: m.Skip, Question: *q}
	if !m.Skip {
		v := r.exam().Grade(q, m.Answer)
		out.Right, out.Slip = v.Right, v.Slip
	}
	r.drawn(&out.Question)
	out.After = r.State(&message.Seek{Step: m.Step + 1, Job: workload.NoJob})
	return out
}

// judge grades several answers to the same question. It returns nil if the question
// does not exist.
func (r *Replay) judge(m *message.JudgeAnswers) *message.AnswersJudged {
	if m.Step < 0 || int(m.Step) >= r.tape.Len() {
		return nil
	}
	found := r.exam().At(int(m.Step), quiz.Of(m.Kind))
	if len(found) == 0 {
		return nil
	}
	q := &found[0]
	out := &message.AnswersJudged{Serial: m.Serial, Step: m.Step, Question: *q, Verdicts: make([]message.AnswerVerdict, len(m.Answers))}
	for i, a := range m.Answers {
		v := &out.Verdicts[i]
		if len(q.Options) > 0 {
			if a.Choice < 0 || a.Choice >= len(q.Options) {
				continue
			}
			if q.Form == quiz.Nodes {
				a = quiz.Answer{Nodes: q.Options[a.Choice].Nodes, Choice: a.Choice}
			}
		}
		graded := r.exam().Grade(q, a)
		*v = message.AnswerVerdict{Known: true, Right: graded.Right, Slip: graded.Slip, Answer: a}
	}
	r.drawn(&out.Question)
	return out
}

// middle returns the state in the middle of step i: after the event of the step,
// but before its scheduling pass. The state reveals nothing about the outcome of
// the pass. Its promises of waiting jobs are the promises from before the step.
func (r *Replay) middle(i int) *message.State {
	before := r.tape.Seek(i)
	d := r.tape.Deciding(i, before.Clone())
	s := r.middleOf(d.Engine, before, i)
	pass := d.Clone().Decide()
	s.Events = int32(len(r.tape.Events(i)) - len(pass.Events))
	r.explain(s, d.Engine, i, workload.NoJob)
	s.Weighed, s.Reasons = nil, s.Reasons[:min(int(s.Events), len(s.Reasons))]
	return s
}

func (r *Replay) middleOf(e, before *engine.Engine, i int) *message.State {
	state := e.State()
	s := &message.State{
		Serial: r.asked.Serial, Step: int32(i) + 1, Middle: true, Waiting: int32(e.Waiting()),
		Idle: int32(state.Idle().Len()), Shadow: simtime.Never, Figures: r.figures(i),
	}
	promised := map[workload.JobID]simtime.Time{}
	for _, d := range before.Pending() {
		promised[d.Job] = d.Promised
	}
	for _, d := range e.Pending() {
		if len(s.Queue) == maxQueue {
			break
		}
		at, known := promised[d.Job]
		if !known {
			at = simtime.Never
		}
		s.Queue = append(s.Queue, message.Waiting{Job: d.Job, Promised: at})
	}
	r.addRunning(s, e)
	r.addStanding(s, before, workload.NoJob)
	s.Accounts, s.Filters, s.Tests = tightest(e.Accounts()), nil, nil
	failed, noticed := e.Down()
	s.Failed, s.Noticed, s.LinksDown = nodesIn(failed), nodesIn(noticed), nil
	for _, link := range e.LinksDown() {
		if way := r.way(link); way >= 0 {
			s.LinksDown = append(s.LinksDown, way)
		}
	}
	s.Units = unitsOf(r.config.Allocator, &state.Free)
	return s
}
