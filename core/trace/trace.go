// Package trace defines the record of a simulation run: the events that changed the
// machine, the queues or the jobs, in the order in which they happened.
//
// An [Event] has a time, an [EventKind], and where they apply a job, a placement
// and a reason. A run is a slice of events. [WriteLines] writes it as JSON lines;
// [Event.Text] returns an event as an English sentence. [Hash] reduces a run to 64
// bits, so that two runs can be compared: equal traces have equal hashes, natively
// and in the browser. A [Fingerprint] is a short fingerprint for share links. It holds
// partial hashes of the run, from which [StepHashes.Differs] finds roughly the step
// from which two runs differ.
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
	End                     // the job gave Placement back; its work is complete
	Kill                    // the job gave Placement back at its walltime, before its work was complete
	Reject                  // the job was refused for good, for the reason Why if a queue refused it

	Requeue  // the job gave Placement back and waits again, for the reason Why: at its old place in the queue, or as a new submission if Why is why.Outgrown
	Fail     // the job gave Placement back and has ended, because it lost nodes
	AtRisk   // the waiting job, which may start now, will miss its deadline by its estimate; Why has the figures
	Freeze   // Placement is frozen for the job to grow: stage s1 of S2 begins
	Stage    // stage Of of the job's growth is done, 2 (s2) to 6 (s6); after s6 the job stands still. A job that shrinks has only s6, and Placement holds the nodes to be given back
	Grow     // stage s7 is done: the job continues on Placement, which is everything that it holds now
	Rollback // the growth is given up for the reason Why, and Placement is given back; the job keeps the nodes that it had before
	Shrink   // the job gave Placement back and runs on with the rest (ours)

	// Events of the machine; Job is workload.NoJob.
	Down     // the nodes of Placement failed
	Notice   // the resource system noticed that the nodes of Placement are down; it allocates them to no job
	Up       // the nodes of Placement work (again) and are free
	LinkDown // link Of failed
	LinkUp   // link Of works again

	// State of queue Of, by its index in the scenario; Job is workload.NoJob.
	QueueOpen  // the queue takes submissions
	QueueClose // the queue takes no submissions
	QueueStart // jobs of the queue may start
	QueueStop  // jobs of the queue do not start

	Allot // from now on the user of allotment Of, by its index in the scenario, is allotted Why.Need nodes, of which Why.Have are usable; Job is workload.NoJob
	// New division of the machine; Job is workload.NoJob.
	Leave // the nodes of Placement move to another division; no job here can use them
	Join  // the nodes of Placement join from another division and are free
	NumKinds
)

// String returns the name of the kind in trace files.
func (k EventKind) String() string {
	return [...]string{
		"submit", "start", "end", "kill", "reject", "requeue", "fail", "at-risk", "freeze", "stage", "grow", "rollback", "shrink",
		"down", "notice", "up", "link-down", "link-up",
		"queue-open", "queue-close", "queue-start", "queue-stop",
		"allot",
		"leave", "join",
	}[k]
}

// OfQueue reports whether the kind concerns the state of a queue.
func (k EventKind) OfQueue() bool { return k >= QueueOpen && k <= QueueStop }

// Event is one change during a run. Placement shares memory with the engine; do not
// change it.
type Event struct {
	Time      simtime.Time
	Kind      EventKind
	Job       workload.JobID // NoJob for all kinds from Down on
	Of        int32          // stage, link, queue or allotment, depending on Kind; otherwise 0
	Why       why.Reason
	Placement cluster.Placement
}
