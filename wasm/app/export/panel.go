// Package export makes files of what the page shows: pictures, slides, an
// animation, and the command line that repeats the run. Tables and traces are
// written by the worker; this package only has their names and types.
//
// An [ExportPanel] reads a model. [ExportPanel.Picture] draws the machine and the
// timeline of the step on screen into a command buffer of package draw and turns
// the buffer into SVG. A [PictureLayout] adds the title, the sentence and the
// legend. [Slides] collects such a picture for each decision of the run. It gets
// the states from the worker one by one:
//
//	slides := m.NewSlides(palette)
//	for ask := slides.Ask(); ask != nil; ask = slides.Ask() {
//		slides.Add(m, state) // the worker's answer to ask
//	}
//	html := slides.File(m)
package export

import (
	"hopyard/wasm/app/machinepanel"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/timeline"
)

// ExportPanel makes files of what a model shows.
type ExportPanel struct {
	narrative.Sentences
	Machine  machinepanel.MachinePanel
	Timeline timeline.TimelinePanel
}

// New returns an ExportPanel for a model.
func New(m *model.Model) ExportPanel {
	return ExportPanel{Sentences: narrative.Sentences{Model: m}, Machine: machinepanel.New(m), Timeline: timeline.New(m)}
}
