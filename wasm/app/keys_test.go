package app

import (
	"strings"
	"testing"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/html/htmltest"
)

func TestNoKeyStandsTwiceInTheTable(t *testing.T) {
	seen := map[string]i18n.Text{}
	for i := range keys.Keys {
		for _, k := range keys.Keys[i].Keys {
			if _, twice := seen[k]; twice {
				t.Errorf("%q stands twice", k)
			}
			seen[k] = keys.Keys[i].Text
		}
	}
}

func TestHelpHoldsEveryKey(t *testing.T) {
	m := NewModel(i18n.English)
	help := htmltest.Plain(strings.ReplaceAll(string(m.Keys.HelpHTML()), "<", " <"))
	for i := range keys.Keys {
		if len(keys.Keys[i].Keys) == 0 {
			continue // the action has no key and appears only in the palette
		}
		for _, name := range append(keys.KeyNames(&keys.Keys[i]), i18n.English.Say(keys.Keys[i].Text)) {
			if !strings.Contains(help, name) {
				t.Errorf("the help sheet lacks %q", name)
			}
		}
	}
}

func TestPressed(t *testing.T) {
	m := NewModel(i18n.English)
	for _, c := range []struct {
		press keys.Press
		want  keys.Action
	}{
		{keys.Press{Key: "ArrowRight"}, keys.Forward},
		{keys.Press{Key: "ArrowRight", Shift: true}, keys.NextDecision},
		{keys.Press{Key: " "}, keys.Forward},
		{keys.Press{Key: "PageUp"}, keys.Back},
		{keys.Press{Key: "N", Shift: true}, keys.NextOfJob},
		{keys.Press{Key: "?", Shift: true}, keys.OpenHelp},
		{keys.Press{Key: "Escape"}, keys.Out},
		{keys.Press{Key: "r"}, keys.MakeShort},
		{keys.Press{Key: "h"}, keys.SwitchPredict},
		{keys.Press{Key: "k", Ctrl: true}, keys.OpenPalette},
		{keys.Press{Key: "k", Ctrl: true, In: keys.OnField}, keys.OpenPalette},
		{keys.Press{Key: "k", Ctrl: true, In: keys.OnDialog}, keys.NoAction},
		{keys.Press{Key: "k"}, keys.Play},
		{keys.Press{Key: "z", Ctrl: true, In: keys.OnField}, keys.NoAction}, // the browser undoes within the text field
		{keys.Press{Key: "т", Code: "KeyN"}, keys.NextOfJob},                // a Russian keyboard layout
		{keys.Press{Key: "л", Code: "KeyK", Ctrl: true}, keys.OpenPalette},
		{keys.Press{Key: "é", Code: "Digit2"}, keys.NoAction},
		{keys.Press{Key: "ArrowRight", Ctrl: true}, keys.NoAction},
		{keys.Press{Key: "ArrowLeft", Alt: true}, keys.NoAction}, // the browser goes back
		{keys.Press{Key: "g", In: keys.OnField}, keys.NoAction},
		{keys.Press{Key: "ArrowRight", In: keys.OnField}, keys.NoAction},
		{keys.Press{Key: " ", In: keys.OnField}, keys.NoAction},
		{keys.Press{Key: "Escape", In: keys.OnField}, keys.Out},
		{keys.Press{Key: " ", In: keys.OnButton}, keys.NoAction},
		{keys.Press{Key: "ArrowRight", In: keys.OnButton}, keys.Forward},
		{keys.Press{Key: "g", In: keys.OnButton}, keys.OpenGallery},
		{keys.Press{Key: "ArrowRight", In: keys.OnSlider}, keys.NoAction}, // the browser moves the slider, whose own handler reacts
		{keys.Press{Key: "ArrowRight", Shift: true, In: keys.OnSlider}, keys.NextDecision},
		{keys.Press{Key: " ", In: keys.OnSlider}, keys.Forward},
		{keys.Press{Key: "ArrowDown", In: keys.OnGrid}, keys.NoAction},
		{keys.Press{Key: "PageDown", In: keys.OnGrid}, keys.Forward},
		{keys.Press{Key: "ArrowRight", In: keys.OnGrid}, keys.NoAction},
		{keys.Press{Key: "ArrowRight", In: keys.OnList}, keys.Forward}, // the focus is on a waiting job
		{keys.Press{Key: "ArrowLeft", In: keys.OnList}, keys.Back},
		{keys.Press{Key: "ArrowUp", In: keys.OnList}, keys.NoAction},
		{keys.Press{Key: " ", In: keys.OnList}, keys.NoAction},
		{keys.Press{Key: "Home", In: keys.OnList}, keys.NoAction},
		{keys.Press{Key: "ArrowRight", In: keys.OnPicker}, keys.Forward}, // the focus stays on the picker after a policy was chosen
		{keys.Press{Key: "ArrowRight", Shift: true, In: keys.OnPicker}, keys.NextDecision},
		{keys.Press{Key: "ArrowDown", In: keys.OnPicker}, keys.NoAction},
		{keys.Press{Key: "g", In: keys.OnPicker}, keys.NoAction}, // the picker selects an option that begins with this letter
		{keys.Press{Key: "z", Ctrl: true, In: keys.OnPicker}, keys.UndoEdit},
		{keys.Press{Key: "ArrowLeft", In: keys.OnDial}, keys.Back}, // the focus stays on the slider after a weight was moved
		{keys.Press{Key: "ArrowUp", In: keys.OnDial}, keys.NoAction},
		{keys.Press{Key: "End", In: keys.OnDial}, keys.NoAction},
		{keys.Press{Key: "Escape", In: keys.OnDialog}, keys.NoAction},
		{keys.Press{Key: "g", In: keys.OnDialog}, keys.NoAction},
	} {
		if got := m.Keys.Pressed(c.press); got != c.want {
			t.Errorf("%+v: action %d, want %d", c.press, got, c.want)
		}
	}
}
