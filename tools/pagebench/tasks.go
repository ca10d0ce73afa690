package main

import (
	"fmt"
	"time"

	"hopyard/tools/e2e"
)

// tasks measures the longest tasks of the page while a run with 100,000 events is
// simulated and loaded. A task is a piece of work during which the browser handles
// no input.
func (b *bench) tasks() error {
	page, err := b.open()
	if err != nil {
		return err
	}
	defer page.Close()
	time.Sleep(3 * time.Second) // long enough for the page to load the files that it loads after the first schedule
	all, err := page.Tasks(func() error { return drop(page, 34_000, 5) })
	if err == nil {
		sayTasks("tasks while 34,000 jobs are recorded", all)
	}
	return err
}

// comparing measures the longest tasks of the page while two policies run 5,000
// jobs side by side.
func (b *bench) comparing() error {
	page, err := b.with(5000, 5)
	if err != nil {
		return err
	}
	defer page.Close()
	time.Sleep(2 * time.Second)
	all, err := page.Tasks(func() error {
		if err := page.Press("c"); err != nil {
			return err
		}
		time.Sleep(8 * time.Second)
		return nil
	})
	if err == nil {
		sayTasks("tasks while 5,000 jobs are compared", all)
	}
	return err
}

// sayTasks prints the longest task by elapsed time, the longest task by CPU time,
// and the number of tasks that exceed 50 ms by either measure.
func sayTasks(what string, all []e2e.Task) {
	var took, worked e2e.Task
	above, busy := 0, 0
	for _, t := range all {
		if t.Took > took.Took {
			took = t
		}
		if t.Worked > worked.Worked {
			worked = t
		}
		if t.Took > 50 {
			above++
		}
		if t.Worked > 50 {
			busy++
		}
	}
	say(what, "%.0f ms at most, %d above 50; of the processor's time %.0f ms, %d above 50 (target 50 ms)", took.Took, above, worked.Worked, busy)
}

// drop drops a generated scenario on the page as a file. It waits until the run of
// the scenario is on the screen. The number of jobs and the number of levels of the
// fat-tree are given.
func drop(page *e2e.Page, jobs, levels int) error {
	text := fmt.Sprintf(`{"hopyard":1,"title":"%d jobs","cluster":{"topology":{"kind":"fat-tree","levels":%d,"width":4}},
		"workload":{"model":"lublin","jobs":%[1]d},"scheduler":{"queue":"easy","allocator":"first-fit"}}`, jobs, levels)
	err := page.DropFile("drawn.json", text)
	if err != nil {
		return err
	}
	for range 6 { // Wait gives up after two minutes
		if err = page.Wait(fmt.Sprintf(`document.title.startsWith('%d jobs')`, jobs)); err == nil {
			return page.Wait(`!document.documentElement.dataset.step || +document.documentElement.dataset.steps > 5000`)
		}
	}
	return err
}
