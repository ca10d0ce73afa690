package queue

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// naive is a sorted list of waiting jobs, with which the type line is compared.
type naive []Waiting

func (n naive) fitting(g gap) []workload.JobID {
	var out []workload.JobID
	for i := range n {
		if g.admits(n[i].need, n[i].wall) {
			out = append(out, n[i].ID)
		}
	}
	return out
}

func (l *line) fitting(g gap) []workload.JobID {
	var out []workload.JobID
	for i := l.digests.next(l.first, &g); i >= 0; i = l.digests.next(i+1, &g) {
		for j := range l.blocks[i].jobs {
			if x := &l.blocks[i].jobs[j]; g.admits(x.need, x.wall) {
				out = append(out, x.ID)
			}
		}
	}
	return out
}

// TestLine inserts and removes thousands of jobs, at the end and in the middle. It
// compares the order and the results of scans with those of a sorted list.
func TestLine(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 5))
		var l line
		bySize := seed%4 == 1
		var n naive
		middle := seed%3 == 0 // keys in random order, as under "shortest"
		for id := range workload.JobID(2500) {
			wall := simtime.Duration(r.IntN(1000))
			w := Waiting{Request: &workload.Request{ID: id}, wall: wall, need: int32(1 + r.IntN(1<<r.IntN(12))), place: QueuePlace{Key: int64(id), arrival: int64(id)}}
			if middle {
				w.place.Key = int64(r.IntN(300))
			}
			if bySize {
				w.place.rank = -int64(w.need)
			}
			l.insert(l.keep(w))
			at, _ := slices.BinarySearchFunc(n, w, func(a, b Waiting) int {
				if a.before(&b) {
					return -1
				}
				return 1
			})
			n = slices.Insert(n, at, w)
			if grow := seed%2 == 0 && id < 1500; !grow && r.IntN(3) > 0 {
				n = remove(&l, n, r)
			}
			if id%50 == 0 {
				compare(t, &l, n, r)
			}
		}
		for len(n) > 0 {
			n = remove(&l, n, r)
			if len(n)%40 == 0 {
				compare(t, &l, n, r)
			}
		}
	}
}

// remove removes the same random jobs from the line and from the sorted list. It
// removes up to five, as a pass might. It returns the new list.
func remove(l *line, n naive, r *rand.Rand) naive {
	from, until := len(l.blocks), 0
	for range 1 + r.IntN(5) {
		if len(n) == 0 {
			break
		}
		at := r.IntN(len(n))
		if r.IntN(2) == 0 {
			at = 0
		}
		i := l.blockOf(&n[at].place)
		l.take(i, l.find(n[at].ID, n[at].place))
		from, until = min(from, i), max(until, i+1)
		n = slices.Delete(n, at, at+1)
	}
	l.sweep(from, until)
	return n
}

func compare(t *testing.T, l *line, n naive, r *rand.Rand) {
	t.Helper()
	var got, want []workload.JobID
	for w := range l.all {
		got = append(got, w.ID)
	}
	for i := range n {
		want = append(want, n[i].ID)
	}
	if !slices.Equal(got, want) || l.n != len(n) {
		t.Fatalf("the line holds %d jobs %v, want %d: %v", l.n, got, len(n), want)
	}
	if got := l.fitting(anyGap); !slices.Equal(got, want) {
		t.Fatalf("any gap: the line finds %v, want all: %v", got, want)
	}
	for range 5 {
		g := gap{free: int32(r.IntN(5000)), extra: int32(r.IntN(20) - 10), window: simtime.Duration(r.IntN(200))}
		if got, want := l.fitting(g), n.fitting(g); !slices.Equal(got, want) {
			t.Fatalf("gap %+v: the line finds %v, want %v", g, got, want)
		}
	}
	if len(n) == 0 {
		return
	}
	c := l.clone()
	c.take(c.first, c.head())
	c.sweep(c.first, c.first+1)
	if l.blocks[l.first].jobs[0].taken {
		t.Fatal("a change of a clone shows in the original")
	}
}

// TestDigestIsTightened checks that an outdated digest, which still includes a job
// that has left, is recomputed after enough scans in vain. The block must then be
// skipped.
func TestDigestIsTightened(t *testing.T) {
	var l line
	for id, need := range []int32{1, 8} {
		l.insert(l.keep(Waiting{Request: &workload.Request{ID: workload.JobID(id)}, need: need, place: QueuePlace{Key: int64(id), arrival: int64(id)}}))
	}
	small := gap{free: 4, extra: 4}
	l.take(0, l.head())
	l.sweep(0, 1)
	for scan := range maxVain {
		if l.digests.next(0, &small) != 0 {
			t.Fatalf("the digest was made anew after %d scans in vain, want %d", scan, maxVain)
		}
		l.noteFruitlessScan(0)
	}
	if at := l.digests.next(0, &small); at != -1 {
		t.Errorf("block %d is still scanned for a job of 4", at)
	}
	if large := (gap{free: 8, extra: 8}); l.digests.next(0, &large) != 0 {
		t.Error("the block is not scanned for the job that is left")
	}
}

// TestMaxWindows checks the maximum number of scheduling windows under AllWindows.
// A pass has 10,000, which the waiting jobs share, but each job must get at least
// 64.
func TestMaxWindows(t *testing.T) {
	for waiting, want := range map[int]int32{0: 10_000, 1: 10_000, 4: 2500, 100: 100, 156: 64, 157: 64, 5000: 64} {
		p := Pass{queue: &Queue{cfg: &Config{Policy: Conservative{Windows: AllWindows}}, line: line{n: waiting}}}
		if got := p.MaxWindows(); got != want {
			t.Errorf("%d jobs wait: %d windows, want %d", waiting, got, want)
		}
		p.queue.cfg.Policy = EASY{Windows: 3}
		if got := p.MaxWindows(); got != 3 {
			t.Errorf("%d jobs wait: %d windows of 3", waiting, got)
		}
	}
}
