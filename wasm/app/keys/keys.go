package keys

import (
	"slices"
	"strings"
	"unicode/utf8"

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
)

// Key is a row of the one table from which keys, the palette and help are made.
type Key struct {
	Action Action
	// Keys are written as KeyboardEvent.key has them, letters small, with
	// Ctrl+ (Meta is the same) and Shift+ before them in this order; Shift
	// counts only before names and after Ctrl, since "?" has it on some
	// keyboards. A row without keys stands in the palette alone.
	Keys  []string
	Group words.Text
	Text  words.Text
}

// Keys is the table.
var Keys = []Key{
	{Forward, []string{"ArrowRight", " ", "PageDown", "."}, words.GroupMove, words.KeyForward},
	{Back, []string{"ArrowLeft", "PageUp", ","}, words.GroupMove, words.KeyBack},
	{NextDecision, []string{"Shift+ArrowRight"}, words.GroupMove, words.KeyNextDecision},
	{LastDecision, []string{"Shift+ArrowLeft"}, words.GroupMove, words.KeyLastDecision},
	{NextOfJob, []string{"n"}, words.GroupMove, words.KeyNextOfJob},
	{LastOfJob, []string{"p"}, words.GroupMove, words.KeyLastOfJob},
	{NextConflict, []string{"x"}, words.GroupMove, words.KeyNextConflict},
	{LastConflict, []string{"z"}, words.GroupMove, words.KeyLastConflict},
	{ToStart, []string{"Home"}, words.GroupMove, words.KeyFirst},
	{ToEnd, []string{"End"}, words.GroupMove, words.KeyLast},
	{Play, []string{"k"}, words.GroupMove, words.KeyPlay},
	{Faster, []string{">"}, words.GroupMove, words.KeyFaster},
	{Slower, []string{"<"}, words.GroupMove, words.KeySlower},
	{ByTime, []string{"6"}, words.GroupMove, words.KeyByTime},
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
	{OpenCompare, []string{"c"}, words.GroupCompare, words.KeyCompare},
	{FirstDivergence, []string{"v"}, words.GroupCompare, words.KeyFirstDivergence},
	{NextDivergence, []string{"]"}, words.GroupCompare, words.KeyNextDivergence},
	{LastDivergence, []string{"["}, words.GroupCompare, words.KeyLastDivergence},
	{OpenLab, []string{"b"}, words.GroupCompare, words.KeyVary},
	{SwitchPredict, []string{"h"}, words.GroupPredict, words.KeyPredict},
	{NextQuestion, nil, words.GroupPredict, words.KeyNextQuestion},
	{TakeHint, nil, words.GroupPredict, words.KeyHint},
	{SkipQuestion, nil, words.GroupPredict, words.KeySkip},
	{OpenPalette, []string{"Ctrl+k"}, words.GroupPage, words.KeyPalette},
	{OpenGallery, []string{"g"}, words.GroupPage, words.KeyGallery},
	{OpenGlossary, []string{"i"}, words.GroupPage, words.KeyGlossary},
	{BeginOpening, []string{"q"}, words.GroupPage, words.KeyOpening},
	{OpenEditor, []string{"e"}, words.GroupPage, words.KeyEdit},
	{OpenPolicy, []string{"5"}, words.GroupPage, words.KeyPolicy},
	{UndoEdit, []string{"Ctrl+z"}, words.GroupPage, words.KeyUndo},
	{RedoEdit, []string{"Ctrl+Shift+z", "Ctrl+y"}, words.GroupPage, words.KeyRedo},
	{OpenLecture, []string{"l"}, words.GroupPage, words.KeyLecture},
	{OpenMenu, []string{"m", "ContextMenu", "Shift+F10"}, words.GroupPage, words.KeyMenu},
	{AddJob, []string{"j"}, words.GroupPage, words.KeyAddJob},
	{OpenExport, []string{"u"}, words.GroupPage, words.KeyExport},
	{MakeSheet, nil, words.GroupPage, words.KeySheet},
	{ByHand, nil, words.GroupPage, words.KeyByHand},
	{OpenDrafts, nil, words.GroupPage, words.KeyDrafts},
	{CopyLink, []string{"y"}, words.GroupPage, words.KeyShare},
	{MakeShort, []string{"r"}, words.GroupPage, words.KeyShort},
	{ShowCode, nil, words.GroupPage, words.KeyQR},
	{SwitchTheme, []string{"t"}, words.GroupPage, words.KeyTheme},
	{OpenSettings, []string{"o"}, words.GroupPage, words.KeySettings},
	{OpenHelp, []string{"?"}, words.GroupPage, words.KeyHelp},
	{Out, []string{"Escape"}, words.GroupPage, words.KeyOut},
}

// Press is a key with what is held and what has the focus.
type Press struct {
	Key              string // KeyboardEvent.key
	Code             string // KeyboardEvent.code: where the key is, whatever it writes
	Ctrl, Alt, Shift bool
	In               Focus
}

// Focus is the kind of element that has the focus: each needs some keys itself.
type Focus uint8

// The kinds of elements.
const (
	OnPage   Focus = iota
	OnField        // text: takes all but Escape
	OnPicker       // a list to choose from: up and down choose, left and right lead through time
	OnButton       // a button or link: Space and Enter press it
	OnSlider       // the slider of time: arrows, Home, End and paging move it
	OnDial         // a slider of the scenario: up, down, Home, End and paging move it
	OnGrid         // a tree or grid that all arrows walk through
	OnList         // a list that up and down walk through
	OnDialog       // an open dialog: takes all
)

// Pressed is what a key does there; NoAction leaves it to the browser. The first
// row that has the key and can be done now counts.
func (m Panel) Pressed(p Press) Action {
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

// name is the key as rows write it. Keyboards that write no Latin letters have
// theirs where QWERTY has them.
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

// Letter reports whether the key alone would write something, so that the
// switch for single letters turns it off.
func (p *Press) Letter() bool {
	return !p.Ctrl && !p.Alt && p.Key != " " && utf8.RuneCountInString(p.Key) == 1
}

// takes reports whether the element needs the key itself.
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

// KeyNames writes the keys of an action for people: "→", "Shift →", "Ctrl K".
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
