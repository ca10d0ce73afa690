// Package why is the panel that says why: the sentence of the step, the rules
// that led to it, the placements that were weighed, who has how much, and the
// raw record behind it all.
package why

import (
	"hopyard/wasm/app/say"
	"hopyard/wasm/app/view"
)

// Panel is the reasons of what a model shows.
type Panel struct {
	say.Sentences
	Record bool // the raw record is shown
}

// New is the reasons of what a model shows.
func New(m *view.Model) *Panel { return &Panel{Sentences: say.Sentences{Model: m}} }
