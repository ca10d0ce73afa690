package queue

import (
	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// A Decider is a PolicyState of a policy that carries out decisions made elsewhere.
// It keeps the outcome of each decision.
type Decider interface {
	PolicyState
	// Outcomes returns the outcomes of the decisions due by now, in their order.
	// The caller must not change them.
	Outcomes(now simtime.Time) []DecisionOutcome
}

// DecisionOutcome is the outcome of one decision.
type DecisionOutcome struct {
	Decision int            // index in the list of decisions, from 0
	Job      workload.JobID // NoJob if the job never arrived
	At       simtime.Time   // when the decision was due
	Refusal  Refusal        // the reason for a refusal; Done if the decision was carried out

	// The next three fields are used if Refusal is Done. They compare the promises
	// that EASY would have made just before and just after the decision.
	Broken  workload.JobID // first job, in queue order, whose promise moved later; NoJob if there is none
	Was, Is simtime.Time   // start time promised to that job, before and after the decision; Never if the machine cannot hold the job

	// The next fields are used if the decision was refused. The comments of the
	// Refusal constants tell which of them are set.
	Need, Have int32
	Since      simtime.Time    // when the job was started or ended
	Node       topology.NodeID // first of the named nodes that is not available
	Holder     workload.JobID  // the job that holds the node, or NoJob
	First      simtime.Time    // earliest time at which the decision would be possible if all running jobs use their walltimes; Never if the machine cannot hold the job
	Ends       workload.JobID  // the job whose walltime ends at First, or NoJob
}

// Refusal is the reason why a decision was not carried out.
type Refusal uint8

// The refusals.
const (
	Done         Refusal = iota
	NotSubmitted         // the job had not been submitted yet
	Runs                 // the job was started at Since
	Ended                // the job had ended at Since
	HeldBack             // the job's queue is stopped
	WrongSize            // the job needs Need nodes, but the decision names Have nodes
	NodeHeld             // Holder holds Node (if Holder is NoJob, Node is set aside for a growing job); all named nodes are free at First
	NodeDown             // Node is down
	NodeUnfit            // the job can never run on Node, which lacks the resources even when idle
	NoRoom               // the job needs Need nodes or tasks, but Have are free; enough are free at First
	NoShape              // enough is free, but the allocator finds no place
	NumRefusals
)

// Outcomes returns the outcomes of the decisions of a policy that carries out
// decisions made elsewhere. It returns nil under any other policy.
func (q *Queue) Outcomes(now simtime.Time) []DecisionOutcome {
	if d, ok := q.own.(Decider); ok {
		return d.Outcomes(now)
	}
	return nil
}

// ReservedStart is the start time that EASY would promise to one of the first jobs
// of the queue.
type ReservedStart struct {
	Job workload.JobID
	At  simtime.Time // now if the job would start at once; Never if the machine cannot hold it
}

// Try runs a pass of a policy that carries out given decisions. The pass uses the
// allocator a and copies of the queue and of the machine state, so nothing changes.
// Try returns the outcomes of the decisions and the placements of the jobs that
// were started. Cost: the pass, and copies of the queue and the state.
func (q *Queue) Try(policy Policy, a alloc.Allocator, now simtime.Time, state *cluster.State) ([]DecisionOutcome, []cluster.Placement) {
	c := q.Clone()
	c.Under(policy)
	c.SetAllocator(a)
	p := &Pass{queue: c, trigger: Alarm, now: now, state: state.Clone(), dirtyFrom: len(c.line.blocks)}
	told := &startRecorder{p: p}
	p.starter = told
	policy.Schedule(p)
	return c.Outcomes(simtime.Never), told.where
}

// HeadPromises returns the promises that EASY would make if it decided now. These
// are the first jobs of the queue, which it would start at once, and the job behind
// them, which gets its shadow time. The method changes nothing. Cost: copies of the
// queue and the state, and EASY's pass up to its reservation.
//
// Source: as EASY (SOURCES.md EASY.1).
func (p *Pass) HeadPromises() []ReservedStart {
	c := p.queue.Clone()
	c.Under(easyHead{})
	q := &Pass{queue: c, trigger: Alarm, now: p.now, state: p.state.Clone(), dirtyFrom: len(c.line.blocks)}
	told := &startRecorder{p: q}
	q.starter = told
	easyHead{}.Schedule(q)
	if head := q.Head(); head != nil {
		told.made = append(told.made, ReservedStart{head.ID, q.Shadow(&q.reservation)})
	}
	return told.made
}

// easyHead is a Policy that runs EASY up to its reservation.
type easyHead struct{}

// Schedule implements Policy.
func (easyHead) Schedule(p *Pass) {
	for p.StartHead() {
	}
	if head := p.Head(); head != nil {
		p.Reserve(head)
	}
}

// startRecorder is a Starter that starts jobs on a pass's copy of the machine state
// and records them.
type startRecorder struct {
	dry
	p     *Pass
	made  []ReservedStart
	where []cluster.Placement
}

// StartJob implements Starter.
func (s *startRecorder) StartJob(w *Waiting, where cluster.Placement, _ why.Reason) {
	s.p.state.Start(w.Request, where, s.p.now)
	s.made, s.where = append(s.made, ReservedStart{w.ID, s.p.now}), append(s.where, where)
}
