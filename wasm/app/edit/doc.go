// Package edit is all that changes the scenario on screen: its text, the sheet
// of a job, grips, menus, files and breakages. Each change is an edit of the
// text, checked before it runs. History keeps what was asked for with its place
// in time, not runs: the core is deterministic, so that undoing asks again.
// Drafts begin with the first edit; a link or a lesson never writes over one.
package edit

import (
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
)

// EditPanel is what edits the scenario that a model shows.
type EditPanel struct {
	*model.Model
	Policy *policy.PolicyPanel
	Edits  History
	Drafts Drafts
}

// New is what edits the scenario of a model.
func New(m *model.Model, p *policy.PolicyPanel) *EditPanel { return &EditPanel{Model: m, Policy: p} }
