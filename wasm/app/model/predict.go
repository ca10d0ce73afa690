package model

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
)

// Predict holds the state of the predict mode that all panels need. In predict mode
// the page asks the reader to predict each decision before it is shown. The panel
// of this mode is wasm/app/practice.
type Predict struct {
	On     bool   // whether the predict mode is on
	Plain  string // text of a scenario for which the page does not ask about placements, because it belongs to a lesson that comes before distances are explained; may be ""
	Asking bool   // text of a scenario for which the page does not ask about placements; its lesson comes before distances are explained; may be ""
	// The reader's answer so far, which the pictures show.
	Time  simtime.Time // simtime.Never if the answer has no time
	Nodes cluster.Placement
}

// Middle reports whether the state on screen is in the middle of a step: after the
// event of the step, but before its scheduling pass.
func (m *Model) Middle() bool { return m.State != nil && m.State.Middle }
