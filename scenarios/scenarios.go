// Package scenarios holds the lessons: small scenarios that show one
// phenomenon each, embedded in every program. README.md beside it describes
// the scenario language field by field.
package scenarios

import (
	"embed"
	"fmt"

	"hopyard/core/scenario"
)

//go:embed *.json
var files embed.FS

// names are the lessons in the order in which they are best met; the first is
// what a newcomer sees.
var names = [...]string{
	"easy-hole",
	"head-of-line",
	"conservative",
	"walltimes",
	"fragmented",
	"mdm",
	"torus",
	"units",
	"exact-fit",
	"shared-nodes",
}

// Lesson is a scenario with what it teaches.
type Lesson struct {
	Name   string // stable, for links and files: "easy-hole"
	Title  string
	About  string
	Goals  []string // what to find out
	Source []byte   // the JSON
}

// All are the lessons in order. Cost: reading them all, well under a
// millisecond a lesson.
func All() []Lesson {
	all := make([]Lesson, len(names))
	for i, name := range names {
		src, err := files.ReadFile(name + ".json")
		if err != nil {
			panic(fmt.Sprintf("scenarios: lesson %s is not embedded: %v", name, err))
		}
		s, err := scenario.Parse(src)
		if err != nil {
			panic(fmt.Sprintf("scenarios: lesson %s: %v", name, err))
		}
		all[i] = Lesson{name, s.Title, s.About, s.Goals, src}
	}
	return all
}

// Find is the lesson of a name, and false if there is none.
func Find(name string) (Lesson, bool) {
	for _, l := range All() {
		if l.Name == name {
			return l, true
		}
	}
	return Lesson{}, false
}
