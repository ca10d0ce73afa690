// Package workload defines jobs and produces workloads. A workload is a slice of
// [Job], ordered by submit time. It comes from the list in a scenario, from a trace
// in the Standard Workload Format ([ReadSWF], then [SWF.Jobs]; package sacct
// converts the output of Slurm to that format), or from a statistical model
// ([Lublin]).
//
// A Job consists of a [Request], which holds everything that a scheduler may know,
// and of properties that only the simulator knows, above all the run time. A
// request asks for whole nodes or for tasks that may share nodes. Optional parts
// describe jobs that can change their size ([Elastic]), communicate ([Comm]), or
// consist of several pieces ([Parts]).
//
//	trace, err := workload.ReadSWF(file, workload.SWFOptions{})
//	if err != nil {
//		return err // names the lines that cannot be read
//	}
//	jobs, err := trace.Jobs(workload.SWFMachine{Nodes: 128})
//
// Rows of a trace that cannot run become jobs with Reject set. Everything odd is
// listed in a [Report].
package workload

import (
	"errors"

	"hopyard/core/simtime"
)

// JobID is the index of a job in its workload, ordered by submit time and then by
// position in the file. The number that people use for the job is Request.Number.
type JobID int32

// NoJob is the JobID that means that there is no job.
const NoJob JobID = -1

// Resource is a kind of resource that a node has and a task needs.
type Resource uint8

// Kinds of resources. Memory and disk are measured in MiB. The kinds from Named on
// are defined by the machine (S3's generic resources).
const (
	Cores Resource = iota
	Memory
	Disk
	GPUs
	Named
	NumResources = Named + MaxNamed
)

// MaxNamed is the largest number of resources that a machine may define. It is
// fixed because Resources is an array indexed by kind, which needs no lookup.
const MaxNamed = 4

// String returns the name of the resource in scenarios. It returns "resources" for
// all kinds that the machine defines; only the machine knows their names.
func (k Resource) String() string {
	return [...]string{"cores", "memory", "disk", "gpus", "resources"}[min(k, Named)]
}

// Resources holds an amount of each kind of resource.
type Resources [NumResources]int64

// IsZero reports whether all amounts are zero.
func (r *Resources) IsZero() bool {
	return r[0]|r[1]|r[2]|r[3]|r[4]|r[5]|r[6]|r[7] == 0
}

// The build fails here unless there are eight kinds, as method IsZero assumes.
var _ [NumResources]struct{} = [8]struct{}{}

// Request holds everything that a scheduler may know about a job. It never contains
// the run time; this is why Request and Job are two types.
type Request struct {
	ID       JobID
	Number   int64            // number that people use for the job
	Submit   simtime.Time     // submit time as given; a job that follows another one may be submitted later
	Nodes    int32            // number of whole nodes requested, for exclusive use; 0 if the job asks for tasks
	Tasks    int32            // number of tasks requested, which may share nodes; 0 if the job asks for nodes
	PerTask  Resources        // needs of each task; for whole nodes, the least that each node must have, possibly nothing
	Walltime simtime.Duration // time limit at which the job is killed, so an upper bound on the run time
	TimeMin  simtime.Duration // least walltime that it may get when it starts, for package slurmsched; 0: it keeps its walltime
	Priority int64            // jobs with a higher priority come first under the order "priority"
	User     string
	Group    string
	Queue    string // also the partition, for package slurmsched
	QOS      string // quality of service, for package slurmsched
	// Reservation is the name of the reservation that it uses, for package slurmsched.
	Reservation string
	// Het is its place among the parts of a heterogeneous job, for package slurmsched; zero for
	// most jobs.
	Het      HetPart
	Licenses string // licences that it holds while it runs, for package slurmsched: names with numbers, as in "matlab:2,ansys"

	Deadline    simtime.Time   // time by which the job must be complete; 0 if there is none
	Amount      int64          // amount of computation in a unit of the user's choice, for estimates; 0 if unknown
	Application string         // name of the program, for estimates
	Elastic     *Elastic       // how the size may change; nil for rigid jobs
	Network     NetworkRequest // what the job asks of the network; zero for most jobs
}

// HetPart is the place of a job among the parts (Slurm: components) of a heterogeneous
// job, which start together. The parts have consecutive IDs, and the same time of
// submission and user. The first one is the leader.
//
// Source: SOURCES.md SLURM.19.
type HetPart struct {
	Offset int32 // 0: it is the leader
	Size   int32 // number of parts; 0: the job is not heterogeneous
}

// IsHet reports whether the job is a part of a heterogeneous job.
func (r *Request) IsHet() bool { return r.Het.Size > 0 }

// Leader returns the first part of the heterogeneous job of which the job is a part.
func (r *Request) Leader() JobID { return r.ID - JobID(r.Het.Offset) }

// Whole reports whether the job asks for whole nodes rather than for tasks.
func (r *Request) Whole() bool { return r.Nodes > 0 }

// Size returns the number of nodes or of tasks that the job asks for.
func (r *Request) Size() int32 { return max(r.Nodes, r.Tasks) }

// Job is a request together with properties that only the simulator knows.
type Job struct {
	Request
	Runtime simtime.Duration // run time on nodes of speed 1
	Comm    *Comm            // how the processes communicate; nil if they do not
	Parts   *Parts           // parts of the job (called "tasks" in S1), which determine Runtime; nil if the job is not divided
	Overrun bool             // the job may run beyond its walltime instead of being killed
	After   JobID            // preceding job, or NoJob
	Think   simtime.Duration // think time: from the end of the preceding job to the submission of this job
	Held    *Conditions      // conditions of a start; nil for most jobs
	Reject  error            // reason why the job is never submitted; nil for most jobs (set only in traces)
}

// ErrWorkload is the common error for impossible jobs. All errors that report an
// impossible job wrap it.
var ErrWorkload = errors.New("impossible job")
