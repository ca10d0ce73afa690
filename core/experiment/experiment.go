// Package experiment runs a scenario many times and evaluates the figures of the
// runs. A [scenario.Design] lists factors (say, queues and loads) with their
// levels. Every allowed combination of levels is a [Cell], and each cell is
// repeated with different seeds.
//
// [New] makes the cells of a design and returns them as an [Experiment].
// [Experiment.Run] simulates one repetition of a cell and returns its figures; like
// every simulation of which only the results count, it calls [Play].
// [Results] collects the figures, lists the runs that are [Results.Missing], and
// reads and writes them as rows of CSV. [Experiment.Share] divides the runs among
// the tasks of a cluster. A [Layout] arranges the cells for drawing curves, and a
// [Ranking] lists the best algorithms. For example, to compare two cells:
//
//	for n := range d.Repetitions {
//		f, err := x.Run(0, n)
//		g, err := x.Run(1, n)
//		a, b = append(a, f.MeanWait), append(b, g.MeanWait)
//	}
//	e := experiment.Difference(a, b) // mean difference and its 95 % interval
//
// The package runs one simulation at a time and has no side effects. Callers run
// cells in parallel and store the results.
package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
	"hopyard/core/workload"
)

// Experiment is a design together with its cells.
type Experiment struct {
	Design *scenario.Design
	Cells  []Cell

	resampled []resampled // by cell, if the design resamples a trace; otherwise nil
}

// Cell is one combination of factor levels and the scenario that results from it.
type Cell struct {
	Levels   []int // index of the level of each factor
	Scenario *scenario.Scenario
}

// New makes the cells of a design and checks each cell. The cells are ordered by
// their levels; the last factor changes fastest. If cells are not valid scenarios,
// the error is of type Impossible. A design without cells or with more than
// scenario.MaxCells cells is an error, too. Cost: reading the scenario once for
// each cell.
func New(d *scenario.Design) (*Experiment, error) {
	x := &Experiment{Design: d}
	var bad Impossible
	for levels := range combinations(d) {
		if len(x.Cells) == scenario.MaxCells {
			return nil, fmt.Errorf("the design has more than %d combinations; remove some levels", scenario.MaxCells)
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
		return nil, fmt.Errorf(`the design has no combination: each is excluded by some "only"; allow at least one`)
	}
	return x, x.readTraces()
}

// combinations returns an iterator over the combinations of levels that the design
// allows; the last factor changes fastest. The iterator yields the same slice each
// time, with changed content.
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

// Impossible is the error for cells that are not valid scenarios. If several cells
// have the same error, it lists only the first of them.
type Impossible []ImpossibleCell

// ImpossibleCell is a cell that is not a valid scenario, together with the number
// of other cells that have the same errors.
type ImpossibleCell struct {
	Cell   string
	Err    error // returned by scenario.Edit or scenario.Parse
	Others int
}

func (bad *Impossible) add(cell string, err error) {
	for i := range *bad {
		if (*bad)[i].Err.Error() == err.Error() {
			(*bad)[i].Others++
			return
		}
	}
	if len(*bad) < jsondoc.MaxErrors {
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

// Unwrap returns the error of each listed cell.
func (bad Impossible) Unwrap() []error {
	var errs []error
	for _, c := range bad {
		errs = append(errs, c.Err)
	}
	return errs
}

// Run simulates one repetition of a cell, counted from 0, and returns its figures.
// The seed is the scenario's seed plus the repetition. Cells with the same workload
// therefore draw the same jobs in the same repetition, which makes the comparison
// of algorithms fair. If the design resamples a trace, repetition 0 runs the trace,
// and each other repetition runs a resample, which its seed determines.
func (x *Experiment) Run(cell, repetition int) (metrics.Figures, error) {
	if x.resampled != nil {
		return x.runResample(cell, repetition)
	}
	return run(x.Cells[cell].Scenario.WithSeed(x.Seed(cell, repetition)), x.Design.Cut)
}

// RunDoubled simulates a repetition of a cell with the same seed, but with twice as
// many jobs drawn from the model. If waits grow with the number of jobs, the system
// is saturated, and mean waits only reflect the length of the run. RunDoubled
// returns an error if the scenario's jobs are not drawn from a model. It costs
// about as much as two runs, and more if the system is saturated.
func (x *Experiment) RunDoubled(cell, repetition int) (metrics.Figures, error) {
	s := x.Cells[cell].Scenario.WithSeed(x.Seed(cell, repetition))
	if s.Model == nil {
		return metrics.Figures{}, errors.New("the jobs are not drawn from a model, so there are no more of them")
	}
	m := *s.Model
	m.Jobs = min(2*m.Jobs, workload.MaxModelJobs)
	s.Model = &m
	return run(s, x.Design.Cut)
}

// run simulates a scenario and returns the figures of the jobs that remain after
// the cut.
func run(s *scenario.Scenario, cut metrics.Trim) (metrics.Figures, error) {
	c, err := s.Config()
	if err != nil {
		return metrics.Figures{}, err
	}
	r, err := Play(c, cut, nil)
	return r.Figures, err
}

// RunResult holds the results of a simulation: the figures of the run and the
// outcome of each job.
type RunResult struct {
	Figures metrics.Figures
	Jobs    []metrics.Outcome // indexed by JobID
}

// Play simulates a configuration to its end. It processes each event as it occurs,
// without storing the trace. The figures leave out the jobs of the cut. If watch is
// not nil, Play calls it after each step; the step is valid during the call only.
// After an error, the result is not valid.
func Play(c engine.Config, cut metrics.Trim, watch func(*engine.Step)) (RunResult, error) {
	e, err := engine.New(c)
	if err != nil {
		return RunResult{}, err
	}
	about := scenario.Subject(&c)
	about.Cut = cut
	sum := metrics.NewSummary(&about)
	for step, more := e.Step(); more; step, more = e.Step() {
		sum.Read(step.Events)
		if watch != nil {
			watch(&step)
		}
	}
	if err := e.Err(); err != nil {
		return RunResult{}, err
	}
	return RunResult{sum.Figures(), sum.Outcomes()}, nil
}
