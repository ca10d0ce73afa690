//go:build js && wasm

// Command policyworker (own.wasm) is the program of workers that run user-written
// policies. It consists of the engine's worker and the interpreter of core/script.
// The page's own program does not contain the interpreter, because few visits need
// it. The browser fetches this program when a scenario with a user-written policy
// is opened, or when the reader writes such a policy.
package main

import (
	"runtime/debug"

	_ "hopyard/core/script"
	_ "hopyard/wasm/app/checkworker"
	"hopyard/wasm/workerhost"
)

func main() {
	debug.SetGCPercent(400) // interpreted programs allocate many small values; collecting more often costs more than the memory is worth
	workerhost.Main()
}
