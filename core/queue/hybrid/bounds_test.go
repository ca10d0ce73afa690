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

// TestS3PromiseOfNoWalltime checks the promise to a job with walltime 0. Job 2 is
// promised minute 10 and comes before job 3. When job 2 starts, it leaves nothing
// for job 3, so job 3 is promised the end of job 2.
func TestS3PromiseOfNoWalltime(t *testing.T) {
	for _, nodes := range []bool{false, true} {
		for _, last := range []workload.Job{job("c", 2, 0, 1, 1, 0, 0), whole("c", 2, 0, 1)} {
			c := s3(hybrid.HybridPolicy{Nodes: nodes}, whole("a", 0, 10, 4), whole("b", 1, 5, 4), last)
			if d := waits(t, at(t, c, 2), 3); d.Promised != simtime.Time(15*simtime.Minute) {
				t.Errorf("nodes held: %v: a job of %d nodes or tasks is promised %v, want minute 15", nodes, last.Size(), d.Promised)
			}
			expect(t, c, 0, 10, 15)
		}
	}
}
