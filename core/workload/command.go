package workload

import (
	"math"

	"hopyard/core/simtime"
)

// JobCommand is a command that a person gives about a job during a run, as with Slurm's
// scancel and scontrol. It has no effect if the job has not been submitted or has ended,
// or if its state does not allow the command; Slurm refuses such commands.
//
// Source: SOURCES.md SLURM.13.
type JobCommand struct {
	At     simtime.Time
	Kind   CommandKind
	Job    int64 // number of the job
	Change JobChange
}

// CommandKind is the kind of a JobCommand.
type CommandKind uint8

// The kinds of commands.
const (
	CancelJob  CommandKind = iota // ends a job that waits or runs
	HoldJob                       // keeps a waiting job from starting
	ReleaseJob                    // ends a hold
	UpdateJob                     // makes a Change
)

// String returns the name of the kind in scenarios.
func (k CommandKind) String() string { return [...]string{"cancel", "hold", "release", "update"}[k] }

// JobChange holds the new values of an update. A waiting job can have any of them, a
// running job only a walltime. If one of them is impossible, the update has no effect.
type JobChange struct {
	Nodes    int32            // 0: as before; only for rigid jobs of whole nodes
	Walltime simtime.Duration // KeepWalltime: as before
	Queue    string           // "": as before
	QOS      string           // "": as before
	Priority int64            // KeepPriority: as before
	Begin    simtime.Time     // 0: as before
}

// The values of a JobChange that change nothing where 0 is a value.
const (
	KeepWalltime simtime.Duration = -1
	KeepPriority int64            = math.MinInt64
)

// NoChange is a JobChange that changes nothing.
var NoChange = JobChange{Walltime: KeepWalltime, Priority: KeepPriority}

// WhileRunning reports whether a running job can have the change: it changes only the
// walltime.
func (c *JobChange) WhileRunning() bool {
	only := NoChange
	only.Walltime = c.Walltime
	return *c == only && c.Walltime != KeepWalltime
}

// Apply returns a copy of the job with the change. The run time stays the same. It
// returns false if the job cannot have the change.
func (c *JobChange) Apply(j *Job) (*Job, bool) {
	n := *j
	if c.Nodes != 0 {
		if !j.Whole() || j.Elastic != nil || j.Parts != nil || j.Comm != nil && j.Comm.Pattern == Matrix {
			return nil, false
		}
		n.Nodes = c.Nodes
	}
	if c.Walltime != KeepWalltime {
		n.Walltime = c.Walltime
	}
	if c.Queue != "" {
		n.Queue = c.Queue
	}
	if c.QOS != "" {
		n.QOS = c.QOS
	}
	if c.Priority != KeepPriority {
		n.Priority = c.Priority
	}
	if c.Begin != 0 {
		held := Conditions{}
		if j.Held != nil {
			held = *j.Held
		}
		held.Begin = c.Begin
		n.Held = &held
	}
	return &n, true
}
