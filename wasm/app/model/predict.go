package model

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
)

// Predict is the part of the predict mode that all panels need. In this mode the
// page asks the reader before it shows a decision. The panel is wasm/app/practice.
type Predict struct {
	On     bool   // whether the mode is on
	Plain  string // text of a scenario for which no placements are asked, because the lesson comes before distance is explained; "": none
	Asking bool   // a question is on screen at this step, and the future is hidden
	// The answer so far, for the pictures.
	Time  simtime.Time // simtime.Never: none
	Nodes cluster.Placement
}

// Middle reports whether the state on screen is in the middle of a step: its events
// have happened, but its scheduling pass is still to come.
func (m *Model) Middle() bool { return m.State != nil && m.State.Middle }
