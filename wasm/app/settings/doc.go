// Package settings is what the reader chooses once: how the page looks, and how
// it goes through time.
package settings

import "hopyard/wasm/app/view"

// Panel is the sheet of settings.
type Panel struct{ *view.Model }
