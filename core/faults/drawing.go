package faults

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sort"

	"hopyard/core/detmath"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// MaxDrawn is the maximum number of random failures in a run. Without it, a run in
// which jobs hardly ever complete between two failures would not end.
const MaxDrawn = 100_000

// drawing is the random process of failures of all nodes together. While u nodes
// work, the time to the next failure is exponentially distributed with mean MTBF/u,
// and the failure hits each working node with equal probability. For exponential
// times this is equivalent to a separate process for each node, which would cost
// more. The time left is stored as a multiple of its mean, so that it remains valid
// when u changes. The time to recovery is drawn when a node fails.
//
// Times are computed in fractions of ticks, and each result is rounded up to a tick
// only once.
type drawing struct {
	RandomFailures
	stream  rand.PCG
	clock   float64 // instant of the last change of u, in milliseconds
	left    float64 // time from clock to the next failure, as a multiple of its mean
	repairs []repair
	count   int // number of failures so far
}

// repair is the future recovery of a node. In the list of repairs, the earliest is
// last.
type repair struct {
	at   float64
	node topology.NodeID
}

// newDrawing returns the process at instant 0. Its random stream differs from all
// others by its second seed.
func newDrawing(d RandomFailures) drawing {
	w := drawing{RandomFailures: d}
	w.stream.Seed(uint64(d.Seed), 0x6661756c74) // "fault" in ASCII
	w.left = w.span()
	return w
}

// span draws a value from the exponential distribution with mean 1.
func (w *drawing) span() float64 {
	return -detmath.Log(1 - float64(w.stream.Uint64()>>11)*0x1p-53)
}

// below draws an integer from 0 to n-1.
func (w *drawing) below(n int) int {
	k, _ := bits.Mul64(w.stream.Uint64(), uint64(n))
	return int(k)
}

// failure returns the time of the next failure if the given number of nodes works,
// or +Inf if no node will fail.
func (w *drawing) failure(works int) float64 {
	if w.MTBF <= 0 || works == 0 || w.count >= MaxDrawn {
		return math.Inf(1)
	}
	return w.clock + float64(max(w.left, 0)*float64(w.MTBF))/float64(works)
}

// back returns the time of the next recovery, or +Inf if there is none.
func (w *drawing) back() float64 {
	if n := len(w.repairs); n > 0 {
		return w.repairs[n-1].at
	}
	return math.Inf(1)
}

// at returns the time of the next random change of the machine.
func (w *drawing) at(works int) simtime.Time {
	at := math.Ceil(min(w.failure(works), w.back()))
	if at > float64(simtime.Max) {
		return simtime.Never
	}
	return simtime.Time(at)
}

// until advances the clock to an instant. The given number of nodes must have
// worked since the last change of the clock.
func (w *drawing) until(at float64, works int) {
	if w.MTBF > 0 {
		w.left -= float64((at-w.clock)*float64(works)) / float64(w.MTBF)
	}
	w.clock = at
}

// next applies the next random change. It returns the node, and whether the node
// recovers (up).
func (w *drawing) next(down *topology.NodeSet, nodes int) (n topology.NodeID, up bool) {
	works := nodes - down.Len()
	fails := w.failure(works)
	if last := len(w.repairs) - 1; last >= 0 && w.repairs[last].at <= fails {
		r := w.repairs[last]
		w.repairs = w.repairs[:last]
		w.until(r.at, works)
		return r.node, true
	}
	n = w.hit(down, nodes)
	w.clock, w.left = fails, w.span()
	if w.count++; w.Repair > 0 {
		w.await(repair{fails + float64(w.span()*float64(w.Repair)), n})
	}
	return n, false
}

// hit draws one of the working nodes. Cost: fewer than 16 draws on average, or
// O(working nodes) if at most a sixteenth of the nodes work.
func (w *drawing) hit(down *topology.NodeSet, nodes int) topology.NodeID {
	works := nodes - down.Len()
	if works > nodes/16 {
		for {
			if n := topology.NodeID(w.below(nodes)); !down.Has(n) {
				return n
			}
		}
	}
	n := down.NextGap(0)
	for range w.below(works) {
		n = down.NextGap(n + 1)
	}
	return n
}

// await adds a repair to the list. Cost: O(log n), and moving the later entries in
// memory.
func (w *drawing) await(r repair) {
	i := sort.Search(len(w.repairs), func(i int) bool {
		x := &w.repairs[i]
		return x.at < r.at || x.at == r.at && x.node < r.node
	})
	w.repairs = slices.Insert(w.repairs, i, r)
}

// forget deletes the random repairs of nodes whose state is now determined by a
// listed event.
func (w *drawing) forget(set *topology.NodeSet) {
	w.repairs = slices.DeleteFunc(w.repairs, func(r repair) bool { return set.Has(r.node) })
}
