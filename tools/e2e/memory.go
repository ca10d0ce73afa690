package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"
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

// memory asks the garbage collector for the memories that are there.
func memory(ctx context.Context) (bytes float64, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	byValue := true
	err = chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		kind, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: "WebAssembly.Memory.prototype"})
		if err != nil {
			return err
		}
		found, err := cdp.Call(ctx, t, runtime.QueryObjects, runtime.QueryObjectsParams{PrototypeObjectID: kind.Result.ObjectID})
		if err != nil {
			return err
		}
		sum, err := cdp.Call(ctx, t, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
			FunctionDeclaration: "function () { return this.reduce((sum, m) => sum + m.buffer.byteLength, 0) }",
			ObjectID:            found.Objects.ObjectID, ReturnByValue: &byValue,
		})
		if err != nil {
			return err
		}
		return json.Unmarshal(sum.Result.Value, &bytes)
	}))
	return bytes, err
}
