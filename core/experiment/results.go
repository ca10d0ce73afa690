package experiment

import (
	"slices"

	"hopyard/core/metrics"
	"hopyard/core/scenario"
)

// Results holds the figures of the runs completed so far.
type Results struct {
	*Experiment
	Keys   []metrics.Figure // figures of each run; only their keys are used
	runs   [][][]float64    // figures by cell, repetition and key; nil for a run that is not complete
	byName map[string]int   // index of each cell by its map key (see nameOf); nil until rows are read
	groups *groups          // groups of cells, if the design has a Stop; otherwise nil
}

type figure = metrics.Figure

// NewResults returns results without any completed runs.
func NewResults(x *Experiment) *Results {
	r := &Results{Experiment: x, Keys: (&metrics.Figures{}).List(), runs: make([][][]float64, len(x.Cells))}
	for i := range r.runs {
		r.runs[i] = make([][]float64, x.Design.Repetitions)
	}
	if x.Design.Stop != nil {
		r.groups = groupsOf(x)
	}
	return r
}

// At returns the figures of a run in the order of Keys, or nil if the run is not
// complete.
func (r *Results) At(cell, repetition int) []float64 { return r.runs[cell][repetition] }

// Set stores the figures of a run.
func (r *Results) Set(cell, repetition int, figures []float64) { r.runs[cell][repetition] = figures }

// Repetitions returns, in ascending order, the repetitions that are complete for
// every cell. Means over these repetitions can be compared. If the design resamples a
// trace, the result is empty until repetition 0, the trace itself, is complete.
// Cost: O(runs).
func (r *Results) Repetitions() []int {
	var whole []int
	for n := range r.Design.Repetitions {
		all := true
		for _, cell := range r.runs {
			all = all && cell[n] != nil
		}
		if all {
			whole = append(whole, n)
		} else if n == 0 && r.resampled != nil {
			return nil
		}
	}
	return whole
}

// RepetitionsOf returns the repetitions of a cell that allow a fair comparison.
// These are the repetitions that are complete for all cells. With a Stop, they are
// those that are complete for all cells in the group of the cell (see groups).
// Cost: O(runs).
func (r *Results) RepetitionsOf(cell int) []int {
	if r.groups == nil {
		return r.Repetitions()
	}
	var whole []int
	for n := range r.Design.Repetitions {
		if !slices.ContainsFunc(r.groups.cells[r.groups.of[cell]], func(c int) bool { return r.runs[c][n] == nil }) {
			whole = append(whole, n)
		}
	}
	return whole
}

// Sample returns the values of a figure in a cell for the given repetitions, which
// must be complete.
func (r *Results) Sample(cell, figure int, repetitions []int) []float64 {
	sample := make([]float64, len(repetitions))
	for i, n := range repetitions {
		sample[i] = r.runs[cell][n][figure]
	}
	return sample
}

// Names returns the name of a cell's level for each factor.
func (r *Results) Names(cell int) []string {
	var names []string
	for i, at := range r.Cells[cell].Levels {
		names = append(names, r.Design.Factors[i].Levels[at].Name)
	}
	return names
}

// Seed returns the seed of a run.
func (x *Experiment) Seed(cell, repetition int) int64 {
	// Above the largest seed that a scenario may have, seeds continue from 0.
	return (x.Cells[cell].Scenario.Seed + int64(repetition)) % (scenario.MaxNumber + 1)
}

// CellRun is one repetition of a cell.
type CellRun struct{ Cell, Repetition int }

// Made returns the number of completed runs. Cost: O(runs).
func (r *Results) Made() (runs int) {
	for _, cell := range r.runs {
		for _, figures := range cell {
			if figures != nil {
				runs++
			}
		}
	}
	return runs
}

// Missing returns the runs that are not complete, ordered by repetition and then by
// cell. With this order, a sweep that is stopped early has complete repetitions,
// and its remaining time can be estimated well. For a design with a Stop, Missing
// returns only the runs of the next round of repetitions. When these are complete,
// the caller must call Missing again.
func (r *Results) Missing() []CellRun {
	if r.groups != nil {
		return r.missingByStop()
	}
	var runs []CellRun
	for n := range r.Design.Repetitions {
		for cell := range r.Cells {
			if r.At(cell, n) == nil {
				runs = append(runs, CellRun{cell, n})
			}
		}
	}
	return runs
}
