package draw

import (
	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Timeline is the scene of who ran where and when: rows are nodes.
type Timeline struct {
	Size      Size
	Nodes     int
	Bands     []int32 // first nodes of groups of rows (Shape.Bands); nil: none
	Bars      *Bars
	Jobs      *Jobs
	Words     Words
	Window    Window
	Now       simtime.Time
	Step      int32 // bars that begin later are not shown, those that finish later run
	Promises  []Promise
	Shadow    simtime.Time // simtime.Never: none
	Outline   bool         // outline every bar: more contrast, forced colours
	Highlight Highlight
}

// Promise is a reservation. It promises a time, not nodes.
type Promise struct {
	Job        workload.JobID
	Start, End simtime.Time
	Count      int               // how many nodes
	Nodes      cluster.Placement // nil where the policy names none: drawn at the lowest rows
}

// Window is what a timeline shows: a span of time, and a span of rows.
type Window struct {
	From, To    simtime.Time
	First, Last topology.NodeID // rows; Last below First: all
}

// Zoom returns the window zoomed by factor about a fraction of its width;
// at least 100 ms are shown and at most limit.
func (w Window) Zoom(at, factor float64, limit Window) Window { return w }

// Pan returns the window moved by a fraction of its width, within limit.
func (w Window) Pan(by float64, limit Window) Window { return w }

// Draw appends the picture. Cost: O(bars shown + nodes / 64).
func (t *Timeline) Draw(b *Buffer) {}

// At is what lies at a point of the canvas. Cost: O(bars shown).
func (t *Timeline) At(x, y float64) Hit { return Hit{} }

// X is where an instant is on the canvas; it may lie outside.
func (t *Timeline) X(at simtime.Time) float64 { return 0 }

// TimeAt is the instant at x, to the millisecond.
func (t *Timeline) TimeAt(x float64) simtime.Time { return 0 }
