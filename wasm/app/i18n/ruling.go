package i18n

// Lines of the rules of disciplines.
const (
	LinesTitle Text = iota + ruling
	LineEach
	LineStarts
	LineAllWait
	LineLargest
	LineWaits
	LinePromise
	LineBehind
	LineEndsBefore
	LineLeftOver
	LineDelaysNone
	LinePromiseSome
	LineSooner
	LinePromiseNew
	LineForget
	LinePromiseAll
	LineItsTime
	LineWaitsForIt
	LineBatch
	LineShrink
	LineWidest
	LineUnits
	LineNextBatch
	LineOverdue
	LineRescue
	LineAtRisk
	LineUsers
	LineInShare
	LineUserWaits
	LinePriority
	LineLimit
	LinePromiseThis
	numRuling
)

var rulingEnglish = [numRuling - ruling]string{
	LinesTitle - ruling:      "The rule, line by line",
	LineEach - ruling:        "for each job in the queue, in order:",
	LineStarts - ruling:      "if it fits now: start it",
	LineAllWait - ruling:     "otherwise stop: it waits, and so do all behind it",
	LineLargest - ruling:     "for each job in the queue, the largest first:",
	LineWaits - ruling:       "otherwise: it waits",
	LinePromise - ruling:     "otherwise it is the [head|head]: [reservation|promise] it the earliest time at which it fits, and stop",
	LineBehind - ruling:      "for each job behind the head, in order:",
	LineEndsBefore - ruling:  "if it fits now and ends [shadow-time|by that time]: start it",
	LineLeftOver - ruling:    "if it fits now on nodes that the head [extra-nodes|leaves over]: start it",
	LineDelaysNone - ruling:  "if it fits now and delays no [reservation|promise]: start it",
	LinePromiseSome - ruling: "otherwise, if fewer than {n} jobs have a promise: promise it the earliest time at which it fits",
	LineSooner - ruling:      "if nodes were given back and it could start earlier: make its [reservation|promise] earlier",
	LinePromiseNew - ruling:  "if it has no promise: promise it the earliest time that delays no other promise",
	LineForget - ruling:      "forget all [reservation|promises]",
	LinePromiseAll - ruling:  "promise it the earliest time that delays no promise made before",
	LineItsTime - ruling:     "if that time has come: start it",
	LineWaitsForIt - ruling:  "otherwise: it waits for its time",
	LineBatch - ruling:       "take the first jobs of the queue: the [batch|batch]",
	LineShrink - ruling:      "while the batch needs more nodes than the free [unit|units] have: take its last job out",
	LineWidest - ruling:      "for each job of the batch, the widest first:",
	LineUnits - ruling:       "if it finds enough free units: start it",
	LineNextBatch - ruling:   "all other jobs wait for a later batch",
	LineOverdue - ruling:     "for each job whose [slack|slack] has ended, who has waited longest since then first:",
	LineRescue - ruling:      "if its user’s [reserve|reserve], then the [share|usable share], then the system’s reserve hold it together: [rescue|start it]",
	LineAtRisk - ruling:      "otherwise: it waits, and its [deadline|deadline] is at risk",
	LineUsers - ruling:       "for each user, for each of their jobs by priority:",
	LineInShare - ruling:     "if the user’s [share|usable share] holds it: start it",
	LineUserWaits - ruling:   "otherwise: it waits, and so do the user’s jobs behind it",
	LinePriority - ruling:    "for each job in the queue, by [priority|priority]:",
	LineLimit - ruling:       "if it would pass a limit: it waits, with a [reservation|promise] for when it may",
	LinePromiseThis - ruling: "otherwise: [reservation|promise] it the earliest time that delays no promise made before",
}
