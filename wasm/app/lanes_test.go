package app

import (
	"testing"

	"hopyard/core/workload"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// A job whose part of a node lies in pieces has as many as there are gaps: what
// rounding leaves over is no piece.
func TestLanesHaveNoSlivers(t *testing.T) {
	r := &Run{Loaded: &message.Loaded{Machine: message.Machine{Drawn: draw.Shape{Nodes: 1}, Cores: 8}}}
	r.lanes.used = make([][]lane, 1)
	const two, four = 2 * 255 / 8, 4 * 255 / 8
	for job := range workload.JobID(4) {
		r.take(0, two, job)
	}
	r.lanes.used[0] = []lane{r.lanes.used[0][1], r.lanes.used[0][3]} // the first and the third end
	if got := r.take(0, four, 4); len(got) != 2 {
		t.Errorf("a job beside two others is drawn as %v", got)
	}
}
