package fidelity_test

import (
	"testing"

	"hopyard/core/fidelity/fidelitytest"
)

// BenchmarkReplay replays four weeks of the synthetic cluster.
func BenchmarkReplay(b *testing.B) {
	model := modelOf(b, fidelitytest.New(fidelitytest.Options{Seed: 1, Days: 28, Load: 850, Off: 0.2, Missing: 0.02}))
	b.ReportMetric(float64(len(model.Records())), "jobs")
	for b.Loop() {
		if _, err := model.Replay(); err != nil {
			b.Fatal(err)
		}
	}
}
