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

// Loaded describes a recorded run as a whole.
type Loaded struct {
	Serial       int32
	Title, About string
	Goals        []Goal
	Notes        []scenario.Note // notes for the speaker; a covered run, whose future is hidden, has none
	Text         string          // the scenario as JSON; "" if it is too long to edit
	Bare         string          // if Text is "", the scenario without its jobs; a variation of it draws other jobs
	Hash         uint64          // hash of the trace
	Print        string          // fingerprint of the run, for links
	Made         LinkCheck       // comparison with the run that the link's author saw
	Warnings     []string
	Odd          int32 // number of all warnings; Warnings may be cut short
	Machine      Machine
	Counted      bool // whether the number of free nodes alone decides if a job fits
	Policy       PolicyChoice
	Own          PolicyChoice // the scenario's own policies, before overrides
	Brief        bool         // the Description is incomplete; Describe asks for the rest
	Description
	Jobs     []Job
	Users    []string // names to which the indices Job.User, Group and Queue refer
	Limits   []queue.Limit
	Queues   []string // queues that can be opened, closed, started and stopped, in the order of the scenario
	Allotted []string // users with an allotment, in the order of the scenario; nil if no allotment ever changes
	Steps    []Step
	Events   []Event // events of all steps, in order
	Speeds   []Speed // slowdowns by the network; nil also for very long runs
	Figures  []float64
	Whole    []float64 // figures of the whole run, including those that are known only at its end
	Sparks   []Spark   // one for each figure, in the order of metrics
	Curve    []Point
	Step     int32 // number of steps after which the page shows the run first
	Select   workload.JobID
	Program  *Program // nil if no policy is a program
	Archive  *Archive // nil if the page has the whole run
}

// PolicyChoice holds the scheduling policies by their names in core/scenario.
type PolicyChoice struct {
	Queue, Allocator, Order string
	Depth                   int32   // for EASY: how many blocked jobs get reservations
	Network                 string  // network model
	Growth, Method          string  // policies by which running jobs change their size
	Lost                    string  // treatment of jobs that lose a node; "" if nodes do not fail
	Weights                 []int64 // weights of the parts of a priority, and of the machine's own resources, in thousandths; nil if there are no such priorities
	Cycle                   simtime.Duration
	OneBatch                bool // S0 makes one batch for each trigger
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

// Machine describes the machine and how it is drawn.
type Machine struct {
	Shape  MachineChoice     // shape as the scenario gives it
	Drawn  draw.MachineShape // shape as it is drawn
	Groups []NodeGroup       // groups of equal nodes, in ascending order; together they hold all nodes
	// Names holds the names of the nodes, and Switches those of the switches: for a
	// tree level by level, for other machines by device. Nil means that they are
	// numbered.
	Names, Switches []string
	Cores           int64
	Offline         cluster.Placement // nodes that are not there at the beginning
	Resources       []string          // names of the machine's own resources, from workload.Named on
	// Pairs is 0 if the distance between two nodes is the same in both directions.
	// Otherwise it is 1 plus the topology.Pairs that defines the distance of a
	// pair.
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

// Choices lists the policies and machines that could replace the current ones. Each
// has an Unfit, the reason why it cannot be chosen; "" means that it can.
type Choices struct {
	Queues, Allocators, Networks []PolicyByName
	Machines                     []Preset
	Silent                       bool // no job communicates, so with a network model all jobs would communicate all to all
}

// PolicyByName is a policy with its name and title.
type PolicyByName struct{ Name, Title, Unfit string }

// Preset is a machine that is large enough for the scenario's jobs.
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

// Job holds what the page shows of a job wherever the job appears.
type Job struct {
	Number   int64
	Submit   simtime.Time
	Nodes    int32              // number of whole nodes; 0 if the job asks for tasks
	Tasks    int32              // number of tasks
	PerTask  workload.Resources // resources of each task, or for whole nodes the resources that each node must have
	Walltime simtime.Duration
	Runtime  simtime.Duration
	User     int32 // index into Loaded.Users, like Group and Queue
	Group    int32
	Queue    int32
	Refused  string
	Priority int64
	Least    int32 // least size of a malleable job in nodes or tasks, as Most is its greatest; 0: its size is fixed
	Most     int32
	Full     simtime.Duration // run time at full speed on the nodes that the job got; 0 before it starts
	Deadline simtime.Time     // 0: none
	Parts    *workload.Parts
}

// Step is one step of the run.
type Step struct {
	Time    simtime.Time
	Ordinal int32
	Trigger queue.Trigger
	Job     workload.JobID
	Events  int32 // number of events
}

// Event is one change of the simulated world.
type Event struct {
	Kind      trace.EventKind
	Job       workload.JobID    // NoJob for events of the machine
	Of        int32             // the stage of a growth; for a link its Way in the drawing as in LinkLoad, -1 if it is not drawn; for a job that was stopped and submitted again its new size
	Placement cluster.Placement // nil when a job ends on the nodes on which it started
}

// Speed is the share of full speed at which a job runs from a step on.
type Speed struct {
	Step, Part int32 // thousandths
	Job        workload.JobID
}

// Spark is the course of a figure at equal distances through the steps of the run.
type Spark []float64

// Point is the state of the machine from Time until the next point.
type Point struct {
	Time          simtime.Time
	Busy, Idle    float64 // shares of all cores; Idle counts cores that are free while a job waits
	Waiting, Runs int64
	Hops, Load    float64 // Load: load of the busiest link; above 1, jobs are slowed down
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
	code(c, &m.Step)
	code(c, &m.Select)
	optional(c, &m.Program, codeProgram)
	optional(c, &m.Archive, codeArchive)
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
	})
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
