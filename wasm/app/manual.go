package app

import "hopyard/wasm/app/manualpanel"

// This file connects the page with scheduling by hand. The panel is created when
// the reader first needs it, like the panel of predict mode.

// ByHand reports whether the reader can now schedule the run on screen by hand.
func (m *App) ByHand() bool {
	return m.Run != nil && m.Hand.Manual && m.Compare == nil && !m.Predict.On && !m.ReadOnly && !m.Walk.Lecture
}

// ManualPanel returns the panel for scheduling by hand, and creates it at the first call.
func (m *App) ManualPanel() *manualpanel.ManualPanel {
	if m.Manual == nil {
		m.Manual = manualpanel.New(m.Say)
	}
	return m.Manual
}
