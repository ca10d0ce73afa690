// Package scenario implements the scenario language: the JSON text that describes
// one simulation. It reads that text with precise errors, writes it in a normal
// form, edits it in place, and packs it into share links. The fields of the
// language are described one by one in scenarios/README.md.
//
// The main type is [Scenario]: a cluster, a list of jobs (or a trace, or a model
// that draws them), a network, a scheduler, and optional blocks such as allotments,
// limits and faults. [Parse] returns a Scenario only if the simulation is possible;
// otherwise it returns [jsondoc.Errors], which list everything that is wrong, each
// with its position in the text and a fix. [Scenario.Config] turns a Scenario into the
// configuration that the engine runs:
//
//	s, err := scenario.Parse(src)
//	if err != nil { … } // jsondoc.Errors
//	c, err := s.Config()
//	run, err := engine.Record(c)
//
// Every JSON object of the language is described once, by a table of its fields (see
// package schema).
// The parser, the canonical form ([Scenario.Canonical]), the forms of the page
// ([Forms]) and the tests of the documentation all use these tables. Programs
// change a scenario by changing its text: [Edit] puts a value at a path such as
// "cluster.topology.width" and leaves the rest of the text as it is. [EncodeLink]
// and [DecodeLink] convert a scenario to and from a share link.
//
// The package also reads the other texts that people hand to the program:
// experiment designs ([ParseDesign]), worksheets and files of answers
// ([ParseWorksheet], [ParseAnswers]) and a reader's progress ([ParseProgress]).
package scenario

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/elastic"
	"hopyard/core/faults"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/queue/kueue"
	"hopyard/core/queue/manual"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Version is the format version, the value of the field "hopyard", of the scenarios
// that this package reads.
const Version = 1

// Limits on the contents of a scenario. The error for a value beyond a limit names
// the limit. SOURCES.md TOPO.8 gives the sources of MaxJobs and topology.MaxNodes.
const (
	MaxJobs          = 1_000_000
	MaxTasks         = 1 << 24 // tasks of one job
	MaxCores         = 1 << 16 // cores of one node; also its sockets and its GPUs
	MaxMiB           = 1 << 40 // memory or disk of one node, in MiB
	MaxOwn           = 1 << 40 // amount, on one node, of a resource that the cluster defines itself
	MaxSpeed         = 1000 * 1000
	MaxGroups        = 1024
	MaxRanges        = 65_535 // ranges of nodes in all groups together
	MaxLevels        = 20
	MaxDims          = 8
	MaxCube          = 20      // dimensions of a hypercube
	MaxCables        = 1 << 18 // links listed for a graph
	MaxRate          = 1 << 50 // bytes per second of a link, or bytes of a flow
	MaxSharedLinks   = 1 << 22 // links of a machine whose links jobs share
	MaxWithin        = 1 << 20 // distance between two tasks on one node
	MaxCommProcesses = 4096    // processes of a job that communicates
	MaxMatrix        = 256     // processes of a job with a communication matrix
	MaxShare         = 1000 * 1000
	MaxLatency       = 1000 * 1000
	MaxNumber        = 1<<53 - 1 // job ids and seeds: the largest integer that JavaScript represents exactly
	MaxPriority      = 1_000_000_000_000

	MaxTitle = 200 // characters
	MaxAbout = 2000
	MaxGoals = 20
	MaxGoal  = 300
	MaxName  = 64 // characters of the name of a user, group, queue or application
)

// Scenario is the description of one simulation, which a user writes. Parse returns only scenarios
// that can be simulated.
type Scenario struct {
	Title, About string
	Goals        []Goal // what a reader of a lesson should find out or build
	Notes        []Note // notes for a lecturer who presents the scenario, ordered by time
	Seed         int64
	Cluster      Cluster
	// Jobs are in the order of the file. Their ID and After fields are indices into
	// this list. Config returns the jobs sorted by submission.
	Jobs      []workload.Job
	Running   map[workload.JobID]cluster.Placement // nodes of the jobs that run from the beginning, by index in Jobs; nil if there are none
	SWF       string                               // text of a trace that replaces Jobs; "" if there is none
	Model     *workload.Lublin                     // model from which the jobs are drawn, with this scenario's Seed, instead of Jobs; nil if there is none
	Fill      Fill                                 // properties of drawn jobs that the model itself does not determine
	drawn     []workload.Job                       // jobs that the model drew; nil if Parse did not draw them
	Commands  []workload.JobCommand                // what people do to jobs during the run, by time
	Network   Network
	Scheduler Scheduler
	// Allotments, Limits, Queues and Faults may be given with any queue discipline,
	// even if the discipline ignores them.
	Allotments *Allotments // nil if there are none
	Limits     []queue.Limit
	Queues     []queue.Gate // states of the queues; a queue that is not listed is open and started
	// ClusterQueues and Cohorts are for the queue kueue; other disciplines ignore them.
	ClusterQueues []kueue.ClusterQueue
	Cohorts       []kueue.Cohort
	Slurm         *slurmsched.SlurmConfig // for the queue slurm; nil if it is not given
	Faults        *Faults                 // failures and other changes of the machine; nil if it does not change
	Power         *Power                  // power cap, sleeping nodes and carbon; nil if not given
	Free          *FreeNodes              // free nodes, for a question about a single placement; nil if not given
	Vary          *Vary                   // rules for drawing variants of this scenario; nil if not given
	Altered       Altered                 // changes to the jobs of a recorded trace
}

// Cluster is the machine that jobs run on.
type Cluster struct {
	Topology Shape
	built    topology.Topology // topology built from the field Topology; nil if it has not been built
	Node     cluster.Spec      // resources of the nodes that belong to no group
	Groups   []NodeGroup
	// Resources are the names, in ascending order, of the resources that the
	// cluster defines itself. workload.Resources holds their amounts in the same
	// order, from index workload.Named on.
	Resources []string
	Within    cluster.OnNodeDistance // distances inside a node
}

// Shape is a topology: the name of its kind and the parameters of that kind.
type Shape struct {
	Kind   string
	Nodes  int // flat, star, graph: number of nodes; dragonfly: nodes of each router; slurm, levels: number of nodes that Conf or LevelNodes names
	Levels int // fat-tree: levels of switches
	Width  int // fat-tree: children of every switch
	// Down, Up and Links describe a fat tree in SimGrid's form, and replace Levels
	// and Width. Each has one element for each level, from the leaves up: the
	// number of children of each switch (Down), the number of parents of each child
	// (Up; on the lowest level the children are nodes), and the number of parallel
	// links between a child and a parent (Links).
	Down, Up, Links []int
	Dims            []int           // torus, mesh: nodes along each dimension; hypercube: one element, the number of dimensions
	Groups, Routers int             // dragonfly: number of groups, and routers of each group
	Labels          topology.Labels // fat-tree: naming scheme of the switches
	Switches        int             // graph: number of switches
	Cables          []Cable
	Pairs           topology.Pairs // graph: rule that combines the distances of a pair of nodes in the two directions, which may differ
	Conf            string         // slurm: text of topology.conf or topology.yaml
	Use             string         // slurm: name of the topology in topology.yaml; "" for the default
	LevelNames      []string       // levels: names of the levels from the root, without topology.HostLevel
	LevelNodes      []LevelNodes
}

// Cable is an entry in the list of links of a graph: one directed link, or two if
// Both is set.
type Cable struct {
	From, To  End
	Weight    int64 // length, as a multiple of the length of an ordinary link
	Bandwidth int64 // bytes per second; 0 means the bandwidth of the network
	Both      bool  // whether there is one link in each direction
}

// End is a node or a switch of a graph, as an end of a link.
type End struct {
	Switch bool
	Number int32
}

// NodeGroup is a set of nodes that differ from Cluster.Node.
type NodeGroup struct {
	Nodes cluster.Placement // the nodes of the group, with one task on each
	Spec  cluster.Spec
}

// Network describes whether and how communication takes time.
type Network struct {
	Model     string         // a name from Networks
	Bandwidth int64          // bytes per second of each link that has no bandwidth of its own
	Latency   int64          // additional time for each hop, in thousandths of a second per second of communication
	Comm      *workload.Comm // communication of jobs that have none of their own; nil if these do not communicate
}

// Scheduler is the scheduling policy and its settings.
type Scheduler struct {
	Queue     string // a name from Queues
	Allocator string // a name from Allocators; "" means the default of the queue (see Policy)
	Order     string // a name from Orders
	Extend    bool   // whether jobs may run beyond their walltimes; a job's own field overrun takes precedence
	Settings  policies.Settings
	Priority  queue.Weights // weights for disciplines that order jobs by a weighted priority
	Elastic   elastic.GrowthPolicy
	Sources   policies.Sources  // Starlark programs for the roles whose name is policies.Own
	Decisions []manual.Decision // decisions by hand for the queue manual, ordered by time; allowed with any queue
}

// FreeNodes is the free part of the machine, for a question about a single
// placement.
type FreeNodes struct {
	Nodes cluster.Placement // free nodes; Tasks is the number of free cores of each node, or 1 if Whole is set
	Whole bool              // whether the listed nodes are entirely free; true if the scenario gives a node list
}

// PolicyNames is a complete choice of policies by name.
type PolicyNames struct {
	Queue, Allocator, Order string
	Depth                   int // number of reservations of EASY; 0 means the scenario's own setting
}

// Policy returns the names of the policies that this scenario uses. If the scenario
// names no allocator and the machine is a tree of switches, Policy returns the
// default allocator of the discipline. If there is no such default, or the machine
// is no tree, it returns the first allocator of the table.
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

// Tree reports whether the kind of the shape is a tree of switches.
func (t *Shape) Tree() bool { return t.Kind == "fat-tree" || t.Kind == "star" }

// downs returns the number of children of each switch, for each level from the leaf
// switches up.
func (t *Shape) downs() []int {
	if t.Down != nil {
		return t.Down
	}
	return slices.Repeat([]int{t.Width}, t.Levels)
}

// NumNodes returns the number of nodes of a shape. The parser must have checked the
// shape.
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

// absent is the value of a walltime or run time that the text does not give. It
// stands only while the text is parsed. A missing think time has the same value,
// even in the jobs that the engine gets.
const absent = simtime.Duration(-1)

// Limits on the optional blocks of a scenario, such as allotments, priorities,
// faults and models. The error for a value beyond a limit names the limit.
const (
	MaxOwners          = 4096   // users, groups or queues that one block names
	MaxHistory         = 10_000 // finished jobs from which run times are estimated
	MaxAllotmentEvents = 10_000 // instants at which allotments change
	MaxParts           = 1000   // pieces of work (parts) of one job, including nested ones
	MaxNested          = 8      // depth to which parts may be nested
	MaxChanges         = 10_000 // changes of a machine; an event with "for" counts as two
	MaxChanged         = 1 << 22
	MaxWeight          = 1_000_000 * 1000 // largest absolute weight of a component of the priority, in thousandths
	MaxValue           = 1_000_000_000    // largest absolute priority value of a user, group or queue
	MaxWindows         = 100              // time windows of fair share
	MaxParallelism     = 1 << 24 * 1000   // Downey's parameter A, in thousandths
	MaxSigma           = 1000 * 1000      // Downey's parameter sigma, in thousandths
	MaxMisses          = 1000             // missed heartbeats
	MaxQueueEvents     = 10_000           // state changes of one queue
	MaxUsers           = 10_000           // users that a model draws
	MaxGrowth          = 1000 * 1000      // largest size of a model's malleable jobs, in thousandths of the size that they ask for
	MaxSlack           = 1000 * 1000      // deadline factor of a model's jobs, in thousandths of the walltime
	MinSpan            = simtime.Second   // shortest cycle, window, heartbeat period and time between failures; bounds the work of a run
)

// Allotments are the users' shares of the machine (source S1, SOURCES.md), in the
// form of the scenario text.
type Allotments struct {
	Share   int64 // default of Allotment.Share, in thousandths
	Users   []Allotment
	Events  []Reallotment // ordered by time, one for each instant
	History []deadline.FinishedJob
}

// Reallotment is a change of allotments at one instant.
type Reallotment struct {
	At    simtime.Time
	Users []Allotment // new allotments of the users whose allotment changes
}

// Allotment is the number of nodes that a user may use, and the part of them that
// may be used for any job.
type Allotment struct {
	User  string
	Nodes int32 // number of nodes (K in source S1)
	Share int64 // part of the nodes that is usable for any job, in thousandths (P in source S1); the other nodes are a reserve
}

// Faults describes how the machine changes, in the form of the scenario text.
type Faults struct {
	Offline      cluster.Placement // nodes that are not available at the beginning
	Events       []Change          // in the order of the file
	MTBF, Repair simtime.Duration  // mean time between failures, and mean time to repair, of each node; 0 for none
	Heartbeat    faults.Heartbeat
	Jobs         faults.NodeLossRule
	Every, Cost  simtime.Duration // interval and cost of checkpoints
}

// Change is an event of the machine: nodes, or the links between two devices, go
// down or come up. If Divides is set, nodes instead leave for another division
// (partition) of the machine, or join from it (if Up is set).
type Change struct {
	At       simtime.Time
	For      simtime.Duration // time until the opposite change; 0 if there is none
	Up       bool
	Divides  bool              // whether nodes leave or join instead of going down or coming up
	Nodes    cluster.Placement // changed nodes; nil for a link
	From, To End               // ends of the link; both directions change
}
