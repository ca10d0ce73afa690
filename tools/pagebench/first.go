package main

import (
	"fmt"
	"time"

	"hopyard/tools/e2e"
	"hopyard/wasm/app/model"
)

// first measures the number of bytes that a first visit receives over the network.
// It also measures the time until the first schedule is drawn.
func (b *bench) first() error {
	var before, visit, at []float64
	for range b.runs {
		page, err := b.open()
		if err != nil {
			return err
		}
		first, err := e2e.Eval[float64](page, `+document.documentElement.dataset.first`)
		if err == nil {
			at = append(at, first)
			err = page.Wait(`document.documentElement.dataset.offline || !('sw.js' in JSON.parse(document.getElementById('assets').textContent))`)
		}
		if err == nil {
			// The service worker loads again the files that the page has already
			// loaded. To leave these out, count only requests that started before
			// the first schedule was drawn.
			var bytes float64
			bytes, err = e2e.Eval[float64](page, `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
				.filter(e => e.responseEnd > 0 && e.startTime < +document.documentElement.dataset.first).reduce((sum, e) => sum + e.encodedBodySize, 0)`)
			before = append(before, bytes)
		}
		visit = append(visit, float64(page.Received()))
		page.Close()
		if err != nil {
			return err
		}
	}
	say("before the first schedule", "%.0f bytes", median(before))
	say("a first visit, with headers", "%.0f bytes", median(visit))
	say("from navigation to the first schedule", "%.0f ms, %.0f to %.0f (target 1,000 ms)", median(at), at[0], at[len(at)-1])
	return nil
}

// memory measures memory while the page plays a run repeatedly. The page plays at 8
// times the normal pace. In addition, the clock that the page sees runs 15 times as
// fast as normal. In each frame, the page advances by at most a quarter of a second
// of that clock. At the end of the run, playing starts again from the beginning.
func (b *bench) memory() error {
	page, err := b.with(3400, 5)
	if err != nil {
		return err
	}
	defer page.Close()
	if _, err := e2e.Eval[bool](page, `(ask => {
		globalThis.requestAnimationFrame = f => ask(at => f(at * 15))
		return true
	})(globalThis.requestAnimationFrame)`); err != nil {
		return err
	}
	if err := fast(page); err != nil {
		return err
	}
	played, began := 0, time.Now()
	last, err := b.step(page)
	if err != nil {
		return err
	}
	for i := range 5 {
		for time.Since(began) < b.play*time.Duration(i)/4 {
			time.Sleep(200 * time.Millisecond)
			now, err := b.step(page)
			if err != nil {
				return err
			}
			played += max(now-last, 0)
			last = now
			if end, err := e2e.Eval[bool](page, `document.documentElement.dataset.step === document.documentElement.dataset.steps`); err != nil {
				return err
			} else if end {
				if err := page.Press("Home"); err != nil {
					return err
				}
				if err := page.Press("k"); err != nil {
					return err
				}
			}
		}
		program, workers, err := page.Memory()
		if err != nil {
			return err
		}
		sizes, err := e2e.Eval[[]float64](page, `[performance.memory.usedJSHeapSize, document.querySelectorAll('*').length]`)
		if err != nil {
			return err
		}
		say(fmt.Sprintf("memory after %d steps of play", played), "program %.1f MB, worker %.1f MB, JavaScript %.1f MB, %.0f elements (%.0f min at the usual pace)",
			program/1e6, workers/1e6, sizes[0]/1e6, sizes[1], float64(played)/model.StepsPerSecond/60)
	}
	return nil
}

func (b *bench) step(page *e2e.Page) (int, error) {
	return e2e.Eval[int](page, `+document.documentElement.dataset.step`)
}
