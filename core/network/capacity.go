package network

import (
	"slices"

	"hopyard/core/topology"
)

// SetCapacity changes the capacity of link l. A link that is down has capacity 0;
// activities that need the link then have rate 0. The caller must call Settle to
// update the rates. Cost: O(users of l), plus copying O(links) of memory, because
// copies of a Sharing share the list of capacities.
func (s *Sharing) SetCapacity(l topology.LinkID, capacity float64) {
	was := s.capacity[l]
	if was == capacity {
		return
	}
	s.level = 0
	s.capacity = slices.Clone(s.capacity)
	s.capacity[l] = capacity
	if s.pages[l/pageLinks] == nil || len(*s.users(l)) == 0 {
		return
	}
	k := s.link(l)
	if s.recount(l, k); capacity < was {
		s.raised(l, k)
	} else {
		s.lowered(l, k)
	}
}
