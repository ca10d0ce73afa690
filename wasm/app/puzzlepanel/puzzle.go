// Package puzzlepanel shows the puzzle of the day: its dialog, a text above the
// panel of reasons while the reader works on the puzzle, and the result that the
// reader may share.
//
// A puzzle (core/puzzle) has two parts about the same jobs. In the first part the
// reader answers five questions, which package practice asks; Plan returns the keys
// of these questions. In the second part the reader schedules the jobs by hand with
// package manualpanel. Here recognizes by the scenario whether the run on screen
// belongs to one of the parts. Graded stores the first answer to each question, and
// Stood stores the best schedule by hand. The panel compares that schedule with
// EASY and with the best possible schedule. The shared result contains only
// numbers, so that it reveals no solution.
package puzzlepanel

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/puzzle"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/practice"
)

// PuzzlePart is one of the two parts of a puzzle: predicting decisions, or
// scheduling by hand.
type PuzzlePart uint8

// The parts. Neither means that the run on screen does not belong to the puzzle.
const (
	Neither PuzzlePart = iota
	Predict
	ByHand
)

// The possible results of an answer in the stored record.
const (
	Open   = '-'
	Right  = 'r'
	Hinted = 'h' // right answer, given after a hint
	Wrong  = 'w'
)

// record is the reader's stored result for the puzzle of one date.
type record struct {
	Marks string // result of the answer to each question, in the order of the questions
	Wait  int64  // sum of the wait times in the reader's best schedule by hand, in milliseconds; -1 if there is no such schedule
}

// mostKept is the maximum number of dates whose results are stored.
const mostKept = 100

// PuzzlePanel holds a puzzle and the reader's results.
type PuzzlePanel struct {
	narrative.Sentences
	Puzzle *puzzle.Puzzle // nil until the reader opens a puzzle

	kept   map[string]record
	stood  *message.ScoreboardReply // decisions and scoreboard (results of the schedule and of the disciplines) of the run on screen; nil if not known
	serial int32                    // serial number of the run for which the field here was computed
	here   PuzzlePart
}

// New returns a panel without a puzzle. The argument kept holds the stored results.
// It is the text that Kept returned on an earlier visit.
func New(s narrative.Sentences, kept string) *PuzzlePanel {
	p := &PuzzlePanel{Sentences: s, kept: map[string]record{}, serial: -1}
	for line := range strings.Lines(kept) {
		fields := strings.Fields(line)
		if len(fields) != 3 || len(fields[1]) != puzzle.NumQuestions {
			continue
		}
		if wait, err := strconv.ParseInt(fields[2], 10, 64); err == nil {
			p.kept[fields[0]] = record{fields[1], wait}
		}
	}
	return p
}

// Open selects the puzzle of a date. It returns an error if there is no puzzle for
// that date.
func (p *PuzzlePanel) Open(d puzzle.Date) error {
	if p.Puzzle != nil && p.Puzzle.Date == d {
		return nil
	}
	drawn, err := puzzle.Of(d)
	if err == nil {
		p.Puzzle, p.serial, p.stood = drawn, -1, nil
	}
	return err
}

// Load returns the request for the run of a part of the puzzle. The page will show
// the beginning of the run.
func (p *PuzzlePanel) Load(part PuzzlePart) message.Load {
	text := p.Puzzle.ByHand()
	if part == Predict {
		text = p.Puzzle.Scenario.Canonical()
	}
	return message.Load{Form: message.JSON, Text: string(text), Name: puzzle.Title(p.Puzzle.Date), At: 0, Ordinal: ordinal[part], Job: -1}
}

// ordinal holds the position within the events at time 0 at which each part begins.
// The part Predict begins before all events. The part ByHand begins after all
// events at time 0, so that the first jobs have been submitted.
var ordinal = [...]int32{Predict: -1, ByHand: math.MaxInt32}

// Here returns the part of the puzzle that is on screen, or Neither.
func (p *PuzzlePanel) Here() PuzzlePart {
	if p.Puzzle == nil || p.Run == nil {
		return Neither
	}
	if p.serial != p.Run.Serial {
		p.serial, p.here, p.stood = p.Run.Serial, p.recognize(), nil
	}
	if p.here == Predict && !p.Model.Predict.On || p.here == ByHand && !p.Hand.Manual {
		return Neither
	}
	return p.here
}

// recognize returns the part of the puzzle that has the same scenario as the run on
// screen, or Neither.
func (p *PuzzlePanel) recognize() PuzzlePart {
	if p.Run.Title != puzzle.Title(p.Puzzle.Date) {
		return Neither
	}
	s, err := scenario.Parse([]byte(p.Run.Text))
	if err != nil {
		return Neither
	}
	part, own := Neither, &p.Puzzle.Scenario.Scheduler
	switch p.Run.Policy.Queue {
	case own.Queue:
		part = Predict
	case "manual":
		part = ByHand
	}
	s.Scheduler.Queue, s.Scheduler.Allocator, s.Scheduler.Decisions = own.Queue, own.Allocator, nil
	if string(s.Canonical()) != string(p.Puzzle.Scenario.Canonical()) {
		return Neither
	}
	return part
}

// Plan returns the keys of the questions to ask. These are the questions that the
// reader has not answered yet. If all have been answered, these are all questions.
func (p *PuzzlePanel) Plan() []string {
	marks := p.marks()
	keys := []string{}
	for i := range p.Puzzle.Questions {
		if marks[i] == Open || !slices.Contains(marks, Open) {
			keys = append(keys, practice.Key(&p.Puzzle.Questions[i]))
		}
	}
	return keys
}

// Graded stores the result of an answer. Only the first answer to each question
// counts. Graded reports whether the stored results have changed.
func (p *PuzzlePanel) Graded(g *message.Graded, hinted bool) bool {
	if p.Here() != Predict {
		return false
	}
	marks := p.marks()
	for i := range p.Puzzle.Questions {
		if practice.Key(&p.Puzzle.Questions[i]) != practice.Key(&g.Question) || marks[i] != Open {
			continue
		}
		switch {
		case g.Skip || !g.Right:
			marks[i] = Wrong
		case hinted:
			marks[i] = Hinted
		default:
			marks[i] = Right
		}
		r := p.record()
		r.Marks = string(marks)
		p.keep(r)
		return true
	}
	return false
}

// Stood receives the decisions of the schedule by hand on screen. A schedule counts
// when the reader's decisions have started all jobs. Only the best schedule is
// stored. Stood reports whether the stored results have changed.
func (p *PuzzlePanel) Stood(m *message.ScoreboardReply) bool {
	if p.Here() != ByHand || m.Serial != p.Run.Serial {
		return false
	}
	p.stood = m
	wait, started := p.mine()
	if r := p.record(); started == p.Puzzle.Jobs && (r.Wait < 0 || wait < simtime.Duration(r.Wait)) {
		r.Wait = int64(wait)
		p.keep(r)
		return true
	}
	return false
}

// mine returns the sum of the wait times in the reader's schedule on screen. It
// also returns the number of jobs that the reader's decisions have started.
func (p *PuzzlePanel) mine() (wait simtime.Duration, started int) {
	if p.stood == nil || len(p.stood.Table.Rows) == 0 {
		return 0, 0
	}
	for i := range p.stood.Acts {
		if p.stood.Acts[i].Refusal == queue.Done {
			started++
		}
	}
	return simtime.Duration(math.Round(p.stood.Table.Rows[0].MeanWait * float64(p.Puzzle.Jobs) * 1000)), started
}

// Done reports whether there is a stored result for a part.
func (p *PuzzlePanel) Done(part PuzzlePart) bool {
	if part == ByHand {
		return p.record().Wait >= 0
	}
	return !slices.Contains(p.marks(), Open)
}

// Finished reports whether the reader has completed the part that is on screen.
func (p *PuzzlePanel) Finished() bool {
	switch p.Here() {
	case Predict:
		return p.Done(Predict)
	case ByHand:
		_, started := p.mine()
		return started == p.Puzzle.Jobs
	}
	return false
}

// marks returns the result of the answer to each of the puzzle's questions.
func (p *PuzzlePanel) marks() []byte { return []byte(p.record().Marks) }

func (p *PuzzlePanel) record() record {
	if r, known := p.kept[p.Puzzle.Date.String()]; known {
		return r
	}
	return record{strings.Repeat(string(rune(Open)), puzzle.NumQuestions), -1}
}

func (p *PuzzlePanel) keep(r record) {
	p.kept[p.Puzzle.Date.String()] = r
	for len(p.kept) > mostKept {
		oldest := ""
		for date := range p.kept {
			if oldest == "" || date < oldest {
				oldest = date
			}
		}
		delete(p.kept, oldest)
	}
}

// Kept returns the stored results as text, which New can read on a later visit. The
// text has a line for each date, with the results of the answers and the smallest
// sum of wait times.
func (p *PuzzlePanel) Kept() string {
	var out strings.Builder
	for _, date := range slices.Sorted(maps.Keys(p.kept)) {
		r := p.kept[date]
		fmt.Fprintf(&out, "%s %s %d\n", date, r.Marks, r.Wait)
	}
	return out.String()
}
