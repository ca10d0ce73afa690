//go:build js && wasm

// Package engine runs the simulator in a Web Worker: it takes the page's
// messages as they come and records between them. What it does with them is
// wasm/app/replay's.
package engine

import (
	"syscall/js"
	"time"

	"hopyard/wasm/app/replay"
)

// slice is how long a run is recorded before messages are looked at again: a
// worker that computes gets none.
const slice = 50 * time.Millisecond

// stepsAtOnce is how many steps are recorded between looks at the clock.
const stepsAtOnce = 32

// Main serves the page's messages until the worker is closed.
func Main() {
	inbox := make(chan []byte, 64)
	js.Global().Call("listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		wire := make([]byte, args[0].Get("length").Int())
		js.CopyBytesToGo(wire, args[0])
		inbox <- wire
		return nil
	}))
	var desk replay.Desk
	for {
		select {
		case wire := <-inbox:
			desk.Handle(wire)
		default:
			if !desk.Busy() {
				desk.Handle(<-inbox)
				break
			}
			record(&desk)
			rest() // lets messages in
		}
		for _, answer := range desk.Answers() {
			post(answer)
		}
	}
}

// record works for one slice of time and reports how far it came.
func record(desk *replay.Desk) {
	for began := time.Now(); desk.Busy() && time.Since(began) < slice; {
		desk.Work(stepsAtOnce)
	}
	desk.Report()
}

// rest returns to the event loop, which delivers the messages that have come.
func rest() {
	done := make(chan struct{})
	var wake js.Func
	wake = js.FuncOf(func(js.Value, []js.Value) any {
		wake.Release()
		close(done)
		return nil
	})
	js.Global().Call("setTimeout", wake, 0)
	<-done
}

func post(wire []byte) {
	bytes := js.Global().Get("Uint8Array").New(len(wire))
	js.CopyBytesToJS(bytes, wire)
	js.Global().Call("postMessage", bytes, []any{bytes.Get("buffer")})
}
