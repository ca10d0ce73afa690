//go:build js && wasm

// Command wasm is the program that every visit loads. It serves as the page in a
// document, and as the engine in a Web Worker. Both roles share one file, because
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
