package alloc

import (
	"math/bits"

	"hopyard/core/alloc/nearest"
	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// ranking selects a number of slots from units (nodes or leaf switches) in
// decreasing order of one or more keys. It does not sort the units. Instead it
// finds the cut-off, which is the key of the last unit needed. Units with larger
// keys are taken completely. Only units whose key equals the cut-off have to be
// examined further.
type ranking struct {
	takes []int32             // for each unit, the number of slots taken from it
	tied  []nearest.NodeSlots // units whose keys so far equal the cut-off, ascending
	keys  []uint64            // keys of the tied units
	left  int32               // slots still to be taken from the tied units, which together have at least that many
}

// rankNodes prepares the selection of n slots from the nodes first to last.
// Together these nodes must have at least n slots.
func rankNodes(r *workload.Request, free *cluster.Free, first, last topology.NodeID, n int32) *ranking {
	k := &ranking{takes: make([]int32, last-first+1), left: n}
	if r.Whole() {
		idle := free.IdleFor(r)
		k.tied = make([]nearest.NodeSlots, 0, idle.CountRange(first, last))
		for at, ok := idle.Next(first); ok && at <= last; at, ok = idle.Next(at + 1) {
			k.tied = append(k.tied, nearest.NodeSlots{Node: at - first, Slots: 1})
		}
		return k
	}
	for at := first; at <= last; at++ {
		if slots := min(free.Slots(r, at), n); slots > 0 {
			k.tied = append(k.tied, nearest.NodeSlots{Node: at - first, Slots: slots})
		}
	}
	return k
}

// by applies the next key to the tied units and takes those with larger keys first.
// Units whose keys equal the key at the cut-off stay tied. Cost: O(tied units) for
// each byte in which the keys differ.
func (k *ranking) by(key func(unit topology.NodeID) int64) {
	k.keys = k.keys[:0]
	differ := uint64(0)
	for _, s := range k.tied {
		x := uint64(key(s.Node)) ^ 1<<63 // flips the sign bit, so that unsigned order equals signed order
		k.keys = append(k.keys, x)
		differ |= x ^ k.keys[0]
	}
	for top := bits.Len64(differ); top > 0; {
		top = max(top-8, 0)
		k.byDigit(top)
	}
}

// byDigit takes units in decreasing order of eight bits of their keys, which begin
// at the given bit. All higher bits must be the same in all keys.
func (k *ranking) byDigit(bit int) {
	var slots [256]int64
	for i, s := range k.tied {
		slots[k.keys[i]>>bit&255] += int64(s.Slots)
	}
	at := uint64(255)
	for ; slots[at] < int64(k.left); at-- {
		k.left -= int32(slots[at])
	}
	kept := 0
	for i, s := range k.tied {
		switch digit := k.keys[i] >> bit & 255; {
		case digit > at:
			k.takes[s.Node] = s.Slots
		case digit == at:
			k.tied[kept], k.keys[kept] = s, k.keys[i]
			kept++
		}
	}
	k.tied, k.keys = k.tied[:kept], k.keys[:kept]
}

// rest takes the remaining slots from the tied units in the order of their numbers.
// It returns the number of slots taken from each unit.
func (k *ranking) rest() []int32 {
	for _, s := range k.tied {
		k.takes[s.Node] = min(s.Slots, k.left)
		k.left -= k.takes[s.Node]
	}
	return k.takes
}

// appendRanked appends the selected slots to dst, where takes[0] belongs to node
// first.
func appendRanked(dst cluster.Placement, first topology.NodeID, takes []int32) cluster.Placement {
	for i, x := range takes {
		if x > 0 {
			n := first + topology.NodeID(i)
			dst = dst.Append(n, n, x)
		}
	}
	return dst
}

// suitableCores returns the number of free cores of node n that r can use. For
// tasks, these are the cores of the tasks that fit on the node; if tasks need no
// cores, all free cores of the node count. For a whole-node job, these are all
// cores of a node that the job can use.
func suitableCores(r *workload.Request, free *cluster.Free, n topology.NodeID) int64 {
	slots := int64(free.Slots(r, n))
	switch {
	case slots == 0:
		return 0
	case r.Whole() || r.PerTask[workload.Cores] == 0:
		return free.Available(n)[workload.Cores]
	}
	return slots * r.PerTask[workload.Cores]
}

// performance returns the performance of the suitable cores of node n: the number
// of cores times their speed in thousandths of the reference core.
func performance(r *workload.Request, free *cluster.Free, n topology.NodeID) int64 {
	return suitableCores(r, free, n) * free.Machine().Spec(n).Speed
}
