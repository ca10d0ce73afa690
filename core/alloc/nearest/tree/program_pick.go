package tree

import (
	"cmp"
	"slices"
)

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
