package elastic

import (
	"cmp"

	"hopyard/core/workload"
)

// GrowthCandidate is a running job that may grow.
type GrowthCandidate struct {
	Job     workload.JobID
	Rank    int64   // position in the queue that it came from
	Size    int32   // nodes or tasks that it holds
	Left    float64 // estimated time left, see Estimate, in milliseconds
	Speedup *workload.Speedup
}

// Before reports whether a grows before b. Ties are broken by JobID. Cost: O(1).
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
		by = cmp.Compare(up(a.Left), up(b.Left)) // rounded to milliseconds, so that rounding errors do not decide ties
	}
	return cmp.Or(by, cmp.Compare(a.Job, b.Job)) < 0
}

// steepness returns the increase in speedup from one more node or task.
func (c *GrowthCandidate) steepness() float64 {
	return c.Speedup.At(c.Size+1) - c.Speedup.At(c.Size)
}
