package alloc

import (
	"slices"

	"hopyard/core/alloc/nearest/tree"
	"hopyard/core/cluster"
	"hopyard/core/topology"
)

// unitPicks is the problem of choosing several free units. It is stated as a
// tree.Program, in which the units are the picks (the things to choose) and the
// leaf switches are the parts (the leaves of the tree).
type unitPicks struct {
	*tree.Program
	units  []Unit
	from   []int32 // index of the first unit of each leaf switch; the last entry is the number of units
	room   []int32 // for each leaf switch, the number of free units that may be chosen
	nodes  int32   // size of the job in nodes
	needed int     // number of units to be chosen
}

// newUnitPicks sets up the choice of the fewest free units that hold n nodes. It
// returns nil if all free units together hold fewer than n.
//
// If units differ in size, not every choice of the required number of units holds n
// nodes. The largest units hold n nodes and possibly a surplus. The surplus is
// smaller than m, the size of the smallest of them, because otherwise one unit
// fewer would be enough. Compared with the largest units, a choice loses nodes by
// leaving out units larger than m and by taking units smaller than m. The total
// loss must not exceed the surplus. It is the sum of the losses under the leaf
// switches. The surplus is small, which keeps the tables of the program small.
func newUnitPicks(t *topology.Levels, units []Unit, n int32) *unitPicks {
	sizes, all := make([]int32, 0, len(units)), int32(0) // sizes of the free units, ascending; total number of their nodes
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

// lose limits the number of nodes that a choice of units may lose, compared with
// the choice of the largest units. The arguments are the sizes of all units in
// ascending order, the number of units in a choice, and the largest permitted loss.
// The result is the size of the smallest unit that a choice may contain.
func (w *unitPicks) lose(sizes []int32, count int, spare int32) int32 {
	m := sizes[len(sizes)-count]     // size of the smallest among the count largest units
	step, most := int32(0), int64(0) // greatest common divisor of all losses; largest possible loss
	for i, size := range sizes {
		step = divisor(step, max(size-m, m-size))
		if size > m || i < count {
			most += int64(max(size-m, m-size))
		}
	}
	if int64(spare) >= most {
		return 0 // every choice of count units holds the job
	}
	budget := spare / step
	if budget == 0 && sizes[len(sizes)-1] == m {
		return m
	}
	full := make([]int32, len(w.room)) // for each leaf switch, the number of free units of its full unit size
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

// divisor returns the greatest common divisor of a and b. If a is 0, it returns b.
func divisor(a, b int32) int32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// unitsByLeaf returns the index of the first unit of each leaf switch. The last
// entry of the list is the number of units.
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

// unitsOf returns the units of a leaf switch. All of them have the full size,
// except that the last may be shorter.
func (w *unitPicks) unitsOf(leaf int) []Unit { return w.units[w.from[leaf]:w.from[leaf+1]] }

// place appends the job's nodes in the chosen units to dst. The list of numbers has
// an entry for each leaf switch: that many of its first free units are used.
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

// candidates yields the best choice under each switch. It skips a switch if no
// choice of its units holds the job.
func (w *unitPicks) candidates(yield func(Candidate) bool) {
	for c := range w.All() {
		p := w.place(nil, c.Takes)
		if p.Nodes() < int(w.nodes) {
			continue // Units outside this switch are left out. If they are large, the remaining choice holds too few nodes.
		}
		if !yield(Candidate{Placement: p, Cost: c.Sum, Device: c.Device}) {
			return
		}
	}
}
