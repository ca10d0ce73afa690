// Package puzzle draws one small scheduling problem for each date. It is the same on
// every machine, without a network: a date is a seed, and all draws are whole numbers
// from one seeded source.
//
// A Puzzle has two parts about the same eight jobs. In one the reader starts the jobs
// by hand (queue/manual) and compares the mean wait with EASY's. In the other the
// reader answers five questions (quiz) about the run under EASY. Of draws a problem by
// date and counts up the draws until one is worth solving: EASY must make jobs wait at
// least a fifth longer than the best schedule, which bound finds by searching all
// orders, and the run must have five decisions to ask about.
//
//	p, err := puzzle.Of(puzzle.Date{Year: 2026, Month: 11, Day: 26})
//	p.Scenario            // under EASY
//	p.ByHand()            // the same jobs, nothing decided
//	p.EASY, p.Best        // sums of waits
//	p.Questions           // five, in the order of the run
//
// A date keeps its puzzle for ever. Whoever changes how puzzles are drawn adds a
// generator to generators with the date from which it counts, and leaves the others
// as they are; TestPuzzlesStay holds a year of them. As with variants, a change of
// the engine that changes EASY's schedules may change puzzles, too.
package puzzle

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"hopyard/core/engine"
	"hopyard/core/lowerbound"
	"hopyard/core/quiz"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/trace"
)

// NumQuestions is how many questions a puzzle asks.
const NumQuestions = 5

// Puzzle is the problem of a date.
type Puzzle struct {
	Date      Date
	Scenario  *scenario.Scenario // under EASY
	Jobs      int
	EASY      simtime.Duration // sum of the waits under EASY
	Best      simtime.Duration // least possible sum of the waits, proven
	Questions []quiz.Question  // about the run under EASY, in its order, each about another step
	Draws     int              // how many it took
}

// Title is the title of the puzzle's scenario, by which it is recognized.
func Title(d Date) string { return titleStart + d.String() }

const titleStart = "Hopyard "

// DateOf returns the date of the puzzle whose scenario has a title.
func DateOf(title string) (Date, bool) {
	if len(title) <= len(titleStart) || title[:len(titleStart)] != titleStart {
		return Date{}, false
	}
	return ParseDate(title[len(titleStart):])
}

// generator is one way of drawing problems, and the first date that it is for.
type generator struct {
	from Date
	draw func(r *source) string
}

// generators, the latest first. An entry that has been published must not change.
var generators = []generator{{Date{2020, 1, 1}, drawEight}}

// maxDraws bounds the search of a date. The worst date of 2026 to 2035 takes fewer
// than a tenth of it (TestEveryDateHasOne).
const maxDraws = 500

var (
	errDate = errors.New("puzzle: the date is before 2020 or after 2099, or is none")
	errNone = fmt.Errorf("puzzle: none of %d draws is worth solving", maxDraws)
)

// Of returns the puzzle of a date. Cost: about two draws, each a run of eight jobs
// and a search of their orders, and the questions of one; 40 ms natively.
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

// ByHand returns the puzzle's jobs with nothing decided, as canonical JSON.
func (p *Puzzle) ByHand() []byte {
	s := *p.Scenario
	s.Scheduler.Queue = "manual"
	return s.Canonical()
}

// judge returns the puzzle of a problem, nil if it is not worth solving.
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
	waited := 0
	p.EASY, waited = waits(run.Log(), p.Jobs)
	if waited < 4 {
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

// waits returns the sum of the waits, and how many jobs waited.
func waits(log []trace.Event, jobs int) (sum simtime.Duration, waited int) {
	submitted := make([]simtime.Time, jobs)
	for i := range log {
		switch e := &log[i]; e.Kind {
		case trace.Submit:
			submitted[e.Job] = e.Time
		case trace.Start:
			if wait := e.Time.Sub(submitted[e.Job]); wait > 0 {
				sum += wait
				waited++
			}
		}
	}
	return sum, waited
}

// kinds are those that can be answered on any screen, and whose answer is the run's
// alone.
var kinds = quiz.Of(quiz.Start, quiz.Promise, quiz.Extra, quiz.Check, quiz.Next)

// questions draws one question for each of five steps: at each the kind that was asked
// least so far, and of more steps than five those that keep the kinds apart.
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
