package alloc

import (
	"slices"

	"hopyard/core/alloc/nearest/tree"
	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// unitPicks is the choice of several free units, stated as a choice of picks in a
// tree.Program. The parts of that program are the leaf switches.
type unitPicks struct {
	*tree.Program
	units  []Unit
	from   []int32 // first unit of each leaf, plus the total as an additional entry
	room   []int32 // by leaf: free units that a choice may contain
	nodes  int32   // size of the job
	needed int     // number of units in a choice
}

// newUnitPicks sets up the choice of the fewest free units that hold n nodes. It
// returns nil if all free units together hold fewer than n.
//
// If units differ in size, not every choice of the required number of units holds n
// nodes. The largest units hold slightly more than n. The surplus is smaller than
// m, the size of the smallest of them, because otherwise one unit fewer would be
// enough. Compared with the largest units, a choice loses nodes by leaving out
// units larger than m and by taking units smaller than m. The total loss must not
// exceed the surplus. It is the sum of the losses by leaf, and it is small, which
// keeps the tables of the program small.
func newUnitPicks(t *topology.Levels, units []Unit, n int32) *unitPicks {
	sizes, all := make([]int32, 0, len(units)), int32(0) // sizes of the free units, ascending; number of nodes in them
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

// lose limits the number of nodes that a choice may lose, compared with the count
// largest units, to spare. The sizes must be in ascending order. It returns the
// size of the smallest unit that a choice may contain.
func (w *unitPicks) lose(sizes []int32, count int, spare int32) int32 {
	m := sizes[len(sizes)-count]     // size of the smallest of the largest units
	step, most := int32(0), int64(0) // greatest common divisor of all losses; largest possible loss
	for i, size := range sizes {
		step = divisor(step, max(size-m, m-size))
		if size > m || i < count {
			most += int64(max(size-m, m-size))
		}
	}
	if int64(spare) >= most {
		return 0 // any choice of this many units holds the job
	}
	budget := spare / step
	if budget == 0 && sizes[len(sizes)-1] == m {
		return m
	}
	full := make([]int32, len(w.room)) // by leaf: number of free units of the leaf's full size
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

// divisor returns the greatest common divisor of a and b; it is b if a is 0.
func divisor(a, b int32) int32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// unitsByLeaf returns the index of the first unit of each leaf switch, and the
// number of units as an additional last entry.
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

// unitsOf returns the units of a leaf switch. All but the last have the full size.
func (w *unitPicks) unitsOf(leaf int) []Unit { return w.units[w.from[leaf]:w.from[leaf+1]] }

// place appends the first free units of each leaf, in the number that takes gives
// for it.
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
			continue // this choice leaves out large units outside its switch and holds too few nodes
		}
		if !yield(Candidate{Placement: p, Cost: c.Sum, Device: c.Device}) {
			return
		}
	}
}
