// Package lessons makes the HTML of the lessons, which are the scenarios that come
// with the page: the gallery with its search, the lesson picker, the box that
// describes the lesson on screen with its goals, and the glossary.
//
// A [LessonsPanel] embeds the page's model. The page passes it the list of all
// lessons as [LessonCard] values. At finds the lesson on screen, and LessonHTML
// describes it with its goals, the hints, and labels for reached goals. Next
// returns the lesson that follows on the reader's path. Package paths adds the list
// of paths and records the reader's progress.
package lessons

import (
	"hopyard/core/scenario"
	"hopyard/wasm/app/model"
)

// LessonsPanel shows the lessons and the glossary.
type LessonsPanel struct {
	*model.Model
	Glossary Glossary // nil until the glossary is first needed

	Lesson   string // name of the lesson on screen, or of the lesson from which the scenario on screen was edited; "" for none
	Place    int    // index of Lesson among all lessons; -1 for none
	Progress *scenario.Progress
	Paths    []Path // nil until loaded

	study LessonNotes // notes of Lesson
	hints []int       // number of hints requested for each goal of Lesson
}

// New returns a panel over the model m, without a lesson and without progress.
func New(m *model.Model) *LessonsPanel {
	return &LessonsPanel{Model: m, Place: -1, Progress: &scenario.Progress{}}
}
