// Package trace defines the record of a simulation run: the events that changed the
// machine, the queues or the jobs, in the order in which they happened.
//
// An [Event] has a time and an [EventKind], and depending on the kind a job, a
// placement and a reason. A run is a slice of events. [WriteLines] writes it as
// JSON lines; [Event.Text] returns an event as an English sentence. [Hash] reduces
// a run to 64 bits, so that two runs can be compared: equal traces have equal
// hashes, natively and in the browser. A [Fingerprint] is a short description of a
// run for share links. It holds partial hashes of the run, from which
// [StepHashes.Differs] finds roughly the step from which two runs differ.
//
//	{"time":0,"event":"submit","job":1}
//	{"time":0,"event":"start","job":1,"nodes":"0-2","why":"fits-now","need":3,"have":4}
package trace

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events.
const (
	Submit EventKind = iota // the job joined the queue
	Start                   // the job started on Placement, for the reason Why
	End                     // the job completed its work and gave Placement back
	Kill                    // the job was stopped at its walltime, before its work was complete, and gave Placement back
	Reject                  // the job was refused for good, or cancelled while it waited; Why holds the reason unless the job was impossible

	Requeue  // the job gave Placement back and waits again, for the reason Why: as a new submission if Why is why.Outgrown, and otherwise at its old place in the queue
	Fail     // the job ended because it lost nodes, was stopped to make room, or was cancelled, and gave Placement back
	AtRisk   // the waiting job, which may start now, will miss its deadline according to its estimate; Why holds the figures
	Freeze   // Placement is frozen so that the job can grow: stage s1 of S2 begins
	Stage    // stage Of of the job's growth is done, 2 (s2) to 6 (s6); after s6 the job stands still. A job that shrinks has only stage s6; then Placement holds the nodes that it will give back
	Grow     // stage s7 is done: the job continues on Placement, which includes all its old and new nodes
	Rollback // the growth is given up for the reason Why, and Placement, which was frozen, is given back; the job keeps its old nodes
	Shrink   // the job gave Placement back and continues on its other nodes (an addition of ours)

	// Events of the machine; Job is workload.NoJob.
	Down     // the nodes of Placement failed
	Notice   // the resource system noticed that the nodes of Placement are down, and no longer allocates them
	Up       // the nodes of Placement came online or recovered, and are free
	LinkDown // link Of failed
	LinkUp   // link Of works again

	// Changes of the state of a queue. Of is the index of the queue in the
	// scenario; Job is workload.NoJob.
	QueueOpen  // the queue accepts submissions from now on
	QueueClose // the queue accepts no submissions from now on
	QueueStart // jobs of the queue may start from now on
	QueueStop  // jobs of the queue may not start from now on

	Allot // from now on a user is allotted Why.Need nodes, of which Why.Have are usable. Of is the index of the user's allotment in the scenario; Job is workload.NoJob
	// Repartitions of the machine; Job is workload.NoJob.
	Leave // the nodes of Placement move to another partition; jobs here can no longer use them
	Join  // the nodes of Placement join from another partition and are free

	Release // the conditions of the job's start hold from now on; or nobody holds the job any longer, and it still waits for the reason Why

	// Power of the nodes. Job is workload.NoJob, except that Wake and Ready name the
	// job for which nodes are woken. If nodes of a job slept, Of is 1 in its Start, and
	// also in a Requeue or Fail that happens before they are up; otherwise it is 0.
	PowerDown // the nodes of Placement have been idle long enough and are being powered down
	PowerOff  // the nodes of Placement are powered down
	Wake      // the nodes of Placement are being powered up for the job; Of is 1 if they were still being powered down, which is completed first
	Ready     // all nodes of the job are up: it runs, and its walltime begins
	Hold      // a person holds the waiting job: it may not start until a Release
	Update    // a person changed the job, which now asks for the size Why.Need and the walltime Why.At

	// Suspension. A Requeue or Fail of a suspended job has no Placement, because the job has
	// given it back before.
	Suspend // the job stands still and gave Placement back, for the reason Why; its walltime stands still, too
	Resume  // the suspended job continues on Placement, which it has taken again
	NumKinds
)

// String returns the name of the kind as written in trace files.
func (k EventKind) String() string {
	return [...]string{
		"submit", "start", "end", "kill", "reject", "requeue", "fail", "at-risk", "freeze", "stage", "grow", "rollback", "shrink",
		"down", "notice", "up", "link-down", "link-up",
		"queue-open", "queue-close", "queue-start", "queue-stop",
		"allot",
		"leave", "join",
		"release",
		"power-down", "power-off", "wake", "ready",
		"hold", "update", "suspend", "resume",
	}[k]
}

// OfQueue reports whether the kind concerns the state of a queue.
func (k EventKind) OfQueue() bool { return k >= QueueOpen && k <= QueueStop }

// Ends reports whether an event of this kind ends its job: the job has completed,
// was killed, or failed.
func (k EventKind) Ends() bool { return k == End || k == Kill || k == Fail }

// Final reports whether an event of this kind is the last of its job: the job has
// ended or was refused.
func (k EventKind) Final() bool { return k.Ends() || k == Reject }

// Event is one change during a run. The caller must not change Placement, because
// it shares memory with the engine.
type Event struct {
	Time      simtime.Time
	Kind      EventKind
	Job       workload.JobID // NoJob for all kinds from Down to Join, and for PowerDown and PowerOff
	Of        int32          // number of the stage, link, queue or allotment, depending on Kind; otherwise 0
	Why       why.Reason
	Placement cluster.Placement
}
