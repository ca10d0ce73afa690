//go:build js && wasm

// Command policyworker (own.wasm) is the program of workers that run user-written
// policies, answer questions about the queue of a real cluster, or are a shell. It consists of the
// engine's worker, the interpreter of core/script, and the packages pendingworker and
// shellworker. The page's own program contains none of these, because few visits need
// them. The browser fetches this program when a scenario with a user-written policy is
// opened, when the reader writes such a policy, asks why a job is pending, or types in
// the shell.
package main

import (
	"runtime/debug"

	_ "hopyard/core/script"
	_ "hopyard/wasm/app/checkworker"
	_ "hopyard/wasm/app/pendingworker"
	_ "hopyard/wasm/app/shellworker"
	"hopyard/wasm/workerhost"
)

func main() {
	debug.SetGCPercent(400) // interpreted programs allocate many small values; collecting more often costs more than the memory is worth
	workerhost.Main()
}
