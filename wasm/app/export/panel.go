// Package export is what leaves the page: pictures, slides, tables, and the
// command that repeats the run.
package export

import (
	"hopyard/wasm/app/machinepanel"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/narrative"
	"hopyard/wasm/app/timeline"
)

// ExportPanel is what can be taken away of what a model shows.
type ExportPanel struct {
	narrative.Sentences
	Machine  machinepanel.MachinePanel
	Timeline timeline.TimelinePanel
}

// New is what can be taken away of what a model shows.
func New(m *model.Model) ExportPanel {
	return ExportPanel{Sentences: narrative.Sentences{Model: m}, Machine: machinepanel.New(m), Timeline: timeline.New(m)}
}
