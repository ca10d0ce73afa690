package i18n

// Texts of long traces, of which the page shows a window.
const (
	ArcWhole Text = iota + tracing
	ArcAbout
	ArcBusy
	ArcWaiting
	ArcPicture
	ArcFrom
	ArcTo
	ArcMove
	ArcDay
	ArcDayAt
	ArcSpan
	ArcColour
	ArcOthers
	ArcNobody
	ArcJobs
	ArcRows
	ArcNoRows
	ArcWithin
	ArcAll
	ArcCSV
	ArcBefore
	ArcAfter
	ArcColJob
	ArcColUser
	ArcColSize
	ArcColWait
	ArcColSlowdown
	ArcColOvertaken
	ArcColPromised
	ArcColStarted
	ArcColPromise
	ArcColUsed
	ArcColEnded
	ArcKept
	ArcEarly
	ArcLate
	ArcNeverFirst
	ArcNonePromised
	ArcInTime
	ArcAtLimit
	ArcLost
	ArcRefused
	ArcOpen
	ArcFind
	ArcFindHint
	ArcFindNone
	ArcLongest
	ArcOvertaken
	ArcSlowest
	ArcCrowd
	ArcWorst
	ArcFoundJob
	ArcFoundBy
	ArcFoundTimes
	ArcFoundCrowd
	ArcFoundUser
	ArcFoundUserSays
	ArcFoundDay
	ArcSaysAtOnce
	ArcSaysWaited
	ArcSaysFirst
	ArcSaysNever
	ArcSaysNone
	ArcSaysAsFirst
	ArcSaysOvertook
	ArcSaysNobody
	ArcGoStart
	ArcGoSubmit
	ArcSpreads
	ArcSpreadAll
	ArcSpreadWindow
	ArcWait
	ArcSlowdown
	ArcUpTo
	ArcNone
	ArcMore
	ArcPart
	ArcView
	ArcQueue
	ArcMachine
	ArcCut
	ArcCutLink
	ArcCutMany
	ArcCutLong
	ArcCutNone
	ArcCutShorter
	ArcCutOpen
	ArcCutCopy
	ArcCutNoCopy
	PaceByTime
	KeyByTime
	ArcFilter
	ArcFilterOn
	ArcLeastSize
	ArcMostSize
	ArcLeastWait
	ArcAnyWait
	ArcKilledOnly
	ArcClear
	ArcMatch
	ArcGathering
	ArcUsers
	ArcColPart
	ArcColMeanWait
	ArcOnlyUser
	ArcWithoutUser
	ArcUserRows
	ArcChange
	ArcLoad
	ArcNodes
	ArcChangeSays
	ArcRun
	ArcLeaveOut
	ArcAltered
	ArcByLoad
	ArcShortLoad
	ArcByUser
	ArcShortUsers
	ArcByNodes
	ArcShortNodes
	ArcBack
	ArcUndo
	ArcDidAlter
	ArcSize
	ArcWide
	ArcAndMore
	ArcRest
	ArcGoRest
	ArcCutSave
	ArcCutJob

	numTracing
)

var tracingEnglish = [numTracing - tracing]string{
	ArcWhole - tracing:         "Whole trace",
	ArcAbout - tracing:         "{jobs} jobs of {users} {users|user|users} in {span} on {nodes} {nodes|node|nodes}; {used} % used, mean wait {wait}",
	ArcBusy - tracing:          "nodes busy",
	ArcWaiting - tracing:       "jobs waiting, at most",
	ArcPicture - tracing:       "How much of the machine was used, and how many jobs waited, from {from} to {to}",
	ArcFrom - tracing:          "Start of the window",
	ArcTo - tracing:            "End of the window",
	ArcMove - tracing:          "Window",
	ArcDay - tracing:           "day {n}",
	ArcDayAt - tracing:         "day {n}, {at}",
	ArcSpan - tracing:          "{from} to {to}",
	ArcColour - tracing:        "Colour: user",
	ArcOthers - tracing:        "{n} {n|other|others}",
	ArcNobody - tracing:        "no user",
	ArcJobs - tracing:          "Jobs",
	ArcRows - tracing:          "{n} {n|job|jobs}, {from} to {to}",
	ArcNoRows - tracing:        "No job matches.",
	ArcWithin - tracing:        "This window",
	ArcAll - tracing:           "Whole trace",
	ArcCSV - tracing:           "CSV",
	ArcBefore - tracing:        "Previous rows",
	ArcAfter - tracing:         "Next rows",
	ArcColJob - tracing:        "Job",
	ArcColUser - tracing:       "User",
	ArcColSize - tracing:       "Nodes",
	ArcColWait - tracing:       "Wait",
	ArcColSlowdown - tracing:   "Slowdown",
	ArcColOvertaken - tracing:  "Overtaken by",
	ArcColPromised - tracing:   "First promised",
	ArcColStarted - tracing:    "Started",
	ArcColPromise - tracing:    "Promise",
	ArcColUsed - tracing:       "Walltime used",
	ArcColEnded - tracing:      "Ended",
	ArcKept - tracing:          "kept to the second",
	ArcEarly - tracing:         "{span} early",
	ArcLate - tracing:          "{span} late",
	ArcNeverFirst - tracing:    "never first in line",
	ArcNonePromised - tracing:  "none",
	ArcInTime - tracing:        "in time",
	ArcAtLimit - tracing:       "at its limit",
	ArcLost - tracing:          "lost nodes",
	ArcRefused - tracing:       "refused",
	ArcOpen - tracing:          "not ended",
	ArcFind - tracing:          "Find",
	ArcFindHint - tracing:      "Job, user, day",
	ArcFindNone - tracing:      "Nothing found.",
	ArcLongest - tracing:       "Longest wait",
	ArcOvertaken - tracing:     "Overtaken most",
	ArcSlowest - tracing:       "Worst slowdown",
	ArcCrowd - tracing:         "Most jobs waiting",
	ArcWorst - tracing:         "Most node-hours waiting",
	ArcFoundJob - tracing:      "job {n}, {span}",
	ArcFoundBy - tracing:       "job {job}, by {n}",
	ArcFoundTimes - tracing:    "job {job}, {n} times",
	ArcFoundCrowd - tracing:    "{day}, {n} {n|job|jobs}",
	ArcFoundUser - tracing:     "User {name}",
	ArcFoundUserSays - tracing: "{n} {n|job|jobs}, wait {span}",
	ArcFoundDay - tracing:      "{used} % used, {n} waiting",
	ArcSaysAtOnce - tracing:    "<b>Job {job}</b> started as soon as it arrived, on {size}.",
	ArcSaysWaited - tracing:    "<b>Job {job}</b> waited <b>{span}</b> for {size}.",
	ArcSaysFirst - tracing:     "On {head} it was first promised <b>{at}</b>: {kept}.",
	ArcSaysNever - tracing:     "It was never first in line: it started from behind others.",
	ArcSaysNone - tracing:      "It was promised nothing at first.",
	ArcSaysAsFirst - tracing:   "It started as soon as it was first in line.",
	ArcSaysOvertook - tracing:  "<b>{n}</b> later {n|job|jobs} overtook it.",
	ArcSaysNobody - tracing:    "No later job overtook it.",
	ArcGoStart - tracing:       "Go to its start",
	ArcGoSubmit - tracing:      "Go to its submission",
	ArcSpreads - tracing:       "Distributions",
	ArcSpreadAll - tracing:     "all",
	ArcSpreadWindow - tracing:  "window",
	ArcWait - tracing:          "Wait",
	ArcSlowdown - tracing:      "Bounded slowdown",
	ArcUpTo - tracing:          "up to",
	ArcNone - tracing:          "none",
	ArcMore - tracing:          "more",
	ArcPart - tracing:          "{name}, {bound}: all {all} %, window {window} %",
	ArcView - tracing:          "What is below the timeline",
	ArcQueue - tracing:         "Queue",
	ArcMachine - tracing:       "Machine",
	ArcCut - tracing:           "Cut out this window",
	ArcCutLink - tracing:       "{jobs} {jobs|job|jobs}, link of {n} {n|character|characters}",
	ArcCutMany - tracing:       "{jobs} {jobs|job|jobs}, more than the {most} of a link",
	ArcCutLong - tracing:       "{jobs} {jobs|job|jobs}, link of {n} {n|character|characters}, more than {most}",
	ArcCutNone - tracing:       "{jobs} {jobs|job|jobs}, no link: {why}",
	ArcCutShorter - tracing:    "A shorter window fits: {day}, or move the handles.",
	ArcCutOpen - tracing:       "Open as a scenario",
	ArcCutCopy - tracing:       "Copy link",
	ArcCutNoCopy - tracing:     "The browser does not let this page copy. Open the scenario, then use Share.",
	PaceByTime - tracing:       "{span} a second",
	KeyByTime - tracing:        "Play by simulated time, or by steps",
	ArcFilter - tracing:        "Filter",
	ArcFilterOn - tracing:      "Filter ({n})",
	ArcLeastSize - tracing:     "Nodes, from",
	ArcMostSize - tracing:      "to",
	ArcLeastWait - tracing:     "Waited at least",
	ArcAnyWait - tracing:       "any time",
	ArcKilledOnly - tracing:    "Killed or failed only",
	ArcClear - tracing:         "Clear the filter",
	ArcMatch - tracing:         "{n} {n|job matches|jobs match}, {from} to {to}",
	ArcGathering - tracing:     "Collecting what was promised: {n} of {all}",
	ArcUsers - tracing:         "Users",
	ArcColPart - tracing:       "Machine time held",
	ArcColMeanWait - tracing:   "Mean wait",
	ArcOnlyUser - tracing:      "Only these jobs",
	ArcWithoutUser - tracing:   "Without this user",
	ArcUserRows - tracing:      "{n} {n|user|users}, {from} to {to}",
	ArcChange - tracing:        "Change the run",
	ArcLoad - tracing:          "Load factor",
	ArcNodes - tracing:         "Nodes",
	ArcChangeSays - tracing:    "A load factor of 2 makes the same jobs arrive in half the time.",
	ArcRun - tracing:           "Run",
	ArcLeaveOut - tracing:      "Leave out users",
	ArcAltered - tracing:       "Not as recorded",
	ArcByLoad - tracing:        "load × {n}: the same jobs in {part} of the time",
	ArcShortLoad - tracing:     "load × {n}",
	ArcByUser - tracing:        "without user {name}",
	ArcShortUsers - tracing:    "without {n} {n|user|users}",
	ArcByNodes - tracing:       "{n} {n|node|nodes}, recorded on {own}",
	ArcShortNodes - tracing:    "{n} {n|node|nodes}",
	ArcBack - tracing:          "As recorded",
	ArcUndo - tracing:          "Undo: {what}",
	ArcDidAlter - tracing:      "trace: {what}",
	ArcSize - tracing:          "This is not the machine of the trace: waits on {n} {n|node|nodes} say little about {own}.",
	ArcWide - tracing:          "{n} {n|job is|jobs are} too large for it and {n|is|are} refused: {jobs}",
	ArcAndMore - tracing:       "{list} and more",
	ArcRest - tracing:          "The window ends here: it has more than {n} steps.",
	ArcGoRest - tracing:        "Go to the rest",
	ArcCutSave - tracing:       "Save as a file",
	ArcCutJob - tracing:        "The link opens with job {n} selected.",
}
