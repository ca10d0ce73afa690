// Package worksheetpanel lets students answer a worksheet in the page and lets
// lecturers compose one.
//
// A worksheet (core/worksheet) is a list of items with questions about runs. The
// worker makes a student's questions and grades the answers, so that the answers
// that a student submits are graded by the same code as on the page. A
// [WorksheetPanel] goes through these stages:
//
//	p.Open(text, lessons)   // returns a request; Take receives its answer
//	p.Begin(pseudonym)      // requests the first item
//	p.Next()                // returns a question, or the request for the next item
//	p.Give(reply, hinted)   // returns the message about an answer; Note receives the worker's record of it
//	p.Answers()             // returns the file to submit
//	p.Grade()               // requests the marks; Mark receives them
//
// [WorksheetDraft] is the form for composing a worksheet and [PrintLayout] a worksheet for
// printing. Package scorm packs a worksheet for learning management systems.
package worksheetpanel

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// Stage is a student's progress.
type Stage uint8

// The stages.
const (
	Closed  Stage = iota
	Opening       // the worker is reading the worksheet
	Front         // the worksheet has been read, but the student has not begun
	Doing
	Done
)

// WorksheetPanel holds a worksheet and a student's answers.
type WorksheetPanel struct {
	*model.Model
	Stage Stage
	Clock func() float64 // current time in milliseconds

	text      string
	lessons   []message.NamedText
	about     *message.WorksheetPart // contents of the worksheet
	pseudonym string
	notes     []note
	part      *message.WorksheetPart // current item
	task      int                    // index of the question on screen, within part
	given     *note                  // answer sent to the worker, which has not recorded it yet
	began     float64                // time at which the question appeared
	marks     *message.Marks
	told      []string // right answers and reasons by question, as HTML; nil until known
	Preview   bool     // the lecturer is trying the worksheet and can return to the form
	Shut      bool     // the dialog before the first question was closed without beginning
	Delivery  Delivery
	Refusal   string // reason given by the learning management system for refusing the score
	Kept      string // stored text of the worksheet from an earlier visit, see Keep
	serial    int32
}

// note is the record of a question that was answered or skipped.
type note struct {
	item, task int
	id, value  string // value is "" if the question was skipped
	hints      int
	seconds    float64
	right      bool // known only for answers given since the page was opened
}

// New returns a panel without a worksheet.
func New(m *model.Model) *WorksheetPanel {
	return &WorksheetPanel{Model: m, Clock: func() float64 { return 0 }}
}

// NewDraft returns a panel for a second worksheet, read while another one is in
// use. Its requests have separate serial numbers, so that neither panel takes the
// other's answers.
func NewDraft(m *model.Model) *WorksheetPanel {
	p := New(m)
	p.serial = 1 << 30
	return p
}

// Open requests the contents of a worksheet. The request contains only those
// lessons that the text may name.
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

// Close removes the worksheet.
func (p *WorksheetPanel) Close() {
	*p = WorksheetPanel{Model: p.Model, Clock: p.Clock, serial: p.serial}
}

// Text returns the worksheet as it was opened.
func (p *WorksheetPanel) Text() string { return p.text }

// Title returns the title of the worksheet.
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

// Take receives the answer to the latest request. It returns false for another
// answer.
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

// Reread returns a request for the current item, so that the worker knows it again
// after it has read another worksheet. It returns nil if there is no current item.
// The answer is ignored.
func (p *WorksheetPanel) Reread() *message.WorksheetRequest {
	if p.part == nil {
		return nil
	}
	return &message.WorksheetRequest{Text: p.text, Lessons: p.lessons, Pseudonym: p.pseudonym, Item: p.part.Item}
}

// All returns the number of questions.
func (p *WorksheetPanel) All() (n int) {
	if p.about != nil {
		for _, c := range p.about.Counts {
			n += int(c)
		}
	}
	return n
}

// points returns the number of points for all questions.
func (p *WorksheetPanel) points() (n int) {
	for i, c := range p.about.Counts {
		n += int(c) * int(p.about.Points[i])
	}
	return n
}

// Key returns the key under which the browser stores answers to the worksheet.
func (p *WorksheetPanel) Key() string {
	if p.about == nil {
		return ""
	}
	return p.about.Hash
}

// Begin starts the questions for a student, or continues where the stored answers
// end. It returns false if the pseudonym is empty or too long.
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

// Resume continues with the stored pseudonym.
func (p *WorksheetPanel) Resume() (*message.WorksheetRequest, bool) {
	who, _ := p.read()
	return p.Begin(who)
}

// resume returns the request for the item of the latest note, or for the first
// item.
func (p *WorksheetPanel) resume() *message.WorksheetRequest {
	item := 0
	if n := len(p.notes); n > 0 {
		item = p.notes[n-1].item
	}
	return p.ask(item)
}

// Next returns the next question of the current item, or the request for the next
// item, or neither if all questions are done.
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

// Scenario returns the scenario of the current item, and whether its first question
// is on screen.
func (p *WorksheetPanel) Scenario() (text string, fresh bool) {
	return p.part.Scenario, p.task == 0
}

// At returns the number of the question on screen, from 1.
func (p *WorksheetPanel) At() int {
	n := 0
	for i := range int(p.part.Item) {
		n += int(p.about.Counts[i])
	}
	return n + p.task + 1
}

// Give receives an answer or the message that there is none. It returns the message
// for the worker, or nil.
func (p *WorksheetPanel) Give(m *message.Reply, hinted bool) *message.WorksheetAnswer {
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
	return &message.WorksheetAnswer{Serial: p.serial, Item: p.part.Item, Task: int32(p.task), Answer: m.Answer}
}

// Note receives the worker's record of an answer. It returns false if no such
// record is pending.
func (p *WorksheetPanel) Note(m *message.WorksheetAnswerReply) bool {
	if p.given == nil || m.Serial != p.serial || int(m.Task) != p.given.task || int(m.Item) != p.given.item {
		return false
	}
	p.given.value, p.given.right = m.Value, m.Right
	p.notes = append(p.notes, *p.given)
	p.given = nil
	return true
}

// Busy reports whether a pending answer of the worker will change the screen.
func (p *WorksheetPanel) Busy() bool { return p.given != nil || p.Stage == Opening }

// Answers returns the file to submit, and its name.
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

// Pseudonym returns the student's pseudonym.
func (p *WorksheetPanel) Pseudonym() string { return p.pseudonym }

// Grade returns the request for the marks of all answers.
func (p *WorksheetPanel) Grade() *message.Grade {
	_, text := p.Answers()
	return &message.Grade{Serial: p.serial, Answers: text}
}

// Mark receives the marks. It returns false if they are out of date.
func (p *WorksheetPanel) Mark(m *message.Marks) bool {
	if m.Serial != p.serial || p.Stage != Done {
		return false
	}
	p.marks = m
	return true
}

// Tell receives the right answers and reasons by question, as HTML.
func (p *WorksheetPanel) Tell(answers []string) { p.told = answers }

// Keep returns the text from which the answers can be restored after a reload. The
// browser stores it and passes it back in Kept.
func (p *WorksheetPanel) Keep() string {
	var out strings.Builder
	out.WriteString(p.pseudonym)
	for _, n := range p.notes {
		fmt.Fprintf(&out, "\n%d\t%d\t%s\t%d\t%s\t%s", n.item, n.task, n.id, n.hints, strconv.FormatFloat(n.seconds, 'f', -1, 64), n.value)
	}
	return out.String()
}

// read parses the stored text. If a line is damaged, it ignores that line and all
// that follow.
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

// fileName returns a pseudonym with the characters replaced that some systems do
// not allow in file names.
func fileName(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, text)
	return strings.Trim(text, ". ")
}

// Done returns the number of questions done.
func (p *WorksheetPanel) Done() int { return len(p.notes) }
