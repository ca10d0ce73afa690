// Package edit changes the scenario on screen. The reader can edit its text, fill
// in the form of a job, drag grips on the timeline, use context menus, import
// files, and add failures.
//
// All changes are edits of the scenario's JSON text. Each kind of change has a
// method that returns the new text, such as [JobSheet.Written] for the form of a
// job. [model.Model.Apply] requests a run of the new text. The worker checks the
// text before it runs it. When the run arrives, package app calls
// [EditPanel.Visit], which adds an entry to the [History].
//
//	sheet, why := m.SheetOf(id)                // why: the reason if the job cannot be changed
//	text, err := sheet.Written(m, values)      // with the values of the form
//	request := m.Apply(text, m.EditJob(sheet)) // to the worker
//	undo := m.Undo()                           // the request for the text before
//
// The history keeps requests with their moments, not runs. The simulator is
// deterministic, so undo requests the earlier text again.
//
// [Drafts] keeps edited texts in the browser's storage. A draft begins with the
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
