// Package experiment runs a scenario many times and evaluates the figures of the
// runs. A [scenario.Design] lists factors (say, queues and loads) with their
// levels. Every allowed combination of levels is a [Cell], and each cell is
// repeated with other seeds.
//
// [New] makes the cells of a design as an [Experiment]. [Experiment.Run] simulates
// one repetition of a cell and returns its figures. [Results] collects the figures,
// lists the runs that are [Results.Missing], and reads and writes them as rows of
// CSV. [Experiment.Share] divides the runs among the tasks of a cluster. A [Layout]
// arranges the cells for drawing curves, and a [Ranking] lists the best algorithms.
// For example, to compare two cells:
//
//	for n := range d.Repetitions {
//		f, err := x.Run(0, n)
//		g, err := x.Run(1, n)
//		a, b = append(a, f.MeanWait), append(b, g.MeanWait)
//	}
//	e := experiment.Difference(a, b) // mean difference and its 95 % interval
//
// The package runs one thing at a time and has no side effects. Callers run cells
// in parallel and store the results.
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

// Experiment is a design and its cells.
type Experiment struct {
	Design *scenario.Design
	Cells  []Cell
}

// Cell is one combination of levels and its scenario.
type Cell struct {
	Levels   []int // level of each factor
	Scenario *scenario.Scenario
}

// New makes the cells of a design and checks each. In their order the last factor
// changes fastest. It returns the error Impossible if cells are not valid
// scenarios, and an error for a design with no cell or with more than
// scenario.MaxCells. Cost: reading the scenario once for each cell.
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

// combinations returns an iterator over the combinations that the design allows;
// the last factor changes fastest. The slice is reused.
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

// Impossible is the error of cells that are not valid scenarios; it holds the first
// cell of each kind of error.
type Impossible []ImpossibleCell

// ImpossibleCell is a cell that is not a valid scenario, with the number of other
// cells that have the same errors.
type ImpossibleCell struct {
	Cell   string
	Err    error // from scenario.Edit or scenario.Parse
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

// Error returns the errors of all cells, one per line.
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

// Unwrap returns the errors by cell.
func (bad Impossible) Unwrap() []error {
	var errs []error
	for _, c := range bad {
		errs = append(errs, c.Err)
	}
	return errs
}

// Run simulates one repetition (from 0) of a cell and returns its figures. The seed
// is the scenario's plus the repetition. Repetitions with the same number therefore
// draw the same jobs in every cell with the same workload, which makes the
// comparison of algorithms fair.
func (x *Experiment) Run(cell, repetition int) (metrics.Figures, error) {
	return run(x.Cells[cell].Scenario.WithSeed(x.Seed(cell, repetition)), x.Design.Cut)
}

// RunDoubled simulates a repetition of a cell with twice as many jobs drawn from the
// model, with the same seed. If waits grow with the number of jobs, the system is
// saturated, and their means only reflect the length of the run. It returns an
// error if the scenario's jobs are not drawn from a model, otherwise errors as Run
// does. Cost: about that of two runs, more if the system is saturated.
func (x *Experiment) RunDoubled(cell, repetition int) (metrics.Figures, error) {
	s := x.Cells[cell].Scenario.WithSeed(x.Seed(cell, repetition))
	if s.Model == nil {
		return metrics.Figures{}, errors.New("the jobs are not drawn: there are no more of them")
	}
	m := *s.Model
	m.Jobs = min(2*m.Jobs, workload.MaxModelJobs)
	s.Model = &m
	return run(s, x.Design.Cut)
}

// run simulates a scenario and returns the figures, computed over the jobs that the
// cut leaves. It processes each event as it occurs, without storing the trace.
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
