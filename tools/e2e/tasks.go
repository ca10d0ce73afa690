package e2e

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// Task is a task of the event loop on the main thread, with times in milliseconds.
// Took is the elapsed time, which on a busy machine includes time spent on other
// programs. Worked is the CPU time, which does not.
type Task struct {
	At, Took, Worked float64
	Parts            string // names of the longest events within the task
}

// traced is an event in Chromium's trace format.
type traced struct {
	Name  string  `json:"name"`
	Phase string  `json:"ph"`
	Pid   int     `json:"pid"`
	Tid   int     `json:"tid"`
	At    float64 `json:"ts"` // times in this format are in microseconds
	Took  float64 `json:"dur"`
	Work  float64 `json:"tdur"`
	Args  struct {
		Name string `json:"name"`
		Data struct {
			FunctionName string `json:"functionName"`
			Type         string `json:"type"`
		} `json:"data"`
	} `json:"args"`
}

// Tasks calls the given function. It returns the tasks that the page's main thread
// ran during the call and that took a millisecond or more, in order of time.
func (p *Page) Tasks(during func() error) ([]Task, error) {
	var events []traced
	done := make(chan struct{})
	ctx, stop := context.WithCancel(p.ctx)
	defer stop()
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *tracing.EventDataCollected:
			for _, v := range e.Value {
				var t traced
				if json.Unmarshal(v, &t) == nil && (t.Took >= 1000 || t.Phase == "M") {
					events = append(events, t)
				}
			}
		case *tracing.EventTracingComplete:
			close(done)
		}
	})
	if err != nil {
		return nil, err
	}
	start := tracing.StartParams{TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"devtools.timeline", "disabled-by-default-devtools.timeline", "v8"}}}
	err = p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, tracing.Start, start)
		return err
	}))
	if err == nil {
		err = during()
	}
	if err != nil {
		return nil, err
	}
	err = p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, tracing.End, cdp.Empty{}); err != nil {
			return err
		}
		select {
		case <-done:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}))
	return tasksOf(events), err
}

// tasksOf returns the tasks of a main thread. A browser has several main threads;
// the one with the most CPU time is that of the page.
func tasksOf(events []traced) []Task {
	main := map[[2]int]bool{}
	for _, e := range events {
		if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
			main[[2]int{e.Pid, e.Tid}] = true
		}
	}
	slices.SortStableFunc(events, func(a, b traced) int { return cmp.Compare(a.At, b.At) })
	tasks, worked, most := map[[2]int][]Task{}, map[[2]int]float64{}, [2]int{}
	for _, e := range events {
		id := [2]int{e.Pid, e.Tid}
		if !main[id] || e.Phase != "X" {
			continue
		}
		list := tasks[id]
		if e.Name == "RunTask" || e.Name == "ThreadControllerImpl::RunTask" {
			tasks[id] = append(list, Task{At: e.At / 1000, Took: e.Took / 1000, Worked: e.Work / 1000})
			if worked[id] += e.Work; worked[id] > worked[most] {
				most = id
			}
		} else if n := len(list); n > 0 && e.At/1000 <= list[n-1].At+list[n-1].Took && e.Took/1000 >= list[n-1].Took/4 && len(list[n-1].Parts) < 200 {
			list[n-1].Parts += " " + e.Name + e.Args.Data.FunctionName + e.Args.Data.Type
		}
	}
	return tasks[most]
}
