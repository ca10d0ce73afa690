package engine_test

import (
	"testing"

	"hopyard/core/engine"
	"hopyard/core/faults"
	"hopyard/core/queuetest"
	"hopyard/core/simtime"
	"hopyard/core/trace"
)

// BenchmarkChanges simulates 10,000 jobs on 1,024 nodes under EASY in three
// variants: without a timetable of machine changes, with an empty timetable, and
// with about 500 failures during the run.
func BenchmarkChanges(b *testing.B) {
	c := saturated(10_000)
	c.Queue = queuetest.Named("easy")
	log, err := engine.Run(c)
	if err != nil {
		b.Fatal(err)
	}
	drawn := faults.RandomFailures{MTBF: simtime.Duration(log[len(log)-1].Time) / 500 * 1024, Repair: simtime.Hour, Seed: 1}
	for _, x := range []struct {
		name string
		plan *faults.Timetable
	}{
		{"nil", nil},
		{"none", &faults.Timetable{}},
		{"requeue", &faults.Timetable{Drawn: drawn}},
		{"heartbeats", &faults.Timetable{Drawn: drawn, Heartbeat: faults.Heartbeat{Period: simtime.Minute, Misses: 3}}},
		{"checkpoints", &faults.Timetable{Drawn: drawn, Lost: faults.Checkpoint, Every: simtime.Hour, Cost: simtime.Minute}},
	} {
		b.Run("faults="+x.name, func(b *testing.B) {
			c.Faults = x.plan
			failures := 0
			log, _ := engine.Run(c)
			for i := range log {
				if log[i].Kind == trace.Down {
					failures++
				}
			}
			benchmark(b, c)
			b.ReportMetric(float64(failures), "failures")
		})
	}
}
