package alloc

import (
	"slices"

	"hopyard/core/alloc/nearest/tree"
	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// unitPicks states the choice of several free units as picks on a tree whose
// parts are the leaf switches.
type unitPicks struct {
	*tree.Program
	units  []Unit
	from   []int32 // by leaf: its first unit; one more at the end
	room   []int32 // by leaf: free units that can be part of a choice
	nodes  int32   // of the job
	needed int     // units of a choice
}

// newUnitPicks is the choice of the fewest free units that hold n nodes, or nil
// if all of them do not.
//
// Where units differ in size, not every choice of so many units holds n nodes.
// The largest hold a few more than n, less than the smallest of them, m, or one
// unit fewer would do. A choice may lose these few: by units larger than m that
// it leaves out, and by smaller ones that it takes. Both losses are a debt that
// adds up by leaf and is small, so that the tables stay so.
func newUnitPicks(t *topology.Levels, units []Unit, n int32) *unitPicks {
	sizes, all := make([]int32, 0, len(units)), int32(0) // of the free units, ascending
	for i := range units {
		if units[i].Used == 0 {
			sizes = append(sizes, units[i].Size())
			all += units[i].Size()
		}
	}
	if all < n {
		return nil
	}
	slices.Sort(sizes)
	at, held := len(sizes), int32(0)
	for held < n {
		at--
		held += sizes[at]
	}
	from := unitsByLeaf(t, units)
	count := len(sizes) - at
	w := &unitPicks{units: units, nodes: n, from: from, room: make([]int32, len(from)-1), needed: count}
	w.Program = tree.NewProgram(t, int32(count), w.room)
	smallest := w.lose(sizes, count, held-n)
	for i := range w.room {
		for _, u := range w.unitsOf(i) {
			if u.Used == 0 && u.Size() >= smallest {
				w.room[i]++
			}
		}
	}
	return w
}

// lose sets what a choice may lose in comparison with so many of the largest
// units of the given ascending sizes: at most spare. It returns the smallest unit
// that can be part of a choice.
func (w *unitPicks) lose(sizes []int32, count int, spare int32) int32 {
	m := sizes[len(sizes)-count]     // the smallest of the largest
	step, most := int32(0), int64(0) // what all losses are multiples of; their sum at worst
	for i, size := range sizes {
		step = divisor(step, max(size-m, m-size))
		if size > m || i < count {
			most += int64(max(size-m, m-size))
		}
	}
	if int64(spare) >= most {
		return 0 // any so many units hold the job
	}
	budget := spare / step
	if budget == 0 && sizes[len(sizes)-1] == m {
		return m
	}
	full := make([]int32, len(w.room)) // free units as large as the leaf has
	for i := range full {
		units := w.unitsOf(i)
		for _, u := range units {
			if u.Used == 0 && u.Size() == units[0].Size() {
				full[i]++
			}
		}
	}
	w.Limit(budget, func(leaf int, x int32) int32 {
		units := w.unitsOf(leaf)
		size, short := units[0].Size(), units[len(units)-1].Size()
		taken := min(x, full[leaf])
		lost := taken*max(0, m-size) + (full[leaf]-taken)*max(0, size-m)
		lost += (x-taken)*max(0, m-short) + (w.room[leaf]-full[leaf]-(x-taken))*max(0, short-m)
		return lost / step
	})
	return 0
}

// divisor is the greatest common divisor of a and b, of which 0 has all.
func divisor(a, b int32) int32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// unitsByLeaf is the first unit of each leaf switch, and how many there are.
func unitsByLeaf(t *topology.Levels, units []Unit) []int32 {
	leaf, at := t.NumLevels()-1, 0
	from := make([]int32, t.Switches(leaf)+1)
	for i := range t.Switches(leaf) {
		first, _ := t.Under(leaf, i)
		for at < len(units) && units[at].First < first {
			at++
		}
		from[i] = int32(at)
	}
	from[t.Switches(leaf)] = int32(len(units))
	return from
}

// unitsOf is the units of a leaf switch: the largest first.
func (w *unitPicks) unitsOf(leaf int) []Unit { return w.units[w.from[leaf]:w.from[leaf+1]] }

// place fills the first free units of each leaf, as many as it gives.
func (w *unitPicks) place(dst cluster.Placement, takes []int32) cluster.Placement {
	left := w.nodes
	for leaf, x := range takes {
		if x == 0 {
			continue
		}
		for _, u := range w.unitsOf(leaf) {
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
	for c := range w.All() {
		p := w.place(nil, c.Takes)
		if p.Nodes() < int(w.nodes) {
			continue // full units left out elsewhere are missing here
		}
		if !yield(Candidate{Placement: p, Cost: c.Sum, Device: c.Device}) {
			return
		}
	}
}
