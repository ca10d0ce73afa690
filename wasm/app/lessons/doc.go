// Package lessons is the gallery, the box and the list of the scenarios that the
// page brings along, the tour, and the glossary.
package lessons

import "hopyard/wasm/app/view"

// Panel is the lessons.
type Panel struct {
	*view.Model
	Glossary Glossary // nil until it is wanted
}

// New is the lessons beside a model.
func New(m *view.Model) *Panel { return &Panel{Model: m} }
