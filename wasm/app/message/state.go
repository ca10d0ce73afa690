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

// State is the simulated world after a number of steps, with the reasons for it.
type State struct {
	Serial  int32
	Step    int32
	Mark    string   // fingerprint of the run up to this step, for links
	Reasons []Reason // one for each event of the step, in order
	Queue   []Waiting
	Waiting int32 // number of all waiting jobs; Queue may be cut short
	Running []Running
	Seats   []CoreHolders // nodes with several sockets on which tasks run, in ascending order; if there are very many, only the first
	Idle    int32         // number of nodes that no job uses
	Shadow  simtime.Time  // start promised to the first waiting job; Never: none
	Chosen  *Waiting      // the job that Seek named, if it waits
	Holds   bool          // promises hold nodes, not only times
	Windows *Windows      // windows that were compared for a job whose promise is not the first of them
	Units   []draw.UnitScene
	Rounds  []queue.Round  // S0's rounds in the scheduling pass of the step; only the first and the last of many, and none with very many jobs
	Figures []float64      // figures so far
	Weighed *PlacementList // candidates of the first start, if they cost little to find
	// If running jobs share the network: the load of the cables and of the links
	// that they use, links with the most demand first. Of very many links only the
	// first are listed.
	Loads []CableLoad
	Links []LinkLoad
	DisciplineState
	Aside  bool // copied from the Seek
	Middle bool // the step's first Events events have happened, and its scheduling pass is still to come
	Events int32
}

// CableLoad is the load of a cable of the drawing in thousandths of its capacity:
// the load of the fuller direction, and of the fullest of parallel links.
type CableLoad struct{ Cable, Carried, Wanted int32 }

// LinkLoad is the load of one direction of a cable, or of the fullest of parallel
// links.
type LinkLoad struct {
	Way             int32 // twice the number of the cable, plus 1 for the reverse direction
	Carried, Wanted int32 // thousandths
	Users           []workload.JobID
}

// Reason is the reason why an event happened.
type Reason struct {
	why.Reason
	Job  workload.JobID
	Free int32            // for starts: free nodes before the start
	Of   int32            // for links that fail or recover: the link's number in the trace
	Lost simtime.Duration // computation lost when a job lost its nodes or was stopped
}

// Waiting is a waiting job and the reason why it waits.
type Waiting struct {
	Job      workload.JobID
	Promised simtime.Time      // promised start; Never: none
	Where    cluster.Placement // nodes of the promise, as foreseen now or held; nil if they cost too much to find
	Why      why.Reason
}

// Windows lists the windows that were compared before a job was promised one of
// them.
type Windows struct {
	Job  workload.JobID
	Best int32 // index of the promised window
	All  []SchedulingWindow
}

// SchedulingWindow is a time and place at which a job would fit.
type SchedulingWindow struct {
	At    simtime.Time
	Where cluster.Placement
	Cost  int64
	Speed int64 // sum of the speeds of its cores, in thousandths
}

// CoreHolders lists the jobs that hold the cores of a node, by socket.
type CoreHolders struct {
	Node topology.NodeID
	Free []int32 // free cores by socket
	Held []cluster.SocketCores
}

// Running is a running job.
type Running struct {
	Job          workload.JobID
	Start, Limit simtime.Time
	Placement    cluster.Placement
	Speed        int32            // thousandths of full speed
	Left         simtime.Duration // remaining run time at full speed
	Late         int32            // thousandths of a second that hop latency adds to each second at full speed
	Brake        int32            // index in State.Links of the full link that slows the job down; -1: none
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
	list(c, &m.Seats, func(c *coder, s *CoreHolders) {
		ascending(c, &s.Node, &node)
		list(c, &s.Free, code[int32])
		list(c, &s.Held, func(c *coder, x *cluster.SocketCores) {
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
	optional(c, &m.Weighed, func(c *coder, w *PlacementList) { w.code(c) })
	m.DisciplineState.code(c)
	c.bool(&m.Aside)
	c.bool(&m.Middle)
	code(c, &m.Events)
}

// Places reports whether the state includes the promised nodes of some waiting job.
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

// PlacementList lists the placements that the allocator compared for a job, best first.
type PlacementList struct {
	Serial     int32
	Step       int32
	Job        workload.JobID
	Free       int32 // free nodes or tasks, in the unit of the job's request
	Costs      bool  // the allocator compares costs; otherwise there is one candidate
	Candidates []Candidate
	Ways       int64 // number of S0's combinations of units, which Weigh.All lists; 0 if there are none or too many to count
	// Levels traces MDM's search for the first candidate, from its center outwards.
	// At distance Cost the search reaches Placement, of which it takes Tie tasks.
	Levels  []Candidate
	Sum     []DistanceGroup  // groups of pairs whose distances add up to the first candidate's cost, nearest first; nil if the cost is no such sum
	Filters []queue.Excluded // nodes that the job cannot use, by reason
}

// Candidate is one placement.
type Candidate struct {
	Placement cluster.Placement
	Cost      int64
	Tie       int64  // tie-breaker of the allocator among equal costs; 0 if it has none
	Speed     int64  // sum of the speeds of its cores in thousandths; 0 if the allocator ignores it
	Device    string // device at the center of the placement; "" if there is none
}

func (m *PlacementList) code(c *coder) {
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

// Progress reports how far a recording has come.
type Progress struct {
	Serial int32
	Ended  int32 // jobs that have ended
	Jobs   int32
	Time   simtime.Time

	// For a long trace, the period in which its jobs arrive, in equal parts, as far
	// as it is simulated: the share of the machine in use, and the most jobs that
	// waited.
	Parts   int32   // number of parts of the whole period; 0: not reported
	Busy    []uint8 // percent
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

// Failed reports why a Load failed. The previous run stays on screen.
type Failed struct {
	Serial int32
	Name   string // name of what was to be loaded
	Form   LoadForm
	Text   string // text of the scenario, to show the errors in it; "" if it is long
	Faults []Problem
	Cancel bool // the Load was cancelled
	Needs  bool // a policy of the scenario needs the worker program with the interpreter
}

// OfLink reports whether the Load that failed was that of a link.
func (f *Failed) OfLink() bool { return !f.Cancel && (f.Form == Link || f.Form == Shared) }

// Problem is one error in a scenario, trace or program.
type Problem struct {
	Place               string // path of the value; "" for the whole
	Line, Col           int32  // from 1; 0 if there is no position
	Offset, End         int32  // byte range in the text
	Problem, Limit, Fix string
	In                  *ProgramPosition // position in a program; nil elsewhere
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
