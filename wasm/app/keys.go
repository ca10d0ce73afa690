package app

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
	BeginTour
	MakeShort
	ShowCode
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
	When  func(*Model) bool // it can be done now; nil: always
}

// Keys is the table.
var Keys = []Key{
	{Forward, []string{"ArrowRight", " ", "PageDown", "."}, words.GroupMove, words.KeyForward, nil},
	{Back, []string{"ArrowLeft", "PageUp", ","}, words.GroupMove, words.KeyBack, nil},
	{NextDecision, []string{"Shift+ArrowRight"}, words.GroupMove, words.KeyNextDecision, nil},
	{LastDecision, []string{"Shift+ArrowLeft"}, words.GroupMove, words.KeyLastDecision, nil},
	{NextOfJob, []string{"n"}, words.GroupMove, words.KeyNextOfJob, nil},
	{LastOfJob, []string{"p"}, words.GroupMove, words.KeyLastOfJob, nil},
	{NextConflict, []string{"x"}, words.GroupMove, words.KeyNextConflict, nil},
	{LastConflict, []string{"z"}, words.GroupMove, words.KeyLastConflict, nil},
	{ToStart, []string{"Home"}, words.GroupMove, words.KeyFirst, nil},
	{ToEnd, []string{"End"}, words.GroupMove, words.KeyLast, nil},
	{Play, []string{"k"}, words.GroupMove, words.KeyPlay, nil},
	{Faster, []string{">"}, words.GroupMove, words.KeyFaster, nil},
	{Slower, []string{"<"}, words.GroupMove, words.KeySlower, nil},
	{FocusQueue, []string{"1"}, words.GroupLook, words.KeyQueue, nil},
	{FocusMachine, []string{"2"}, words.GroupLook, words.KeyMachine, nil},
	{FocusTimeline, []string{"3"}, words.GroupLook, words.KeyTimeline, nil},
	{FocusWhy, []string{"4"}, words.GroupLook, words.KeyWhy, nil},
	{Fit, []string{"f"}, words.GroupLook, words.KeyFit, nil},
	{WholeView, []string{"0"}, words.GroupLook, words.KeyWhole, nil},
	{ZoomIn, []string{"+", "=", "w"}, words.GroupLook, words.KeyZoomIn, nil},
	{ZoomOut, []string{"-", "s"}, words.GroupLook, words.KeyZoomOut, nil},
	{PanLeft, []string{"a"}, words.GroupLook, words.KeyPanLeft, nil},
	{PanRight, []string{"d"}, words.GroupLook, words.KeyPanRight, nil},
	{OpenCompare, []string{"c"}, words.GroupCompare, words.KeyCompare, nil},
	{FirstDivergence, []string{"v"}, words.GroupCompare, words.KeyFirstDivergence, nil},
	{NextDivergence, []string{"]"}, words.GroupCompare, words.KeyNextDivergence, nil},
	{LastDivergence, []string{"["}, words.GroupCompare, words.KeyLastDivergence, nil},
	{OpenPalette, []string{"Ctrl+k"}, words.GroupPage, words.KeyPalette, nil},
	{OpenGallery, []string{"g"}, words.GroupPage, words.KeyGallery, nil},
	{OpenGlossary, []string{"i"}, words.GroupPage, words.KeyGlossary, nil},
	{BeginTour, []string{"q"}, words.GroupPage, words.KeyTour, nil},
	{OpenEditor, []string{"e"}, words.GroupPage, words.KeyEdit, nil},
	{UndoEdit, []string{"Ctrl+z"}, words.GroupPage, words.KeyUndo, nil},
	{RedoEdit, []string{"Ctrl+Shift+z", "Ctrl+y"}, words.GroupPage, words.KeyRedo, nil},
	{OpenMenu, []string{"m", "ContextMenu", "Shift+F10"}, words.GroupPage, words.KeyMenu, nil},
	{AddJob, []string{"j"}, words.GroupPage, words.KeyAddJob, nil},
	{OpenExport, []string{"u"}, words.GroupPage, words.KeyExport, nil},
	{OpenDrafts, nil, words.GroupPage, words.KeyDrafts, nil},
	{CopyLink, []string{"y"}, words.GroupPage, words.KeyShare, nil},
	{MakeShort, []string{"r"}, words.GroupPage, words.KeyShort, nil},
	{ShowCode, nil, words.GroupPage, words.KeyQR, nil},
	{SwitchTheme, []string{"t"}, words.GroupPage, words.KeyTheme, nil},
	{OpenSettings, []string{"o"}, words.GroupPage, words.KeySettings, nil},
	{OpenHelp, []string{"?"}, words.GroupPage, words.KeyHelp, nil},
	{Out, []string{"Escape"}, words.GroupPage, words.KeyOut, nil},
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
func (m *Model) Pressed(p Press) Action {
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
		if slices.Contains(Keys[i].Keys, name) && Keys[i].now(m) {
			return Keys[i].Action
		}
	}
	return NoAction
}

// now reports whether the row's action can be carried out.
func (k *Key) now(m *Model) bool { return k.When == nil || k.When(m) }

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
