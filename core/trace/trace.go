// Package trace is the record of a run: what changed the world, in the order
// in which it happened.
package trace

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// EventKind is what happened.
type EventKind uint8

// The kinds of events.
const (
	Submit EventKind = iota // the job joined the queue
	Start                   // the job began to run on Placement, for the reason Why
	End                     // the job gave Placement back; it ran to its end
	Kill                    // the same, at its walltime and before its end
	Reject                  // the job was refused for good; for the reason Why if a queue refused it

	Requeue  // the job gave Placement back and waits again, for the reason Why: at its old place, or, outgrown, as a new submission
	Fail     // the job gave Placement back and has ended: it lost nodes
	AtRisk   // the waiting job, which may start now, will miss its deadline by its estimate; Why has the figures
	Freeze   // Placement is set aside for the job to grow: stage s1 of S2 begins
	Stage    // stage Of of the job's growth is done, 2 (s2) to 6 (s6), from which on the job stands still. Of one that shrinks s6, and Placement is to be given back
	Grow     // stage s7 is done: the job goes on, on Placement, all that it holds now
	Rollback // the growth is given up for the reason Why, Placement given back; the job had computed on what it had
	Shrink   // the job gave Placement back and runs on with the rest (ours)

	// Events of the machine; Job is workload.NoJob.
	Down     // the nodes of Placement failed
	Notice   // the resource system noticed it: they are given to nobody
	Up       // the nodes of Placement work (again), and are free
	LinkDown // link Of failed
	LinkUp   // link Of works again

	// The state of queue Of, by its place in the scenario; Job is workload.NoJob.
	QueueOpen  // it takes submissions
	QueueClose // it takes none
	QueueStart // its jobs may start
	QueueStop  // nothing of it starts

	Allot // the user of allotment Of, by its place in the scenario, is allotted Why.Need nodes from now on, Why.Have of them usable; Job is workload.NoJob
	// The machine is divided anew; Job is workload.NoJob.
	Leave // the nodes of Placement go to another division: they are given to nobody here
	Join  // the nodes of Placement come from another division, and are free
	NumKinds
)

// String is the name of the kind in trace files.
func (k EventKind) String() string {
	return [...]string{
		"submit", "start", "end", "kill", "reject", "requeue", "fail", "at-risk", "freeze", "stage", "grow", "rollback", "shrink",
		"down", "notice", "up", "link-down", "link-up",
		"queue-open", "queue-close", "queue-start", "queue-stop",
		"allot",
		"leave", "join",
	}[k]
}

// OfQueue reports whether it is about the state of a queue.
func (k EventKind) OfQueue() bool { return k >= QueueOpen && k <= QueueStop }

// Event is one change of the world. Placement is shared with the engine's
// memory; do not change it.
type Event struct {
	Time      simtime.Time
	Kind      EventKind
	Job       workload.JobID // NoJob from Down on
	Of        int32          // the stage, the link, the queue or the allotment, where Kind says so; 0 elsewhere
	Why       why.Reason
	Placement cluster.Placement
}
