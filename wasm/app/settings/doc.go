// Package settings is what the reader chooses once: how the page looks, and how
// it goes through time.
package settings

import "hopyard/wasm/app/model"

// SettingsPanel is the sheet of settings.
type SettingsPanel struct{ *model.Model }
