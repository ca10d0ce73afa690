package queue

import (
	"math"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// Waiting is a job in the queue. Pointers to it hold during one pass.
type Waiting struct {
	*workload.Request
	Promised simtime.Time // when its reservation begins, or unplanned
	need     int32        // what counting compares; 0 where counting decides nothing
	taken    bool         // started in this pass, not yet swept out of the line
	key      int64        // its place in the queue's order, then Request.ID
	hold     why.Reason   // why it waits, while the pass is asked
}

// unplanned marks a job that has no reservation yet.
const unplanned = simtime.Time(math.MinInt64)

// Rank is the job's place in queue order as a number to compare, ties by JobID.
func (w *Waiting) Rank() int64 { return w.key }

func (w *Waiting) before(v *Waiting) bool {
	return w.key < v.key || w.key == v.key && w.ID < v.ID
}

// blockSize bounds the jobs of a block: few enough to be scanned in a blink,
// enough that skipping one pays.
const blockSize = 64

// block is a stretch of the line with the least need and walltime in it, so
// that a scan for a small or short job can skip it whole.
type block struct {
	jobs  []Waiting
	need  int32
	wall  simtime.Duration
	dirty bool // holds taken jobs
}

// line holds the waiting jobs in queue order. Insertion and removal cost
// O(blocks + blockSize).
type line struct {
	blocks []block
	n      int
}

func (l *line) insert(w Waiting) {
	l.n++
	i := len(l.blocks) - 1
	for i > 0 && w.before(&l.blocks[i].jobs[0]) {
		i--
	}
	if i < 0 {
		l.blocks = append(l.blocks, block{jobs: make([]Waiting, 0, blockSize), need: math.MaxInt32, wall: simtime.Forever})
		i = 0
	} else if len(l.blocks[i].jobs) == blockSize {
		l.split(i)
		if !w.before(&l.blocks[i+1].jobs[0]) {
			i++
		}
	}
	b := &l.blocks[i]
	at := len(b.jobs)
	for at > 0 && w.before(&b.jobs[at-1]) {
		at--
	}
	b.jobs = slices.Insert(b.jobs, at, w)
	b.need = min(b.need, w.need)
	b.wall = min(b.wall, w.Walltime)
}

// split moves the later half of a full block into a new one; at the end of
// the line, where most jobs arrive, only the last job, so that blocks fill up.
func (l *line) split(i int) {
	half := blockSize / 2
	if i == len(l.blocks)-1 {
		half = blockSize - 1
	}
	rest := append(make([]Waiting, 0, blockSize), l.blocks[i].jobs[half:]...)
	l.blocks[i].jobs = l.blocks[i].jobs[:half]
	l.blocks = slices.Insert(l.blocks, i+1, block{jobs: rest})
	l.blocks[i].measure()
	l.blocks[i+1].measure()
}

func (b *block) measure() {
	b.need, b.wall, b.dirty = math.MaxInt32, simtime.Forever, false
	for i := range b.jobs {
		b.need = min(b.need, b.jobs[i].need)
		b.wall = min(b.wall, b.jobs[i].Walltime)
	}
}

// take marks a job of block b as gone; sweep removes it.
func (l *line) take(b *block, w *Waiting) {
	w.taken, b.dirty = true, true
	l.n--
}

// sweep removes the taken jobs.
func (l *line) sweep() {
	empty := false
	for i := range l.blocks {
		b := &l.blocks[i]
		if !b.dirty {
			continue
		}
		b.jobs = slices.DeleteFunc(b.jobs, func(w Waiting) bool { return w.taken })
		b.measure()
		empty = empty || len(b.jobs) == 0
	}
	if empty {
		l.blocks = slices.DeleteFunc(l.blocks, func(b block) bool { return len(b.jobs) == 0 })
	}
}

func (l *line) clone() line {
	c := line{blocks: slices.Clone(l.blocks), n: l.n}
	for i := range c.blocks {
		c.blocks[i].jobs = append(make([]Waiting, 0, blockSize), c.blocks[i].jobs...)
	}
	return c
}

// all yields the jobs not taken, in queue order, each with its block.
func (l *line) all(yield func(*block, *Waiting) bool) {
	for i := range l.blocks {
		b := &l.blocks[i]
		for j := range b.jobs {
			if w := &b.jobs[j]; !w.taken && !yield(b, w) {
				return
			}
		}
	}
}
