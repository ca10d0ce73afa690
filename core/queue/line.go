package queue

import (
	"math"
	"slices"
	"sort"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Waiting is a job in the queue. Pointers to it hold during one pass.
type Waiting struct {
	*workload.Request
	Promised simtime.Time     // when its reservation begins, or unplanned
	wall     simtime.Duration // Request.Walltime, near at hand
	need     int32            // Request.Size, what counting compares
	taken    bool             // started in this pass, not yet swept out of the line
	place    Place
	Kept     any // what the policy's State keeps with the job
}

// Wall is how long the job may hold what it is given.
func (w *Waiting) Wall() simtime.Duration { return w.wall }

// Need is the size of the job: what counting compares.
func (w *Waiting) Need() int32 { return w.need }

// SetWall says how long the job may hold what it is given. It is for State's
// Admit.
func (w *Waiting) SetWall(wall simtime.Duration) { w.wall = wall }

// SetKey puts the job by a key of the policy's, ascending, in place of that of the
// queue's order, which then ends ties. It is for State's Admit.
func (w *Waiting) SetKey(key int64, order Order) {
	if w.place.tie = 0; order != SubmitOrder {
		w.place.tie = order.key(w.Request, w.place.arrival)
	}
	w.place.Key = key
}

// unplanned marks a job that has no reservation yet.
const unplanned = simtime.Time(math.MinInt64)

// Place is where a job stands in the line: by the policy's rank, the key of the
// queue's order or a priority in its stead, what ends ties of that, and how many
// came before it, which is of no two that wait the same. A job that comes back
// through no doing of its own stands there again.
type Place struct {
	Key                int64 // ascending; a priority as it was when the job started
	rank, tie, arrival int64
	joined             simtime.Time // since when it counts as waiting
}

// Place is the job's place in queue order.
func (w *Waiting) Place() Place { return w.place }

// Before reports whether a job of this place stands before one of the other.
func (p *Place) Before(other *Place) bool {
	switch {
	case p.rank != other.rank:
		return p.rank < other.rank
	case p.Key != other.Key:
		return p.Key < other.Key
	case p.tie != other.tie:
		return p.tie < other.tie
	}
	return p.arrival < other.arrival
}

// find is the waiting job of a place, nil if it waits no more.
// Cost: O(log waiting jobs).
func (l *line) find(r *workload.Request, at Place) *Waiting {
	if len(l.blocks) == 0 {
		return nil
	}
	jobs := l.blocks[l.blockOf(&Waiting{place: at})].jobs
	for i := range jobs {
		if w := &jobs[i]; w.ID == r.ID && !w.taken {
			return w
		}
	}
	return nil
}

// blockSize bounds the jobs of a block: few enough to be scanned in a blink,
// enough that skipping one pays.
const blockSize = 32

// block is a stretch of the line. It begins with first, or where that stood.
type block struct {
	jobs  []Waiting
	first Waiting // a copy
	dirty bool    // holds taken jobs
}

// line holds the waiting jobs in queue order, in blocks, with a digest of
// every block and, as a tree, of ever longer stretches: a scan for jobs that
// fit a gap steps over whole stretches in which none can. Insertion and
// removal cost O(blockSize + log blocks).
type line struct {
	blocks  []block
	digests digests
	first   int // blocks before this one are empty
	n       int
	empty   int // blocks without jobs
}

// before reports whether w comes before v in the line.
func (w *Waiting) before(v *Waiting) bool { return w.place.Before(&v.place) }

func (l *line) insert(w Waiting) {
	l.n++
	i := l.roomy(l.blockOf(&w), &w)
	b := &l.blocks[i]
	if w.before(&b.first) {
		b.first = w
	}
	at := len(b.jobs)
	for at > 0 && w.before(&b.jobs[at-1]) {
		at--
	}
	if len(b.jobs) == 0 {
		l.empty--
	}
	b.jobs = slices.Insert(b.jobs, at, w)
	l.first = min(l.first, i)
	l.digests.add(i, &w)
}

// blockOf is the place of the block that w is in, or belongs in.
func (l *line) blockOf(w *Waiting) int {
	if last := len(l.blocks) - 1; last >= 0 && !w.before(&l.blocks[last].first) {
		return last // most jobs arrive here
	}
	i := sort.Search(len(l.blocks), func(i int) bool { return w.before(&l.blocks[i].first) })
	return max(i-1, 0)
}

// roomy makes room for w in block i and returns the block that w belongs in.
func (l *line) roomy(i int, w *Waiting) int {
	switch {
	case len(l.blocks) == 0:
		return l.grow(0, w, nil)
	case len(l.blocks[i].jobs) < blockSize:
		return i
	case i == len(l.blocks)-1 && l.blocks[i].jobs[blockSize-1].before(w):
		return l.grow(i+1, w, nil) // leave full blocks behind
	}
	const half = blockSize / 2
	rest := l.blocks[i].jobs[half:]
	l.grow(i+1, &rest[0], rest)
	l.blocks[i].jobs = l.blocks[i].jobs[:half]
	l.digests.rebuild(l.blocks)
	return l.blockOf(w)
}

// grow adds a block at place i, to begin with w, and returns i.
func (l *line) grow(i int, w *Waiting, jobs []Waiting) int {
	b := block{jobs: append(make([]Waiting, 0, blockSize), jobs...), first: *w}
	if len(jobs) == 0 {
		l.empty++
	}
	l.blocks = slices.Insert(l.blocks, i, b)
	if i < len(l.blocks)-1 || i >= l.digests.size {
		l.digests.rebuild(l.blocks)
	}
	return i
}

// take marks a job of block b as gone; sweep removes it.
func (l *line) take(b *block, w *Waiting) {
	w.taken, b.dirty = true, true
	l.n--
}

// sweep removes the taken jobs of the blocks from to until.
func (l *line) sweep(from, until int) {
	for i := from; i < until; i++ {
		b := &l.blocks[i]
		if !b.dirty {
			continue
		}
		b.jobs = slices.DeleteFunc(b.jobs, func(w Waiting) bool { return w.taken })
		b.dirty = false
		l.digests.set(i, digestOf(b.jobs))
		if len(b.jobs) == 0 {
			l.empty++
		}
	}
	for l.first < len(l.blocks) && len(l.blocks[l.first].jobs) == 0 {
		l.first++
	}
	if l.empty > 8 && l.empty > len(l.blocks)/2 {
		l.blocks = slices.DeleteFunc(l.blocks, func(b block) bool { return len(b.jobs) == 0 })
		l.first, l.empty = 0, 0
		l.digests.rebuild(l.blocks)
	}
}

func (l *line) clone() line {
	c := *l
	c.blocks = slices.Clone(l.blocks)
	for i := range c.blocks {
		c.blocks[i].jobs = append(make([]Waiting, 0, blockSize), c.blocks[i].jobs...)
	}
	c.digests.tree = slices.Clone(l.digests.tree)
	return c
}

// all yields the jobs not taken, in queue order.
func (l *line) all(yield func(*Waiting) bool) {
	for i := l.first; i < len(l.blocks); i++ {
		b := &l.blocks[i]
		for j := range b.jobs {
			if w := &b.jobs[j]; !w.taken && !yield(w) {
				return
			}
		}
	}
}

// tail is the last job, or nil. No job may be taken.
func (l *line) tail() *Waiting {
	for i := len(l.blocks) - 1; i >= l.first; i-- {
		if jobs := l.blocks[i].jobs; len(jobs) > 0 {
			return &jobs[len(jobs)-1]
		}
	}
	return nil
}

// rekey gives every job a new key and restores the order. No job may be taken.
func (l *line) rekey(key func(*Waiting) int64) {
	var last *Waiting
	sorted := l.empty == 0
	for w := range l.all {
		w.place.Key = key(w)
		sorted = sorted && (last == nil || last.before(w))
		last = w
	}
	if sorted {
		for i := range l.blocks {
			if b := &l.blocks[i]; len(b.jobs) > 0 {
				b.first = b.jobs[0]
			}
		}
		return
	}
	all := make([]Waiting, 0, l.n)
	for w := range l.all {
		all = append(all, *w)
	}
	slices.SortFunc(all, func(a, b Waiting) int {
		if a.before(&b) {
			return -1
		}
		return 1
	})
	*l = line{}
	for _, w := range all {
		l.insert(w)
	}
}
