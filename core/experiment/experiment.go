// Package experiment runs one scenario many times: in every combination of the
// levels of its factors, and each of these again and again with other seeds;
// and says what the figures of the runs are worth. It is sequential and pure;
// callers run cells in parallel and keep results.
package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/workload"
)

// Experiment is a design with the scenarios that it makes.
type Experiment struct {
	Design *scenario.Design
	Cells  []Cell
}

// Cell is one combination of levels.
type Cell struct {
	Levels   []int // by factor
	Scenario *scenario.Scenario
}

// New makes the cells of a design, in the order in which the last factor
// changes fastest, and checks each. Errors: Impossible, and designs of more
// cells than scenario.MaxCells or of none. Cost: reading the scenario once for
// each cell.
func New(d *scenario.Design) (*Experiment, error) {
	x := &Experiment{Design: d}
	var bad Impossible
	for levels := range combinations(d) {
		if len(x.Cells) == scenario.MaxCells {
			return nil, fmt.Errorf("the design has more than %d combinations; leave out some levels", scenario.MaxCells)
		}
		s, err := d.Scenario(levels)
		if err != nil {
			bad.add(d.Describe(levels), err)
		}
		x.Cells = append(x.Cells, Cell{slices.Clone(levels), s})
	}
	switch {
	case bad != nil:
		return nil, bad
	case len(x.Cells) == 0:
		return nil, fmt.Errorf(`the design has no combination: each is forbidden by some "only"; allow one`)
	}
	return x, nil
}

// combinations calls yield with each combination that the design allows, the
// last factor changing fastest. The slice is used again.
func combinations(d *scenario.Design) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		levels := make([]int, len(d.Factors))
		for {
			if d.Allows(levels) && !yield(levels) {
				return
			}
			i := len(levels) - 1
			for i >= 0 && levels[i]+1 == len(d.Factors[i].Levels) {
				levels[i] = 0
				i--
			}
			if i < 0 {
				return
			}
			levels[i]++
		}
	}
}

// Impossible are cells that are no scenarios: the first of each kind.
type Impossible []ImpossibleCell

// ImpossibleCell is a cell that is no scenario, and how many others are none
// for the same reasons.
type ImpossibleCell struct {
	Cell   string
	Err    error // of scenario.Edit or scenario.Parse
	Others int
}

func (bad *Impossible) add(cell string, err error) {
	for i := range *bad {
		if (*bad)[i].Err.Error() == err.Error() {
			(*bad)[i].Others++
			return
		}
	}
	if len(*bad) < scenario.MaxErrors {
		*bad = append(*bad, ImpossibleCell{Cell: cell, Err: err})
	}
}

// Error is every error of every cell, one a line.
func (bad Impossible) Error() string {
	var lines []string
	for _, c := range bad {
		for line := range strings.Lines(c.Err.Error()) {
			lines = append(lines, c.Cell+": "+strings.TrimRight(line, "\n"))
		}
		if c.Others > 0 {
			lines[len(lines)-1] += fmt.Sprintf(" (and so in %d more combinations)", c.Others)
		}
	}
	return strings.Join(lines, "\n")
}

// Unwrap is the errors by cell.
func (bad Impossible) Unwrap() []error {
	var errs []error
	for _, c := range bad {
		errs = append(errs, c.Err)
	}
	return errs
}

// Repetition simulates one repetition of a cell, from 0, and returns its figures. The
// seed is that of the scenario plus the repetition: repetitions with one number
// draw the same jobs in every cell whose workload is the same, so that
// algorithms meet on equal terms.
func (x *Experiment) Run(cell, repetition int) (metrics.Figures, error) {
	return run(x.Cells[cell].Scenario.WithSeed(x.Seed(cell, repetition)), x.Design.Cut)
}

// Twice is a run with twice as many jobs of a model, from the same seed: where waits
// grow with the number of jobs, the system is saturated, and their means say how long
// the run was. Errors: a scenario whose jobs are not drawn, else as Run's. Cost: about
// that of two runs, more where it is saturated.
func (x *Experiment) Twice(cell, repetition int) (metrics.Figures, error) {
	s := x.Cells[cell].Scenario.WithSeed(x.Seed(cell, repetition))
	if s.Model == nil {
		return metrics.Figures{}, errors.New("the jobs are not drawn: there are no more of them")
	}
	m := *s.Model
	m.Jobs = min(2*m.Jobs, workload.MaxModelJobs)
	s.Model = &m
	return run(s, x.Design.Cut)
}

// run simulates a scenario and returns the figures of what a cut leaves of it. They
// read each event as it comes.
func run(s *scenario.Scenario, cut metrics.Trim) (metrics.Figures, error) {
	c, err := s.Config()
	if err != nil {
		return metrics.Figures{}, err
	}
	e, err := engine.New(c)
	if err != nil {
		return metrics.Figures{}, err
	}
	about := scenario.Subject(&c)
	about.Cut = cut
	sum := metrics.NewSummary(&about)
	for step, more := e.Step(); more; step, more = e.Step() {
		sum.Read(step.Events)
	}
	if err := e.Err(); err != nil {
		return metrics.Figures{}, err
	}
	return sum.Figures(), nil
}
