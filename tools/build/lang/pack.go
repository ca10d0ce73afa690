package lang

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"hopyard/core/scenario"
	"hopyard/scenarios"
)

// Codes lists the languages other than English.
var Codes = []string{"zh", "ru"}

// Pack holds the texts of a language that the page loads before its first schedule,
// or soon afterwards.
type Pack struct {
	Texts [][]string        `json:"texts"` // by area, in the order of the constants
	Names map[string]string `json:"names"` // translations by the English text
	Shell map[string]string `json:"shell"` // texts of index.html by key
	First []string          `json:"first"` // texts of the first lesson, in the format of LaterTexts.Lessons
}

// LaterTexts holds the texts of a language that the page loads later. Lessons
// contains the title, the description and the goals of each lesson. Forms contains
// the titles and explanations of forms in the order of [FormTexts].
type LaterTexts struct {
	Lessons [][]string `json:"lessons"`
	Studies [][]string `json:"studies"` // for each lesson, its takeaway and its hints
	Paths   [][]string `json:"paths"`   // for each learning path, its title and description
	Forms   []string   `json:"forms"`
}

// LessonText holds the translated texts of a lesson or of a learning path.
type LessonText struct {
	Title string   `json:"title"`
	About string   `json:"about"`
	Goals []string `json:"goals"`
	Notes []string `json:"notes"` // speaker's notes, which the page loads only for a lecture

	Takeaway string      `json:"takeaway"`
	Hints    [][2]string `json:"hints"`
}

func (l *LessonText) list() []string { return append([]string{l.Title, l.About}, l.Goals...) }

// study returns a list of the takeaway followed by the hints, the format that the
// page reads.
func (l *LessonText) study() []string {
	list := []string{l.Takeaway}
	for _, h := range l.Hints {
		list = append(list, h[0], h[1])
	}
	return list
}

// Source holds the texts of a language as they are in its files.
type Source struct {
	Code    string
	Texts   map[string]map[string]string // by area and then by name of the constant
	Names   map[string]string
	Shell   map[string]string
	Lessons map[string]LessonText // by name of the lesson's file
	Paths   map[string]LessonText // by name of the path; without goals
	Forms   map[string]string     // translations by the English text
}

// Read reads the files of a language. A missing file counts as empty.
func Read(root, code string, areas []Area) (*Source, error) {
	s := &Source{
		Code: code, Texts: map[string]map[string]string{},
		Names: map[string]string{}, Shell: map[string]string{}, Lessons: map[string]LessonText{}, Paths: map[string]LessonText{}, Forms: map[string]string{},
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
	return s, errors.Join(errs...)
}

// Pack puts the texts in the order that the page expects. A missing text becomes
// "", so that the page shows the English text; the tests report missing texts.
func (s *Source) Pack(areas []Area) (*Pack, *LaterTexts) {
	p, r := &Pack{Names: s.Names, Shell: s.Shell}, &LaterTexts{}
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

// FormTexts returns all English texts of forms in the order that the page expects.
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
