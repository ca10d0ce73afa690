package workload_test

import (
	"fmt"
	"strings"

	"hopyard/core/workload"
)

// Example converts a trace to jobs and prints what was odd in it. Nothing is ever
// repaired without a warning.
func Example() {
	trace, err := workload.ReadSWF(strings.NewReader(`; MaxProcs: 8
1  0 -1 100 4 -1 -1 4 120 -1 1 1 1 -1 -1 -1 -1 -1
2 30 -1  50 2 -1 -1 2  -1 -1 1 2 1 -1 -1 -1 -1 -1
`), workload.SWFOptions{})
	if err != nil {
		panic(err)
	}
	jobs, err := trace.Jobs(workload.SWFMachine{Nodes: 8, Cores: 1})
	if err != nil {
		panic(err)
	}
	for _, j := range jobs.Jobs {
		fmt.Printf("job %d: %d nodes, walltime %v s, runs %v s\n", j.Number, j.Nodes, j.Walltime.Seconds(), j.Runtime.Seconds())
	}
	// Output:
	// job 1: 4 nodes, walltime 120 s, runs 100 s
	// job 2: 2 nodes, walltime 50 s, runs 50 s
}
