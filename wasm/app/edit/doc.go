// Package edit changes the scenario on screen: through its text, a form for a job,
// grips on the timeline, context menus, imported files and failures.
//
// All changes are edits of the scenario's JSON text. A method such as
// [EditPanel.Removed] or [JobSheet.Written] returns the new text.
// [model.Model.Apply] requests a run of it, and the worker checks the text before
// it runs it. When the run arrives, package app calls [EditPanel.Visit], which adds
// an entry to the [History].
//
//	text, err := m.Removed(id)
//	request := m.Apply(text, m.DidJob("remove", number)) // to the worker
//	undo := m.Undo()                                     // the request for the text before
//
// The history keeps requests with their moments, not runs. The simulator is
// deterministic, so undo requests the earlier text again.
//
// [Drafts] keep edited texts in the browser's storage. A draft begins with the
// first edit, so opening a link or a lesson never overwrites a draft.
package edit

import (
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
)

// EditPanel edits the scenario that a model shows.
type EditPanel struct {
	*model.Model
	Policy *policy.PolicyPanel
	Edits  History
	Drafts Drafts
}

// New returns an EditPanel for the scenario of a model.
func New(m *model.Model, p *policy.PolicyPanel) *EditPanel { return &EditPanel{Model: m, Policy: p} }
