package hybrid_test

import (
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/faults"
	"hopyard/core/queue/hybrid"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// TestS3PromiseAfterRequeue checks a promise after a running job has lost its nodes
// and has started again on nodes of another kind. Job 5 waits for six GPUs. At
// minute 5, job 1 moves from nodes without GPUs to nodes with four, and it holds
// these until 15. Job 5 is therefore promised 15, and job 6 must not start before
// it.
func TestS3PromiseAfterRequeue(t *testing.T) {
	plain, gpus := workload.Resources{8, 8192}, workload.Resources{8, 8192, 0, 2}
	short := whole("x", 0, 20, 2)
	short.Runtime = 4
	c := on([]workload.Resources{plain, plain, gpus, gpus, gpus, plain}, hybrid.HybridPolicy{},
		whole("r", 0, 10, 2), short, whole("l", 0, 12, 1), whole("z", 0, 100, 1), job("g", 1, 10, 6, 1, 0, 1), job("b", 6, 30, 2, 1, 0, 1))
	c.Faults = &faults.Timetable{Events: []faults.MachineChange{{At: simtime.Time(5 * simtime.Minute), Nodes: cluster.Placement(nil).Append(0, 1, 1)}}}
	if d := waits(t, at(t, c, 6), 5); d.Promised != simtime.Time(15*simtime.Minute) {
		t.Errorf("job 5 is promised %v, want minute 15", d.Promised)
	}
	expect(t, c, 5, 0, 0, 0, 15, 25)
}
