// Package figures is what a run comes to: the figures of the step and of the
// whole, in tables, with what their names mean, and the table behind the curves.
package figures

import (
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
)

// FiguresPanel is the figures of what a model shows.
type FiguresPanel struct {
	*model.Model
	Policy  *policy.PolicyPanel
	Lessons *lessons.LessonsPanel
}
