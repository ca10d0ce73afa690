package trace_test

import (
	"fmt"
	"os"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/trace"
)

// Example prints a run as JSON lines, followed by its hash. Equal runs have equal
// hashes.
func Example() {
	s, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}},
		"jobs": [{"nodes": 3, "walltime": 100}]}`))
	if err != nil {
		panic(err)
	}
	c, _ := s.Config()
	log, _ := engine.Run(c)
	if err := trace.WriteLines(os.Stdout, c.Jobs, log); err != nil {
		panic(err)
	}
	again, _ := engine.Run(c)
	fmt.Println("the same again:", trace.Hash(log) == trace.Hash(again), trace.Hash(log) == trace.Hash(log[:2]))
	// Output:
	// {"time":0,"event":"submit","job":1}
	// {"time":0,"event":"start","job":1,"nodes":"0-2","why":"fits-now","need":3,"have":4}
	// {"time":100,"event":"end","job":1,"nodes":"0-2"}
	// the same again: true false
}
