package elastic

import (
	"cmp"

	"hopyard/core/workload"
)

// GrowthCandidate is a running job that may grow.
type GrowthCandidate struct {
	Job     workload.JobID
	Rank    int64   // position of the job in its queue before it started
	Size    int32   // number of nodes or tasks that the job holds
	Left    float64 // estimated time left in milliseconds (see Estimate)
	Speedup *workload.Speedup
}

// Before reports whether job a grows before job b. Ties are broken by JobID. Cost:
// O(1).
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
		by = cmp.Compare(up(a.Left), up(b.Left)) // rounded up to milliseconds, so that rounding errors do not turn ties into differences
	}
	return cmp.Or(by, cmp.Compare(a.Job, b.Job)) < 0
}

// steepness returns the increase of the speedup from one more node or task.
func (c *GrowthCandidate) steepness() float64 {
	return c.Speedup.At(c.Size+1) - c.Speedup.At(c.Size)
}
