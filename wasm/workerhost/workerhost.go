//go:build js && wasm

// Package workerhost runs the simulator in a Web Worker. [Main] reads the page's
// messages and passes them to simworker.Dispatcher (wasm/app), which decides what
// to do and produces the answers. While a run is being recorded, Main works on it
// in slices of 50 ms, and handles messages in between.
package workerhost

import (
	"runtime/debug"
	"strings"
	"syscall/js"

	"hopyard/wasm/app/simworker"
)

// A run of a file of more than largeFile bytes keeps nearly everything that it allocates.
// The garbage collector then runs each time the heap has grown by largeGrowth percent, so
// that less memory is idle: WebAssembly never returns memory to the browser.
const (
	largeFile   = 4 << 20
	largeGrowth = 40
)

// Main handles the page's messages until the worker is closed.
func Main() {
	inbox := make(chan pageMessage, 64)
	js.Global().Call("listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		wire := make([]byte, args[0].Get("length").Int())
		js.CopyBytesToGo(wire, args[0])
		in := pageMessage{wire: wire}
		if in.besides = len(args) > 1; in.besides && args[1].Truthy() {
			in.file = textOf(args[1])
		}
		inbox <- in
		return nil
	}))
	var desk simworker.Dispatcher
	pause := newRester()
	for {
		select {
		case in := <-inbox:
			in.handle(&desk)
		default:
			if !desk.Busy() {
				in := <-inbox
				in.handle(&desk)
				break
			}
			desk.WorkSlice()
			pause.rest() // lets the event loop deliver waiting messages
		}
		for _, answer := range desk.Answers() {
			post(answer)
		}
	}
}

// pageMessage is a message from the page, with the file that accompanies it, if
// any.
type pageMessage struct {
	wire    []byte
	besides bool   // whether a file accompanies the message
	file    string // content of the file; "" if it is empty or could not be read
}

func (l *pageMessage) handle(desk *simworker.Dispatcher) {
	if l.besides {
		if len(l.file) > largeFile {
			debug.SetGCPercent(largeGrowth)
		}
		desk.HandleFile(l.wire, l.file)
		return
	}
	desk.Handle(l.wire)
}

// textOf returns the text in an array of bytes. It copies the text piece by piece,
// so that the program holds only one copy of a trace of many megabytes.
func textOf(array js.Value) string {
	n := array.Get("length").Int()
	var out strings.Builder
	out.Grow(n)
	piece := make([]byte, min(n, 1<<20))
	for at := 0; at < n; at += len(piece) {
		piece = piece[:js.CopyBytesToGo(piece, array.Call("subarray", at))]
		out.Write(piece)
	}
	return out.String()
}

// eventLoopPause lets the event loop deliver pending messages. A timer would take 4
// ms each time, nearly a tenth of a slice. Instead, this type posts a message to
// itself. The browser delivers that message after those that the page has sent
// before.
type eventLoopPause struct {
	port  js.Value
	awake chan struct{}
}

func newRester() *eventLoopPause {
	channel := js.Global().Get("MessageChannel").New()
	r := &eventLoopPause{channel.Get("port1"), make(chan struct{}, 1)}
	channel.Get("port2").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		r.awake <- struct{}{}
		return nil
	}))
	return r
}

func (r *eventLoopPause) rest() {
	r.port.Call("postMessage", 0)
	<-r.awake
}

func post(wire []byte) {
	bytes := js.Global().Get("Uint8Array").New(len(wire))
	js.CopyBytesToJS(bytes, wire)
	js.Global().Call("postMessage", bytes, []any{bytes.Get("buffer")})
}
