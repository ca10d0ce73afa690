package elastic

import (
	"cmp"

	"hopyard/core/workload"
)

// GrowthCandidate is a running job that may grow.
type GrowthCandidate struct {
	Job     workload.JobID
	Rank    int64   // in the queue that it came from
	Size    int32   // what it holds
	Left    float64 // until it ends by Estimate, in milliseconds
	Speedup *workload.Speedup
}

// Before reports whether a grows before b. Ties end in the JobID. Cost: O(1).
//
// Source: SOURCES.md S2.5.
func (g GrowthOrder) Before(a, b *GrowthCandidate) bool {
	by := 0
	switch g {
	case QueueFirst, Always:
		by = cmp.Compare(a.Rank, b.Rank)
	case SmallestFirst:
		by = cmp.Compare(a.Size, b.Size)
	case SteepestFirst:
		by = cmp.Compare(b.steepness(), a.steepness())
	case ShortestFirst:
		by = cmp.Compare(up(a.Left), up(b.Left)) // to the tick, or rounding would decide ties
	}
	return cmp.Or(by, cmp.Compare(a.Job, b.Job)) < 0
}

// steepness is the speedup of one node or task more.
func (c *GrowthCandidate) steepness() float64 {
	return c.Speedup.At(c.Size+1) - c.Speedup.At(c.Size)
}
