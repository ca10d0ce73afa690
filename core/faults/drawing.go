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

// MaxDrawn is how many failures a run draws at most: a job that hardly ever
// gets through between two of them must end some day.
const MaxDrawn = 100_000

// drawing is the failures of all nodes as one process. While u nodes work, the
// next failure comes after an exponential span of mean MTBF/u, and hits each of
// them alike: for exponential spans this is the same as one process a node,
// which costs more. What is left of the span is kept as a number that does not
// change when u does. A node that fails draws when it comes back.
//
// The clock is finer than ticks; what it says is rounded up to a tick once.
type drawing struct {
	Drawn
	stream  rand.PCG
	clock   float64 // in milliseconds: the last instant at which u changed
	left    float64 // at the clock, of the span before the next failure, as a multiple of its mean
	repairs []repair
	count   int // of failures drawn
}

// repair is a node that comes back, the soonest last.
type repair struct {
	at   float64
	node topology.NodeID
}

// newDrawing begins at the instant 0. Streams of other purposes have other
// second seeds.
func newDrawing(d Drawn) drawing {
	w := drawing{Drawn: d}
	w.stream.Seed(uint64(d.Seed), 0x6661756c74) // "fault"
	w.left = w.span()
	return w
}

// span draws from the exponential distribution of mean 1.
func (w *drawing) span() float64 {
	return -detmath.Log(1 - float64(w.stream.Uint64()>>11)*0x1p-53)
}

// below draws a whole number from 0 to n-1.
func (w *drawing) below(n int) int {
	k, _ := bits.Mul64(w.stream.Uint64(), uint64(n))
	return int(k)
}

// failure is when the next node fails of those that work, or +Inf.
func (w *drawing) failure(works int) float64 {
	if w.MTBF <= 0 || works == 0 || w.count >= MaxDrawn {
		return math.Inf(1)
	}
	return w.clock + float64(max(w.left, 0)*float64(w.MTBF))/float64(works)
}

// back is when the next node comes back, or +Inf.
func (w *drawing) back() float64 {
	if n := len(w.repairs); n > 0 {
		return w.repairs[n-1].at
	}
	return math.Inf(1)
}

// at is when the machine next changes by a draw.
func (w *drawing) at(works int) simtime.Time {
	at := math.Ceil(min(w.failure(works), w.back()))
	if at > float64(simtime.Max) {
		return simtime.Never
	}
	return simtime.Time(at)
}

// until moves the clock: another number of nodes works from an instant on.
func (w *drawing) until(at float64, works int) {
	if w.MTBF > 0 {
		w.left -= float64((at-w.clock)*float64(works)) / float64(w.MTBF)
	}
	w.clock = at
}

// next lets the next change happen: up reports that the node comes back.
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

// hit draws one of the nodes that work. Cost: 16 draws on average at most, or
// O(nodes that work) when few do.
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

// await puts a repair among those to come. Cost: O(log) and a move of memory.
func (w *drawing) await(r repair) {
	i := sort.Search(len(w.repairs), func(i int) bool {
		x := &w.repairs[i]
		return x.at < r.at || x.at == r.at && x.node < r.node
	})
	w.repairs = slices.Insert(w.repairs, i, r)
}

// forget drops the repairs of nodes of which somebody else now says when they
// come back.
func (w *drawing) forget(set *topology.NodeSet) {
	w.repairs = slices.DeleteFunc(w.repairs, func(r repair) bool { return set.Has(r.node) })
}
