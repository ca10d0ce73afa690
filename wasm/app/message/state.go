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

// State describes the simulated state after a number of steps, with the reasons for
// the latest events.
type State struct {
	Serial  int32
	Step    int32
	Mark    string   // fingerprint of the run up to this step, which share links include
	Reasons []Reason // reasons for the events of the step, in the order of the events
	Queue   []Waiting
	Waiting int32 // number of all waiting jobs; Queue may list fewer
	Running []Running
	Seats   []CoreHolders // nodes with several sockets that run tasks, in ascending order; the list may be cut short
	Idle    int32         // number of nodes that no job uses
	Shadow  simtime.Time  // promised start of the first waiting job; Never if it has no promise
	Chosen  *Waiting      // the job that the Seek names, if it waits; otherwise nil
	Holds   bool          // whether promises reserve nodes besides promising a start time
	Windows *Windows      // scheduling windows (start times with nodes) that were compared for a job; nil if the job was promised the first of them
	Units   []draw.UnitScene
	Rounds  []queue.Round      // rounds of the batch algorithm (source S0) in the scheduling pass of the step; if there are many, only the first ones and the last one are listed; rounds with very many jobs are omitted
	Stops   []queue.Preemption // decisions of the scheduling pass of the step to stop running jobs for waiting ones; each has the first verdicts
	Figures []float64          // figures of the run up to this step
	Weighed *PlacementList     // placements that were compared for a start in this step; nil if that is costly to compute
	// The load of cables and links, if running jobs share the network. Only links
	// in use are listed, in descending order of demand; a long list is cut short.
	Loads []CableLoad
	Links []LinkLoad
	DisciplineState
	Aside  bool // repeated from the Seek
	Middle bool // the state is in the middle of the step: its first Events events have happened, but its scheduling pass has not
	Events int32
}

// CableLoad is the load of a cable of the drawing, in thousandths of its capacity.
// It is the maximum over both directions, and over parallel links that are drawn as
// one cable.
type CableLoad struct{ Cable, Carried, Wanted int32 }

// LinkLoad is the load of one direction of a cable. If the cable represents
// parallel links, it is the load of one of these links.
type LinkLoad struct {
	Way             int32 // number of the link in the drawing: twice the number of the cable, plus 1 for the reverse direction
	Carried, Wanted int32 // thousandths of the link's capacity
	Users           []workload.JobID
}

// Reason is the reason why an event happened.
type Reason struct {
	why.Reason
	Job  workload.JobID
	Free int32            // for starts: number of free nodes before the start
	Of   int32            // for failures and repairs of links: the number of the link in the trace
	Lost simtime.Duration // computing time lost, if a job lost its nodes or was stopped
}

// Waiting is a waiting job and the reason why it waits.
type Waiting struct {
	Job      workload.JobID
	Promised simtime.Time      // promised start, or Never
	Where    cluster.Placement // nodes on which the job will start, as reserved or as predicted now; nil if they are costly to compute
	Why      why.Reason
	Room     *Room // why the job cannot be placed, for allocators that keep jobs in domains such as racks; otherwise nil
}

// Room is an alloc.DomainRoom with the name of the domain where the most fits.
type Room struct {
	Level                   string
	Nodes, Need, Part, Most int32
	InUse, Blocks           int32
	Where                   string
}

// Windows lists the scheduling windows (start time and nodes) that were compared to
// choose the promise of a job.
type Windows struct {
	Job  workload.JobID
	Best int32 // index of the window that was chosen
	All  []SchedulingWindow
}

// SchedulingWindow is a start time and the nodes on which a job could start then.
type SchedulingWindow struct {
	At    simtime.Time
	Where cluster.Placement
	Cost  int64
	Speed int64 // sum of the speeds of the cores, in thousandths
}

// CoreHolders lists the jobs that hold the cores of a node, by socket.
type CoreHolders struct {
	Node topology.NodeID
	Free []int32 // number of free cores of each socket
	Held []cluster.SocketCores
}

// Running is a running job.
type Running struct {
	Job          workload.JobID
	Start, Limit simtime.Time
	Placement    cluster.Placement
	Blocked      cluster.Placement // nodes that the job keeps free of other jobs
	Speed        int32             // thousandths of full speed
	Left         simtime.Duration  // remaining run time at full speed
	Late         int32             // time that hop latency adds to each second at full speed, in thousandths of a second
	Brake        int32             // index in State.Links of the full link that slows down the job, or -1
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
	list(c, &m.Stops, codePreemption)
	list(c, &m.Figures, (*coder).float)
	optional(c, &m.Weighed, func(c *coder, w *PlacementList) { w.code(c) })
	m.DisciplineState.code(c)
	c.bool(&m.Aside)
	c.bool(&m.Middle)
	code(c, &m.Events)
}

// Places reports whether the state includes nodes on which some waiting job will
// start.
func (m *State) Places() bool {
	return slices.ContainsFunc(m.Queue, func(w Waiting) bool { return len(w.Where) > 0 })
}

func codePreemption(c *coder, p *queue.Preemption) {
	code(c, &p.Job)
	code(c, &p.Need)
	list(c, &p.Verdicts, func(c *coder, v *queue.PreemptionVerdict) {
		code(c, &v.Job)
		code(c, &v.Kind)
		code(c, &v.Place)
		code(c, &v.Until)
	})
}

func codeRunning(c *coder, r *Running) {
	code(c, &r.Job)
	code(c, &r.Start)
	code(c, &r.Limit)
	codePlacement(c, &r.Placement)
	codePlacement(c, &r.Blocked)
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
	optional(c, &w.Room, func(c *coder, m *Room) {
		c.text(&m.Level)
		code(c, &m.Nodes)
		code(c, &m.Need)
		code(c, &m.Part)
		code(c, &m.Most)
		code(c, &m.InUse)
		code(c, &m.Blocks)
		c.text(&m.Where)
	})
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
	Free       int32 // number of free nodes, or of free task slots if the job requests tasks
	Costs      bool  // whether the allocator compares costs; if not, there is one candidate
	Candidates []Candidate
	Ways       int64 // number of combinations of units that the allocator of source S0 can form; 0 if there are none or too many to count. ListPlacements.All requests the list.
	// Levels describes MDM's search for the first candidate, from the center
	// outwards. Each level is stored as a Candidate whose fields have another
	// meaning. Cost is the distance from the center. Placement holds the slots at
	// this distance that the search reaches. Tie is the number of tasks that the
	// search places there.
	Levels  []Candidate
	Sum     []DistanceGroup  // pairs of nodes of the first candidate, grouped by distance, nearest first; nil if the distances do not add up to the cost
	Filters []queue.Excluded // nodes that the job cannot use, grouped by reason
}

// Candidate is a placement that the allocator compared with others.
type Candidate struct {
	Placement cluster.Placement
	Cost      int64
	Tie       int64  // value by which the allocator ranks candidates of equal cost; 0 if there is none
	Speed     int64  // sum of the speeds of the cores, in thousandths; 0 if the allocator ignores speeds
	Device    string // name of the device at the center of the placement, or ""
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

// Progress reports the progress of a recording.
type Progress struct {
	Serial int32
	Ended  int32 // number of jobs that have ended
	Jobs   int32
	Time   simtime.Time

	// The overview of a long trace during its recording. The period in which the
	// jobs arrive is divided into equal parts. For each part simulated so far, Busy
	// is the share of the machine in use, and Waiting the greatest number of
	// waiting jobs.
	Parts   int32   // number of parts of the whole period; 0 if there is no overview
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

// Failed reports why a Load failed. The previous run remains on screen.
type Failed struct {
	Serial int32
	Name   string // name from the Load
	Form   LoadForm
	Text   string // text of the scenario, in which the page shows the errors; "" if the text is too long
	Faults []Problem
	Cancel bool // the Load was canceled
	Needs  bool // the scenario has a policy program, so the worker program with the interpreter is needed
	// TooLarge means that the trace has more jobs than this worker can hold. The engine
	// behind `hopyard serve` holds more.
	TooLarge bool
}

// OfLink reports whether a link could not be loaded.
func (f *Failed) OfLink() bool { return !f.Cancel && (f.Form == Link || f.Form == Shared) }

// Problem is one error in a scenario, trace or program.
type Problem struct {
	Place               string // path of the wrong value; "" if the problem concerns the whole input
	Line, Col           int32  // position from 1, or 0 if there is none
	Offset, End         int32  // range of bytes in the text
	Problem, Limit, Fix string
	In                  *ProgramPosition // position in a policy program, or nil
}

func (m *Failed) code(c *coder) {
	code(c, &m.Serial)
	c.text(&m.Name)
	code(c, &m.Form)
	c.text(&m.Text)
	list(c, &m.Faults, codeFault)
	c.bool(&m.Cancel)
	c.bool(&m.Needs)
	c.bool(&m.TooLarge)
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
