// Package why represents the reasons for scheduling decisions as data.
//
// Every decision of the scheduler, to start a job or to let it wait, returns a
// [Reason]: a [Code] that names the rule that decided, and the numbers it compared.
// A Reason is a small value, so it is cheap enough to return from every decision.
// [Reason.English] turns it into a sentence only when it is displayed; the page has
// sentences for the codes in its other languages:
//
//	r := why.Reason{Code: why.TooFewFree, Need: 4, Have: 2, At: 60_000}
//	r.OK()                   // false: the job waits
//	r.English(why.Names{})   // "needs 4, 2 free; promised 60"
package why

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Code identifies the rule that decided. Codes are stable: scenarios/README.md
// lists them, and the page has a sentence for each in every language.
type Code uint8

// Codes before lastGrant let a job start, and the codes after it make it wait. The
// exceptions are the codes between firstLater and lastLater, which also let a job
// start. They were added later, when the numbers of the earlier codes were already
// part of the hashes of recorded runs.
const (
	None            Code = iota
	FitsNow              // first in queue order, and Need fits in the Have free
	EndsByShadow         // backfilled: it ends by At, the shadow time of Blocker
	OnExtraNodes         // backfilled: Need fits in the Have extra nodes of Blocker's reservation at At
	AvoidsReserved       // backfilled: Blocker can still be placed at At beside it
	HoleNow              // its earliest hole in the plan delays no reservation and begins now
	InBatch              // in a batch of Have jobs whose nodes pass the capacity test
	ExactFit             // in a batch: placed in a busy unit with exactly Need free nodes
	LargestFit           // in a scan by size: Need fits in Have; Blocker, a larger job before it, does not fit
	WithinShare          // S1: next job of its user; Need fits in the Have left of the usable share
	Rescued              // S1: its slack ended at At (0: it came without); Need fits in the Have free of the user's reserve
	RescuedBySystem      // S1: as Rescued, but Have of its Need nodes come from the system's reserve
	Moulded              // moldable job started with Have instead of the Need it asked for
	InPriority           // S3: the job of highest priority that may start now; Need fits in Have
	ChosenWindow         // its window, chosen among several, begins now and costs Need; the first window begins at At and costs Have
	lastGrant            // not a reason: the codes below refuse

	TooFewFree    // needs Need, Have are free; promised to start at At, unless At is Never
	BehindHead    // would fit, but Blocker is before it and the discipline is strict
	WouldDelay    // needs Need, of Have extra nodes; would run past At and delay Blocker
	Reserved      // its earliest hole begins at At; starting now would break the promise to Blocker, if there is one
	BatchTooLarge // alone in its batch: needs Need nodes, the capacity test counted Have
	OutsideBatch  // not among the first Have jobs of the queue, with which the round began
	TooFewUnits   // needs Need free units, Have are free
	NotPlaceable  // needs Need and Have are free, but not in a shape that the allocator accepts; At as in TooFewFree
	NotReached    // the scheduling pass ended before it reached this job
	OverLimit     // S3: it would raise limit number Which to Need, above its maximum Have; At as in TooFewFree
	OverShare     // S1: needs Need, Have are left of its user's usable share
	BehindUser    // S1: Blocker, of the same user, is before it
	AtRisk        // S1: its slack has ended; it needs Need, the reserves and the usable share have only Have left
	NextCycle     // S3: it is considered in the scheduling cycle at At
	NodeLost      // it lost Need of its Have nodes; its work up to At is kept, or none of this run if At is 0
	Outgrown      // killed to be resubmitted with size Need instead of Have; At as in NodeLost
	CountedOut    // the jobs of the batch up to this one needed Need nodes, the capacity test counted Have
	NextBatch     // not among the first Have jobs, with which the only batch of the last trigger began
	TooLate       // S1: started now, it is estimated to end at At, after its deadline
	QueueStopped  // S3: its queue is stopped: none of its jobs start
	QueueClosed   // S3: its queue accepts no submissions
	BetterWindow  // its window begins at At and costs Need; the first window that could hold it costs Have
	Undecided     // needs Need, Have are free; a person decides: it starts at At, or is still undecided if At is Never
	firstLater    // not a reason: the codes below let a job start, too
	ByPolicy      // the user's own policy chose it; Need fits in Have
	ByHand        // a person started it; Need fits in Have
	RescuedOnBoth // S1: as Rescued, but Have of its Need nodes are idle nodes of its user's usable share
	lastLater     // not a reason: the codes below do not let a job start

	FrozenLost // a growth is abandoned: Need of the Have nodes frozen for it were lost
	EndedFirst // a growth is abandoned: the job ended or was killed before the growth was complete
	NumCodes
)

// Reason is a decision's code with the figures that decided it. The comment of each
// Code defines what Need, Have, Blocker and At mean for it. Need and Have count
// nodes or tasks unless it says otherwise.
type Reason struct {
	Code    Code
	Which   int16 // number of the scenario's limit that decided, from 1; 0 if no limit did
	Need    int32
	Have    int32
	Blocker workload.JobID
	At      simtime.Time
}

// Promises reports whether At is the time at which the job is promised to start.
func (r Reason) Promises() bool {
	switch r.Code {
	case TooFewFree, NotPlaceable, Reserved, OverLimit:
		return r.At != 0
	}
	return false
}

// OK reports whether the reason lets the job start.
func (r Reason) OK() bool {
	return r.Code > None && r.Code < lastGrant || r.Code > firstLater && r.Code < lastLater
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
	FrozenLost: "frozen-lost", EndedFirst: "ended-first",
}
