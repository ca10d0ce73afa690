package scenarios

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"hopyard/core/scenario"
)

// noteTexts is the JSON of the notes for lecturers. They are stored apart from the
// lessons for two reasons: a lecturer who shares a scenario should not pass on
// notes written for another lecture, and few readers want the notes.
//
//go:embed notes/lessons.json
var noteTexts []byte

// Notes returns suggestions of what a lecturer may say about each lesson, in
// English, by the lesson's name. The suggestions have the format of the field
// "notes" of a scenario. Cost: parsing all lessons that have notes.
func Notes() map[string][]scenario.Note {
	var texts map[string]json.RawMessage
	if err := json.Unmarshal(noteTexts, &texts); err != nil {
		panic(fmt.Sprintf("scenarios: notes/lessons.json: %v", err))
	}
	all := map[string][]scenario.Note{}
	for name, notes := range texts {
		l, ok := Find(name)
		if !ok {
			panic(fmt.Sprintf("scenarios: notes/lessons.json: there is no lesson %s", name))
		}
		s, err := scenario.Parse(withNotes(l.Source, notes))
		if err != nil {
			panic(fmt.Sprintf("scenarios: notes/lessons.json: %s: %v", name, err))
		}
		all[name] = s.Notes
	}
	return all
}

// withNotes returns the text of a scenario with the field "notes" inserted first.
func withNotes(source, notes []byte) []byte {
	out := append([]byte(`{"notes":`), notes...)
	for i, c := range source {
		if c == '{' {
			return append(append(out, ','), source[i+1:]...)
		}
	}
	return out
}
