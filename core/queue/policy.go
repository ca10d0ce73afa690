package queue

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// A Policy runs one scheduling pass. A pass is idempotent: run again at the same
// instant it starts nothing more. What must last from pass to pass lives in the
// Pass's Plan (promises) or in the policy's State.
//
// The interfaces below are optional: a policy has those that it needs, and
// nothing else of the program asks which policy it is.
type Policy interface{ Schedule(p *Pass) }

// Ranked is a Policy with an order of its own: jobs of a lower rank come first,
// jobs of the same rank in the scenario's order. The waiting jobs stand in that
// order, so that the first of them is the one that growths make way for.
type Ranked interface {
	Policy
	// Rank must not change while the job waits.
	Rank(r *workload.Request) int64
}

// Headed is a Policy that knows better than the order which waiting job comes
// first: nodes are given back for that one, and growths leave it what it needs.
type Headed interface {
	Policy
	// Head is that job, nil if none waits for what a running job could give back
	// or take.
	Head(p *Pass) *Waiting
}

// Stateful is a Policy that keeps something from pass to pass.
type Stateful interface {
	Policy
	// NewState is what it keeps at the beginning, when nothing waits or runs.
	NewState(c *Config) PolicyState
}

// PolicyState is what a Stateful policy keeps. The queue tells it what happens to
// jobs, in the order in which it happens, and clones it when it is cloned
// itself. Stateless has the methods that a policy does not need.
//
// A State may also be an Accountant, a Tabler, or what else of a policy the
// page can show.
type PolicyState interface {
	// Admit takes in a job that enters the queue: newly, or again after it was
	// started. It counts as waiting since an instant.
	Admit(w *Waiting, since simtime.Time, again bool)
	// Join says that a job stands in the line from now on: it has been admitted,
	// or its queue was stopped and is started again.
	Join(w *Waiting)
	// Leave says that it does no more, because its queue is stopped.
	Leave(r *workload.Request)
	// Start says that a job has been started.
	Start(w *Waiting, where cluster.Placement, p *Pass)
	// Resize says that a running job holds more or less than before.
	Resize(job *cluster.Running, now simtime.Time)
	// End says that a job has given its placement back, at its end or before.
	End(job *cluster.Running, now simtime.Time)
	// Complete says after End that the job ran to its end in one piece, so that
	// estimates may follow from it.
	Complete(job *cluster.Running, now simtime.Time)
	// Clone is an independent copy.
	Clone() PolicyState
}

// Stateless is to be embedded in a State: it keeps nothing.
type Stateless struct{}

// Admit implements State.
func (Stateless) Admit(*Waiting, simtime.Time, bool) {}

// Join implements State.
func (Stateless) Join(*Waiting) {}

// Leave implements State.
func (Stateless) Leave(*workload.Request) {}

// Start implements State.
func (Stateless) Start(*Waiting, cluster.Placement, *Pass) {}

// Resize implements State.
func (Stateless) Resize(*cluster.Running, simtime.Time) {}

// End implements State.
func (Stateless) End(*cluster.Running, simtime.Time) {}

// Complete implements State.
func (Stateless) Complete(*cluster.Running, simtime.Time) {}

// noState is what a policy keeps that is not Stateful.
type noState struct{ Stateless }

// Clone implements State.
func (noState) Clone() PolicyState { return noState{} }

// A Rationer is a Policy under which a user may hold only so much, also by
// growing.
type Rationer interface {
	Policy
	// Ration is how many nodes or tasks a running job may take on top of what it
	// holds, at most want, and why, if that is none.
	Ration(p *Pass, job *cluster.Running, want int32) (int32, why.Reason)
}

// Windowed is a Policy that weighs several scheduling windows for each promise.
type Windowed interface {
	Policy
	// Weighs is how many windows; 0 and 1 mean the earliest only.
	Weighs() int32
}

// Reserver is a Policy whose reservations hold nodes: it asks the allocator about
// jobs that do not start.
type Reserver interface {
	Policy
	ReservesNodes()
}

// Sharing is a Policy that lays down how much of the machine each user may use.
type Sharing interface {
	Policy
	Shares() []Share
}

// Share is what one user may use, in nodes.
type Share struct {
	User  string
	Nodes int32
}

// Turner is a State that changes at instants which are known before, whatever jobs
// do.
type Turner interface {
	PolicyState
	// NextTurn is when it changes next, simtime.Never if it does not.
	NextTurn() simtime.Time
	// Turn makes the changes that are due, and returns them.
	Turn() []ShareChange
}

// ShareChange is what a user may use from At on.
type ShareChange struct {
	At     simtime.Time
	User   int32 // place among the Shares
	Nodes  int32 // S1's K
	Usable int32 // S1's K·P, rounded down
}

// NextTurn is when what the policy keeps changes by itself, simtime.Never if it does
// not.
func (q *Queue) NextTurn() simtime.Time {
	if q.turner == nil {
		return simtime.Never
	}
	return q.turner.NextTurn()
}

// Turn makes the changes of a Turner that are due. A pass is due then.
func (q *Queue) Turn() []ShareChange { return q.turner.Turn() }

// Checker is a Policy that some jobs are impossible under.
type Checker interface {
	Policy
	// Checks returns what says why a job could never start on m, with value,
	// limit and fix; nil if it could.
	Checks(m *cluster.Machine) func(*workload.Request) error
}

// AccountKind is what an Account counts.
type AccountKind uint8

// The kinds of accounts.
const (
	AccountLimit   AccountKind = iota // one of the scenario's limits, for one owner
	AccountUsable                     // S1: a user's usable share, K·P
	AccountReserve                    // S1: a user's reserve, K·(1-P)
	AccountSystem                     // S1: the system's reserve
)

// Account is what one owner has of something, and may have. Shares and
// reserves are counted in nodes, limits in their Measure.
type Account struct {
	Kind       AccountKind
	Name       string // of the user, group or queue; empty for the system's reserve
	Limit      int32  // place in the limits of the scenario, from 1; 0 for shares
	Used       int64  // of a share that was made smaller this may be more than Hard
	Soft, Hard int64  // equal for shares: Hard less Used is left, nothing if it is negative
}

// Accountant is a State that counts who has how much.
type Accountant interface {
	PolicyState
	// Accounts says how much everybody has after a pass, in an order that does
	// not change during a run.
	Accounts(now simtime.Time, state *cluster.State) []Account
}

// Accounts is what the policy counts, nil if it counts nothing.
func (q *Queue) Accounts(now simtime.Time, state *cluster.State) []Account {
	if a, ok := q.own.(Accountant); ok {
		return a.Accounts(now, state)
	}
	return nil
}

// Tabler is a State that keeps a table of its jobs.
type Tabler interface {
	PolicyState
	// Table is the table after a pass.
	Table(q *Queue, now simtime.Time, state *cluster.State) []Row
}

// RowState says whether a job of the table waits, runs or is done.
type RowState uint8

// The states.
const (
	RowWaits RowState = iota
	RowRuns
	RowDone
)

// String is the name of the state in tables.
func (s RowState) String() string { return [...]string{"waits", "runs", "done"}[s] }

// Row is a line of a job table: a job that waits, runs or is done, what it holds
// and what is expected of it. Priority and submit time are the job's own.
//
// Source: S1, section 3; SOURCES.md S1.2 (table 1 is an image; the columns are
// those of the text); amount and estimate are step 1 of section 4; that a job
// which is done stays, with an empty holding, is section 4 (4).
type Row struct {
	Job     workload.JobID
	User    string
	State   RowState
	Need    int32        // nodes that it asks for, in S1's terms; once started, what it is or was charged for
	Holding int32        // nodes that it is charged for now; 0 unless it runs
	Ended   simtime.Time // when it gave back what it held, if it is done

	// What it is charged to; their sum is Holding.
	Usable, Reserve, System int32

	Due      simtime.Time     // the deadline, 0 if it has none
	Latest   simtime.Time     // when its slack ends: deadline less estimate; Never without a deadline
	Amount   int64            // of computation, 0 if not told
	Estimate simtime.Duration // of its run time
	AtRisk   bool             // it can no longer be complete by its deadline, by the estimate, or was not

	// S1's S' and T0, of the past job that the estimate follows from, which is
	// Amount/PastAmount·PastTime; both are 0 if it is the user's own figure.
	PastAmount int64
	PastTime   simtime.Duration
}

// Table is the policy's job table, nil if it keeps none.
// Cost: O(jobs that wait or run · log of them + jobs that are done).
func (q *Queue) Table(now simtime.Time, state *cluster.State) []Row {
	if t, ok := q.own.(Tabler); ok {
		return t.Table(q, now, state)
	}
	return nil
}

// Find is the waiting job of a place, nil if it waits no more or its queue is
// stopped. Cost: O(log waiting jobs).
func (q *Queue) Find(r *workload.Request, at QueuePlace) *Waiting { return q.line.find(r.ID, at) }

// Stopped are the jobs that wait in stopped queues, in the order in which they
// came to.
func (q *Queue) Stopped() []Waiting { return q.gates.held }

// Planner is a State that makes plans of its own, which hold nodes: it puts the
// waiting jobs in an order that may change, makes reservations in a pass, and
// answers what others are answered from the Plan.
type Planner interface {
	PolicyState
	// Order puts the line in the order of now.
	Order(p *Pass)
	// Rehearse makes a pass that only asks the next one that comes; see RehearseAt.
	Rehearse(p *Pass)
	// HoldsNodes reports whether reservations hold nodes, and not times only.
	HoldsNodes() bool
	// Counts reports whether reservations are times in a count, without any nodes.
	Counts() bool
	// Reserved is where a pass that has been run has reserved nodes for a waiting
	// job, or would place it at its time; nil if it is promised none.
	Reserved(p *Pass, job workload.JobID) cluster.Placement
	// FreeFor runs a pass that only asks until it comes to w, and is what then is
	// free for it, nil if that is not known.
	FreeFor(p *Pass, w *Waiting) *cluster.Free
	// Headroom lowers what a running job may take to what no reservation needs.
	Headroom(p *Pass, s *Headroom, job *cluster.Running)
	// Priorities are those of the waiting jobs, in their order.
	Priorities(p *Pass) []Priority
	// Extend reads again until when jobs run: one was given more time.
	Extend(state *cluster.State)
}

// planner is what the policy keeps if it plans by itself, else nil.
func (q *Queue) planner() Planner {
	p, _ := q.own.(Planner)
	return p
}

// resync reads again until when jobs run, if one was given more time.
func (q *Queue) resync(state *cluster.State) {
	if q.unplanned {
		if p := q.planner(); p != nil {
			p.Extend(state)
		}
	}
}

// Priorities are the priorities of the waiting jobs, highest first; nil where
// the policy does not weigh. Cost: O(waiting jobs).
func (q *Queue) Priorities(now simtime.Time) []Priority {
	if q.planner() == nil {
		return nil
	}
	c := q.Clone()
	return c.planner().Priorities(&Pass{queue: c, now: now})
}

// Reporter is a State that tells of the rounds in which it decides.
type Reporter interface {
	PolicyState
	// Listen has f told of every round from now on, as it begins; nil: nobody.
	Listen(f func(Round))
}

// Round is a round of decisions, for people: of the jobs that it began with as
// many as what is free holds. Under S0 Needs is P_job, while Njob was counted
// down, and Have N_node.
type Round struct {
	Jobs  []workload.JobID // that it began with, in queue order
	Needs []int32          // of all of them, of one fewer, and so on to the batch that passed
	Have  int32            // the nodes of the free units
	Size  int32            // how many of Jobs passed, the first of them; 0: not even one
}

// Reports reports whether the policy tells of rounds.
func (q *Queue) Reports() bool { _, ok := q.own.(Reporter); return ok }

// Listen has f told of every round of the passes from now on, as it begins. A
// clone tells nobody.
func (q *Queue) Listen(f func(Round)) {
	if r, ok := q.own.(Reporter); ok {
		r.Listen(f)
	}
}
