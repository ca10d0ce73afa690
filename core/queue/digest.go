package queue

import (
	"math"
	"math/bits"

	"hopyard/core/simtime"
)

// gap is the set of conditions under which a job may be backfilled. The job may
// need no more nodes than are free now. In addition, it must either need no more
// than the extra nodes, or end within the window, which is the time until the
// shadow time.
type gap struct {
	free, extra int32
	window      simtime.Duration
}

// anyGap admits every job. A group of blocks without jobs is still skipped, because
// the need in its digest is math.MaxInt32.
var anyGap = gap{free: math.MaxInt32 - 1, extra: math.MaxInt32 - 1}

// admits reports whether counting allows a job to start now in the gap.
func (g *gap) admits(need int32, wall simtime.Duration) bool {
	return need <= g.free && (need <= g.extra || wall <= g.window)
}

// classes is the number of size classes of jobs. Class c holds the jobs that need
// more than 2^(c-1) and at most 2^c nodes or tasks; the last class also holds all
// larger jobs.
const classes = 16

func class(need int32) int {
	return min(bits.Len32(uint32(max(need-1, 0))), classes-1)
}

// digest is a summary of consecutive jobs in the queue: the least need of any job
// and, for each class, the shortest walltime of all jobs in that class and in the
// smaller classes.
type digest struct {
	need int32
	wall [classes]simtime.Duration
}

var emptyDigest = digest{need: math.MaxInt32, wall: func() (w [classes]simtime.Duration) {
	for c := range w {
		w[c] = simtime.Forever
	}
	return w
}()}

func digestOf(jobs []entry) digest {
	d := emptyDigest
	for i := range jobs {
		w := &jobs[i]
		d.need = min(d.need, w.need)
		c := class(w.need)
		d.wall[c] = min(d.wall[c], w.wall)
	}
	for c := 1; c < classes; c++ {
		d.wall[c] = min(d.wall[c], d.wall[c-1])
	}
	return d
}

func (d *digest) add(w *entry) {
	d.need = min(d.need, w.need)
	for c := class(w.need); c < classes && d.wall[c] > w.wall; c++ {
		d.wall[c] = w.wall
	}
}

// promising reports whether one of the summarized jobs may fit the gap. It may
// return true although no job fits, but it never returns false although a job fits.
func (d *digest) promising(g *gap) bool {
	return d.need <= g.free && (d.need <= g.extra || d.wall[class(g.free)] <= g.window)
}

// digests is a binary tree of digests over the blocks, stored in an array: the root
// is tree[1], and block i is tree[size+i].
type digests struct {
	tree []digest
	size int
}

func (t *digests) rebuild(blocks []block) {
	t.size = 1
	for t.size < len(blocks) {
		t.size *= 2
	}
	if cap(t.tree) < 2*t.size {
		t.tree = make([]digest, 2*t.size)
	}
	t.tree = t.tree[:2*t.size]
	for i := range t.size {
		t.tree[t.size+i] = emptyDigest
		if i < len(blocks) {
			t.tree[t.size+i] = digestOf(blocks[i].jobs)
		}
	}
	for k := t.size - 1; k > 0; k-- {
		t.join(k)
	}
}

func (t *digests) join(k int) {
	a, b, d := &t.tree[2*k], &t.tree[2*k+1], &t.tree[k]
	d.need = min(a.need, b.need)
	for c := range d.wall {
		d.wall[c] = min(a.wall[c], b.wall[c])
	}
}

// set replaces the digest of block i.
func (t *digests) set(i int, d digest) {
	t.tree[t.size+i] = d
	for k := (t.size + i) / 2; k > 0; k /= 2 {
		t.join(k)
	}
}

// add adds a job to the digest of block i.
func (t *digests) add(i int, w *entry) {
	for k := t.size + i; k > 0; k /= 2 {
		t.tree[k].add(w)
	}
}

// next returns the first block from i on in which a job may fit the gap, or -1.
// Cost: O(log blocks).
func (t *digests) next(i int, g *gap) int {
	if i >= t.size {
		return -1
	}
	for k := t.size + i; ; {
		if t.tree[k].promising(g) {
			if k >= t.size {
				return k - t.size
			}
			k *= 2
			continue
		}
		for k&1 == 1 { // k is a right child, so the jobs of its parent have been searched completely
			k /= 2
		}
		if k == 0 {
			return -1
		}
		k++
	}
}
