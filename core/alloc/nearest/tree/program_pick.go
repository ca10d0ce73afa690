package tree

import (
	"cmp"
	"slices"
)

// pick finds, among all choices under switch or part i of level l that reach one of
// the given states with its least sum, the one whose sorted list of places is
// first. It writes that choice to takes and returns its state.
//
// Of two lists of equal length, the one with more picks in the first part where
// they differ comes first. It is therefore enough to visit the children in order
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

// splits returns the states of child c of a switch of level l that are part of a
// choice with a least sum for one of the given states, which are those of the child
// and its later siblings together. They are sorted by picks, without duplicates.
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

// after returns the states that remain for the later siblings of child c if the
// child has state first.
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

// less returns the state that remains if o is subtracted from st.
func (st state) less(o state) state { return state{st.picks - o.picks, st.debt - o.debt} }

// find returns the sum of a state, or unreached.
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

// pickClosed implements pick under a switch of the lowest level. A choice of j
// picks has the least sum if all parts with more room than some r are full, as many
// as possible of those with room r are full, and the remainder is in one other
// part. Where several parts qualify, the full ones and the one with the remainder
// are as far to the front as possible.
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

// spread writes the first choice of j picks with the least sum to takes. It
// requires that s.sorted holds the rooms in ascending order.
func (s *Program) spread(j int32, rooms, takes []int32) {
	at, full := len(s.sorted)-1, int32(0) // full: number of filled parts with room s.sorted[at]
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
