package message

import (
	"slices"

	"hopyard/core/cluster"
	"hopyard/core/queue"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
	"hopyard/wasm/draw"
)

// State is the world after a number of steps, and why it is so.
type State struct {
	Serial  int32
	Step    int32
	Mark    string   // of the run up to here, for links
	Reasons []Reason // of the step's events, in their order
	Queue   []Waiting
	Waiting int32 // all that wait; Queue may be cut short
	Running []Running
	Seats   []Seated     // nodes of several sockets that tasks are on, by node; of very many only the first
	Idle    int32        // nodes that nobody uses
	Shadow  simtime.Time // of the first waiting job; Never: none is known
	Chosen  *Waiting     // the job that Seek named, if it waits
	Holds   bool         // promises are of nodes, and not of times only
	Windows *Windows     // that were weighed for a job, if it was promised one that is not the first
	Units   []draw.UnitScene
	Rounds  []queue.Round // S0's of the pass of the step; of many only the first and the last, and none of very many jobs
	Figures []float64     // so far
	Weighed *Weighed      // of the first start, if it costs little to find
	// Where running jobs share the network: the cables that they use,
	// and the links that they use, those with most to carry first; of very many
	// only the first.
	Loads []CableLoad
	Links []LinkLoad
	Standing
	Aside  bool // as the Seek had it
	Middle bool // the step has happened, and its pass is still to come: Events of its events have
	Events int32
}

// CableLoad is the load of a cable of the picture, of the fuller of its ways and
// of parallel links, in thousandths of what that carries.
type CableLoad struct{ Cable, Carried, Wanted int32 }

// LinkLoad is one way of a cable, or the fullest of parallel links.
type LinkLoad struct {
	Way             int32 // twice the cable, and one more for the way back
	Carried, Wanted int32 // thousandths
	Users           []workload.JobID
}

// Reason is why an event happened.
type Reason struct {
	why.Reason
	Job  workload.JobID
	Free int32            // how much of what the job asks for was free before it; starts only
	Of   int32            // of a link that fails or works again, its number in the trace
	Lost simtime.Duration // what a job that lost its nodes, or was stopped, had computed in vain
}

// Waiting is a waiting job and why it waits.
type Waiting struct {
	Job      workload.JobID
	Promised simtime.Time      // Never: nothing is
	Where    cluster.Placement // on which nodes, as of now or held; nil if that costs much to find
	Why      why.Reason
}

// Windows are the windows that were weighed when a job was promised one of them.
type Windows struct {
	Job  workload.JobID
	Best int32 // which of them it was promised
	All  []SchedulingWindow
}

// SchedulingWindow is a window that could hold a job.
type SchedulingWindow struct {
	At    simtime.Time
	Where cluster.Placement
	Cost  int64
	Speed int64 // of its cores in all, thousandths
}

// Seated is whose the cores of a node are, by socket.
type Seated struct {
	Node topology.NodeID
	Free []int32 // cores by socket
	Held []cluster.Seat
}

// Running is a running job.
type Running struct {
	Job          workload.JobID
	Start, Limit simtime.Time
	Placement    cluster.Placement
	Speed        int32            // thousandths of full speed
	Left         simtime.Duration // at full speed
	Late         int32            // thousandths of a second more for each at full speed, by the latency of its hops
	Brake        int32            // the full link that holds it back, by place in State.Links; -1: none does
}

func (m *State) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	c.text(&m.Mark)
	list(c, &m.Reasons, func(c *coder, r *Reason) {
		codeReason(c, &r.Reason)
		code(c, &r.Job)
		code(c, &r.Free)
		code(c, &r.Of)
		code(c, &r.Lost)
	})
	list(c, &m.Queue, codeWaiting)
	code(c, &m.Waiting)
	list(c, &m.Running, codeRunning)
	node := topology.NodeID(0)
	list(c, &m.Seats, func(c *coder, s *Seated) {
		ascending(c, &s.Node, &node)
		list(c, &s.Free, code[int32])
		list(c, &s.Held, func(c *coder, x *cluster.Seat) {
			code(c, &x.Job)
			c.bool(&x.Frozen)
			code(c, &x.Socket)
			code(c, &x.Tasks)
			code(c, &x.Cores)
		})
	})
	last := int32(0)
	list(c, &m.Loads, func(c *coder, l *CableLoad) {
		ascending(c, &l.Cable, &last)
		code(c, &l.Carried)
		code(c, &l.Wanted)
	})
	list(c, &m.Links, func(c *coder, l *LinkLoad) {
		code(c, &l.Way)
		code(c, &l.Carried)
		code(c, &l.Wanted)
		list(c, &l.Users, code[workload.JobID])
	})
	code(c, &m.Idle)
	code(c, &m.Shadow)
	optional(c, &m.Chosen, codeWaiting)
	c.bool(&m.Holds)
	optional(c, &m.Windows, codeWindows)
	list(c, &m.Units, func(c *coder, u *draw.UnitScene) {
		code(c, &u.First)
		code(c, &u.Last)
		code(c, &u.State)
		code(c, &u.Left)
	})
	list(c, &m.Rounds, func(c *coder, r *queue.Round) {
		list(c, &r.Jobs, code[workload.JobID])
		list(c, &r.Needs, code[int32])
		code(c, &r.Have)
		code(c, &r.Size)
	})
	list(c, &m.Figures, (*coder).float)
	optional(c, &m.Weighed, func(c *coder, w *Weighed) { w.code(c) })
	m.Standing.code(c)
	c.bool(&m.Aside)
	c.bool(&m.Middle)
	code(c, &m.Events)
}

// Places reports whether it is told on which nodes some waiting job is promised to start.
func (m *State) Places() bool {
	return slices.ContainsFunc(m.Queue, func(w Waiting) bool { return len(w.Where) > 0 })
}

func codeRunning(c *coder, r *Running) {
	code(c, &r.Job)
	code(c, &r.Start)
	code(c, &r.Limit)
	codePlacement(c, &r.Placement)
	code(c, &r.Speed)
	code(c, &r.Left)
	code(c, &r.Late)
	code(c, &r.Brake)
}

func codeWindows(c *coder, w *Windows) {
	code(c, &w.Job)
	code(c, &w.Best)
	list(c, &w.All, func(c *coder, x *SchedulingWindow) {
		code(c, &x.At)
		codePlacement(c, &x.Where)
		code(c, &x.Cost)
		code(c, &x.Speed)
	})
}

func codeWaiting(c *coder, w *Waiting) {
	code(c, &w.Job)
	code(c, &w.Promised)
	codePlacement(c, &w.Where)
	codeReason(c, &w.Why)
}

func codeReason(c *coder, r *why.Reason) {
	code(c, &r.Code)
	code(c, &r.Need)
	code(c, &r.Have)
	code(c, &r.Blocker)
	code(c, &r.At)
	code(c, &r.Which)
}

func optional[T any](c *coder, v **T, each func(*coder, *T)) {
	present := *v != nil
	c.bool(&present)
	if !present {
		return
	}
	if c.reading {
		*v = new(T)
	}
	each(c, *v)
}

// Weighed are the placements that were weighed for a job, best first.
type Weighed struct {
	Serial     int32
	Step       int32
	Job        workload.JobID
	Free       int32 // how much of what the job asks for was free
	Costs      bool  // the allocator weighs costs; without, there is one candidate
	Candidates []Candidate
	Ways       int64 // S0's combinations of units, which Weigh.All lists; 0 if there are none, or too many to count
	// Levels are MDM's search for the first candidate, from its device outwards: at
	// a distance, Cost, it reaches Placement, and takes so much of it, Tie.
	Levels  []Candidate
	Sum     []Apart          // the pairs whose distances add up to the first candidate's cost, the nearest first; nil where that is no such sum
	Filters []queue.Excluded // the nodes that it could not be put on, by why
}

// Candidate is one placement.
type Candidate struct {
	Placement cluster.Placement
	Cost      int64
	Tie       int64  // what its allocator weighs among equal costs, 0 if nothing
	Speed     int64  // of its cores in all, thousandths; 0 where the allocator does not weigh it
	Device    string // what it is centred on; "" nothing
}

func (m *Weighed) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Job)
	code(c, &m.Free)
	c.bool(&m.Costs)
	list(c, &m.Candidates, codeCandidate)
	list(c, &m.Filters, codeExcluded)
	code(c, &m.Ways)
	list(c, &m.Levels, codeCandidate)
	list(c, &m.Sum, codeApart)
}

func codeCandidate(c *coder, v *Candidate) {
	codePlacement(c, &v.Placement)
	code(c, &v.Cost)
	code(c, &v.Tie)
	code(c, &v.Speed)
	c.text(&v.Device)
}

// Progress is how far a recording is.
type Progress struct {
	Serial int32
	Ended  int32 // jobs that have ended
	Jobs   int32
	Time   simtime.Time

	// Of a long trace, the time in which its jobs come, in equal parts, as far as it
	// was simulated: how much of the machine was busy, and how many jobs waited at most.
	Parts   int32   // of the whole time; 0: nothing is told
	Busy    []uint8 // per cent
	Waiting []int32
}

func (m *Progress) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Ended)
	code(c, &m.Jobs)
	code(c, &m.Time)
	code(c, &m.Parts)
	list(c, &m.Busy, code[uint8])
	list(c, &m.Waiting, code[int32])
}

// Failed says why a Load could not be done. What was shown before still is.
type Failed struct {
	Serial int32
	Name   string // of what was to be loaded
	Form   LoadForm
	Text   string // of the scenario, so that the errors can be seen in it; "" if it is long
	Faults []Problem
	Cancel bool // it was only cancelled
	Needs  bool // it has a policy that only the other program can run
}

// OfLink reports whether a link could not be opened.
func (f *Failed) OfLink() bool { return !f.Cancel && (f.Form == Link || f.Form == Shared) }

// Problem is one thing that is wrong.
type Problem struct {
	Place               string // path of the value; "" is the whole
	Line, Col           int32  // from 1; 0 where there is none
	Offset, End         int32  // the bytes of the text
	Problem, Limit, Fix string
	In                  *Spot // within a program that somebody wrote; nil elsewhere
}

func (m *Failed) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Name)
	code(c, &m.Form)
	c.text(&m.Text)
	list(c, &m.Faults, codeFault)
	c.bool(&m.Cancel)
	c.bool(&m.Needs)
}

func codeFault(c *coder, f *Problem) {
	c.text(&f.Place)
	code(c, &f.Line)
	code(c, &f.Col)
	code(c, &f.Offset)
	code(c, &f.End)
	c.text(&f.Problem)
	c.text(&f.Limit)
	c.text(&f.Fix)
	optional(c, &f.In, codeSpot)
}
