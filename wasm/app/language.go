package app

import "hopyard/wasm/app/i18n"

// Speak goes over to another language. What was said in passing is let go; all
// else is said anew when it is asked for.
func (m *App) Speak(c *i18n.Catalog) {
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
