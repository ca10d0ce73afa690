package message

import (
	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/trace"
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// Loaded describes a recorded run.
type Loaded struct {
	Serial       int32
	Title, About string
	Goals        []Goal
	Notes        []scenario.Note // notes for the lecturer; omitted if the future of the run is hidden from the reader
	Text         string          // the scenario as JSON, or "" if it is too long to edit
	Bare         string          // if Text is "", the scenario without its jobs, for experiments; an experiment generates other jobs
	Hash         uint64          // hash of the trace
	Print        string          // fingerprint of the run, which share links include
	Made         LinkCheck       // comparison with the run that the author of the link saw
	Warnings     []string
	Odd          int32 // number of all warnings; Warnings may list fewer
	Machine      Machine
	Counted      bool // true if the number of free nodes alone decides whether a job fits
	Policy       PolicyChoice
	Own          PolicyChoice // the scenario's policies before the overrides
	Brief        bool         // Description is incomplete; the page requests the rest with Describe
	Description
	Jobs     []Job
	Users    []string // names of users, groups and queues; Job.User, Job.Group and Job.Queue are indices into this list
	Limits   []queue.Limit
	Kept     []Kept   // reservations of Slurm
	Queues   []string // queues that can be opened, closed, started and stopped, in the scenario's order
	Allotted []string // users with an allotment, in the scenario's order; nil if allotments never change during the run
	Steps    []Step
	Events   []Event // events of all steps, in order
	Speeds   []Speed // changes of speed that the network causes; nil also if there are too many
	Figures  []float64
	Whole    []float64 // figures of the whole run, including those that are known only at its end
	Sparks   []Spark   // a short curve for each figure, in the order of package metrics
	Curve    []Point
	Blocks   bool  // whether some job keeps its blocks free of other jobs
	Step     int32 // number of steps after which the page shows the run first
	Select   workload.JobID
	Program  *Program // policy programs; nil if there are none
	Archive  *Archive // nil if the page has the whole run
	// TraceSpan is the recorded time from the first to the last submission of the
	// trace, or 0 if the jobs do not come from a trace.
	TraceSpan simtime.Duration
}

// PolicyChoice holds the scheduling policies of a run by their names in
// core/scenario.
type PolicyChoice struct {
	Queue, Allocator, Order string
	Depth                   int32   // for EASY: number of blocked jobs that get reservations
	Network                 string  // name of the network model
	Growth, Method          string  // policies that decide when and how running jobs change their size
	Lost                    string  // policy for jobs that lose a node; "" if nodes do not fail
	Weights                 []int64 // weights of the parts of a job's priority and of the machine's named resources, in thousandths; nil if the policy has no such weights
	Cycle                   simtime.Duration
	OneBatch                bool // in the batch algorithm of source S0, each trigger makes only one batch
}

func (p *PolicyChoice) code(c *coder) {
	c.text(&p.Queue)
	c.text(&p.Allocator)
	c.text(&p.Order)
	code(c, &p.Depth)
	c.text(&p.Network)
	c.text(&p.Growth)
	c.text(&p.Method)
	c.text(&p.Lost)
	list(c, &p.Weights, code[int64])
	code(c, &p.Cycle)
	c.bool(&p.OneBatch)
}

// Machine describes the machine and its picture.
type Machine struct {
	Shape  MachineChoice     // topology as the scenario defines it
	Drawn  draw.MachineShape // topology as it is drawn
	Groups []NodeGroup       // groups of identical nodes in ascending order; together they contain all nodes
	// Names holds the names of the nodes, and Switches the names of the switches.
	// The switches of a tree are ordered by level, and those of other machines by
	// device number. The lists are nil if nodes and switches have only numbers.
	Names, Switches []string
	Cores           int64
	Offline         cluster.Placement // nodes that are missing at the beginning of the run
	Resources       []string          // names of the machine's additional resources, which have the indices from workload.Named on
	// Pairs is 0 if all distances are the same in both directions. Otherwise it is
	// 1 plus the topology.Pairs that defines the distance between the two nodes of
	// a pair.
	Pairs uint8
}

// NodeGroup is a range of consecutive nodes with equal resources and speed.
type NodeGroup struct {
	First, Last topology.NodeID
	Resources   workload.Resources
	Speed       int64
}

func (m *Machine) code(c *coder) {
	m.Shape.code(c)
	codeDrawn(c, &m.Drawn)
	list(c, &m.Names, (*coder).text)
	list(c, &m.Switches, (*coder).text)
	list(c, &m.Resources, (*coder).text)
	list(c, &m.Groups, func(c *coder, g *NodeGroup) {
		code(c, &g.First)
		code(c, &g.Last)
		for k := range g.Resources {
			code(c, &g.Resources[k])
		}
		code(c, &g.Speed)
	})
	code(c, &m.Cores)
	codePlacement(c, &m.Offline)
	code(c, &m.Pairs)
}

func codeDrawn(c *coder, s *draw.MachineShape) {
	levels := func(c *coder, level *[]int32) {
		last := int32(0)
		list(c, level, func(c *coder, n *int32) { ascending(c, n, &last) })
	}
	code(c, &s.Nodes)
	list(c, &s.Tree, levels)
	list(c, &s.Through, levels)
	list(c, &s.Planes, code[int32])
	list(c, &s.Dims, code[int])
	c.bool(&s.Wraps)
	c.bool(&s.Cube)
	list(c, &s.Fly, code[int])
	list(c, &s.Racks, levels)
	code(c, &s.NameSpace)
	optional(c, &s.Plan, func(c *coder, p *draw.DeviceLayout) {
		code(c, &p.Switches)
		list(c, &p.X, code[int32])
		list(c, &p.Y, code[int32])
		list(c, &p.Fly, code[int])
		list(c, &p.Cables, func(c *coder, v *draw.Cable) {
			code(c, &v.A)
			code(c, &v.B)
			c.bool(&v.OneWay)
			code(c, &v.Length)
			code(c, &v.Bend)
		})
	})
}

// Choices lists the policies and machines that the reader can select. Each has a
// field Unfit with the reason why the scenario cannot run with it, or "" if it can.
type Choices struct {
	Queues, Allocators, Networks []PolicyByName
	Machines                     []Preset
	Silent                       bool // no job communicates, so selecting a network model also makes all jobs send all-to-all traffic
}

// PolicyByName is a policy with its name and title.
type PolicyByName struct{ Name, Title, Unfit string }

// Preset is a machine with enough nodes to replace the scenario's machine.
type Preset struct {
	MachineChoice
	Unfit string
}

func (m *Choices) code(c *coder) {
	choice := func(c *coder, v *PolicyByName) {
		c.text(&v.Name)
		c.text(&v.Title)
		c.text(&v.Unfit)
	}
	list(c, &m.Queues, choice)
	list(c, &m.Allocators, choice)
	list(c, &m.Networks, choice)
	c.bool(&m.Silent)
	list(c, &m.Machines, func(c *coder, v *Preset) {
		v.MachineChoice.code(c)
		c.text(&v.Unfit)
	})
}

// Job holds the data of a job that the page shows in all its views.
type Job struct {
	Number   int64
	Submit   simtime.Time
	Nodes    int32              // number of whole nodes, or 0 if the job requests tasks
	Tasks    int32              // number of tasks, or 0 if the job requests whole nodes
	PerTask  workload.Resources // resources of each task; for whole nodes, the resources that each node must have
	Walltime simtime.Duration
	Runtime  simtime.Duration
	User     int32 // index into Loaded.Users; so are Group and Queue
	Group    int32
	Queue    int32
	Refused  string
	Priority int64
	Least    int32 // smallest size of a malleable job, in nodes or tasks; the field Most is its greatest size; 0 if the size is fixed
	Most     int32
	Full     simtime.Duration // run time at full speed on the assigned nodes; 0 if the job never starts
	Deadline simtime.Time     // 0 if the job has no deadline
	Parts    *workload.Parts
	Segment  int32 // nodes in each segment, or nodes or tasks in each slice; 0 if the job stays together as a whole, or need not
}

// Step is one step of the run.
type Step struct {
	Time    simtime.Time
	Ordinal int32
	Trigger queue.Trigger
	Job     workload.JobID
	Events  int32 // number of events
}

// Values of Event.Of for a job that failed, or was rejected.
const (
	ForAnother    = 1 // it was stopped so that another job could start
	ByPerson      = 2 // a person cancelled it
	ByReservation = 3 // its reservation ended
	ByDeadline    = 4 // it waited until it could no longer end by its deadline
	ByDependency  = 5 // it waited until its dependencies could no longer hold
)

// Event is a change of the simulated state.
type Event struct {
	Kind      trace.EventKind
	Job       workload.JobID    // NoJob for events that concern the machine
	Of        int32             // depends on Kind: the stage of a growth; the number of a link in the drawing (see LinkLoad.Way), or -1 if it is not drawn; the new size of a job that was stopped and resubmitted; ForAnother, ByPerson, ByReservation, ByDeadline or ByDependency if that is why a job failed or was rejected
	Placement cluster.Placement // nil if a job ends on the same nodes on which it started
}

// Speed is the speed of a job from a step on.
type Speed struct {
	Step, Part int32 // Part is the share of full speed, in thousandths
	Job        workload.JobID
}

// Spark is a short curve: the values of a figure after steps that are spread evenly
// over the run.
type Spark []float64

// Point describes the machine from Time until the Time of the next point.
type Point struct {
	Time          simtime.Time
	Busy, Idle    float64 // shares of all cores; Idle counts the free cores, but is 0 while no job waits
	Waiting, Runs int64
	Hops, Load    float64 // Load is the load of the busiest link; above 1 the jobs are slowed down
}

func (m *Loaded) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Title)
	c.text(&m.About)
	list(c, &m.Goals, func(c *coder, g *Goal) { g.code(c) })
	list(c, &m.Notes, func(c *coder, n *scenario.Note) {
		code(c, &n.At)
		c.text(&n.Text)
	})
	c.text(&m.Text)
	c.text(&m.Bare)
	c.hash(&m.Hash)
	c.text(&m.Print)
	m.Made.code(c)
	list(c, &m.Warnings, (*coder).text)
	code(c, &m.Odd)
	m.Machine.code(c)
	c.bool(&m.Counted)
	m.Policy.code(c)
	m.Own.code(c)
	c.bool(&m.Brief)
	m.Description.code(c)
	m.codeJobs(c)
	m.codeSteps(c)
	step := int32(0)
	list(c, &m.Speeds, func(c *coder, s *Speed) {
		ascending(c, &s.Step, &step)
		code(c, &s.Part)
		code(c, &s.Job)
	})
	list(c, &m.Figures, (*coder).float)
	list(c, &m.Whole, (*coder).float)
	list(c, &m.Sparks, func(c *coder, s *Spark) { list(c, (*[]float64)(s), (*coder).float) })
	last := simtime.Time(0)
	list(c, &m.Curve, func(c *coder, p *Point) {
		ascending(c, &p.Time, &last)
		c.float(&p.Busy)
		c.float(&p.Idle)
		code(c, &p.Waiting)
		code(c, &p.Runs)
		c.float(&p.Hops)
		c.float(&p.Load)
	})
	c.bool(&m.Blocks)
	code(c, &m.Step)
	code(c, &m.Select)
	optional(c, &m.Program, codeProgram)
	optional(c, &m.Archive, codeArchive)
	code(c, &m.TraceSpan)
}

func (m *Loaded) codeJobs(c *coder) {
	last := simtime.Time(0)
	number := int64(0)
	list(c, &m.Jobs, func(c *coder, j *Job) {
		ascending(c, &j.Number, &number)
		ascending(c, &j.Submit, &last)
		code(c, &j.Nodes)
		code(c, &j.Tasks)
		asks := j.PerTask != (workload.Resources{})
		if c.bool(&asks); asks {
			for k := range j.PerTask {
				code(c, &j.PerTask[k])
			}
		}
		code(c, &j.Walltime)
		code(c, &j.Runtime)
		code(c, &j.User)
		code(c, &j.Group)
		code(c, &j.Queue)
		c.text(&j.Refused)
		code(c, &j.Priority)
		code(c, &j.Least)
		code(c, &j.Most)
		code(c, &j.Full)
		code(c, &j.Deadline)
		optional(c, &j.Parts, codeParts)
		code(c, &j.Segment)
	})
	list(c, &m.Users, (*coder).text)
	list(c, &m.Queues, (*coder).text)
	list(c, &m.Allotted, (*coder).text)
	list(c, &m.Limits, func(c *coder, l *queue.Limit) {
		code(c, &l.Owner)
		c.text(&l.Name)
		code(c, &l.Measure)
		code(c, &l.Soft)
		code(c, &l.Hard)
		c.text(&l.Flavor)
		c.text(&l.QOS)
		c.text(&l.Rule)
		c.text(&l.Word)
	})
	list(c, &m.Kept, func(c *coder, k *Kept) {
		c.text(&k.Name)
		codePlacement(c, &k.Nodes)
		code(c, &k.Start)
		code(c, &k.Duration)
		code(c, &k.Every)
		code(c, &k.Known)
	})
}

// Kept is a reservation of Slurm.
type Kept struct {
	Name            string
	Nodes           cluster.Placement
	Start           simtime.Time     // of the first period
	Duration, Every simtime.Duration // of a period, and from one start to the next; 0: there is one period
	Known           simtime.Time     // when it is announced
}

func codeParts(c *coder, p *workload.Parts) {
	c.bool(&p.Parallel)
	list(c, &p.Work, code[simtime.Duration])
	list(c, &p.Inner, func(c *coder, x **workload.Parts) { optional(c, x, codeParts) })
}

func (m *Loaded) codeSteps(c *coder) {
	last := simtime.Time(0)
	list(c, &m.Steps, func(c *coder, s *Step) {
		ascending(c, &s.Time, &last)
		code(c, &s.Ordinal)
		code(c, &s.Trigger)
		code(c, &s.Job)
		code(c, &s.Events)
	})
	list(c, &m.Events, func(c *coder, e *Event) {
		code(c, &e.Kind)
		code(c, &e.Job)
		code(c, &e.Of)
		codePlacement(c, &e.Placement)
	})
}

func codePlacement(c *coder, p *cluster.Placement) {
	last := topology.NodeID(0)
	list(c, (*[]cluster.NodeRun)(p), func(c *coder, r *cluster.NodeRun) {
		ascending(c, &r.First, &last)
		ascending(c, &r.Last, &last)
		code(c, &r.Tasks)
	})
}
