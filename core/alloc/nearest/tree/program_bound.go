package tree

import (
	"cmp"
	"slices"
)

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
