package message

import "hopyard/core/quiz"

// WorksheetRequest asks what a worksheet contains. With an Item it asks for the
// questions that a student gets for that item.
type WorksheetRequest struct {
	Serial    int32
	Text      string      // the worksheet's JSON
	Lessons   []NamedText // lessons that the worksheet may name
	Pseudonym string
	Item      int32 // index of the item, from 0; -1: only the contents of the worksheet
	Key       bool  // include the right answers and the run, to print the key
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

// WorksheetPart is the answer to WorksheetRequest. The contents of the worksheet
// are in every answer; the rest needs an Item.
type WorksheetPart struct {
	Serial, Item int32
	Title, About string
	Hash, Engine string
	Seed         int64
	Counts       []int32 // number of questions of each item
	Points       []int32 // points for each question, by item
	Because      bool    // on paper, the student must give a reason
	Plain        bool    // no variant could be drawn
	Scenario     string  // scenario of the item
	Loaded       string  // run of the item, if the key was requested
	Tasks        []Task
	Faults       []Problem // why there is no part
}

// Task is one question of an item, without the right answers unless the key was
// requested.
type Task struct {
	ID       string
	Question quiz.Question
	Middle   *State // state in which the question is asked: in the middle of its step, or before the step if the question is asked before it
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

// WorksheetAnswer is an answer to a question of the latest WorksheetPart of an item. The
// worker writes it in the format of answer files.
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

// WorksheetAnswerReply is the answer to Given.
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

// Grade asks for the marks of a file of answers to the latest worksheet.
type Grade struct {
	Serial  int32
	Answers string
}

func (m *Grade) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Answers)
}

// Marks is the answer to Grade. Halves and Of count half points.
type Marks struct {
	Serial     int32
	Halves, Of int32
	List       []Mark
}

// Mark is the mark of one answer, in half points.
type Mark struct {
	Item            int32 // item, from 1
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
