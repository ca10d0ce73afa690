// Package faults is when nodes and links of a machine fail and come back, as a
// scenario says or as a seeded process draws it, and what becomes of the jobs
// that they hit.
package faults

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// Timetable is all that happens to a machine. The zero value is a machine that does
// not change.
type Timetable struct {
	Offline cluster.Placement // nodes that are not there at the beginning, one task each; nobody misses them
	Events  []MachineChange   // ascending by time; those of one instant take effect in this order
	Drawn   Drawn
	// Heartbeat is S2's: every Period each node says that it works, and it is
	// taken for down after Misses beats in a row did not come. 0: failures are
	// noticed at once.
	Heartbeat Heartbeat
	Lost      Lost             // what becomes of jobs that lose a node
	Every     simtime.Duration // between checkpoints, as in Rhythm
	Cost      simtime.Duration // of each
}

// Rhythm is how running jobs write checkpoints: none does unless those that
// lose a node go on from one.
func (p *Timetable) Rhythm() Rhythm {
	if p.Lost != Checkpoint {
		return Rhythm{}
	}
	return Rhythm{p.Every, p.Cost}
}

// MachineChange is a change at a given time: nodes, or one link.
type MachineChange struct {
	At    simtime.Time
	Up    bool
	Nodes cluster.Placement // one task a node; nil for a link
	Link  topology.LinkID
	// Divides says that the machine is divided anew: the nodes do not fail or come
	// online, they go to another division of it, or come (Up) from one.
	Divides bool
}

// Drawn is failures of nodes as a seeded process: each node fails after spans
// drawn from an exponential distribution, and comes back after others.
type Drawn struct {
	MTBF   simtime.Duration // of one node; 0: none is drawn
	Repair simtime.Duration // mean; 0: nodes never come back
	Seed   int64
}

// Lost is what becomes of a job that loses a node.
type Lost uint8

// The fates of jobs.
const (
	Requeue    Lost = iota // it waits again, at its old place in the queue, and starts from nothing
	Kill                   // it has failed
	Checkpoint             // it waits again, and goes on from its last checkpoint
)

// String is the name of the fate in scenarios.
func (l Lost) String() string { return [...]string{"requeue", "kill", "checkpoint"}[l] }
