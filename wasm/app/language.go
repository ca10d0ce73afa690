package app

import "hopyard/wasm/app/words"

// Speak goes over to another language. What was said in passing is let go; all
// else is said anew when it is asked for.
func (m *Model) Speak(c *words.Catalog) {
	m.Words = c
	m.Changed, m.Note = "", ""
	if m.Compare != nil {
		m.Compare.speak(c)
	}
	if m.Run == nil {
		return
	}
	m.Run.Clock = m.Run.Clock.In(c)
	if m.State != nil {
		m.Announce = m.Say.Spoken()
	}
}
