package words

// The texts of the editor, of undoing, of drafts and of files that are taken in.
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

	numEditing
)

var editingEnglish = [numEditing - editing]string{
	UndoWhat - editing:     "Undo: {what}",
	RedoWhat - editing:     "Redo: {what}",
	Undone - editing:       "Undone: {what}.",
	Redone - editing:       "Done again: {what}.",
	KeyUndo - editing:      "Undo the latest edit",
	KeyRedo - editing:      "Redo what was undone",
	DidOpen - editing:      "opening “{name}”",
	DidQueue - editing:     "queue policy {from} → {to}",
	DidAllocator - editing: "placement {from} → {to}",
	DidNetwork - editing:   "network {from} → {to}",
	DidMachine - editing:   "machine {from} → {to}",
	DidGrowth - editing:    "growth {from} → {to}",
	DidWeight - editing:    "weight of {part} {from} → {to}",
	DidEdit - editing:      "an edit of the scenario",
	DidText - editing:      "an edit of the text",
	DidField - editing:     "{field} {from} → {to}",
	DidJobField - editing:  "job {n}: {field} {from} → {to}",
}
