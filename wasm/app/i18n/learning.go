package i18n

// Texts of the gallery, the glossary, the introduction, and the explanations of
// figures.
const (
	GalleryTitle Text = iota + learning
	GallerySearch
	GalleryIdea
	GallerySource
	GalleryAll
	GalleryCount
	GalleryNone
	GalleryMoreGoals

	IdeaOrder
	IdeaBackfilling
	IdeaReservations
	IdeaWalltimes
	IdeaStarvation
	IdeaLocality
	IdeaFragmentation
	IdeaTopology
	IdeaNetwork
	IdeaResources
	IdeaGrowth
	IdeaFailures
	IdeaUnits
	IdeaGPUs
	IdeaQuotas
	IdeaDeadlines

	SourceClassic
	SourceBatches
	SourceDeadlines
	SourceGrowth
	SourceHybrid
	SourcePlacement

	GroupQueues
	GroupOrders
	GroupPlacement
	GroupMachines
	GroupNodes
	GroupMesh
	GroupNetwork
	GroupGrowth
	GroupChanges
	GroupBatches
	GroupHybrid
	GroupShares

	LessonFindOut
	LessonMore
	LessonLess
	BeginStep
	BeginAsk
	BeginCovered
	LessonBefore
	LessonAfter

	KeyGlossary
	GlossaryTitle
	GlossarySearch
	GlossaryCount
	GlossaryNone
	GlossarySee
	TermMore

	KeyOpening
	OpeningScene
	OpeningNeeds
	OpeningThen
	OpeningAsk
	OpeningRight
	OpeningWrong
	OpeningFirst
	OpeningMay
	OpeningMayNot
	OpeningNext
	OpeningPromised
	OpeningDrag
	OpeningDragKeys
	OpeningLater
	OpeningOn
	OpeningOther
	OpeningMoved
	OpeningStayed
	OpeningToo
	OpeningMore
	WaysTitle
	WayCourse
	WayCourseAbout
	WayLessons
	WayLessonsAbout
	WayTrace
	WayTraceAbout
	WayPolicy
	WayPolicyAbout
	WayLecture
	WayLectureAbout
	AboutTitle
	AboutWhat
	AboutHow
	AboutBegin
	AboutStay

	GoalAsk
	GoalRight
	GoalWrong
	GoalSlip
	GoalDone
	GoalHint
	GoalHow
	Takeaway
	GoalNotYet
	NotBefore
	NotBy
	NotBecause
	NotStarted
	NotThere
	NotBelow
	NotAbove
	NotEnough
	PathsTitle
	PathCount
	PathMinutes
	PathGoals
	PathOver
	PathAfter
	PathBegin
	PathContinue
	PathDone
	PathWrong
	ProgressNote
	ProgressSave
	ProgressTake
	ProgressTaken
	ProgressNotKept

	CurveTable
	CurveTime

	numLearning
)

var learningEnglish = [numLearning - learning]string{
	GalleryTitle - learning:     "Lessons",
	GallerySearch - learning:    "Search the lessons",
	GalleryIdea - learning:      "Idea",
	GallerySource - learning:    "From",
	GalleryAll - learning:       "All",
	GalleryCount - learning:     "{n} {n|lesson|lessons}",
	GalleryNone - learning:      "No lesson matches all of that. Try another word, or “All”.",
	GalleryMoreGoals - learning: "and {n} more to find out",

	IdeaOrder - learning:         "Order",
	IdeaBackfilling - learning:   "Backfilling",
	IdeaReservations - learning:  "Reservations",
	IdeaWalltimes - learning:     "Walltimes",
	IdeaStarvation - learning:    "Starvation",
	IdeaLocality - learning:      "Locality",
	IdeaFragmentation - learning: "Fragmentation",
	IdeaTopology - learning:      "Topology",
	IdeaNetwork - learning:       "Network",
	IdeaResources - learning:     "Cores and memory",
	IdeaGrowth - learning:        "Growth",
	IdeaFailures - learning:      "Failures",
	IdeaUnits - learning:         "Units",
	IdeaGPUs - learning:          "GPUs",
	IdeaQuotas - learning:        "Quotas and shares",
	IdeaDeadlines - learning:     "Deadlines",

	SourceClassic - learning:   "Textbook",
	SourceBatches - learning:   "S0 · batches on fat trees",
	SourceDeadlines - learning: "S1 · deadlines",
	SourceGrowth - learning:    "S2 · growing jobs",
	SourceHybrid - learning:    "S3 · CPU and GPU",
	SourcePlacement - learning: "S4 · placement",

	GroupQueues - learning:    "Which job starts next, and what waiting jobs are promised. Begin here.",
	GroupOrders - learning:    "The same eight jobs in five orders, and who pays for each.",
	GroupPlacement - learning: "On which nodes: close together, side by side, or at random.",
	GroupMachines - learning:  "What “near” means on networks other than trees.",
	GroupNodes - learning:     "Fast and slow nodes, many cores and few.",
	GroupMesh - learning:      "Four ideas of “near” on one mesh with ten free nodes.",
	GroupNetwork - learning:   "Jobs that communicate fill the links they share.",
	GroupGrowth - learning:    "More nodes for a running job, and when that pays off.",
	GroupChanges - learning:   "Nodes and links that fail, and nodes that are added.",
	GroupBatches - learning:   "Several jobs at once, placed in units of nodes.",
	GroupHybrid - learning:    "Priorities with a weight for GPUs, quotas, and scheduling in cycles.",
	GroupShares - learning:    "Shares of users, and reserves for jobs that would be late.",

	LessonMore - learning: "More", LessonLess - learning: "Less",
	BeginStep - learning: "Take the first step", BeginAsk - learning: "Answer the first question",
	BeginCovered - learning:  "What comes is covered: you are asked before it is shown.",
	LessonFindOut - learning: "What to find out",
	LessonBefore - learning:  "Previous lesson: {lesson}",
	LessonAfter - learning:   "Next lesson: {lesson}",

	KeyGlossary - learning:    "Glossary",
	GlossaryTitle - learning:  "Glossary",
	GlossarySearch - learning: "Search the glossary",
	GlossaryCount - learning:  "{n} {n|term|terms}",
	GlossaryNone - learning:   "No term matches.",
	GlossarySee - learning:    "Lesson: {lesson}",
	TermMore - learning:       "Click or press Enter for the glossary",

	KeyOpening - learning:      "The first minute: a question and a bar to drag",
	OpeningScene - learning:    "It is {at}. Three jobs wait:",
	OpeningNeeds - learning:    "{n} {n|computer|computers}, up to {span}",
	OpeningThen - learning:     "At {at} two jobs will end, and {n} computers will be free.",
	OpeningAsk - learning:      "Which job starts then? Click it.",
	OpeningRight - learning:    "Right: {job} starts.",
	OpeningWrong - learning:    "{job} starts, not {other}.",
	OpeningFirst - learning:    "{job} is first in the queue, but too few computers are free. {n} will be free at {at}, so that start is promised to it.",
	OpeningMay - learning:      "{job} may go ahead: there will still be {n} computers for the first in the queue.",
	OpeningMayNot - learning:   "{job} is short, yet it has to wait: it could run until {at}, on computers that are promised by then.",
	OpeningNext - learning:     "Now change the plan",
	OpeningPromised - learning: "{job} is promised {at}, because {other} may run until then.",
	OpeningDrag - learning:     "What if {job} could run longer, or had to end sooner? Drag the end of its bar, and watch the plan change.",
	OpeningDragKeys - learning: "On a keyboard: ← and →.",
	OpeningOn - learning:       "Go on",
	OpeningOther - learning:    "Another job is first in the queue now.",
	OpeningLater - learning:    "Go on without",
	OpeningMoved - learning:    "{job} is promised {at} now. Before, it was {before}.",
	OpeningStayed - learning:   "{job} is still promised {at}.",
	OpeningToo - learning:      "{job} can start at once now.",
	OpeningMore - learning:     "Everything in the plan can be dragged like this, at every step.",
	WaysTitle - learning:       "Where to go from here",
	WayCourse - learning:       "Topology in 45 minutes",
	WayCourseAbout - learning:  "eight short lessons, a question in each",
	WayLessons - learning:      "All lessons",
	WayLessonsAbout - learning: "search by subject",
	WayTrace - learning:        "Open a trace",
	WayTraceAbout - learning:   "an SWF file, the output of sacct, or a scenario; it stays in this browser",
	WayPolicy - learning:       "Write a policy",
	WayPolicyAbout - learning:  "a scheduler of your own, tested as you type",
	WayLecture - learning:      "Hold a lecture",
	WayLectureAbout - learning: "the same run on a beamer, with questions by phone",
	AboutTitle - learning:      "What is this?",
	AboutWhat - learning:       "Hopyard shows how the computers of a large machine are shared. People submit jobs, a scheduler decides who goes first and on which nodes, and you can step through its decisions, forwards and back, and read why it made them.",
	AboutHow - learning:        "Somebody sent you this run. Everything is computed in your browser, and what you change is your own copy.",
	AboutBegin - learning:      "Show me in one minute",
	AboutStay - learning:       "Stay with this run",

	GoalAsk - learning:         "Predict it",
	GoalRight - learning:       "answered right",
	GoalWrong - learning:       "answered wrong last time",
	GoalSlip - learning:        "answered wrong last time: {slip}",
	GoalDone - learning:        "done",
	GoalHint - learning:        "Hint",
	GoalHow - learning:         "Show me how",
	Takeaway - learning:        "Take away:",
	GoalNotYet - learning:      "not yet",
	NotBefore - learning:       "{job} starts at {at}, {other} at {then}",
	NotBy - learning:           "{job} starts at {at}; wanted: by {by}",
	NotBecause - learning:      "{job} starts at {at}, but for another reason",
	NotStarted - learning:      "{job} does not start",
	NotThere - learning:        "there is no {job}",
	NotBelow - learning:        "{figure}: {value}; wanted: below {bound}",
	NotAbove - learning:        "{figure}: {value}; wanted: above {bound}",
	NotEnough - learning:       "{n} {n|job is|jobs are} there; wanted: {all}",
	PathsTitle - learning:      "Paths",
	PathCount - learning:       "{n} of {all} done · {minutes} min",
	PathMinutes - learning:     "{n} min",
	PathGoals - learning:       "{n} of {all} goals",
	PathOver - learning:        "Choose another path",
	PathAfter - learning:       "best after: {paths}",
	PathBegin - learning:       "Begin: {lesson}",
	PathContinue - learning:    "Continue: {lesson}",
	PathDone - learning:        "done",
	PathWrong - learning:       "wrong last time: {slips}",
	ProgressNote - learning:    "Your progress is kept on this computer only.",
	ProgressSave - learning:    "Save progress",
	ProgressTake - learning:    "Load progress",
	ProgressTaken - learning:   "Progress loaded: {n} {n|lesson|lessons}.",
	ProgressNotKept - learning: "Your progress could not be saved: {why}.",

	CurveTable - learning: "The curves as a table",
	CurveTime - learning:  "Time",
}
