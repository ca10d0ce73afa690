package experiment

import (
	"slices"

	"hopyard/core/metrics"
	"hopyard/core/scenario"
)

// Results are the figures of runs, as far as they were made.
type Results struct {
	*Experiment
	Keys   []metrics.Figure // what the figures are; their values mean nothing
	runs   [][][]float64    // by cell and repetition; nil: not made
	byName map[string]int   // cells by nameOf their levels; nil until rows are read
	groups *groups          // of a design that has a Stop, else nil
}

type figure = metrics.Figure

// NewResults is an experiment none of whose runs was made.
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

// At is the figures of a run, in the order of Keys, or nil.
func (r *Results) At(cell, repetition int) []float64 { return r.runs[cell][repetition] }

// Set keeps the figures of a run.
func (r *Results) Set(cell, repetition int, figures []float64) { r.runs[cell][repetition] = figures }

// Repetitions are those that were made of every cell, ascending: means over
// them compare like with like. Cost: O(runs).
func (r *Results) Repetitions() []int {
	var whole []int
	for n := range r.Design.Repetitions {
		all := true
		for _, cell := range r.runs {
			all = all && cell[n] != nil
		}
		if all {
			whole = append(whole, n)
		}
	}
	return whole
}

// RepetitionsOf are those of a cell that compare like with like: as Repetitions, or
// with a Stop those that were made of all cells of its place and step. Cost: O(runs).
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

// Sample is a figure of a cell over repetitions that were made.
func (r *Results) Sample(cell, figure int, repetitions []int) []float64 {
	sample := make([]float64, len(repetitions))
	for i, n := range repetitions {
		sample[i] = r.runs[cell][n][figure]
	}
	return sample
}

// Names are the levels of a cell, by factor.
func (r *Results) Names(cell int) []string {
	var names []string
	for i, at := range r.Cells[cell].Levels {
		names = append(names, r.Design.Factors[i].Levels[at].Name)
	}
	return names
}

// Seed is that of a run.
func (x *Experiment) Seed(cell, repetition int) int64 {
	// Beyond the largest seed that a scenario may name, from 0 again.
	return (x.Cells[cell].Scenario.Seed + int64(repetition)) % (scenario.MaxNumber + 1)
}

// CellRun is one repetition of a cell.
type CellRun struct{ Cell, Repetition int }

// Made is how many runs were made. Cost: O(runs).
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

// Missing are the runs that were not made, a repetition of all cells before the next:
// what is stopped early has whole repetitions, and the time left is told well. Of a
// design with a Stop they are those of the next round: when they are made, ask again.
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
