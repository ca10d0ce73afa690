package i18n

// Texts of the predict mode: the card with the question, and the replacements for
// what is hidden.
const (
	Predict Text = iota + practising
	GroupPredict
	KeyPredict
	KeyNextQuestion
	KeyHint
	KeySkip
	QuestionAt
	PointsText
	HowJobs
	HowJobsPhone
	HowNodesPhone
	HowNodes
	HowNodesAny
	HowTime
	HowTimePhone
	HowNumber
	HowChoice
	HowLooking
	NoneOfThem
	JustJoined
	NotDecided
	FirstInLine
	YourAnswer
	RightAnswer
	NoAnswerYet
	TimeField
	NumberField
	NoTime
	NoNumber
	AnswerIt
	HintIt
	HintCosts
	SkipIt
	ShowIt
	ShowAgain
	NextQuestion
	BackToIt
	AnswerFirst
	WithHint
	Shown
	FreeNow
	AsksFor
	IsPromised
	WhatNext
	StepAlone
	TooLongRun
	TooLongTrace
	NoMoreAsked
	NoneLeft
	PredictOn
	PredictOff
	HintFree
	HintNeeds
	HintRule
	HintPlace
	HintEnds
	HintTime
	UnitNodes
	UnitDistance
	UnitPoints
	UnitPercentOf
	numPractising
)

var practisingEnglish = [numPractising - practising]string{
	Predict - practising:         "Predict",
	GroupPredict - practising:    "Predict",
	KeyPredict - practising:      "Predict decisions before they are shown",
	KeyNextQuestion - practising: "Next question",
	KeyHint - practising:         "Hint for the question",
	KeySkip - practising:         "Skip the question",
	QuestionAt - practising:      "Question at {at}",
	PointsText - practising:      "{points} of {n} {n|point|points}",
	HowJobs - practising:         "Mark the jobs in the queue, or “none”.",
	HowNodes - practising:        "Click {need} {need|node|nodes} on the machine, or choose one of these.",
	HowNodesAny - practising:     "Click {need} {need|node|nodes} on the machine.",
	HowJobsPhone - practising:    "Mark the jobs that start now, or “none”.",
	HowNodesPhone - practising:   "Touch the nodes in the picture, or choose below.",
	HowTimePhone - practising:    "Type the time, such as {at}.",
	HowTime - practising:         "Click the time on the timeline, or type it.",
	HowNumber - practising:       "Type the number.",
	HowChoice - practising:       "Choose one.",
	HowLooking - practising:      "You are looking back. The question waits.",
	NoneOfThem - practising:      "None of them",
	JustJoined - practising:      "has just joined",
	NotDecided - practising:      "is not decided yet",
	FirstInLine - practising:     "first in the queue",
	YourAnswer - practising:      "Your answer",
	RightAnswer - practising:     "Right answer",
	NoAnswerYet - practising:     "none yet",
	TimeField - practising:       "Time",
	NumberField - practising:     "Number",
	NoTime - practising:          "Write a time as on the timeline, such as {at}.",
	NoNumber - practising:        "Write a whole number.",
	AnswerIt - practising:        "Answer",
	HintIt - practising:          "Hint",
	HintCosts - practising:       "costs half",
	SkipIt - practising:          "Skip",
	ShowIt - practising:          "Show me",
	ShowAgain - practising:       "Show me again",
	NextQuestion - practising:    "Next question",
	BackToIt - practising:        "Back to the question",
	AnswerFirst - practising:     "Answer the question first, or skip it.",
	WithHint - practising:        "with a hint: half a point",
	Shown - practising:           "This is what happens.",
	FreeNow - practising:         "Free now",
	AsksFor - practising:         "{job} asks for",
	IsPromised - practising:      "{job} is promised",
	WhatNext - practising:        "What happens next?",
	StepAlone - practising:       "step {n}",
	TooLongRun - practising:      "Predict works for runs of up to {n} steps.",
	TooLongTrace - practising:    "Predict does not work on a whole trace. Cut a window out of it, and predict there.",
	NoMoreAsked - practising:     "No question in the next {n} {n|step|steps}.",
	NoneLeft - practising:        "The run is over.",
	PredictOn - practising:       "Predict is on: the page asks before it shows a decision.",
	PredictOff - practising:      "Predict is off: everything is shown.",
	HintFree - practising:        "{n} {n|node is|nodes are} free now.",
	HintNeeds - practising:       "{job} needs {need}.",
	HintRule - practising:        "The rule is {rule}.",
	HintPlace - practising:       "Nodes are chosen by {rule}.",
	HintEnds - practising:        "The first walltime of a running job ends at {at}.",
	HintTime - practising:        "A scheduler plans with walltimes, not with how long jobs really run.",
	UnitNodes - practising:       "nodes",
	UnitDistance - practising:    "distance",
	UnitPoints - practising:      "points",
	UnitPercentOf - practising:   "percent of full speed",
}
