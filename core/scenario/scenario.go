// Package scenario is the language in which people describe a simulation: its
// JSON form with precise errors, the names of policies, and share links. The
// language itself is described field by field in scenarios/README.md.
package scenario

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Version is the "hopyard" of the scenarios that this package reads.
const Version = 1

// Limits on what a scenario may hold, named in the errors that they cause.
// MaxJobs and topology.MaxNodes are format.md's.
const (
	MaxJobs     = 1_000_000
	MaxTasks    = 1 << 24 // of one job
	MaxCores    = 1 << 16 // of one node; also its sockets and GPUs
	MaxMiB      = 1 << 40 // memory or disk of one node
	MaxSpeed    = 1000 * 1000
	MaxGroups   = 1024
	MaxRanges   = 65_535 // ranges of nodes in all groups together
	MaxLevels   = 20
	MaxDims     = 8
	MaxNumber   = 1<<53 - 1 // job ids and seeds: what JavaScript counts exactly
	MaxPriority = 1_000_000_000_000
	MaxNjob     = 1_000_000

	MaxTitle = 200 // characters
	MaxAbout = 2000
	MaxGoals = 20
	MaxGoal  = 300
	MaxName  = 64 // of a user, group or queue
)

// Scenario is one simulation as people describe it. Parse makes one that is
// known to be possible.
type Scenario struct {
	Title, About string
	Goals        []string // what to learn from it; for lessons
	Seed         int64
	Cluster      Cluster
	// Jobs are in the order of the file, in which ID and After are places.
	// Config sorts them by submission.
	Jobs      []workload.Job
	SWF       string // a trace in place of Jobs; "" if there is none
	Scheduler Scheduler
	Free      *Free // for questions about one placement; nil if not given
}

// Cluster is the machine.
type Cluster struct {
	Topology Shape
	Node     cluster.Spec // of the nodes that are in no group
	Groups   []Group
}

// Shape is a topology by name, with the parameters that its kind has.
type Shape struct {
	Kind   string
	Nodes  int   // flat, star
	Levels int   // fat-tree: of switches
	Width  int   // fat-tree: children of every switch
	Dims   []int // torus: nodes along each dimension
}

// Group is nodes that differ from Cluster.Node.
type Group struct {
	Nodes cluster.Placement // a node list: one task a node
	Spec  cluster.Spec
}

// Scheduler says who decides, and how.
type Scheduler struct {
	Queue     string // a name of Queues
	Allocator string // a name of Allocators, or "" for the default of the queue; see Policy
	Order     string // a name of Orders
	Extend    bool   // jobs may run beyond their walltimes, unless a job says otherwise
	Batch     Batch
}

// Batch is S0's parameters.
type Batch struct {
	Njob      int32  // jobs that a round begins with
	Unit      string // a name of Units
	Size      int32  // nodes of a unit; 0 unless Unit is "custom"
	CountBusy bool   // the capacity test counts free nodes of busy units, too
}

// Free is what is free of the machine, for a question about one placement.
type Free struct {
	Nodes cluster.Placement // tasks are free cores of each node; 1 where Whole
	Whole bool              // the nodes are wholly free, given as a list
}

// Policy is a choice of names, all given.
type Policy struct{ Queue, Allocator, Order string }

// Policy is what decides in this scenario. Where no allocator is named, batch
// on a tree uses min-hop-units, and everything else first-fit.
func (s *Scenario) Policy() Policy {
	p := Policy{s.Scheduler.Queue, s.Scheduler.Allocator, s.Scheduler.Order}
	if p.Allocator == "" {
		p.Allocator = "first-fit"
		if p.Queue == "batch" && s.Cluster.Topology.Tree() {
			p.Allocator = "min-hop-units"
		}
	}
	return p
}

// Tree reports whether the shape is a tree of switches.
func (t *Shape) Tree() bool { return t.Kind == "fat-tree" || t.Kind == "star" }

// NumNodes is the number of nodes of a shape that was checked.
func (t *Shape) NumNodes() int {
	n := t.Nodes
	switch t.Kind {
	case "fat-tree":
		n = 1
		for range t.Levels {
			n *= t.Width
		}
	case "torus":
		n = 1
		for _, side := range t.Dims {
			n *= side
		}
	}
	return n
}

// defaults of a scenario, before it is read.
func newScenario() *Scenario {
	return &Scenario{
		Seed:      1,
		Cluster:   Cluster{Node: defaultSpec()},
		Scheduler: Scheduler{Queue: "easy", Order: "submit", Batch: defaultBatch()},
	}
}

func defaultSpec() cluster.Spec {
	return cluster.Spec{Resources: workload.Resources{workload.Cores: 1}, Sockets: 1, Speed: 1000}
}

func defaultBatch() Batch { return Batch{Njob: 4, Unit: "balanced"} }

// absent marks a walltime or run time that was not given, while reading, and
// a think time that was not given, for the engine.
const absent = simtime.Duration(-1)
