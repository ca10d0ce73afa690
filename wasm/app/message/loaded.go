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

// Loaded is a recorded run: what is known of it as a whole.
type Loaded struct {
	Serial       int32
	Title, About string
	Goals        []Goal
	Notes        []scenario.Note // for the speaker; a covered run has none
	Text         string          // the scenario as canonical JSON; "" where that is too long to edit
	Bare         string          // where there is no Text, the scenario without its jobs: who varies it has others drawn
	Hash         uint64          // of the trace
	Print        string          // of the run, for links
	Made         Made            // what the link said that this came from
	Warnings     []string
	Odd          int32 // how many there are; Warnings may be cut short
	Machine      Machine
	Counted      bool // counting free nodes decides whether a job fits
	Policy       PolicyChoice
	Own          PolicyChoice // what the scenario says itself, before overrides
	Brief        bool         // the Description is not complete: Describe asks for it
	Description
	Jobs     []Job
	Users    []string // that Job.User, Group and Queue count in
	Limits   []queue.Limit
	Queues   []string // that have a state, in the order of the scenario
	Allotted []string // users whose allotments may change, and all others who have one, in the order of the scenario
	Steps    []Step
	Events   []Event // of all steps, one after the other
	Speeds   []Speed // how the network slows jobs down; nil for very long runs, too
	Figures  []float64
	Whole    []float64 // those of the whole run, with what is known of whole runs only
	Sparks   []Spark   // by figure, as metrics lists them
	Curve    []Point
	Step     int32 // where to arrive
	Select   workload.JobID
	Program  *Program // nil where no policy is one
	Archive  *Archive // nil where all of the run is here
}

// PolicyChoice is who decides, by names of core/scenario.
type PolicyChoice struct {
	Queue, Allocator, Order string
	Depth                   int32   // of EASY: how many blocked jobs get reservations
	Network                 string  // the model
	Growth, Method          string  // how running jobs change their size
	Lost                    string  // what becomes of jobs that lose a node; "" where nodes do not fail
	Weights                 []int64 // of the parts of priorities, and of the machine's own resources, in thousandths; nil where nothing is weighed
	Cycle                   simtime.Duration
	OneBatch                bool // S0's batches would be made one a trigger
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

// Machine is the machine as it is drawn and described.
type Machine struct {
	Shape  MachineChoice     // as the scenario has it
	Drawn  draw.MachineShape // as it is drawn
	Groups []NodeGroup       // of equal nodes, ascending, that together are all
	// Names are those of the nodes, Switches those of the switches: of a tree
	// level by level, of another machine by device. Nil: they have numbers.
	Names, Switches []string
	Cores           int64
	Offline         cluster.Placement // nodes that are not there at the beginning
	Resources       []string          // its own, by name, from workload.Named on
	// Pairs is 0 where the ways between two nodes are alike there and back, else one
	// more than the topology.Pairs that says how far a pair is apart.
	Pairs uint8
}

// NodeGroup is consecutive nodes that have the same.
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

// Choices are what could be chosen in place of what is: each with the reason
// why it cannot, "" where it can.
type Choices struct {
	Queues, Allocators, Networks []PolicyByName
	Machines                     []Preset
	Silent                       bool // no job says how it communicates: with a network, all talk to all
}

// PolicyByName is a policy by name.
type PolicyByName struct{ Name, Title, Unfit string }

// Preset is a machine that holds the scenario's jobs.
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

// Job is what the page tells of a job wherever it appears.
type Job struct {
	Number   int64
	Submit   simtime.Time
	Nodes    int32              // whole nodes, or
	Tasks    int32              // tasks
	PerTask  workload.Resources // of whole nodes what each must have
	Walltime simtime.Duration
	Runtime  simtime.Duration
	User     int32 // in Loaded.Users, as Group and Queue are
	Group    int32
	Queue    int32
	Refused  string
	Priority int64
	Least    int32 // of a malleable job, in nodes or tasks, as Most; 0: its size is fixed
	Most     int32
	Full     simtime.Duration // the run time at full speed where it was placed; 0 until then
	Deadline simtime.Time     // 0: none
	Parts    *workload.Parts
}

// Step is one step of the run.
type Step struct {
	Time    simtime.Time
	Ordinal int32
	Trigger queue.Trigger
	Job     workload.JobID
	Events  int32 // how many
}

// Event is one change of the world.
type Event struct {
	Kind      trace.EventKind
	Job       workload.JobID    // NoJob for what happens to the machine
	Of        int32             // the stage; of a link its way in the picture, as LinkLoad has it, -1 for none; of a job killed to be submitted again its new size
	Placement cluster.Placement // of all but ends of jobs that still have what they started on
}

// Speed is a part of full speed at which a job runs from a step on.
type Speed struct {
	Step, Part int32 // thousandths
	Job        workload.JobID
}

// Spark is how a figure went, in equal parts of the run's steps.
type Spark []float64

// Point is the state of the machine from Time until the next point.
type Point struct {
	Time          simtime.Time
	Busy, Idle    float64 // parts of all cores; Idle: free while a job waits
	Waiting, Runs int64
	Hops, Load    float64 // Load: of the busiest link, above 1 where jobs are slowed down
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
