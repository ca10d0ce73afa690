//go:build js && wasm

// Command own is the program of workers that run policies which people have
// written themselves: the engine's worker with the interpreter of core/script.
// The page's own program has none, since few visits need one; this one is fetched
// when a scenario with such a policy is opened, or written.
package main

import (
	_ "hopyard/core/script"
	_ "hopyard/wasm/app/trying"
	"hopyard/wasm/engine"
)

func main() { engine.Main() }
