package lang

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"hopyard/core/scenario"
	"hopyard/scenarios"
)

// Codes are the languages besides English.
var Codes = []string{"zh", "ru"}

// Pack is one language as the page reads it before its first schedule, or soon
// after.
type Pack struct {
	Texts [][]string        `json:"texts"` // by area, in the order of the constants
	Names map[string]string `json:"names"` // by what they are called in English
	Shell map[string]string `json:"shell"` // of index.html, by key
	First []string          `json:"first"` // of the first lesson, as in Rest
}

// Rest is what is wanted later: for each lesson its title, what it is about and
// its goals; the paths; and the titles and explanations of forms, in the order of English.
type Rest struct {
	Lessons [][]string `json:"lessons"`
	Studies [][]string `json:"studies"` // of each lesson what it leaves, and its hints
	Paths   [][]string `json:"paths"`   // of each its title, and what it is about
	Forms   []string   `json:"forms"`
}

// LessonText is the text of one lesson.
type LessonText struct {
	Title string   `json:"title"`
	About string   `json:"about"`
	Goals []string `json:"goals"`
	Notes []string `json:"notes"` // for the speaker; they come with a lecture alone

	Takeaway string      `json:"takeaway"`
	Hints    [][2]string `json:"hints"`
}

func (l *LessonText) list() []string { return append([]string{l.Title, l.About}, l.Goals...) }

// study returns the takeaway and the hints in one list, as the page reads them.
func (l *LessonText) study() []string {
	list := []string{l.Takeaway}
	for _, h := range l.Hints {
		list = append(list, h[0], h[1])
	}
	return list
}

// Source is one language as its files have it.
type Source struct {
	Code    string
	Texts   map[string]map[string]string // by area, by constant
	Names   map[string]string
	Shell   map[string]string
	Lessons map[string]LessonText        // by file
	Paths   map[string]LessonText        // by name; without goals
	Forms   map[string]string            // by what they say in English
	Phones  map[string]map[string]string // of pages for phones in a room, by file, by name
}

// Read reads the files of a language. A file that is not there is empty.
func Read(root, code string, areas []Area) (*Source, error) {
	s := &Source{
		Code: code, Texts: map[string]map[string]string{},
		Names: map[string]string{}, Shell: map[string]string{}, Lessons: map[string]LessonText{}, Paths: map[string]LessonText{}, Forms: map[string]string{},
		Phones: map[string]map[string]string{},
	}
	var errs []error
	read := func(name string, into any) {
		file := filepath.Join(root, "static", "lang", code, name+".json")
		raw, err := os.ReadFile(file)
		if errors.Is(err, os.ErrNotExist) {
			return
		}
		if err == nil {
			err = json.Unmarshal(raw, into)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("static/lang/%s/%s.json: %w", code, name, err))
		}
	}
	for _, area := range areas {
		texts := map[string]string{}
		read(area.Name, &texts)
		s.Texts[area.Name] = texts
	}
	read("names", &s.Names)
	read("shell", &s.Shell)
	read("lessons", &s.Lessons)
	read("paths", &s.Paths)
	read("forms", &s.Forms)
	for name := range phoneFiles {
		texts := map[string]string{}
		read(name, &texts)
		s.Phones[name] = texts
	}
	return s, errors.Join(errs...)
}

// Pack puts the texts in order. What is missing is "", for which the page says
// English; the tests find it.
func (s *Source) Pack(areas []Area) (*Pack, *Rest) {
	p, r := &Pack{Names: s.Names, Shell: s.Shell}, &Rest{}
	for _, area := range areas {
		list := make([]string, len(area.Texts))
		for i, name := range area.Texts {
			list[i] = s.Texts[area.Name][name]
		}
		p.Texts = append(p.Texts, list)
	}
	for _, l := range scenarios.All() {
		text := s.Lessons[l.Name]
		r.Lessons = append(r.Lessons, text.list())
		r.Studies = append(r.Studies, text.study())
	}
	p.First = r.Lessons[0]
	for _, path := range scenarios.Paths() {
		text := s.Paths[path.Name]
		r.Paths = append(r.Paths, text.list())
	}
	for _, text := range FormTexts() {
		r.Forms = append(r.Forms, s.Forms[text])
	}
	return p, r
}

// FormTexts are all texts of forms, in the order in which the page reads them.
func FormTexts() []string {
	var out []string
	for _, f := range scenario.Forms() {
		out = append(out, f.Title, f.About)
		for _, x := range f.Fields {
			out = append(out, x.Title, x.About)
		}
	}
	return out
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
