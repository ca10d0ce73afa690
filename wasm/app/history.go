package app

import (
	"slices"
	"strings"

	"hopyard/wasm/app/message"
	"hopyard/wasm/app/view"
	"hopyard/wasm/app/words"
)

// History is what can be undone and done again: the scenarios that were on
// screen, in order, each with its place in time. It holds texts, not runs.
type History struct {
	line []stop
	at   int // the stop on screen
}

// stop is a scenario that was on screen.
type stop struct {
	load   message.Load
	lesson int
	did    view.Did // what led to it from the stop before
	key    string   // of the edit that led to it
	edit   bool     // it was an edit of the stop before, not another scenario
	policy message.Policy
	shape  message.Shape
	title  string
	draft  string
}

// Bounds of the history.
const (
	maxStops   = 100
	maxHistory = 32 << 20 // bytes of all texts
)

// Undo asks for the scenario before the latest edit, Redo for the one after it;
// nil if there is none.
func (m *Model) Undo() *message.Load { return m.turn(-1) }

// Redo asks for what was undone last.
func (m *Model) Redo() *message.Load { return m.turn(1) }

func (m *Model) turn(by int) *message.Load {
	h := &m.Edits
	if m.Loading != nil {
		by += m.Request.Turn // keys that come quickly add up
	}
	to := h.at + by
	if m.Run == nil || by == 0 || to < 0 || to >= len(h.line) {
		return nil
	}
	compares := true
	for i := min(h.at, to) + 1; i <= max(h.at, to); i++ {
		compares = compares && h.line[i].edit
	}
	asked := m.Load(h.line[to].load)
	m.Request.Edit = compares
	m.Request.Turn = by
	return asked
}

// TurnLesson is the lesson that what Undo or Redo asked for belongs to.
func (m *Model) TurnLesson() int { return m.Edits.line[m.Edits.at+m.Request.Turn].lesson }

// Belongs says which lesson is on screen, as the page counts them; -1: none.
func (h *History) Belongs(lesson int) { h.line[h.at].lesson = lesson }

// visit takes in that what was asked for is on screen: what was there before is
// at its place by then. It reports what was undone or done again.
func (m *Model) visit(before message.Load, first bool) string {
	h := &m.Edits
	now := stop{
		load: m.Source, lesson: -1, did: m.Request.Did, key: m.Request.Key, edit: m.Request.Edit,
		policy: m.Run.Policy, shape: m.Run.Machine.Shape, title: m.Run.Title,
	}
	turn, again := m.Request.Turn, m.Request.Again
	m.Request.Turn, m.Request.Again, m.Request.Did, m.Request.Key = 0, false, view.Did{}, ""
	if turn != 0 && !first {
		m.Drafts.settle(&h.line[h.at+turn], m.Request.Draft, true, false)
	} else {
		m.Drafts.settle(&now, m.Request.Draft, false, again)
	}
	m.Request.Draft = ""
	if first {
		h.line, h.at = append(h.line[:0], now), 0
		return ""
	}
	h.line[h.at].load = before
	switch {
	case again:
		return ""
	case turn != 0:
		text, did := words.Redone, &h.line[h.at+turn].did
		if h.at += turn; turn < 0 {
			text, did = words.Undone, &h.line[h.at+1].did
		}
		return m.Words.Say(text, words.S("what", words.Escape(m.said(did))))
	}
	old := &h.line[h.at]
	if now.key != "" && now.key == old.key && h.at > 0 { // one edit goes on
		h.line, h.at = h.line[:h.at], h.at-1
		old = &h.line[h.at]
	}
	if now.did.Text == 0 {
		now.did = m.difference(old, &now)
	}
	h.line = append(h.line[:h.at+1], now)
	h.at++
	h.bound()
	return ""
}

// bound forgets the oldest stops beyond what is kept.
func (h *History) bound() {
	size, keep := 0, len(h.line)
	for i := len(h.line) - 1; i >= 0; i-- {
		if i == len(h.line)-1 || h.line[i].load.Text != h.line[i+1].load.Text {
			size += len(h.line[i].load.Text)
		}
		if n := len(h.line) - i; n == 1 || n <= maxStops+1 && size <= maxHistory {
			keep = i
		}
	}
	h.line = slices.Delete(h.line, 0, keep)
	h.at -= keep
}

// Break ends an edit that the next one would go on with.
func (h *History) Break() {
	if len(h.line) > 0 {
		h.line[h.at].key = ""
	}
}

// UndoText is what undoing would undo, "" for nothing; RedoText what doing it
// again would do.
func (m *Model) UndoText() string {
	if m.Edits.at == 0 {
		return ""
	}
	return m.Words.Say(words.UndoWhat, words.S("what", m.said(&m.Edits.line[m.Edits.at].did)))
}

// RedoText is what would be done again, "" for nothing.
func (m *Model) RedoText() string {
	if m.Edits.at+1 >= len(m.Edits.line) {
		return ""
	}
	return m.Words.Say(words.RedoWhat, words.S("what", m.said(&m.Edits.line[m.Edits.at+1].did)))
}

func (m *Model) said(d *view.Did) string {
	const most = 120
	text := strings.TrimSpace(m.Words.Say(d.Text, d.Pairs...))
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return text
}

// ActionText is what the help says of an action.
func (m *Model) ActionText(a Action) string {
	for i := range Keys {
		if Keys[i].Action == a {
			return m.Words.Say(Keys[i].Text)
		}
	}
	return ""
}
