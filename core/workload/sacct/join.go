package sacct

import (
	"cmp"
	"slices"
)

// join connects the runs of each job. It drops duplicate rows. It lets each run of
// a requeued job follow the previous run of that job. It merges the components of a
// heterogeneous job into one run. Cost: O(n log n).
func (g *gatherer) join() {
	order := make([]int32, len(g.runs))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &g.runs[a], &g.runs[b]
		return cmp.Or(cmp.Compare(x.id.base, y.id.base), cmp.Compare(x.id.task, y.id.task), cmp.Compare(x.id.part, y.id.part),
			cmp.Compare(x.start, y.start), cmp.Compare(x.length, y.length), cmp.Compare(x.line, y.line))
	})
	turn := make([]int32, len(g.runs)) // number of earlier runs of the same job
	before := int32(unknown)
	for _, i := range order {
		if before != unknown && g.runs[before].id == g.runs[i].id {
			if g.repeats(before, i) {
				continue
			}
			turn[i] = turn[before] + 1
			g.follow(before, i)
		} else if before != unknown {
			g.missed(before, turn[before])
		}
		before = i
	}
	if before != unknown {
		g.missed(before, turn[before])
	}
	g.joinComponents(order, turn)
}

// repeats reports whether run i equals the run before it, and drops run i in that
// case. Runs are repeated when outputs for overlapping periods are concatenated.
func (g *gatherer) repeats(before, i int32) bool {
	x, y := &g.runs[before], &g.runs[i]
	if x.start != y.start || x.length != y.length || x.submit != y.submit {
		return false
	}
	y.dropped = true
	g.twice++
	return true
}

// follow handles two consecutive runs with the same id. If the earlier run was
// requeued, run i waits for its end. Otherwise the id belongs to another job, since
// Slurm reuses ids eventually.
func (g *gatherer) follow(before, i int32) {
	x, y := &g.runs[before], &g.runs[i]
	if x.state != requeuable {
		return
	}
	y.after = before
	y.ready = max(y.ready, x.end())
	g.again++
}

// missed counts a job if it was restarted more often than it has earlier runs in
// the text.
func (g *gatherer) missed(i, earlier int32) {
	if n := g.restarts[g.runs[i].id]; n > int64(earlier) {
		g.unseen++
	}
}

// joinComponents merges the components of each heterogeneous job into its first
// component. Components belong together if they have the same number of earlier
// runs.
func (g *gatherer) joinComponents(order, turn []int32) {
	type key struct {
		base int64
		turn int32
	}
	first := map[key]int32{}
	for _, i := range order {
		y := &g.runs[i]
		if y.id.part == unknown || y.dropped {
			continue
		}
		k := key{y.id.base, turn[i]}
		leader, known := first[k]
		if !known {
			first[k] = i
			g.hets++
			g.components++
			continue
		}
		g.components++
		g.runs[leader].add(y)
		y.into = leader
	}
}

// add merges another component into a run. The merged run holds the resources of
// both components for as long as either of them runs.
func (r *run) add(y *run) {
	end := max(r.end(), y.end())
	r.start = min(r.start, y.start)
	r.length = end - r.start
	r.ready, r.submit = min(r.ready, y.ready), min(r.submit, y.submit)
	r.cpus, r.nodes, r.memory = sum(r.cpus, y.cpus), sum(r.nodes, y.nodes), sum(r.memory, y.memory)
	r.limit = max(r.limit, y.limit)
	r.line = min(r.line, y.line)
	r.marks |= y.marks
}

// sum returns the sum of two numbers, or unknown if one of them is unknown.
func sum(x, y int64) int64 {
	if x == unknown || y == unknown {
		return unknown
	}
	return x + y
}
