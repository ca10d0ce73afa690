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
// choice are discarded (program_bound.go), which does not change the result.
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
