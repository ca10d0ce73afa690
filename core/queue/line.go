package queue

import (
	"math"
	"slices"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Waiting is a job in the queue. Pointers to it hold until the end of the pass in
// which it starts.
type Waiting struct {
	*workload.Request
	Promised simtime.Time     // when its reservation begins, or unplanned
	wall     simtime.Duration // Request.Walltime, near at hand
	need     int32            // Request.Size, what counting compares
	taken    bool             // started in this pass, not yet swept out of the line
	place    QueuePlace
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

// Unplan says that the job has no reservation any more.
func (w *Waiting) Unplan() { w.Promised = unplanned }

// unplanned marks a job that has no reservation yet.
const unplanned = simtime.Time(math.MinInt64)

// QueuePlace is where a job stands in the line: by the policy's rank, the key of the
// queue's order or a priority in its stead, what ends ties of that, and how many
// came before it, which is of no two that wait the same. A job that comes back
// through no doing of its own stands there again.
type QueuePlace struct {
	Key                int64 // ascending; a priority as it was when the job started
	rank, tie, arrival int64
	joined             simtime.Time // since when it counts as waiting
}

// Place is the job's place in queue order.
func (w *Waiting) Place() QueuePlace { return w.place }

// Before reports whether a job of this place stands before one of the other.
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

// blockSize bounds the jobs of a block: few enough to be scanned in a blink,
// enough that skipping one pays.
const blockSize = 32

// entry is a job of a block, with what scans compare near at hand.
type entry struct {
	*Waiting
	wall simtime.Duration // Waiting.wall
	need int32            // Waiting.need
	gone bool             // Waiting.taken
}

// block is a stretch of the line. It begins with first, or where that stood.
type block struct {
	jobs  []entry
	first QueuePlace
	taken int   // jobs of it
	vain  int32 // scans that found nothing, since jobs went that its digest still counts; -1 if it counts none
}

// line holds the waiting jobs in queue order, in blocks, with a digest of
// every block and, as a tree, of ever longer stretches: a scan for jobs that
// fit a gap steps over whole stretches in which none can. Insertion and
// removal cost O(blockSize + log blocks).
//
// A digest of jobs that are gone lets a scan in, in vain, and does no other harm.
// So it is made anew only after that has happened a few times.
type line struct {
	blocks  []block
	digests digests
	first   int // blocks before this one are empty
	n       int
	empty   int        // blocks without jobs
	idle    []*Waiting // memory of jobs that wait no more
}

// before reports whether w comes before v in the line.
func (w *Waiting) before(v *Waiting) bool { return w.place.Before(&v.place) }

// room is a place in memory for a job that is going to be inserted: all of it is to
// be filled but Kept, which is nil.
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

// keep is a copy of a job that is going to be inserted.
func (l *line) keep(w Waiting) *Waiting {
	at := l.room()
	*at = w
	return at
}

// drop gives the memory of a job back.
func (l *line) drop(w *Waiting) {
	w.Request, w.Kept = nil, nil
	l.idle = append(l.idle, w)
}

// insert puts a job that the line keeps into it.
func (l *line) insert(w *Waiting) {
	l.n++
	i := l.roomy(l.blockOf(&w.place), w)
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

// find is the waiting job of a place, nil if it waits no more.
// Cost: O(log waiting jobs).
func (l *line) find(id workload.JobID, at QueuePlace) *Waiting {
	if len(l.blocks) == 0 {
		return nil
	}
	for _, x := range slices.Backward(l.blocks[l.blockOf(&at)].jobs) { // who came last is asked for most
		if x.ID == id && !x.gone {
			return x.Waiting
		}
	}
	return nil
}

// blockOf is the place of the block that a job of this place is in, or belongs in.
func (l *line) blockOf(at *QueuePlace) int {
	if last := len(l.blocks) - 1; last >= 0 && !at.Before(&l.blocks[last].first) {
		return last // most jobs arrive here
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

// roomy makes room for w in block i and returns the block that w belongs in.
func (l *line) roomy(i int, w *Waiting) int {
	switch {
	case len(l.blocks) == 0:
		return l.grow(0, w.place, nil)
	case len(l.blocks[i].jobs) < blockSize:
		return i
	case i == len(l.blocks)-1 && l.blocks[i].jobs[blockSize-1].before(w):
		return l.grow(i+1, w.place, nil) // leave full blocks behind
	}
	const half = blockSize / 2
	rest := l.blocks[i].jobs[half:]
	l.grow(i+1, rest[0].place, rest)
	l.blocks[i].jobs = l.blocks[i].jobs[:half]
	l.rebuild()
	return l.blockOf(&w.place)
}

// grow adds a block at place i, to begin at first, and returns i.
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

// rebuild makes all digests anew.
func (l *line) rebuild() {
	for i := range l.blocks {
		l.blocks[i].vain = -1
	}
	l.digests.rebuild(l.blocks)
}

// maxVain is how many scans of a block cost about as much as its digest.
const maxVain = 8

// foundNone notes that a scan of block i was in vain.
func (l *line) foundNone(i int) {
	if b := &l.blocks[i]; b.vain >= 0 {
		if b.vain++; b.vain >= maxVain {
			l.tighten(i)
		}
	}
}

// tighten makes the digest of block i anew.
func (l *line) tighten(i int) {
	b := &l.blocks[i]
	b.vain = -1
	l.digests.set(i, digestOf(b.jobs))
}

// take marks a job of block i as gone; sweep removes it.
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

// sweep removes the taken jobs of the blocks from to until.
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

// sweepBlock removes the taken jobs of a block, most often one.
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

// all yields the jobs not taken, in queue order.
func (l *line) all(yield func(*Waiting) bool) {
	for i := l.first; i < len(l.blocks); i++ {
		for _, x := range l.blocks[i].jobs {
			if !x.gone && !yield(x.Waiting) {
				return
			}
		}
	}
}

// head is the first job that is not taken, or nil.
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

// tail is the last job, or nil. No job may be taken.
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
