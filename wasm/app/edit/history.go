package edit

import (
	"slices"
	"strings"

	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// History lists the scenarios that were on screen, in order, for undo and redo.
// Each entry has the moment that was shown. The history keeps the texts of the
// scenarios, not their runs.
type History struct {
	Line []Stop
	At   int // index of the entry on screen
}

// Stop is an entry of the history, that is, a scenario that was on screen.
type Stop struct {
	Load   message.Load
	lesson int
	did    model.EditSummary // description of the edit that led from the previous entry to this one
	key    string            // key of this edit; successive edits with the same key are merged
	edit   bool              // whether this entry is an edit of the previous one; false: another scenario was opened
	policy message.PolicyChoice
	shape  message.MachineChoice
	title  string
	draft  string
}

// Limits of the history.
const (
	MaxStops   = 100
	MaxHistory = 32 << 20 // largest size of all texts together, in bytes
)

// Undo requests a run of the scenario before the latest edit. It returns nil if
// there is nothing to undo.
func (m *EditPanel) Undo() *message.Load { return m.turn(-1) }

// Redo requests a run of the scenario that was undone last. It returns nil if there
// is nothing to redo.
func (m *EditPanel) Redo() *message.Load { return m.turn(1) }

func (m *EditPanel) turn(by int) *message.Load {
	h := &m.Edits
	if m.Loading != nil {
		by += m.Request.Turn // if the key is pressed again before the answer arrives, both steps through the history are made
	}
	to := h.At + by
	if m.Run == nil || by == 0 || to < 0 || to >= len(h.Line) {
		return nil
	}
	compares := true
	for i := min(h.At, to) + 1; i <= max(h.At, to); i++ {
		compares = compares && h.Line[i].edit
	}
	asked := m.Load(h.Line[to].Load)
	m.Request.Edit = compares
	m.Request.Turn = by
	return asked
}

// TurnLesson returns the lesson of the scenario that Undo or Redo has requested, as
// an index into the page's list.
func (m *EditPanel) TurnLesson() int { return m.Edits.Line[m.Edits.At+m.Request.Turn].lesson }

// SetLesson records which lesson is on screen, as an index into the page's list; -1
// means none.
func (h *History) SetLesson(lesson int) { h.Line[h.At].lesson = lesson }

// Visit adds the requested scenario to the history when it has arrived on screen.
// The first parameter is a request for the previous scenario at the moment shown
// last. The second is true if there was no previous scenario. After undo or redo,
// Visit returns a description of what was undone or redone; otherwise it returns
// "".
func (m *EditPanel) Visit(before message.Load, first bool) string {
	h := &m.Edits
	now := Stop{
		Load: m.Source, lesson: -1, did: m.Request.Did, key: m.Request.Key, edit: m.Request.Edit,
		policy: m.Run.Policy, shape: m.Run.Machine.Shape, title: m.Run.Title,
	}
	turn, again := m.Request.Turn, m.Request.Again
	m.Request.Turn, m.Request.Again, m.Request.Did, m.Request.Key = 0, false, model.EditSummary{}, ""
	if turn != 0 && !first {
		m.Drafts.Settle(&h.Line[h.At+turn], m.Request.Draft, true, false)
	} else {
		m.Drafts.Settle(&now, m.Request.Draft, false, again)
	}
	m.Request.Draft = ""
	if first {
		h.Line, h.At = append(h.Line[:0], now), 0
		return ""
	}
	h.Line[h.At].Load = before
	switch {
	case again:
		return ""
	case turn != 0:
		text, did := i18n.Redone, &h.Line[h.At+turn].did
		if h.At += turn; turn < 0 {
			text, did = i18n.Undone, &h.Line[h.At+1].did
		}
		return m.Words.Say(text, i18n.S("what", m.Said(did)))
	}
	old := &h.Line[h.At]
	if now.key != "" && now.key == old.key && h.At > 0 { // this edit continues the edit before it, so the two are merged
		h.Line, h.At = h.Line[:h.At], h.At-1
		old = &h.Line[h.At]
	}
	if now.did.Text == 0 {
		now.did = m.difference(old, &now)
	}
	h.Line = append(h.Line[:h.At+1], now)
	h.At++
	h.Bound()
	return ""
}

// Has reports whether the history contains a scenario with the given text.
func (h *History) Has(text string) bool {
	return slices.ContainsFunc(h.Line, func(s Stop) bool { return s.Load.Text == text })
}

// Bound removes the oldest entries if the history exceeds its limits.
func (h *History) Bound() {
	size, keep := 0, len(h.Line)
	for i := len(h.Line) - 1; i >= 0; i-- {
		if i == len(h.Line)-1 || h.Line[i].Load.Text != h.Line[i+1].Load.Text {
			size += len(h.Line[i].Load.Text)
		}
		if n := len(h.Line) - i; n == 1 || n <= MaxStops+1 && size <= MaxHistory {
			keep = i
		}
	}
	h.Line = slices.Delete(h.Line, 0, keep)
	h.At -= keep
}

// Break prevents the next edit from being merged with the latest edit.
func (h *History) Break() {
	if len(h.Line) > 0 {
		h.Line[h.At].key = ""
	}
}

// UndoText returns a description of the edit that Undo would undo. It returns "" if
// there is none.
func (m *EditPanel) UndoText() string {
	if m.Edits.At == 0 {
		return ""
	}
	return m.Words.Say(i18n.UndoWhat, i18n.S("what", m.Said(&m.Edits.Line[m.Edits.At].did)))
}

// RedoText returns a description of the edit that Redo would redo. It returns "" if
// there is none.
func (m *EditPanel) RedoText() string {
	if m.Edits.At+1 >= len(m.Edits.Line) {
		return ""
	}
	return m.Words.Say(i18n.RedoWhat, i18n.S("what", m.Said(&m.Edits.Line[m.Edits.At+1].did)))
}

// Said returns the description of an edit in the current language, cut to 120
// characters.
func (m *EditPanel) Said(d *model.EditSummary) string {
	const most = 120
	text := strings.TrimSpace(m.Words.Say(d.Text, d.Pairs...))
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return text
}
