package queue_test

import (
	"fmt"

	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/trace"
)

// Example runs the same jobs under three disciplines.
func Example() {
	s, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}},
		"jobs": [{"nodes": 3, "walltime": 10}, {"nodes": 4, "walltime": 5}, {"nodes": 1, "walltime": 8}, {"nodes": 1, "walltime": 60}]}`))
	if err != nil {
		panic(err)
	}
	for _, p := range []queue.Policy{queue.FCFS{}, queue.EASY{}, queue.Conservative{}} {
		c, _ := s.Config()
		c.Queue = p
		log, _ := engine.Run(c)
		fmt.Printf("%T:", p)
		for _, e := range log {
			if e.Kind == trace.Start {
				fmt.Printf(" job %d at %v (%v)", e.Job+1, e.Time.Seconds(), e.Why.Code)
			}
		}
		fmt.Println()
	}
	// Output:
	// queue.FCFS: job 1 at 0 (fits-now) job 2 at 10 (fits-now) job 3 at 15 (fits-now) job 4 at 15 (fits-now)
	// queue.EASY: job 1 at 0 (fits-now) job 3 at 0 (ends-by-shadow) job 2 at 10 (fits-now) job 4 at 15 (fits-now)
	// queue.Conservative: job 1 at 0 (fits-now) job 3 at 0 (hole-now) job 2 at 10 (fits-now) job 4 at 15 (fits-now)
}
