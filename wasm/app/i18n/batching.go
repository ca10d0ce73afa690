package i18n

// Texts of S0's rounds and scheduling units.
const (
	// Reasons why a job waits, as a clause and as a few words.
	LongCounted Text = iota + batching
	LongNext
	ShortCounted
	ShortNext

	// The capacity test.
	RoundFits
	RoundFails
	RuleNjob

	// Net′, the tree of scheduling units.
	UnitsOpen
	UnitsTitle
	UnitsAbout
	UnitsCount
	UnitFree
	UnitBusy
	UnitAllocated
	HopsTitle
	HopsAbout
	HopsLevel
	numBatching
)

var batchingEnglish = [numBatching - batching]string{
	LongCounted - batching:  "it was in the [batch|batch] until Njob went down: the jobs up to it needed {need} {need|node|nodes}, and the capacity test counted {have}",
	LongNext - batching:     "it is not among the {have} {have|job|jobs} that the one [batch|batch] of the last trigger began with; the next batch comes when a job is submitted or ends",
	ShortCounted - batching: "left the batch: {need} needed, {have} counted",
	ShortNext - batching:    "not among the {have} of the last batch",

	RoundFits - batching:  "Njob: {counts}. Pjob = {need} is at most Nnode = {have}.",
	RoundFails - batching: "Njob: {counts}. Pjob = {need} is still more than Nnode = {have}.",
	RuleNjob - batching:   "with Njob = {n}: Pjob ≤ Nnode",

	UnitsOpen - batching:     "Units and hops",
	UnitsTitle - batching:    "Net′: units and hops",
	UnitsAbout - batching:    "The tree on which S0 places jobs: under its leaf switches are [unit|units], not nodes. A job of several units gets the free ones with the smallest sum of hops between them.",
	UnitsCount - batching:    "{at}: {free} free, {busy} busy, {used} allocated",
	UnitFree - batching:      "free",
	UnitBusy - batching:      "busy, {n} left",
	UnitAllocated - batching: "allocated",
	HopsTitle - batching:     "Hops between two units",
	HopsAbout - batching:     "Units are named by their first nodes. A dot is a unit and itself.",
	HopsLevel - batching:     "nearest common switch: {device}",
}
