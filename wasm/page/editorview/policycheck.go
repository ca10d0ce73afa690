//go:build js && wasm

package editorview

import (
	"strings"
	"syscall/js"

	"hopyard/wasm/app/message"
	"hopyard/wasm/page/document"
)

// trial is a separate worker that tests the policy. While it works, the main worker
// can run what the reader types. To stop a test, it is enough to end its worker.
type trial struct {
	worker js.Value
	calls  [2]js.Func
	runs   bool
}

func (d *EditorController) listenToTrial() {
	d.OnItem("own-try", "click", "button", func(at document.Element) {
		if at.GetAttribute("data-try") == "stop" {
			d.endTrial()
			d.panel.Trial.Running = false
		} else if strings.TrimSpace(d.panel.Source) != "" {
			d.startTrial()
		}
		d.showTrial()
	})
	d.OnItem("own-trial", "click", "[data-finding]", func(at document.Element) {
		if l, ok := d.panel.Finding(document.IntOf(at, "data-finding")); ok {
			d.load(l)
		}
	})
}

// load loads another scenario, with a history entry of its own.
func (d *EditorController) load(l message.Load) {
	d.Next = -1
	d.Visit(l)
}

// startTrial begins a test of the program in the editor.
func (d *EditorController) startTrial() {
	d.employ(&d.trial, d.panel.Try(document.Now()), func(m *message.Findings) {
		d.panel.Trial.Take(m, document.Now())
		d.showTrial()
	}, func(why string) {
		d.panel.Trial.Running, d.panel.Trial.Broke = false, why
		d.showTrial()
	})
}

// endTrial ends the test's worker, if there is one.
func (d *EditorController) endTrial() { d.dismiss(&d.trial) }

// employ starts a worker for a test. It calls hear with each report of what the
// worker has found so far. It calls broke if the worker fails.
func (d *EditorController) employ(t *trial, ask *message.CheckRequest, hear func(*message.Findings), broke func(why string)) {
	d.dismiss(t)
	t.calls[0] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		var m message.Findings
		if m.Unpack(document.GoBytes(args[0])) == nil {
			hear(&m)
			if m.Over {
				d.dismiss(t)
			}
		}
		return nil
	})
	t.calls[1] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if t.runs {
			d.dismiss(t)
			broke(args[0].String())
		}
		return nil
	})
	t.runs = true
	t.worker = d.Glue.Call("lane", t.calls[0], t.calls[1], true)
	t.worker.Call("postMessage", document.JSBytes(ask.Pack()))
}

// dismiss ends the worker of a test, if there is one.
func (d *EditorController) dismiss(t *trial) {
	if !t.runs {
		return
	}
	t.runs = false
	d.Glue.Call("dismiss", t.worker)
	for _, call := range t.calls {
		// Release the callback later: this code may have been called by it.
		js.Global().Call("setTimeout", document.Once(call.Release), 0)
	}
}

// showTrial updates the results of the test.
func (d *EditorController) showTrial() {
	if !d.there {
		return
	}
	does, text := d.panel.TrialButton()
	d.El("own-try").SetAttribute("data-try", does)
	d.SetText("own-try", text)
	d.SetHTML("own-trial-title", d.panel.TrialTitle())
	d.SetHTML("own-told", d.panel.TrialHTML())
}
