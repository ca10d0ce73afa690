// Package report makes one HTML file of the results of an experiment: curves
// with their intervals, what is best where, and how that compares with what a
// source says. The file needs nothing else, not even a network.
package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hopyard/core/experiment"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
)

// layout is the cells of an experiment by place, step of the axis, and
// algorithm. A place is a combination of the factors that are neither.
type layout struct {
	*experiment.Results
	made       []int // repetitions of all cells
	axis       scenario.Factor
	steps      []float64
	places     []place
	algorithms []algorithm
	cells      [][][]int // by place, algorithm and step; -1: not in the design
}

type place struct {
	name   string
	levels []string // by factor, "" for the axis and what is compared
	claim  *scenario.Claim
}

type algorithm struct {
	name   string
	levels []int // by factor of Design.Algorithm
}

// arrange sorts cells. Errors: a design that does not say what to compare, and
// results that lack a whole repetition.
func arrange(r *experiment.Results) (*layout, error) {
	d := r.Design
	if d.Axis == "" || len(d.Algorithm) == 0 {
		return nil, errors.New(`the design does not say what to draw; write "axis" and "algorithm" into it, as scenarios/README.md shows, and run the sweep again: no run is lost`)
	}
	l := &layout{Results: r, made: r.Repetitions(), axis: d.Factors[d.Find(d.Axis)]}
	if len(l.made) == 0 {
		return nil, errors.New("no repetition of all cells was made yet; let the sweep go on")
	}
	for i := range l.axis.Levels {
		l.steps = append(l.steps, l.axis.Levels[i].Value())
	}
	for _, name := range d.Algorithms() {
		l.algorithms = append(l.algorithms, algorithm{name: name})
	}
	for i := range r.Cells {
		l.enter(i)
	}
	l.drop()
	for i := range l.places {
		l.places[i].claim = l.claimAt(&l.places[i])
	}
	return l, nil
}

// enter puts a cell where it belongs.
func (l *layout) enter(cell int) {
	d := l.Design
	at := l.Cells[cell].Levels
	p := place{levels: make([]string, len(at))}
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
			p.levels[i] = f.Levels[at[i]].Name
			names = append(names, p.levels[i])
		}
	}
	p.name = strings.Join(names, ", ")
	where := slices.IndexFunc(l.places, func(q place) bool { return slices.Equal(p.levels, q.levels) })
	if where < 0 {
		where = len(l.places)
		l.places = append(l.places, p)
		rows := make([][]int, len(l.algorithms))
		for i := range rows {
			rows[i] = slices.Repeat([]int{-1}, len(l.steps))
		}
		l.cells = append(l.cells, rows)
	}
	a := slices.IndexFunc(l.algorithms, func(a algorithm) bool { return a.name == strings.Join(compared, " ") })
	l.algorithms[a].levels = levels
	l.cells[where][a][at[d.Find(d.Axis)]] = cell
}

// drop takes out algorithms that the design combines with nothing.
func (l *layout) drop() {
	for a := len(l.algorithms) - 1; a >= 0; a-- {
		if l.algorithms[a].levels == nil {
			l.algorithms = slices.Delete(l.algorithms, a, a+1)
			for p := range l.cells {
				l.cells[p] = slices.Delete(l.cells[p], a, a+1)
			}
		}
	}
}

// claimAt is the first claim that speaks of a place, or nil.
func (l *layout) claimAt(p *place) *scenario.Claim {
	for i := range l.Design.Claims {
		c := &l.Design.Claims[i]
		if !slices.ContainsFunc(c.Where, func(w scenario.Choice) bool {
			return !slices.Contains(w.Levels, p.levels[l.Design.Find(w.Factor)])
		}) {
			return c
		}
	}
	return nil
}

// runs reports whether an algorithm is tried at a place.
func (l *layout) runs(place, algorithm int) bool {
	return slices.ContainsFunc(l.cells[place][algorithm], func(cell int) bool { return cell >= 0 })
}

// sample is a figure over the repetitions, nil where the design has no cell.
func (l *layout) sample(figure, place, algorithm, step int) []float64 {
	cell := l.cells[place][algorithm][step]
	if cell < 0 {
		return nil
	}
	return l.Sample(cell, figure, l.made)
}

// judged are the figures for which the report says what is best: the chosen
// ones, or those of the design, or all that have a direction.
func (l *layout) judged(chosen []string) ([]int, error) {
	keys := chosen
	if len(keys) == 0 {
		keys = l.Design.Figures
	}
	var out []int
	for i, k := range l.Keys {
		if len(keys) == 0 && k.Better != metrics.Neither {
			out = append(out, i)
		}
	}
	for _, key := range keys {
		i := slices.IndexFunc(l.Keys, func(f metrics.Figure) bool { return f.Key == key })
		if i < 0 {
			var all []string
			for _, k := range l.Keys {
				all = append(all, k.Key)
			}
			return nil, fmt.Errorf("there is no figure %q; use some of %s", key, strings.Join(all, ", "))
		}
		if l.Keys[i].Better == metrics.Neither {
			return nil, fmt.Errorf("figure %q has no better or worse; leave it out", key)
		}
		out = append(out, i)
	}
	return out, nil
}
