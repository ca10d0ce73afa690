package i18n

// Texts of the daily puzzle and its result, and of programs put together from
// lines.
const (
	PuzzleToday Text = iota + puzzling
	PuzzleTitle
	PuzzleLead
	PuzzlePredict
	PuzzlePredictAbout
	PuzzleHand
	PuzzleHandAbout
	PuzzleBegin
	PuzzleGoOn
	PuzzleAgain
	PuzzleRight
	PuzzleIsRight
	PuzzleIsHinted
	PuzzleIsWrong
	PuzzleIsOpen
	PuzzleLess
	PuzzleSame
	PuzzleMoreWait
	PuzzleBest
	PuzzleNow
	PuzzleLeft
	PuzzleByHand
	PuzzleResult
	PuzzleShareNote
	PuzzleCopy
	PuzzleSend
	PuzzlePicture
	PuzzleCopied
	PuzzleCopyHand
	PuzzleBefore
	PuzzleAfter
	PuzzleNoDate
	PuzzleAnother

	BuildOpen
	BuildTitle
	BuildLead
	BuildLines
	BuildProgram
	BuildEmpty
	BuildKeys
	BuildUp
	BuildDown
	BuildIn
	BuildOut
	BuildBack
	BuildCheck
	BuildChecking
	BuildSame
	BuildStarts
	BuildNever
	BuildError
	BuildHint
	BuildHintIndent
	BuildHintMissing
	BuildCase
	BuildUse
	BuildAgain
	BuildLine
	numPuzzling
)

var puzzlingEnglish = [numPuzzling - puzzling]string{
	PuzzleToday - puzzling:        "Today's puzzle",
	PuzzleTitle - puzzling:        "Puzzle of {date}",
	PuzzleLead - puzzling:         "Eight jobs on {machine}, the same for everybody on this date. Each job runs exactly as long as it says.",
	PuzzlePredict - puzzling:      "Predict five",
	PuzzlePredictAbout - puzzling: "What does EASY decide? Five questions, one try each.",
	PuzzleHand - puzzling:         "Beat EASY by hand",
	PuzzleHandAbout - puzzling:    "Start the jobs yourself. Under EASY they wait {wait} in the mean.",
	PuzzleBegin - puzzling:        "Begin",
	PuzzleGoOn - puzzling:         "Continue",
	PuzzleAgain - puzzling:        "Try again",
	PuzzleRight - puzzling:        "{n} of {all} right",
	PuzzleIsRight - puzzling:      "right",
	PuzzleIsHinted - puzzling:     "right, with a hint",
	PuzzleIsWrong - puzzling:      "wrong",
	PuzzleIsOpen - puzzling:       "not asked yet",
	PuzzleLess - puzzling:         "{n} % less waiting than EASY",
	PuzzleSame - puzzling:         "as much waiting as EASY",
	PuzzleMoreWait - puzzling:     "{n} % more waiting than EASY",
	PuzzleBest - puzzling:         "best possible (proven)",
	PuzzleNow - puzzling:          "Mean wait: EASY {theirs}, you {you}.",
	PuzzleLeft - puzzling:         "{n} of {all} jobs started",
	PuzzleByHand - puzzling:       "By hand",
	PuzzleResult - puzzling:       "Result",
	PuzzleShareNote - puzzling:    "Your result says how well you did, and nothing about how.",
	PuzzleCopy - puzzling:         "Copy",
	PuzzleSend - puzzling:         "Share",
	PuzzlePicture - puzzling:      "Picture",
	PuzzleCopied - puzzling:       "Copied.",
	PuzzleCopyHand - puzzling:     "It is selected: copy it with your own keys.",
	PuzzleBefore - puzzling:       "The day before",
	PuzzleAfter - puzzling:        "The day after",
	PuzzleNoDate - puzzling:       "There is no puzzle of that date. This is today's.",
	PuzzleAnother - puzzling:      "All about this puzzle",

	BuildOpen - puzzling:        "Put EASY together",
	BuildTitle - puzzling:       "Put a policy together",
	BuildLead - puzzling:        "Put the lines in order and indent them. Not every line belongs to the program.",
	BuildLines - puzzling:       "Lines",
	BuildProgram - puzzling:     "Your program",
	BuildEmpty - puzzling:       "Click a line, or drag it here.",
	BuildKeys - puzzling:        "Keys: Enter adds a line, Alt+↑ ↓ moves it, ← → change its indentation, Delete takes it out.",
	BuildUp - puzzling:          "Move up",
	BuildDown - puzzling:        "Move down",
	BuildIn - puzzling:          "Indent",
	BuildOut - puzzling:         "Outdent",
	BuildBack - puzzling:        "Take out",
	BuildCheck - puzzling:       "Check",
	BuildChecking - puzzling:    "It runs on {n} random workloads…",
	BuildSame - puzzling:        "It starts every job when {policy} does, on {n} random workloads.",
	BuildStarts - puzzling:      "Not yet. In a case of {n} jobs, {job} starts at {mine}; under {policy} it starts at {other}.",
	BuildNever - puzzling:       "never",
	BuildError - puzzling:       "Line {line}: {problem}",
	BuildHint - puzzling:        "Hint: line {line} is the first that is wrong.",
	BuildHintIndent - puzzling:  "Hint: line {line} is the first that is wrong. Look at its indentation.",
	BuildHintMissing - puzzling: "Hint: all lines so far are right, and something is missing after line {line}.",
	BuildCase - puzzling:        "Show this case",
	BuildUse - puzzling:         "Take it into the editor",
	BuildAgain - puzzling:       "Begin again",
	BuildLine - puzzling:        "Line {line}, indented {depth} times: {text}",
}
