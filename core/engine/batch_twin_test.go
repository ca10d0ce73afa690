package engine_test

import (
	"cmp"
	"fmt"
	"slices"

	"hopyard/core/alloc"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// s0Twin is an independent implementation of all of S0, written as the document
// describes it and without any optimization: units are lists of nodes, hops are
// counted by climbing the tree, all combinations are tried, and time advances
// second by second.
type s0Twin struct {
	children  [][]int // by level: number of children of each switch; on the last level the children are nodes
	rule      alloc.UnitRule
	njob      int
	one, busy bool // one: whether a trigger makes one batch only; busy: whether idle nodes of busy units count
	jobs      []workload.Job

	units   [][]int // nodes of each unit
	leaf    []int   // leaf switch of each unit
	holder  []int   // job that holds each node; -1: free
	now     int
	started []int
	on      [][]int
	why     []string
	waiting []int
	said    map[int]string // reasons why jobs wait after the last batch
	stacked int            // number of placements on more than one unit
	counted int            // number of times that Njob was reduced
	exact   int
}

// build divides the leaves into units.
func (t *s0Twin) build() {
	total := 0
	leaves := t.children[len(t.children)-1]
	for i, width := range leaves {
		c := 4
		size := width
		if width > c {
			switch t.rule {
			case alloc.HalfUnits:
				size = (width + 1) / 2
			case alloc.CapUnits:
				size = c
			case alloc.QuarterUnits:
				size = (width + c - 1) / c
			default:
				parts := (width + c - 1) / c
				size = (width + parts - 1) / parts
			}
		}
		for left := width; left > 0; left -= size {
			var unit []int
			for range min(size, left) {
				unit = append(unit, total)
				total++
			}
			t.units, t.leaf = append(t.units, unit), append(t.leaf, i)
		}
	}
	t.holder = slices.Repeat([]int{-1}, total)
	t.started, t.on, t.why = slices.Repeat([]int{-1}, len(t.jobs)), make([][]int, len(t.jobs)), make([]string, len(t.jobs))
}

// hops returns the number of switches that a message between two units passes.
func (t *s0Twin) hops(a, b int) int {
	a, b = t.leaf[a], t.leaf[b]
	count := 1
	for level := len(t.children) - 2; a != b; level-- {
		a, b = t.above(level, a), t.above(level, b)
		count += 2
	}
	return count
}

// above returns the parent of a switch: the switch on the given level that has the
// given child on the next level.
func (t *s0Twin) above(level, child int) int {
	for i, n := range t.children[level] {
		if child -= n; child < 0 {
			return i
		}
	}
	panic("no switch above")
}

// idle returns the free nodes of a unit.
func (t *s0Twin) idle(unit int) (nodes []int) {
	for _, n := range t.units[unit] {
		if t.holder[n] < 0 {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// state returns the state of a unit: "free", "busy" or "allocated".
func (t *s0Twin) state(unit int) string {
	switch len(t.idle(unit)) {
	case len(t.units[unit]):
		return "free"
	case 0:
		return "allocated"
	}
	return "busy"
}

// free returns S0's N_node, the number of nodes that the capacity test counts.
func (t *s0Twin) free() (nodes int) {
	for u := range t.units {
		if t.state(u) == "free" || t.busy && t.state(u) == "busy" {
			nodes += len(t.idle(u))
		}
	}
	return nodes
}

// choose returns units for n nodes by section 3.2.3 of S0, and whether they are a
// single busy unit with exactly n idle nodes.
func (t *s0Twin) choose(n int) (units []int, exact bool) {
	for u := range t.units {
		if t.state(u) == "busy" && len(t.idle(u)) == n {
			return []int{u}, true
		}
	}
	var free []int
	for u := range t.units {
		if t.state(u) == "free" {
			free = append(free, u)
		}
	}
	for _, u := range free {
		if len(t.units[u]) == n {
			return []int{u}, false
		}
	}
	for count := 1; count <= len(free); count++ {
		least := -1
		t.combinations(free, nil, count, func(c []int) {
			nodes, sum := 0, 0
			for i, u := range c {
				nodes += len(t.units[u])
				for _, v := range c[:i] {
					sum += t.hops(u, v)
				}
			}
			if nodes >= n && (least < 0 || sum < least) {
				units, least = slices.Clone(c), sum
			}
		})
		if units != nil {
			return units, false
		}
	}
	return nil, false
}

func (t *s0Twin) combinations(from, chosen []int, count int, each func([]int)) {
	if len(chosen) == count {
		each(chosen)
		return
	}
	for i, u := range from {
		t.combinations(from[i+1:], append(chosen, u), count, each)
	}
}

// place places a job on the machine if possible, and reports whether it did.
func (t *s0Twin) place(job int) bool {
	units, exact := t.choose(int(t.jobs[job].Nodes))
	if units == nil {
		return false
	}
	for _, u := range units {
		for _, n := range t.idle(u) {
			if len(t.on[job]) < int(t.jobs[job].Nodes) {
				t.holder[n] = job
				t.on[job] = append(t.on[job], n)
			}
		}
	}
	t.started[job], t.why[job] = t.now, "in-batch"
	if exact {
		t.why[job] = "exact-fit"
		t.exact++
	}
	if len(units) > 1 {
		t.stacked++
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(j int) bool { return j == job })
	return true
}

// trigger runs the scheduling pass after a submission or an end.
func (t *s0Twin) trigger() {
	for t.batch() && !t.one {
	}
}

// batch runs one round of steps 1 to 3 of S0 and reports whether a job started.
func (t *s0Twin) batch() bool {
	t.said = map[int]string{}
	njob := min(t.njob, len(t.waiting))
	for i, job := range t.waiting {
		switch {
		case i < njob:
		case t.one:
			t.said[job] = fmt.Sprint("next-batch ", njob)
		default:
			t.said[job] = fmt.Sprint("outside-batch ", njob)
		}
	}
	for ; njob > 0; njob-- {
		need := 0
		for _, job := range t.waiting[:njob] {
			need += int(t.jobs[job].Nodes)
		}
		if need <= t.free() {
			break
		}
		t.said[t.waiting[njob-1]] = fmt.Sprint("counted-out ", need, t.free())
		if njob == 1 {
			t.said[t.waiting[0]] = fmt.Sprint("batch-too-large ", need, t.free())
		}
		t.counted++
	}
	batch := slices.Clone(t.waiting[:njob])
	slices.SortStableFunc(batch, func(a, b int) int { return cmp.Compare(t.jobs[b].Nodes, t.jobs[a].Nodes) })
	started := false
	for _, job := range batch {
		if t.place(job) {
			started = true
		} else {
			t.said[job] = "refused"
		}
	}
	return started
}

// release gives back a job's nodes.
func (t *s0Twin) release(job int) {
	for n := range t.holder {
		if t.holder[n] == job {
			t.holder[n] = -1
		}
	}
}

// run simulates the jobs. It calls the function after following each submission and
// each end.
func (t *s0Twin) run(after func()) {
	ends := func(job int) (at int, limit bool) {
		wall, took := sec(t.jobs[job].Walltime), sec(t.jobs[job].Runtime)
		return t.started[job] + min(wall, took), took >= wall
	}
	submitted, ended := 0, 0
	for t.now = 0; ended < len(t.jobs); t.now++ {
		var due []int // jobs that end now, by start time and then in queue order
		for job := range t.jobs {
			if t.started[job] >= 0 {
				if at, _ := ends(job); at == t.now {
					due = append(due, job)
				}
			}
		}
		slices.SortStableFunc(due, func(a, b int) int { return cmp.Compare(t.started[a], t.started[b]) })
		for _, job := range due {
			if _, limit := ends(job); limit {
				t.release(job)
			}
		}
		for ; submitted < len(t.jobs) && sec(simtime.Duration(t.jobs[submitted].Submit)) == t.now; submitted++ {
			t.waiting = append(t.waiting, submitted)
			t.trigger()
			after()
		}
		for _, job := range due {
			t.release(job)
			ended++
			if len(t.waiting) > 0 {
				t.trigger()
			}
			after()
		}
	}
}
