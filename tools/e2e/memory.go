package e2e

import (
	"context"
	"errors"
	"slices"

	"github.com/chromedp/chromedp"
)

// Memory returns the bytes that WebAssembly programs hold, in the page and in
// its workers. They never give any back: what they hold is the most they needed.
func (p *Page) Memory() (page, workers float64, err error) {
	if page, err = memory(p.ctx); err != nil {
		return 0, 0, err
	}
	p.mu.Lock()
	all := slices.Clone(p.workers)
	p.mu.Unlock()
	counted := 0
	for _, ctx := range all {
		if n, bad := memory(ctx); bad == nil { // one that has ended has none
			workers += n
			counted++
		}
	}
	if counted == 0 {
		err = errors.New("no worker answers")
	}
	return page, workers, err
}

// memory is what the program of a page or worker holds.
func memory(ctx context.Context) (bytes float64, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[float64](`(globalThis.hopyard ?? globalThis).go._inst.exports.mem.buffer.byteLength`))
}

// LabMemory returns the bytes that WebAssembly programs hold in the workers that make
// an experiment's runs, as these told with their latest answers.
func (p *Page) LabMemory() (float64, error) {
	return Eval[float64](p, `hopyard.lab.memory()`)
}
