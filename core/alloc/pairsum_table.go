package alloc

import (
	"cmp"
	"slices"
)

// tabulate fills the tables from the parts to the root.
func (s *pairSum) tabulate() {
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
			if sum := s.hops[l]*pairsOf(x) - s.saves(l, p, x); st.debt <= s.budget && s.keeps(l, 0, room, x, sum) {
				t = append(t, entry{st, sum})
			}
		}
		s.tables[l][p] = s.close(t)
	}
}

// closedForm tables switch i of the lowest level. The sum is least if the
// parts with the most room are filled first: most pairs are then within one.
func (s *pairSum) closedForm(l, i int) table {
	room := s.room[l][i]
	t := s.open(int(min(room, s.n)) + 1)
	from, to := s.children(l, i)
	s.sorted = append(s.sorted[:0], s.room[l+1][from:to]...)
	slices.Sort(s.sorted)
	near := s.hops[l] - s.hops[l+1]
	x, within, part := int32(0), int64(0), len(s.sorted) // x picks in the part being filled
	for j := int32(0); ; j++ {
		if sum := s.hops[l]*pairsOf(j) - near*within - s.saves(l, i, j); s.keeps(l, 0, room, j, sum) {
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
func (s *pairSum) mergeChildren(l, i int) {
	from, to := s.children(l, i)
	row := s.tables[l]
	room := s.room[l+1][to-1]
	row[to-1] = s.of(l+1, to-1)
	for c := to - 2; c >= from; c-- {
		room += s.room[l+1][c]
		row[c] = s.merge(s.of(l+1, c), row[c+1], l, c-from, room)
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
