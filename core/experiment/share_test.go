package experiment

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/scenario"
)

// sized returns an experiment with the given numbers of cells and repetitions. The
// cells have no scenarios, because the tests do not need any.
func sized(cells, repetitions int) *Experiment {
	return &Experiment{Design: &scenario.Design{Repetitions: repetitions}, Cells: make([]Cell, cells)}
}

// TestShare checks the shares of random experiments. Every run must belong to
// exactly one task. The shares must be sorted and differ by at most one run. With
// more repetitions, a share must keep all its runs.
func TestShare(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		cells, repetitions := 1+r.IntN(40), 1+r.IntN(12)
		tasks := 1 + r.IntN(cells*repetitions)
		x, more := sized(cells, repetitions), sized(cells, repetitions+1+r.IntN(3))
		seen := map[CellRun]int{}
		least, most := cells*repetitions, 0
		for task := range tasks {
			share := x.Share(task, tasks)
			for _, run := range share {
				seen[run]++
			}
			least, most = min(least, len(share)), max(most, len(share))
			if owner := x.Tasks(share, tasks); !slices.Equal(owner, []int{task}) {
				t.Fatalf("%d cells: the share of task %d of %d is that of %v", cells, task, tasks, owner)
			}
			if !slices.IsSortedFunc(share, func(a, b CellRun) int {
				return (a.Repetition-b.Repetition)*cells + a.Cell - b.Cell
			}) {
				t.Fatalf("%d cells, %d repetitions: task %d of %d has %v", cells, repetitions, task, tasks, share)
			}
			if longer := more.Share(task, tasks); !slices.Equal(longer[:len(share)], share) {
				t.Fatalf("%d cells: with more repetitions task %d of %d has %v, not %v first", cells, task, tasks, longer, share)
			}
		}
		if len(seen) != cells*repetitions || most-least > 1 {
			t.Fatalf("%d cells, %d repetitions, %d tasks: %d runs, shares of %d to %d", cells, repetitions, tasks, len(seen), least, most)
		}
		if all := x.Tasks(slices.Collect(maps.Keys(seen)), tasks); len(all) != tasks {
			t.Fatalf("%d cells, %d repetitions: all runs are those of %d tasks, not %d", cells, repetitions, len(all), tasks)
		}
		for run, n := range seen {
			if n != 1 || run.Cell >= cells || run.Repetition >= repetitions {
				t.Fatalf("%v is the share of %d tasks", run, n)
			}
		}
	}
}

// TestSharesCostTheSame checks that all shares cost about the same. The cost of a
// run depends on the level of the last factor. The number of tasks is the number of
// these levels, a multiple of it, or the number of cells. Without a random order,
// one task would then get all of the most expensive runs.
func TestSharesCostTheSame(t *testing.T) {
	const cells, repetitions = 900, 100
	for _, tasks := range []int{10, 90, 900} {
		x := sized(cells, repetitions)
		least, most := 1e9, 0.0
		for task := range tasks {
			cost := 0.0
			for _, run := range x.Share(task, tasks) {
				cost += float64(1 + run.Cell%10) // the cost of a run is 1 to 10
			}
			least, most = min(least, cost), max(most, cost)
		}
		mean := 5.5 * cells * repetitions / float64(tasks)
		t.Logf("%d tasks: from %.3f to %.3f of the mean", tasks, least/mean, most/mean)
		if most > 1.25*mean {
			t.Errorf("%d tasks: one costs %.2f times the mean", tasks, most/mean)
		}
	}
}
