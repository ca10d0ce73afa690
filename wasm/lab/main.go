//go:build js && wasm

// Command lab is the program of experiments, which compare many runs of variants of
// a scenario. In a document it is the page side (controller.go): it puts the HTML of
// package lab (wasm/app) into the page and assigns work to workers. In a Web Worker
// it makes the runs (worker.go).
//
// Like wasm/policyworker it contains the interpreter of core/script, so that
// user-written policies run. The browser loads it only when a reader opens an
// experiment.
package main

import (
	"runtime/debug"
	"syscall/js"

	_ "hopyard/core/script"
)

func main() {
	if js.Global().Get("document").IsUndefined() {
		work()
		return
	}
	debug.SetGCPercent(400) // as in wasm/policyworker
	show()
}
