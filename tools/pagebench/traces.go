package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"hopyard/tools/e2e"
	"hopyard/tools/traces"
)

// wholeTraces measures the generated traces of package traces. It drops the file of
// each trace on the page. It also runs the command hopyard run on the same file.
func (b *bench) wholeTraces() error {
	folder, err := os.MkdirTemp("", "pagebench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	command := filepath.Join(folder, "hopyard")
	if out, err := exec.Command("go", "build", "-o", command, "./tools/hopyard").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	for _, size := range traces.Sizes {
		file, err := size.Save(folder, 1)
		if err == nil {
			err = b.wholeTrace(size, command, file)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// wholeTrace measures a trace. In the page, it measures three values: the time from
// dropping the file until the first picture, the longest task until the table
// contains the promised start times, and the memory.
func (b *bench) wholeTrace(size traces.Size, command, file string) error {
	var native []float64
	for range b.runs {
		began := time.Now()
		if err := exec.Command(command, "run", file).Run(); err != nil {
			return err
		}
		native = append(native, float64(time.Since(began).Milliseconds()))
	}
	var dropped, begun []float64
	longest, worker := 0.0, 0.0
	for range b.runs {
		page, err := b.open()
		if err != nil {
			return err
		}
		ms, first, task, memory, err := dropTrace(page, file)
		page.Close()
		if err != nil {
			return err
		}
		dropped, longest, worker = append(dropped, ms), max(longest, task), max(worker, memory)
		if first > 0 { // first is 0 if the run ended before the page drew it in progress
			begun = append(begun, first)
		}
	}
	in, by := median(dropped), median(native)
	if len(begun) > 0 {
		say(fmt.Sprintf("a trace of %d jobs, as it is simulated", size.Jobs), "%.0f ms until it is drawn, %.1f times the command's %.0f", median(begun), median(begun)/by, by)
	}
	say(fmt.Sprintf("a trace of %d jobs on %d nodes", size.Jobs, size.Nodes),
		"%.0f ms to its first picture, %.1f times the command's %.0f (target 2.5); longest task %.0f ms (target 50), worker %.0f MB (target 600)", in, in/by, by, longest, worker/1e6)
	return nil
}

// dropTrace drops a file on the page, waits for the schedule, and then waits for
// the table. It returns the time in milliseconds from the drop until the schedule
// was drawn (ms). It also returns the time until the page first drew the machine's
// utilization during the simulation (begun), or 0 if the page did not draw it. The
// other results are the longest task in milliseconds of CPU time and the worker's
// memory in bytes.
func dropTrace(page *e2e.Page, path string) (ms, begun, longest, worker float64, err error) {
	if err = page.Wait(`document.documentElement.dataset.lessons`); err != nil {
		return 0, 0, 0, 0, err
	}
	if _, err = e2e.Eval[bool](page, `(() => {
		let at
		addEventListener('drop', () => { at = performance.now() }, {capture: true})
		const watch = new MutationObserver(() => {
			if (!document.querySelector('#busy:not([hidden]) .sketch')) return
			window.begun = performance.now() - at
			watch.disconnect()
		})
		watch.observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ['hidden']})
		return true
	})()`); err != nil {
		return 0, 0, 0, 0, err
	}
	tasks, err := page.Tasks(func() error {
		if err := page.DropPath(path); err != nil {
			return err
		}
		if err := page.Wait(`document.documentElement.dataset.dropped`); err != nil {
			return err
		}
		return page.Wait(`document.querySelector('#arc-table .kept')`)
	})
	if err != nil {
		return 0, 0, 0, 0, err
	}
	for _, t := range tasks {
		longest = max(longest, t.Worked)
	}
	if ms, err = e2e.Eval[float64](page, `+document.documentElement.dataset.dropped`); err == nil {
		begun, err = e2e.Eval[float64](page, `window.begun ?? 0`)
	}
	if err == nil {
		_, worker, err = page.Memory()
	}
	return ms, begun, longest, worker, err
}
