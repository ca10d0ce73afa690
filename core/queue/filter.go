package queue

import "hopyard/core/workload"

// Condition is what a node must meet to take part of a job, in the order in
// which conditions are looked at. S3 names CPU, memory and GPU.
type Condition uint8

// The conditions.
const (
	IsUp      Condition = iota // it works
	HasCores                   // enough of its cores are free for a task; all of it for a whole-node job
	HasMemory                  // likewise
	HasDisk                    // likewise
	HasGPUs                    // likewise
	NotHeld                    // it is not reserved, while the job would run, for a job before it
	NumConditions
)

// String is the name of what a node lacks that fails the condition.
func (c Condition) String() string {
	return [...]string{"down", "cores", "memory", "disk", "gpus", "reserved"}[c]
}

// Excluded is how many nodes fail a condition. Each node is counted once,
// under the first condition that it fails.
type Excluded struct {
	What  Condition
	Nodes int32
}

// Filters says how many nodes each condition excludes for a waiting job now;
// nil if it does not wait.
func (q *Queue) Filters(job workload.JobID) []Excluded { return nil }
