package view

import (
	"hopyard/core/simtime"
	"hopyard/wasm/app/recorded"
	"hopyard/wasm/draw"
)

// Comparison is several runs under one clock, as far as each of them, and the
// page, need know of it.
type Comparison interface {
	Now() simtime.Time       // the clock
	Whole() draw.Window      // of the longest run
	Moment() recorded.Moment // the place in time
	LinkParts() string       // what a share link says of it
}
