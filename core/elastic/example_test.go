package elastic_test

import (
	"fmt"

	"hopyard/core/elastic"
	"hopyard/core/simtime"
)

// Example decides whether a job should grow from 4 to 8 nodes, on which it would be
// twice as fast. Given the costs of the stages, the growth pays off with 100 s
// left, but not with 12 s left.
func Example() {
	const second = simtime.Second
	costs := elastic.Costs{Stages: [elastic.NumStages]simtime.Duration{second, second, 2 * second, second, second, second, 3 * second}, Rebuild: second}
	for _, left := range []float64{100, 12} {
		o := elastic.Comparison{Left: left * 1000, Limit: 1000 * second, Factor: 0.5}
		stages := costs.Schedule(4, 8, 0)
		o.Setup, o.Stop = elastic.Sides(&stages)
		fmt.Printf("%v s left: s6 is done after %v s, it stands still for %v s: %v\n", left, o.Setup.Seconds(), o.Stop.Seconds(), o.Test())
	}
	// Output:
	// 100 s left: s6 is done after 7 s, it stands still for 6 s: gains
	// 12 s left: s6 is done after 7 s, it stands still for 6 s: no-gain
}
