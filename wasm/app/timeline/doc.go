// Package timeline shows which job ran on which nodes at what time. It fills the
// scene for the picture. It also presents the same content as a grid of elements
// for the keyboard and screen readers.
//
// FillTimeline fills a draw.Timeline from the page's model. GridHTML writes the
// rows of the grid near the focus, and GridKey moves the focus.
package timeline

import "hopyard/wasm/app/model"

// TimelinePanel shows the timeline of the run on screen.
type TimelinePanel struct {
	*model.Model
	Grid *Grid
}

// New returns a panel over the model m.
func New(m *model.Model) TimelinePanel { return TimelinePanel{Model: m, Grid: new(Grid)} }
