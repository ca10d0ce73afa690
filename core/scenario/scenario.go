// Package scenario is the language in which people describe a simulation: its
// JSON form with precise errors, the names of policies, and share links. The
// language itself is described field by field in scenarios/README.md.
package scenario

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/faults"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/queue/manual"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Version is the "hopyard" of the scenarios that this package reads.
const Version = 1

// Limits on what a scenario may hold, named in the errors that they cause.
// MaxJobs and topology.MaxNodes are those of SOURCES.md TOPO.8.
const (
	MaxJobs        = 1_000_000
	MaxTasks       = 1 << 24 // of one job
	MaxCores       = 1 << 16 // of one node; also its sockets and GPUs
	MaxMiB         = 1 << 40 // memory or disk of one node
	MaxOwn         = 1 << 40 // of a resource of the cluster's own on one node
	MaxSpeed       = 1000 * 1000
	MaxGroups      = 1024
	MaxRanges      = 65_535 // ranges of nodes in all groups together
	MaxLevels      = 20
	MaxDims        = 8
	MaxCube        = 20      // dimensions of a hypercube
	MaxCables      = 1 << 18 // of a graph
	MaxRate        = 1 << 50 // bytes a second of a link, bytes of a flow
	MaxSharedLinks = 1 << 22 // of a machine whose links are shared
	MaxWithin      = 1 << 20 // a distance inside a node
	MaxTalkers     = 4096    // processes of a job that communicates
	MaxMatrix      = 256     // processes of a job with a matrix
	MaxShare       = 1000 * 1000
	MaxLatency     = 1000 * 1000
	MaxNumber      = 1<<53 - 1 // job ids and seeds: what JavaScript counts exactly
	MaxPriority    = 1_000_000_000_000

	MaxTitle = 200 // characters
	MaxAbout = 2000
	MaxGoals = 20
	MaxGoal  = 300
	MaxName  = 64 // of a user, group, queue or application
)

// Scenario is one simulation as people describe it. Parse makes one that is
// known to be possible.
type Scenario struct {
	Title, About string
	Goals        []Goal // what to learn from it; for lessons
	Notes        []Note // for whoever gives a lecture on it, in the order of time
	Seed         int64
	Cluster      Cluster
	// Jobs are in the order of the file, in which ID and After are places.
	// Config sorts them by submission.
	Jobs      []workload.Job
	SWF       string           // a trace in place of Jobs; "" if there is none
	Model     *workload.Lublin // draws jobs in place of Jobs; its Seed is this Seed; nil if there is none
	Fill      Fill             // what the model leaves open
	drawn     []workload.Job   // by it, if Parse did so
	Network   Network
	Scheduler Scheduler
	// Allotments, Limits, Queues and Faults may be there whatever the queue.
	Allotments *Allotments // nil if there are none
	Limits     []queue.Limit
	Queues     []queue.Gate // their states; others are open and started
	Faults     *Faults      // nil: the machine does not change
	Free       *FreeNodes   // for questions about one placement; nil if not given
	Vary       *Vary        // how other scenarios are drawn from this one; nil if not given
	Altered    Altered      // how the jobs of the trace differ from what was recorded
}

// Cluster is the machine.
type Cluster struct {
	Topology Shape
	built    topology.Topology // from Topology, if it was checked
	Node     cluster.Spec      // of the nodes that are in no group
	Groups   []NodeGroup
	// Resources are the names of the cluster's own resources, ascending; amounts
	// of them are kept from workload.Named on, in this order.
	Resources []string
	Within    cluster.Within // distances inside a node
}

// Shape is a topology by name, with the parameters that its kind has.
type Shape struct {
	Kind   string
	Nodes  int // flat, star, graph; dragonfly: of a router; slurm: as many as it names
	Levels int // fat-tree: of switches
	Width  int // fat-tree: children of every switch
	// fat-tree in SimGrid's form, in place of Levels and Width: by level from
	// the leaves, the children and the parents of each switch (of each node, on
	// level 0), and the cables between a child and a parent.
	Down, Up, Links []int
	Dims            []int           // torus, mesh: nodes along each dimension; hypercube: how many dimensions
	Groups, Routers int             // dragonfly; routers of a group
	Labels          topology.Labels // fat-tree: what switches are called
	Switches        int             // graph
	Cables          []Cable
	Pairs           topology.Pairs // graph: how far pairs are apart where the ways there and back differ
	Conf            string         // slurm: the text of topology.conf or topology.yaml
}

// Cable is a link of a graph, or two of them.
type Cable struct {
	From, To  End
	Weight    int64 // of its length: 1 is a plain link
	Bandwidth int64 // bytes a second; 0 for the network's
	Both      bool  // one link each way
}

// End is a node or a switch of a graph.
type End struct {
	Switch bool
	Number int32
}

// NodeGroup is nodes that differ from Cluster.Node.
type NodeGroup struct {
	Nodes cluster.Placement // a node list: one task a node
	Spec  cluster.Spec
}

// Network says whether communication takes time.
type Network struct {
	Model     string         // a name of Networks
	Bandwidth int64          // bytes a second of links that name none
	Latency   int64          // thousandths of a second a hop for each second of communication
	Comm      *workload.Comm // of jobs that name none; nil if they are silent
}

// Scheduler says who decides, and how.
type Scheduler struct {
	Queue     string // a name of Queues
	Allocator string // a name of Allocators, or "" for the default of the queue; see Policy
	Order     string // a name of Orders
	Extend    bool   // jobs may run beyond their walltimes, unless a job says otherwise
	Settings  policies.Settings
	Priority  queue.Weights // of disciplines that weigh
	Elastic   elastic.GrowthPolicy
	Sources   policies.Sources  // of the names that are policies.Own
	Decisions []manual.Decision // of the queue manual, in the order of time; may be there whatever the queue
}

// FreeNodes is what is free of the machine, for a question about one placement.
type FreeNodes struct {
	Nodes cluster.Placement // tasks are free cores of each node; 1 where Whole
	Whole bool              // the nodes are wholly free, given as a list
}

// PolicyNames is a choice of names, all given.
type PolicyNames struct {
	Queue, Allocator, Order string
	Depth                   int // of EASY; 0 is the scenario's own
}

// Policy is what decides in this scenario. Where no allocator is named, the
// discipline may have one for trees; everything else has the first of the table.
func (s *Scenario) Policy() PolicyNames {
	p := PolicyNames{Queue: s.Scheduler.Queue, Allocator: s.Scheduler.Allocator, Order: s.Scheduler.Order}
	if p.Allocator == "" {
		p.Allocator = policies.Placements()[0].Name.Name
		if own := s.discipline().Allocator; own != "" && s.Cluster.Topology.Tree() {
			p.Allocator = own
		}
	}
	return p
}

// Tree reports whether the shape is a tree of switches by its kind.
func (t *Shape) Tree() bool { return t.Kind == "fat-tree" || t.Kind == "star" }

// downs are the children of each switch by level, from the leaves.
func (t *Shape) downs() []int {
	if t.Down != nil {
		return t.Down
	}
	return slices.Repeat([]int{t.Width}, t.Levels)
}

// NumNodes is the number of nodes of a shape that was checked.
func (t *Shape) NumNodes() int {
	switch t.Kind {
	case "fat-tree":
		return product(t.downs())
	case "torus", "mesh":
		return product(t.Dims)
	case "hypercube":
		return 1 << t.Dims[0]
	case "dragonfly":
		return t.Groups * t.Routers * t.Nodes
	}
	return t.Nodes
}

func product(sides []int) int {
	n := 1
	for _, side := range sides {
		n *= side
	}
	return n
}

// newScenario is a scenario before it is read.
func newScenario() *Scenario {
	s := usualScenario
	s.Cluster.Node, s.Network, s.Scheduler = usualNode, usualNetwork, *usualScheduler()
	return &s
}

// absent marks a walltime or run time that was not given, while reading, and
// a think time that was not given, for the engine.
const absent = simtime.Duration(-1)

// Limits on the blocks of disciplines and machines that change, named in the
// errors that they cause.
const (
	MaxOwners      = 4096   // users, groups or queues that one block names
	MaxHistory     = 10_000 // finished jobs that estimates are made from
	MaxReallotted  = 10_000 // instants at which allotments change
	MaxParts       = 1000   // of one job, all pieces together
	MaxNested      = 8      // parts within parts, how deep
	MaxChanges     = 10_000 // of a machine, one "for" counting as two
	MaxChanged     = 1 << 22
	MaxWeight      = 1_000_000 * 1000 // of a part of a priority, either way, in thousandths
	MaxValue       = 1_000_000_000    // of a user's, group's or queue's priority, either way
	MaxWindows     = 100              // of fair share
	MaxParallelism = 1 << 24 * 1000   // Downey's A, in thousandths
	MaxSigma       = 1000 * 1000      // Downey's sigma, in thousandths
	MaxMisses      = 1000             // heartbeats
	MaxTurns       = 10_000           // changes of the state of one queue
	MaxUsers       = 10_000           // of a model
	MaxGrowth      = 1000 * 1000      // of a model's malleable jobs: times their size, in thousandths
	MaxSlack       = 1000 * 1000      // of a model's deadlines: times the walltime, in thousandths
	MinSpan        = simtime.Second   // of cycles, windows, heartbeats and between failures: no scenario asks for endless work
)

// Allotments are S1's shares of the machine as people write them.
type Allotments struct {
	Share   int64 // S1's P, in thousandths, of the users who do not name their own
	Users   []Allotment
	Events  []Reallotment // in the order of time, one for each instant
	History []deadline.Past
}

// Reallotment is how allotments change at an instant.
type Reallotment struct {
	At    simtime.Time
	Users []Allotment // those that change, as they are from then on
}

// Allotment is what a user may use.
type Allotment struct {
	User  string
	Nodes int32 // S1's K
	Share int64 // P, in thousandths
}

// Faults is how the machine changes, as people write it.
type Faults struct {
	Offline      cluster.Placement // nodes that are not there at the beginning
	Events       []Change          // in the order of the file
	MTBF, Repair simtime.Duration  // of one node; 0 for none
	Heartbeat    faults.Heartbeat
	Jobs         faults.Lost
	Every, Cost  simtime.Duration // of checkpoints
}

// Change is nodes, or the links between two devices, that go down or come up, or
// nodes that go to another division of the machine or come from one.
type Change struct {
	At       simtime.Time
	For      simtime.Duration // until the opposite happens; 0: it does not
	Up       bool
	Divides  bool              // between divisions
	Nodes    cluster.Placement // nil for a link
	From, To End               // of a link; both directions change
}
