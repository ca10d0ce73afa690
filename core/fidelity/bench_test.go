package fidelity_test

import (
	"fmt"
	"testing"

	"hopyard/core/fidelity/fidelitytest"
)

// BenchmarkReplay replays four weeks of synthetic clusters.
func BenchmarkReplay(b *testing.B) {
	for _, scale := range []int{1, 8} {
		b.Run(fmt.Sprint(64*scale, " nodes"), func(b *testing.B) {
			model := modelOf(b, fidelitytest.New(fidelitytest.MonthOptions{Seed: 1, Days: 28, Scale: scale, Load: 700, Off: 0.2, Missing: 0.02}))
			b.ReportMetric(float64(len(model.Records())), "jobs")
			for b.Loop() {
				if _, err := model.Replay(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
