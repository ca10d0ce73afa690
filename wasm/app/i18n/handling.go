package i18n

// Texts of changes by drag and drop, of menus, and of exports.
const (
	// Reasons why something cannot be changed.
	HandleNothing Text = iota + handling
	HandleNoText
	HandleModelled
	HandleReadOnly
	HandleGone

	// Menus.
	MenuTitle
	MenuChange
	MenuDuplicate
	MenuRemove
	MenuEditor
	MenuAdd
	MenuGo
	MenuList
	MenuFail
	MenuBack
	MenuOffline
	MenuLinkFail
	MenuLinkBack
	MenuExport

	// The form of a job.
	JobChange
	JobNew
	JobNodes
	JobTasks
	JobWalltime
	JobRuntime
	JobSubmit
	JobPriority
	JobDeadline
	JobUser
	JobTimes
	JobApply
	JobAdd
	MoreChange
	MoreAdd

	// Failures.
	BreakTitle
	BreakNodes
	BreakAt
	BreakFor
	BreakNote
	BreakApply

	// Labels of edits.
	EditChange
	EditAdd
	EditRemove
	EditFail
	EditBack
	EditList

	// Exports.
	ExportTitle
	ExportPictures
	ExportBoth
	ExportMachine
	ExportTimeline
	ExportScale
	ExportSlides
	ExportMoving
	ExportMovingAbout
	ExportTooLarge
	SlidesAll
	SlidesSome
	ExportData
	ExportJobs
	ExportJobsAbout
	ExportFigures
	ExportFiguresAbout
	ExportCurves
	ExportCurvesAbout
	ExportSWF
	ExportSWFAbout
	ExportTrace
	ExportTraceAbout
	ExportScenario
	ExportScenarioAbout
	ExportCommand
	ExportHash
	ExportCopy
	ExportCopied
	ExportBusy
	ExportDone
	ExportColumns
	PictureLegend

	// Keys.
	KeyMenu
	KeyAddJob
	KeyExport

	// Grips on the timeline.
	GripWalltime
	GripRuntime
	GripSubmit
	GripSize
	GripHint
	GripKeyed

	numHandling
)

var handlingEnglish = [numHandling - handling]string{
	HandleNothing - handling:       "Nothing is loaded yet.",
	HandleNoText - handling:        "This scenario is too long to change here; use the command line.",
	HandleModelled - handling:      "The jobs come from a model or a trace; turn them into a list first.",
	HandleReadOnly - handling:      "This page is read-only.",
	HandleGone - handling:          "This job is not in the text.",
	MenuTitle - handling:           "Here",
	MenuChange - handling:          "Change {job}…",
	MenuDuplicate - handling:       "Duplicate {job}",
	MenuRemove - handling:          "Remove {job}",
	MenuEditor - handling:          "Open in the editor",
	MenuAdd - handling:             "Add a job at {time}…",
	MenuGo - handling:              "Go to {time}",
	MenuList - handling:            "Turn them into a list of jobs",
	MenuFail - handling:            "Fail {nodes} now…",
	MenuBack - handling:            "Bring {nodes} back now",
	MenuOffline - handling:         "Take {nodes} offline from the start",
	MenuLinkFail - handling:        "Fail the link {link} now…",
	MenuLinkBack - handling:        "Bring the link {link} back now",
	MenuExport - handling:          "Export…",
	JobChange - handling:           "Change {job}",
	JobNew - handling:              "Add {job}",
	JobNodes - handling:            "Nodes",
	JobTasks - handling:            "Tasks",
	JobWalltime - handling:         "Walltime",
	JobRuntime - handling:          "Run time",
	JobSubmit - handling:           "Submitted",
	JobPriority - handling:         "Priority",
	JobDeadline - handling:         "Deadline",
	JobUser - handling:             "User",
	JobTimes - handling:            "Times: seconds, or 1:30 (hours and minutes), 90 min, 2 h.",
	JobApply - handling:            "Change",
	JobAdd - handling:              "Add",
	MoreChange - handling:          "Change {job}…",
	MoreAdd - handling:             "Add a job…",
	BreakTitle - handling:          "Fail {what}",
	BreakNodes - handling:          "Nodes",
	BreakAt - handling:             "From",
	BreakFor - handling:            "For how long (empty: for good)",
	BreakNote - handling:           "Times: seconds, or 1:30, 90 min, 2 h.",
	BreakApply - handling:          "Make it fail",
	EditChange - handling:          "change of job {n}",
	EditAdd - handling:             "new job {n}",
	EditRemove - handling:          "job {n} removed",
	EditFail - handling:            "failure of {what}",
	EditBack - handling:            "return of {what}",
	EditList - handling:            "list of jobs",
	ExportTitle - handling:         "Export",
	ExportPictures - handling:      "Pictures of this step",
	ExportBoth - handling:          "Machine and timeline",
	ExportMachine - handling:       "Machine",
	ExportTimeline - handling:      "Timeline",
	ExportScale - handling:         "PNG scale",
	ExportSlides - handling:        "Slides",
	ExportMoving - handling:        "Animated picture",
	ExportMovingAbout - handling:   "The run plays by itself, in {n} seconds, again and again.",
	ExportTooLarge - handling:      "This run is too large for an animated picture, which has at most {n} bars and 3 MB: share a link, or a picture of one step.",
	SlidesAll - handling:           "{n} {n|picture|pictures}: the start, every decision, the end. Arrow keys step, printing gives one a page.",
	SlidesSome - handling:          "Only the first {n} of {all} pictures: a file cannot hold more.",
	ExportData - handling:          "The whole run",
	ExportJobs - handling:          "Jobs",
	ExportJobsAbout - handling:     "Submission, start, end, wait, node list of each.",
	ExportFigures - handling:       "Figures",
	ExportFiguresAbout - handling:  "Of the whole run.",
	ExportCurves - handling:        "Curves",
	ExportCurvesAbout - handling:   "The machine at every moment at which something changed.",
	ExportSWF - handling:           "Schedule",
	ExportSWFAbout - handling:      "As a trace in the Standard Workload Format.",
	ExportTrace - handling:         "Trace",
	ExportTraceAbout - handling:    "Every event with its reason, one line of JSON each.",
	ExportScenario - handling:      "Scenario",
	ExportScenarioAbout - handling: "What this page runs, with all changes.",
	ExportCommand - handling:       "Command line that repeats this run",
	ExportHash - handling:          "It ends with the trace {hash}, as this run does.",
	ExportCopy - handling:          "Copy the command",
	ExportCopied - handling:        "The command is on the clipboard.",
	ExportBusy - handling:          "Writing {name}: {done} of {all}",
	ExportDone - handling:          "{name} is in your downloads.",
	ExportColumns - handling:       "Each export covers all {n} columns: tables in one file, everything else in one file per column.",
	PictureLegend - handling:       "Filled: has run. Light: what the walltime still allows. Hatched: promised. Dashed line: shadow time.",
	KeyMenu - handling:             "Menu for what has the focus, or for the chosen job",
	KeyAddJob - handling:           "Add a job now",
	KeyExport - handling:           "Export pictures, tables, slides, the command line",
	GripWalltime - handling:        "walltime of {job}",
	GripRuntime - handling:         "run time of {job}",
	GripSubmit - handling:          "submission of {job}",
	GripSize - handling:            "size of {job}",
	GripHint - handling:            "Press Enter, then change it with the arrow keys",
	GripKeyed - handling:           "Change it with the arrow keys; Enter or Esc ends that.",
}
