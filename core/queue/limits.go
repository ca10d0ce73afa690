package queue

// Measure is what a limit counts of the running jobs of one owner.
type Measure uint8

// The measures. Source: Maui's MAXJOB, MAXNODE, MAXPROC and MAXPS
// (algorithms.md 6.4); GPUs by analogy (INFERRED).
const (
	Jobs        Measure = iota // running jobs
	Nodes                      // nodes that they use, each counted once a job
	CPUs                       // cores that they hold
	GPUs                       // GPUs that they hold
	NodeSeconds                // nodes times what is left of their walltimes, in seconds
	NumMeasures
)

// String is the name of the measure in scenarios.
func (m Measure) String() string {
	return [...]string{"jobs", "nodes", "cores", "gpus", "node_seconds"}[m]
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
