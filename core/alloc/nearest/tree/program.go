package tree

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"hopyard/core/topology"
)

// Program is an exact dynamic program that chooses n picks on a tree so that the
// sum of hops over all pairs of picks is least. A pick is a node, a task or a
// scheduling unit. Picks lie in parts, which are the leaves of the program's tree:
// nodes or leaf switches. Each part has room for a number of picks. If several
// choices have the least sum, the first in the order of their sorted lists of parts
// wins.
//
// For every switch the program tabulates the least sum of j picks under it, for
// each j. It merges the children from the last to the first: new[i+j] = min(f[i] +
// old[j] + h·i·j). Entries that cannot be part of a choice as cheap as a known
// choice are discarded (method bound), which does not change the result.
//
// Cost: at most O(parts·n), usually far less.
//
// Source: SOURCES.md S0.6; the bounds and the closed form of the lowest switches
// are INFERRED. Tests compare it with the enumeration.
type Program struct {
	tree *HopTree
	n    int32
	hops []int64   // hops[l]: hops between two picks whose lowest common switch is on level l; the last entry is for picks in the same part
	room [][]int32 // room[l][i]: number of picks that fit under switch i of level l; the last level contains the parts
	// kids[l][i] is the index, on the level below, of the first child of switch i
	// of level l. There is one additional last entry. The parts have no children.
	kids [][]int32
	// debt returns the amount of the budget that x picks in a part spend. All picks
	// of a choice together may spend at most budget. If debt is nil, there is no
	// limit.
	debt   func(part int, x int32) int32
	budget int32
	whole  bool // compute all tables completely, so that every switch can be queried
	// short[i] is the number of hops by which a path from a node under leaf switch
	// i to any node outside i is shorter than if i were as deep in the tree as the
	// deepest leaf switch. Leaf switches are the switches of level leaf. The slice
	// is nil if all leaf switches have the same depth. If j of the n picks are
	// under switch i, j·(n-j) pairs cross its boundary, and the sum decreases by
	// short[i] for each of them.
	short []int64
	leaf  int

	slack  int32     // number of further picks for which there is room after n picks
	limit  int64     // sum of a known choice
	rest   [][]int64 // rest[l][j]: lower bound for the amount that the other n-j picks add to the sum of j picks. It holds if none of the j picks shares a switch below level l with any of the others
	tables [][]table // tables[l][c]: table for child c of a switch of level l and all later children of the switch
	spare  []entry   // memory for the next tables
	best   []int64   // scratch memory: the least sum for each state
	sorted []int32   // scratch memory: the numbers of picks that fit under the switches of a level, or in the children of a switch
}

// state is a number of picks and the amount of the budget that they spend.
type state struct{ picks, debt int32 }

// entry is a state and the least sum with which it can be reached.
type entry struct {
	state
	sum int64
}

// table is a list of entries, in ascending order of picks, then of debt.
type table []entry

const unreached = math.MaxInt64 / 4

// NewProgram returns a program that chooses n picks. The leaf switches of t are the
// parts, in which picks lie. The last parameter lists the number of picks that fit
// in each part. Cost: O(switches).
func NewProgram(t *topology.Levels, n int32, room []int32) *Program {
	return newProgram(&HopTree{Levels: t}, n, room)
}

func newProgram(t *HopTree, n int32, room []int32) *Program {
	s := &Program{tree: t, n: n, hops: t.Hops, kids: t.Children, leaf: t.NumLevels() - 1}
	for l := range s.leaf {
		s.room = append(s.room, make([]int32, t.Switches(l)))
	}
	s.room = append(s.room, room)
	return s
}

// Limit restricts the choices to those that spend at most the given budget. The
// given function returns the amount that a number of picks in a part spend. A
// choice spends the sum of these amounts over all parts.
func (s *Program) Limit(budget int32, debt func(part int, picks int32) int32) {
	s.budget, s.debt = budget, debt
}

// levels returns the number of levels of switches.
func (s *Program) levels() int { return len(s.room) - 1 }

// children returns the range of children of switch i of level l as indices on the
// level below: the first child, and one past the last child.
func (s *Program) children(l, i int) (from, to int) {
	return int(s.kids[l][i]), int(s.kids[l][i+1])
}

// closed reports whether the tables of level l are computed by closedForm.
func (s *Program) closed(l int) bool {
	return l == s.levels()-1 && s.debt == nil && (s.short == nil || s.leaf == l)
}

// saves returns the amount by which the sum decreases for j picks under switch or
// part i of level l. The sum decreases because this switch is nearer to the other
// picks than the deepest switches are (see the field short).
func (s *Program) saves(l, i int, j int32) int64 {
	if s.short == nil || l != s.leaf {
		return 0
	}
	return s.short[i] * int64(j) * int64(s.n-j)
}

// sumUp computes the number of picks that fit under each switch, by adding up the
// room of the nodes and switches directly below it.
func (s *Program) sumUp() {
	const plenty = 1 << 30 // upper limit; larger rooms make no difference
	for l := s.levels() - 1; l >= 0; l-- {
		for i := range s.room[l] {
			sum := int64(0)
			from, to := s.children(l, i)
			for _, room := range s.room[l+1][from:to] {
				sum += int64(room)
			}
			s.room[l][i] = int32(min(sum, plenty))
		}
	}
	s.slack = s.room[0][0] - s.n
	if s.room[0][0] == plenty {
		s.slack = plenty
	}
}

// Choose returns the best choice as the number of picks in each part, and its sum
// of hops. It returns false if there is no choice that fits in the parts and in the
// budget.
func (s *Program) Choose() (takes []int32, sum int64, ok bool) {
	s.tabulate()
	return s.chooseUnder(0, 0)
}

// Choice is the best choice under one switch.
type Choice struct {
	Device topology.DeviceID
	Takes  []int32 // number of picks in each part
	Sum    int64   // sum of hops over all pairs of picks
}

// All yields the best choice under each switch and part that can hold all picks,
// from the root down. It is meant for display and computes all tables completely.
func (s *Program) All() iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		s.whole = true
		s.tabulate()
		for l := range s.room {
			for i, room := range s.room[l] {
				if room < s.n || s.tree.isCopy(l, i) {
					continue
				}
				if takes, sum, ok := s.chooseUnder(l, i); ok && !yield(Choice{s.tree.device(l, i), takes, sum}) {
					return
				}
			}
		}
	}
}

// chooseUnder returns the same as Choose, but considers only choices under switch i
// of level l. The caller must first call tabulate. Unless the switch is the root,
// the field whole must have been set before that call.
func (s *Program) chooseUnder(l, i int) (takes []int32, sum int64, ok bool) {
	sum = unreached
	var winners []state
	for _, e := range s.of(l, i) {
		if e.picks == s.n && e.sum <= sum {
			if e.sum < sum {
				winners = winners[:0]
			}
			sum, winners = e.sum, append(winners, e.state)
		}
	}
	if winners == nil {
		return nil, 0, false
	}
	takes = make([]int32, len(s.room[s.levels()]))
	s.pick(l, i, winners, takes)
	return takes, sum, true
}

// of returns the table for all children of switch i of level l, or for part i if l
// is the last level.
func (s *Program) of(l, i int) table {
	if l < s.levels() && !s.closed(l) {
		i = int(s.kids[l][i])
	}
	return s.tables[l][i]
}

// pairs returns the number of unordered pairs among x things.
func pairs(x int32) int64 { return int64(x) * int64(x-1) / 2 }

// tabulate computes the tables of all levels, from the parts to the root.
func (s *Program) tabulate() {
	s.sumUp()
	s.bound()
	s.best = make([]int64, (s.n+1)*(s.budget+1))
	s.tables = make([][]table, len(s.room))
	if s.levels() == 0 || s.whole || !s.closed(s.levels()-1) {
		s.tabulateParts()
	}
	for l := s.levels() - 1; l >= 0; l-- {
		if s.closed(l) {
			s.tables[l] = make([]table, len(s.room[l]))
			for i := range s.room[l] {
				s.tables[l][i] = s.closedForm(l, i)
			}
			continue
		}
		s.tables[l] = make([]table, len(s.room[l+1]))
		for i := range s.room[l] {
			s.mergeChildren(l, i)
		}
	}
}

// tabulateParts computes the tables of the parts (the leaves of the tree).
func (s *Program) tabulateParts() {
	l := s.levels()
	s.tables[l] = make([]table, len(s.room[l]))
	for p, room := range s.room[l] {
		t := s.open(int(min(room, s.n)) + 1)
		for x := int32(0); x <= min(room, s.n); x++ {
			st := state{picks: x}
			if s.debt != nil {
				st.debt = s.debt(p, x)
			}
			if sum := s.hops[l]*pairs(x) - s.saves(l, p, x); st.debt <= s.budget && s.keeps(l, 0, room, x, sum) {
				t = append(t, entry{st, sum})
			}
		}
		s.tables[l][p] = s.close(t)
	}
}

// closedForm computes the table of switch i of level l, which must be the lowest
// level of switches. The sum is least if the parts (nodes or leaf switches) with
// the most room are filled first, because most pairs are then within one part.
func (s *Program) closedForm(l, i int) table {
	room := s.room[l][i]
	t := s.open(int(min(room, s.n)) + 1)
	from, to := s.children(l, i)
	s.sorted = append(s.sorted[:0], s.room[l+1][from:to]...)
	slices.Sort(s.sorted)
	near := s.hops[l] - s.hops[l+1]
	x, within, part := int32(0), int64(0), len(s.sorted) // number of picks in the part that is being filled, number of pairs within parts, and index in s.sorted of the part that is being filled
	for j := int32(0); ; j++ {
		if sum := s.hops[l]*pairs(j) - near*within - s.saves(l, i, j); s.keeps(l, 0, room, j, sum) {
			t = append(t, entry{state{picks: j}, sum})
		}
		if j == min(room, s.n) {
			return s.close(t)
		}
		if part == len(s.sorted) || x == s.sorted[part] {
			part, x = part-1, 0
		}
		within += int64(x)
		x++
	}
}

// mergeChildren computes the tables of switch i of level l, child by child.
func (s *Program) mergeChildren(l, i int) {
	from, to := s.children(l, i)
	row := s.tables[l]
	room := s.room[l+1][to-1]
	row[to-1] = s.of(l+1, to-1)
	for c := to - 2; c >= from; c-- {
		room += s.room[l+1][c]
		row[c] = s.merge(s.of(l+1, c), row[c+1], l, c-from, room)
	}
}

// merge computes the table for several children of a switch of level l: child k and
// all later children. Table a is for child k, and table b for the later children.
// The room of all these children together is given.
func (s *Program) merge(a, b table, l, k int, room int32) table {
	if len(a) > len(b) {
		a, b = b, a
	}
	low, top := max(0, room-s.slack), min(s.n, room)
	debts := s.budget + 1
	best := s.best[:(top-low+1)*debts]
	for i := range best {
		best[i] = unreached
	}
	for _, x := range a {
		from, to := within(b, low-x.picks, top-x.picks)
		mergeOne(best, x, b[from:to], s.hops[l], low, s.budget)
	}
	t := s.open(len(best))
	for at, sum := range best {
		j, d := low+int32(at)/debts, int32(at)%debts
		if sum < unreached && s.keeps(l, k, room, j, sum) {
			t = append(t, entry{state{j, d}, sum})
		}
	}
	return s.close(t)
}

// mergeOne combines one entry with each entry of another table, and lowers the sums
// in the list best accordingly. A pair with one pick from each of the two entries
// has the given number of hops.
func mergeOne(best []int64, x entry, others table, hops int64, low, budget int32) {
	each, shift := hops*int64(x.picks), x.picks-low
	if budget == 0 {
		for _, y := range others {
			at := &best[shift+y.picks]
			*at = min(*at, x.sum+y.sum+each*int64(y.picks))
		}
		return
	}
	for _, y := range others {
		if d := x.debt + y.debt; d <= budget {
			at := &best[(shift+y.picks)*(budget+1)+d]
			*at = min(*at, x.sum+y.sum+each*int64(y.picks))
		}
	}
}

// within returns the range of the entries whose number of picks is between the two
// given limits.
func within(entries table, low, top int32) (from, to int) {
	from, _ = slices.BinarySearchFunc(entries, low, func(e entry, j int32) int { return cmp.Compare(e.picks, j) })
	to = len(entries)
	for to > from && entries[to-1].picks > top {
		to--
	}
	return from, to
}

// open returns an empty table with capacity for n entries. The caller must pass the
// filled table to the method close.
func (s *Program) open(n int) table {
	if n > len(s.spare) {
		s.spare = make([]entry, max(n, 2048))
	}
	return s.spare[:0]
}

func (s *Program) close(t table) table {
	s.spare = s.spare[len(t):]
	return t[:len(t):len(t)]
}

// bound computes limit, the sum of some complete choice, and rest, a lower bound
// for the amount that completing a partial choice adds to its sum. A partial choice
// is not part of a best choice if its sum plus rest exceeds limit.
//
// The sum is hops[0] for every pair, minus savings. On each level l, every pair
// that shares a switch of this level saves hops[l-1]-hops[l]. Among m picks, the
// number of pairs that share a switch is largest if the switches with the most room
// are filled. Now consider j of the n picks, none of which shares a switch below
// level l with any of the other n-j picks. Below l, the j picks and the other picks
// have separate savings. On level l and above, the savings are at most the largest
// savings of all n picks.
func (s *Program) bound() {
	s.limit = unreached
	if s.whole || s.levels() == 0 || s.short != nil {
		return
	}
	s.rest = make([][]int64, s.levels())
	saved := make([]int64, s.n+1) // saved[m]: savings of m picks below level l
	for l := s.levels() - 1; l >= 0; l-- {
		s.addSaved(saved, l+1)
		s.rest[l] = make([]int64, s.n+1)
		for j := range s.rest[l] {
			s.rest[l][j] = saved[s.n] - s.hops[l]*pairs(int32(j)) - saved[s.n-int32(j)]
		}
	}
	least := s.hops[0]*pairs(s.n) - saved[s.n]
	for _, rest := range s.rest {
		for j := range rest {
			rest[j] += least
		}
	}
	if s.debt == nil {
		s.limit = s.greedy(least)
	}
}

// addSaved adds to saved[m], for each m, the largest possible savings of m picks on
// level l.
func (s *Program) addSaved(saved []int64, l int) {
	s.sorted = append(s.sorted[:0], s.room[l]...)
	slices.Sort(s.sorted)
	each := s.hops[l-1] - s.hops[l]
	x, within, at := int32(0), int64(0), len(s.sorted)-1
	for m := int32(1); m <= s.n; m++ {
		if x == s.sorted[at] {
			at, x = at-1, 0
		}
		within += int64(x)
		x++
		saved[m] += each * within
	}
}

// keeps reports whether j picks with the given sum can be part of a best choice.
// The j picks are all picks under child k and the later children of a switch of
// level l, whose total room is given. If k is 0, they are all picks under the
// switch, or in the part if l is the last level.
func (s *Program) keeps(l, k int, room, j int32, sum int64) bool {
	switch {
	case s.whole:
		return true
	case room-j > s.slack:
		return false // too little room would remain elsewhere
	case s.rest == nil && (k > 0 || l > 0):
		return true
	case k > 0:
		return sum+s.rest[l][j] <= s.limit // the lowest common switches with the other picks are on level l or higher
	case l > 0:
		return sum+s.rest[l-1][j] <= s.limit
	}
	return j == s.n
}

// greedy returns the least sum among some simple choices. For each switch with room
// for all picks there is such a choice: it fills the children with the most room
// first, and treats the last child it uses in the same way. The parameter enough is
// a lower bound; greedy stops when it finds a choice with this sum.
func (s *Program) greedy(enough int64) int64 {
	full := s.fullSums()
	least := int64(unreached)
	for l := s.levels(); l >= 0; l-- {
		for i, room := range s.room[l] {
			if room >= s.n {
				least = min(least, s.greedyUnder(full, l, i, s.n))
			}
			if least == enough {
				return least
			}
		}
	}
	return least
}

// fullSums returns, for each switch and part, the sum of hops if as many picks as
// possible are under it.
func (s *Program) fullSums() [][]int64 {
	full := make([][]int64, len(s.room))
	for l := s.levels(); l >= 0; l-- {
		full[l] = make([]int64, len(s.room[l]))
		for i, room := range s.room[l] {
			if l == s.levels() {
				full[l][i] = s.hops[l] * pairs(room)
				continue
			}
			across := pairs(room)
			from, to := s.children(l, i)
			for c := from; c < to; c++ {
				full[l][i] += full[l+1][c]
				across -= pairs(s.room[l+1][c])
			}
			full[l][i] += s.hops[l] * across
		}
	}
	return full
}

// greedyUnder returns the sum of n picks under switch i of level l. The picks fill
// the children with the most room first. The remaining picks go to the child with
// the least room that holds them.
func (s *Program) greedyUnder(full [][]int64, l, i int, n int32) int64 {
	if n == s.room[l][i] {
		return full[l][i]
	}
	if l == s.levels() {
		return s.hops[l] * pairs(n)
	}
	from, to := s.children(l, i)
	rooms := s.room[l+1][from:to]
	order := s.sorted[:0]
	for c := range int32(to - from) {
		order = append(order, c)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(rooms[b], rooms[a]), cmp.Compare(a, b))
	})
	s.sorted = order
	sum, left := int64(0), n
	for at, c := range order {
		x := min(rooms[c], left)
		sum += s.hops[l] * int64(x) * int64(n-left)
		if x == left {
			for at+1 < len(order) && rooms[order[at+1]] >= left {
				at++
			}
			return sum + s.greedyUnder(full, l+1, from+int(order[at]), left)
		}
		sum += full[l+1][from+int(c)]
		left -= x
	}
	return sum
}

// pick finds the first choice under switch or part i of level l that reaches one of
// the given states with the least sum of this state. The order of choices is that
// of their sorted lists of parts. It writes the choice to takes and returns its
// state.
//
// Of two lists of equal length, the one with more picks in the first part where
// they differ comes first. It is therefore enough to visit the children in order,
// and to keep every state that is compatible with the best beginning. Each switch
// is visited once.
func (s *Program) pick(l, i int, states []state, takes []int32) state {
	switch {
	case l == s.levels():
		most := states[0]
		for _, st := range states {
			if st.picks > most.picks {
				most = st
			}
		}
		takes[i] = most.picks
		return most
	case s.closed(l):
		return s.pickClosed(l, i, states, takes)
	}
	from, to := s.children(l, i)
	var sum state
	for c := from; c < to; c++ {
		splits := states
		if c < to-1 {
			splits = s.splits(l, c, states)
		}
		var first state
		if len(splits) > 1 || splits[0].picks > 0 {
			first = s.pick(l+1, c, splits, takes)
		} else {
			first = splits[0]
		}
		sum = state{sum.picks + first.picks, sum.debt + first.debt}
		if c < to-1 {
			states = s.after(l, c, states, first)
		}
	}
	return sum
}

// splits returns the states of child c of a switch of level l that can be part of a
// choice with least sum. The parameter states lists the possible states of the
// child and its later siblings together. The result is sorted by picks and has no
// duplicates.
func (s *Program) splits(l, c int, states []state) []state {
	var found []state
	child, all, rest := s.of(l+1, c), s.tables[l][c], s.tables[l][c+1]
	for _, st := range states {
		sum := all.find(st)
		for _, e := range child {
			if e.picks <= st.picks && s.hops[l]*int64(e.picks)*int64(st.picks-e.picks)+e.sum+rest.find(st.less(e.state)) == sum {
				found = append(found, e.state)
			}
		}
	}
	slices.SortFunc(found, compareStates)
	return slices.Compact(found)
}

// after returns the possible states of the later siblings of child c, given the
// state of the child.
func (s *Program) after(l, c int, states []state, first state) []state {
	child, all, rest := s.of(l+1, c), s.tables[l][c], s.tables[l][c+1]
	sum := child.find(first)
	var left []state
	for _, st := range states {
		other := st.less(first)
		if sum+rest.find(other)+s.hops[l]*int64(first.picks)*int64(other.picks) == all.find(st) {
			left = append(left, other)
		}
	}
	return left
}

// less returns the difference st - o.
func (st state) less(o state) state { return state{st.picks - o.picks, st.debt - o.debt} }

// find returns the sum of a state, or unreached if the table does not contain the
// state.
func (t table) find(st state) int64 {
	at, ok := slices.BinarySearchFunc(t, st, func(e entry, st state) int { return compareStates(e.state, st) })
	if !ok {
		return unreached
	}
	return t[at].sum
}

func compareStates(a, b state) int {
	return cmp.Or(cmp.Compare(a.picks, b.picks), cmp.Compare(a.debt, b.debt))
}

// pickClosed finds the choice of pick for a switch of the lowest level. A choice of
// j picks has the least sum if there is a number r with these properties: All parts
// with room for more than r picks are full. As many parts with room for exactly r
// picks as possible are full. One other part holds the remaining picks. If several
// parts qualify, the full parts and the part with the remaining picks are as far to
// the front as possible.
func (s *Program) pickClosed(l, i int, states []state, takes []int32) state {
	from, to := s.children(l, i)
	rooms, takes := s.room[l+1][from:to], takes[from:to]
	s.sorted = append(s.sorted[:0], rooms...)
	slices.Sort(s.sorted)
	first := states[0]
	try := make([]int32, to-from)
	for n, st := range states {
		s.spread(st.picks, rooms, try)
		if n == 0 || slices.Compare(try, takes) > 0 {
			first = st
			copy(takes, try)
		}
	}
	return first
}

// spread writes to takes the first choice of j picks with the least sum. Before the
// call, s.sorted must hold the numbers of picks that fit in the parts, in ascending
// order.
func (s *Program) spread(j int32, rooms, takes []int32) {
	at, full := len(s.sorted)-1, int32(0) // full is the number of filled parts that have as much room as the smallest filled part
	for j > 0 && s.sorted[at] <= j {
		if at+1 < len(s.sorted) && s.sorted[at+1] == s.sorted[at] {
			full++
		} else {
			full = 1
		}
		j -= s.sorted[at]
		at--
	}
	least := int32(1) << 30 // the smallest room of a full part
	if at+1 < len(s.sorted) {
		least = s.sorted[at+1]
	}
	for p, room := range rooms {
		switch {
		case room > least:
			takes[p] = room
		case room == least && full > 0:
			takes[p] = room
			full--
		case room >= j:
			takes[p], j = j, 0
		default:
			takes[p] = 0
		}
	}
}
