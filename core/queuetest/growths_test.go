package queuetest_test

import (
	"testing"

	"hopyard/core/alloc"
	"hopyard/core/queue"
	"hopyard/core/queuetest"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// quiet is a discipline that strictly starts the shortest job first, but does not
// implement queue.Ranked.
type quiet struct{}

func (quiet) Schedule(p *queue.Pass) {
	for {
		var first *queue.Waiting
		for w := range p.Waiting() {
			if first == nil || w.Walltime < first.Walltime {
				first = w
			}
		}
		if first == nil || !p.Start(first, why.FitsNow) {
			for w := range p.Waiting() {
				if w != first {
					p.Hold(w, why.Reason{Code: why.BehindHead, Blocker: first.ID})
				}
			}
			return
		}
	}
}

// told is a discipline with the same order as quiet that declares it by
// implementing queue.Ranked.
type told struct{ queue.FCFS }

func (told) Rank(r *workload.Request) int64 { return int64(r.Walltime) }

// TestGrowthsSeeOrdersThatAreNotTold checks that CheckGrowths detects a discipline
// with an undeclared order. Under such a discipline, growing jobs delay the job
// that the discipline would start first. CheckGrowths must accept the same
// discipline if the order is declared.
func TestGrowthsSeeOrdersThatAreNotTold(t *testing.T) {
	seen := func(p queue.Policy) (cases int) {
		for seed := range uint64(400) {
			x := everyCase{seed: seed, elastic: 1, shape: int(seed) % 3}
			c, _ := x.config()
			c.Queue, c.Allocator = p, alloc.FirstFit{}
			for i := range c.Jobs {
				if c.Jobs[i].Elastic != nil {
					c.Jobs[i].Elastic.Moldable = false
				}
			}
			if n, err := queuetest.CheckGrowths(c); err != nil && n > 0 {
				cases++
			}
		}
		return cases
	}
	if n := seen(quiet{}); n == 0 {
		t.Errorf("no case of 400 shows that the order is not told")
	}
	if n := seen(told{}); n > 0 {
		t.Errorf("%d of 400 cases fail though the order is told", n)
	}
}
