// Package worksheetpanel is a worksheet in the page: what is in it, doing it question by
// question, and the file of answers. What a student is asked is the worker's to
// make (core/worksheet), so that what is handed in is graded by the same code.
package worksheetpanel

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// Stage is how far a student is.
type Stage uint8

// The stages.
const (
	Closed  Stage = iota
	Opening       // what is in it is being read
	Front         // it is, and nobody has begun
	Doing
	Done
)

// WorksheetPanel is a worksheet and what a student has answered.
type WorksheetPanel struct {
	*model.Model
	Stage Stage
	Clock func() float64 // milliseconds

	text      string
	lessons   []message.NamedText
	about     *message.WorksheetPart // what is in it
	pseudonym string
	notes     []note
	part      *message.WorksheetPart // of the item that is being done
	task      int                    // of part, that is on screen
	given     *note                  // on its way to the worker
	began     float64                // when the question came
	marks     *message.Marks
	told      []string // what was right, and why, by question; nil until it is known
	Preview   bool     // it is tried out by who makes it; leads back to the form
	Shut      bool     // the dialog before the first question was closed without beginning
	Delivery  Delivery
	Refusal   string // why the learning management system refused the score, if it said so
	Kept      string // what a browser has kept of this worksheet; see Keep
	serial    int32
}

// note is what became of a question.
type note struct {
	item, task int
	id, value  string // "" if it was skipped
	hints      int
	seconds    float64
	right      bool // known only of what was answered since the page was opened
}

// New is no worksheet yet.
func New(m *model.Model) *WorksheetPanel {
	return &WorksheetPanel{Model: m, Clock: func() float64 { return 0 }}
}

// NewDraft returns a panel for a worksheet that is read beside another one. It asks under
// serial numbers of its own, so that neither takes the other's answers.
func NewDraft(m *model.Model) *WorksheetPanel {
	p := New(m)
	p.serial = 1 << 30
	return p
}

// Open begins to read a worksheet. Of the lessons it is told those that the text
// may name.
func (p *WorksheetPanel) Open(text string, lessons []message.NamedText) *message.WorksheetRequest {
	serial := p.serial
	*p = WorksheetPanel{Model: p.Model, Clock: p.Clock, Stage: Opening, text: text, serial: serial}
	for _, l := range lessons {
		if strings.Contains(text, `"`+l.Name+`"`) {
			p.lessons = append(p.lessons, l)
		}
	}
	return p.ask(-1)
}

// Close puts the worksheet away.
func (p *WorksheetPanel) Close() {
	*p = WorksheetPanel{Model: p.Model, Clock: p.Clock, serial: p.serial}
}

// Text is the worksheet as it came.
func (p *WorksheetPanel) Text() string { return p.text }

// Title is what people call it.
func (p *WorksheetPanel) Title() string {
	if p.about == nil {
		return ""
	}
	return p.about.Title
}

func (p *WorksheetPanel) ask(item int) *message.WorksheetRequest {
	p.serial++
	return &message.WorksheetRequest{Serial: p.serial, Text: p.text, Lessons: p.lessons, Pseudonym: p.pseudonym, Item: int32(item)}
}

// Take takes in the answer to what was asked last; false for another one.
func (p *WorksheetPanel) Take(m *message.WorksheetPart) bool {
	if m.Serial != p.serial {
		return false
	}
	switch {
	case len(m.Faults) > 0:
		p.Stage = Closed
	case m.Item < 0:
		p.about = m
		if p.Stage == Opening {
			p.Stage = Front
		}
	default:
		p.part = m
	}
	return true
}

// Reread asks once more for the item that is being done, so that the worker knows it again
// after it has read another worksheet; nil where there is none. Nobody takes the answer.
func (p *WorksheetPanel) Reread() *message.WorksheetRequest {
	if p.part == nil {
		return nil
	}
	return &message.WorksheetRequest{Text: p.text, Lessons: p.lessons, Pseudonym: p.pseudonym, Item: p.part.Item}
}

// All is how many questions there are.
func (p *WorksheetPanel) All() (n int) {
	if p.about != nil {
		for _, c := range p.about.Counts {
			n += int(c)
		}
	}
	return n
}

// points is what all of them are worth.
func (p *WorksheetPanel) points() (n int) {
	for i, c := range p.about.Counts {
		n += int(c) * int(p.about.Points[i])
	}
	return n
}

// Key names the worksheet, and the student where there is one, among what is kept.
func (p *WorksheetPanel) Key() string {
	if p.about == nil {
		return ""
	}
	return p.about.Hash
}

// Begin begins to ask a student, or goes on where what was kept ends. It reports
// false for a pseudonym that is none.
func (p *WorksheetPanel) Begin(pseudonym string) (*message.WorksheetRequest, bool) {
	pseudonym = strings.TrimSpace(pseudonym)
	if pseudonym == "" || len([]rune(pseudonym)) > scenario.MaxPseudonym || p.about == nil {
		return nil, false
	}
	p.pseudonym, p.notes, p.marks, p.told = pseudonym, nil, nil, nil
	if who, notes := p.read(); who == pseudonym {
		p.notes = notes
	}
	p.Stage = Doing
	return p.resume(), true
}

// Resume goes on as who has begun.
func (p *WorksheetPanel) Resume() (*message.WorksheetRequest, bool) {
	who, _ := p.read()
	return p.Begin(who)
}

// resume asks for the item of the last note, or the first.
func (p *WorksheetPanel) resume() *message.WorksheetRequest {
	item := 0
	if n := len(p.notes); n > 0 {
		item = p.notes[n-1].item
	}
	return p.ask(item)
}

// Next is the next thing to do: a question of the part that is there, an item to
// ask for, or neither where all is done.
func (p *WorksheetPanel) Next() (task *message.Task, ask *message.WorksheetRequest) {
	p.task = 0
	for _, n := range p.notes {
		if n.item == int(p.part.Item) {
			p.task = n.task + 1
		}
	}
	if p.task < len(p.part.Tasks) {
		p.began = p.Clock()
		return &p.part.Tasks[p.task], nil
	}
	if next := int(p.part.Item) + 1; next < len(p.about.Counts) {
		return nil, p.ask(next)
	}
	p.Stage = Done
	return nil, nil
}

// Scenario is that of the item that is being done.
func (p *WorksheetPanel) Scenario() (text string, fresh bool) {
	return p.part.Scenario, p.task == 0
}

// At is the number of the question on screen, from 1.
func (p *WorksheetPanel) At() int {
	n := 0
	for i := range int(p.part.Item) {
		n += int(p.about.Counts[i])
	}
	return n + p.task + 1
}

// Give takes in an answer, or that there is none: what the worker is to be asked,
// nil for nothing.
func (p *WorksheetPanel) Give(m *message.Reply, hinted bool) *message.Given {
	if p.Stage != Doing || p.given != nil || p.part == nil || p.task >= len(p.part.Tasks) {
		return nil
	}
	x := note{item: int(p.part.Item), task: p.task, id: p.part.Tasks[p.task].ID, seconds: max(0, float64(int((p.Clock()-p.began)/100))/10)}
	if hinted {
		x.hints = 1
	}
	if m.Skip {
		p.notes = append(p.notes, x)
		return nil
	}
	p.given = &x
	return &message.Given{Serial: p.serial, Item: p.part.Item, Task: int32(p.task), Answer: m.Answer}
}

// Note takes in how an answer is written; false if it is not waited for.
func (p *WorksheetPanel) Note(m *message.Noted) bool {
	if p.given == nil || m.Serial != p.serial || int(m.Task) != p.given.task || int(m.Item) != p.given.item {
		return false
	}
	p.given.value, p.given.right = m.Value, m.Right
	p.notes = append(p.notes, *p.given)
	p.given = nil
	return true
}

// Busy reports whether something is on its way that changes what is on screen.
func (p *WorksheetPanel) Busy() bool { return p.given != nil || p.Stage == Opening }

// Answers is the file that is handed in, and its name.
func (p *WorksheetPanel) Answers() (name, text string) {
	a := scenario.Answers{Worksheet: p.about.Hash, Engine: p.about.Engine, Pseudonym: p.pseudonym, Seed: p.seed()}
	for _, n := range p.notes {
		if n.value != "" {
			a.Answers = append(a.Answers, scenario.StudentAnswer{Item: n.item + 1, ID: n.id, Value: n.value, Tries: 1, Hints: n.hints, Seconds: n.seconds})
		}
	}
	return "answers-" + fileName(p.pseudonym) + ".json", string(a.JSON())
}

func (p *WorksheetPanel) seed() int64 {
	if p.part != nil {
		return p.part.Seed
	}
	return p.about.Seed
}

// Pseudonym is whose answers these are.
func (p *WorksheetPanel) Pseudonym() string { return p.pseudonym }

// Grade asks what the answers are worth.
func (p *WorksheetPanel) Grade() *message.Grade {
	_, text := p.Answers()
	return &message.Grade{Serial: p.serial, Answers: text}
}

// Mark takes in what they are worth.
func (p *WorksheetPanel) Mark(m *message.Marks) bool {
	if m.Serial != p.serial || p.Stage != Done {
		return false
	}
	p.marks = m
	return true
}

// Tell takes in what was right, and why, as HTML, by question.
func (p *WorksheetPanel) Tell(answers []string) { p.told = answers }

// Keep is all that brings the answers back after a reload; Kept is read from it.
func (p *WorksheetPanel) Keep() string {
	var out strings.Builder
	out.WriteString(p.pseudonym)
	for _, n := range p.notes {
		fmt.Fprintf(&out, "\n%d\t%d\t%s\t%d\t%s\t%s", n.item, n.task, n.id, n.hints, strconv.FormatFloat(n.seconds, 'f', -1, 64), n.value)
	}
	return out.String()
}

// read reads what was kept. What is broken in it is left out, with all that
// follows.
func (p *WorksheetPanel) read() (who string, notes []note) {
	who, rest, _ := strings.Cut(p.Kept, "\n")
	if rest == "" {
		return who, nil
	}
	for line := range strings.SplitSeq(rest, "\n") {
		f := strings.SplitN(line, "\t", 6)
		if len(f) < 6 {
			break
		}
		n := note{id: f[2], value: f[5]}
		var bad [4]error
		n.item, bad[0] = strconv.Atoi(f[0])
		n.task, bad[1] = strconv.Atoi(f[1])
		n.hints, bad[2] = strconv.Atoi(f[3])
		n.seconds, bad[3] = strconv.ParseFloat(f[4], 64)
		if bad != [4]error{} || p.about == nil || n.item < 0 || n.item >= len(p.about.Counts) || n.task < 0 {
			break
		}
		notes = append(notes, n)
	}
	return who, notes
}

// fileName is a pseudonym as file names may hold it everywhere.
func fileName(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, text)
	return strings.Trim(text, ". ")
}

// Done is how many questions are done.
func (p *WorksheetPanel) Done() int { return len(p.notes) }
