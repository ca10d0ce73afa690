package scenarios

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"hopyard/core/scenario"
)

// noteTexts is the JSON of the notes for lecturers. The notes are not part of the
// lessons, for two reasons. A lecturer who shares a scenario should not pass on
// notes that were written for another lecture. Also, few readers want the notes.
//
//go:embed notes/lessons.json
var noteTexts []byte

// Notes returns notes for lecturers: suggestions, in English, of what to say about
// each lesson. The keys of the map are the names of the lessons. The notes have the
// format of the field "notes" of a scenario. Cost: parsing all lessons that have
// notes.
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

// withNotes returns the text of a scenario with the field "notes" inserted before
// all other fields.
func withNotes(source, notes []byte) []byte {
	out := append([]byte(`{"notes":`), notes...)
	for i, c := range source {
		if c == '{' {
			return append(append(out, ','), source[i+1:]...)
		}
	}
	return out
}
