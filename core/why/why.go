// Package why holds the reasons for scheduling decisions as data: a code and
// the numbers that decided. Reasons are cheap enough to return from every
// decision; sentences are made only when somebody reads them.
package why

import (
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Code says which rule decided. Codes are stable: scenarios/README.md lists
// them, and every language of the page has a sentence for each.
type Code uint8

// Codes up to lastGrant let a job start; the later ones make it wait, but for
// those between firstLater and lastLater, which came when their numbers stood in
// the hashes of runs.
const (
	None            Code = iota
	FitsNow              // first in order, and Need fit in Have
	EndsByShadow         // backfilled: ends by At, Blocker's shadow time
	OnExtraNodes         // backfilled: Need fit in the Have extra nodes of Blocker's reservation at At
	AvoidsReserved       // backfilled: Blocker still fits at At beside it
	HoleNow              // its earliest hole delays no reservation and begins now
	InBatch              // in a batch of Have jobs whose nodes pass the capacity test
	ExactFit             // in a batch, into a busy unit with exactly Need free nodes
	LargestFit           // in a scan by size: Need fit in Have; Blocker, larger, did not
	WithinShare          // S1: next of its user, Need fit in the Have left of the usable share
	Rescued              // S1: its slack ended At, 0 if it came without; on Need of the Have free in the user's reserve
	RescuedBySystem      // S1: the same, with Have of the system's reserve
	Moulded              // started with Have instead of the Need asked for (moldable jobs)
	InPriority           // S3: the highest priority that may start now; Need fit in Have
	ChosenWindow         // of several windows: its window begins now, which costs Need; the first, At, Have
	lastGrant            // codes below this line refuse

	TooFewFree    // needs Need, Have free; promised At unless Never
	BehindHead    // would fit, but Blocker is before it and the discipline is strict
	WouldDelay    // needs Need, Have extra; would run past At and delay Blocker
	Reserved      // its earliest hole begins At; started now it would break the promise of Blocker, if there is one
	BatchTooLarge // alone in its batch: needs Need, the capacity test counted Have
	OutsideBatch  // not among the first Have jobs, with which the round began
	TooFewUnits   // needs Need free units, Have are free
	NotPlaceable  // needs Need, Have are free, but not in a shape that the allocator accepts; At as in TooFewFree
	NotReached    // the pass ended before it came to this job
	OverLimit     // S3: it would bring limit Which to Need, more than Have; promised At unless Never
	OverShare     // S1: needs Need, Have are left of its user's usable share
	BehindUser    // S1: Blocker, of the same user, is before it
	AtRisk        // S1: its slack has ended, needs Need, reserves and usable share have Have left
	NextCycle     // S3: it is looked at in the scheduling cycle At
	NodeLost      // it lost Need of its Have nodes; what it had done by At is kept, of this run nothing if At is 0
	Outgrown      // it was killed to be submitted again for Need instead of Have; At as in NodeLost
	CountedOut    // the batch up to it needed Need, the capacity test counted Have
	NextBatch     // not among the first Have jobs, with which the one batch of the last trigger began
	TooLate       // S1: even started now it is estimated to end At, after its deadline
	QueueStopped  // S3: its queue is stopped: nothing of it starts
	QueueClosed   // S3: its queue takes no submissions
	BetterWindow  // its window begins At and costs Need; the first that could hold it costs Have
	Undecided     // needs Need, Have free; a person starts jobs, and has decided so for At, Never: has not
	firstLater    // codes from here on let a job start, too: traces have the numbers of those before
	ByPolicy      // the user's own policy chose it; Need fit in Have
	ByHand        // a person decided so; Need fit in Have
	RescuedOnBoth // S1: as Rescued, with Have of its user's idle usable nodes besides the reserve
	lastLater     // codes from here on do not

	FrozenLost // a growth is given up: Need of the Have nodes frozen for it were lost
	EndedFirst // a growth is given up: the job ended, or was killed, before it was done
	NumCodes
)

// Reason says why, with the figures that decided it. What Need, Have, Blocker
// and At mean stands with each Code.
type Reason struct {
	Code    Code
	Which   int16 // of the limits of the scenario, from 1; 0 where none decided
	Need    int32
	Have    int32
	Blocker workload.JobID
	At      simtime.Time
}

// Promises reports whether the reason says in At when the job is promised to start.
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

// String is the stable name of the code, "ends-by-shadow".
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
