// Package why represents the reasons for scheduling decisions as data.
//
// Every decision of the scheduler, to start a job or to let it wait, returns a
// [Reason]. It contains a [Code], which names the rule that decided, and the
// numbers that the rule compared. A Reason is a small value, so it is cheap enough
// to return from every decision. [Reason.English] turns it into a sentence when it
// is displayed; the page has sentences for the codes in its other languages:
//
//	r := why.Reason{Code: why.TooFewFree, Need: 4, Have: 2, At: 60_000}
//	r.OK()                   // false: the job waits
//	r.English(why.Names{})   // "needs 4, 2 free; promised 60"
package why

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Code identifies the rule that decided. The names and numbers of codes never
// change: scenarios/README.md lists the codes, and the page has a sentence for each
// of them in every language.
type Code uint8

// Codes before lastGrant let a job start, and codes after it make it wait. The
// codes between firstLater and lastLater also let a job start. They were added
// later, when the numbers of the earlier codes were already part of the hashes of
// recorded runs; so was ByQuota.
//
// In the comments, Need, Have, Blocker, At and Which are the fields of the Reason.
const (
	None            Code = iota
	FitsNow              // first in queue order, and Need fits in the Have free
	EndsByShadow         // backfilled: the job ends by At, the shadow time of Blocker
	OnExtraNodes         // backfilled: Need fits in the Have extra nodes of Blocker's reservation at At
	AvoidsReserved       // backfilled: even with this job running, Blocker can be placed at At
	HoleNow              // its earliest hole (span of the plan in which it fits without delaying a reservation) begins now
	InBatch              // in a batch of Have jobs that together passed the capacity test
	ExactFit             // in a batch: it gets a busy unit that has exactly Need free nodes
	LargestFit           // in a scan by size: Need fits in Have; Blocker is a larger job before it that does not fit
	WithinShare          // S1: it is the next job of its user; Need fits in the Have left of the user's usable share
	Rescued              // S1: its slack ended at At (0: it never had slack); Need fits in the Have free of the user's reserve
	RescuedBySystem      // S1: like Rescued, but Have of its Need nodes come from the system's reserve
	Moulded              // moldable job, started with size Have instead of the requested size Need
	InPriority           // S3: the job with the highest priority that may start now; Need fits in Have
	ChosenWindow         // the window (start time and placement) that it chose among several begins now and costs Need; the first window begins at At and costs Have
	lastGrant            // not a reason: the following codes refuse

	TooFewFree    // needs Need, and Have are free; promised to start at At, unless At is 0 or Never
	BehindHead    // would fit, but Blocker is before it and the discipline starts jobs strictly in order
	WouldDelay    // needs Need nodes, and there are Have extra nodes; would run past At and delay Blocker
	Reserved      // promised to start at At, where its earliest hole begins; starting now would break the promise to Blocker, if there is a Blocker
	BatchTooLarge // alone in its batch: it needs Need nodes, but the capacity test counted Have
	OutsideBatch  // not among the first Have jobs of the queue, from which the current round of batch scheduling takes its jobs
	TooFewUnits   // needs Need free units, Have are free
	NotPlaceable  // needs Need, and Have are free, but not in a shape that the allocator accepts; At as in TooFewFree
	NotReached    // the scheduling pass ended before it reached this job
	OverLimit     // S3, Slurm: it would raise the limit with number Which to Need, above the maximum Have; At as in TooFewFree
	OverShare     // S1: needs Need, and Have are left of its user's usable share
	BehindUser    // S1: Blocker, a job of the same user, is before it
	AtRisk        // S1: its slack has ended; it needs Need, but the reserves and the usable share have only Have left
	NextCycle     // S3: it waits for the scheduling cycle at At
	NodeLost      // it lost Need of its Have nodes; its work up to At is kept (if At is 0, no work of this run)
	Outgrown      // killed with size Have to be resubmitted with size Need; At as in NodeLost
	CountedOut    // left out of its batch: the jobs up to this one needed Need nodes, but the capacity test counted Have
	NextBatch     // not among the first Have jobs of the queue, with which the only batch of the last trigger began
	TooLate       // S1: if it started now, it would be estimated to end at At, after its deadline
	QueueStopped  // S3: its queue is stopped, so none of its jobs start
	QueueClosed   // S3: its queue accepts no submissions
	BetterWindow  // the window that it chose begins at At and costs Need; the first window that could hold it costs Have
	Undecided     // needs Need, and Have are free; a person decides and starts it at At, or has not decided yet if At is Never
	firstLater    // not a reason: the following codes let a job start
	ByPolicy      // the policy written by the user chose it; Need fits in Have
	ByHand        // a person started it; Need fits in Have
	RescuedOnBoth // S1: like Rescued, but Have of its Need nodes are idle nodes of its user's usable share
	lastLater     // not a reason: the following codes do not let a job start

	FrozenLost // a growth is abandoned: Need of the Have nodes frozen for it were lost
	EndedFirst // a growth is abandoned: the job ended or was killed before the growth was complete

	TooManySwitches   // Have are free, but not on the Need leaf switches at most that the job accepts until At
	ByQuota           // lets a job start: it is its queue's turn; of the Have that it asks for of a quota, Which, Need are borrowed from the cohort
	OverQuota         // asks for Need of a quota, Which (0: it has no such quota), of which Have are left for its queue with what it may borrow; if there is a Blocker, that job waits and reserves the rest
	RanBefore         // lets a job start: it ran there already when it was submitted
	Dependency        // its dependency of the kind Which (workload.DependencyKind) on Blocker does not hold yet; it holds at At, unless At is 0
	DependencyNever   // its dependency of the kind Which on Blocker can no longer hold; it waits for ever, or was cancelled for this
	BeginTime         // it may not start before At
	ArrayLimit        // Have tasks of its array may run at a time; with it there would be Need. Blocker is the first of them
	UsedUp            // jobs have used Need of what the limit Which allows, and it allows Have
	UnderLimit        // asks for Need of what the limit Which requires, and it requires at least Have
	Preempted         // it gave back Have nodes so that Blocker, which needs Need, can start, by the rule Which; its work up to At is kept (if At is 0, no work of this run)
	Preempting        // waits for Have jobs, which are stopped for it, the last of them by At; needs Need
	BeforeReservation // waits until its reservation, Which, begins at At
	ReservationOver   // its reservation, Which, ended before it started
	NodesReserved     // needs Need, and Have are free that reservations, the first of them Which, do not keep for others during its walltime; At as in TooFewFree
	ReservationEnded  // killed on its Have nodes at the end of its reservation, Which
	PowerNotAvail     // would draw Need watts more, and the machine's power cap leaves Have; At as in TooFewFree
	JobHeld           // a person holds it (Slurm's JobHeldUser)
	Cancelled         // a person cancelled it
	DeadlinePassed    // removed, because with its walltime it could no longer end by its deadline, At (Slurm's DeadLine)
	NodePromised      // Need fits in what is free now, but not until its walltime ends: node Have is promised to Blocker from At
	StopsInVain       // needs Need; even if the Have running jobs that may be stopped for it were gone, it would not fit
	OtherPart         // could start before At, or at once, but Blocker, another part of its heterogeneous job, cannot; of a rejected job: Blocker was rejected
	NumCodes
)

// Reason is the code of a decision with the figures that decided. The comment of
// each Code defines what Need, Have, Blocker and At mean for it. Need and Have
// count nodes or tasks unless that comment says otherwise.
type Reason struct {
	Code    Code
	Which   int16 // number of the limit in the scenario that decided, from 1; 0 if no limit decided
	Need    int32
	Have    int32
	Blocker workload.JobID
	At      simtime.Time
}

// Kueue's rules for stopping jobs: values of Which of Preempted. It is 0 if the nodes
// of a job were wanted, as in Slurm.
const (
	InClusterQueue                int16 = 1 + iota // Blocker, of the same queue, comes before it
	InCohortReclamation                            // its queue gives back what it borrowed
	InCohortReclaimWhileBorrowing                  // Blocker's queue borrows in place of its queue, by priority
)

// Promises reports whether the field At holds the promised start of the job. If it
// does, the value simtime.Never means that the job was considered, but no start
// time could be promised.
func (r Reason) Promises() bool {
	switch r.Code {
	case TooFewFree, NotPlaceable, Reserved, OverLimit, NextCycle, NodesReserved, PowerNotAvail, OtherPart:
		return r.At != 0
	}
	return false
}

// Withdraws reports whether a job that waited leaves the queue for good for this
// reason.
func (r Reason) Withdraws() bool {
	return r.Code == Cancelled || r.Code == DeadlinePassed || r.Code == DependencyNever
}

// OK reports whether the reason lets the job start.
func (r Reason) OK() bool {
	return r.Code > None && r.Code < lastGrant || r.Code > firstLater && r.Code < lastLater || r.Code == ByQuota || r.Code == RanBefore
}

// String returns the stable name of the code, for example "ends-by-shadow".
func (c Code) String() string {
	if int(c) < len(codeNames) {
		return codeNames[c]
	}
	return "unknown"
}

var codeNames = [...]string{
	None: "none", FitsNow: "fits-now", EndsByShadow: "ends-by-shadow", OnExtraNodes: "on-extra-nodes",
	AvoidsReserved: "avoids-reserved", HoleNow: "hole-now", InBatch: "in-batch", ExactFit: "exact-fit", LargestFit: "largest-fit",
	WithinShare: "within-share", Rescued: "rescued", RescuedBySystem: "rescued-by-system", Moulded: "moulded", InPriority: "in-priority", ChosenWindow: "chosen-window",
	lastGrant: "", TooFewFree: "too-few-free", BehindHead: "behind-head", WouldDelay: "would-delay",
	Reserved: "reserved", BatchTooLarge: "batch-too-large", OutsideBatch: "outside-batch",
	TooFewUnits: "too-few-units", NotPlaceable: "not-placeable", NotReached: "not-reached",
	OverLimit: "over-limit", OverShare: "over-share", BehindUser: "behind-user", AtRisk: "at-risk", NextCycle: "next-cycle",
	NodeLost: "node-lost", Outgrown: "outgrown", CountedOut: "counted-out", NextBatch: "next-batch",
	TooLate: "too-late", QueueStopped: "queue-stopped", QueueClosed: "queue-closed",
	BetterWindow: "better-window", Undecided: "undecided", firstLater: "", ByPolicy: "by-policy", ByHand: "by-hand", RescuedOnBoth: "rescued-on-both", lastLater: "",
	FrozenLost: "frozen-lost", EndedFirst: "ended-first", TooManySwitches: "too-many-switches", ByQuota: "by-quota", OverQuota: "over-quota", RanBefore: "ran-before",
	Dependency: "dependency", DependencyNever: "dependency-never", BeginTime: "begin-time", ArrayLimit: "array-limit",
	UsedUp: "used-up", UnderLimit: "under-limit",
	Preempted: "preempted", Preempting: "preempting",
	BeforeReservation: "before-reservation", ReservationOver: "reservation-over", NodesReserved: "nodes-reserved", ReservationEnded: "reservation-ended", PowerNotAvail: "power-not-avail",
	JobHeld: "job-held", Cancelled: "cancelled", DeadlinePassed: "deadline-passed", NodePromised: "node-promised", StopsInVain: "stops-in-vain",
	OtherPart: "other-part",
}
