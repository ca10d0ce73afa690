package draw

import (
	"math"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Bar is a job on consecutive nodes from its start to its end.
type Bar struct {
	Start  simtime.Time
	End    simtime.Time // simtime.Never while unknown
	Limit  simtime.Time // when its walltime ends
	First  topology.NodeID
	Last   topology.NodeID
	Job    workload.JobID
	Begin  int32 // the step that started it
	Finish int32 // the step that ended it; Unfinished while unknown
	// Low and High are the part of each row, in 255ths from the top, for jobs
	// that share nodes; both 0 for whole nodes.
	Low, High uint8
}

// Unfinished is the Finish of a bar whose end is not known.
const Unfinished = math.MaxInt32

// Bars is the history of a run in order of start, the whole run or what is
// known of it: a timeline shows the part that its step has reached.
type Bars struct {
	bars []Bar
	open []simtime.Time // the latest end of each block of blockBars bars
}

const blockBars = 256

// Len is the number of bars.
func (s *Bars) Len() int { return len(s.bars) }

// Reset empties s and keeps its memory.
func (s *Bars) Reset() { s.bars, s.open = s.bars[:0], s.open[:0] }

// Start adds the bars of a job that starts; starts come in order of time and
// step. Cost: O(runs).
func (s *Bars) Start(id workload.JobID, p cluster.Placement, step int32, at, limit simtime.Time) {
}

// End sets the end of the bars of a job. Cost: O(log bars + bars since its start).
func (s *Bars) End(id workload.JobID, step int32, started, at simtime.Time) {}
