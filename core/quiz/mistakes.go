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
	Overtakes         // jobs may overtake, although the discipline is strict
	NoExtra           // EASY without extra nodes: only a job that ends by the shadow time may overtake
	ExtraTwice        // the extra nodes are given to two jobs
	AllPromised       // every waiting job has a promise: mistakes EASY for conservative backfilling
	OnlyHeadPromised  // only the first job has a promise: mistakes conservative backfilling for EASY
	DelaysHead        // what fits now starts, although it delays a job that has a promise
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
	FreeForgotten    // nodes that are free now do not count towards what it needs
	PromisesIgnored  // the job starts as soon as it fits, regardless of promises to others
	StartsNow        // the promised time is now
	FreeNowIsExtra   // what is free now is extra
	HeadNotCounted   // all that is free at the shadow time is extra
	ShadowNotCounted // what is given back by the shadow time does not count

	TakesFirstFit // the first free nodes, although the allocator chooses others
	MaxForSum     // minimizes the largest distance instead of the sum: mistakes SDM for MDM
	SumForMax     // minimizes the sum instead of the largest distance: mistakes MDM for SDM
	IdleUnit      // a free unit is opened, although a busy one fits exactly (S0)
	NodeTaken     // a node that is not free
	WrongSize     // more or fewer nodes than the job asks for
	FrozenIsFree  // nodes set aside for a growth are free (S2)
	Costlier      // another placement costs more
	UnknownNodes  // a node that lacks what the job needs

	OtherPairs    // counts each pair twice
	NotHere       // this condition does not fail now
	Later         // this comes later
	Earlier       // this has already happened
	Never         // this does not happen
	FirstStarted  // the job that started first ends first
	ShortestEnds  // the job with the shortest walltime ends first
	OtherRule     // another discipline does it
	LongerWait    // jobs wait longer under this discipline
	FullSpeed     // a job runs at full speed although it shares links
	EqualParts    // all jobs have equal parts of the network
	OtherLink     // another cable carries more
	JobNotCounted // what the job takes now is not counted
	UsedForLeft   // mistakes what is used for what is left
	WholeShare    // nothing counts as used
	OnePart       // counts one part of several
	TooEarly      // there is no room for the job yet
	TooLate       // the job has room earlier
	WrongNumber   // a number that no wrong rule gives
	EqualCost     // the placement costs the same, and a tie decides
	NotAChoice    // the allocator takes other nodes and does not compare their cost with these
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
// state what is true instead in the state of the question.
type Slip struct {
	Code       Misconception
	Job, Other workload.JobID // the job wrongly chosen or left out; the job that it delays
	Need, Have int64
	At, Until  simtime.Time
	Node       topology.NodeID // a node that may not be taken
	Facts      []Fact
}
