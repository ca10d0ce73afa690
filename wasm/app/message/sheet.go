package message

import "hopyard/core/quiz"

// WorksheetRequest asks for the contents of a worksheet. If it names an Item, it
// also asks for the questions that a student gets for this item.
type WorksheetRequest struct {
	Serial    int32
	Text      string      // the worksheet's JSON
	Lessons   []NamedText // lessons to which the worksheet may refer
	Pseudonym string
	Item      int32 // index of the item, or -1 for the contents alone
	Key       bool  // include the right answers and the run, so that an answer key can be printed
}

// NamedText is a text with its name.
type NamedText struct{ Name, Text string }

func (m *WorksheetRequest) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Text)
	list(c, &m.Lessons, func(c *coder, n *NamedText) {
		c.text(&n.Name)
		c.text(&n.Text)
	})
	c.text(&m.Pseudonym)
	code(c, &m.Item)
	c.bool(&m.Key)
}

// WorksheetPart is the answer to WorksheetRequest. Every answer has the contents of
// the worksheet. The fields from Because to Tasks are set if the request names an
// item.
type WorksheetPart struct {
	Serial, Item int32
	Title, About string
	Hash, Engine string
	Seed         int64
	Counts       []int32 // number of questions of each item
	Points       []int32 // points for each question of each item
	Because      bool    // on the printed worksheet, the student must give a reason
	Plain        bool    // the scenario is the original lesson, because no variant could be generated
	Scenario     string  // scenario of the item
	Loaded       string  // run of the item, if the key was requested
	Tasks        []Task
	Faults       []Problem // errors because of which the item cannot be shown
}

// Task is a question of a worksheet item. It includes the right answers only if the
// request asks for the key.
type Task struct {
	ID       string
	Question quiz.Question
	Middle   *State // state in which the question is asked: the state before its step if Question.Before is set, otherwise the state in the middle of its step
}

func (m *WorksheetPart) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Item)
	c.text(&m.Title)
	c.text(&m.About)
	c.text(&m.Hash)
	c.text(&m.Engine)
	code(c, &m.Seed)
	list(c, &m.Counts, code[int32])
	list(c, &m.Points, code[int32])
	c.bool(&m.Because)
	c.bool(&m.Plain)
	c.text(&m.Scenario)
	c.text(&m.Loaded)
	list(c, &m.Tasks, func(c *coder, t *Task) {
		c.text(&t.ID)
		codeQuestion(c, &t.Question)
		optional(c, &t.Middle, func(c *coder, s *State) { s.code(c) })
	})
	list(c, &m.Faults, codeFault)
}

// WorksheetAnswer is an answer to a question of the item in the latest
// WorksheetPart. The worker converts it to the format of answer files and grades
// it.
type WorksheetAnswer struct {
	Serial, Item, Task int32
	Answer             quiz.Answer
}

func (m *WorksheetAnswer) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Item)
	code(c, &m.Task)
	codeAnswer(c, &m.Answer)
}

// WorksheetAnswerReply is the answer to WorksheetAnswer.
type WorksheetAnswerReply struct {
	Serial, Item, Task int32
	Value              string
	Right              bool
}

func (m *WorksheetAnswerReply) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Item)
	code(c, &m.Task)
	c.text(&m.Value)
	c.bool(&m.Right)
}

// Grade asks for the marks of a file of answers to the latest worksheet. The field
// Answers holds the file.
type Grade struct {
	Serial  int32
	Answers string
}

func (m *Grade) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Answers)
}

// Marks is the answer to Grade. The field Halves is the number of half points
// achieved, and the field Of is the highest number possible.
type Marks struct {
	Serial     int32
	Halves, Of int32
	List       []Mark
}

// Mark is the mark of one answer, in half points.
type Mark struct {
	Item            int32 // number of the item, from 1
	ID              string
	Halves, Of      int32
	Answered, Right bool
}

func (m *Marks) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Halves)
	code(c, &m.Of)
	list(c, &m.List, func(c *coder, k *Mark) {
		code(c, &k.Item)
		c.text(&k.ID)
		code(c, &k.Halves)
		code(c, &k.Of)
		c.bool(&k.Answered)
		c.bool(&k.Right)
	})
}

// Pack encodes the message.
func (m *WorksheetRequest) Pack() []byte { return pack(KindSheet, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *WorksheetRequest) Unpack(wire []byte) error { return unpack(wire, KindSheet, m) }

// Pack encodes the message.
func (m *WorksheetPart) Pack() []byte { return pack(KindPart, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *WorksheetPart) Unpack(wire []byte) error { return unpack(wire, KindPart, m) }

// Pack encodes the message.
func (m *WorksheetAnswer) Pack() []byte { return pack(KindWorksheetAnswer, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *WorksheetAnswer) Unpack(wire []byte) error { return unpack(wire, KindWorksheetAnswer, m) }

// Pack encodes the message.
func (m *WorksheetAnswerReply) Pack() []byte { return pack(KindWorksheetAnswerReply, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *WorksheetAnswerReply) Unpack(wire []byte) error {
	return unpack(wire, KindWorksheetAnswerReply, m)
}

// Pack encodes the message.
func (m *Grade) Pack() []byte { return pack(KindGrade, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Grade) Unpack(wire []byte) error { return unpack(wire, KindGrade, m) }

// Pack encodes the message.
func (m *Marks) Pack() []byte { return pack(KindMarks, m) }

// Unpack decodes the message. It returns ErrWire if the bytes are malformed.
func (m *Marks) Unpack(wire []byte) error { return unpack(wire, KindMarks, m) }
