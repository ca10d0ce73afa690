package experiment_test

import (
	"os"
	"testing"

	"hopyard/core/experiment"
	"hopyard/core/scenario"
)

// BenchmarkRun is one run of a cell of S4's design: 500 jobs under EASY at a
// load of 0.8, by machine and nodes, placed by SDM.
func BenchmarkRun(b *testing.B) {
	src, err := os.ReadFile("../../scenarios/experiments/s4.json")
	if err != nil {
		b.Fatal(err)
	}
	d, err := scenario.ParseDesign(src)
	if err != nil {
		b.Fatal(err)
	}
	x, err := experiment.New(d)
	if err != nil {
		b.Fatal(err)
	}
	for i := range x.Cells {
		names := map[string]string{}
		for f, at := range x.Cells[i].Levels {
			names[d.Factors[f].Name] = d.Factors[f].Levels[at].Name
		}
		if names["load"] != "0.8" || names["queue"] != "easy" || names["allocator"] != "sdm" {
			continue
		}
		b.Run("machine="+names["machine"]+"/nodes="+names["nodes"], func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				if _, err := x.Run(i, n); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
