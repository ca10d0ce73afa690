package experiment

import (
	"errors"
	"slices"
	"strings"

	"hopyard/core/scenario"
)

// Layout arranges the cells of an experiment by place, algorithm and step, for
// drawing curves. A step is a level of the axis, which is one of the factors. A
// place is a combination of levels of all factors other than the axis and those
// that make up the algorithm.
type Layout struct {
	*Results
	Made       []int // repetitions that are complete for all cells; with a Stop, some cells may have more
	Axis       scenario.Factor
	Steps      []float64
	Places     []Site
	Algorithms []Algorithm
	Grid       [][][]int // index of the cell by place, algorithm and step; -1 if the design has no such cell
}

// Site is a place at which algorithms are compared.
type Site struct {
	Name   string
	Levels []string // level of each factor; "" for the axis and for factors of the algorithm
	Claim  *scenario.Claim
}

// Algorithm is a combination of levels of the factors that make up the algorithms
// to be compared.
type Algorithm struct {
	Name   string // names of the levels, joined by spaces: "easy sdm"
	Levels []int  // index of the level for each factor of Design.Algorithm
}

// Arrange returns the layout of results. It returns an error if the design does not
// define what to compare, or if no repetition is complete. Cost: O(cells · places +
// runs).
func Arrange(r *Results) (*Layout, error) {
	d := r.Design
	if d.Axis == "" || len(d.Algorithm) == 0 {
		return nil, errors.New(`the design does not say what to draw; write "axis" and "algorithm" into it, as scenarios/experiments.md shows, and run the sweep again: no run is lost`)
	}
	l := &Layout{Results: r, Made: r.Repetitions(), Axis: d.Factors[d.Find(d.Axis)]}
	if len(l.Made) == 0 {
		return nil, errors.New("no repetition of all cells is complete yet; let the sweep continue")
	}
	for i := range l.Axis.Levels {
		l.Steps = append(l.Steps, l.Axis.Levels[i].Value())
	}
	for _, name := range d.Algorithms() {
		l.Algorithms = append(l.Algorithms, Algorithm{Name: name})
	}
	for i := range r.Cells {
		l.enter(i)
	}
	l.drop()
	for i := range l.Places {
		l.Places[i].Claim = l.claimAt(&l.Places[i])
	}
	return l, nil
}

// enter adds a cell to the grid, and its place to the places if it is new.
func (l *Layout) enter(cell int) {
	d := l.Design
	at := l.Cells[cell].Levels
	p := Site{Levels: make([]string, len(at))}
	var compared []string
	var levels []int
	for _, name := range d.Algorithm {
		i := d.Find(name)
		compared = append(compared, d.Factors[i].Levels[at[i]].Name)
		levels = append(levels, at[i])
	}
	var names []string
	for i, f := range d.Factors {
		if f.Name != d.Axis && !slices.Contains(d.Algorithm, f.Name) {
			p.Levels[i] = f.Levels[at[i]].Name
			names = append(names, p.Levels[i])
		}
	}
	p.Name = strings.Join(names, ", ")
	where := slices.IndexFunc(l.Places, func(q Site) bool { return slices.Equal(p.Levels, q.Levels) })
	if where < 0 {
		where = len(l.Places)
		l.Places = append(l.Places, p)
		rows := make([][]int, len(l.Algorithms))
		for i := range rows {
			rows[i] = slices.Repeat([]int{-1}, len(l.Steps))
		}
		l.Grid = append(l.Grid, rows)
	}
	a := slices.IndexFunc(l.Algorithms, func(a Algorithm) bool { return a.Name == strings.Join(compared, " ") })
	l.Algorithms[a].Levels = levels
	l.Grid[where][a][at[d.Find(d.Axis)]] = cell
}

// drop removes algorithms that no cell uses.
func (l *Layout) drop() {
	for a := len(l.Algorithms) - 1; a >= 0; a-- {
		if l.Algorithms[a].Levels == nil {
			l.Algorithms = slices.Delete(l.Algorithms, a, a+1)
			for p := range l.Grid {
				l.Grid[p] = slices.Delete(l.Grid[p], a, a+1)
			}
		}
	}
}

// claimAt returns the first claim that applies to a place, or nil if there is none.
func (l *Layout) claimAt(p *Site) *scenario.Claim {
	for i := range l.Design.Claims {
		c := &l.Design.Claims[i]
		if !slices.ContainsFunc(c.Where, func(w scenario.FactorChoice) bool {
			return !slices.Contains(w.Levels, p.Levels[l.Design.Find(w.Factor)])
		}) {
			return c
		}
	}
	return nil
}

// Runs reports whether the design has a cell for an algorithm at a place.
func (l *Layout) Runs(place, algorithm int) bool {
	return slices.ContainsFunc(l.Grid[place][algorithm], func(cell int) bool { return cell >= 0 })
}

// SampleAt returns the values of a figure in a cell, by repetition. It covers the
// repetitions that are complete for all cells. With a Stop, it covers those that
// are complete for all cells of the same place and step. It returns nil if the
// design has no such cell.
func (l *Layout) SampleAt(figure, place, algorithm, step int) []float64 {
	cell := l.Grid[place][algorithm][step]
	if cell < 0 {
		return nil
	}
	if l.groups != nil {
		return l.Sample(cell, figure, l.RepetitionsOf(cell))
	}
	return l.Sample(cell, figure, l.Made)
}

// EstimatorAt returns the estimator for the samples at a place and step.
func (l *Layout) EstimatorAt(place, step int) Estimator {
	for a := range l.Algorithms {
		if cell := l.Grid[place][a][step]; cell >= 0 {
			return l.EstimatorOf(cell)
		}
	}
	return Estimator{}
}
