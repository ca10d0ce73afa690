package sacct

import (
	"cmp"
	"slices"
)

// join looks at the runs of each job together: rows that stand twice are dropped,
// runs of a requeued job follow each other, components of a heterogeneous job
// become one run. Cost: O(n log n).
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
	turn := make([]int32, len(g.runs)) // the how manieth run of its job it is
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

// repeats drops a run that stands in the text a second time, as where outputs for
// times that overlap were put together.
func (g *gatherer) repeats(before, i int32) bool {
	x, y := &g.runs[before], &g.runs[i]
	if x.start != y.start || x.length != y.length || x.submit != y.submit {
		return false
	}
	y.dropped = true
	g.twice++
	return true
}

// follow has a run wait for the end of the one before, if that went back into the
// queue. Otherwise the same id is that of another job: ids begin anew some day.
func (g *gatherer) follow(before, i int32) {
	x, y := &g.runs[before], &g.runs[i]
	if x.state != backAgain {
		return
	}
	y.after = before
	y.ready = max(y.ready, x.end())
	g.again++
}

// missed counts the runs of a job that are not in the text, by what it says of
// restarts.
func (g *gatherer) missed(i, earlier int32) {
	if n := g.restarts[g.runs[i].id]; n > int64(earlier) {
		g.unseen++
	}
}

// joinComponents adds the components of each heterogeneous job to its first one:
// those that ran at the same turn.
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

// add joins another component to a run: they hold what both hold, as long as one
// of them runs.
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

// sum adds what is known of both.
func sum(x, y int64) int64 {
	if x == unknown || y == unknown {
		return unknown
	}
	return x + y
}
