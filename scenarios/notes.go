package scenarios

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"hopyard/core/scenario"
)

// noteTexts are the notes of lessons, apart from these: a scenario that somebody
// shares should not carry what is for the speaker of another lecture, and few
// readers want them.
//
//go:embed notes/lessons.json
var noteTexts []byte

// Notes are what a lecturer may want to say on each lesson, by its name; in English.
// They are as the field "notes" of its scenario would be. Cost: reading the lessons
// that have some.
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

// withNotes is a scenario with the field "notes" put first.
func withNotes(source, notes []byte) []byte {
	out := append([]byte(`{"notes":`), notes...)
	for i, c := range source {
		if c == '{' {
			return append(append(out, ','), source[i+1:]...)
		}
	}
	return out
}
