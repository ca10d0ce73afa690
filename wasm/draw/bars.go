package draw

import (
	"math"
	"slices"
	"sort"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// Bar is the period in which a job holds consecutive nodes.
type Bar struct {
	Start  simtime.Time
	End    simtime.Time // simtime.Never while unknown
	Limit  simtime.Time // end of the walltime; simtime.Never if there is none
	First  topology.NodeID
	Last   topology.NodeID
	Job    workload.JobID
	Begin  int32 // step in which the bar starts
	Finish int32 // step in which the bar ends; Unfinished while unknown
	// Low and High bound the part of each node's row that the bar takes if jobs
	// share nodes. The unit is 1/255 of the row, from its top. Both are 0 if the
	// job has whole nodes.
	Low, High uint8
	Kind      BarKind
	How       BarEnding
}

// BarKind is the way a job holds the nodes of a bar.
type BarKind uint8

// The kinds of bars.
const (
	Runs      BarKind = iota // the job runs on them
	SetAside                 // the nodes are kept free so that the job can grow onto them; it does not compute on them yet
	Suspended                // the job stands still until it gets them again; others may use them
)

// BarEnding is the way a bar ends.
type BarEnding uint8

// The ways in which the bar of a job can end.
const (
	Ended    BarEnding = iota // the job has completed
	Killed                    // the job was killed at its walltime
	Lost                      // the job has failed because it lost nodes
	Requeued                  // the job waits again
	Resized                   // the job continues on other nodes
	Paused                    // the job is suspended
)

// Unfinished is the value of Bar.Finish while the end of the bar is not known.
const Unfinished = math.MaxInt32

// Bars holds the bars of a run, ordered by start. It covers the whole run or the
// part that is known so far. A timeline shows the bars that have started by its
// step.
type Bars struct {
	bars []Bar
	open []simtime.Time // by block of blockBars bars: the latest End or Limit
}

const blockBars = 256

// Len returns the number of bars.
func (s *Bars) Len() int { return len(s.bars) }

// Reset removes all bars and keeps the memory for later use.
func (s *Bars) Reset() { s.bars, s.open = s.bars[:0], s.open[:0] }

// Grow makes room for n more bars.
func (s *Bars) Grow(n int) {
	s.bars = slices.Grow(s.bars, n)
	s.open = slices.Grow(s.open, n/blockBars+1)
}

// Start adds the bars of a job that starts, one for each range of consecutive
// nodes. Calls must be in order of time and step. Cost: O(ranges).
func (s *Bars) Start(id workload.JobID, p cluster.Placement, step int32, at, limit simtime.Time) {
	s.Put(Bar{Start: at, Limit: limit, Job: id, Begin: step}, p)
}

// Put adds copies of the given bar, one for each range of consecutive nodes in p.
// The ends of the copies are not known yet.
func (s *Bars) Put(like Bar, p cluster.Placement) {
	like.End, like.Finish = simtime.Never, Unfinished
	for i, r := range p {
		if i > 0 && p[i-1].Last+1 == r.First { // adjacent ranges that differ only in the number of tasks
			s.bars[len(s.bars)-1].Last = r.Last
			continue
		}
		like.First, like.Last = r.First, r.Last
		s.Add(like)
	}
}

// Add adds one bar. Calls must be in order of Start and Begin. Cost: O(1).
func (s *Bars) Add(b Bar) {
	if len(s.bars)%blockBars == 0 {
		s.open = append(s.open, 0)
	}
	s.bars = append(s.bars, b)
	k := len(s.open) - 1
	s.open[k] = max(s.open[k], b.last())
}

// last returns the latest instant at which the bar may be visible. A bar without a
// known end extends to its limit.
func (b *Bar) last() simtime.Time { return max(b.End, b.Limit) }

// End sets the end of the bars of a job. The job started in the step given by the
// parameter began. Cost: O(log bars + bars that started near that step +
// blockBars).
func (s *Bars) End(id workload.JobID, began, step int32, at simtime.Time) {
	s.Stop(id, Runs, Ended, began, step, at)
}

// Stop sets the end of a job's bars of the given kind, and the way they end. Its
// cost is the same as that of End.
func (s *Bars) Stop(id workload.JobID, kind BarKind, how BarEnding, began, step int32, at simtime.Time) {
	first := s.begun(began - 1)
	i := first
	for ; i < len(s.bars) && s.bars[i].Begin == began; i++ {
		if b := &s.bars[i]; b.Job == id && b.Kind == kind {
			b.End, b.Finish, b.How = at, step, how
		}
	}
	for k := first / blockBars; k < len(s.open) && k*blockBars < i; k++ {
		s.open[k] = 0
		for j := k * blockBars; j < min((k+1)*blockBars, len(s.bars)); j++ {
			s.open[k] = max(s.open[k], s.bars[j].last())
		}
	}
}

// begun returns the number of bars that have started by a step. Cost: O(log bars).
func (s *Bars) begun(step int32) int {
	return sort.Search(len(s.bars), func(i int) bool { return s.bars[i].Begin > step })
}

// Back calls yield with the bars that have started by a step, from the latest to
// the earliest, until yield returns false.
func (s *Bars) Back(step int32, yield func(*Bar) bool) {
	for i := s.begun(step) - 1; i >= 0 && yield(&s.bars[i]); i-- {
	}
}

// between calls yield with slices of bars. Together they contain every bar that has
// started by the step and may be visible between the two instants. They may also
// contain other bars. between passes slices rather than single bars because calls
// are slow under WebAssembly. Cost: O(log bars + bars/blockBars + bars of the
// slices).
func (s *Bars) between(step int32, from, to simtime.Time, yield func([]Bar)) {
	if s == nil {
		return
	}
	n := s.begun(step)
	n = sort.Search(n, func(i int) bool { return s.bars[i].Start >= to })
	for k := 0; k*blockBars < n; k++ {
		if s.open[k] >= from {
			yield(s.bars[k*blockBars : min((k+1)*blockBars, n)])
		}
	}
}
