package tree

import (
	"cmp"
	"slices"
)

// pick finds, among all choices under switch or part i of level l that reach
// one of the given states at its least sum, the one whose sorted list of
// places is first; it writes that choice to takes and returns its state.
//
// Of two lists of one length the first is the one with more picks in the
// first part where they differ, so that it is enough to go through the
// children in order and to keep every state that still goes with the best
// beginning: each switch is visited once.
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

// splits are the states of child c of a switch of level l that go with a least
// sum of one of the states of it and its later siblings, which it has, in the
// order of picks and without duplicates.
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

// after is what of the states is left for the later siblings of child c, given
// what it has.
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

// less is what is left of a state when another is taken from it.
func (st state) less(o state) state { return state{st.picks - o.picks, st.debt - o.debt} }

// find is the sum of a state, or unreached.
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

// pickClosed is pick under a switch of the lowest level. A least sum of j has
// the parts with more room than some r full, as many as possible of those with
// room r, and the remainder in one other part: the full ones that are free to
// choose and the remainder go as far to the front as they can.
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

// spread writes the first of the least sums of j to takes; s.sorted has the
// rooms in ascending order.
func (s *Program) spread(j int32, rooms, takes []int32) {
	at, full := len(s.sorted)-1, int32(0) // full: how many of the room s.sorted[at] are filled
	for j > 0 && s.sorted[at] <= j {
		if at+1 < len(s.sorted) && s.sorted[at+1] == s.sorted[at] {
			full++
		} else {
			full = 1
		}
		j -= s.sorted[at]
		at--
	}
	least := int32(1) << 30 // the least room of a full part
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
