package experiment

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// Share divides all runs among the given number of tasks, and returns the runs of
// one task, counted from 0. The runs are ordered by repetition, then by cell. The
// shares of two tasks differ by at most one run.
//
// The cells of each repetition are distributed in a random order, so that all
// shares cost about the same. In the original order, cells with the same algorithm
// or the same load come at regular intervals, and a single task would often get all
// of them. If the number of repetitions is increased, each share keeps all its runs
// and gains more. Cost: O(runs).
func (x *Experiment) Share(task, tasks int) []CellRun {
	var share []CellRun
	next := task // index of the task's next run in the order of the current repetition
	for n := range x.Design.Repetitions {
		if next >= len(x.Cells) { // the task has no run in this repetition
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

// Tasks returns, in ascending order, the tasks whose share contains at least one of
// the given runs. Cost: O(runs of the design).
func (x *Experiment) Tasks(runs []CellRun, tasks int) []int {
	wanted := make([][]int, x.Design.Repetitions) // for each repetition, the wanted cells
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

// dealt returns the random order in which the cells of a repetition are distributed
// among the tasks.
func dealt(cells, repetition int) []int {
	order := make([]int, cells)
	for i := range order {
		order[i] = i
	}
	stream := rand.NewPCG(uint64(repetition), 0x7368617265) // "share" in ASCII, so that this random stream is not used for anything else
	// The shuffle is written out because rand.Shuffle may draw differently in
	// another version of Go.
	for i := cells - 1; i > 0; i-- {
		j := int(stream.Uint64() % uint64(i+1))
		order[i], order[j] = order[j], order[i]
	}
	return order
}
