package queue

import (
	"math"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Waiting is a job in the queue. Pointers to it are valid until the end of the pass
// in which the job starts.
type Waiting struct {
	*workload.Request
	Promised simtime.Time     // start of the job's reservation, or unplanned
	wall     simtime.Duration // Request.Walltime and Config.Lead, copied for speed
	need     int32            // Request.Size, which is compared with the free amount in counting mode
	taken    bool             // started in this pass, but not yet removed from the list of waiting jobs
	place    QueuePlace
	Kept     any // data that the policy's state attaches to the job
}

// Wall returns how long the job may hold its nodes.
func (w *Waiting) Wall() simtime.Duration { return w.wall }

// Need returns the size of the job, which is compared with the free amount in
// counting mode.
func (w *Waiting) Need() int32 { return w.need }

// SetWall sets how long the job may hold its nodes. It is for use in
// PolicyState.Admit.
func (w *Waiting) SetWall(wall simtime.Duration) { w.wall = wall }

// SetKey gives the job a sort key of the policy, which replaces the key of the
// queue's order. Jobs with smaller keys come first. The parameter order is the
// queue's order, which breaks ties. SetKey is for use in PolicyState.Admit.
func (w *Waiting) SetKey(key int64, order Order) {
	if w.place.tie = 0; order != SubmitOrder {
		w.place.tie = order.key(w.Request, w.place.arrival)
	}
	w.place.Key = key
}

// Unplan removes the job's reservation.
func (w *Waiting) Unplan() { w.Promised = unplanned }

// unplanned is the value of Promised for a job that has no reservation yet.
const unplanned = simtime.Time(math.MinInt64)

// QueuePlace is the position of a job in the queue. Jobs are ordered by the
// policy's rank, then by the key of the queue's order (or by a priority that
// replaces it), then by that order's tie-breaker. The last criterion is the number
// of earlier arrivals, which is different for any two waiting jobs. A job that
// returns after an interruption that it did not cause gets its old position back.
type QueuePlace struct {
	Key                int64 // ascending; a priority keeps the value that it had when the job started
	rank, tie, arrival int64
	joined             simtime.Time // when the job began to wait
}

// Place returns the job's position in queue order.
func (w *Waiting) Place() QueuePlace { return w.place }

// Before reports whether the position p comes before the position other.
func (p *QueuePlace) Before(other *QueuePlace) bool {
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

// blockSize is the maximum number of jobs in a block: small enough for a fast scan,
// large enough that skipping a block pays.
const blockSize = 32

// entry is a job of a block, with copies of the fields that scans compare.
type entry struct {
	*Waiting
	wall simtime.Duration // copy of Waiting.wall
	need int32            // copy of Waiting.need
	gone bool             // copy of Waiting.taken
}

// block is a group of consecutive jobs in queue order. Its beginning is the
// position stored in first, even if the job with that position has left.
type block struct {
	jobs  []entry
	first QueuePlace
	taken int   // number of its jobs that have started but are not yet removed
	vain  int32 // number of scans in vain since the digest became outdated because a job left; -1 if the digest is exact
}

// line is the list of the waiting jobs in queue order, divided into blocks. Every
// block has a digest. The digests are the leaves of a binary tree, whose inner
// nodes are the digests of several consecutive blocks. A scan for jobs that fit a
// gap can skip several blocks at once if their common digest shows that no job
// fits. Insertion and removal cost O(blockSize + log blocks).
//
// A digest that still includes jobs that have left does no harm except for a scan
// in vain. It is therefore recomputed only after several such scans.
type line struct {
	blocks  []block
	digests digests
	first   int // blocks before this one are empty
	n       int
	empty   int        // number of blocks without jobs
	idle    []*Waiting // memory of jobs that have left, for reuse
}

// before reports whether w comes before v in queue order.
func (w *Waiting) before(v *Waiting) bool { return w.place.Before(&v.place) }

// room returns unused memory for a job that will be inserted. The caller must set
// all fields except Kept, which is nil.
func (l *line) room() *Waiting {
	last := len(l.idle) - 1
	if last < 0 {
		more := make([]Waiting, blockSize)
		for i := range more {
			l.idle = append(l.idle, &more[i])
		}
		last = len(l.idle) - 1
	}
	at := l.idle[last]
	l.idle = l.idle[:last]
	return at
}

// keep copies a job into memory of the line and returns the copy, ready to be
// inserted.
func (l *line) keep(w Waiting) *Waiting {
	at := l.room()
	*at = w
	return at
}

// drop returns the memory of a job for reuse.
func (l *line) drop(w *Waiting) {
	w.Request, w.Kept = nil, nil
	l.idle = append(l.idle, w)
}

// insert adds a job. The job must be in memory of the line, as returned by room or
// keep.
func (l *line) insert(w *Waiting) {
	l.n++
	i := l.makeRoom(l.blockOf(&w.place), w)
	b := &l.blocks[i]
	if w.place.Before(&b.first) {
		b.first = w.place
	}
	at := len(b.jobs)
	for at > 0 && w.before(b.jobs[at-1].Waiting) {
		at--
	}
	if len(b.jobs) == 0 {
		l.empty--
	}
	x := entry{w, w.wall, w.need, false}
	if at == len(b.jobs) {
		b.jobs = append(b.jobs, x)
	} else {
		b.jobs = slices.Insert(b.jobs, at, x)
	}
	l.first = min(l.first, i)
	l.digests.add(i, &x)
}

// find returns the waiting job with the given position in the queue, or nil if it
// no longer waits. Cost: O(log waiting jobs).
func (l *line) find(id workload.JobID, at QueuePlace) *Waiting {
	if len(l.blocks) == 0 {
		return nil
	}
	for _, x := range slices.Backward(l.blocks[l.blockOf(&at)].jobs) { // recent arrivals are looked up most often
		if x.ID == id && !x.gone {
			return x.Waiting
		}
	}
	return nil
}

// blockOf returns the index of the block in which a job with the given position is
// or would be inserted.
func (l *line) blockOf(at *QueuePlace) int {
	if last := len(l.blocks) - 1; last >= 0 && !at.Before(&l.blocks[last].first) {
		return last // most jobs arrive at the end of the queue
	}
	low, high := 0, len(l.blocks)
	for low < high {
		if mid := int(uint(low+high) >> 1); at.Before(&l.blocks[mid].first) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return max(low-1, 0)
}

// makeRoom makes room for w in block i or beside it. It splits the block if
// necessary, and returns the index of the block into which w must be inserted.
func (l *line) makeRoom(i int, w *Waiting) int {
	switch {
	case len(l.blocks) == 0:
		return l.grow(0, w.place, nil)
	case len(l.blocks[i].jobs) < blockSize:
		return i
	case i == len(l.blocks)-1 && l.blocks[i].jobs[blockSize-1].before(w):
		return l.grow(i+1, w.place, nil) // do not split a full block at the end of the queue
	}
	const half = blockSize / 2
	rest := l.blocks[i].jobs[half:]
	l.grow(i+1, rest[0].place, rest)
	l.blocks[i].jobs = l.blocks[i].jobs[:half]
	l.rebuild()
	return l.blockOf(&w.place)
}

// grow inserts a block at index i and returns i. The parameter first is the
// position at which the new block begins, and jobs are its jobs.
func (l *line) grow(i int, first QueuePlace, jobs []entry) int {
	b := block{jobs: append(make([]entry, 0, blockSize), jobs...), first: first, vain: -1}
	if len(jobs) == 0 {
		l.empty++
	}
	l.blocks = slices.Insert(l.blocks, i, b)
	if i < len(l.blocks)-1 || i >= l.digests.size {
		l.rebuild()
	}
	return i
}

// rebuild recomputes all digests.
func (l *line) rebuild() {
	for i := range l.blocks {
		l.blocks[i].vain = -1
	}
	l.digests.rebuild(l.blocks)
}

// maxVain is the number of scans of a block in vain that cost about as much as
// recomputing its digest.
const maxVain = 8

// noteFruitlessScan records a fruitless scan of block i.
func (l *line) noteFruitlessScan(i int) {
	if b := &l.blocks[i]; b.vain >= 0 {
		if b.vain++; b.vain >= maxVain {
			l.tighten(i)
		}
	}
}

// tighten recomputes the digest of block i.
func (l *line) tighten(i int) {
	b := &l.blocks[i]
	b.vain = -1
	l.digests.set(i, digestOf(b.jobs))
}

// take marks a job of block i as taken, which means that it has started; sweep
// removes it later.
func (l *line) take(i int, w *Waiting) {
	b := &l.blocks[i]
	b.taken++
	for k := range b.jobs {
		if b.jobs[k].Waiting == w {
			w.taken, b.jobs[k].gone = true, true
			break
		}
	}
	l.n--
}

// sweep removes the taken jobs from a range of blocks. The parameter from is the
// index of the first block, and until is the index after the last block.
func (l *line) sweep(from, until int) {
	for i := from; i < until; i++ {
		if l.blocks[i].taken > 0 {
			l.sweepBlock(&l.blocks[i])
			if len(l.blocks[i].jobs) == 0 {
				l.tighten(i)
				l.empty++
			}
		}
	}
	for l.first < len(l.blocks) && len(l.blocks[l.first].jobs) == 0 {
		l.first++
	}
	if l.empty > 8 && l.empty > len(l.blocks)/2 {
		l.blocks = slices.DeleteFunc(l.blocks, func(b block) bool { return len(b.jobs) == 0 })
		l.first, l.empty = 0, 0
		l.rebuild()
	}
}

// sweepBlock removes the taken jobs of a block. Usually there is a single one.
func (l *line) sweepBlock(b *block) {
	for k := 0; b.taken > 0; k++ {
		for b.jobs[k].gone {
			l.drop(b.jobs[k].Waiting)
			b.jobs = slices.Delete(b.jobs, k, k+1)
			if b.taken--; b.taken == 0 {
				break
			}
		}
	}
	b.vain = max(b.vain, 0)
}

func (l *line) clone() line {
	c := *l
	c.idle, c.blocks = nil, slices.Clone(l.blocks)
	all := make([]Waiting, 0, l.n+blockSize)
	for i := range c.blocks {
		jobs := append(make([]entry, 0, blockSize), c.blocks[i].jobs...)
		for k := range jobs {
			all = append(all, *jobs[k].Waiting)
			jobs[k].Waiting = &all[len(all)-1]
		}
		c.blocks[i].jobs = jobs
	}
	c.digests.tree = slices.Clone(l.digests.tree)
	return c
}

// all yields the jobs that are not taken, in queue order.
func (l *line) all(yield func(*Waiting) bool) {
	for i := l.first; i < len(l.blocks); i++ {
		for _, x := range l.blocks[i].jobs {
			if !x.gone && !yield(x.Waiting) {
				return
			}
		}
	}
}

// head returns the first job that is not taken, or nil.
func (l *line) head() *Waiting {
	for i := l.first; i < len(l.blocks); i++ {
		for _, x := range l.blocks[i].jobs {
			if !x.gone {
				return x.Waiting
			}
		}
	}
	return nil
}

// tail returns the last job, or nil. No job may be taken.
func (l *line) tail() *Waiting {
	for i := len(l.blocks) - 1; i >= l.first; i-- {
		if jobs := l.blocks[i].jobs; len(jobs) > 0 {
			return jobs[len(jobs)-1].Waiting
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
				b.first = b.jobs[0].place
			}
		}
		return
	}
	all := make([]*Waiting, 0, l.n)
	for w := range l.all {
		all = append(all, w)
	}
	slices.SortFunc(all, func(a, b *Waiting) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	*l = line{idle: l.idle}
	for _, w := range all {
		l.insert(w)
	}
}
