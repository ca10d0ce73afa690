//go:build js && wasm

// Command lab is the program of experiments: in a document their page side, which
// puts what wasm/app/lab says into it, in a Web Worker what makes the runs. Like
// wasm/policyworker it has the interpreter of core/script, so that people's own policies run,
// and like it, nobody loads it who does not ask for it.
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
