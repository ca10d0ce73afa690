// Package timeline is the panel of who ran where, and when: the scene that is
// drawn, and the same as a grid for the keyboard and for those who listen.
package timeline

import "hopyard/wasm/app/model"

// TimelinePanel is the timeline of what a model shows.
type TimelinePanel struct {
	*model.Model
	Grid *Grid
}

// New is the timeline of a model.
func New(m *model.Model) TimelinePanel { return TimelinePanel{Model: m, Grid: new(Grid)} }
