// Package figures shows the figures of a run, such as mean wait and utilization:
// those up to the step on screen, those of the whole run, and the table behind the
// curves.
//
// The figures come from core/metrics as a list with key, title, unit, group and
// better direction. A [FiguresPanel] reads them from the model: State.Figures holds
// the values up to the step on screen, and Run.Whole those of the complete run.
// [FiguresPanel.FiguresHTML] returns the fixed part of the list once, and
// [FiguresPanel.FigureTexts] the values and small curves at each step.
package figures

import (
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
)

// FiguresPanel shows the figures of what a model shows.
type FiguresPanel struct {
	*model.Model
	Policy  *policy.PolicyPanel
	Lessons *lessons.LessonsPanel
}
