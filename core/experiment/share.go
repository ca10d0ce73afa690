package experiment

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// Share returns the runs that belong to a task (from 0) if all runs are divided
// among so many tasks. The order is by repetition, then by cell. Shares differ by
// one run at most. Within a repetition the cells are dealt in a random order, so
// that shares cost about the same: cells of one algorithm or one load lie at equal
// distances, and in the order of the cells one task would often get all of them.
// More repetitions extend a share and remove nothing from it. Cost: O(runs).
func (x *Experiment) Share(task, tasks int) []CellRun {
	var share []CellRun
	next := task // index of the task's next run, counted from the beginning of the repetition
	for n := range x.Design.Repetitions {
		if next >= len(x.Cells) { // the task has no run of this repetition
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

// Tasks returns, in ascending order, the tasks that have at least one of the runs
// in their share. Cost: O(runs of the design).
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

// dealt returns the order in which the cells of a repetition are dealt.
func dealt(cells, repetition int) []int {
	order := make([]int, cells)
	for i := range order {
		order[i] = i
	}
	stream := rand.NewPCG(uint64(repetition), 0x7368617265) // "share", so that no other use of random numbers has this stream
	// rand.Shuffle may draw differently in another version of Go.
	for i := cells - 1; i > 0; i-- {
		j := int(stream.Uint64() % uint64(i+1))
		order[i], order[j] = order[j], order[i]
	}
	return order
}
