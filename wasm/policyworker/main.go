//go:build js && wasm

// Command policyworker (own.wasm) is the program of workers that run user-written
// policies, or answer questions about the queue of a real cluster. It consists of the
// engine's worker, the interpreter of core/script, and the package pendingworker. The
// page's own program contains neither, because few visits need them. The browser fetches
// this program when a scenario with a user-written policy is opened, when the reader
// writes such a policy, or asks why a job is pending.
package main

import (
	"runtime/debug"

	_ "hopyard/core/script"
	_ "hopyard/wasm/app/checkworker"
	_ "hopyard/wasm/app/pendingworker"
	"hopyard/wasm/workerhost"
)

func main() {
	debug.SetGCPercent(400) // interpreted programs allocate many small values; collecting more often costs more than the memory is worth
	workerhost.Main()
}
