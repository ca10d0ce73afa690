// Package export is what leaves the page: pictures, slides, tables, and the
// command that repeats the run.
package export

import (
	"hopyard/wasm/app/machine"
	"hopyard/wasm/app/say"
	"hopyard/wasm/app/timeline"
	"hopyard/wasm/app/view"
)

// Panel is what can be taken away of what a model shows.
type Panel struct {
	say.Sentences
	Machine  machine.Panel
	Timeline timeline.Panel
}

// New is what can be taken away of what a model shows.
func New(m *view.Model) Panel {
	return Panel{Sentences: say.Sentences{Model: m}, Machine: machine.New(m), Timeline: timeline.New(m)}
}
