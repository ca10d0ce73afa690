package message

import "hopyard/core/quiz"

// WorksheetRequest asks what is in a worksheet, or with an Item what a student is asked about
// that one.
type WorksheetRequest struct {
	Serial    int32
	Text      string      // the worksheet's JSON
	Lessons   []NamedText // that it may name
	Pseudonym string
	Item      int32 // from 0; -1: what is in it
	Key       bool  // with what is right, and the run: for paper
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

// WorksheetPart is the answer to Sheet. What is in the worksheet comes with Item -1.
type WorksheetPart struct {
	Serial, Item int32
	Title, About string
	Hash, Engine string
	Seed         int64
	Counts       []int32 // of questions, by item
	Points       []int32 // for each, by item
	Because      bool    // paper asks for a reason
	Plain        bool    // no variant could be drawn
	Scenario     string  // of the item
	Loaded       string  // its run, where the key is wanted
	Tasks        []Task
	Faults       []Problem // why there is none
}

// Task is one question of an item, without what is right unless the key is wanted.
type Task struct {
	ID       string
	Question quiz.Question
	Middle   *State // where it is asked; of one that is asked before its step, the state then
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

// Given is an answer to a question of the latest Part of an item, to be written as
// files of answers have it.
type Given struct {
	Serial, Item, Task int32
	Answer             quiz.Answer
}

func (m *Given) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Item)
	code(c, &m.Task)
	codeAnswer(c, &m.Answer)
}

// Noted is the answer to Given.
type Noted struct {
	Serial, Item, Task int32
	Value              string
	Right              bool
}

func (m *Noted) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Item)
	code(c, &m.Task)
	c.text(&m.Value)
	c.bool(&m.Right)
}

// Grade asks what a file of answers to the latest worksheet is worth.
type Grade struct {
	Serial  int32
	Answers string
}

func (m *Grade) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Answers)
}

// Marks is the answer to Grade; points are doubled.
type Marks struct {
	Serial     int32
	Halves, Of int32
	List       []Mark
}

// Mark is what one answer is worth.
type Mark struct {
	Item            int32 // from 1
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

// Pack writes the message.
func (m *WorksheetRequest) Pack() []byte { return pack(KindSheet, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *WorksheetRequest) Unpack(wire []byte) error { return unpack(wire, KindSheet, m) }

// Pack writes the message.
func (m *WorksheetPart) Pack() []byte { return pack(KindPart, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *WorksheetPart) Unpack(wire []byte) error { return unpack(wire, KindPart, m) }

// Pack writes the message.
func (m *Given) Pack() []byte { return pack(KindGiven, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Given) Unpack(wire []byte) error { return unpack(wire, KindGiven, m) }

// Pack writes the message.
func (m *Noted) Pack() []byte { return pack(KindNoted, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Noted) Unpack(wire []byte) error { return unpack(wire, KindNoted, m) }

// Pack writes the message.
func (m *Grade) Pack() []byte { return pack(KindGrade, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Grade) Unpack(wire []byte) error { return unpack(wire, KindGrade, m) }

// Pack writes the message.
func (m *Marks) Pack() []byte { return pack(KindMarks, m) }

// Unpack reads the message; it fails with ErrWire.
func (m *Marks) Unpack(wire []byte) error { return unpack(wire, KindMarks, m) }
