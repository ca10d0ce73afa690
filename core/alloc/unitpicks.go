package alloc

import (
	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// unitPicks states the choice of several free units as picks on a tree whose
// parts are the leaf switches.
type unitPicks struct {
	pairSum
	tree   *tree
	units  []Unit
	leaves int
	nodes  int32 // of the job
}

// newUnitPicks is the choice of the fewest free units that hold n nodes, or nil
// if all of them do not.
//
// Where the last unit of a leaf is short, not every choice of so many units
// holds n nodes. Either the full units alone suffice, and few of those chosen
// may be short; or all are short of n, and few of the full ones may be left
// out. Both are a debt that is small, so that the tables stay so.
func newUnitPicks(m topology.Topology, units []Unit, n int32) *unitPicks {
	t, _ := treeOf(m)
	leaf := len(t.span) - 1
	w := &unitPicks{tree: t, units: units, leaves: t.switches(leaf), nodes: n}
	full := make([]int32, w.leaves) // free full units by leaf
	room := make([]int32, w.leaves) // free units
	size, short := units[0].Size(), w.units[w.perLeaf()-1].Size()
	fulls, shorts := int32(0), int32(0)
	for i, u := range units {
		if u.Used > 0 {
			continue
		}
		room[i/w.perLeaf()]++
		if u.Size() == size {
			full[i/w.perLeaf()]++
			fulls++
		} else {
			shorts++
		}
	}
	if fulls*size+shorts*short < n {
		return nil
	}
	w.hops = t.hops
	for l := range leaf {
		w.room = append(w.room, make([]int32, t.switches(l)))
	}
	switch {
	case size == short:
		w.n = ceil(n, size)
	case fulls*size >= n:
		w.n = ceil(n, size)
		w.budget = min((w.n*size-n)/(size-short), w.n, shorts)
		if w.budget == 0 {
			room = full
		} else if w.budget < min(w.n, shorts) {
			w.debt = func(leaf int, x int32) int32 { return max(0, x-full[leaf]) }
		}
	default:
		w.n = fulls + ceil(n-fulls*size, short)
		w.budget = min((fulls*size+(w.n-fulls)*short-n)/(size-short), fulls)
		if w.budget < fulls {
			w.debt = func(leaf int, x int32) int32 { return max(0, full[leaf]-x) }
		}
	}
	if w.debt == nil {
		w.budget = 0
	}
	w.room = append(w.room, room)
	return w
}

// perLeaf is the number of units of a leaf switch.
func (w *unitPicks) perLeaf() int { return len(w.units) / w.leaves }

// place fills the first free units of each leaf, as many as it gives.
func (w *unitPicks) place(dst cluster.Placement, takes []int32) cluster.Placement {
	left := w.nodes
	for leaf, x := range takes {
		for _, u := range w.units[leaf*w.perLeaf() : (leaf+1)*w.perLeaf()] {
			if x > 0 && u.Used == 0 {
				n := min(left, u.Size())
				dst = dst.Append(u.First, u.First+topology.NodeID(n)-1, 1)
				left -= n
				x--
			}
		}
	}
	return dst
}

// candidates yields the best choice under each switch that has one.
func (w *unitPicks) candidates(yield func(Candidate) bool) {
	w.whole = true
	w.tabulate()
	for l := range w.room {
		for i := range w.room[l] {
			takes := make([]int32, w.leaves)
			cost, ok := w.chooseUnder(l, i, takes)
			if !ok {
				continue
			}
			c := Candidate{Placement: w.place(nil, takes), Cost: cost, Device: w.tree.device(l, i)}
			if c.Placement.Nodes() < int(w.nodes) {
				continue // full units left out elsewhere are missing here
			}
			if !yield(c) {
				return
			}
		}
	}
}
