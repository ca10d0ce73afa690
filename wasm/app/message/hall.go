package message

import "hopyard/core/quiz"

// Judge asks what different answers to the question of a kind about step Step are
// worth. Answers of a form with options name one by its place (Choice), nodes too.
type Judge struct {
	Serial, Step int32
	Kind         quiz.QuestionKind
	Alike        bool // the question is the latest Alike's
	Answers      []quiz.Answer
}

func (m *Judge) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Kind)
	c.bool(&m.Alike)
	list(c, &m.Answers, codeAnswer)
}

// Judged are the verdicts, in the order of the answers, and the question with what
// is right.
type Judged struct {
	Serial, Step int32
	Question     quiz.Question
	Verdicts     []AnswerVerdict
}

// AnswerVerdict is what one answer is worth; not Known if it names no option.
type AnswerVerdict struct {
	Known, Right bool
	Slip         quiz.Slip
	Answer       quiz.Answer
}

func (m *Judged) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	codeQuestion(c, &m.Question)
	list(c, &m.Verdicts, func(c *coder, v *AnswerVerdict) {
		c.bool(&v.Known)
		c.bool(&v.Right)
		codeSlip(c, &v.Slip)
		codeAnswer(c, &v.Answer)
	})
}

// Survey asks for all questions of a run.
type Survey struct {
	Serial int32
	Kinds  quiz.Kinds
}

func (m *Survey) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Kinds)
}

// Surveyed lists the questions of a run in the order of its steps, without what is
// right.
type Surveyed struct {
	Serial    int32
	Questions []quiz.Question
}

func (m *Surveyed) code(c *coder) {
	code(c, &m.Serial)
	list(c, &m.Questions, codeQuestion)
}

// Pack writes the message.
func (m *Survey) Pack() []byte { return pack(KindSurvey, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Survey) Unpack(wire []byte) error { return unpack(wire, KindSurvey, m) }

// Pack writes the message.
func (m *Surveyed) Pack() []byte { return pack(KindSurveyed, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Surveyed) Unpack(wire []byte) error { return unpack(wire, KindSurveyed, m) }

// Similar asks for a question with the same point as that of a kind about step Step, in
// a variant of the scenario. Equal seeds, from 1, give equal ones.
type Similar struct {
	Serial, Step int32
	Kind         quiz.QuestionKind
	Seed         int64
}

func (m *Similar) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Kind)
	code(c, &m.Seed)
}

// Alike is that question, without what is right.
type Alike struct {
	Serial   int32
	Loaded   string         // its run, as a Loaded
	Question *quiz.Question // nil: none could be drawn
	Middle   *State         // where it is asked; of one that is asked before its step, the state then
}

func (m *Alike) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Loaded)
	optional(c, &m.Question, codeQuestion)
	optional(c, &m.Middle, func(c *coder, s *State) { s.code(c) })
}

// Pack writes the message.
func (m *Similar) Pack() []byte { return pack(KindSimilar, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Similar) Unpack(wire []byte) error { return unpack(wire, KindSimilar, m) }

// Pack writes the message.
func (m *Alike) Pack() []byte { return pack(KindAlike, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Alike) Unpack(wire []byte) error { return unpack(wire, KindAlike, m) }

// Pack writes the message.
func (m *Judge) Pack() []byte { return pack(KindJudge, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Judge) Unpack(wire []byte) error { return unpack(wire, KindJudge, m) }

// Pack writes the message.
func (m *Judged) Pack() []byte { return pack(KindJudged, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Judged) Unpack(wire []byte) error { return unpack(wire, KindJudged, m) }
