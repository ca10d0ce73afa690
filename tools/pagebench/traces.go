package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"hopyard/tools/e2e"
	"hopyard/tools/traces"
)

// wholeTraces drops drawn traces of archives' sizes, and runs the same files with
// the command.
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

// wholeTrace measures one trace: from its drop to the first picture, the longest
// task of the page until the table has its promises, and memory.
func (b *bench) wholeTrace(size traces.Size, command, file string) error {
	var native []float64
	for range b.runs {
		began := time.Now()
		if err := exec.Command(command, "run", file).Run(); err != nil {
			return err
		}
		native = append(native, float64(time.Since(began).Milliseconds()))
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var dropped []float64
	longest, worker := 0.0, 0.0
	for range b.runs {
		page, err := b.open()
		if err != nil {
			return err
		}
		ms, task, memory, err := dropTrace(page, filepath.Base(file), bytes.Clone(text))
		page.Close()
		if err != nil {
			return err
		}
		dropped, longest, worker = append(dropped, ms), max(longest, task), max(worker, memory)
	}
	in, by := median(dropped), median(native)
	say(fmt.Sprintf("a trace of %d jobs on %d nodes", size.Jobs, size.Nodes),
		"%.0f ms to its first picture, %.1f times the command's %.0f (target 2.5); longest task %.0f ms (target 50), worker %.0f MB (target 600)", in, in/by, by, longest, worker/1e6)
	return nil
}

// dropTrace drops a file and waits for the schedule, then for the table.
func dropTrace(page *e2e.Page, name string, text []byte) (ms, longest, worker float64, err error) {
	if err = page.Wait(`document.documentElement.dataset.lessons`); err != nil {
		return 0, 0, 0, err
	}
	tasks, err := page.Tasks(func() error {
		if err := page.DropFile(name, string(text)); err != nil {
			return err
		}
		if err := page.Wait(`document.documentElement.dataset.dropped`); err != nil {
			return err
		}
		return page.Wait(`document.querySelector('#arc-table .kept')`)
	})
	if err != nil {
		return 0, 0, 0, err
	}
	for _, t := range tasks {
		longest = max(longest, t.Worked)
	}
	if ms, err = e2e.Eval[float64](page, `+document.documentElement.dataset.dropped`); err == nil {
		_, worker, err = page.Memory()
	}
	return ms, longest, worker, err
}
