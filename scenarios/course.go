package scenarios

import (
	"embed"
	"encoding/json"
	"fmt"

	"hopyard/core/scenario"
)

// Path is a course: lessons in an order in which they build on each other.
type Path struct {
	Name    string   `json:"name"` // stable, since progress is kept under it
	Title   string   `json:"title"`
	About   string   `json:"about"`   // one sentence
	After   []string `json:"after"`   // names of the paths to take before
	Lessons []string `json:"lessons"` // names, in order
}

// LessonNotes is what the page adds to a lesson for readers who learn by it. It is not part of
// the scenario: a scenario that is shared carries no hints.
type LessonNotes struct {
	Takeaway string      `json:"takeaway"` // one sentence, shown when the goals are met
	Hints    [][2]string `json:"hints"`    // for each goal to build, in order: a nudge, then what to change
}

//go:embed course
var course embed.FS

// Paths returns all paths, in the order in which they are best taken. A lesson is on one
// path at most; those on none are found in the gallery.
func Paths() []Path {
	var paths []Path
	readCourse("course/paths.json", &paths)
	return paths
}

// Studies returns what the page adds to each lesson, by the lesson's name.
func Studies() map[string]LessonNotes {
	var studies map[string]LessonNotes
	readCourse("course/lessons.json", &studies)
	return studies
}

func readCourse(name string, into any) {
	text, err := course.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		panic(fmt.Sprintf("scenarios: %s: %v", name, err))
	}
}

// Minutes estimates how long a reader takes for a lesson: one minute to read it, one for
// each question, two for each goal to build, or three where the jobs are started by hand.
func Minutes(l Lesson) int {
	build := 2
	if s, err := scenario.Parse(l.Source); err == nil && s.Scheduler.Queue == "manual" {
		build = 3
	}
	n := 1
	for _, g := range l.Goals {
		if g.Build != nil {
			n += build
		} else {
			n++
		}
	}
	return n
}
