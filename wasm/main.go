//go:build js && wasm

// Command wasm is the one program that the browser loads: the page where
// there is a document, the engine in a Web Worker. Both share one file because
// most of its size is the Go runtime, which would otherwise be sent twice.
package main

import (
	"syscall/js"

	"hopyard/wasm/page"
	"hopyard/wasm/workerhost"
)

func main() {
	if js.Global().Get("document").IsUndefined() {
		workerhost.Main()
		return
	}
	page.Main()
}
