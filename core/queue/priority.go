package queue

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// PartKind is a component of a job's priority.
type PartKind uint8

// The components. Source: Maui's components CRED, FS, RES and SERV (SOURCES.md
// S3.2) and S3's GPUWEIGHT times the GPUs asked for.
const (
	QueueTime   PartKind = iota // minutes since submission
	Expansion                   // 1 + time in the queue / walltime
	OfNodes                     // nodes asked for; for tasks, the number of nodes that they would fill
	OfCores                     // cores asked for
	OfMemory                    // GiB of memory asked for
	OfGPUs                      // GPUs asked for, 0 if the job specifies none: S3's GPUWEIGHT
	OfJob                       // the job's own priority
	OfUser                      // the user's priority
	OfGroup                     // the priority of the user's group
	OfQueue                     // the priority of the queue that the job was submitted to
	OfResources                 // resources asked for that the machine defines itself, each with its own weight
	FairShare                   // percentage points by which the user's recent use is below its target (negative: above)
	NumParts                    // number of components of [Weights]

	OfQOS    = NumParts // the priority of the quality of service (package slurmsched)
	AllParts = NumParts + 1
)

// String returns the name of the component in scenarios.
func (k PartKind) String() string {
	return [...]string{"queue_time", "expansion", "nodes", "cores", "memory", "gpus", "job", "user", "group", "queue", "resources", "fair_share", "qos"}[k]
}

// Weights is the definition of a job's priority: the weighted sum of its
// components. Weights may be negative, and sums are not clipped (as under Maui's
// ENABLENEGJOBPRIORITY). The job with the highest sum comes first.
type Weights struct {
	Weight [NumParts]int64          // in thousandths; the entry of OfResources is not used
	Named  [workload.MaxNamed]int64 // weight of each resource that counts for OfResources, in thousandths
	Users  []Named                  // values of OfUser, OfGroup and OfQueue by name; 0 for all others
	Groups []Named
	Queues []Named
	Fair   FairTargets
	// Brought applies to whole-node jobs that leave GPUs, or resources that the
	// machine defines itself, unspecified. If Brought is set, an unspecified
	// resource counts with the smallest amount that the job can get. Otherwise it
	// counts as 0. Unspecified cores and memory always count with the smallest
	// amount that the job can get.
	Brought bool
}

// Named is a value with the name of the user, group or queue to which it applies.
type Named struct {
	Name  string
	Value int64
}

// FairTargets are the shares of recent use that users should have. The use is
// averaged over several past time windows; older windows have less weight. Source:
// Maui Administrator's Guide 6.3 (SOURCES.md S3.8).
type FairTargets struct {
	Users  []Named          // target shares in thousandths of a percent; users who are not listed have no fair-share component
	Window simtime.Duration // length of a time window
	Depth  int32            // number of time windows that count
	Decay  int64            // in thousandths: the weight of a window relative to the next more recent one
}

// Priority is the priority of a waiting job with its weighted components, in
// thousandths. Sum is the sum of Parts.
type Priority struct {
	Job   workload.JobID
	Sum   int64
	Parts [AllParts]int64
}
