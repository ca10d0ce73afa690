package experiment_test

import (
	"fmt"

	"hopyard/core/experiment"
	"hopyard/core/scenario"
)

// Example compares two queues. A design runs a scenario with every combination of
// the levels of some factors, and repeats each combination with different seeds.
// Algorithms are compared by pairs of runs that drew the same jobs.
func Example() {
	d, err := scenario.ParseDesign([]byte(`{"hopyard_design": 1, "repetitions": 5,
		"scenario": {"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 16}}, "workload": {"model": "lublin", "jobs": 100, "load": 0.9, "widest": 16}},
		"factors": [{"name": "queue", "path": "scheduler.queue", "levels": ["fcfs", "easy"]}], "algorithm": ["queue"]}`))
	if err != nil {
		panic(err)
	}
	x, err := experiment.New(d)
	if err != nil {
		panic(err)
	}
	waits := make([][]float64, len(x.Cells))
	for cell := range x.Cells {
		for repetition := range d.Repetitions {
			f, _ := x.Run(cell, repetition)
			waits[cell] = append(waits[cell], f.MeanWait)
		}
	}
	less := experiment.Difference(waits[0], waits[1])
	fmt.Println(less.N, "pairs; under EASY jobs wait less:", less.Mean > 0)
	// Output:
	// 5 pairs; under EASY jobs wait less: true
}
