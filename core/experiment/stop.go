package experiment

import (
	"math"
	"slices"
	"strings"
)

// groups are the sets of cells that get the same number of repetitions under a
// Stop. The cells of a group differ only in their algorithm: they have the same
// place (see Layout) and the same level of the axis. The other algorithms of the
// group are compared with the first algorithm. If the group has no cell for the
// first algorithm, nothing is compared.
type groups struct {
	of    []int   // for each cell, the index of its group
	cells [][]int // for each group, its cells
	base  []int   // for each group, the index of the cell with the first algorithm, or -1
}

// groupsOf returns the groups of an experiment. Cost: O(cells).
func groupsOf(x *Experiment) *groups {
	d := x.Design
	g := &groups{of: make([]int, len(x.Cells))}
	order := map[string]int{}
	for i, name := range d.Algorithms() {
		order[name] = i
	}
	first := math.MaxInt
	rank := make([]int, len(x.Cells))
	byPlace := map[string]int{}
	for i := range x.Cells {
		var where, what []string
		for k, at := range x.Cells[i].Levels {
			if f := &d.Factors[k]; !slices.Contains(d.Algorithm, f.Name) {
				where = append(where, f.Levels[at].Name)
			}
		}
		for _, name := range d.Algorithm {
			k := d.Find(name)
			what = append(what, d.Factors[k].Levels[x.Cells[i].Levels[k]].Name)
		}
		rank[i] = order[strings.Join(what, " ")]
		first = min(first, rank[i])
		key := nameOf(where)
		at, known := byPlace[key]
		if !known {
			at = len(g.cells)
			byPlace[key] = at
			g.cells, g.base = append(g.cells, nil), append(g.base, -1)
		}
		g.of[i] = at
		g.cells[at] = append(g.cells[at], i)
	}
	for i := range x.Cells {
		if rank[i] == first {
			g.base[g.of[i]] = i
		}
	}
	return g
}

// wanted returns how many repetitions a group of cells needs according to the
// results so far. Repetitions are made in rounds of Stop.Least repetitions. The
// result covers the complete rounds if they are precise enough or the maximum is
// reached; otherwise it includes one more round. The result depends only on
// complete rounds, so that the set of runs does not depend on the order in which
// runs end. Cost: O(runs of the group · rounds).
//
// Source: Law and Kelton; SOURCES.md STAT.3.
func (r *Results) wanted(group int) int {
	d := r.Design
	for n := d.Stop.Least; ; n += d.Stop.Least {
		n = min(n, d.Repetitions)
		if n == d.Repetitions || !r.whole(group, n) || r.precise(group, n) {
			return n
		}
	}
}

// whole reports whether the first n repetitions of all cells of a group are
// complete.
func (r *Results) whole(group, n int) bool {
	for _, cell := range r.groups.cells[group] {
		for k := range n {
			if r.runs[cell][k] == nil {
				return false
			}
		}
	}
	return true
}

// precise reports whether the first n repetitions of a group are enough for all its
// algorithms. They are enough if they can detect a difference of the size that the
// Stop gives.
func (r *Results) precise(group, n int) bool {
	base := r.groups.base[group]
	if base < 0 {
		return true
	}
	main := slices.IndexFunc(r.Keys, func(f figure) bool { return f.Key == r.Design.Figures[0] })
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	first := r.Sample(base, main, all)
	most := r.Design.Stop.Percent / 2 / 100 * math.Abs(Of(first).Mean)
	for _, cell := range r.groups.cells[group] {
		if cell != base && Difference(r.Sample(cell, main, all), first).Half > most {
			return false
		}
	}
	return true
}

// missingByStop returns the runs that are still missing in the rounds of
// repetitions needed according to the results so far. When these runs are complete,
// more rounds may be needed. It returns no runs when every group is precise enough.
func (r *Results) missingByStop() []CellRun {
	most := make([]int, len(r.groups.cells))
	for g := range most {
		most[g] = r.wanted(g)
	}
	var runs []CellRun
	for n := range r.Design.Repetitions {
		for cell := range r.Cells {
			if n < most[r.groups.of[cell]] && r.At(cell, n) == nil {
				runs = append(runs, CellRun{cell, n})
			}
		}
	}
	return runs
}
