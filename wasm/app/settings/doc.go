// Package settings holds the reader's settings: how the page looks and how it moves
// through time.
//
// [Table] lists the settings. The dialog of settings and the command palette are
// both made from it. Setting and Set read and change a value in the page's model.
package settings

import "hopyard/wasm/app/model"

// SettingsPanel is the dialog of settings.
type SettingsPanel struct{ *model.Model }
