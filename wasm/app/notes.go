package app

import "hopyard/wasm/app/words"

// TimelineNote says what the rows are.
func (m *Model) TimelineNote() string {
	if m.Run == nil {
		return ""
	}
	text := words.RowsNodes
	switch d := m.Run.Machine.Drawn; {
	case len(d.Tree) > 0:
		text = words.RowsLeaves
	case d.Bands() == nil:
	case len(d.Dims) == 0:
		text = words.RowsGroups
	default:
		text = words.RowsLines
	}
	note := m.Words.Say(text)
	if m.Run.Speeds != nil {
		note += " · " + m.Words.Say(words.BarsSpeed)
	}
	return note
}
