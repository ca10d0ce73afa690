// Package keys holds the table of all actions of the page, with their keys and
// titles.
//
// The keyboard, the help and the command palette all read [Keys].
// [KeysPanel.Pressed] translates a key press into an [Action], which app.App.Do
// carries out. The translation depends on the kind of element that has the focus
// ([Focus]): a text field, for example, needs letters for itself.
//
//	press := keys.Press{Key: "ArrowRight", Shift: true, In: keys.OnPage}
//	action := m.Pressed(press) // keys.NextDecision
//
// [Look] carries out the actions that only change the view.
package keys

import "hopyard/wasm/app/model"

// KeysPanel translates key presses, and writes the help on the keys.
type KeysPanel struct{ *model.Model }
