package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// A Policy runs one scheduling pass. A pass is idempotent: if it runs again at the
// same instant, it starts nothing more. State that must last from pass to pass
// lives in the Pass's Plan (promises) or in the policy's [PolicyState].
//
// The interfaces below are optional. A policy implements those that it needs. Other
// code tests for these interfaces and never for a particular policy.
type Policy interface{ Schedule(p *Pass) }

// Ranked is a Policy with an order of its own. Jobs of a lower rank come first, and
// jobs of equal rank keep the scenario's order. The queue sorts the waiting jobs in
// this order. Its first job is therefore also the job for which growing jobs make
// room.
type Ranked interface {
	Policy
	// Rank returns the rank of a job. It must not change while the job waits.
	Rank(r *workload.Request) int64
}

// HeadChooser is a Policy that chooses by itself which waiting job is treated as
// the first, instead of taking the first job in queue order. Shrinking jobs give
// back nodes for the chosen job, and growing jobs leave free the nodes that it
// needs.
type HeadChooser interface {
	Policy
	// Head returns the chosen job. It returns nil if no job waits for resources
	// that a running job could give back or take.
	Head(p *Pass) *Waiting
}

// Stateful is a Policy that keeps state from pass to pass.
type Stateful interface {
	Policy
	// NewState returns the initial state, for an empty queue and an idle machine.
	NewState(c *Config) PolicyState
}

// PolicyState is the state that a Stateful policy keeps. The queue reports every
// event in a job's life to it, in the order of the events, and clones it whenever
// the queue itself is cloned. Embed [Stateless] to inherit empty methods for the
// events that a policy ignores.
//
// A PolicyState may also implement Accountant, Tabler and the other interfaces
// below, through which the page shows more of a policy.
type PolicyState interface {
	// Admit records that a job enters the queue. The flag again is set if the job
	// was started before. The parameter since is the instant from which its time in
	// the queue counts.
	Admit(w *Waiting, since simtime.Time, again bool)
	// Join records that a job becomes eligible to start: it has just been admitted,
	// or its stopped queue has been started again.
	Join(w *Waiting)
	// Leave records that a job is no longer eligible to start because its queue was
	// stopped.
	Leave(r *workload.Request)
	// Start records that a job has been started.
	Start(w *Waiting, where cluster.Placement, p *Pass)
	// Resize records that a running job now holds more or less than before.
	Resize(job *cluster.Running, now simtime.Time)
	// End records that a job has given its placement back, because it ended or was
	// interrupted.
	End(job *cluster.Running, now simtime.Time)
	// Complete records, after End, that the job ran to its end without
	// interruption, so its run time may serve for estimates.
	Complete(job *cluster.Running, now simtime.Time)
	// Clone returns an independent copy.
	Clone() PolicyState
}

// Stateless implements all methods of PolicyState except Clone as no-ops. It is
// meant for embedding.
type Stateless struct{}

// Admit implements PolicyState.
func (Stateless) Admit(*Waiting, simtime.Time, bool) {}

// Join implements PolicyState.
func (Stateless) Join(*Waiting) {}

// Leave implements PolicyState.
func (Stateless) Leave(*workload.Request) {}

// Start implements PolicyState.
func (Stateless) Start(*Waiting, cluster.Placement, *Pass) {}

// Resize implements PolicyState.
func (Stateless) Resize(*cluster.Running, simtime.Time) {}

// End implements PolicyState.
func (Stateless) End(*cluster.Running, simtime.Time) {}

// Complete implements PolicyState.
func (Stateless) Complete(*cluster.Running, simtime.Time) {}

// noState is the PolicyState of a policy that is not Stateful.
type noState struct{ Stateless }

// Clone implements PolicyState.
func (noState) Clone() PolicyState { return noState{} }

// UserLimiter is a Policy that limits how much a user may hold, which also limits
// the growth of running jobs.
type UserLimiter interface {
	Policy
	// Ration returns how many more nodes or tasks a running job may take, at most
	// the wanted number. If the result is 0, it also returns the reason.
	Ration(p *Pass, job *cluster.Running, want int32) (int32, why.Reason)
}

// NodeReserver is a Policy whose reservations may hold particular nodes also where
// counting would decide. Then counting mode does not apply.
//
// Source: SOURCES.md EASY.4.
type NodeReserver interface {
	Policy
	// ReservesNodes reports whether reservations hold particular nodes.
	ReservesNodes() bool
}

// ReservesNodes reports whether the reservations of p hold particular nodes also
// where counting would decide.
func ReservesNodes(p Policy) bool {
	x, ok := p.(NodeReserver)
	return ok && x.ReservesNodes()
}

// Windowed is a Policy that may compare several scheduling windows for each
// promise. A scheduling window is a start time at which the plan has room for the
// job.
type Windowed interface {
	Policy
	// Weighs returns the number of windows to compare. The values 0 and 1 mean that
	// only the earliest window is considered.
	Weighs() int32
}

// Reserver is a Policy whose reservations hold nodes. Such a policy asks the
// allocator about jobs that do not start yet.
type Reserver interface {
	Policy
	ReservesNodes()
}

// Sharing is a Policy that fixes how much of the machine each user may use.
type Sharing interface {
	Policy
	Shares() []Share
}

// Share is the part of the machine that one user may use, in nodes.
type Share struct {
	User  string
	Nodes int32
}

// Suspender is a Policy that may suspend running jobs, and resumes them later.
type Suspender interface {
	Policy
	// Suspends reports whether it does, as configured.
	Suspends() bool
	// Yields reports whether a running job is suspended if another one gets its nodes.
	Yields(r, to *workload.Request) bool
}

// RoomMaker is a PolicyState of a Suspender. A job may be said to run already where
// another one runs that is suspended.
type RoomMaker interface {
	PolicyState
	// MakeRoom suspends the running jobs that yield to w on the given nodes.
	MakeRoom(p *Pass, w *Waiting, where cluster.Placement)
}

// JobEnder is a PolicyState that may end running jobs in a pass of its own, for which it
// asks with Pass.WakeAt.
type JobEnder interface {
	PolicyState
	// EndsJobs reports whether passes are needed although no job waits.
	EndsJobs() bool
}

// TimedState is a PolicyState that changes at instants known in advance, independently
// of what the jobs do.
type TimedState interface {
	PolicyState
	// NextTurn returns the instant of the next change, or simtime.Never.
	NextTurn() simtime.Time
	// Turn makes the changes that are due and returns them.
	Turn() []ShareChange
}

// ShareChange is a change of one user's share, effective from At on.
type ShareChange struct {
	At     simtime.Time
	User   int32 // index into Shares
	Nodes  int32 // S1's K, the allotment
	Usable int32 // S1's K·P, rounded down
}

// NextTurn returns the instant at which the policy's state next changes by itself,
// or simtime.Never.
func (q *Queue) NextTurn() simtime.Time {
	if q.turner == nil {
		return simtime.Never
	}
	return q.turner.NextTurn()
}

// Turn makes the due changes of a TimedState and returns them. A scheduling pass
// must follow. It panics if the policy's state is not a TimedState.
func (q *Queue) Turn() []ShareChange { return q.turner.Turn() }

// Checker is a Policy under which some jobs can never start.
type Checker interface {
	Policy
	// Checks returns a function that checks whether a job could ever start on the
	// machine m. The function returns nil if the job could start. Otherwise it
	// returns an error that names the value, the limit and a fix.
	Checks(m *cluster.Machine) func(*workload.Request) error
}

// HetStarter is a Policy that starts all parts of a heterogeneous job at the same time.
// No other policy accepts such jobs.
type HetStarter interface {
	Policy
	// CheckHet returns an error if its settings do not allow such jobs. It names the
	// setting and a fix.
	CheckHet() error
}

// UsedNodesOnly is a Policy with state of its own that follows only the nodes that
// jobs use, not those that exclusive jobs block. It accepts no exclusive jobs.
type UsedNodesOnly interface {
	Policy
	UsedNodesOnly()
}

// AccountKind is the kind of amount that an Account counts.
type AccountKind uint8

// The kinds of accounts.
const (
	AccountLimit   AccountKind = iota // one of the scenario's limits, for one owner
	AccountUsable                     // S1: a user's usable share, K·P
	AccountReserve                    // S1: a user's reserve, K·(1-P)
	AccountSystem                     // S1: the system's reserve
)

// Account is the amount that one owner uses and may use. Shares and reserves are
// counted in nodes, limits in their Measure.
type Account struct {
	Kind       AccountKind
	Name       string // name of the user, group or queue; empty for the system's reserve
	Limit      int32  // number of the limit in the scenario, from 1; 0 for shares
	Used       int64  // amount in use; may exceed Hard after a share was reduced
	Soft, Hard int64  // largest amount allowed by the soft and the hard limit; for shares, both are the amount that may be used now; if Used is larger, nothing is left
}

// Accountant is a PolicyState that counts how much each owner uses.
type Accountant interface {
	PolicyState
	// Accounts returns the accounts of all owners after a pass. Their order does
	// not change during a run.
	Accounts(now simtime.Time, state *cluster.State) []Account
}

// Accounts returns the accounts that the policy keeps. It returns nil if the policy
// keeps none.
func (q *Queue) Accounts(now simtime.Time, state *cluster.State) []Account {
	if a, ok := q.own.(Accountant); ok {
		return a.Accounts(now, state)
	}
	return nil
}

// Tabler is a PolicyState that keeps a job table.
type Tabler interface {
	PolicyState
	// Table returns the job table after a pass.
	Table(q *Queue, now simtime.Time, state *cluster.State) []Row
}

// RowState is the state of a job in the job table: waiting, running or done.
type RowState uint8

// The possible states of a job in the table.
const (
	RowWaits RowState = iota
	RowRuns
	RowDone
)

// String returns the name of the state in tables.
func (s RowState) String() string { return [...]string{"waits", "runs", "done"}[s] }

// Row is one line of a job table: a job that waits, runs or is done, with what it
// holds and its estimates. The priority and the submit time are not in the row,
// because they are part of the job.
//
// Source: S1, section 3; SOURCES.md S1.2. Table 1 of S1 is an image, so the columns
// are those that the text names. Amount and estimate come from step 1 of section 4.
// Section 4 (4) says that a finished job stays in the table and holds nothing.
type Row struct {
	Job     workload.JobID
	User    string
	State   RowState
	Need    int32        // number of nodes requested, in S1's terms; for a started job, the number of nodes charged
	Holding int32        // number of nodes charged now; 0 if the job does not run
	Ended   simtime.Time // when a finished job gave back what it held

	// The parts of Holding that are charged to each of the three accounts. Their
	// sum is Holding.
	Usable, Reserve, System int32

	Due      simtime.Time     // the deadline, 0 if there is none
	Latest   simtime.Time     // latest start that meets the deadline: deadline less estimate; Never without a deadline
	Amount   int64            // amount of computation, 0 if unknown
	Estimate simtime.Duration // estimated run time
	AtRisk   bool             // the estimate exceeds the time left until the deadline, or the job missed it

	// S1's S' and T0: amount and run time of the past job on which the estimate is
	// based. The estimate is Amount/PastAmount·PastTime. Both fields are 0 if the
	// user stated the estimate.
	PastAmount int64
	PastTime   simtime.Duration
}

// Table returns the policy's job table. It returns nil if the policy keeps none.
// Cost: O(n log n + m) for n waiting or running jobs and m finished jobs.
func (q *Queue) Table(now simtime.Time, state *cluster.State) []Row {
	if t, ok := q.own.(Tabler); ok {
		return t.Table(q, now, state)
	}
	return nil
}

// Find returns the waiting job with the given position in the queue. It returns nil
// if the job no longer waits or its queue is stopped. Cost: O(log waiting jobs).
func (q *Queue) Find(r *workload.Request, at QueuePlace) *Waiting { return q.line.find(r.ID, at) }

// Stopped returns the jobs that wait in stopped queues, in the order in which they
// were held back.
func (q *Queue) Stopped() []Waiting { return q.gates.held }

// Planner is a PolicyState that keeps its own plan instead of the Pass's [Plan]. It
// sorts the waiting jobs, makes reservations during a pass, and answers the
// questions that other policies answer from the Plan.
type Planner interface {
	PolicyState
	// Order sorts the waiting jobs for the current instant.
	Order(p *Pass)
	// Rehearse turns the query pass p into a prediction of the next real pass; see
	// RehearseAt.
	Rehearse(p *Pass)
	// HoldsNodes reports whether reservations hold particular nodes. Otherwise they
	// are only times.
	HoldsNodes() bool
	// Counts reports whether reservations are made by counting alone, without
	// choosing nodes.
	Counts() bool
	// Reserved returns the nodes that the pass p, which has already run, reserved
	// for a waiting job. If the reservation is only a time, these are the nodes on
	// which the job would be placed at that time. It returns nil if the job has no
	// promise.
	Reserved(p *Pass, job workload.JobID) cluster.Placement
	// FreeFor runs a query pass until it reaches w. It returns the resources that
	// are then free for w, or nil if they are unknown.
	FreeFor(p *Pass, w *Waiting) *cluster.Free
	// Headroom reduces s to what no reservation needs. The parameter s is the
	// amount that the running job may take.
	Headroom(p *Pass, s *Headroom, job *cluster.Running)
	// Priorities returns the priorities of the waiting jobs, in queue order.
	Priorities(p *Pass) []Priority
	// Extend reads the walltime ends of the running jobs again, after a job was
	// given more time.
	Extend(state *cluster.State)
}

// planner returns the policy's state if it is a Planner, else nil.
func (q *Queue) planner() Planner {
	p, _ := q.own.(Planner)
	return p
}

// resync makes a Planner read the walltime ends of the running jobs again if a job
// was given more time.
func (q *Queue) resync(state *cluster.State) {
	if q.unplanned {
		if p := q.planner(); p != nil {
			p.Extend(state)
		}
	}
}

// Priorities returns the priorities of the waiting jobs, highest first, or nil if
// the policy has none. Cost: O(waiting jobs).
func (q *Queue) Priorities(now simtime.Time) []Priority {
	if q.planner() == nil {
		return nil
	}
	c := q.Clone()
	return c.planner().Priorities(&Pass{queue: c, now: now})
}

// Reporter is a PolicyState that reports its rounds of decisions.
type Reporter interface {
	PolicyState
	// Listen registers the function f, which is called at the beginning of every
	// later round. If f is nil, no function is called any more.
	Listen(f func(Round))
}

// Round describes one round of decisions. A round begins with a list of waiting
// jobs. It drops the last job of the list until the free resources hold all
// remaining jobs. In terms of S0, Needs holds P_job for each value of Njob, which
// is counted down, and Have is N_node.
type Round struct {
	Jobs  []workload.JobID // the jobs at the start of the round, in queue order
	Needs []int32          // nodes needed by all of Jobs, then by all but the last, and so on, down to the batch that fitted
	Have  int32            // number of nodes that the allocator can give away
	Size  int32            // number of jobs at the front of Jobs that are left at the end; may be 0
}

// Reports reports whether the policy reports its rounds.
func (q *Queue) Reports() bool { _, ok := q.own.(Reporter); return ok }

// Listen registers the function f, which is called at the beginning of every later
// round. A clone of the queue calls no function.
func (q *Queue) Listen(f func(Round)) {
	if r, ok := q.own.(Reporter); ok {
		r.Listen(f)
	}
}
