package lang

import (
	"slices"
	"strings"

	"hopyard/scenarios"
)

// Lecture are the texts of lecture mode and of the speaker's window, by name. They
// are in files of their own in English, too, since few readers want them: the
// program has none of them.
func Lecture(root, code string) (map[string]string, error) {
	return apart(root, code, "lecture.json")
}

// lecture checks the texts of lectures against English, and the notes of lessons.
func (c *checker) lecture(root string, lessons map[string]LessonText) {
	c.apart(root, Lecture, "lecture", []string{"static/lecture/*.js"}, func(name, sources string) bool {
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

// codes are what stands in code marks, which is the same in every language.
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
