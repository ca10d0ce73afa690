//go:build js && wasm

package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Memory of WebAssembly never shrinks, and a worker lives for thousands of runs. It
// collects between them, when next to nothing is alive: a collection in the middle of
// a run counts what is allocated meanwhile as alive, so that each lets the next one
// wait for longer, and memory grows for as long as runs are made.
const (
	between = 16 << 20  // bytes in use from which it collects after a message
	limit   = 160 << 20 // what a long run may use before it is collected harder
)

// collector collects between runs.
type collector struct{ inUse []metrics.Sample }

func newCollector() *collector {
	debug.SetGCPercent(800) // of what is alive between runs: most runs end before
	debug.SetMemoryLimit(limit)
	return &collector{[]metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}}
}

func (c *collector) rest() {
	metrics.Read(c.inUse)
	if c.inUse[0].Value.Uint64() > between {
		runtime.GC()
	}
}
