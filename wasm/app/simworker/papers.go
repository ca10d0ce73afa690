package simworker

import (
	"hopyard/core/engine"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/workload"
	"hopyard/core/worksheet"
	"hopyard/wasm/app/message"
)

// papers holds a worksheet. It also holds the item that was requested last, in the
// version for one student. The build puts the methods into a part of the program
// that only readers of worksheets download (tools/build/parts.go).
type papers struct {
	text  string
	sheet *worksheet.Worksheet
	item  int32
	part  *worksheet.Part
}

// handle answers a message about worksheets.
func (p *papers) handle(wire []byte) []byte {
	switch message.KindOf(wire) {
	case message.KindSheet:
		var m message.WorksheetRequest
		if m.Unpack(wire) == nil {
			return p.of(&m).Pack()
		}
	case message.KindWorksheetAnswer:
		var m message.WorksheetAnswer
		if m.Unpack(wire) == nil && p.part != nil && m.Item == p.item && m.Task >= 0 && int(m.Task) < len(p.part.Questions) {
			return p.note(&m).Pack()
		}
	case message.KindGrade:
		var m message.Grade
		if m.Unpack(wire) == nil && p.sheet != nil {
			return p.grade(&m).Pack()
		}
	}
	return nil
}

// of returns the contents of a worksheet. If m names an item of the worksheet, it
// also returns the item's questions.
func (p *papers) of(m *message.WorksheetRequest) *message.WorksheetPart {
	out := &message.WorksheetPart{Serial: m.Serial, Item: m.Item, Engine: engine.Version}
	if err := p.read(m); err != nil {
		out.Faults = faults(err)
		return out
	}
	s := p.sheet
	out.Title, out.About, out.Hash, out.Seed = s.Title, s.Text, s.Hash, s.Seed(m.Pseudonym)
	for i := range s.Items {
		out.Counts = append(out.Counts, int32(s.Items[i].Count))
		out.Points = append(out.Points, int32(s.Items[i].Points))
	}
	if m.Item < 0 || int(m.Item) >= len(s.Items) {
		return out
	}
	if err := p.draw(m, out); err != nil {
		out.Faults = faults(err)
	}
	return out
}

// read parses a worksheet. It does nothing if the worksheet has not changed since
// the last call.
func (p *papers) read(m *message.WorksheetRequest) error {
	if p.sheet != nil && p.text == m.Text {
		return nil
	}
	p.sheet, p.part, p.text = nil, nil, m.Text
	w, err := scenario.ParseWorksheet([]byte(m.Text))
	if err != nil {
		return err
	}
	p.sheet, err = worksheet.New(w, func(name string) ([]byte, bool) {
		for i := range m.Lessons {
			if m.Lessons[i].Name == name {
				return []byte(m.Lessons[i].Text), true
			}
		}
		return nil, false
	})
	return err
}

// draw makes an item's questions for one student, who is identified by a pseudonym.
func (p *papers) draw(m *message.WorksheetRequest, out *message.WorksheetPart) error {
	part, err := p.sheet.Of(m.Pseudonym, int(m.Item))
	if err != nil {
		return err
	}
	p.part, p.item = part, m.Item
	out.Because, out.Plain, out.Scenario = part.Because, part.Plain, string(part.Scenario.Canonical())
	asked := message.Load{Serial: m.Serial, Form: message.JSON, Text: out.Scenario, At: -1, Job: -1}
	what, err := describe(&asked)
	if err != nil {
		return err
	}
	r, err := open(&asked, what)
	if err != nil {
		return err
	}
	for !r.Extend(1000) {
	}
	if m.Key {
		out.Loaded = string(r.Loaded().Pack())
	}
	for i := range part.Questions {
		q := &part.Questions[i]
		t := message.Task{ID: q.ID(part.Run.Jobs()), Question: *q}
		if !m.Key {
			t.Question = r.covered([]quiz.Question{*q})[0]
		} else {
			r.drawn(&t.Question)
		}
		if !q.Before {
			t.Middle = r.middle(q.Step)
		} else if m.Key {
			t.Middle = r.State(&message.Seek{Step: int32(q.Step), Job: workload.NoJob})
		}
		out.Tasks = append(out.Tasks, t)
	}
	return nil
}

// note grades an answer, and returns it in the format of answer files.
func (p *papers) note(m *message.WorksheetAnswer) *message.WorksheetAnswerReply {
	q := &p.part.Questions[m.Task]
	value := worksheet.Write(q, &m.Answer, p.part.Run)
	out := &message.WorksheetAnswerReply{Serial: m.Serial, Item: m.Item, Task: m.Task, Value: value}
	if a, err := worksheet.Read(q, value, p.part.Run); err == nil {
		out.Right = p.part.Quiz.Grade(q, a).Right
	}
	return out
}

// grade asks all questions of the worksheet again, grades a file of answers and
// returns the marks.
func (p *papers) grade(m *message.Grade) *message.Marks {
	out := &message.Marks{Serial: m.Serial}
	a, err := scenario.ParseAnswers([]byte(m.Answers))
	if err != nil {
		return out
	}
	r, err := p.sheet.Grade(a)
	if err != nil {
		return out
	}
	out.Halves, out.Of = int32(r.Halves), int32(r.Of)
	for _, k := range r.Marks {
		out.List = append(out.List, message.Mark{Item: int32(k.Item), ID: k.ID, Halves: int32(k.Halves), Of: int32(k.Of), Answered: k.Answered, Right: k.Verdict.Right})
	}
	return out
}
