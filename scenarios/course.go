package scenarios

import (
	"embed"
	"encoding/json"
	"fmt"

	"hopyard/core/scenario"
)

// Path is a course: a sequence of lessons that build on each other.
type Path struct {
	Name    string   `json:"name"` // must not change, because the reader's progress is stored under this name
	Title   string   `json:"title"`
	About   string   `json:"about"`   // description in one sentence
	After   []string `json:"after"`   // names of the paths that a reader should complete before this path
	Lessons []string `json:"lessons"` // names of the lessons, in order
}

// LessonNotes is additional text that the page shows beside a lesson. It is not
// part of the lesson's scenario. A reader who shares the scenario therefore does
// not reveal the hints.
type LessonNotes struct {
	Takeaway string      `json:"takeaway"` // summary in one sentence, shown when all goals are met
	Hints    [][2]string `json:"hints"`    // hints for each goal that requires building something, in the order of the goals; the first text is a hint, and the second text describes the change to make
}

//go:embed course
var course embed.FS

// Paths returns all paths in the recommended order. A lesson is on at most one
// path. The gallery shows the lessons that are on no path.
func Paths() []Path {
	var paths []Path
	readCourse("course/paths.json", &paths)
	return paths
}

// Studies returns the additional texts of all lessons. The keys are the names of
// the lessons.
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

// Minutes estimates how many minutes a reader needs for a lesson. It counts one
// minute for reading and one for each question. For each goal that requires
// building something, it counts two minutes, or three if the reader starts the jobs
// by hand.
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
