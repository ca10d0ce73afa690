package lang

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
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

// apart are the texts of a file of a language that the program has none of.
func apart(root, code, file string) (map[string]string, error) {
	name := filepath.Join("static", "lang", code, file)
	raw, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	if err := json.Unmarshal(raw, &texts); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return texts, nil
}

// lecture checks the texts of lectures against English, and the notes of lessons.
func (c *checker) lecture(root string, lessons map[string]Lesson) {
	c.file = "lecture"
	english, err := Lecture(root, "en")
	if err != nil {
		c.fault("English", "%v", err)
		return
	}
	own, err := Lecture(root, c.code)
	if err != nil {
		c.fault(c.code, "%v", err)
		return
	}
	c.same(sorted(english), own)
	scripts, err := lectureScripts(root)
	if err != nil {
		c.fault("scripts", "%v", err)
	}
	for name, text := range english {
		c.text(name, text, own[name], true)
		if !strings.Contains(scripts, "'"+name+"'") && !strings.Contains(scripts, "said."+name) {
			c.fault(name, "nothing asks for it")
		}
	}
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

// lectureScripts is the JavaScript that says the texts.
func lectureScripts(root string) (string, error) {
	names, err := filepath.Glob(filepath.Join(root, "static", "lecture", "*.js"))
	if err != nil {
		return "", err
	}
	var all strings.Builder
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		all.Write(raw)
	}
	return all.String(), nil
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
