package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/workload"
)

// Measure is what a limit counts of the running jobs of one owner.
type Measure uint8

// The measures. Source: Maui's MAXJOB, MAXNODE, MAXPROC, MAXPS and MAXMEM
// (SOURCES.md S3.5); GPUs and disk by analogy (INFERRED).
const (
	Jobs        Measure = iota // running jobs
	Nodes                      // nodes that they use, each counted once a job
	CPUs                       // cores that they hold
	GPUs                       // GPUs that they hold
	NodeSeconds                // nodes times what is left of their walltimes, in seconds
	Memory                     // MiB of memory that they hold
	Disk                       // MiB of disk that they hold
	OfNamed                    // what they hold of the machine's own resources, from the first on
	NumMeasures = OfNamed + workload.MaxNamed
)

// String is the name of the measure in scenarios; of what the machine has a name
// for it is "resources".
func (m Measure) String() string {
	return [...]string{"jobs", "nodes", "cores", "gpus", "node_seconds", "memory", "disk", "resources"}[min(m, OfNamed)]
}

// NameIn is what a measure counts, on a machine: the name of its own resource.
func (m Measure) NameIn(of *cluster.Machine) string {
	if m >= OfNamed {
		return of.NameOf(workload.Named + workload.Resource(m-OfNamed))
	}
	return m.String()
}

// Counts is the resource that a measure counts, and false for the others.
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

// Owner is whose running jobs a limit counts.
type Owner uint8

// The kinds of owners.
const (
	ByUser Owner = iota
	ByGroup
	ByQueue
	NumOwners
)

// String is the name of the kind in scenarios.
func (o Owner) String() string { return [...]string{"users", "groups", "queues"}[o] }

// Limit is the most that the running jobs of one owner may have of a measure.
// A soft limit may be passed while no job that keeps to its own waits (Maui's
// second pass); a hard one never.
type Limit struct {
	Owner      Owner
	Name       string // of the user, group or queue; "*" is each one that has no limit of this measure under its own name
	Measure    Measure
	Soft, Hard int64 // Soft <= Hard
}
