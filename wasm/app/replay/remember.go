package replay

import (
	"iter"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/engine"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// remember makes winding cheap: steps are repeated, but the placements that
// were found while recording are not looked for again. It is right only where
// counting decides whether a job fits: there an allocator is asked for a job
// once, when the job starts. The trace stays what it was.
func remember(c *engine.Config) {
	if !counts(c) {
		return
	}
	m := remembered{c.Allocator, make([]found, len(c.Jobs))}
	if r, ok := c.Allocator.(alloc.Ranker); ok {
		c.Allocator = rememberedRanker{m, r}
		return
	}
	c.Allocator = m
}

// remembered is an allocator with what it has answered, by job.
type remembered struct {
	alloc.Allocator
	found []found
}

type found struct {
	placement cluster.Placement
	reason    why.Reason
}

// Allocate implements alloc.Allocator.
func (m remembered) Allocate(r *workload.Request, free *cluster.Free, dst cluster.Placement) (cluster.Placement, why.Reason) {
	f := &m.found[r.ID]
	if f.placement != nil {
		return append(dst, f.placement...), f.reason
	}
	placement, reason := m.Allocator.Allocate(r, free, dst)
	if reason.OK() {
		*f = found{append(cluster.Placement(nil), placement...), reason}
	}
	return placement, reason
}

// rememberedRanker is remembered for an allocator that can list what it chose
// from.
type rememberedRanker struct {
	remembered
	ranker alloc.Ranker
}

// Candidates implements alloc.Ranker.
func (m rememberedRanker) Candidates(r *workload.Request, free *cluster.Free) iter.Seq[alloc.Candidate] {
	return m.ranker.Candidates(r, free)
}
