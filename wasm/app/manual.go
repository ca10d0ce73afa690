package app

import "hopyard/wasm/app/manualpanel"

// What the page has to do with scheduling by hand. The panel is made when it is
// first wanted, as that of practice is.

// ByHand reports whether the reader can schedule the run on screen.
func (m *App) ByHand() bool {
	return m.Run != nil && m.Hand.Manual && m.Compare == nil && !m.Predict.On && !m.ReadOnly && !m.Walk.Lecture
}

// Hands is the panel.
func (m *App) Hands() *manualpanel.ManualPanel {
	if m.Manual == nil {
		m.Manual = manualpanel.New(m.Say)
	}
	return m.Manual
}
