// Package experiment runs one scenario many times: in every combination of the
// levels of its factors, and each of these again and again with other seeds.
// It is sequential and pure; callers run cells in parallel and keep results.
package experiment

import (
	"fmt"
	"slices"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
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
// changes fastest, and checks each. Errors: scenario.Errors of the first cell
// that is impossible, with its levels, and designs of more cells than
// scenario.MaxCells. Cost: reading the scenario once for each cell.
func New(d *scenario.Design) (*Experiment, error) {
	x := &Experiment{Design: d}
	levels := make([]int, len(d.Factors))
	for {
		if d.Allows(levels) {
			if len(x.Cells) == scenario.MaxCells {
				return nil, fmt.Errorf("the design has more than %d combinations; leave out some levels", scenario.MaxCells)
			}
			s, err := d.Scenario(levels)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", d.Describe(levels), err)
			}
			x.Cells = append(x.Cells, Cell{slices.Clone(levels), s})
		}
		i := len(levels) - 1
		for i >= 0 && levels[i]+1 == len(d.Factors[i].Levels) {
			levels[i] = 0
			i--
		}
		if i < 0 {
			return x, nil
		}
		levels[i]++
	}
}

// Run simulates one repetition of a cell, from 0, and returns its figures. The
// seed is that of the scenario plus the repetition: repetitions with one number
// draw the same jobs in every cell whose workload is the same, so that
// algorithms meet on equal terms.
func (x *Experiment) Run(cell, repetition int) (metrics.Figures, error) {
	s := x.Cells[cell].Scenario.WithSeed(x.Cells[cell].Scenario.Seed + int64(repetition))
	c, err := s.Config()
	if err != nil {
		return metrics.Figures{}, err
	}
	log, err := engine.Run(c)
	if err != nil {
		return metrics.Figures{}, err
	}
	return metrics.Summarize(c.Machine, c.Jobs, c.Network, log), nil
}
