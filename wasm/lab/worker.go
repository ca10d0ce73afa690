//go:build js && wasm

package main

import (
	"syscall/js"

	"hopyard/wasm/app/lab"
)

// work answers each message with the runs it requests, until the worker is closed.
// Between messages it waits on the channel, so that the event loop can deliver the
// next message.
func work() {
	inbox := make(chan []byte, 4)
	js.Global().Call("listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		inbox <- goBytes(args[0])
		return nil
	}))
	bench, memory := lab.Bench{Held: held}, newCollector()
	for message := range inbox {
		out := jsBytes(bench.Handle(message))
		js.Global().Call("postMessage", out, []any{out.Get("buffer")})
		memory.rest()
	}
}

// held returns the size of the worker's memory in bytes, which never shrinks and
// therefore is the maximum needed.
func held() int64 {
	memory := js.Global().Get("go").Get("_inst").Get("exports").Get("mem")
	return int64(memory.Get("buffer").Get("byteLength").Float())
}

// goBytes copies a Uint8Array into a slice.
func goBytes(array js.Value) []byte {
	out := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(out, array)
	return out
}

// jsBytes copies a slice into a Uint8Array.
func jsBytes(b []byte) js.Value {
	out := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(out, b)
	return out
}
