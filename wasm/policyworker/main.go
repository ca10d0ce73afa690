//go:build js && wasm

// Command own is the program of workers that run policies which people have
// written themselves: the engine's worker with the interpreter of core/script.
// The page's own program has none, since few visits need one; this one is fetched
// when a scenario with such a policy is opened, or written.
package main

import (
	"runtime/debug"

	_ "hopyard/core/script"
	_ "hopyard/wasm/app/checkworker"
	"hopyard/wasm/workerhost"
)

func main() {
	debug.SetGCPercent(400) // programs make many small values; collecting them costs more than their room
	workerhost.Main()
}
