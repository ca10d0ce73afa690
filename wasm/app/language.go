package app

import "hopyard/wasm/app/words"

// Speak goes over to another language. What was said in passing is let go; all
// else is said anew when it is asked for.
func (m *Model) Speak(c *words.Catalog) {
	m.Model.Speak(c)
	if m.Compare != nil {
		m.Compare.Speak(c)
	}
	if m.Asking() {
		m.Announce = m.Practice.Spoken()
	} else if m.State != nil {
		m.Announce = m.Say.Spoken()
	}
}
