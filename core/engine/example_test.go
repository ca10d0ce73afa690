package engine_test

import (
	"fmt"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Example runs a simulation event by event. After each event it prints why jobs
// wait.
func Example() {
	flat, _ := topology.NewFlat(4)
	var jobs []workload.Job
	for i, x := range []struct{ nodes, seconds int64 }{{3, 10}, {4, 5}, {1, 8}, {1, 60}} {
		wall := simtime.Duration(x.seconds) * simtime.Second
		jobs = append(jobs, workload.Job{Request: workload.Request{ID: workload.JobID(i), Number: int64(i + 1), Nodes: int32(x.nodes), Walltime: wall}, Runtime: wall, After: workload.NoJob})
	}
	m := cluster.NewMachine(flat, cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Speed: 1000})
	e, err := engine.New(engine.Config{Machine: m, Jobs: jobs, Queue: queue.EASY{}, Allocator: alloc.FirstFit{}})
	if err != nil {
		panic(err)
	}
	for s, ok := e.Step(); ok; s, ok = e.Step() {
		for _, x := range s.Events {
			fmt.Println(s.Time.Seconds(), x.Kind, "job", x.Job+1)
		}
		for _, d := range e.Pending() {
			fmt.Println("  job", d.Job+1, "waits:", d.Why.Code)
		}
	}
	// Output:
	// 0 submit job 1
	// 0 start job 1
	// 0 submit job 2
	//   job 2 waits: too-few-free
	// 0 submit job 3
	// 0 start job 3
	//   job 2 waits: too-few-free
	// 0 submit job 4
	//   job 2 waits: too-few-free
	//   job 4 waits: too-few-free
	// 8 end job 3
	//   job 2 waits: too-few-free
	//   job 4 waits: would-delay
	// 10 end job 1
	// 10 start job 2
	//   job 4 waits: too-few-free
	// 15 end job 2
	// 15 start job 4
	// 75 end job 4
}
