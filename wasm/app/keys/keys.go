package keys

import (
	"slices"
	"strings"
	"unicode/utf8"

	"hopyard/wasm/app/i18n"
)

// Action is the function of a key or a button, such as a step forward.
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
	OpenDrafts
	NextConflict
	LastConflict
	OpenPalette
	OpenSettings
	OpenCompare
	FirstDivergence
	NextDivergence
	LastDivergence
	OpenMenu
	AddJob
	OpenExport
	OpenGlossary
	BeginOpening
	MakeShort
	ShowCode
	SwitchPredict
	NextQuestion
	TakeHint
	SkipQuestion
	MakeSheet
	OpenLecture
	OpenPolicy
	ByHand
	OpenLab
	ByTime
	OpenShare
	OpenFile
	OpenPuzzle
	OpenLive      // asks why a job of a real cluster is pending
	OpenShell     // opens or closes the shell of the run
	OpenFaults    // shows the errors of the scenario
	FocusQuestion // moves the focus to the question that waits for an answer
	StopRecording // stops the recording in progress

	NumActions = iota
)

// Key is a row of the table of actions: an action, its keys, and its title in the
// help and in the command palette.
type Key struct {
	Action Action
	// Keys are written like KeyboardEvent.key, with lower-case letters. The
	// prefixes Ctrl+ (also for Meta) and Shift+ come before the key, in this order.
	// Shift is written only before named keys and after Ctrl+. Before other
	// characters it is ignored, because on some keyboards a character such as "?"
	// can only be typed with Shift. A row without keys appears only in the palette.
	Keys  []string
	Group i18n.Text
	Text  i18n.Text
}

// Keys lists all actions with their keys.
var Keys = []Key{
	{Forward, []string{"ArrowRight", " ", "PageDown", "."}, i18n.GroupMove, i18n.KeyForward},
	{Back, []string{"ArrowLeft", "PageUp", ","}, i18n.GroupMove, i18n.KeyBack},
	{NextDecision, []string{"Shift+ArrowRight"}, i18n.GroupMove, i18n.KeyNextDecision},
	{LastDecision, []string{"Shift+ArrowLeft"}, i18n.GroupMove, i18n.KeyLastDecision},
	{NextOfJob, []string{"n"}, i18n.GroupMove, i18n.KeyNextOfJob},
	{LastOfJob, []string{"p"}, i18n.GroupMove, i18n.KeyLastOfJob},
	{NextConflict, []string{"x"}, i18n.GroupMove, i18n.KeyNextConflict},
	{LastConflict, []string{"z"}, i18n.GroupMove, i18n.KeyLastConflict},
	{ToStart, []string{"Home"}, i18n.GroupMove, i18n.KeyFirst},
	{ToEnd, []string{"End"}, i18n.GroupMove, i18n.KeyLast},
	{Play, []string{"k"}, i18n.GroupMove, i18n.KeyPlay},
	{Faster, []string{">"}, i18n.GroupMove, i18n.KeyFaster},
	{Slower, []string{"<"}, i18n.GroupMove, i18n.KeySlower},
	{ByTime, []string{"6"}, i18n.GroupMove, i18n.KeyByTime},
	{FocusQueue, []string{"1"}, i18n.GroupLook, i18n.KeyQueue},
	{FocusMachine, []string{"2"}, i18n.GroupLook, i18n.KeyMachine},
	{FocusTimeline, []string{"3"}, i18n.GroupLook, i18n.KeyTimeline},
	{FocusWhy, []string{"4"}, i18n.GroupLook, i18n.KeyWhy},
	{Fit, []string{"f"}, i18n.GroupLook, i18n.KeyFit},
	{WholeView, []string{"0"}, i18n.GroupLook, i18n.KeyWhole},
	{ZoomIn, []string{"+", "=", "w"}, i18n.GroupLook, i18n.KeyZoomIn},
	{ZoomOut, []string{"-", "s"}, i18n.GroupLook, i18n.KeyZoomOut},
	{PanLeft, []string{"a"}, i18n.GroupLook, i18n.KeyPanLeft},
	{PanRight, []string{"d"}, i18n.GroupLook, i18n.KeyPanRight},
	{OpenCompare, []string{"c"}, i18n.GroupCompare, i18n.KeyCompare},
	{FirstDivergence, []string{"v"}, i18n.GroupCompare, i18n.KeyFirstDivergence},
	{NextDivergence, []string{"]"}, i18n.GroupCompare, i18n.KeyNextDivergence},
	{LastDivergence, []string{"["}, i18n.GroupCompare, i18n.KeyLastDivergence},
	{OpenLab, []string{"b"}, i18n.GroupCompare, i18n.KeyVary},
	{SwitchPredict, []string{"h"}, i18n.GroupPredict, i18n.KeyPredict},
	{NextQuestion, nil, i18n.GroupPredict, i18n.KeyNextQuestion},
	{TakeHint, nil, i18n.GroupPredict, i18n.KeyHint},
	{SkipQuestion, nil, i18n.GroupPredict, i18n.KeySkip},
	{OpenPalette, []string{"Ctrl+k"}, i18n.GroupPage, i18n.KeyPalette},
	{OpenGallery, []string{"g"}, i18n.GroupPage, i18n.KeyGallery},
	{OpenGlossary, []string{"i"}, i18n.GroupPage, i18n.KeyGlossary},
	{BeginOpening, []string{"q"}, i18n.GroupPage, i18n.KeyOpening},
	{OpenEditor, []string{"e"}, i18n.GroupPage, i18n.KeyEdit},
	{OpenPolicy, []string{"5"}, i18n.GroupPage, i18n.KeyPolicy},
	{OpenLive, []string{"7"}, i18n.GroupPage, i18n.LiveTitle},
	{OpenShell, []string{"8"}, i18n.GroupPage, i18n.ShellTitle},
	{UndoEdit, []string{"Ctrl+z"}, i18n.GroupPage, i18n.KeyUndo},
	{RedoEdit, []string{"Ctrl+Shift+z", "Ctrl+y"}, i18n.GroupPage, i18n.KeyRedo},
	{OpenLecture, []string{"l"}, i18n.GroupPage, i18n.KeyLecture},
	{OpenMenu, []string{"m", "ContextMenu", "Shift+F10"}, i18n.GroupPage, i18n.KeyMenu},
	{AddJob, []string{"j"}, i18n.GroupPage, i18n.KeyAddJob},
	{OpenExport, []string{"u"}, i18n.GroupPage, i18n.KeyExport},
	{MakeSheet, nil, i18n.GroupPage, i18n.KeySheet},
	{ByHand, nil, i18n.GroupPage, i18n.KeyByHand},
	{OpenDrafts, nil, i18n.GroupPage, i18n.KeyDrafts},
	{CopyLink, []string{"y"}, i18n.GroupPage, i18n.KeyShare},
	{MakeShort, []string{"r"}, i18n.GroupPage, i18n.KeyShort},
	{ShowCode, nil, i18n.GroupPage, i18n.KeyQR},
	{SwitchTheme, []string{"t"}, i18n.GroupPage, i18n.KeyTheme},
	{OpenSettings, []string{"o"}, i18n.GroupPage, i18n.KeySettings},
	{OpenHelp, []string{"?"}, i18n.GroupPage, i18n.KeyHelp},
	{Out, []string{"Escape"}, i18n.GroupPage, i18n.KeyOut},
}

// Press is a key press, with the modifiers held and the kind of element that has
// the focus.
type Press struct {
	Key              string // KeyboardEvent.key
	Code             string // KeyboardEvent.code: the position of the key, which does not depend on the keyboard layout
	Ctrl, Alt, Shift bool
	In               Focus
}

// Focus is the kind of the element that has the focus. Elements of each kind need
// some keys for themselves.
type Focus uint8

// The kinds of elements that can have the focus.
const (
	OnPage   Focus = iota
	OnField        // a text field, which needs all keys except Escape
	OnPicker       // a select element: up and down choose an option, left and right still move through time
	OnButton       // a button or link, which Space and Enter activate
	OnSlider       // the time slider, which left, right, Home, End, Page Up and Page Down move
	OnDial         // a slider for a setting of the scenario, which up, down, Home, End, Page Up and Page Down move
	OnGrid         // a tree or grid, in which all arrow keys move the selection
	OnList         // a list, in which up and down move the selection
	OnDialog       // an open dialog, which needs all keys
)

// Pressed returns the action of a key press. The action is that of the first row of
// the table with this key. Pressed returns NoAction if the browser handles the key.
func (m KeysPanel) Pressed(p Press) Action {
	name := p.name()
	if p.Alt || p.In == OnDialog || p.In.takes(name) {
		return NoAction
	}
	if p.In == OnField && name != "Escape" && name != "Ctrl+k" {
		return NoAction
	}
	if p.In == OnPicker && name != "Escape" && !p.Ctrl && !strings.HasSuffix(name, "ArrowRight") && !strings.HasSuffix(name, "ArrowLeft") {
		return NoAction
	}
	for i := range Keys {
		if slices.Contains(Keys[i].Keys, name) {
			return Keys[i].Action
		}
	}
	return NoAction
}

// name returns the key in the format of the table. If the keyboard layout has no
// Latin letters, it returns the letter that a QWERTY keyboard has at the same
// position.
func (p *Press) name() string {
	name := p.Key
	if letter, ok := strings.CutPrefix(p.Code, "Key"); ok && name > "\x7f" {
		name = letter
	}
	held := ""
	if len(name) == 1 {
		name = strings.ToLower(name)
	} else if p.Shift && !p.Ctrl {
		held = "Shift+"
	}
	if p.Ctrl {
		if held = "Ctrl+"; p.Shift {
			held += "Shift+"
		}
	}
	return held + name
}

// Letter reports whether the pressed key is a single character without Ctrl or Alt.
// The reader can turn such shortcuts off in the settings.
func (p *Press) Letter() bool {
	return !p.Ctrl && !p.Alt && p.Key != " " && utf8.RuneCountInString(p.Key) == 1
}

// takes reports whether an element of this kind needs the given key for itself when
// it has the focus.
func (f Focus) takes(name string) bool {
	switch f {
	case OnButton:
		return name == " "
	case OnSlider:
		return name == "ArrowRight" || name == "ArrowLeft" || name == "Home" || name == "End" || name == "PageUp" || name == "PageDown"
	case OnDial:
		return name == "ArrowUp" || name == "ArrowDown" || name == "Home" || name == "End" || name == "PageUp" || name == "PageDown"
	case OnGrid:
		return strings.HasPrefix(name, "Arrow") || name == "Home" || name == "End" || name == " "
	case OnList:
		return name == "ArrowUp" || name == "ArrowDown" || name == "Home" || name == "End" || name == " "
	}
	return false
}

// KeyNames returns the keys of an action in the form in which they are displayed:
// "→", "Shift →", "Ctrl K".
func KeyNames(k *Key) []string {
	out := make([]string, len(k.Keys))
	for i, name := range k.Keys {
		held := ""
		for _, mod := range []string{"Ctrl", "Shift"} {
			if rest, ok := strings.CutPrefix(name, mod+"+"); ok {
				held, name = held+mod+" ", rest
			}
		}
		if nice, ok := keyNames[name]; ok {
			name = nice
		} else if len(name) == 1 {
			name = strings.ToUpper(name)
		}
		out[i] = held + name
	}
	return out
}

var keyNames = map[string]string{
	"ArrowRight": "→", "ArrowLeft": "←", "ArrowUp": "↑", "ArrowDown": "↓", " ": "Space", "PageDown": "PgDn", "PageUp": "PgUp", "Escape": "Esc",
}
