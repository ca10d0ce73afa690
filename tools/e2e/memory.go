package e2e

import (
	"context"
	"errors"
	"slices"

	"github.com/chromedp/chromedp"
)

// Memory returns the size in bytes of the WebAssembly memory of the page's program,
// and of the programs in its workers together. WebAssembly memory never shrinks, so
// these are also the maximum sizes so far.
func (p *Page) Memory() (page, workers float64, err error) {
	if page, err = memory(p.ctx); err != nil {
		return 0, 0, err
	}
	p.mu.Lock()
	all := slices.Clone(p.workers)
	p.mu.Unlock()
	counted := 0
	for _, ctx := range all {
		if n, bad := memory(ctx); bad == nil { // a worker that has ended does not answer
			workers += n
			counted++
		}
	}
	if counted == 0 {
		err = errors.New("no worker answers")
	}
	return page, workers, err
}

// memory returns the size in bytes of the WebAssembly memory of a page or worker.
func memory(ctx context.Context) (bytes float64, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[float64](`(globalThis.hopyard ?? globalThis).go._inst.exports.mem.buffer.byteLength`))
}

// LabMemory returns the total size in bytes of the WebAssembly memory of the
// workers that run an experiment, as they reported with their latest results.
func (p *Page) LabMemory() (float64, error) {
	return Eval[float64](p, `hopyard.lab.memory()`)
}
