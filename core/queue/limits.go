package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/workload"
)

// Measure is the quantity that a limit counts over the running jobs of one owner.
type Measure uint8

// The measures. Source: Maui's MAXJOB, MAXNODE, MAXPROC, MAXPS and MAXMEM
// (SOURCES.md S3.5); GPUs and disk by analogy (INFERRED).
const (
	Jobs        Measure = iota // number of running jobs
	Nodes                      // nodes used; a node counts once for each job on it
	CPUs                       // cores held
	GPUs                       // GPUs held
	NodeSeconds                // nodes times remaining walltime, in seconds
	Memory                     // memory held, in MiB
	Disk                       // disk held, in MiB
	OfNamed                    // a resource that the machine defines itself; OfNamed+i stands for resource i, from 0
	NumMeasures = OfNamed + workload.MaxNamed
)

// String returns the name of the measure in scenarios. For all resources that the
// machine defines itself it returns "resources".
func (m Measure) String() string {
	return [...]string{"jobs", "nodes", "cores", "gpus", "node_seconds", "memory", "disk", "resources"}[min(m, OfNamed)]
}

// NameIn returns the same name as String, with one exception: for a resource that
// the given machine defines itself, it returns the resource's name.
func (m Measure) NameIn(of *cluster.Machine) string {
	if m >= OfNamed {
		return of.NameOf(workload.Named + workload.Resource(m-OfNamed))
	}
	return m.String()
}

// Counts returns the resource that a measure counts. It returns false for measures
// that count no resource, such as Jobs.
func (m Measure) Counts() (workload.Resource, bool) {
	switch m {
	case CPUs:
		return workload.Cores, true
	case GPUs:
		return workload.GPUs, true
	case Memory:
		return workload.Memory, true
	case Disk:
		return workload.Disk, true
	}
	if m >= OfNamed && m < NumMeasures {
		return workload.Named + workload.Resource(m-OfNamed), true
	}
	return 0, false
}

// Owner is the kind of owner whose running jobs a limit counts.
type Owner uint8

// The kinds of owners.
const (
	ByUser Owner = iota
	ByGroup
	ByQueue
	NumOwners
)

// String returns the name of the kind in scenarios.
func (o Owner) String() string { return [...]string{"users", "groups", "queues"}[o] }

// Limit is the largest amount of a measure that the running jobs of one owner may
// hold. A soft limit applies first: jobs that keep to their soft limits are started
// or get reservations. After that, another job may exceed its soft limit if it
// delays none of these jobs (Maui's second pass). A hard limit is never exceeded.
type Limit struct {
	Owner      Owner
	Name       string // name of the user, group or queue; "*" means each owner that has no limit of this measure under its own name
	Measure    Measure
	Soft, Hard int64 // Soft <= Hard
	// Flavor is set if this is a ClusterQueue's quota of a flavor (package kueue): its
	// nominal quota, and the most that the queue may use with what it can borrow.
	Flavor string
	// The following fields are set for a limit of Slurm (package slurmsched).
	QOS  string // the QOS that has it; "" if an account or a user has it
	Rule string // its kind in scenarios, such as "max_tres_per_user"
	Word string // Slurm's reason for a job that it holds, such as "QOSMaxCpuPerUserLimit"
}
