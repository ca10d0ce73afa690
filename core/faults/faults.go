// Package faults describes when nodes and links of a machine fail and recover, how
// the resource system notices failures, and what happens to the jobs on failed
// nodes.
//
// A [Timetable] is the part of a scenario that describes all this: nodes that are
// offline from the start, listed events, random failures ([RandomFailures]),
// heartbeats, and the rule for jobs that lose a node. [Timetable.Check] validates
// it. A [Cursor] iterates over the listed and random changes of the machine in
// order of time. It does not depend on the jobs, so that runs under all queue
// disciplines have the same failures. A [Watch] determines from missed heartbeats
// when the resource system notices a failure. A [CheckpointCycle] computes when a
// running job writes checkpoints.
//
//	for c := faults.NewCursor(&timetable, nodes); c.At() != simtime.Never; {
//		change := c.Next()
//		…
//	}
package faults

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// Timetable describes all changes of a machine during a run. With the zero value
// the machine does not change.
type Timetable struct {
	Offline cluster.Placement // nodes that are missing from the start, with one task each; the resource system knows that they are down
	Events  []MachineChange   // in ascending order of time; events at the same instant take effect in this order
	Drawn   RandomFailures
	// Heartbeat is the heartbeat of S2: every Period each node reports that it
	// works. After Misses consecutive missing reports the node counts as down. If
	// Period or Misses is 0, failures are noticed at once.
	Heartbeat Heartbeat
	Lost      NodeLossRule     // what happens to a job that loses a node
	Every     simtime.Duration // computing time between checkpoints; see CheckpointCycle
	Cost      simtime.Duration // duration of writing a checkpoint
}

// Rhythm returns the checkpoint cycle of running jobs. Jobs write checkpoints only
// under the rule Checkpoint.
func (p *Timetable) Rhythm() CheckpointCycle {
	if p.Lost != Checkpoint {
		return CheckpointCycle{}
	}
	return CheckpointCycle{p.Every, p.Cost}
}

// MachineChange is a change of some nodes or of one link at a given time.
type MachineChange struct {
	At    simtime.Time
	Up    bool
	Nodes cluster.Placement // one task per node; nil for a link
	Link  topology.LinkID
	// Divides is set for a repartition of the machine, which is neither a failure
	// nor a repair: the nodes move to another partition or, if Up is set, join from
	// another partition.
	Divides bool
}

// RandomFailures describes random failures of nodes. The times between failures of
// a node are exponentially distributed, and so are the times to recovery.
type RandomFailures struct {
	MTBF   simtime.Duration // mean time between failures of a node; 0: no random failures
	Repair simtime.Duration // mean time to recovery; 0: failed nodes never recover
	Seed   int64
}

// NodeLossRule is the rule for a job that loses a node.
type NodeLossRule uint8

// The rules for jobs that lose a node.
const (
	Requeue    NodeLossRule = iota // the job returns to its old place in the queue and starts from the beginning
	Kill                           // the job fails
	Checkpoint                     // the job returns to its old place in the queue and continues from its last checkpoint
)

// String returns the name of the rule as used in scenarios.
func (l NodeLossRule) String() string { return [...]string{"requeue", "kill", "checkpoint"}[l] }
