package quiz

import (
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Misconception is a wrong idea of a rule, by which an answer is wrong.
type Misconception uint8

// The misconceptions. Their names are format: answer files and exports have them.
const (
	None Misconception = iota

	FirstCome         // nobody may overtake: answers as FCFS would
	Overtakes         // somebody overtakes, where the discipline is strict
	NoExtra           // EASY without extra nodes: only what ends by the shadow time may overtake
	ExtraTwice        // extra nodes are given to two
	AllPromised       // every waiting job is promised something: takes EASY for conservative
	OnlyHeadPromised  // only the first is: takes conservative for EASY
	DelaysHead        // what fits now starts, though it delays who was promised
	WalltimeIsRuntime // jobs end when they will, which nobody knows, and not at their walltimes
	HeadStarts        // the first job starts though it does not fit
	StartsWithoutRoom // any other job does
	LeavesHead        // the first job fits, and is left waiting
	LeavesHole        // a job that may start is left waiting
	OneAtATime        // a pass starts at most one job
	IgnoresOrder      // the order is that of submission, where it is another
	ShortestFirst     // short jobs come first, where the order is another
	FitsSoStarts      // a job that fits starts, though a share, a limit or its batch holds it back
	QueueIsOpen       // a job of a stopped queue starts

	FirstEnd         // the job can start when the next job ends
	LastEnd          // it waits until all have ended
	FreeForgotten    // what is free now does not count towards what it needs
	PromisesIgnored  // the job starts as soon as it fits, whoever was promised that
	StartsNow        // the promise begins now
	FreeNowIsExtra   // what is free now is extra
	HeadNotCounted   // all that is free at the shadow time is extra
	ShadowNotCounted // what is given back by the shadow time does not count

	TakesFirstFit // the first free nodes, where the allocator chooses others
	MaxForSum     // the largest distance, where the sum counts: MDM for SDM
	SumForMax     // the sum, where the largest distance counts: SDM for MDM
	IdleUnit      // a free unit is opened, though a busy one fits exactly (S0)
	NodeTaken     // a node that is not free
	WrongSize     // more or fewer nodes than the job asks for
	FrozenIsFree  // nodes set aside for a growth are free (S2)
	Costlier      // another placement costs more
	UnknownNodes  // a node that lacks what the job needs

	OtherPairs    // counts each pair twice
	NotHere       // this check is not what fails now
	Later         // this comes later
	Earlier       // this has been before
	Never         // this does not happen
	FirstStarted  // who started first ends first
	ShortestEnds  // who has the shortest walltime ends first
	OtherRule     // another discipline does it
	LongerWait    // jobs wait longer under it
	FullSpeed     // a job runs at full speed though links are shared
	EqualParts    // all jobs have equal parts of the network
	OtherLink     // another cable carries more
	JobNotCounted // what the job takes now is not counted
	UsedForLeft   // what is used is taken for what is left
	WholeShare    // nothing counts as used
	OnePart       // counts one part of several
	TooEarly      // there is no room for it yet
	TooLate       // it has room earlier
	WrongNumber   // a number that no wrong rule gives
	EqualCost     // the placement costs as much, and a tie decides
	NotAChoice    // the allocator takes other nodes, which it does not weigh against these
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

// String is the name of the misconception in formats.
func (m Misconception) String() string { return misconceptionNames[m] }

// Slip is a misconception with the numbers of the rule that it breaks; what they
// mean stands with the sentence of each Misconception. Facts say what is true
// instead, of the very state that is asked about.
type Slip struct {
	Code       Misconception
	Job, Other workload.JobID // that is wrongly chosen or left out; whom it delays
	Need, Have int64
	At, Until  simtime.Time
	Node       topology.NodeID // that may not be taken
	Facts      []Fact
}
