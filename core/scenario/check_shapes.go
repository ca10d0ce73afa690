package scenario

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/cluster"
	"hopyard/core/workload"
)

// want is what a job asks for, but for how much of it.
type want struct {
	whole bool
	each  workload.Resources // of each task
}

func wantOf(r *workload.Request) want { return want{r.Whole(), r.PerTask} }

// checkShapes finds jobs that a shape-constrained allocator refuses on the empty
// machine: they would wait for ever. What it places there it would place smaller,
// too, so that it tries the largest job of each kind first, and mostly that one
// alone: a try may take milliseconds.
func (p *parser) checkShapes() {
	name := p.s.Policy().Allocator
	constrained, ok := p.s.allocator(name).(alloc.ShapeConstrained)
	if !ok || p.count() > 0 {
		return
	}
	jobs := p.s.Jobs
	falling := make([]int32, len(jobs))
	for i := range falling {
		falling[i] = int32(i)
	}
	slices.SortFunc(falling, func(a, b int32) int { return cmp.Compare(jobs[b].Size(), jobs[a].Size()) })
	empty := cluster.NewFree(p.machine)
	placed := map[want]bool{}
	refused := map[want]int32{} // the smallest size
	for _, i := range falling {
		r := &jobs[i].Request
		w := wantOf(r)
		if placed[w] || refused[w] == r.Size() {
			continue
		}
		if _, reason := constrained.Allocate(r, empty, nil); reason.OK() {
			placed[w] = true
		} else {
			refused[w] = r.Size()
		}
	}
	for i := range jobs {
		r := &jobs[i].Request
		if least, bad := refused[wantOf(r)]; bad && r.Size() >= least {
			p.jobError(i, [...]string{"nodes", "tasks"}[truth(!r.Whole())], r.Size(), fmt.Sprintf("finds no place on the empty cluster by the allocator %q: enough is free, but not in a shape that it accepts", name), "", `ask for less, or use "first-fit"`)
		}
	}
}
