package experiment

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// Share is what is the task's of all runs, of which each belongs to one of so
// many tasks, counted from 0: a repetition of all cells before the next. Shares
// differ by one run at most. Within a repetition the cells are dealt in an order
// drawn for it, so that shares cost about the same: cells of one algorithm or
// one load stand at equal distances, and dealt in their own order would often be
// all one task's. More repetitions add to a share and take nothing from it.
// Cost: O(runs).
func (x *Experiment) Share(task, tasks int) []CellRun {
	var share []CellRun
	next := task // its place among the runs from the repetition on
	for n := range x.Design.Repetitions {
		if next >= len(x.Cells) { // none of this repetition
			next -= len(x.Cells)
			continue
		}
		order := dealt(len(x.Cells), n)
		first := len(share)
		for ; next < len(order); next += tasks {
			share = append(share, CellRun{order[next], n})
		}
		next -= len(order)
		slices.SortFunc(share[first:], func(a, b CellRun) int { return a.Cell - b.Cell })
	}
	return share
}

// Tasks are those of so many that have a share in any of the runs, ascending.
// Cost: O(runs of the design).
func (x *Experiment) Tasks(runs []CellRun, tasks int) []int {
	wanted := make([][]int, x.Design.Repetitions) // cells by repetition
	for _, run := range runs {
		wanted[run.Repetition] = append(wanted[run.Repetition], run.Cell)
	}
	found := map[int]bool{}
	for n, cells := range wanted {
		if len(cells) == 0 {
			continue
		}
		task := make([]int, len(x.Cells))
		for place, cell := range dealt(len(x.Cells), n) {
			task[cell] = (n*len(x.Cells) + place) % tasks
		}
		for _, cell := range cells {
			found[task[cell]] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// dealt is the order in which the cells of a repetition are dealt.
func dealt(cells, repetition int) []int {
	order := make([]int, cells)
	for i := range order {
		order[i] = i
	}
	stream := rand.NewPCG(uint64(repetition), 0x7368617265) // "share": a stream of its own
	// Not rand.Shuffle, which may draw otherwise in another version of Go.
	for i := cells - 1; i > 0; i-- {
		j := int(stream.Uint64() % uint64(i+1))
		order[i], order[j] = order[j], order[i]
	}
	return order
}
