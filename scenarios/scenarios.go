// Package scenarios holds the lessons: small scenarios, each of which shows one
// phenomenon of scheduling. They are embedded in every program. README.md in this
// folder describes the scenario language field by field.
//
// All returns the lessons in order, and Find returns a lesson by name:
//
//	l, ok := scenarios.Find("easy-hole")
//	s, err := scenario.Parse(l.Source)
//
// A [Lesson] has the JSON of a scenario, its title and its goals, and [Tags], by
// which lists are searched and thumbnails are drawn. The other files hold what
// belongs to lessons but not to their scenarios. Paths returns courses, which are
// sequences of lessons. Studies returns hints and takeaways. Notes returns notes
// for lecturers, and Designs returns experiments.
//
// The tests simulate the lessons and check that each shows what it promises. Tests
// named after S0 and S4, and those in claims.md, check the claims of the sources S0
// to S4, which README.md lists.
package scenarios

import (
	"embed"
	"fmt"
	"slices"
	"sync"

	"hopyard/core/scenario"
)

//go:embed *.json
var files embed.FS

// Lesson is a scenario together with its teaching material.
type Lesson struct {
	Name   string // stable, since links and files use it: "easy-hole"
	Group  string // heading under which lists show the lesson: "Queues"
	Title  string
	About  string
	Goals  []scenario.Goal
	Source []byte // the scenario as JSON
	Tags   Tags
}

// All returns the lessons in order. Callers must not modify their contents. Cost:
// the first call parses all lessons, well under a millisecond each.
func All() []Lesson { return slices.Clone(parsed()) }

var parsed = sync.OnceValue(func() []Lesson {
	var all []Lesson
	for _, l := range lessons {
		src, err := files.ReadFile(l.name + ".json")
		if err != nil {
			panic(fmt.Sprintf("scenarios: lesson %s is not embedded: %v", l.name, err))
		}
		s, err := scenario.Parse(src)
		if err != nil {
			panic(fmt.Sprintf("scenarios: lesson %s: %v", l.name, err))
		}
		all = append(all, Lesson{l.name, l.group, s.Title, s.About, s.Goals, src, l.tags})
	}
	return all
})

// Find returns the lesson with the given name, or false if there is none. Cost:
// that of All.
func Find(name string) (Lesson, bool) {
	for _, l := range parsed() {
		if l.Name == name {
			return l, true
		}
	}
	return Lesson{}, false
}
