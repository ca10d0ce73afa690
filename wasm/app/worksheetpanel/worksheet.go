// Package worksheetpanel lets students answer a worksheet in the page. It also lets
// lecturers compose a worksheet.
//
// A worksheet (core/worksheet) is a list of items with questions about runs. The
// worker makes the questions for a student and grades the answers. Submitted
// answers are graded by the same code. A [WorksheetPanel] goes through these
// stages:
//
//	p.Open(text, lessons)   // returns a request; Take receives its answer
//	p.Begin(pseudonym)      // requests the first item
//	p.Next()                // returns a question, or the request for the next item
//	p.Give(reply, hinted)   // returns the message about an answer; Note receives the worker's record of it
//	p.Answers()             // returns the file to submit
//	p.Grade()               // requests the marks; Mark receives them
//
// [WorksheetDraft] is the form in which a lecturer composes a worksheet, and
// [PrintLayout] makes a worksheet for printing. Package scorm packs a worksheet for
// learning management systems.
package worksheetpanel

import (
	"fmt"
	"strconv"
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
	"hopyard/wasm/html"
)

// Stage is the stage of a student's work on a worksheet.
type Stage uint8

// The stages of a student's work.
const (
	Closed  Stage = iota
	Opening       // the worker is reading the text of the worksheet
	Front         // the worker has read the worksheet, but the student has not begun
	Doing
	Done
)

// WorksheetPanel holds a worksheet and the answers of a student.
type WorksheetPanel struct {
	*model.Model
	Stage Stage
	Clock func() float64 // current time in milliseconds

	text      string
	lessons   []message.NamedText
	about     *message.WorksheetPart // the worksheet as a whole; nil until the worker has read it
	pseudonym string
	notes     []note
	part      *message.WorksheetPart // the current item with its questions; nil before the first item
	task      int                    // index of the question on screen within the item
	given     *note                  // answer that was sent to the worker and is not confirmed yet; nil for none
	began     float64                // time at which the question appeared, in milliseconds
	marks     *message.Marks
	told      []html.HTML // right answers and reasons for all questions, as HTML; nil until they are known
	Preview   bool        // a lecturer is trying the worksheet and can return to the form
	Shut      bool        // the student closed the first dialog of the worksheet without beginning
	Delivery  Delivery
	Refusal   string // reason why the learning management system refused the score
	Kept      string // text stored on an earlier visit, from which the student's answers can be restored; see Keep
	serial    int32
}

// note is the record of a question that the student has answered or skipped.
type note struct {
	item, task int
	id, value  string // value is "" for a skipped question
	hints      int
	seconds    float64
	right      bool // valid only if the student gave the answer after the page was opened
}

// New returns a panel without a worksheet.
func New(m *model.Model) *WorksheetPanel {
	return &WorksheetPanel{Model: m, Clock: func() float64 { return 0 }}
}

// NewDraft returns a panel for a second worksheet that is read while another panel
// is in use. The serial numbers of its requests are in a separate range. Neither
// panel therefore accepts answers to the other panel's requests.
func NewDraft(m *model.Model) *WorksheetPanel {
	p := New(m)
	p.serial = 1 << 30
	return p
}

// Open returns a request to read the text of a worksheet. Of the given lessons, the
// request contains only those whose names appear in the text.
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

// Close removes the worksheet and the answers.
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

// Take handles the worker's answer to a request. It returns false if the request
// was not the latest one.
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

// Reread returns a request for the current item, or nil if there is no current
// item. The request is needed after the worker has read another worksheet, because
// the worker then no longer knows the item. The panel ignores the answer.
func (p *WorksheetPanel) Reread() *message.WorksheetRequest {
	if p.part == nil {
		return nil
	}
	return &message.WorksheetRequest{Text: p.text, Lessons: p.lessons, Pseudonym: p.pseudonym, Item: p.part.Item}
}

// All returns the number of questions in the worksheet.
func (p *WorksheetPanel) All() (n int) {
	if p.about != nil {
		for _, c := range p.about.Counts {
			n += int(c)
		}
	}
	return n
}

// points returns the total number of points of all questions.
func (p *WorksheetPanel) points() (n int) {
	for i, c := range p.about.Counts {
		n += int(c) * int(p.about.Points[i])
	}
	return n
}

// Key returns the key under which the browser stores the student's answers.
func (p *WorksheetPanel) Key() string {
	if p.about == nil {
		return ""
	}
	return p.about.Hash
}

// Begin starts the worksheet for a student and returns the request for the first
// item. If answers are stored under the same pseudonym, Begin restores them and
// requests the item of the last answer instead. Begin returns false if the
// pseudonym is empty or too long.
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

// Resume starts the worksheet with the pseudonym and the answers in the stored
// text.
func (p *WorksheetPanel) Resume() (*message.WorksheetRequest, bool) {
	who, _ := p.read()
	return p.Begin(who)
}

// resume returns the request for the item of the last answered or skipped question.
// If there is no such question, it requests the first item.
func (p *WorksheetPanel) resume() *message.WorksheetRequest {
	item := 0
	if n := len(p.notes); n > 0 {
		item = p.notes[n-1].item
	}
	return p.ask(item)
}

// Next returns the next question of the current item. If the item has no more
// questions, it returns the request for the next item. If all questions are done,
// both results are nil.
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

// Scenario returns the scenario of the current item. It also returns whether the
// question on screen is the first question of the item.
func (p *WorksheetPanel) Scenario() (text string, fresh bool) {
	return p.part.Scenario, p.task == 0
}

// At returns the number of the question on screen. Questions are numbered from 1.
func (p *WorksheetPanel) At() int {
	n := 0
	for i := range int(p.part.Item) {
		n += int(p.about.Counts[i])
	}
	return n + p.task + 1
}

// Give handles the student's answer, or the message that the student skips the
// question. It returns the answer for the worker to check, or nil for a skipped
// question.
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

// Note handles the worker's confirmation of an answer. It returns false if the
// panel does not wait for this confirmation.
func (p *WorksheetPanel) Note(m *message.WorksheetAnswerReply) bool {
	if p.given == nil || m.Serial != p.serial || int(m.Task) != p.given.task || int(m.Item) != p.given.item {
		return false
	}
	p.given.value, p.given.right = m.Value, m.Right
	p.notes = append(p.notes, *p.given)
	p.given = nil
	return true
}

// Busy reports whether the worker still has to send an answer after which the
// screen changes.
func (p *WorksheetPanel) Busy() bool { return p.given != nil || p.Stage == Opening }

// Answers returns the name and the text of the file that the student submits.
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

// Grade returns the request for the marks of all answers.
func (p *WorksheetPanel) Grade() *message.Grade {
	_, text := p.Answers()
	return &message.Grade{Serial: p.serial, Answers: text}
}

// Mark stores the marks. It returns false if the request for them is not the latest
// one, or if the student has not finished.
func (p *WorksheetPanel) Mark(m *message.Marks) bool {
	if m.Serial != p.serial || p.Stage != Done {
		return false
	}
	p.marks = m
	return true
}

// Tell stores the right answer and the reasons for each question, as HTML.
func (p *WorksheetPanel) Tell(answers []html.HTML) { p.told = answers }

// Keep returns the student's answers as text, which the browser stores. On the next
// visit the page puts this text into the field Kept, so that the answers can be
// restored.
func (p *WorksheetPanel) Keep() string {
	var out strings.Builder
	out.WriteString(p.pseudonym)
	for _, n := range p.notes {
		fmt.Fprintf(&out, "\n%d\t%d\t%s\t%d\t%s\t%s", n.item, n.task, n.id, n.hints, strconv.FormatFloat(n.seconds, 'f', -1, 64), n.value)
	}
	return out.String()
}

// read parses the stored text and returns the pseudonym and the records of the
// questions. If a line is damaged, read ignores that line and all later lines.
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

// fileName replaces characters in a pseudonym that are not allowed in file names on
// some systems.
func fileName(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, text)
	return strings.Trim(text, ". ")
}

// Done returns the number of questions that have been answered or skipped.
func (p *WorksheetPanel) Done() int { return len(p.notes) }
