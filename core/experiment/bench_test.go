package experiment_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"hopyard/core/experiment"
	"hopyard/core/scenario"
)

// BenchmarkRun measures one run of S4's experiment, for various machines and
// numbers of nodes. A run consists of 500 jobs under EASY at an offered load of
// 0.8, placed by SDM.
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

// BenchmarkReadRows measures the reading of files of ten rows each. A sweep on a
// cluster writes such files into its folder. The cost of a file must not depend on
// the number of cells.
func BenchmarkReadRows(b *testing.B) {
	for _, levels := range []int{5, 50} {
		b.Run(fmt.Sprintf("cells=%d/shard=10", levels*levels), func(b *testing.B) {
			var each []string
			for i := range levels {
				each = append(each, fmt.Sprint(i+1))
			}
			list := strings.Join(each, ", ")
			d, err := scenario.ParseDesign(fmt.Appendf(nil, `{"hopyard_design": 1, "repetitions": 1,
				"scenario": {"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"id": 1, "nodes": 1, "walltime": 60}], "scheduler": {"queue": "fcfs", "allocator": "first-fit"}},
				"factors": [{"name": "seed", "path": "seed", "levels": [%s]}, {"name": "nodes", "path": "cluster.topology.nodes", "levels": [%s]}]}`, list, list))
			if err != nil {
				b.Fatal(err)
			}
			x, err := experiment.New(d)
			if err != nil {
				b.Fatal(err)
			}
			made := experiment.NewResults(x)
			shard := made.Header()
			for cell := range 10 {
				made.Set(cell, 0, make([]float64, len(made.Keys)))
				shard = append(shard, made.Row(cell, 0)...)
			}
			r := experiment.NewResults(x)
			b.ReportAllocs()
			for b.Loop() {
				if err := r.ReadRows(bytes.Clone(shard)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
