package message

import "hopyard/core/quiz"

// JudgeAnswers asks for verdicts on several answers to the question of the given
// kind about the given step. If the question has options, an answer consists of the
// index of an option (Choice), even if the question asks for nodes.
type JudgeAnswers struct {
	Serial, Step int32
	Kind         quiz.QuestionKind
	Alike        bool // the question belongs to the run of the latest SimilarQuestion
	Answers      []quiz.Answer
}

func (m *JudgeAnswers) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Kind)
	c.bool(&m.Alike)
	list(c, &m.Answers, codeAnswer)
}

// AnswersJudged is the answer to JudgeAnswers. It holds a verdict for each answer
// in the same order, and the question with its right answers.
type AnswersJudged struct {
	Serial, Step int32
	Question     quiz.Question
	Verdicts     []AnswerVerdict
}

// AnswerVerdict is the verdict on an answer. Known is false if the answer does not
// name an existing option.
type AnswerVerdict struct {
	Known, Right bool
	Slip         quiz.Slip
	Answer       quiz.Answer
}

func (m *AnswersJudged) code(c *coder) {
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

// Survey asks for all questions about a run.
type Survey struct {
	Serial int32
	Kinds  quiz.Kinds
}

func (m *Survey) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Kinds)
}

// Surveyed is the answer to Survey: the questions in the order of the steps,
// without their right answers.
type Surveyed struct {
	Serial    int32
	Questions []quiz.Question
}

func (m *Surveyed) code(c *coder) {
	code(c, &m.Serial)
	list(c, &m.Questions, codeQuestion)
}

// Pack encodes the message.
func (m *Survey) Pack() []byte { return pack(KindSurvey, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Survey) Unpack(wire []byte) error { return unpack(wire, KindSurvey, m) }

// Pack encodes the message.
func (m *Surveyed) Pack() []byte { return pack(KindSurveyed, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Surveyed) Unpack(wire []byte) error { return unpack(wire, KindSurveyed, m) }

// FindSimilar asks for a question about a random variant of the scenario. The
// question must be similar to the question of the given kind about the given step.
// Equal seeds give equal questions. Seeds start at 1.
type FindSimilar struct {
	Serial, Step int32
	Kind         quiz.QuestionKind
	Seed         int64
}

func (m *FindSimilar) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Kind)
	code(c, &m.Seed)
}

// SimilarQuestion is the answer to FindSimilar: the question, without its right
// answers.
type SimilarQuestion struct {
	Serial   int32
	Loaded   string         // run to which the question belongs, as a packed Loaded
	Question *quiz.Question // nil if no similar question was found
	Middle   *State         // state in which the question is asked: the state before its step if Question.Before is set, otherwise the state in the middle of its step
}

func (m *SimilarQuestion) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Loaded)
	optional(c, &m.Question, codeQuestion)
	optional(c, &m.Middle, func(c *coder, s *State) { s.code(c) })
}

// Pack encodes the message.
func (m *FindSimilar) Pack() []byte { return pack(KindSimilar, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *FindSimilar) Unpack(wire []byte) error { return unpack(wire, KindSimilar, m) }

// Pack encodes the message.
func (m *SimilarQuestion) Pack() []byte { return pack(KindAlike, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *SimilarQuestion) Unpack(wire []byte) error { return unpack(wire, KindAlike, m) }

// Pack encodes the message.
func (m *JudgeAnswers) Pack() []byte { return pack(KindJudge, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *JudgeAnswers) Unpack(wire []byte) error { return unpack(wire, KindJudge, m) }

// Pack encodes the message.
func (m *AnswersJudged) Pack() []byte { return pack(KindJudged, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *AnswersJudged) Unpack(wire []byte) error { return unpack(wire, KindJudged, m) }
