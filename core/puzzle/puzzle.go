// Package puzzle draws one small scheduling problem for each date. It needs no
// network and gives the same problem on every machine: the date is the seed, and
// all draws are integers from one seeded source.
//
// A [Puzzle] has two parts about the same eight jobs. In the first, the reader
// starts the jobs by hand (package queue/manual) and compares the mean wait time
// with that of EASY. In the second, the reader answers five questions (package
// quiz) about the run under EASY. [Of] draws problems for a date until one is worth
// solving. In such a problem the wait times under EASY are at least a fifth longer
// than those of the best schedule. Package lowerbound finds the best schedule by
// searching all orders of the jobs. There must also be questions about five
// different steps of the run.
//
//	p, err := puzzle.Of(puzzle.Date{Year: 2026, Month: 11, Day: 26})
//	p.Scenario     // under EASY
//	p.ByHand()     // JSON of the same jobs under manual, without decisions
//	p.EASY, p.Best // sums of wait times
//	p.Questions    // five, in the order of the run
//
// The puzzle of a date must never change. To change how puzzles are drawn, add a
// generator to the list generators with the first date that uses it, and leave the
// existing ones as they are. TestPuzzlesStay checks a year of puzzles. As with
// variants, a change of the engine that changes the schedules of EASY may also
// change puzzles.
package puzzle

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"hopyard/core/engine"
	"hopyard/core/lowerbound"
	"hopyard/core/metrics"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
)

// NumQuestions is the number of questions that a puzzle asks.
const NumQuestions = 5

// Puzzle is the problem of a date.
type Puzzle struct {
	Date      Date
	Scenario  *scenario.Scenario // jobs and machine under EASY
	Jobs      int
	EASY      simtime.Duration // sum of the wait times under EASY
	Best      simtime.Duration // smallest possible sum of the wait times, proven
	Questions []quiz.Question  // questions about the run under EASY, in the order of the run, each about a different step
	Draws     int              // number of draws needed
}

// Title returns the title of the scenario of a date's puzzle. The page recognizes a
// puzzle by its title.
func Title(d Date) string { return titleStart + d.String() }

const titleStart = "Hopyard "

// DateOf returns the date of the puzzle whose scenario has the given title, and
// false if the title does not belong to a puzzle.
func DateOf(title string) (Date, bool) {
	if len(title) <= len(titleStart) || title[:len(titleStart)] != titleStart {
		return Date{}, false
	}
	return ParseDate(title[len(titleStart):])
}

// generator is a way of drawing problems, and the first date that uses it.
type generator struct {
	from Date
	draw func(r *source) string
}

// generators lists the generators, the latest first. Published entries must not
// change.
var generators = []generator{{Date{2020, 1, 1}, drawEight}}

// maxDraws limits the draws for a date. No date from 2026 to 2035 needs more than a
// tenth of this limit (TestEveryDateHasOne).
const maxDraws = 500

var (
	errDate = errors.New("puzzle: the date is before 2020 or after 2099, or is none")
	errNone = fmt.Errorf("puzzle: none of %d draws is worth solving", maxDraws)
)

// Of returns the puzzle of a date. Cost: on average about two draws, and making the
// questions of one run; 40 ms natively. Each draw takes a run of eight jobs and a
// search of their orders.
func Of(d Date) (*Puzzle, error) {
	if !d.valid() {
		return nil, errDate
	}
	for _, g := range generators {
		if d.before(g.from) {
			continue
		}
		r := &source{rand.NewPCG(uint64(d.number()), stream)}
		for n := 1; n <= maxDraws; n++ {
			if p := judge(d, g.draw(r)); p != nil {
				p.Draws = n
				return p, nil
			}
		}
		return nil, errNone
	}
	return nil, errDate
}

// ByHand returns the scenario for scheduling by hand, without any decisions, as
// canonical JSON.
func (p *Puzzle) ByHand() []byte {
	s := *p.Scenario
	s.Scheduler.Queue = "manual"
	return s.Canonical()
}

// judge returns the puzzle for a problem. It returns nil if the problem is not
// worth solving.
func judge(d Date, problem string) *Puzzle {
	s, err := scenario.Parse(fmt.Appendf(nil, `{"hopyard": 1, "title": %q, %s, "scheduler": {"queue": "easy", "allocator": "first-fit"}}`, Title(d), problem))
	if err != nil {
		return nil
	}
	c, err := s.Config()
	if err != nil {
		return nil
	}
	run, err := engine.Record(c)
	if err != nil {
		return nil
	}
	p := &Puzzle{Date: d, Scenario: s, Jobs: len(c.Jobs)}
	jobs, waited := metrics.Outcomes(c.Jobs, run.Log()), 0
	for i := range jobs {
		if jobs[i].Waited > 0 {
			waited++
		}
	}
	if p.EASY, _ = metrics.Waits(jobs); waited < 4 {
		return nil
	}
	b, ok := lowerbound.Of(&c)
	if p.Best = b.Wait; !ok || b.WaitBy != lowerbound.Exact || p.Best == 0 || p.EASY*5 < p.Best*6 {
		return nil
	}
	if p.Questions = questions(run, s.Scheduler.Queue, d); len(p.Questions) < NumQuestions {
		return nil
	}
	return p
}

// kinds holds the kinds of questions that a puzzle may ask. They can be answered on
// a screen of any size and depend only on the run.
var kinds = quiz.Of(quiz.Start, quiz.Promise, quiz.Extra, quiz.Check, quiz.Next)

// questions returns five questions about different steps of the run, or fewer if
// there are not enough steps with questions. If there are more than five such
// steps, it removes some at random. At each step it takes the kind of question that
// it has taken least often so far. It returns nil if the result has fewer than
// three kinds of questions.
func questions(run *engine.Recording, discipline string, d Date) []quiz.Question {
	var steps [][]quiz.Question
	last := -1
	for q := range quiz.New(run, discipline).All(kinds) {
		if q.Step != last {
			steps, last = append(steps, nil), q.Step
		}
		steps[len(steps)-1] = append(steps[len(steps)-1], q)
	}
	r := &source{rand.NewPCG(uint64(d.number()), stream+1)}
	for len(steps) > NumQuestions {
		i := int(r.below(int64(len(steps))))
		steps = append(steps[:i], steps[i+1:]...)
	}
	var out []quiz.Question
	var asked [quiz.NumKinds]int
	for _, list := range steps {
		q := list[0]
		for _, other := range list[1:] {
			if asked[other.Kind] < asked[q.Kind] {
				q = other
			}
		}
		asked[q.Kind]++
		out = append(out, q)
	}
	different := 0
	for _, n := range asked {
		if n > 0 {
			different++
		}
	}
	if different < 3 {
		return nil
	}
	return out
}
