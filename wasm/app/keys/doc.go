// Package keys holds the table of all actions of the page, with their keys and
// titles.
//
// The keyboard, the help and the command palette all read [Keys].
// [KeysPanel.Pressed] translates a key press into an [Action], which app.App.Do
// carries out. It takes into account which kind of element has the focus ([Focus]):
// a text field, for example, needs the letters itself.
//
//	press := keys.Press{Key: "ArrowRight", Shift: true, In: keys.OnPage}
//	action := m.Pressed(press) // keys.NextDecision
//
// [Look] carries out the actions that only change the view.
package keys

import "hopyard/wasm/app/model"

// KeysPanel is the help on the keys, and translates key presses.
type KeysPanel struct{ *model.Model }
