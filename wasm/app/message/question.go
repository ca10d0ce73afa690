package message

import (
	"hopyard/core/quiz"
	"hopyard/core/workload"
)

// ListQuestions asks for the questions about the given step, counted from 0. If the
// step has none, the worker looks for questions in up to Ahead later steps.
type ListQuestions struct {
	Serial      int32
	Step, Ahead int32
	Kinds       quiz.Kinds
}

func (m *ListQuestions) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Ahead)
	code(c, &m.Kinds)
}

// QuestionList is the answer to ListQuestions: the questions about Step, without
// their right answers. The steps from From up to Step have no questions. If
// Questions is empty, Step is the first step that was not examined.
type QuestionList struct {
	Serial     int32
	From, Step int32
	Questions  []quiz.Question
	Middle     *State // state in the middle of the step; most questions refer to this state
}

func (m *QuestionList) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.From)
	code(c, &m.Step)
	list(c, &m.Questions, codeQuestion)
	optional(c, &m.Middle, func(c *coder, s *State) { s.code(c) })
}

// Reply answers the question of the given kind about the given step. If Skip is
// set, the reader gives up instead.
type Reply struct {
	Serial, Step int32
	Kind         quiz.QuestionKind
	Skip         bool
	Answer       quiz.Answer
}

func (m *Reply) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Kind)
	c.bool(&m.Skip)
	codeAnswer(c, &m.Answer)
}

// Graded is the answer to Reply: the grade, the question with its right answers,
// and the state after the step.
type Graded struct {
	Serial, Step int32
	Right, Skip  bool
	Slip         quiz.Slip
	Question     quiz.Question
	After        *State
}

func (m *Graded) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	c.bool(&m.Right)
	c.bool(&m.Skip)
	codeSlip(c, &m.Slip)
	codeQuestion(c, &m.Question)
	optional(c, &m.After, func(c *coder, s *State) { s.code(c) })
}

func codeQuestion(c *coder, q *quiz.Question) {
	code(c, &q.Kind)
	code(c, &q.Form)
	code(c, &q.Step)
	code(c, &q.At)
	code(c, &q.Ordinal)
	code(c, &q.Job)
	code(c, &q.Need)
	code(c, &q.Unit)
	list(c, &q.Right, codeAnswer)
	list(c, &q.Wrong, func(c *coder, m *quiz.Mistake) {
		codeSlip(c, &m.Slip)
		codeAnswer(c, &m.Answer)
	})
	codePlacement(c, &q.Nodes)
	c.text(&q.Name)
	code(c, &q.Limit)
	c.bool(&q.Before)
	list(c, &q.Options, func(c *coder, o *quiz.AnswerOption) {
		codeReason(c, &o.Reason)
		code(c, &o.Event)
		code(c, &o.Job)
		c.text(&o.Policy)
		code(c, &o.Link)
		codePlacement(c, &o.Nodes)
		code(c, &o.Number)
		codeSlip(c, &o.Slip)
	})
	list(c, &q.Facts, codeFact)
	c.bool(&q.Any)
	code(c, &q.Cost)
	code(c, &q.Tie)
	code(c, &q.Speed)
}

func codeAnswer(c *coder, a *quiz.Answer) {
	list(c, &a.Jobs, code[workload.JobID])
	codePlacement(c, &a.Nodes)
	code(c, &a.Time)
	code(c, &a.Within)
	code(c, &a.Number)
	code(c, &a.Choice)
}

func codeSlip(c *coder, s *quiz.Slip) {
	code(c, &s.Code)
	code(c, &s.Job)
	code(c, &s.Other)
	code(c, &s.Need)
	code(c, &s.Have)
	code(c, &s.At)
	code(c, &s.Until)
	code(c, &s.Node)
	list(c, &s.Facts, codeFact)
}

func codeFact(c *coder, f *quiz.Fact) {
	code(c, &f.Job)
	codeReason(c, &f.Reason)
	code(c, &f.Need)
	code(c, &f.At)
	list(c, &f.Sum, func(c *coder, t *quiz.Term) {
		code(c, &t.Kind)
		code(c, &t.Number)
		code(c, &t.Each)
		code(c, &t.Job)
		code(c, &t.At)
		code(c, &t.Part)
		c.text(&t.Name)
	})
}

// Pack encodes the message.
func (m *ListQuestions) Pack() []byte { return pack(KindAsk, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *ListQuestions) Unpack(wire []byte) error { return unpack(wire, KindAsk, m) }

// Pack encodes the message.
func (m *QuestionList) Pack() []byte { return pack(KindAsked, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *QuestionList) Unpack(wire []byte) error { return unpack(wire, KindAsked, m) }

// Pack encodes the message.
func (m *Reply) Pack() []byte { return pack(KindReply, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Reply) Unpack(wire []byte) error { return unpack(wire, KindReply, m) }

// Pack encodes the message.
func (m *Graded) Pack() []byte { return pack(KindGraded, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Graded) Unpack(wire []byte) error { return unpack(wire, KindGraded, m) }
