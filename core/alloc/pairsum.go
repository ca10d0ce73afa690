package alloc

import (
	"cmp"
	"math"
	"slices"
)

// pairSum is the exact program for choosing n picks (nodes, tasks or units) on
// a tree so that the sum of hops over their pairs is least; of equal sums the
// choice whose sorted list of places is first wins. Picks lie in parts (the
// leaves of this tree: nodes, or leaf switches), which hold room each.
//
// For every switch it tables the least sum of j picks under it, merging its
// children from the last to the first: new[i+j] = min(f[i] + old[j] + h·i·j).
// What cannot be part of a choice as cheap as one already known is left out
// (pairsum_bound.go), which changes no answer.
//
// Cost: O(parts·n) at most, usually far less.
//
// Source: algorithms.md 1.5; the bounds and the closed form of the lowest
// switches are INFERRED. Tests compare it with the enumeration.
type pairSum struct {
	n    int32
	hops []int64   // by level of the switch where two picks meet; the last: within one part
	room [][]int32 // room[l][i]: picks under switch i of level l; the last level is the parts
	// debt, if not nil, is what x picks in a part cost of budget; a choice may
	// spend budget at most.
	debt   func(part int, x int32) int32
	budget int32
	whole  bool // table everything, for asking about every switch

	slack  int32     // room that stays unused
	limit  int64     // the sum of a known choice
	rest   [][]int64 // rest[l][j]: least sum that n-j picks add if they meet j picks on level l at best
	tables [][]table // tables[l][i*width+k]: children k and later of switch i
	spare  []entry   // memory for the next tables
	best   []int64   // scratch: the least sum by state
	sorted []int32   // scratch: rooms of a level or of a switch's children
}

// state is a number of picks and what they spend.
type state struct{ picks, debt int32 }

// entry is the least sum that reaches a state.
type entry struct {
	state
	sum int64
}

// table holds entries, ascending by picks, then debt.
type table []entry

const unreached = math.MaxInt64 / 4

// levels is the number of switch levels above the parts.
func (s *pairSum) levels() int { return len(s.room) - 1 }

// width is the number of children of a switch of level l.
func (s *pairSum) width(l int) int { return len(s.room[l+1]) / len(s.room[l]) }

// closed reports whether the tables of level l come from the closed form.
func (s *pairSum) closed(l int) bool { return l == s.levels()-1 && s.debt == nil }

// sumUp fills the rooms of the switches from those of the parts.
func (s *pairSum) sumUp() {
	const plenty = 1 << 30 // more is not told apart
	for l := s.levels() - 1; l >= 0; l-- {
		w := s.width(l)
		for i := range s.room[l] {
			sum := int64(0)
			for _, room := range s.room[l+1][i*w : (i+1)*w] {
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

// choose writes the picks of each part to takes and returns their sum of hops,
// or false if no choice is within room and budget.
func (s *pairSum) choose(takes []int32) (int64, bool) {
	s.tabulate()
	return s.chooseUnder(0, 0, takes)
}

// chooseUnder is choose among the parts under switch i of level l; it wants
// tabulate first, and whole set unless the switch is the root.
func (s *pairSum) chooseUnder(l, i int, takes []int32) (int64, bool) {
	least := int64(unreached)
	var winners []state
	for _, e := range s.of(l, i) {
		if e.picks == s.n && e.sum <= least {
			if e.sum < least {
				winners = winners[:0]
			}
			least, winners = e.sum, append(winners, e.state)
		}
	}
	if winners == nil {
		return 0, false
	}
	s.pick(l, i, winners, takes)
	return least, true
}

// of is the table of all that is under switch or part i of level l.
func (s *pairSum) of(l, i int) table { return s.under(l, i, 0) }

// under is the table of the children k and later of switch i of level l.
func (s *pairSum) under(l, i, k int) table {
	w := 1
	if l < s.levels() && !s.closed(l) {
		w = s.width(l)
	}
	return s.tables[l][i*w+k]
}

// open returns an empty table with room for n entries; close takes it back
// with what was put into it.
func (s *pairSum) open(n int) table {
	if n > len(s.spare) {
		s.spare = make([]entry, max(n, 2048))
	}
	return s.spare[:0]
}

func (s *pairSum) close(t table) table {
	s.spare = s.spare[len(t):]
	return t[:len(t):len(t)]
}

// tabulate fills the tables from the parts to the root.
func (s *pairSum) tabulate() {
	s.sumUp()
	s.bound()
	s.best = make([]int64, (s.n+1)*(s.budget+1))
	s.tables = make([][]table, len(s.room))
	if s.debt != nil || s.levels() == 0 || s.whole {
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
		w := s.width(l)
		s.tables[l] = make([]table, len(s.room[l])*w)
		for i := range s.room[l] {
			s.mergeChildren(l, i, w)
		}
	}
}

// tabulateParts tables what each part can hold.
func (s *pairSum) tabulateParts() {
	l := s.levels()
	s.tables[l] = make([]table, len(s.room[l]))
	for p, room := range s.room[l] {
		t := s.open(int(min(room, s.n)) + 1)
		for x := int32(0); x <= min(room, s.n); x++ {
			st := state{picks: x}
			if s.debt != nil {
				st.debt = s.debt(p, x)
			}
			if sum := s.hops[l] * pairsOf(x); st.debt <= s.budget && s.keeps(l, 0, room, x, sum) {
				t = append(t, entry{st, sum})
			}
		}
		s.tables[l][p] = s.close(t)
	}
}

// closedForm tables switch i of the lowest level. The sum is least if the
// parts with the most room are filled first: most pairs are then within one.
func (s *pairSum) closedForm(l, i int) table {
	w, room := s.width(l), s.room[l][i]
	t := s.open(int(min(room, s.n)) + 1)
	s.sorted = append(s.sorted[:0], s.room[l+1][i*w:(i+1)*w]...)
	slices.Sort(s.sorted)
	near := s.hops[l] - s.hops[l+1]
	x, within, part := int32(0), int64(0), len(s.sorted) // x picks in the part being filled
	for j := int32(0); ; j++ {
		if sum := s.hops[l]*pairsOf(j) - near*within; s.keeps(l, 0, room, j, sum) {
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

// mergeChildren tables switch i of level l, child by child.
func (s *pairSum) mergeChildren(l, i, w int) {
	row := s.tables[l][i*w : (i+1)*w]
	room := s.room[l+1][i*w+w-1]
	row[w-1] = s.of(l+1, i*w+w-1)
	for k := w - 2; k >= 0; k-- {
		room += s.room[l+1][i*w+k]
		row[k] = s.merge(s.of(l+1, i*w+k), row[k+1], l, k, room)
	}
}

// merge tables the union of two sets of children that meet on level l.
func (s *pairSum) merge(a, b table, l, k int, room int32) table {
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

// mergeOne lowers the best sums by x with each of the others, which it meets
// at so many hops.
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

// within is the range of entries with low to top picks.
func within(entries table, low, top int32) (from, to int) {
	from, _ = slices.BinarySearchFunc(entries, low, func(e entry, j int32) int { return cmp.Compare(e.picks, j) })
	to = len(entries)
	for to > from && entries[to-1].picks > top {
		to--
	}
	return from, to
}

// pairsOf is the number of unordered pairs of x things.
func pairsOf(x int32) int64 { return int64(x) * int64(x-1) / 2 }
