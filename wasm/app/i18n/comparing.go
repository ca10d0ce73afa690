package i18n

// Texts of comparisons of policies.
const (
	GroupCompare Text = iota + comparing
	KeyCompare
	KeyVary
	KeyFirstDivergence
	KeyNextDivergence
	KeyLastDivergence
	CompareTitle
	CompareNote
	CompareAdd
	CompareRemove
	CompareUse
	CompareLeave
	CompareFirst
	CompareQueue
	ComparePlacement
	CompareColumns
	CompareRuns
	CompareWaits
	CompareNobody
	CompareMore
	CompareSince
	CompareFailed
	CompareStopped
	CompareBroken
	CompareAgain
	DifferTitle
	DifferWait
	DifferSame
	DifferTried
	DifferAlike
	DifferParted
	DifferFirst
	DifferLater
	DifferStart
	DifferOrder
	DifferPlace
	DifferInstead
	DifferSoon
	DifferOnly
	DifferNodes
	DifferNothing
	CompareFigures
	FiguresFar
	FiguresAll
	FiguresOf
	FigureColumn
	FigureBest
	FigurePoints
	numComparing
)

var comparingEnglish = [numComparing - comparing]string{
	GroupCompare - comparing:       "Compare",
	KeyCompare - comparing:         "Compare policies, or go back to one",
	KeyVary - comparing:            "Experiment: vary the scenario",
	KeyFirstDivergence - comparing: "First divergence of the policies",
	KeyNextDivergence - comparing:  "Next divergence",
	KeyLastDivergence - comparing:  "Previous divergence",

	CompareTitle - comparing:     "Compare",
	CompareNote - comparing:      "{n} policies, one clock",
	CompareAdd - comparing:       "Add a policy",
	CompareRemove - comparing:    "Remove {name}",
	CompareUse - comparing:       "Use this one",
	CompareLeave - comparing:     "Back to one policy",
	CompareFirst - comparing:     "First divergence",
	CompareQueue - comparing:     "Queue",
	ComparePlacement - comparing: "Placement",
	CompareColumns - comparing:   "Policies side by side",
	CompareRuns - comparing:      "Running",
	CompareWaits - comparing:     "Waiting",
	CompareNobody - comparing:    "nobody",
	CompareMore - comparing:      "and {n} more",
	CompareSince - comparing:     "Since {at}:",
	CompareFailed - comparing:    "This scenario cannot run under this policy.",
	CompareStopped - comparing:   "Stopped before there was anything to show.",
	CompareBroken - comparing:    "The simulator has stopped under this policy.",
	CompareAgain - comparing:     "Run again",

	DifferTitle - comparing:   "What differs",
	DifferWait - comparing:    "The runs are still being computed.",
	DifferSame - comparing:    "The schedules are the same: every job starts at the same time on the same nodes.",
	DifferTried - comparing:   "They are the same under {list}, too.",
	DifferAlike - comparing:   "So far all decide alike. They first differ at {at}.",
	DifferParted - comparing:  "They have differed since {at}.",
	DifferFirst - comparing:   "First divergence, at {at}:",
	DifferLater - comparing:   "Divergence {n} of {all}, at {at}:",
	DifferStart - comparing:   "{job} starts under {some}, and not under {others}.",
	DifferOrder - comparing:   "{some} prefers {job}; another job is preferred under {others}.",
	DifferPlace - comparing:   "{job} starts under all of them, but on different nodes: the placements differ.",
	DifferInstead - comparing: "Instead {job} starts now on {nodes}.",
	DifferSoon - comparing:    "It starts in a later step of this instant, on {nodes}.",
	DifferOnly - comparing:    "{job} runs only under {some}",
	DifferNodes - comparing:   "{job} runs on different nodes",
	DifferNothing - comparing: "Now the same jobs run on the same nodes.",

	CompareFigures - comparing: "Figures",
	FiguresFar - comparing:     "So far",
	FiguresAll - comparing:     "Whole run",
	FiguresOf - comparing:      "Figures, with the difference to {name}",
	FigureColumn - comparing:   "Figure",
	FigureBest - comparing:     "best",
	FigurePoints - comparing:   "{n} points",
}
