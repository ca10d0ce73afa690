package app

import "hopyard/wasm/app/i18n"

// Speak switches to another language. Short notes in the old language are removed.
// All other text is written in the new language when it is next drawn.
func (m *App) Speak(c *i18n.Catalog) {
	m.Model.SetLanguage(c)
	if m.Compare != nil {
		m.Compare.Speak(c)
	}
	if m.Asking() {
		m.Announce = m.Practice.Spoken()
	} else if m.State != nil {
		m.Announce = m.Say.Spoken()
	}
}
