package queue

import (
	"hopyard/core/simtime"
)

// Allotments are S1's shares of the machine, in nodes; a job of tasks counts as
// the nodes that it would fill. What no user is allotted is the system's
// reserve.
//
// Source: S1, section 3; algorithms.md 8.
type Allotments struct {
	Users   []Allotment
	History []Past
}

// Allotment is what one user may use: Nodes, of which Usable for any job and
// the rest in reserve for jobs that would miss their deadline.
type Allotment struct {
	User   string
	Nodes  int32 // S1's K
	Usable int32 // S1's K·P, rounded down
}

// Past is a finished job that estimates are made from.
type Past struct {
	User, Application string
	Amount            int64            // of computation
	Time              simtime.Duration // that it ran
}
