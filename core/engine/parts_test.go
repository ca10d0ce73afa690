package engine_test

import (
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/elastic"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// TestPartsOfGrowingJob runs a job of three parallel parts on 3 nodes. Each part
// takes 60 s. At 20 s, when another job ends, the job grows to 6 nodes in no time.
// Each part then has two nodes, so the rest of the work must take 20 s instead of
// 40 s.
func TestPartsOfGrowingJob(t *testing.T) {
	parts := &workload.Parts{Parallel: true, Work: []simtime.Duration{60_000, 60_000, 60_000}}
	job := workload.Job{Request: workload.Request{Nodes: 3, Walltime: 100_000, Elastic: &workload.Elastic{Min: 3, Max: 6}}, Parts: parts, Runtime: parts.RunTime(3), After: workload.NoJob}
	first := workload.Job{Request: workload.Request{Nodes: 3, Walltime: 20_000}, Runtime: 20_000, After: workload.NoJob}
	job.ID = 1
	log, err := engine.Run(engine.Config{
		Machine: flatMachine(6), Jobs: []workload.Job{first, job}, Queue: queue.EASY{}, Allocator: alloc.FirstFit{},
		Elastic: &elastic.GrowthPolicy{Growth: elastic.QueueFirst},
	})
	if err != nil {
		t.Fatal(err)
	}
	end := log[len(log)-1]
	if want := simtime.Time(20_000 + 20_000); end.Kind != trace.End || end.Time != want { // two thirds of the work were left
		t.Errorf("the last event is %v at %v, must be the end at %v", end.Kind, end.Time, want)
	}
}
