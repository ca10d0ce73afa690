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

// MaxDrawn is the maximum number of random failures in a run. It ends runs in which
// a job hardly ever completes between two failures.
const MaxDrawn = 100_000

// drawing is the failure process of all nodes together. While u nodes work, the
// next failure comes after an exponential span of mean MTBF/u and hits each working
// node with equal probability. For exponential spans this is equivalent to a
// separate process for each node, which would cost more. The rest of the span is
// stored as a multiple of its mean, which does not change when u does. Each failure
// draws the recovery time of its node.
//
// The process computes in fractions of ticks and rounds each result up to a tick
// once.
type drawing struct {
	RandomFailures
	stream  rand.PCG
	clock   float64 // last instant at which u changed, in milliseconds
	left    float64 // rest of the span before the next failure at clock, as a multiple of its mean
	repairs []repair
	count   int // number of failures drawn
}

// repair is the recovery of a node. The list of repairs has the earliest last.
type repair struct {
	at   float64
	node topology.NodeID
}

// newDrawing returns the process at instant 0. Other uses of random numbers have
// other second seeds.
func newDrawing(d RandomFailures) drawing {
	w := drawing{RandomFailures: d}
	w.stream.Seed(uint64(d.Seed), 0x6661756c74) // "fault"
	w.left = w.span()
	return w
}

// span draws from the exponential distribution of mean 1.
func (w *drawing) span() float64 {
	return -detmath.Log(1 - float64(w.stream.Uint64()>>11)*0x1p-53)
}

// below draws an integer from 0 to n-1.
func (w *drawing) below(n int) int {
	k, _ := bits.Mul64(w.stream.Uint64(), uint64(n))
	return int(k)
}

// failure returns the time of the next failure if so many nodes work, or +Inf.
func (w *drawing) failure(works int) float64 {
	if w.MTBF <= 0 || works == 0 || w.count >= MaxDrawn {
		return math.Inf(1)
	}
	return w.clock + float64(max(w.left, 0)*float64(w.MTBF))/float64(works)
}

// back returns the time of the next recovery, or +Inf.
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

// until moves the clock to an instant up to which the number works of nodes has
// worked.
func (w *drawing) until(at float64, works int) {
	if w.MTBF > 0 {
		w.left -= float64((at-w.clock)*float64(works)) / float64(w.MTBF)
	}
	w.clock = at
}

// next applies the next change and returns its node, and up if the node recovers.
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

// hit draws one of the working nodes. Cost: at most 16 draws on average, or
// O(working nodes) if few work.
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

// await adds a repair to the list. Cost: O(log) and a move of memory.
func (w *drawing) await(r repair) {
	i := sort.Search(len(w.repairs), func(i int) bool {
		x := &w.repairs[i]
		return x.at < r.at || x.at == r.at && x.node < r.node
	})
	w.repairs = slices.Insert(w.repairs, i, r)
}

// forget drops the random repairs of nodes whose recovery a listed event now
// determines.
func (w *drawing) forget(set *topology.NodeSet) {
	w.repairs = slices.DeleteFunc(w.repairs, func(r repair) bool { return set.Has(r.node) })
}
