package lang

import (
	"slices"
	"strings"

	"hopyard/scenarios"
)

// Lecture returns the texts of lecture mode and of the speaker's window in a
// language, by name. They are in separate files, also for English, because few
// readers need them; the program contains none of them.
func Lecture(root, code string) (map[string]string, error) {
	return readTexts(root, code, "lecture.json")
}

// lecture compares the texts of lecture mode and the speaker's notes of lessons
// with English.
func (c *checker) lecture(root string, lessons map[string]LessonText) {
	c.checkTexts(root, Lecture, "lecture", []string{"static/lecture/*.js"}, func(name, sources string) bool {
		return strings.Contains(sources, "'"+name+"'") || strings.Contains(sources, "said."+name)
	})
	c.file = "lessons"
	notes := scenarios.Notes()
	for _, l := range scenarios.All() {
		have := lessons[l.Name].Notes
		if len(have) != len(notes[l.Name]) {
			c.fault(l.Name, "has %d notes, and English %d", len(have), len(notes[l.Name]))
			continue
		}
		for i, text := range have {
			c.text(l.Name, "", text, false)
			if a, b := codes(notes[l.Name][i].Text), codes(text); !slices.Equal(a, b) {
				c.fault(l.Name, "note %d has the code %q, and English %q", i+1, b, a)
			}
		}
	}
}

// codes returns the parts of a Markdown text that are code, that is, between
// backquotes, sorted. They must be the same in every language.
func codes(text string) []string {
	var out []string
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			out = append(out, part)
		}
	}
	slices.Sort(out)
	return out
}
