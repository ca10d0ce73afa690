package queue

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// A Decider is a State that does what somebody else has decided, and keeps what
// became of it.
type Decider interface {
	PolicyState
	// Outcomes are those of the decisions whose instants are over by now, in their
	// order. They are not to be changed.
	Outcomes(now simtime.Time) []DecisionOutcome
}

// DecisionOutcome is what became of one decision.
type DecisionOutcome struct {
	Decision int            // its place in the list, from 0
	Job      workload.JobID // NoJob if the job never came
	At       simtime.Time   // when it was due
	Refusal  Refusal        // what was in its way; Done if nothing

	// Of Done: the promise that EASY would have made just before and just after.
	// Broken is NoJob if none became later.
	Broken  workload.JobID // the first job, in queue order, whose promise became later
	Was, Is simtime.Time   // what it was promised before and after; Never: not on what there is

	// Of a refusal: see each.
	Need, Have int32
	Since      simtime.Time    // when the job was started or ended
	Node       topology.NodeID // the first of the named nodes that is not to be had
	Holder     workload.JobID  // who holds it, or NoJob
	First      simtime.Time    // when it would be possible by the walltimes of what runs; Never: not on what there is
	Ends       workload.JobID  // whose walltime ends then, or NoJob
}

// Refusal says why a decision was not carried out.
type Refusal uint8

// The refusals.
const (
	Done         Refusal = iota
	NotSubmitted         // the job was not in the queue yet
	Runs                 // it was started at Since
	Ended                // it had ended at Since
	HeldBack             // its queue is stopped
	WrongSize            // it needs Need nodes, and Have are named
	NodeHeld             // Holder has Node (NoJob: it is set aside for a job to grow), First is when all nodes are free
	NodeDown             // Node is down
	NodeUnfit            // Node never has what the job needs
	NoRoom               // it needs Need, and Have are free, at First enough
	NoShape              // enough is free, but the allocator finds no place
	NumRefusals
)

// Outcomes are what became of the decisions of a policy that is given them, nil
// under any other.
func (q *Queue) Outcomes(now simtime.Time) []DecisionOutcome {
	if d, ok := q.own.(Decider); ok {
		return d.Outcomes(now)
	}
	return nil
}

// ReservedStart is what EASY would tell one of the first jobs of the queue.
type ReservedStart struct {
	Job workload.JobID
	At  simtime.Time // now if it would start at once; Never if it cannot on what there is
}

// Try runs a pass of a policy that is given its decisions, with the jobs that
// wait now and an allocator, on copies: what became of each, and where the jobs
// that it started are. Nothing is changed. Cost: copies of the queue and the
// state, and the pass.
func (q *Queue) Try(policy Policy, a alloc.Allocator, now simtime.Time, state *cluster.State) ([]DecisionOutcome, []cluster.Placement) {
	c := q.Clone()
	c.Under(policy)
	c.Ask(a)
	p := &Pass{queue: c, trigger: Alarm, now: now, state: state.Clone(), dirtyFrom: len(c.line.blocks)}
	told := &promising{p: p}
	p.starter = told
	policy.Schedule(p)
	return c.Outcomes(simtime.Never), told.where
}

// HeadPromises are what EASY would promise if it decided now: the jobs from the
// first on that it would start, and the shadow time of the next. Nothing is
// changed. Cost: copies of the queue and the state, and that of EASY's pass up
// to its reservation.
//
// Source: as EASY (SOURCES.md EASY.1).
func (p *Pass) HeadPromises() []ReservedStart {
	c := p.queue.Clone()
	c.Under(heads{})
	q := &Pass{queue: c, trigger: Alarm, now: p.now, state: p.state.Clone(), dirtyFrom: len(c.line.blocks)}
	told := &promising{p: q}
	q.starter = told
	heads{}.Schedule(q)
	if head := q.Head(); head != nil {
		told.made = append(told.made, ReservedStart{head.ID, q.Shadow(&q.reservation)})
	}
	return told.made
}

// heads is EASY as far as its reservation.
type heads struct{}

// Schedule implements Policy.
func (heads) Schedule(p *Pass) {
	for p.StartHead() {
	}
	if head := p.Head(); head != nil {
		p.Reserve(head)
	}
}

// promising starts jobs on the copies of a pass, and notes who they are.
type promising struct {
	dry
	p     *Pass
	made  []ReservedStart
	where []cluster.Placement
}

// StartJob implements Starter.
func (s *promising) StartJob(w *Waiting, where cluster.Placement, _ why.Reason) {
	s.p.state.Start(w.Request, where, s.p.now)
	s.made, s.where = append(s.made, ReservedStart{w.ID, s.p.now}), append(s.where, where)
}
