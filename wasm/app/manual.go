package app

import "hopyard/wasm/app/manual"

// What the page has to do with scheduling by hand. The panel is made when it is
// first wanted, as that of practice is.

// ByHand reports whether the reader can schedule the run on screen.
func (m *Model) ByHand() bool {
	return m.Run != nil && m.Hand.Manual && m.Compare == nil && !m.Predict.On && !m.ReadOnly && !m.Walk.Lecture
}

// Hands is the panel.
func (m *Model) Hands() *manual.Panel {
	if m.Manual == nil {
		m.Manual = manual.New(m.Say)
	}
	return m.Manual
}
