package app

import (
	"strings"
	"testing"

	"hopyard/wasm/app/words"
)

func TestNoKeyStandsTwiceInTheTable(t *testing.T) {
	seen := map[string]words.Text{}
	for i := range Keys {
		for _, k := range Keys[i].Keys {
			if _, twice := seen[k]; twice {
				t.Errorf("%q stands twice", k)
			}
			seen[k] = Keys[i].Text
		}
	}
}

func TestHelpHoldsEveryKey(t *testing.T) {
	m := NewModel(words.English)
	help := words.Plain(strings.ReplaceAll(m.HelpHTML(), "<", " <"))
	for i := range Keys {
		if len(Keys[i].Keys) == 0 {
			continue // of the palette alone
		}
		for _, name := range append(KeyNames(&Keys[i]), words.English.Say(Keys[i].Text)) {
			if !strings.Contains(help, name) {
				t.Errorf("the help sheet lacks %q", name)
			}
		}
	}
}

func TestPressed(t *testing.T) {
	m := NewModel(words.English)
	for _, c := range []struct {
		press Press
		want  Action
	}{
		{Press{Key: "ArrowRight"}, Forward},
		{Press{Key: "ArrowRight", Shift: true}, NextDecision},
		{Press{Key: " "}, Forward},
		{Press{Key: "PageUp"}, Back},
		{Press{Key: "N", Shift: true}, NextOfJob},
		{Press{Key: "?", Shift: true}, OpenHelp},
		{Press{Key: "Escape"}, Out},
		{Press{Key: "r"}, MakeShort},
		{Press{Key: "h"}, NoAction},
		{Press{Key: "k", Ctrl: true}, OpenPalette},
		{Press{Key: "k", Ctrl: true, In: OnField}, OpenPalette},
		{Press{Key: "k", Ctrl: true, In: OnDialog}, NoAction},
		{Press{Key: "k"}, Play},
		{Press{Key: "z", Ctrl: true, In: OnField}, NoAction}, // the field's own history
		{Press{Key: "т", Code: "KeyN"}, NextOfJob},           // a Russian keyboard
		{Press{Key: "л", Code: "KeyK", Ctrl: true}, OpenPalette},
		{Press{Key: "é", Code: "Digit2"}, NoAction},
		{Press{Key: "ArrowRight", Ctrl: true}, NoAction},
		{Press{Key: "ArrowLeft", Alt: true}, NoAction}, // the browser's way back
		{Press{Key: "g", In: OnField}, NoAction},
		{Press{Key: "ArrowRight", In: OnField}, NoAction},
		{Press{Key: " ", In: OnField}, NoAction},
		{Press{Key: "Escape", In: OnField}, Out},
		{Press{Key: " ", In: OnButton}, NoAction},
		{Press{Key: "ArrowRight", In: OnButton}, Forward},
		{Press{Key: "g", In: OnButton}, OpenGallery},
		{Press{Key: "ArrowRight", In: OnSlider}, NoAction}, // the slider moves, and says so
		{Press{Key: "ArrowRight", Shift: true, In: OnSlider}, NextDecision},
		{Press{Key: " ", In: OnSlider}, Forward},
		{Press{Key: "ArrowDown", In: OnGrid}, NoAction},
		{Press{Key: "PageDown", In: OnGrid}, Forward},
		{Press{Key: "ArrowRight", In: OnGrid}, NoAction},
		{Press{Key: "ArrowRight", In: OnList}, Forward}, // a waiting job has the focus
		{Press{Key: "ArrowLeft", In: OnList}, Back},
		{Press{Key: "ArrowUp", In: OnList}, NoAction},
		{Press{Key: " ", In: OnList}, NoAction},
		{Press{Key: "Home", In: OnList}, NoAction},
		{Press{Key: "ArrowRight", In: OnPicker}, Forward}, // after a policy was chosen
		{Press{Key: "ArrowRight", Shift: true, In: OnPicker}, NextDecision},
		{Press{Key: "ArrowDown", In: OnPicker}, NoAction},
		{Press{Key: "g", In: OnPicker}, NoAction}, // leads to an option of that letter
		{Press{Key: "z", Ctrl: true, In: OnPicker}, UndoEdit},
		{Press{Key: "ArrowLeft", In: OnDial}, Back}, // a weight was moved before
		{Press{Key: "ArrowUp", In: OnDial}, NoAction},
		{Press{Key: "End", In: OnDial}, NoAction},
		{Press{Key: "Escape", In: OnDialog}, NoAction},
		{Press{Key: "g", In: OnDialog}, NoAction},
	} {
		if got := m.Pressed(c.press); got != c.want {
			t.Errorf("%+v: action %d, want %d", c.press, got, c.want)
		}
	}
}
