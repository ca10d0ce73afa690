package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"hopyard/tools/e2e"
)

// frames runs a JavaScript statement in each of n successive frames of the page. It
// returns the times between frames in milliseconds, sorted by length.
func frames(page *e2e.Page, n int, do string) ([]float64, error) {
	times, err := e2e.Eval[[]float64](page, fmt.Sprintf(`new Promise(done => {
		const times = []
		const frame = at => {
			times.push(at)
			if (times.length > %d) return done(times)
			requestAnimationFrame(frame)
			%s
		}
		requestAnimationFrame(frame)
	})`, n, do))
	var gaps []float64
	for i := 1; i < len(times); i++ {
		gaps = append(gaps, times[i]-times[i-1])
	}
	slices.Sort(gaps)
	return gaps, err
}

// sayFrames runs a statement in each of n frames, as the function frames does. It
// prints the frame rate and the CPU time of the page's tasks. Frames may be missed
// although every task takes less CPU time than a frame lasts. The cause is then
// other load on the machine.
func sayFrames(page *e2e.Page, what string, target, n int, do string) error {
	var gaps []float64
	worked := []float64{0}
	tasks, err := page.Tasks(func() (err error) {
		gaps, err = frames(page, n, do)
		return err
	})
	if err != nil {
		return err
	}
	for _, t := range tasks {
		worked = append(worked, t.Worked)
	}
	slices.Sort(worked)
	say(what, "%.0f fps, 95 of 100 frames within %.1f ms; of the processor's time 95 of 100 tasks within %.1f (target %d fps)",
		1000/mean(gaps), part(gaps, 0.95), part(worked, 0.95), target)
	return nil
}

// playing measures the frame rate while the page plays a run at 8 times the normal
// pace. The machine in the run has 1,024 nodes.
func (b *bench) playing() error {
	page, err := b.with(3400, 5)
	if err != nil {
		return err
	}
	defer page.Close()
	if err := fast(page); err != nil {
		return err
	}
	return sayFrames(page, "playing 1,024 nodes", 60, 300, "")
}

// fast starts playing the run from the current step, at 8 times the normal pace.
func fast(page *e2e.Page) error {
	if _, err := e2e.Eval[bool](page, `(s => { s.value = '8'; s.dispatchEvent(new Event('change', {bubbles: true})); return true })(document.getElementById('t-speed'))`); err != nil {
		return err
	}
	return page.Press("k")
}

// panning measures the frame rate while the timeline is dragged. The number of jobs
// in the timeline and the target frame rate are given.
func (b *bench) panning(jobs, target int) error {
	page, err := b.with(jobs, 4)
	if err != nil {
		return err
	}
	defer page.Close()
	if err := page.Press("End"); err != nil {
		return err
	}
	if err := page.Wait(`document.documentElement.dataset.step === document.documentElement.dataset.steps`); err != nil {
		return err
	}
	bars, err := e2e.Eval[int](page, `+document.documentElement.dataset.bars`)
	if err != nil {
		return err
	}
	return sayFrames(page, fmt.Sprintf("panning %d bars of %d jobs", bars, jobs), target, 150,
		`hopyard.pointer('timeline-canvas', 'drag', 400, 100, times.length % 40 < 20 ? -6 : 6, 0, 0)`)
}

// seeking measures the time to jump to random steps of a run with 100,000 events.
func (b *bench) seeking() error {
	page, err := b.with(34_000, 5)
	if err != nil {
		return err
	}
	defer page.Close()
	last, err := e2e.Eval[int](page, `+document.documentElement.dataset.steps`)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var all []float64
	for i := range 60 {
		ms, err := jump(page, rng.IntN(last))
		if err != nil {
			return err
		}
		if i >= 10 { // the first ten jumps do not count, because the browser is still compiling code
			all = append(all, ms)
		}
	}
	slices.Sort(all)
	say("seek in a run of 34,000 jobs", "%.1f ms, 95 of 100 within %.1f (%d steps; target 16 ms)", median(all), part(all, 0.95), last)
	return nil
}

// jump moves the slider to a step. It returns the time in milliseconds until the
// step is drawn.
func jump(page *e2e.Page, step int) (float64, error) {
	return e2e.Eval[float64](page, fmt.Sprintf(`new Promise(done => {
		const scrub = document.getElementById('scrub'), data = document.documentElement.dataset
		delete data.seek
		scrub.value = %[1]d
		scrub.dispatchEvent(new Event('input', {bubbles: true}))
		const look = () => data.seek ? setTimeout(() => done(+data.seek), 150) : setTimeout(look, 1)
		look()
	})`, step))
}
