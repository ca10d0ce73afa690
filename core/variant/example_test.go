package variant_test

import (
	"fmt"

	"hopyard/core/scenario"
	"hopyard/core/variant"
)

// Example shows a lesson whose variants must contain an event: a job is backfilled
// because it ends before the shadow time. Each seed gives different numbers.
func Example() {
	lesson, err := scenario.Parse([]byte(`{"hopyard": 1, "title": "Before the head",
		"cluster": {"topology": {"kind": "star", "nodes": 8}},
		"jobs": [{"nodes": 6, "walltime": 3600}, {"submit": 300, "nodes": 4, "walltime": 1800}, {"submit": 600, "nodes": 2, "walltime": 2400}],
		"vary": {"keep": ["ends-by-shadow"], "submits": [0.8, 1.25], "sizes": [0.7, 1.4], "walltimes": [0.7, 1.4]}}`))
	if err != nil {
		panic(err)
	}
	for seed := uint64(0); seed <= 2; seed++ {
		v, err := variant.Draw(lesson, seed, nil)
		if err != nil {
			panic(err)
		}
		fmt.Printf("seed %d, %d draws, %d steps:", seed, v.Draws, v.Run.Len())
		for _, j := range v.Scenario.Jobs {
			fmt.Printf(" %d nodes for %v s from %v;", j.Nodes, j.Walltime, j.Submit)
		}
		fmt.Println()
	}
	// Output:
	// seed 0, 0 draws, 6 steps: 6 nodes for 3600 s from 0; 4 nodes for 1800 s from 300; 2 nodes for 2400 s from 600;
	// seed 1, 1 draws, 6 steps: 5 nodes for 4200 s from 0; 5 nodes for 2520 s from 300; 2 nodes for 1860 s from 720;
	// seed 2, 3 draws, 6 steps: 6 nodes for 5100 s from 0; 5 nodes for 2160 s from 300; 2 nodes for 3180 s from 480;
}
