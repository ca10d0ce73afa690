//go:build js && wasm

package editorview

import (
	"strconv"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/message"
)

// trial is a separate worker that tests the policy. While it works, the main worker
// can run what the reader types. To stop a test, it is enough to end its worker.
type trial struct {
	worker js.Value
	calls  [2]js.Func
	runs   bool
}

func (d *EditorController) listenToTrial() {
	d.on("own-try", "click", "button", func(at js.Value) {
		if at.Call("getAttribute", "data-try").String() == "stop" {
			d.endTrial()
			d.panel.Trial.Running = false
		} else if strings.TrimSpace(d.panel.Source) != "" {
			d.startTrial()
		}
		d.showTrial()
	})
	d.on("own-trial", "click", "[data-finding]", func(at js.Value) {
		i, err := strconv.Atoi(at.Call("getAttribute", "data-finding").String())
		if l, ok := d.panel.Finding(i); err == nil && ok {
			d.Load(l)
		}
	})
}

// startTrial begins a test of the program in the editor.
func (d *EditorController) startTrial() {
	d.employ(&d.trial, d.panel.Try(d.Millis()), func(m *message.Findings) {
		d.panel.Trial.Take(m, d.Millis())
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
		wire := make([]byte, args[0].Get("length").Int())
		js.CopyBytesToGo(wire, args[0])
		var m message.Findings
		if m.Unpack(wire) == nil {
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
	wire := ask.Pack()
	bytes := js.Global().Get("Uint8Array").New(len(wire))
	js.CopyBytesToJS(bytes, wire)
	t.worker.Call("postMessage", bytes)
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
		js.Global().Call("setTimeout", once(call.Release), 0)
	}
}

// showTrial updates the results of the test. An element that has the focus keeps
// it.
func (d *EditorController) showTrial() {
	if !d.there {
		return
	}
	does, text := d.panel.TrialButton()
	d.el("own-try").Call("setAttribute", "data-try", does)
	d.fill("own-try", text)
	d.fill("own-trial-title", d.panel.TrialTitle())
	box, active := d.el("own-told"), d.doc.Get("activeElement")
	key := ""
	if i := active.Call("getAttribute", "data-finding"); box.Call("contains", active).Bool() && !i.IsNull() {
		key = `[data-finding="` + i.String() + `"]`
	}
	if d.fill("own-told", d.panel.TrialHTML()) && key != "" {
		if at := box.Call("querySelector", key); !at.IsNull() {
			at.Call("focus")
		}
	}
}
