// Package edit is all that changes the scenario on screen: its text, the sheet
// of a job, grips, menus, files and breakages. Each change is an edit of the
// text, checked before it runs. History keeps what was asked for with its place
// in time, not runs: the core is deterministic, so that undoing asks again.
// Drafts begin with the first edit; a link or a lesson never writes over one.
package edit

import (
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/view"
)

// Panel is what edits the scenario that a model shows.
type Panel struct {
	*view.Model
	Policy *policy.Panel
	Edits  History
	Drafts Drafts
}

// New is what edits the scenario of a model.
func New(m *view.Model, p *policy.Panel) *Panel { return &Panel{Model: m, Policy: p} }
