package i18n

// Texts of the editor, of undo, of drafts and of imported files.
const (
	// Undo and redo.
	UndoWhat Text = iota + editing
	RedoWhat
	Undone
	Redone
	KeyUndo
	KeyRedo
	DidOpen
	DidQueue
	DidAllocator
	DidNetwork
	DidMachine
	DidGrowth
	DidWeight
	DidEdit
	DidText
	DidField
	DidJobField
	DidAdd
	DidRemove
	DidImport

	RunsAlready

	// The text editor.
	CodeLabel
	CodeFind
	CodeReplace
	CodeNext
	CodePrevious
	CodeAll
	CodeCase
	CodeRegexp
	CodeWord
	CodeReplaceOne
	CodeReplaceAll
	CodeLine
	CodeGo
	CodeControl
	CodeMatch
	CodeOnLine
	CodeReplacedOn
	CodeReplaced

	// Drafts.
	DraftOf
	DiscardDraft
	DraftsTitle
	KeyDrafts
	DraftsAbout
	NoDrafts
	DeleteDraft
	DeleteSure
	DraftNotKept
	ResetLink

	// Files.
	ImportUnfit
	ImportUnfitFix
	Pasted

	numEditing
)

var editingEnglish = [numEditing - editing]string{
	UndoWhat - editing:       "Undo: {what}",
	RedoWhat - editing:       "Redo: {what}",
	Undone - editing:         "Undone: {what}.",
	Redone - editing:         "Redone: {what}.",
	KeyUndo - editing:        "Undo the latest edit",
	KeyRedo - editing:        "Redo the latest undone edit",
	DidOpen - editing:        "opening “{name}”",
	DidQueue - editing:       "queue policy {from} → {to}",
	DidAllocator - editing:   "placement {from} → {to}",
	DidNetwork - editing:     "network {from} → {to}",
	DidMachine - editing:     "machine {from} → {to}",
	DidGrowth - editing:      "growth {from} → {to}",
	DidWeight - editing:      "weight of {part} {from} → {to}",
	DidEdit - editing:        "an edit of the scenario",
	DidText - editing:        "an edit of the text",
	DidField - editing:       "{field} {from} → {to}",
	DidJobField - editing:    "job {n}: {field} {from} → {to}",
	DidAdd - editing:         "adding to {field}",
	DidRemove - editing:      "removing {field}",
	DidImport - editing:      "the machine of {name}",
	RunsAlready - editing:    "The run on screen already shows this text.",
	CodeLabel - editing:      "Scenario as JSON. Esc closes, Tab goes on, Ctrl+Enter runs, F8 goes to the next error",
	CodeFind - editing:       "Find",
	CodeReplace - editing:    "Replace",
	CodeNext - editing:       "next",
	CodePrevious - editing:   "previous",
	CodeAll - editing:        "all",
	CodeCase - editing:       "match case",
	CodeRegexp - editing:     "regexp",
	CodeWord - editing:       "by word",
	CodeReplaceOne - editing: "replace",
	CodeReplaceAll - editing: "replace all",
	CodeLine - editing:       "Go to line",
	CodeGo - editing:         "go",
	CodeControl - editing:    "Control character",
	CodeMatch - editing:      "current match",
	CodeOnLine - editing:     "on line",
	CodeReplacedOn - editing: "replaced match on line $",
	CodeReplaced - editing:   "replaced $ matches",
	DraftOf - editing:        "Your draft of {time}",
	DiscardDraft - editing:   "Discard",
	DraftsTitle - editing:    "Drafts",
	KeyDrafts - editing:      "Open a draft",
	DraftsAbout - editing:    "What you edited: one draft for each scenario, kept in this browser only. The newest {n} stay.",
	NoDrafts - editing:       "There are no drafts yet: one is kept for each scenario you edit.",
	DeleteDraft - editing:    "Delete",
	DeleteSure - editing:     "Delete for good?",
	DraftNotKept - editing:   "The draft could not be saved: the browser’s storage for this page is full or off ({why}). Delete drafts, or copy the text.",
	ResetLink - editing:      "Stuck? Start afresh; drafts stay",
	ImportUnfit - editing:    "{n} {n|job|jobs} no longer {n|fits|fit} on this machine",
	ImportUnfitFix - editing: "make them smaller below, or take a larger machine",
	Pasted - editing:         "pasted text",
}
