package i18n

// Texts of worksheets: to answer, to make, and on paper.
const (
	KeySheet Text = iota + sheeting
	SheetTitle
	SheetWhole
	SheetPseudonym
	SheetNoName
	SheetNeedsName
	SheetBegin
	SheetResume
	SheetLaunched
	SheetGoOn
	SheetSending
	SheetSent
	SheetNotSent
	SheetSendAgain
	SheetWaits
	SheetPrint
	SheetCopy
	SheetDownload
	SheetOf
	SheetFirst
	SheetAside
	SheetLeft
	SheetDone
	SheetHandIn
	SheetSave
	SheetScore
	SheetRight
	SheetWrong
	SheetSkipped
	SheetItem
	SheetNotKept
	SheetMake
	SheetName
	SheetText
	SheetSeed
	SheetSeedAbout
	SheetItems
	SheetOnScreen
	SheetLesson
	SheetKinds
	SheetCount
	SheetPoints
	SheetFixed
	SheetBecause
	SheetAdd
	SheetRemove
	SheetTry
	SheetForm
	SheetKindStart
	SheetKindPlace
	SheetKindPromise
	SheetKindExtra
	SheetKindCheck
	SheetKindCost
	SheetKindNext
	SheetKindShare
	SheetKindLink
	SheetKindPolicy
	SheetKindFigure
	SheetCopied
	SheetLong
	SheetBusy
	SheetPrinted
	SheetPacking
	SheetNoFile
	PaperWorth
	PaperName
	PaperDate
	PaperPoints
	PaperOf
	PaperBecause
	PaperKey
	PaperAnswer
	PaperNone
	PaperIntro
	PaperTurn
	numSheeting
)

var sheetingEnglish = [numSheeting - sheeting]string{
	KeySheet - sheeting:         "Make a worksheet",
	SheetTitle - sheeting:       "Worksheet",
	SheetWhole - sheeting:       "{n} {n|question|questions}, {points} {points|point|points} in all.",
	SheetPseudonym - sheeting:   "Pseudonym",
	SheetNoName - sheeting:      "Not your name: choose any word, and remember it. It decides which questions you get. Nothing leaves this computer until you save your answers and hand them in.",
	SheetNeedsName - sheeting:   "Write a pseudonym of up to 64 characters.",
	SheetBegin - sheeting:       "Begin",
	SheetResume - sheeting:      "Continue as {name}: {done} of {n} done",
	SheetLaunched - sheeting:    "Your answers and points go to the learning management system.",
	SheetGoOn - sheeting:        "Continue: {done} of {n} done",
	SheetSending - sheeting:     "Your score is on its way to the learning management system.",
	SheetSent - sheeting:        "Your score was sent to the learning management system.",
	SheetNotSent - sheeting:     "The learning management system did not accept your score{why}. Send it again, or save your answers and hand in the file.",
	SheetSendAgain - sheeting:   "Send again",
	SheetWaits - sheeting:       "The worksheet has not begun.",
	SheetPrint - sheeting:       "Print",
	SheetCopy - sheeting:        "Copy link",
	SheetDownload - sheeting:    "Download worksheet.json",
	SheetOf - sheeting:          "Question {k} of {n}",
	SheetFirst - sheeting:       "Answer or skip the questions of the worksheet first, or put it aside.",
	SheetAside - sheeting:       "Put aside",
	SheetLeft - sheeting:        "The worksheet is put aside. Your answers are kept on this computer.",
	SheetDone - sheeting:        "All questions are answered",
	SheetHandIn - sheeting:      "Save your answers, and hand in the file.",
	SheetSave - sheeting:        "Save answers",
	SheetScore - sheeting:       "{points} of {n} {n|point|points}",
	SheetRight - sheeting:       "right",
	SheetWrong - sheeting:       "not right",
	SheetSkipped - sheeting:     "skipped",
	SheetItem - sheeting:        "Item {n}",
	SheetNotKept - sheeting:     "Your answers would be lost in a reload: {why}. Save them as a file.",
	SheetMake - sheeting:        "Make a worksheet",
	SheetName - sheeting:        "Title",
	SheetText - sheeting:        "Text",
	SheetSeed - sheeting:        "Seed",
	SheetSeedAbout - sheeting:   "another number gives everyone different questions",
	SheetItems - sheeting:       "Items",
	SheetOnScreen - sheeting:    "what is on screen",
	SheetLesson - sheeting:      "Lesson",
	SheetKinds - sheeting:       "Kinds of questions",
	SheetCount - sheeting:       "Questions",
	SheetPoints - sheeting:      "Points each",
	SheetFixed - sheeting:       "the same for everyone",
	SheetBecause - sheeting:     "ask for a reason on paper",
	SheetAdd - sheeting:         "Add an item",
	SheetRemove - sheeting:      "Remove item {n}",
	SheetTry - sheeting:         "Preview",
	SheetForm - sheeting:        "Back to the form",
	SheetKindStart - sheeting:   "who starts",
	SheetKindPlace - sheeting:   "on which nodes",
	SheetKindPromise - sheeting: "promised when",
	SheetKindExtra - sheeting:   "extra nodes",
	SheetKindCheck - sheeting:   "why it waits",
	SheetKindCost - sheeting:    "cost of a placement",
	SheetKindNext - sheeting:    "what comes next",
	SheetKindShare - sheeting:   "shares and priorities",
	SheetKindLink - sheeting:    "links and speeds",
	SheetKindPolicy - sheeting:  "which discipline",
	SheetKindFigure - sheeting:  "shortest mean wait",
	SheetCopied - sheeting:      "The link is copied: {n} characters.",
	SheetLong - sheeting:        "The worksheet does not fit in a link: pass on the file.",
	SheetBusy - sheeting:        "Making the pages: {done} of {n}",
	SheetPrinted - sheeting:     "worksheet.html is saved: open it, and print it.",
	SheetPacking - sheeting:     "Packing the files of the page: {done} of {n}",
	SheetNoFile - sheeting:      "{name} could not be fetched: try again.",
	PaperWorth - sheeting:       "{n} {n|point|points}",
	PaperName - sheeting:        "Pseudonym",
	PaperDate - sheeting:        "Date",
	PaperPoints - sheeting:      "Points",
	PaperOf - sheeting:          "of {n}",
	PaperBecause - sheeting:     "because",
	PaperKey - sheeting:         "Key",
	PaperAnswer - sheeting:      "Answer",
	PaperNone - sheeting:        "none",
	PaperTurn - sheeting:        "Answer before you go on: question {n} is about a later step of the same run. It is on the next page.",
	PaperIntro - sheeting:       "Rows of the timeline are nodes. Dashed: how long each job may run at most. The future is hidden.",
}
