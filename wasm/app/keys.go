package app

import (
	"slices"
	"strings"

	"hopyard/wasm/app/words"
)

// Action is what a key or a button does.
type Action uint8

// The actions.
const (
	NoAction Action = iota
	Forward
	Back
	ToStart
	ToEnd
	NextDecision
	LastDecision
	NextOfJob
	LastOfJob
	Play
	Faster
	Slower
	Fit
	WholeView
	ZoomIn
	ZoomOut
	PanLeft
	PanRight
	FocusQueue
	FocusMachine
	FocusTimeline
	FocusWhy
	OpenGallery
	OpenEditor
	CopyLink
	SwitchTheme
	OpenHelp
	Out
	WholeTime
	WholeMachine
	ZoomInMachine
	ZoomOutMachine
	UndoEdit
	RedoEdit
)

// Key is a row of the one table from which keys and help are made.
type Key struct {
	Action Action
	Keys   []string // as KeyboardEvent.key has them, with Shift+ before names
	Group  words.Text
	Text   words.Text
}

// Keys is the table.
var Keys = []Key{
	{Forward, []string{"ArrowRight", " ", "PageDown", "."}, words.GroupMove, words.KeyForward},
	{Back, []string{"ArrowLeft", "PageUp", ","}, words.GroupMove, words.KeyBack},
	{NextDecision, []string{"Shift+ArrowRight"}, words.GroupMove, words.KeyNextDecision},
	{LastDecision, []string{"Shift+ArrowLeft"}, words.GroupMove, words.KeyLastDecision},
	{NextOfJob, []string{"n"}, words.GroupMove, words.KeyNextOfJob},
	{LastOfJob, []string{"p"}, words.GroupMove, words.KeyLastOfJob},
	{ToStart, []string{"Home"}, words.GroupMove, words.KeyFirst},
	{ToEnd, []string{"End"}, words.GroupMove, words.KeyLast},
	{Play, []string{"k"}, words.GroupMove, words.KeyPlay},
	{Faster, []string{">"}, words.GroupMove, words.KeyFaster},
	{Slower, []string{"<"}, words.GroupMove, words.KeySlower},
	{FocusQueue, []string{"1"}, words.GroupLook, words.KeyQueue},
	{FocusMachine, []string{"2"}, words.GroupLook, words.KeyMachine},
	{FocusTimeline, []string{"3"}, words.GroupLook, words.KeyTimeline},
	{FocusWhy, []string{"4"}, words.GroupLook, words.KeyWhy},
	{Fit, []string{"f"}, words.GroupLook, words.KeyFit},
	{WholeView, []string{"0"}, words.GroupLook, words.KeyWhole},
	{ZoomIn, []string{"+", "=", "w"}, words.GroupLook, words.KeyZoomIn},
	{ZoomOut, []string{"-", "s"}, words.GroupLook, words.KeyZoomOut},
	{PanLeft, []string{"a"}, words.GroupLook, words.KeyPanLeft},
	{PanRight, []string{"d"}, words.GroupLook, words.KeyPanRight},
	{OpenGallery, []string{"g"}, words.GroupPage, words.KeyGallery},
	{OpenEditor, []string{"e"}, words.GroupPage, words.KeyEdit},
	{UndoEdit, []string{"Ctrl+z"}, words.GroupPage, words.KeyUndo},
	{RedoEdit, []string{"Ctrl+Shift+z", "Ctrl+y"}, words.GroupPage, words.KeyRedo},
	{CopyLink, []string{"y"}, words.GroupPage, words.KeyShare},
	{SwitchTheme, []string{"t"}, words.GroupPage, words.KeyTheme},
	{OpenHelp, []string{"?"}, words.GroupPage, words.KeyHelp},
	{Out, []string{"Escape"}, words.GroupPage, words.KeyOut},
}

// Press is a key with what is held and what has the focus.
type Press struct {
	Key              string // KeyboardEvent.key
	Ctrl, Alt, Shift bool
	In               Focus
}

// Focus is the kind of element that has the focus: each needs some keys itself.
type Focus uint8

// The kinds of elements.
const (
	OnPage   Focus = iota
	OnField        // text, a list to choose from: takes all but Escape
	OnButton       // a button or link: Space and Enter press it
	OnSlider       // arrows, Home, End and paging move it
	OnGrid         // a tree, grid or list that arrows walk through
	OnDialog       // an open dialog: takes all
)

// Pressed is what a key does there; NoAction leaves it to the browser.
func Pressed(p Press) Action {
	if p.Alt || p.In == OnDialog {
		return NoAction
	}
	name := p.Key
	if len(name) == 1 {
		name = strings.ToLower(name)
	} else if p.Shift {
		name = "Shift+" + name
	}
	if p.Ctrl {
		if len(p.Key) == 1 && p.Shift {
			name = "Shift+" + name
		}
		name = "Ctrl+" + name
	}
	switch own := p.In.takes(name); {
	case own:
		return NoAction
	case p.In == OnField && name != "Escape":
		return NoAction
	}
	for i := range Keys {
		if slices.Contains(Keys[i].Keys, name) {
			return Keys[i].Action
		}
	}
	return NoAction
}

// takes reports whether the element needs the key itself.
func (f Focus) takes(name string) bool {
	switch f {
	case OnButton:
		return name == " "
	case OnSlider:
		return name == "ArrowRight" || name == "ArrowLeft" || name == "Home" || name == "End" || name == "PageUp" || name == "PageDown"
	case OnGrid:
		return strings.HasPrefix(name, "Arrow") || name == "Home" || name == "End" || name == " "
	}
	return false
}

// KeyNames writes the keys of an action for people: "→", "Shift →".
func KeyNames(k *Key) []string {
	out := make([]string, len(k.Keys))
	for i, name := range k.Keys {
		shift, bare := "", name
		for _, held := range []string{"Ctrl", "Shift"} {
			if rest, ok := strings.CutPrefix(bare, held+"+"); ok {
				shift, bare = shift+held+" ", rest
			}
		}
		if nice, ok := keyNames[bare]; ok {
			bare = nice
		} else if len(bare) == 1 {
			bare = strings.ToUpper(bare)
		}
		out[i] = shift + bare
	}
	return out
}

var keyNames = map[string]string{
	"ArrowRight": "→", "ArrowLeft": "←", "ArrowUp": "↑", "ArrowDown": "↓", " ": "Space", "PageDown": "PgDn", "PageUp": "PgUp", "Escape": "Esc",
}
