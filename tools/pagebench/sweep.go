package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"hopyard/core/policies"
	"hopyard/scenarios"
	"hopyard/tools/e2e"
	"hopyard/wasm/app/lab"
)

// sweeping is the experiment that is measured. It is similar to the default
// experiment of the first lesson, but has five levels, four queue disciplines and
// fifty seeds. This makes 1,000 runs of 500 jobs each.
type sweeping struct {
	runs            int
	link, file      string // link: fragment of the page's address that opens the experiment; file: path of the same design, for the command
	command, folder string
}

// sweep measures the experiment in the page and with the command, in turns. It does
// so first with one worker and then with two. After the runs of the design, the
// page makes further runs with twice as many jobs; sweep does not wait for those.
func (b *bench) sweep() error {
	folder, err := os.MkdirTemp("", "pagebench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	s, err := newSweeping(folder)
	if err != nil {
		return err
	}
	var took [3]float64 // elapsed time in the page; the index is the number of workers
	for workers := 1; workers <= 2; workers++ {
		var page, native []float64
		var first, last float64
		for i := range min(b.runs, 3) { // at most three times, because each measurement takes a long time
			seconds, err := s.native(workers, i)
			if err != nil {
				return err
			}
			native = append(native, seconds)
			seconds, begun, ended, err := b.inPage(s, workers)
			if err != nil {
				return err
			}
			page, first, last = append(page, seconds), max(first, begun), max(last, ended)
		}
		in, by := median(page), median(native)
		took[workers] = in
		say(fmt.Sprintf("%d runs of 500 jobs, workers: %d", s.runs, workers),
			"%.1f s, %.2f times the command's %.1f s (target 2.5); memory of all workers %.1f MB at a tenth, %.1f MB at the end", in, in/by, by, first/1e6, last/1e6)
	}
	say("the same in the page with 2 workers", "%.2f times as fast as with 1", took[1]/took[2])
	return nil
}

// newSweeping prepares the experiment: it builds the command and writes the design
// file.
func newSweeping(folder string) (*sweeping, error) {
	s := &sweeping{folder: folder, file: filepath.Join(folder, "design.json"), command: filepath.Join(folder, "hopyard")}
	l := lab.New(lab.Texts{})
	for _, lesson := range scenarios.All() {
		if lesson.Name == "easy-hole" {
			if err := l.Vary(lesson.Source); err != nil {
				return nil, err
			}
		}
	}
	for _, act := range [][2]string{{"levels", "1, 2, 3, 4, 5"}, {"add", policies.Compared()[3]}, {"repetitions", "50"}} {
		for _, order := range l.Act(act[0], act[1]) {
			return nil, fmt.Errorf("%s %s: %s", act[0], act[1], order.Text)
		}
	}
	s.link = l.Fragment()
	design := l.Act("export", "design")[0].Text
	s.runs = 1000
	var d struct {
		Repetitions int
		Factors     []struct{ Levels []json.RawMessage }
	}
	if err := json.Unmarshal([]byte(design), &d); err != nil {
		return nil, err
	}
	runs := d.Repetitions
	for _, f := range d.Factors {
		runs *= len(f.Levels)
	}
	if runs != s.runs {
		return nil, fmt.Errorf("the design makes %d runs, not %d", runs, s.runs)
	}
	if err := os.WriteFile(s.file, []byte(design), 0o600); err != nil {
		return nil, err
	}
	if out, err := exec.Command("go", "build", "-o", s.command, "./tools/hopyard").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return s, nil
}

// native runs the experiment with the command. It returns the elapsed time in
// seconds, which includes starting the command and writing its files.
func (s *sweeping) native(workers, attempt int) (seconds float64, err error) {
	folder := filepath.Join(s.folder, fmt.Sprintf("out-%d-%d", workers, attempt))
	began := time.Now()
	out, err := exec.Command(s.command, "sweep", "--workers", strconv.Itoa(workers), "--out", folder, s.file).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%w: %s", err, out)
	}
	return time.Since(began).Seconds(), nil
}

// inPage runs the experiment in the page. It returns the time in seconds from the
// click on the button to the end of the last run. It also returns the size in bytes
// of the workers' WebAssembly memory, after a tenth of the runs (begun) and at the
// end (ended).
func (b *bench) inPage(s *sweeping, workers int) (seconds, begun, ended float64, err error) {
	page, err := b.browser.Open(b.address+"/"+s.link, e2e.View{})
	if err != nil {
		return 0, 0, 0, err
	}
	defer page.Close()
	if err = page.Wait(sweepFirst); err == nil {
		_, err = e2e.Eval[bool](page, fmt.Sprintf(`(hopyard.lab.act('workers', '%d'), true)`, workers))
	}
	if err == nil {
		_, err = e2e.Eval[bool](page, sweepClock)
	}
	if err != nil {
		return 0, 0, 0, err
	}
	if err = page.Wait(`globalThis.swept.tenth`); err == nil {
		begun, err = page.LabMemory()
	}
	for range 5 { // Wait gives up after two minutes
		if err != nil {
			break
		}
		if err = page.Wait(`globalThis.swept.took`); err == nil {
			break
		}
	}
	if err == nil {
		seconds, err = e2e.Eval[float64](page, `globalThis.swept.took / 1000`)
	}
	if err == nil {
		ended, err = page.LabMemory()
	}
	return seconds, begun, ended, err
}

// sweepFirst is a JavaScript condition that becomes true after the first run. The
// page uses the time of this run to estimate the total time.
const sweepFirst = `document.querySelector('#lab:not([hidden]) #lab-progress progress')?.value === 1`

// sweepClock is a script that starts the experiment. It notes when a tenth of the
// runs are done, and records the time until all runs are done.
const sweepClock = `(() => {
	const swept = globalThis.swept = {began: performance.now()}
	const watch = new MutationObserver(() => {
		const {value, max} = document.querySelector('#lab-progress progress')
		if (value >= max / 10) swept.tenth = true
		if (value < max) return
		swept.took = performance.now() - swept.began
		watch.disconnect()
	})
	watch.observe(document.getElementById('lab-progress'), {childList: true, subtree: true})
	document.querySelector('#lab-progress [data-lab=run]').click()
	return true
})()`
