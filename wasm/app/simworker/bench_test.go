package simworker

import (
	"fmt"
	"hopyard/core/scenario"
	"hopyard/scenarios"
	"math/rand/v2"
	"strings"
	"testing"

	"hopyard/wasm/app/message"
)

// busy returns a scenario on a tree of 4^levels nodes with three events per job.
// Jobs wait most of the time.
func busy(jobs, levels int) string {
	var out strings.Builder
	rng := rand.New(rand.NewPCG(1, uint64(jobs)))
	fmt.Fprintf(&out, `{"hopyard":1,"cluster":{"topology":{"kind":"fat-tree","levels":%d,"width":4}},"jobs":[`, levels)
	for i, at := 0, 0; i < jobs; i++ {
		if i > 0 {
			out.WriteByte(',')
		}
		at += rng.IntN(16)
		wall := 60 + rng.IntN(240)
		fmt.Fprintf(&out, `{"id":%d,"submit":%d,"nodes":%d,"walltime":%d,"runtime":%d}`, i+1, at, 1<<rng.IntN(2*levels-1), wall, wall/2+rng.IntN(wall/2))
	}
	out.WriteString(`],"scheduler":{"queue":"easy","allocator":"sdm"}}`)
	return out.String()
}

func BenchmarkState(b *testing.B) {
	for _, size := range []struct{ jobs, levels int }{{340, 3}, {3400, 5}, {34000, 5}} {
		b.Run(fmt.Sprintf("nodes=%d/jobs=%d", 1<<(2*size.levels), size.jobs), func(b *testing.B) {
			d, m := run(b, load(busy(size.jobs, size.levels)))
			rng := rand.New(rand.NewPCG(2, 2))
			bytes := 0
			for b.Loop() {
				bytes += len(d.shown.State(&message.Seek{Step: rng.Int32N(int32(len(m.Steps))), Job: -1}).Pack())
			}
			b.ReportMetric(float64(bytes)/float64(b.N), "wire-bytes/op")
		})
	}
}

// talking returns the same scenario as the function busy, except that the jobs
// communicate and share the network's links. If topology is not empty, it replaces
// the tree.
func talking(jobs int, topology, pattern string) string {
	text := busy(jobs, 5)
	if topology != "" {
		text = strings.Replace(text, `{"kind":"fat-tree","levels":5,"width":4}`, topology, 1)
	}
	return strings.Replace(text, `"jobs":[`, `"network":{"model":"max-min","comm":{"pattern":"`+pattern+`","share":0.4}},"jobs":[`, 1)
}

func BenchmarkStateSharing(b *testing.B) {
	for _, c := range [][2]string{{"", "ring"}, {"", "all-to-all"}, {`{"kind":"torus","dims":[32,32]}`, "ring"}, {`{"kind":"torus","dims":[32,32]}`, "all-to-all"}} {
		b.Run(fmt.Sprintf("torus=%t/%s", c[0] != "", c[1]), func(b *testing.B) {
			d, m := run(b, load(talking(1000, c[0], c[1])))
			rng := rand.New(rand.NewPCG(2, 2))
			bytes := 0
			for b.Loop() {
				bytes += len(d.shown.State(&message.Seek{Step: rng.Int32N(int32(len(m.Steps))), Job: -1}).Pack())
			}
			b.ReportMetric(float64(bytes)/float64(b.N), "wire-bytes/op")
		})
	}
}

func BenchmarkLoaded(b *testing.B) {
	text := busy(3400, 5)
	for b.Loop() {
		run(b, load(text))
	}
}

// BenchmarkChoices measures how long it takes to find out which policies and
// machines fit.
func BenchmarkChoices(b *testing.B) {
	for _, l := range scenarios.All() {
		if l.Name != "easy-hole" && l.Name != "graph" && l.Name != "slurm" {
			continue
		}
		benchChoices(b, l.Name, l.Source)
	}
	benchChoices(b, "drawn/jobs=34000", []byte(`{"hopyard":1,"cluster":{"topology":{"kind":"fat-tree","levels":5,"width":4}},"workload":{"model":"lublin","jobs":34000}}`))
}

func benchChoices(b *testing.B, name string, text []byte) {
	s, err := scenario.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			choices(s, try)
		}
	})
}
