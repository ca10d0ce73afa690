package metrics_test

import (
	"fmt"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/scenario"
)

// Example computes the figures of a run from its trace alone.
func Example() {
	s, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}},
		"jobs": [{"nodes": 4, "walltime": 100}, {"nodes": 2, "submit": 10, "walltime": 50}]}`))
	if err != nil {
		panic(err)
	}
	c, _ := s.Config()
	log, _ := engine.Run(c)
	f := (&metrics.Subject{Machine: c.Machine, Jobs: c.Jobs, Network: c.Network}).Summarize(log)
	fmt.Println("makespan", f.Makespan, "mean wait", f.MeanWait, "bounded slowdown", f.MeanBoundedSlowdown)
	fmt.Printf("utilization %.3f\n", f.Utilization)
	// Output:
	// makespan 150 mean wait 45 bounded slowdown 1.9
	// utilization 0.833
}
