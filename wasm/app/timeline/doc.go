// Package timeline is the panel of who ran where, and when: the scene that is
// drawn, and the same as a grid for the keyboard and for those who listen.
package timeline

import "hopyard/wasm/app/view"

// Panel is the timeline of what a model shows.
type Panel struct {
	*view.Model
	Grid *Grid
}

// New is the timeline of a model.
func New(m *view.Model) Panel { return Panel{Model: m, Grid: new(Grid)} }
