//go:build js && wasm

// Command logworker (logs.wasm) is the program of workers that read the job logs of
// archives. It consists of the readers of these formats; more than two thirds of it is
// the Parquet library. The browser fetches this program when the reader opens such a log.
//
// The page posts an object with a message (bytes, a message.Convert) and a file (log).
// The worker posts objects with its messages (bytes): message.Progress now and then, and
// message.Converted with the trace (trace, a Blob), which the page opens like a dropped
// file.
package main

import (
	"runtime/debug"
	"syscall/js"

	"hopyard/wasm/app/logreader"
)

// Sizes of what is passed between the program and JavaScript at a time, and of logs
// from which memory matters more than time: WebAssembly never returns memory to the
// browser.
const (
	pieceBytes  = 1 << 20
	largeLog    = 64 << 20
	largeGrowth = 40 // percent by which the heap grows between two collections
)

func main() {
	inbox := make(chan js.Value, 1)
	js.Global().Call("listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		inbox <- args[0]
		return nil
	}))
	for {
		answer(<-inbox)
	}
}

// answer converts the log that the page has sent.
func answer(in js.Value) {
	wire := make([]byte, in.Get("bytes").Length())
	js.CopyBytesToGo(wire, in.Get("bytes"))
	log, err := contents(in.Get("log"))
	if err != nil {
		panic(err) // the page hears of it: the program ends
	}
	if len(log) > largeLog {
		debug.SetGCPercent(largeGrowth)
	}
	trace := &blobWriter{parts: js.Global().Get("Array").New()}
	last := logreader.Answer(wire, log, func(wire []byte) { post(wire, js.Undefined()) }, trace)
	post(last, trace.blob())
}

// contents reads a file piece by piece, so that its bytes are in memory only once.
// Error: the exception of the browser, for instance if the file has changed.
func contents(file js.Value) (log []byte, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = x.(js.Error)
		}
	}()
	log = make([]byte, file.Get("size").Int())
	reader := js.Global().Get("FileReaderSync").New()
	for at := 0; at < len(log); {
		end := min(at+pieceBytes, len(log))
		piece := js.Global().Get("Uint8Array").New(reader.Call("readAsArrayBuffer", file.Call("slice", at, end)))
		at += js.CopyBytesToGo(log[at:end], piece)
	}
	return log, nil
}

// blobWriter collects what is written to it in a Blob, outside the program's memory.
type blobWriter struct {
	parts js.Value
	buf   []byte
}

// Write appends p. It never fails.
func (w *blobWriter) Write(p []byte) (int, error) {
	if w.buf = append(w.buf, p...); len(w.buf) >= pieceBytes {
		w.flush()
	}
	return len(p), nil
}

func (w *blobWriter) flush() {
	part := js.Global().Get("Uint8Array").New(len(w.buf))
	js.CopyBytesToJS(part, w.buf)
	w.parts.Call("push", part)
	w.buf = w.buf[:0]
}

// blob returns the Blob.
func (w *blobWriter) blob() js.Value {
	w.flush()
	return js.Global().Get("Blob").New(w.parts)
}

// post sends a reply to the page, with a trace or without one.
func post(wire []byte, trace js.Value) {
	bytes := js.Global().Get("Uint8Array").New(len(wire))
	js.CopyBytesToJS(bytes, wire)
	js.Global().Call("postMessage", map[string]any{"bytes": bytes, "trace": trace})
}
