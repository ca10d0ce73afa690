// Package scenarios holds the lessons: small scenarios that show one
// phenomenon each, embedded in every program. README.md beside it describes
// the scenario language field by field.
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

// Lesson is a scenario with what it teaches.
type Lesson struct {
	Name   string // stable, for links and files: "easy-hole"
	Group  string // of lessons that belong together, for lists: "Queues"
	Title  string
	About  string
	Goals  []scenario.Goal
	Source []byte // the JSON
	Tags   Tags
}

// All are the lessons in order; do not change what is in them. Cost: the first time
// reading them all, well under a millisecond a lesson.
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

// Find is the lesson of a name, and false if there is none. Cost: that of All.
func Find(name string) (Lesson, bool) {
	for _, l := range parsed() {
		if l.Name == name {
			return l, true
		}
	}
	return Lesson{}, false
}
