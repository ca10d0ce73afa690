package model

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
)

// Predict is whether the reader predicts what is decided, as far as all panels need
// know of it; the panel is wasm/app/practice.
type Predict struct {
	On     bool   // the switch
	Plain  string // a scenario's text, of which no placement is asked: a lesson before distance is explained; "" for none
	Asking bool   // a question is on screen, at this step: the future is covered
	// The answer so far, where pictures show it.
	Time  simtime.Time // simtime.Never: none
	Nodes cluster.Placement
}

// Middle reports whether the step on screen has only happened: its pass is to come.
func (m *Model) Middle() bool { return m.State != nil && m.State.Middle }
