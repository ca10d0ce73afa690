package words

// The texts of the gallery, the glossary, the tour, and of what explains
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
	LessonBefore
	LessonAfter

	KeyGlossary
	GlossaryTitle
	GlossarySearch
	GlossaryCount
	GlossaryNone
	GlossarySee
	TermMore

	KeyTour
	TourOffer
	TourBegin
	TourRefuse
	TourCount
	TourNext
	TourBack
	TourLeave
	TourDone
	TourJob
	TourJobText
	TourWalltime
	TourWalltimeText
	TourReservation
	TourReservationText
	TourBackfill
	TourBackfillText
	TourLocality
	TourLocalityText

	GoalAsk
	GoalRight
	GoalWrong
	GoalSlip
	GoalDone
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
	GalleryNone - learning:      "No lesson has all of that. Try another word, or “All”.",
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

	GroupQueues - learning:    "Who starts next, and what is promised to those who wait. Begin here.",
	GroupOrders - learning:    "The same eight jobs in five orders, and who pays for each.",
	GroupPlacement - learning: "On which nodes: near each other, side by side, or drawn by lot.",
	GroupMachines - learning:  "What near means on other networks than trees.",
	GroupNodes - learning:     "Fast and slow nodes, many cores and few.",
	GroupMesh - learning:      "Four ideas of near on one mesh with ten free nodes.",
	GroupNetwork - learning:   "Jobs that talk fill the links that they share.",
	GroupGrowth - learning:    "More nodes for a job that runs already, and when that pays.",
	GroupChanges - learning:   "Nodes and links that fail, and nodes that come.",
	GroupBatches - learning:   "Several jobs at once, placed in units of nodes.",
	GroupHybrid - learning:    "Priorities with a weight for GPUs, quotas, and scheduling in cycles.",
	GroupShares - learning:    "Shares of users, and reserves for jobs that would be late.",

	LessonFindOut - learning: "What to find out",
	LessonBefore - learning:  "Lesson before: {lesson}",
	LessonAfter - learning:   "Next lesson: {lesson}",

	KeyGlossary - learning:    "Glossary",
	GlossaryTitle - learning:  "Glossary",
	GlossarySearch - learning: "Search the glossary",
	GlossaryCount - learning:  "{n} {n|term|terms}",
	GlossaryNone - learning:   "No term has that.",
	GlossarySee - learning:    "Lesson: {lesson}",
	TermMore - learning:       "Enter or a click: the glossary",

	KeyTour - learning:             "The tour of five words",
	TourOffer - learning:           "New here? Five words in 60 seconds:",
	TourBegin - learning:           "take the tour",
	TourRefuse - learning:          "No, thank you",
	TourCount - learning:           "Tour, {n} of {all}",
	TourNext - learning:            "Next",
	TourBack - learning:            "Back",
	TourLeave - learning:           "Leave",
	TourDone - learning:            "Done",
	TourJob - learning:             "Job",
	TourJobText - learning:         "A program that somebody hands in, with the number of nodes it needs. Job 4 asks for 30 of the 64 nodes; fewer are free, so it stands in the queue and waits.",
	TourWalltime - learning:        "Walltime",
	TourWalltimeText - learning:    "The time that a job may run at most; nobody knows how long it really takes. On the timeline the solid part of a bar has passed, and the pale part reaches to the walltime.",
	TourReservation - learning:     "Reservation",
	TourReservationText - learning: "At 1:00 the walltime of job 1 is over, and then there is room for job 4. That start is promised to it: the striped bar. Until then nodes would stand idle.",
	TourBackfill - learning:        "Backfill",
	TourBackfillText - learning:    "Job 5 came later and starts now all the same: by its walltime it ends before the promised start, so it delays nobody. Read why, rule by rule.",
	TourLocality - learning:        "Locality",
	TourLocalityText - learning:    "Nodes below one switch are near each other, and jobs that talk run best there. Job 7 gets nodes that lie together. Now step on yourself, with → and ←.",

	GoalAsk - learning:         "Predict it",
	GoalRight - learning:       "answered right",
	GoalWrong - learning:       "answered wrong last time",
	GoalSlip - learning:        "answered wrong last time: {slip}",
	GoalDone - learning:        "done",
	GoalNotYet - learning:      "not yet",
	NotBefore - learning:       "{job} starts at {at}, {other} at {then}",
	NotBy - learning:           "{job} starts at {at}; wanted: by {by}",
	NotBecause - learning:      "{job} starts at {at}, but for another reason",
	NotStarted - learning:      "{job} does not start",
	NotThere - learning:        "{job} is not there",
	NotBelow - learning:        "{figure}: {value}; wanted: below {bound}",
	NotAbove - learning:        "{figure}: {value}; wanted: above {bound}",
	NotEnough - learning:       "{n} {n|job is|jobs are} there; wanted: {all}",
	PathsTitle - learning:      "Paths",
	PathCount - learning:       "{n} of {all} done",
	PathAfter - learning:       "best after: {paths}",
	PathBegin - learning:       "Begin: {lesson}",
	PathContinue - learning:    "Continue: {lesson}",
	PathDone - learning:        "done",
	PathWrong - learning:       "wrong last time: {slips}",
	ProgressNote - learning:    "What you did is kept on this machine only.",
	ProgressSave - learning:    "Save it as a file",
	ProgressTake - learning:    "Take in a file",
	ProgressTaken - learning:   "The file has been taken in: {n} {n|lesson|lessons}.",
	ProgressNotKept - learning: "Your progress could not be kept: {why}.",

	CurveTable - learning: "The curves as a table",
	CurveTime - learning:  "Time",
}
