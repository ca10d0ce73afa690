// Package scenarios holds the lessons: small scenarios, each of which shows one
// phenomenon of scheduling. They are embedded in every program. README.md in this
// folder describes the scenario language field by field.
//
// All returns the lessons in order, and Find returns a lesson by name:
//
//	l, ok := scenarios.Find("easy-hole")
//	s, err := scenario.Parse(l.Source)
//
// A [Lesson] has the JSON of a scenario, a title and goals. Its [Tags] are used to
// search lists of lessons and to draw thumbnails. Other functions return teaching
// material that is not part of the scenarios. Paths returns courses, which are
// sequences of lessons. Studies returns hints and takeaways. Notes returns notes
// for lecturers, and Designs returns experiments.
//
// The tests simulate the lessons and check that each lesson shows its phenomenon.
// README.md lists the source documents S0 to S4. The tests with S0 or S4 in their
// names, and the tests listed in claims.md, check claims of these documents.
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
	Name   string // unique name, for example "easy-hole"; it must not change, because links and files contain it
	Group  string // heading above the lesson in lists, for example "Queues"
	Title  string
	About  string
	Goals  []scenario.Goal
	Source []byte // scenario as JSON
	Tags   Tags
}

// All returns the lessons in order. Callers must not modify their contents. Cost:
// the first call parses all lessons and takes well under a millisecond for each.
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

// Find returns the lesson with the given name, or false if there is none. It costs
// as much as All.
func Find(name string) (Lesson, bool) {
	for _, l := range parsed() {
		if l.Name == name {
			return l, true
		}
	}
	return Lesson{}, false
}
