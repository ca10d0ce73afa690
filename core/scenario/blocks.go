package scenario

import (
	"hopyard/core/cluster"
	"hopyard/core/faults"
	"hopyard/core/queue/deadline"
	"hopyard/core/simtime"
)

// Limits on the blocks of disciplines and machines that change, named in the
// errors that they cause.
const (
	MaxOwners      = 4096   // users, groups or queues that one block names
	MaxHistory     = 10_000 // finished jobs that estimates are made from
	MaxParts       = 1000   // of one job
	MaxChanges     = 10_000 // of a machine, one "for" counting as two
	MaxChanged     = 1 << 22
	MaxWeight      = 1_000_000 * 1000 // of a part of a priority, either way, in thousandths
	MaxValue       = 1_000_000_000    // of a user's, group's or queue's priority, either way
	MaxWindows     = 100              // of fair share
	MaxParallelism = 1 << 24 * 1000   // Downey's A, in thousandths
	MaxSigma       = 1000 * 1000      // Downey's sigma, in thousandths
	MaxMisses      = 1000             // heartbeats
	MaxTurns       = 10_000           // changes of the state of one queue
	MaxUsers       = 10_000           // of a model
	MaxGrowth      = 1000 * 1000      // of a model's malleable jobs: times their size, in thousandths
	MaxSlack       = 1000 * 1000      // of a model's deadlines: times the walltime, in thousandths
	MinSpan        = simtime.Second   // of cycles, windows, heartbeats and between failures: no scenario asks for endless work
)

// Allotments are S1's shares of the machine as people write them.
type Allotments struct {
	Share   int64 // S1's P, in thousandths, of the users who do not name their own
	Users   []Allotment
	History []deadline.Past
}

// Allotment is what a user may use.
type Allotment struct {
	User  string
	Nodes int32 // S1's K
	Share int64 // P, in thousandths
}

// Faults is how the machine changes, as people write it.
type Faults struct {
	Offline      cluster.Placement // nodes that are not there at the beginning
	Events       []Change          // in the order of the file
	MTBF, Repair simtime.Duration  // of one node; 0 for none
	Heartbeat    faults.Heartbeat
	Jobs         faults.Lost
	Every, Cost  simtime.Duration // of checkpoints
}

// Change is nodes, or the links between two devices, that go down or come up.
type Change struct {
	At       simtime.Time
	For      simtime.Duration // until the opposite happens; 0: it does not
	Up       bool
	Nodes    cluster.Placement // nil for a link
	From, To End               // of a link; both directions change
}
