// Package lessons is the gallery, the box and the list of the scenarios that the
// page brings along, and the glossary.
package lessons

import (
	"hopyard/core/scenario"
	"hopyard/wasm/app/model"
)

// LessonsPanel is the lessons.
type LessonsPanel struct {
	*model.Model
	Glossary Glossary // nil until it is wanted

	Lesson   string // the name of the lesson that is on screen, or that it was edited from; "" for none
	Place    int    // which of all lessons that is; -1: none
	Progress *scenario.Progress
	Paths    []Path // nil until they have come

	study LessonNotes // of Lesson
	hints []int       // how many hints were asked for, by goal; of Lesson
}

// New is the lessons beside a model.
func New(m *model.Model) *LessonsPanel {
	return &LessonsPanel{Model: m, Place: -1, Progress: &scenario.Progress{}}
}
