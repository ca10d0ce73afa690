package i18n

// Texts of jobs that change their size, of jobs that return to the queue, and of
// machines that are partitioned anew.
const (
	GrowthAlways Text = iota + growing
	TestKnown
	TestGains
	TestNoGain
	TestEnds
	TestLimit
	TestAgainGains
	TestAgainNoGain
	TestHurts
	TestWaits
	TestUntested
	TestNothing
	TestQueue
	RuleStays
	RuleCosts
	RuleRestart
	RuleSetup
	RuleLimit
	RuleAlways
	RuleSpare
	RuleNobody
	RulePromises
	RuleAtOnce
	FrozenNow
	MachineFrozen
	KeepsPlace
	NewSubmission
	SignalsShrink
	FilterFrozen
	TestAgainAlways
	TestAsked
	TestClosed
	TestRation
	RationShare
	RationReserve
	RuleRation
	RuleAsked
	RuleOpen
	RuleUncared
	BackLost
	BackEnded
	NodesLeave
	NodesJoin
	NodeElsewhere
	NodeWasElsewhere
	MachineElsewhere
	LegendElsewhere
	GridElsewhere
	GridWasElsewhere
	WakeUpRestart
	numGrowing
)

var growingEnglish = [numGrowing - growing]string{
	GrowthAlways - growing:     "Always, whether it pays off or not",
	TestKnown - growing:        "Judging by its progress of {done} and its [walltime|walltime] of {walltime}, {job} runs for another {stays} as it is",
	TestGains - growing:        "{known}, and for {changes} if it grows from {from} to {to}: that gains {gain}, and costs {setup} until all tasks stop, then {stop} in which they stand still.",
	TestNoGain - growing:       "{known}, and would run for {changes} if it grew from {from} to {to}: {setup} until all tasks stop, {stop} of standing still, and the rest. It does not pay off.",
	TestEnds - growing:         "{known}. Growing from {from} to {to} takes {setup} before all tasks stop: it ends first.",
	TestLimit - growing:        "Growing from {from} to {to} takes {job} {all}, and its [walltime|walltime] ends in {limit}.",
	TestAgainGains - growing:   "{known}. Killed and submitted again for {to} instead of {from} it takes {changes}: {stop} to restart, then all that is not saved; {redone} of its work is done again.",
	TestAgainNoGain - growing:  "{known}. Killed and submitted again for {to} instead of {from} it would take {changes}: {stop} to restart, then all that is not saved. It does not pay off.",
	TestHurts - growing:        "{job} is not killed to be submitted again for {to}: another job’s [reservation|promised start] would come later.",
	TestWaits - growing:        "{job} is not killed to be submitted again for {to}: as a new submission, at the end of the queue, it would have to wait.",
	TestUntested - growing:     "{job} takes what is free, from {from} to {to}, without a check whether that pays off.",
	TestNothing - growing:      "{job} has {from} and does not grow: nothing is free for it that no waiting job needs.",
	TestQueue - growing:        "{job} has {from} and does not grow: other jobs come first.",
	RuleStays - growing:        "runs on as it is, by progress and [walltime|walltime], for",
	RuleCosts - growing:        "until all tasks stop, then standing still",
	RuleRestart - growing:      "to restart, with so much of its work lost",
	RuleSetup - growing:        "goes on longer than until all tasks stop",
	RuleLimit - growing:        "has grown before its [walltime|walltime] ends",
	RuleAlways - growing:       "whatever is free is taken, without a check",
	RuleSpare - growing:        "something is free that no waiting job needs",
	RuleNobody - growing:       "no other job comes first",
	RulePromises - growing:     "no [reservation|promise] comes later",
	RuleAtOnce - growing:       "it would start again at once, at the end of the queue",
	FrozenNow - growing:        "{nodes} {count|is|are} [frozen|frozen] for {job}, which grows.",
	MachineFrozen - growing:    "{n} frozen for {job}",
	KeepsPlace - growing:       "It waits again at its old place in the queue.",
	NewSubmission - growing:    "It is submitted again: a new submission, at the end of the queue.",
	SignalsShrink - growing:    "{job} has to give back {nodes} (s6): all tasks are signalled, and stop to rebuild.",
	FilterFrozen - growing:     "{n}\u00a0frozen",
	TestAgainAlways - growing:  "{job} is killed and submitted again for {to} instead of {from}, because more is free. Whether that pays off, and how long it then waits, is not checked.",
	TestAsked - growing:        "{job} has {from} and is not killed for {to}: it was submitted again for as much before.",
	TestClosed - growing:       "{job} has {from} and is not killed for {to}: its queue takes no submissions.",
	TestRation - growing:       "{job} has {from} and does not grow: {why}.",
	RationShare - growing:      "{have} {have|is|are} left of {user}’s [share|usable share]",
	RationReserve - growing:    "it runs on a [reserve|reserve], which is kept for jobs to be rescued",
	RuleRation - growing:       "its share or its limits leave it something",
	RuleAsked - growing:        "it was not submitted again for as much before",
	RuleOpen - growing:         "its queue takes submissions",
	RuleUncared - growing:      "whether it starts again at once is not checked",
	BackLost - growing:         "{need} of the {have} {have|node|nodes} frozen for it {need|was|were} lost; it goes on computing and has lost nothing.",
	BackEnded - growing:        "It ends before the growth is done.",
	NodesLeave - growing:       "The machine is divided anew: {nodes} {count|goes|go} to another division of it.",
	NodesJoin - growing:        "The machine is divided anew: {nodes} {count|comes|come} from another division and {count|is|are} free.",
	NodeElsewhere - growing:    "{place} is in another division of the machine since {from}",
	NodeWasElsewhere - growing: "{place} was in another division of the machine from {from} to {at}",
	MachineElsewhere - growing: "{n} in another division",
	LegendElsewhere - growing:  "in another division",
	GridElsewhere - growing:    "in another division since {start}",
	WakeUpRestart - growing:    "{job} has restarted: it computes from now on.",
	GridWasElsewhere - growing: "in another division, {start} to {end}",
}
