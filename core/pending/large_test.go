package pending

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/slurmstate/slurmstatetest"
)

// BenchmarkAnswerLarge answers about a job in the middle of the queue of a partition, with
// ten what-ifs.
func BenchmarkAnswerLarge(b *testing.B) {
	for _, x := range []struct {
		name                    string
		nodes, running, waiting int
	}{{"100 nodes", 100, 50, 200}, {"1,000 nodes", 1000, 500, 2000}, {"10,000 nodes", 10_000, 5000, 20_000}} {
		s := slurmstatetest.Queue(x.nodes, x.running, x.waiting)
		for _, partition := range []string{"batch", "gpu"} {
			b.Run(x.name+", "+partition, func(b *testing.B) {
				for b.Loop() {
					c, err := New(s)
					if err != nil {
						b.Fatal(err)
					}
					a, err := c.Answer(slurmstatetest.Middle(s, partition))
					if err != nil || a.Start.Until > 0 || slices.ContainsFunc(a.WhatIfs, func(w WhatIf) bool { return w.Start.Until > 0 }) {
						b.Fatal("given up: ", err)
					}
					b.ReportMetric(float64(len(a.WhatIfs)), "what-ifs")
				}
			})
		}
	}
}

// BenchmarkRough reports how much starts differ if runs plan few jobs from the beginning,
// compared with simulations that plan all jobs: the share of starts that differ by at most
// a tenth, and the median and largest difference, in percent.
func BenchmarkRough(b *testing.B) {
	for _, depth := range []int32{1, 20, 50, 100} {
		b.Run(fmt.Sprint("planning ", depth), func(b *testing.B) {
			for b.Loop() {
				var differ []float64
				close := 0
				for n := range 3 {
					s := slurmstatetest.Queue(120+40*n, 100, 400)
					c, err := New(s)
					if err != nil {
						b.Fatal(err)
					}
					r := rand.New(rand.NewPCG(uint64(n), 3))
					for range 10 {
						j := &s.Jobs[r.IntN(len(s.Jobs))]
						if !isPending(j) {
							continue
						}
						start := func(e effort) simtime.Duration {
							c.effort = e
							t, err := c.try(c.ids[j.ID], nil, nil)
							if err != nil {
								b.Fatal(err)
							}
							t.run()
							return t.starts[0].After
						}
						exact := start(effort{work: 1 << 60})
						if exact == 0 {
							continue
						}
						part := 100 * math.Abs(float64(start(effort{work: -1, depth: depth})-exact)) / float64(exact)
						differ = append(differ, part)
						if part <= 10 {
							close++
						}
					}
				}
				slices.Sort(differ)
				b.ReportMetric(100*float64(close)/float64(len(differ)), "%close")
				b.ReportMetric(differ[len(differ)/2], "%median")
				b.ReportMetric(differ[len(differ)-1], "%most")
				b.ReportMetric(float64(len(differ)), "jobs")
			}
		})
	}
}
