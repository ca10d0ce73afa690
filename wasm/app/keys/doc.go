// Package keys is the one table that makes the keys, the help and the palette:
// what can be done, and how it is called.
package keys

import "hopyard/wasm/app/model"

// KeysPanel is the help.
type KeysPanel struct{ *model.Model }
