//go:build js && wasm

package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The memory of WebAssembly never shrinks, and a worker lives for thousands of
// runs. The worker therefore collects garbage between runs, when almost nothing is
// alive. A collection in the middle of a run would treat everything allocated
// during that collection as alive. The next collection would then start later, and
// memory would grow from run to run.
const (
	between = 16 << 20  // bytes in use above which a collection follows a message
	limit   = 160 << 20 // bytes that a long run may use before collections become more frequent
)

// collector collects garbage between runs.
type collector struct{ inUse []metrics.Sample }

func newCollector() *collector {
	debug.SetGCPercent(800) // percentage of the memory that is alive between runs; most runs end before a collection starts
	debug.SetMemoryLimit(limit)
	return &collector{[]metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}}
}

func (c *collector) rest() {
	metrics.Read(c.inUse)
	if c.inUse[0].Value.Uint64() > between {
		runtime.GC()
	}
}
