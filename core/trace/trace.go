// Package trace is the record of a run: what changed the world, in the order
// in which it happened.
package trace

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Kind is what happened.
type Kind uint8

// The kinds of events.
const (
	Submit Kind = iota // the job joined the queue
	Start              // the job began to run on Placement, for the reason Why
	End                // the job gave Placement back; it ran to its end
	Kill               // the same, at its walltime and before its end
	Reject             // the job was refused for good
	NumKinds
)

// String is the name of the kind in trace files.
func (k Kind) String() string {
	return [...]string{"submit", "start", "end", "kill", "reject"}[k]
}

// Event is one change of the world. Placement is shared with the engine's
// memory; do not change it.
type Event struct {
	Time      simtime.Time
	Kind      Kind
	Job       workload.JobID
	Why       why.Reason
	Placement cluster.Placement
}
