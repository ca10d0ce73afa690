package scenario

import (
	"fmt"
	"hash/fnv"
	"math"
	"strconv"

	"hopyard/core/jsondoc"
)

// WorksheetVersion is the value of "hopyard_worksheet" and "hopyard_answers" that
// this package reads.
const WorksheetVersion = 1

// Limits on a worksheet and on files of answers.
const (
	MaxItems     = 50
	MaxOfItem    = 50      // number of questions of an item
	MaxPoints    = 1000    // points for one question
	MaxQuestions = 500     // number of questions of a worksheet
	MaxAnswers   = 2000    // number of answers in a file
	MaxPseudonym = 64      // length of a pseudonym in characters
	MaxAnswerIDs = 64      // length of a question's id in characters
	MaxSheet     = 4 << 20 // size of a worksheet in bytes
	MaxHanded    = 1 << 20 // size of a file of answers in bytes
)

// Worksheet is a list of questions for a whole course. The questions are drawn for
// each student. They are about variants of the scenarios, and each student gets
// different variants.
type Worksheet struct {
	Title, Text string
	Seed        int64
	Items       []WorksheetItem
	Hash        string // hash of the text without whitespace, by which a file of answers names its worksheet
}

// WorksheetItem is a group of questions about the same lesson or scenario.
type WorksheetItem struct {
	Lesson   string // name of the lesson; "" if there is a Scenario
	Scenario []byte // text of the scenario; nil if there is a Lesson
	Fixed    bool   // whether all students get the scenario itself instead of a variant
	Kinds    []string
	Count    int // number of questions
	Points   int // points for each question
	Because  bool
}

// Answers is the file that a student hands in.
type Answers struct {
	Worksheet string // Hash of the worksheet
	Engine    string // engine.Version of the program that asked the questions
	Pseudonym string
	Seed      int64
	Answers   []StudentAnswer
}

// StudentAnswer is one answer of a student.
type StudentAnswer struct {
	Item    int    // number of the item, from 1
	ID      string // id of the question, such as "start@600.2"
	Value   string // answer as JSON: a list of jobs, a node list, a time in seconds, a number, or the number of a choice, from 1
	Tries   int
	Hints   int
	Seconds float64 // time that the answer took
}

// Fields of worksheets and of files of answers. A file of answers may contain
// scores, but these are ignored.
var (
	worksheetFields = jsondoc.Fields{Of: "a worksheet", Names: []string{"hopyard_worksheet", "title", "text", "seed", "items"}}
	itemFields      = jsondoc.Fields{Of: "an item", Names: []string{"lesson", "scenario", "fixed", "kinds", "count", "points", "because"}}
	answersFields   = jsondoc.Fields{Of: "a file of answers", Names: []string{"hopyard_answers", "worksheet", "engine", "pseudonym", "seed", "answers", "score", "points", "of"}}
	answerFields    = jsondoc.Fields{Of: "an answer", Names: []string{"item", "id", "answer", "tries", "hints", "seconds", "score", "points", "right"}}
)

// ParseWorksheet reads a worksheet. It checks the syntax and the limits. It does
// not check the scenarios, and it accepts unknown names of lessons and of kinds of
// questions. The error lists everything that is wrong.
func ParseWorksheet(src []byte) (*Worksheet, error) {
	return parseForm(src, MaxSheet, "worksheet", (*parser).worksheet)
}

// ParseAnswers reads a file of answers and ignores the scores in it. The error
// lists everything that is wrong.
func ParseAnswers(src []byte) (*Answers, error) {
	return parseForm(src, MaxHanded, "answers", (*parser).answers)
}

// ListOf returns the numbers in a JSON list of whole numbers. It returns false if
// value is not such a list.
func ListOf(value string) (numbers []int64, ok bool) {
	doc, bad := form("answers", MaxHanded).Scan(value)
	if bad != nil || doc.Kind(jsondoc.Root) != '[' {
		return nil, false
	}
	numbers = []int64{}
	for _, e := range doc.Elements(jsondoc.Root) {
		n, err := strconv.ParseInt(doc.Raw(e), 10, 64)
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, n)
	}
	return numbers, true
}

// TextOf returns the text of a JSON string. It returns false if value is not a
// string.
func TextOf(value string) (text string, ok bool) {
	doc, bad := form("answers", MaxHanded).Scan(value)
	if bad != nil || doc.Kind(jsondoc.Root) != '"' {
		return "", false
	}
	return doc.Text(jsondoc.Root), true
}

// JSON returns the file of answers in the form that ParseAnswers reads.
func (a *Answers) JSON() []byte {
	w := fmt.Appendf(nil, "{\n  \"hopyard_answers\": %d,\n  \"worksheet\": ", WorksheetVersion)
	w = jsondoc.AppendText(w, a.Worksheet)
	w = jsondoc.AppendText(append(w, ",\n  \"engine\": "...), a.Engine)
	w = jsondoc.AppendText(append(w, ",\n  \"pseudonym\": "...), a.Pseudonym)
	w = fmt.Appendf(w, ",\n  \"seed\": %d,\n  \"answers\": [", a.Seed)
	for i := range a.Answers {
		x := &a.Answers[i]
		if i > 0 {
			w = append(w, ',')
		}
		w = jsondoc.AppendText(fmt.Appendf(w, "\n    {\"item\": %d, \"id\": ", x.Item), x.ID)
		w = fmt.Appendf(w, ", \"answer\": %s, \"tries\": %d, \"hints\": %d, \"seconds\": %s}", x.Value, x.Tries, x.Hints, strconv.FormatFloat(x.Seconds, 'f', -1, 64))
	}
	return append(w, "\n  ]\n}\n"...)
}

// parseForm reads a text that is not a scenario. The text may have at most the
// given number of bytes. Errors call the outermost object by the given name (the
// argument whole).
func parseForm[Form any](src []byte, most int, whole string, read func(*parser, *Form)) (*Form, error) {
	r, err := form(whole, most).Open(src)
	if err != nil {
		return nil, err
	}
	p, out := &parser{Reader: r}, new(Form)
	read(p, out)
	if err := p.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

func (p *parser) worksheet(w *Worksheet) {
	at := map[string]jsondoc.Ref{}
	if !p.Object(jsondoc.Root, &worksheetFields, func(name string, v jsondoc.Ref) { at[name] = v }) {
		return
	}
	p.Version(at["hopyard_worksheet"], "hopyard_worksheet", WorksheetVersion)
	if v := at["title"]; v != 0 {
		w.Title, _ = p.Words(v, MaxTitle)
	}
	if v := at["text"]; v != 0 {
		w.Text, _ = p.Words(v, MaxAbout)
	}
	if v := at["seed"]; v != 0 {
		w.Seed, _ = p.Integer(v, 0, MaxNumber)
	}
	if v := at["items"]; v == 0 {
		p.Add(jsondoc.Error{Place: "items", Problem: "items is missing", Fix: `write a list of items, as in [{"lesson": "easy-hole", "kinds": ["start"], "count": 2}]`})
	} else if p.List(v, MaxItems, "items") {
		total := 0
		for _, e := range p.Elements(v) {
			w.Items = append(w.Items, p.item(e))
			total += w.Items[len(w.Items)-1].Count
		}
		if len(w.Items) == 0 {
			p.Wrong(v, "is empty", "", `write an item, as in {"lesson": "easy-hole", "kinds": ["start"], "count": 2}`)
		}
		if total > MaxQuestions {
			p.Wrong(v, fmt.Sprintf("has %d questions", total), fmt.Sprint(MaxQuestions), fmt.Sprintf("at most %d in all; make two worksheets", MaxQuestions))
		}
	}
	w.Hash = p.print(jsondoc.Root)
}

func (p *parser) item(v jsondoc.Ref) WorksheetItem {
	item := WorksheetItem{Count: 1, Points: 1}
	ok := p.Object(v, &itemFields, func(name string, v jsondoc.Ref) {
		switch name {
		case "lesson":
			item.Lesson = p.Line(v, MaxName)
		case "scenario":
			if p.Kind(v) != '{' {
				p.Wrong(v, p.Is(v)+", not a scenario", "", "write {…}")
				return
			}
			item.Scenario = []byte(p.Raw(v))
		case "fixed":
			item.Fixed, _ = p.Truth(v)
		case "kinds":
			item.Kinds = p.Texts(v, 20, MaxName, "kinds")
		case "count":
			n, _ := p.Integer(v, 1, MaxOfItem)
			item.Count = int(n)
		case "points":
			n, _ := p.Integer(v, 0, MaxPoints)
			item.Points = int(n)
		case "because":
			item.Because, _ = p.Truth(v)
		}
	})
	if ok && (item.Lesson == "") == (item.Scenario == nil) {
		p.Wrong(v, "needs exactly one of lesson and scenario", "", `write "lesson": "easy-hole", or "scenario": {…}`)
	}
	return item
}

func (p *parser) answers(a *Answers) {
	at := map[string]jsondoc.Ref{}
	if !p.Object(jsondoc.Root, &answersFields, func(name string, v jsondoc.Ref) { at[name] = v }) {
		return
	}
	p.Version(at["hopyard_answers"], "hopyard_answers", WorksheetVersion)
	for _, x := range []struct {
		name string
		to   *string
	}{{"worksheet", &a.Worksheet}, {"engine", &a.Engine}, {"pseudonym", &a.Pseudonym}} {
		if v := at[x.name]; v != 0 {
			*x.to, _ = p.Words(v, MaxPseudonym)
		}
	}
	if v := at["seed"]; v != 0 {
		a.Seed, _ = p.Integer(v, 0, MaxNumber)
	}
	if v := at["answers"]; v == 0 {
		p.Add(jsondoc.Error{Place: "answers", Problem: "answers is missing", Fix: "write a list of answers; it may be empty"})
	} else if p.List(v, MaxAnswers, "answers") {
		for _, e := range p.Elements(v) {
			a.Answers = append(a.Answers, p.answer(e))
		}
	}
}

func (p *parser) answer(v jsondoc.Ref) StudentAnswer {
	a := StudentAnswer{Tries: 1}
	ok := p.Object(v, &answerFields, func(name string, v jsondoc.Ref) {
		switch name {
		case "item":
			n, _ := p.Integer(v, 1, MaxItems)
			a.Item = int(n)
		case "id":
			a.ID, _ = p.Words(v, MaxAnswerIDs)
		case "answer":
			a.Value = p.Raw(v)
		case "tries":
			n, _ := p.Integer(v, 0, MaxNumber)
			a.Tries = int(min(n, math.MaxInt32))
		case "hints":
			n, _ := p.Integer(v, 0, MaxNumber)
			a.Hints = int(min(n, math.MaxInt32))
		case "seconds":
			const most = 1e9
			f, err := strconv.ParseFloat(p.Raw(v), 64)
			if p.Kind(v) != '0' || err != nil || f < 0 || f > most {
				p.Wrong(v, "is not a number of seconds", "0 to 1e9", "write it as in 12.5")
				return
			}
			a.Seconds = f
		}
	})
	if ok && (a.Item == 0 || a.ID == "") {
		p.Wrong(v, "needs both item and id", "", `write "item": 1, "id": "start@600.2"`)
	}
	if ok && a.Value == "" {
		p.Wrong(v, "has no answer", "", `write "answer": the answer as the worksheet stored it`)
	}
	return a
}

// print returns a hash of a value. The hash does not depend on whitespace between
// the tokens of the value.
func (p *parser) print(v jsondoc.Ref) string {
	h := fnv.New128a()
	h.Write(squeezed([]byte(p.Raw(v))))
	return fmt.Sprintf("%x", h.Sum(nil))[:16]
}
