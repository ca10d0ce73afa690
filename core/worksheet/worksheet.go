// Package worksheet draws the questions of each student from a common worksheet,
// and grades the answers that students hand in.
//
// [New] looks up the lessons of a parsed worksheet. [Worksheet.Of] and
// [Worksheet.Parts] return the questions of a student, who is known by a pseudonym.
// A hash of the pseudonym and the worksheet is the seed of the student's variants
// (package variant). So different students get different variants, and the same
// pseudonym always gets the same ones. The empty pseudonym has seed 0 and gets the
// lessons as they are written. Each item of the worksheet has a separate variant,
// so that the answer to one item does not reveal the answer to another.
//
// [Worksheet.Grade] grades a file of answers. It generates the student's questions
// again and ignores any score in the file, so that a student cannot forge the
// score.
//
//	w, err := scenario.ParseWorksheet(text)
//	s, err := worksheet.New(w, lesson) // lesson returns the text of a lesson by name
//	parts, err := s.Parts("pseudonym") // the questions
//	result, err := s.Grade(answers)    // answers from scenario.ParseAnswers
//
// Source: ours (SOURCES.md QUIZ.2).
package worksheet

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/variant"
)

// Worksheet is a worksheet whose lessons and kinds of questions have been looked
// up.
type Worksheet struct {
	*scenario.Worksheet
	items []item
}

type item struct {
	*scenario.WorksheetItem
	scenario *scenario.Scenario
	kinds    quiz.Kinds
}

// New looks up the lessons of a worksheet by name. If it fails, the error is a
// jsondoc.Errors that contains the errors of all items.
func New(w *scenario.Worksheet, lesson func(name string) ([]byte, bool)) (*Worksheet, error) {
	s := &Worksheet{Worksheet: w}
	var wrong jsondoc.Errors
	names := scenario.QuestionKinds()
	last := len(names) - 1
	for i := range w.Items {
		it := item{WorksheetItem: &w.Items[i]}
		place := fmt.Sprintf("items[%d]", i)
		src := it.Scenario
		if it.Lesson != "" {
			found := false
			if src, found = lesson(it.Lesson); !found {
				wrong = append(wrong, jsondoc.Error{Place: place + ".lesson", Problem: fmt.Sprintf("lesson %q does not exist", it.Lesson), Value: it.Lesson, Fix: "write the name of a lesson, such as easy-hole"})
				continue
			}
		}
		var err error
		if it.scenario, err = scenario.Parse(src); err != nil {
			var of jsondoc.Errors
			if !errors.As(err, &of) {
				return nil, err
			}
			for _, e := range of {
				e.Place = place + ".scenario." + e.Place
				wrong = append(wrong, e)
			}
			continue
		}
		for _, name := range it.Kinds {
			k, ok := quiz.KindOf(name)
			if !ok {
				wrong = append(wrong, jsondoc.Error{Place: place + ".kinds", Problem: fmt.Sprintf("kinds names %q, which does not exist", name), Value: name, Fix: "write some of " + strings.Join(names[:last], ", ") + " and " + names[last]})
			}
			it.kinds |= quiz.Of(k)
		}
		if len(it.Kinds) == 0 {
			it.kinds = quiz.AllKinds
		}
		s.items = append(s.items, it)
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	return s, nil
}

// Seed returns the seed of a student's variants; it is 0 for the empty pseudonym.
func (s *Worksheet) Seed(pseudonym string) int64 {
	if pseudonym == "" {
		return 0
	}
	return s.mix(pseudonym, 0)
}

// mix returns a hash of the worksheet, a text and a number. The hash is positive,
// and JavaScript can represent it exactly.
func (s *Worksheet) mix(text string, n int) int64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%d\n%s\n%d", s.Hash, s.Worksheet.Seed, text, n)
	return max(int64(h.Sum64()>>11), 1)
}

// Part holds a student's questions about one item of the worksheet.
type Part struct {
	Item      int // number of the item, from 1
	Scenario  *scenario.Scenario
	Run       *engine.Recording
	Quiz      *quiz.Quiz
	Questions []quiz.Question
	Points    int  // points for each question
	Because   bool // whether the printed worksheet also asks for a reason
	Plain     bool // whether the student gets the lesson as it is written because no variant could be drawn
}

// Of returns a student's questions about item i, counted from 0. Equal pseudonyms
// get equal questions. Cost: a call of variant.Draw, and making all questions for
// each variant that is drawn. It returns an error if the scenario cannot be run.
func (s *Worksheet) Of(pseudonym string, i int) (*Part, error) {
	it := &s.items[i]
	p := &Part{Item: i + 1, Points: it.Points, Because: it.Because}
	seed := uint64(0)
	if pseudonym != "" {
		seed = uint64(s.mix(pseudonym, i+1))
	}
	fill := func(run *engine.Recording) bool {
		p.Run, p.Quiz = run, quiz.New(run, it.scenario.Scheduler.Queue)
		p.Questions = quiz.Draw(p.Quiz.All(it.kinds), it.Count, seed)
		return len(p.Questions) < it.Count
	}
	if seed != 0 && it.scenario.Vary != nil && !it.Fixed {
		v, err := variant.Draw(it.scenario, seed, fill)
		var gaveUp *variant.GaveUp
		if err == nil {
			p.Scenario = v.Scenario
			return p, nil
		} else if !errors.As(err, &gaveUp) {
			return nil, err
		}
		p.Plain = true
	}
	p.Scenario = it.scenario
	c, err := it.scenario.Config()
	if err != nil {
		return nil, err
	}
	run, err := engine.Record(c)
	if err != nil {
		return nil, err
	}
	fill(run)
	return p, nil
}

// Parts returns the questions of a student about all items.
func (s *Worksheet) Parts(pseudonym string) ([]*Part, error) {
	parts := make([]*Part, len(s.items))
	for i := range s.items {
		var err error
		if parts[i], err = s.Of(pseudonym, i); err != nil {
			return nil, fmt.Errorf("items[%d]: %w", i, err)
		}
	}
	return parts, nil
}

// NoteKind is a kind of remark about a file of answers.
type NoteKind uint8

// The kinds of notes.
const (
	OtherWorksheet NoteKind = iota // the file belongs to another worksheet; its answers do not count
	OtherSeed                      // the seed in the file is not the seed of the pseudonym; the answers are graded with the seed of the pseudonym
	OtherEngine                    // the file was made with another version of the engine
	NotAsked                       // the file has N answers to questions that were not asked
	AnsweredTwice                  // the file has N further answers to questions that it already answers; the first answer counts
	NoPseudonym                    // the file has no pseudonym
)

// Note is a remark about a file of answers, for the lecturer.
type Note struct {
	Kind NoteKind
	N    int
	Said string // the value in the file to which the remark refers
}

// AnswerMark is the result of one answer.
type AnswerMark struct {
	Item     int
	ID       string
	Halves   int // half points achieved; using a hint costs half of the points
	Of       int // highest possible number of half points
	Answered bool
	Verdict  quiz.Verdict
}

// WorksheetResult is the result of grading a file of answers.
type WorksheetResult struct {
	Pseudonym  string
	Halves, Of int   // Halves is the number of half points achieved; the field Of is the highest possible number
	Items      []int // half points achieved in each item
	Marks      []AnswerMark
	Notes      []Note
}

// Grade generates the student's questions again and grades the answers. Cost: a
// call of Parts.
func (s *Worksheet) Grade(a *scenario.Answers) (*WorksheetResult, error) {
	r := &WorksheetResult{Pseudonym: a.Pseudonym, Items: make([]int, len(s.items))}
	note := func(k NoteKind, n int, said string) { r.Notes = append(r.Notes, Note{k, n, said}) }
	if a.Pseudonym == "" {
		note(NoPseudonym, 0, "")
	}
	if a.Engine != engine.Version {
		note(OtherEngine, 0, a.Engine)
	}
	if a.Seed != s.Seed(a.Pseudonym) {
		note(OtherSeed, 0, fmt.Sprint(a.Seed))
	}
	if a.Worksheet != s.Hash {
		note(OtherWorksheet, 0, a.Worksheet)
		for _, it := range s.items {
			r.Of += 2 * it.Count * it.Points
		}
		return r, nil
	}
	parts, err := s.Parts(a.Pseudonym)
	if err != nil {
		return nil, err
	}
	used := make([]bool, len(a.Answers))
	twice := 0
	for i, p := range parts {
		for k := range p.Questions {
			q := &p.Questions[k]
			m := AnswerMark{Item: p.Item, ID: q.ID(p.Run.Jobs()), Of: 2 * p.Points}
			for n := range a.Answers {
				x := &a.Answers[n]
				if x.Item != p.Item || x.ID != m.ID {
					continue
				}
				used[n] = true
				if m.Answered {
					twice++
					continue
				}
				m.Answered = true
				m.Verdict, m.Halves = p.mark(q, x)
			}
			r.Items[i] += m.Halves
			r.Halves += m.Halves
			r.Of += m.Of
			r.Marks = append(r.Marks, m)
		}
	}
	if twice > 0 {
		note(AnsweredTwice, twice, "")
	}
	if n := len(a.Answers) - count(used); n > 0 {
		note(NotAsked, n, "")
	}
	return r, nil
}

func count(used []bool) (n int) {
	for _, u := range used {
		if u {
			n++
		}
	}
	return n
}

// mark grades one answer. An answer that cannot be read is wrong.
func (p *Part) mark(q *quiz.Question, x *scenario.StudentAnswer) (quiz.Verdict, int) {
	a, err := Read(q, x.Value, p.Run)
	if err != nil {
		return quiz.Verdict{}, 0
	}
	v := p.Quiz.Grade(q, a)
	switch {
	case !v.Right:
		return v, 0
	case x.Hints > 0:
		return v, p.Points
	}
	return v, 2 * p.Points
}

// Same reports whether one of two files of answers is probably a copy of the other.
// It returns true if both took the same time for every answer, in whole seconds. It
// returns false for files with fewer than three answers, or with answers that took
// no time.
func Same(a, b *scenario.Answers) bool {
	if len(a.Answers) < 3 || len(a.Answers) != len(b.Answers) {
		return false
	}
	return slices.EqualFunc(a.Answers, b.Answers, func(x, y scenario.StudentAnswer) bool {
		return int64(x.Seconds) == int64(y.Seconds) && x.Seconds > 0
	})
}
