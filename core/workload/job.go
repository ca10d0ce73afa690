// Package workload holds jobs and where they come from: scenarios' lists,
// SWF traces, and models.
package workload

import (
	"errors"

	"hopyard/core/simtime"
)

// JobID is a job's place in its workload by (submit time, file order), dense
// from 0. What
// people call the job is Request.Number.
type JobID int32

// NoJob stands where no job is meant.
const NoJob JobID = -1

// Resource is a kind of thing that a node has and a task needs.
type Resource uint8

// The kinds of resources. Memory and disk are counted in MiB. From Named on
// they are what a machine calls them (S3's generic resources).
const (
	Cores Resource = iota
	Memory
	Disk
	GPUs
	Named
	NumResources = Named + MaxNamed
)

// MaxNamed is how many resources of its own a machine may have: amounts are
// kept by kind, so that they cost no look-up.
const MaxNamed = 4

// String is the name of the resource in scenarios; of a named one it is
// "resources", and the machine knows which.
func (k Resource) String() string {
	return [...]string{"cores", "memory", "disk", "gpus", "resources"}[min(k, Named)]
}

// Resources is an amount of each kind.
type Resources [NumResources]int64

// None reports whether it is nothing of all kinds.
func (r *Resources) None() bool {
	return r[0]|r[1]|r[2]|r[3]|r[4]|r[5]|r[6]|r[7] == 0
}

// None looks at eight of them.
var _ [NumResources]struct{} = [8]struct{}{}

// Request is all that a scheduler may know of a job. It never holds the true
// run time: that is the reason why Request and Job are two types.
type Request struct {
	ID       JobID
	Number   int64            // what people call the job
	Submit   simtime.Time     // as written; a job that follows another may be submitted later
	Nodes    int32            // whole nodes asked for, exclusively; 0 if the job asks for tasks
	Tasks    int32            // tasks asked for, which may share nodes; 0 if the job asks for nodes
	PerTask  Resources        // what each task needs; of whole nodes what each must have at least, and may be nothing
	Walltime simtime.Duration // the limit at which the job is killed; an upper bound on the run time
	Priority int64            // higher is sooner under the order "priority"
	User     string
	Group    string
	Queue    string

	Deadline    simtime.Time // when it is required to be complete; 0 if it is not
	Amount      int64        // of computation, in a unit of the user's choice, for estimates; 0 if not told
	Application string       // what is run, for estimates
	Elastic     *Elastic     // how its size may change; nil for rigid jobs
}

// Whole reports whether the job asks for whole nodes rather than for tasks.
func (r *Request) Whole() bool { return r.Nodes > 0 }

// Size is the number of nodes or of tasks that the job asks for.
func (r *Request) Size() int32 { return max(r.Nodes, r.Tasks) }

// Job is a request together with what only the simulator knows.
type Job struct {
	Request
	Runtime simtime.Duration // on nodes of speed 1
	Comm    *Comm            // how its processes talk; nil if they do not
	Parts   *Parts           // its tasks in S1's sense, which Runtime follows from; nil if it is one piece
	Overrun bool             // may run beyond its walltime instead of being killed
	After   JobID            // the preceding job, or NoJob
	Think   simtime.Duration // from the preceding job's end to this job's submission
	Reject  error            // not nil: never submitted, for this reason (traces only)
}

// ErrWorkload is wrapped by every error about an impossible job.
var ErrWorkload = errors.New("impossible job")
