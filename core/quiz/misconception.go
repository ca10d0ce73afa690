package quiz

import (
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Misconception is a wrong idea of a rule that leads to a wrong answer.
type Misconception uint8

// The misconceptions. Their names are part of a file format: answer files and
// exports contain them.
const (
	None Misconception = iota

	FirstCome         // no job may overtake another: the answer of FCFS
	Overtakes         // jobs may overtake, although the discipline does not allow it
	NoExtra           // EASY without extra nodes: only a job that ends by the shadow time may overtake
	ExtraTwice        // EASY with extra nodes that are given to two jobs at once
	AllPromised       // every waiting job has a promise: mistakes EASY for conservative backfilling
	OnlyHeadPromised  // only the first job has a promise: mistakes conservative backfilling for EASY
	DelaysHead        // a job that fits now starts, although it delays a job that has a promise
	WalltimeIsRuntime // jobs end at their actual run times, which no scheduler knows, and not at their walltimes
	HeadStarts        // the first job starts although it does not fit
	StartsWithoutRoom // another job starts although it does not fit
	LeavesHead        // the first job fits but is left waiting
	LeavesHole        // a job that may start is left waiting
	OneAtATime        // a pass starts at most one job
	IgnoresOrder      // jobs start in the order of submission, although the order is another
	ShortestFirst     // short jobs start first, although the order is another
	FitsSoStarts      // a job that fits starts, although a share, a limit or its batch holds it back
	QueueIsOpen       // a job of a stopped queue starts

	FirstEnd         // the job can start when the next job ends
	LastEnd          // the job waits until all jobs have ended
	FreeForgotten    // nodes that are free now are not counted for the waiting job
	PromisesIgnored  // the job starts as soon as it fits, regardless of promises to others
	StartsNow        // the job is promised to start now
	FreeNowIsExtra   // the extra nodes are the nodes that are free now
	HeadNotCounted   // all nodes that are free at the shadow time are extra nodes
	ShadowNotCounted // nodes given back until the shadow time are not counted

	TakesFirstFit // the job gets the first free nodes, although the allocator chooses others
	MaxForSum     // the largest distance is minimized instead of the sum: mistakes MDM's rule for SDM's
	SumForMax     // the sum is minimized instead of the largest distance: mistakes SDM's rule for MDM's
	IdleUnit      // the job gets a free unit, although a busy unit fits exactly (S0)
	NodeTaken     // the answer has a node that is not free
	WrongSize     // the answer has more or fewer nodes than the job asks for
	FrozenIsFree  // nodes set aside for a growth are free (S2)
	Costlier      // the placement costs more than the chosen one
	UnknownNodes  // the answer has a node that lacks what the job needs

	OtherPairs    // each pair of nodes is counted twice
	NotHere       // the job is not waiting because of this condition
	Later         // the chosen event comes later than the right one
	Earlier       // the chosen event has already happened
	Never         // the chosen event does not happen
	FirstStarted  // the job that started first ends first
	ShortestEnds  // the job with the shortest walltime ends first
	OtherRule     // the chosen discipline would make another schedule
	LongerWait    // jobs wait longer under the chosen discipline
	FullSpeed     // a job runs at full speed although it shares links
	EqualParts    // every job gets an equal part of the network
	OtherLink     // another link than the chosen one carries a higher load
	JobNotCounted // the nodes that the starting job takes are not counted
	UsedForLeft   // the amount used is mistaken for the amount left
	WholeShare    // the whole share is mistaken for the amount left
	OnePart       // one part of the priority is counted, or only the positive parts
	TooEarly      // the time is too early: there is no room for the job yet
	TooLate       // the time is too late: there is room for the job earlier
	WrongNumber   // a number that no wrong rule gives
	EqualCost     // the placement costs the same as the right one, but a tie-breaker decides against it
	NotAChoice    // the allocator takes other nodes, and it does not compare costs of placements
	NumMisconceptions
)

var misconceptionNames = [NumMisconceptions]string{
	None: "", FirstCome: "first-come", Overtakes: "overtakes", NoExtra: "no-extra", ExtraTwice: "extra-twice",
	AllPromised: "all-promised", OnlyHeadPromised: "only-head-promised", DelaysHead: "delays-head",
	WalltimeIsRuntime: "walltime-is-runtime", HeadStarts: "head-starts", StartsWithoutRoom: "starts-without-room",
	LeavesHead: "leaves-head", LeavesHole: "leaves-hole", OneAtATime: "one-at-a-time", IgnoresOrder: "ignores-order",
	ShortestFirst: "shortest-first", FitsSoStarts: "fits-so-starts", QueueIsOpen: "queue-is-open",
	FirstEnd: "first-end", LastEnd: "last-end", FreeForgotten: "free-forgotten", PromisesIgnored: "promises-ignored",
	StartsNow: "starts-now", FreeNowIsExtra: "free-now-is-extra", HeadNotCounted: "head-not-counted", ShadowNotCounted: "shadow-not-counted",
	TakesFirstFit: "first-fit", MaxForSum: "max-for-sum", SumForMax: "sum-for-max", IdleUnit: "idle-unit", NodeTaken: "node-taken",
	WrongSize: "wrong-size", FrozenIsFree: "frozen-is-free", Costlier: "costlier", UnknownNodes: "lacks-resources",
	OtherPairs: "pairs-twice", NotHere: "not-this-check", Later: "later", Earlier: "earlier", Never: "never",
	FirstStarted: "first-started-ends-first", ShortestEnds: "shortest-ends-first", OtherRule: "other-rule", LongerWait: "longer-wait",
	FullSpeed: "full-speed", EqualParts: "equal-parts", OtherLink: "other-link", JobNotCounted: "job-not-counted",
	UsedForLeft: "used-for-left", WholeShare: "whole-share", OnePart: "one-part-only",
	TooEarly: "too-early", TooLate: "too-late", WrongNumber: "wrong-number", EqualCost: "equal-cost", NotAChoice: "not-a-choice",
}

// String returns the name of the misconception in file formats.
func (m Misconception) String() string { return misconceptionNames[m] }

// Slip is a misconception with the numbers of the rule that it breaks. The meaning
// of the numbers depends on the Misconception and is given with its sentence. Facts
// explain what is right in the state of the question.
type Slip struct {
	Code       Misconception
	Job, Other workload.JobID // Job is the job that is wrongly chosen or left out; Other is the job that it delays
	Need, Have int64
	At, Until  simtime.Time
	Node       topology.NodeID // a node that may not be taken
	Facts      []Fact
}
