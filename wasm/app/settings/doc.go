// Package settings holds the reader's settings, which control how the page looks
// and how it moves through time.
//
// [Table] lists the settings. The settings dialog and the command palette are both
// made from it. Setting reads a value from the page's model, and Set changes it.
package settings

import "hopyard/wasm/app/model"

// SettingsPanel is the dialog of settings.
type SettingsPanel struct{ *model.Model }
