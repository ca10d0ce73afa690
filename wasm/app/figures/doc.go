// Package figures shows the figures of a run, such as mean wait and utilization. It
// shows the figures up to the step on screen, the figures of the whole run, and a
// table with the values of the curves.
//
// The figures come from core/metrics as a list. Each has a key, a title, a unit, a
// group and a better direction. A [FiguresPanel] reads their values from the model:
// State.Figures holds the values up to the step on screen, and Run.Whole those of
// the complete run. [FiguresPanel.FiguresHTML] returns the fixed part of the list
// once, and [FiguresPanel.FigureTexts] the values and small curves at each step.
package figures

import (
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
)

// FiguresPanel shows the figures of the run that a model holds.
type FiguresPanel struct {
	*model.Model
	Policy  *policy.PolicyPanel
	Lessons *lessons.LessonsPanel
}
