// Package worksheet makes a student's questions from a worksheet, and grades what
// is handed in by making them again: a score in a file counts for nothing.
//
// A student is a pseudonym. Its hash with the worksheet is the seed of the
// student's variants, so that everybody is asked something else and the same
// pseudonym always the same. Nobody in particular, "", has seed 0: the lessons as
// they are written. Items are drawn from variants of their own, so that none
// answers another.
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
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/variant"
)

// Worksheet is a worksheet whose lessons and kinds of questions are known.
type Worksheet struct {
	*scenario.Worksheet
	items []item
}

type item struct {
	*scenario.WorksheetItem
	scenario *scenario.Scenario
	kinds    quiz.Kinds
}

// New finds the lessons of a worksheet by their names. Errors: scenario.Errors, of
// all items.
func New(w *scenario.Worksheet, lesson func(name string) ([]byte, bool)) (*Worksheet, error) {
	s := &Worksheet{Worksheet: w}
	var wrong scenario.Errors
	names := scenario.QuestionKinds()
	last := len(names) - 1
	for i := range w.Items {
		it := item{WorksheetItem: &w.Items[i]}
		place := fmt.Sprintf("items[%d]", i)
		src := it.Scenario
		if it.Lesson != "" {
			found := false
			if src, found = lesson(it.Lesson); !found {
				wrong = append(wrong, scenario.Error{Place: place + ".lesson", Problem: fmt.Sprintf("lesson %q is not there", it.Lesson), Value: it.Lesson, Fix: "write the name of a lesson, such as easy-hole"})
				continue
			}
		}
		var err error
		if it.scenario, err = scenario.Parse(src); err != nil {
			var of scenario.Errors
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
				wrong = append(wrong, scenario.Error{Place: place + ".kinds", Problem: fmt.Sprintf("kinds names %q, which there is not", name), Value: name, Fix: "write some of " + strings.Join(names[:last], ", ") + " and " + names[last]})
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

// Seed is the seed of a student's variants: 0 for nobody in particular.
func (s *Worksheet) Seed(pseudonym string) int64 {
	if pseudonym == "" {
		return 0
	}
	return s.mix(pseudonym, 0)
}

// mix is a hash of the worksheet, a text and a number that JavaScript counts
// exactly, and not 0.
func (s *Worksheet) mix(text string, n int) int64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%d\n%s\n%d", s.Hash, s.Worksheet.Seed, text, n)
	return max(int64(h.Sum64()>>11), 1)
}

// Part is what a student is asked about one item.
type Part struct {
	Item      int // from 1
	Scenario  *scenario.Scenario
	Run       *engine.Recording
	Quiz      *quiz.Quiz
	Questions []quiz.Question
	Points    int  // for each question
	Because   bool // paper asks for a reason, too
	Plain     bool // no variant could be drawn, and it is the lesson as it is written
}

// Of is a student's part of item i, from 0. Equal pseudonyms are asked equally.
// Cost: that of variant.Draw, and of all questions of each variant that is drawn.
// Errors: of the scenario, if it cannot be run.
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

// Parts are all that a student is asked.
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

// NoteKind is something that a lecturer should know of what was handed in.
type NoteKind uint8

// The kinds of notes.
const (
	OtherWorksheet NoteKind = iota // it answers another worksheet: nothing counts
	OtherSeed                      // its seed is not that of its pseudonym; it is graded by that
	OtherEngine                    // it was made with another version of the engine
	NotAsked                       // it has N answers to questions that were not asked
	AnsweredTwice                  // it has N answers to questions that it has answered before; the first count
	NoPseudonym                    // it does not say whose it is
)

// Note is one of them.
type Note struct {
	Kind NoteKind
	N    int
	Said string // what the file says
}

// AnswerMark is what one answer is worth.
type AnswerMark struct {
	Item     int
	ID       string
	Halves   int // points, doubled: a hint costs half
	Of       int // points, doubled
	Answered bool
	Verdict  quiz.Verdict
}

// WorksheetResult is what a file of answers is worth.
type WorksheetResult struct {
	Pseudonym  string
	Halves, Of int   // points, doubled
	Items      []int // of each item, doubled
	Marks      []AnswerMark
	Notes      []Note
}

// Grade asks the student's questions again and grades the answers. Cost: that of
// Parts.
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

// mark grades one answer. An answer that is none is wrong.
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

// Same reports whether two files took equal times for every answer, to the second,
// of which there are at least three: one of them is a copy.
func Same(a, b *scenario.Answers) bool {
	if len(a.Answers) < 3 || len(a.Answers) != len(b.Answers) {
		return false
	}
	return slices.EqualFunc(a.Answers, b.Answers, func(x, y scenario.StudentAnswer) bool {
		return int64(x.Seconds) == int64(y.Seconds) && x.Seconds > 0
	})
}
