package e2e

import (
	"context"
	"errors"
	"slices"

	"github.com/chromedp/chromedp"
)

// Memory returns the memory in bytes of the WebAssembly programs in the page and in
// its workers. Such memory never shrinks, so the result is the maximum so far.
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

// memory returns the memory of the program of a page or worker.
func memory(ctx context.Context) (bytes float64, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[float64](`(globalThis.hopyard ?? globalThis).go._inst.exports.mem.buffer.byteLength`))
}

// LabMemory returns the memory in bytes of the WebAssembly programs in the workers
// that run an experiment, as these reported in their latest answers.
func (p *Page) LabMemory() (float64, error) {
	return Eval[float64](p, `hopyard.lab.memory()`)
}
