package alloc

import "slices"

// ranked numbers the speeds of nodes, the largest 0.
func (s *sites) ranked() {
	kinds := slices.Clone(s.fast)
	slices.Sort(kinds)
	kinds = slices.Compact(kinds)
	s.rank = make([]int32, s.nodes)
	for n, speed := range s.fast {
		at, _ := slices.BinarySearch(kinds, speed)
		s.rank[n] = int32(len(kinds) - 1 - at)
	}
	s.byRank = make([]int64, len(kinds))
}

// fastestOf yields nodes of a shell and how many of their slots to take: those
// of the fastest nodes, so many in all; of equally fast ones the first.
func (s *sites) fastestOf(shell func(func(n int) bool), slots int64) func(func(n int, k int64) bool) {
	return func(yield func(n int, k int64) bool) {
		clear(s.byRank)
		for n := range shell {
			s.byRank[s.rank[n]] += s.room[n]
		}
		slowest := 0 // rank of the slowest nodes that are needed, of which slots are
		for s.byRank[slowest] < slots {
			slots -= s.byRank[slowest]
			slowest++
		}
		for n := range shell {
			k := s.room[n]
			if k == 0 || int(s.rank[n]) > slowest {
				continue
			}
			if int(s.rank[n]) == slowest {
				k = min(k, slots)
				slots -= k
			}
			if k > 0 && !yield(n, k) {
				return
			}
		}
	}
}

// speeds is the speed of all slots of each node; only if mixed.
func (s *sites) speeds() []int64 {
	total := make([]int64, s.nodes)
	for n, k := range s.room {
		total[n] = k * s.speed[n]
	}
	return total
}
