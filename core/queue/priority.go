package queue

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// PartKind is a part of a job's priority.
type PartKind uint8

// The parts. Source: Maui's components CRED, FS, RES and SERV (SOURCES.md
// S3.2) and S3's GPUWEIGHT times the GPUs asked for.
const (
	QueueTime   PartKind = iota // minutes since submission
	Expansion                   // 1 + time in the queue / walltime
	OfNodes                     // nodes asked for; of tasks, those that they would fill
	OfCores                     // cores asked for
	OfMemory                    // GiB asked for
	OfGPUs                      // GPUs asked for, none if it names none: S3's GPUWEIGHT
	OfJob                       // the job's own priority
	OfUser                      // the user's priority
	OfGroup                     // the group's
	OfQueue                     // the queue's
	OfResources                 // what it asks for of the machine's own resources, each with a weight of its own
	FairShare                   // percent of what was used lately that its user has too little (or, negative, too much)
	NumParts
)

// String is the name of the part in scenarios.
func (k PartKind) String() string {
	return [...]string{"queue_time", "expansion", "nodes", "cores", "memory", "gpus", "job", "user", "group", "queue", "resources", "fair_share"}[k]
}

// Weights are how a job's priority comes about: the sum of its parts, each
// times its weight. Weights may be negative, and sums are not clipped (as
// under Maui's ENABLENEGJOBPRIORITY); the highest comes first.
type Weights struct {
	Weight [NumParts]int64          // in thousandths; unused of OfResources
	Named  [workload.MaxNamed]int64 // of OfResources, by resource, in thousandths
	Users  []Named                  // values of OfUser, OfGroup and OfQueue by name; 0 for all others
	Groups []Named
	Queues []Named
	Fair   FairTargets
	// Brought says that whole nodes of which a job says nothing count what they bring
	// wherever it is put, GPUs and own resources included; else only what it asks for.
	Brought bool
}

// Named is a value by name.
type Named struct {
	Name  string
	Value int64
}

// FairTargets are what users should have of what is used, over some windows of
// the past that count less and less.
// Source: Maui Administrator's Guide 6.3 (SOURCES.md S3.8).
type FairTargets struct {
	Users  []Named          // percent, in thousandths; users who are not named have no part
	Window simtime.Duration // of time
	Depth  int32            // windows that count
	Decay  int64            // in thousandths: how much each counts less than the one after it
}

// Priority is the priority of a waiting job with its parts, weighted, in
// thousandths. Sum is that of the parts.
type Priority struct {
	Job   workload.JobID
	Sum   int64
	Parts [NumParts]int64
}
