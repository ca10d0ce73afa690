// Package keys is the one table that makes the keys, the help and the palette:
// what can be done, and how it is called.
package keys

import "hopyard/wasm/app/view"

// Panel is the help.
type Panel struct{ *view.Model }
