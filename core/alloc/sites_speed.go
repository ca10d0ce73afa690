package alloc

import (
	"slices"

	"hopyard/core/topology"
)

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

// fastestOf is what to take of the nodes of a shell: slots of the fastest ones,
// so many in all; of equally fast ones the first. Valid until the next call.
func (s *sites) fastestOf(shell []int32, slots int64) []spot {
	clear(s.byRank)
	for _, n := range shell {
		s.byRank[s.rank[n]] += s.room[n]
	}
	slowest := int32(0) // rank of the slowest nodes that are needed, of which slots are
	for s.byRank[slowest] < slots {
		slots -= s.byRank[slowest]
		slowest++
	}
	s.picked = s.picked[:0]
	for _, n := range shell {
		k := s.room[n]
		if s.rank[n] > slowest {
			continue
		}
		if s.rank[n] == slowest {
			k = min(k, slots)
			slots -= k
		}
		if k > 0 {
			s.picked = append(s.picked, spot{topology.NodeID(n), int32(k)})
		}
	}
	return s.picked
}

// speeds is the speed of all slots of each node; only if mixed.
func (s *sites) speeds() []int64 {
	total := make([]int64, s.nodes)
	for n, k := range s.room {
		total[n] = k * s.speed[n]
	}
	return total
}
