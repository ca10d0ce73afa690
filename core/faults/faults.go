// Package faults describes when nodes and links of a machine fail and recover, how
// the resource system notices that, and what happens to the jobs on failed nodes.
//
// A [Timetable] is the description of a scenario: nodes that are offline from the
// start, listed events, random failures ([RandomFailures]), heartbeats, and the rule for
// jobs that lose a node. [Timetable.Check] validates it. A [Cursor] iterates over
// the changes of the machine in order of time, listed and random ones. It does not
// depend on the jobs, so that runs under all queue disciplines have the same
// failures. A [Watch] determines when the resource system notices a failure by
// missed heartbeats. A [CheckpointCycle] computes when a running job writes checkpoints.
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

// Timetable is everything that happens to a machine. The zero value describes a
// machine that does not change.
type Timetable struct {
	Offline cluster.Placement // nodes that are missing from the start, with one task each; they are known to be down
	Events  []MachineChange   // ascending by time; those of one instant take effect in this order
	Drawn   RandomFailures
	// Heartbeat is the heartbeat of S2: every Period each node reports that it
	// works, and it counts as down after Misses consecutive missing reports. If
	// Period or Misses is 0, failures are noticed at once.
	Heartbeat Heartbeat
	Lost      NodeLossRule     // what happens to a job that loses a node
	Every     simtime.Duration // computing time between checkpoints, as in Rhythm
	Cost      simtime.Duration // duration of writing a checkpoint
}

// Rhythm returns the checkpoint rhythm of running jobs. No job writes checkpoints
// unless jobs that lose a node continue from one.
func (p *Timetable) Rhythm() CheckpointCycle {
	if p.Lost != Checkpoint {
		return CheckpointCycle{}
	}
	return CheckpointCycle{p.Every, p.Cost}
}

// MachineChange is a change at a given time of some nodes or of one link.
type MachineChange struct {
	At    simtime.Time
	Up    bool
	Nodes cluster.Placement // one task per node; nil for a link
	Link  topology.LinkID
	// Divides marks a new division of the machine: the nodes do not fail or come
	// online, but move to another division of it, or join from one (Up).
	Divides bool
}

// RandomFailures describes random failures of nodes: each node fails after spans drawn from
// an exponential distribution, and recovers after spans drawn from another.
type RandomFailures struct {
	MTBF   simtime.Duration // mean time between failures of one node; 0: no random failures
	Repair simtime.Duration // mean time to recovery; 0: failed nodes never recover
	Seed   int64
}

// NodeLossRule is the rule for a job that loses a node.
type NodeLossRule uint8

// The rules for jobs that lose a node.
const (
	Requeue    NodeLossRule = iota // the job waits again, at its old place in the queue, and starts from the beginning
	Kill                           // the job fails
	Checkpoint                     // the job waits again, at its old place in the queue, and continues from its last checkpoint
)

// String returns the name of the rule in scenarios.
func (l NodeLossRule) String() string { return [...]string{"requeue", "kill", "checkpoint"}[l] }
